"""The entry point of `palast` and `python -m palast`, quiet when interrupted while it is imported."""

import sys

try:
    from palast.commandline import main
except KeyboardInterrupt:
    raise SystemExit(130) from None

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
