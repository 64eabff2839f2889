"""Knowledge: views, possible worlds, samples, and the reasons that a player can know."""
