"""What the rules say, in sentences that are worked out from the tree, in each language."""
