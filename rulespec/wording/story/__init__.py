"""Events as sentences of a story, in the language of a player."""
