"""An impact as a web page: one file without external resources, for phones, dark mode and print."""

from palast.webpage.writing import require, webpage

__all__ = ["require", "webpage"]
