"""Choices with too many answers to list: which they are, and how they are asked bit by bit."""
