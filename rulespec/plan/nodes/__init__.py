"""The nodes of a plan: one class for each term, effect, choice and instruction."""
