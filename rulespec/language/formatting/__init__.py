"""The canonical form of rule files: spelling, spacing, line breaks, columns of what stands at the right."""

from rulespec.language.formatting.formatting import Formatted, reformat

__all__ = ["Formatted", "reformat"]
