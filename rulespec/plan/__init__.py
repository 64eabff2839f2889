"""The plan: what a ruleset for a number of players is compiled to."""
