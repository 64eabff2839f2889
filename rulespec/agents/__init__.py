"""Agents for any rule file: each sees only its view, and is deterministic for its seed."""

from rulespec.agents.names import agent_named
from rulespec.agents.play import Agent, random_agent
from rulespec.agents.rollouts import Rollouts, rollout_agent
from rulespec.agents.search import TreeSearch, ismcts_agent
from rulespec.agents.worth import Worth

__all__ = ["Agent", "Rollouts", "TreeSearch", "Worth", "agent_named", "ismcts_agent", "random_agent", "rollout_agent"]
