"""What dev.py does: set up, build, fetch, check. Standard library only; no part of the program."""
