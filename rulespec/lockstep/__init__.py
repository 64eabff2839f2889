"""Games by two rulesets in lockstep: the same answers and draws, until the games differ."""

from rulespec.lockstep.counterparts import Counterparts
from rulespec.lockstep.pair import Lockstep, Pair
from rulespec.lockstep.parting import Parting, Said, parting, refused
from rulespec.lockstep.words import Words

__all__ = ["Counterparts", "Lockstep", "Pair", "Parting", "Said", "Words", "parting", "refused"]
