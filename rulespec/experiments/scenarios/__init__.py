"""Scenarios of rule files: they are found, laid out, played and judged."""

from rulespec.experiments.scenarios.files import laid_in, specs
from rulespec.experiments.scenarios.outcome import Outcome
from rulespec.experiments.scenarios.trial import absent, outcomes, run, tried

__all__ = ["Outcome", "absent", "laid_in", "outcomes", "run", "specs", "tried"]
