"""Scenarios of rule files: they are found, laid out, played and judged."""

from rulespec.scenarios.files import laid_in, specs
from rulespec.scenarios.outcome import Outcome
from rulespec.scenarios.trial import absent, outcomes, run, tried

__all__ = ["Outcome", "absent", "laid_in", "outcomes", "run", "specs", "tried"]
