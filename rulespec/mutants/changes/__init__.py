"""The small changes of rules: for each class of the tree, what can stand in its place."""
