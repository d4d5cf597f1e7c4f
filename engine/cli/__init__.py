"""The command line's rooms: `engine/__main__.py` parses, these do the work."""
