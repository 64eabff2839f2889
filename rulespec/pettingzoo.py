"""Public entry to `rulespec.adapters.pettingzoo`: any ruleset as an environment of PettingZoo."""

from rulespec.adapters.pettingzoo import env, raw_env

__all__ = ["env", "raw_env"]
