"""Games by two rulesets in lockstep: the same answers and draws, until the games differ."""

from rulespec.record.lockstep.counterparts import Counterparts
from rulespec.record.lockstep.divergence import Parting, Said, parting, refused
from rulespec.record.lockstep.pair import Lockstep, Pair
from rulespec.record.lockstep.renamings import Words

__all__ = ["Counterparts", "Lockstep", "Pair", "Parting", "Said", "Words", "parting", "refused"]
