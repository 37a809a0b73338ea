"""`python -m piracy_env` is the command `piracy`."""

import sys

from piracy_env.cli import main

if __name__ == "__main__":
    sys.exit(main())
