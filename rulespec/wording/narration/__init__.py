"""Logs as narrations: rounds, turns and steps, each with its rule."""
