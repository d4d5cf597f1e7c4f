"""One command for everything: python3 dev.py run | test | check | bench.

This file only checks the Python version, in words every Python 3 can read; devtools/ does the work.
"""

import sys

OLDEST, NEWEST = (3, 11), (3, 13)


def main() -> int:
    """Run the command line; returns the exit status."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        sys.stderr.write(
            "Parley needs Python 3.11, 3.12 or 3.13 and this is Python {}.{}: "
            "start dev.py with one of those, for example `python3.12 dev.py run` "
            "or `make run PYTHON=python3.12`.\n".format(*sys.version_info[:2])
        )
        return 2
    from devtools.commands import main as run_command

    return run_command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
