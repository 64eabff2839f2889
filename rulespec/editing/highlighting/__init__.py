"""How editors without the language server colour rule files and texts, made from the grammar of the language."""
