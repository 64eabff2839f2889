"""Events: what happens in a game, who hears what of it, and the sentences for it."""
