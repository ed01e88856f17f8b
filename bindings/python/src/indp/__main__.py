"""Answers a question over a file: python -m indp --help."""

import sys

from ._cli import main

if __name__ == "__main__":
    sys.exit(main())
