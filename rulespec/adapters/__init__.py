"""Adapters to frameworks: batches of games, OpenSpiel, PettingZoo, pytest."""
