"""The story of a game, as somebody hears it in his language."""
