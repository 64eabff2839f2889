"""Rules as sentences in each language, derived from the tree."""
