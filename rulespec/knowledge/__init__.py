"""What a player may know, made of what he heard: possible worlds, and the reasons of things."""
