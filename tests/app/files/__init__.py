"""Tests of what is read of files."""
