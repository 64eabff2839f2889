"""A log told as a story, each step with its rule."""
