"""A game that is tried by two rulesets while it is made short: it fails once they diverge."""

from attrs import frozen

from rulespec.api import State
from rulespec.pending import Option
from rulespec.record.lockstep import Pair


@frozen(eq=False)
class PairedGame:
    """A game by the first ruleset, as a pair with the same game by the other while that can be played."""

    state: State
    pair: Pair | None

    @property
    def failed(self) -> bool:
        return self.pair is not None and self.pair.failed

    def after(self, option: Option) -> "PairedGame":
        if self.pair is not None and self.pair.offers(option):
            pair = self.pair.after(option)
            return PairedGame(pair.one, pair)
        return PairedGame(self.state.apply(option), None)
