"""``python -m monitor`` is the command ``monitor``."""

import sys

from monitor.cli import main

if __name__ == "__main__":
    sys.exit(main())
