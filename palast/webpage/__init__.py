"""An impact as a page: one file that opens without a network, on a phone, in the dark, and on paper."""

from palast.webpage.writing import require, webpage

__all__ = ["require", "webpage"]
