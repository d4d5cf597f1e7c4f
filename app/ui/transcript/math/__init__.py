"""Formulas: where they are in Markdown, how they are drawn, how they stand in a line of text."""
