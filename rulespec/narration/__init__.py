"""A log told as a story, each step with the rule that it comes from."""
