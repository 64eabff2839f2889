"""Games as programs use them: `load`, `Ruleset`, `State` and `View`."""
