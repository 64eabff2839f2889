"""The plan: a ruleset for a number of players compiled to instructions and terms."""
