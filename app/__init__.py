"""Parley's desktop program."""

__version__ = "0.1.0"
