"""Figures, not tests: each script prints one JSON value, with ratios taken in one run."""
