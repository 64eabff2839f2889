"""Games by two rulesets, played with the same answers and the same chance until they part."""

from rulespec.lockstep.counterparts import Counterparts
from rulespec.lockstep.pair import Lockstep, Pair
from rulespec.lockstep.parting import Parting, Said, parting, refused
from rulespec.lockstep.words import Words

__all__ = ["Counterparts", "Lockstep", "Pair", "Parting", "Said", "Words", "parting", "refused"]
