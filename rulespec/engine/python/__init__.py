"""Running: what a plan does, from one question to the next."""
