"""Rule files in any editor: what `assistance` knows, by the language server protocol."""

from rulespec.editing.languageserver.server import abilities, serve

__all__ = ["abilities", "serve"]
