"""Rule files in any editor: what `assistance` knows, by the language server protocol."""

from rulespec.languageserver.server import serve

__all__ = ["serve"]
