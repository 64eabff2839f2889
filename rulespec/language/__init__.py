"""The language: the text of rule files parsed to trees, and trees printed as text."""
