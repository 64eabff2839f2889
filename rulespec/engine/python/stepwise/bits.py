"""One part of a choice that is asked bit by bit: a player, a number, a word, a card, or the cards of a set."""

from itertools import islice

from attrs import frozen

from rulespec.engine.options import RawAnswer
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.stepwise.completing import Completing
from rulespec.engine.python.stepwise.search import PartialAnswer, Search, Taken


@frozen(eq=False)
class Bit:
    """The part number `at`; those before it have their names, the cards of its set so far are the stage."""

    completion: Completing
    at: int

    def begins(self, mc: Machine) -> bool:
        """Whether nothing of the whole choice has been answered."""
        return not self.is_begun(mc.stage)

    def is_begun(self, stage: tuple[int, ...] | None) -> bool:
        """Whether some of the whole choice has been answered, given the cards of the set so far."""
        return self.at > 0 or bool(stage)

    def raws(self, mc: Machine) -> list[RawAnswer]:
        """What can be answered; where it is not the first answer of a choice, there always is something."""
        if mc.stage is None and self._is_set:
            mc.stage = ()
        search = Search(self.completion, mc)
        return search.next(self._said(mc, search), self.at)

    def everything(self, mc: Machine) -> list[int]:
        """All that could be chosen as this part or named as one card of it, in the order in which it is asked for."""
        search = Search(self.completion, mc)
        return list(search.ordered(search.sources[self.at])) if self._is_set else search.sources[self.at]

    def sets(self, mc: Machine) -> list[tuple[tuple[int, ...] | None, int]]:
        """For each name of the choice the cards of its set, in the order in which they are asked for, and the most."""
        search = Search(self.completion, mc)
        sources = zip(self.completion.plan.parts, search.sources, search.most, strict=True)
        return [(search.ordered(source) if part.is_set else None, most) for part, source, most in sources]

    def picking(self, mc: Machine) -> tuple[tuple[int, ...], int, int] | None:
        """The cards that the set can still take, in the order in which they are asked for, and the least and the most.

        None if this part is no set.
        """
        if not self._is_set:
            return None
        search, stage = Search(self.completion, mc), mc.stage or ()
        cards = search.ordered(search.sources[self.at])
        further = cards[cards.index(stage[-1]) + 1 :] if stage else cards
        return further, max(0, search.least[self.at] - len(stage)), search.most[self.at] - len(stage)

    def together(self, mc: Machine, said: int) -> int:
        """How many of so many answers, the first to this part, are about one set or one pair, and so in no order."""
        parts = self.completion.plan.parts
        if not self._is_set:
            return 1 + any(part.is_pair for part in parts[self.at + 1 : self.at + 2])
        search = Search(self.completion, mc)
        later = [search.least[at] if part.is_set else 1 for at, part in enumerate(parts) if at > self.at]
        return max(1, min(search.most[self.at], said - sum(later)))

    def answer(self, mc: Machine, raw: RawAnswer) -> RawAnswer:
        """Takes an answer; what the name then stands for, None while more cards are to be named."""
        chosen = raw
        if self._is_set:
            stage = (*(mc.stage or ()), *raw)
            search = Search(self.completion, mc)
            if raw != () and len(stage) < search.most[self.at]:
                mc.stage = stage
                return None
            mc.stage = None
            chosen = search.whole(self.at, stage)
        mc.names[self.completion.plan.parts[self.at].slot] = chosen
        return chosen

    def whole_answers(self, mc: Machine, most: int) -> int:
        """How many whole answers begin with what has been said, counted up to so many."""
        search = Search(self.completion, mc)
        return sum(1 for _ in islice(search.answers(self._said(mc, search), self.at), most))

    def settles(self, mc: Machine) -> bool:
        """Gives the names their values if there is just one whole answer."""
        search = Search(self.completion, mc)
        said, at = search.nothing, 0
        while at < len(self.completion.plan.parts):  # each part in the only way
            raws = search.next(said, at)
            if len(raws) != 1:
                return False
            said, at = search.after(said, at, raws[0])
        for part, index, value in zip(self.completion.plan.parts, range(at), said, strict=True):
            mc.names[part.slot] = search.whole(index, value.cards) if part.is_set else value
        mc.stage = None
        return True

    @property
    def _is_set(self) -> bool:
        return self.completion.plan.parts[self.at].is_set

    def _said(self, mc: Machine, search: Search) -> PartialAnswer:
        said = list(search.nothing)
        for at, part in enumerate(self.completion.plan.parts[: self.at]):
            name = mc.names[part.slot]
            said[at] = Taken(search.ordered(name), closed=True) if part.is_set else name
        if self._is_set:
            said[self.at] = Taken(mc.stage or ())
        return tuple(said)
