"""Games by two rulesets in lockstep: the same answers and draws, until the games differ."""

from rulespec.records.lockstep.counterparts import Counterparts
from rulespec.records.lockstep.divergence import Parting, Said, parting, refused
from rulespec.records.lockstep.pair import Lockstep, Pair
from rulespec.records.lockstep.renamings import Words

__all__ = ["Counterparts", "Lockstep", "Pair", "Parting", "Said", "Words", "parting", "refused"]
