"""Choices with too many answers to list: what can be named next so that a legal whole answer is still in reach."""
