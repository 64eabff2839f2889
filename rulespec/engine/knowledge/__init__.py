"""What a player may know: what he heard, the view made of that, possible worlds, and the reasons of things."""
