"""A game that is tried by two rulesets, to be made short: it has failed once they part."""

from attrs import frozen

from rulespec.api import Ruleset, State
from rulespec.lockstep import Lockstep, Pair
from rulespec.pending import Option


@frozen(eq=False)
class Trial:
    """A game by the one ruleset, and the same by the other as far as it can be played there."""

    state: State
    pair: Pair | None

    @property
    def failed(self) -> bool:
        return self.pair is not None and self.pair.failed

    def after(self, option: Option) -> "Trial":
        if self.pair is not None and self.pair.offers(option):
            pair = self.pair.after(option)
            return Trial(pair.one, pair)
        return Trial(self.state.apply(option), None)


class Trials:
    """Begins games that are tried by two rulesets."""

    def __init__(self, other: Ruleset) -> None:
        self._other = other
        self._steps: dict[int, Lockstep] = {}

    def begin(self, first: State) -> Trial:
        """A game that begins as this one."""
        players = first.players
        if players not in self._other.players:
            return Trial(first, None)
        if players not in self._steps:
            self._steps[players] = Lockstep.of(first.game, self._other.game(players))
        pair = self._steps[players].beginning(first)
        return Trial(pair.one, pair)
