"""What `palast` and `python -m palast` start: the command line, quiet when it is interrupted while it is loaded."""

import sys

try:
    from palast.commandline import main
except KeyboardInterrupt:
    raise SystemExit(130) from None

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
