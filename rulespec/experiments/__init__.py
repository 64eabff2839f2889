"""Experiments: games played in large numbers, by workers if there are any, and reports on them."""
