"""Rules: the layers of a ruleset composed, resolved and checked, with their cards and their texts."""
