"""Events: what happens in a game, who hears what of it, and how it is told."""
