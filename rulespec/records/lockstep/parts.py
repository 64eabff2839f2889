"""Whole answers taken apart: a choice that one game of a pair asks as a whole and the other bit by bit."""

from collections.abc import Hashable
from functools import cache
from operator import itemgetter

from attrs import frozen

from rulespec.engine.options import RawAnswer
from rulespec.engine.rawstate import RawState
from rulespec.records.lockstep.translation import Account

Translated = tuple[Hashable, ...]  # the parts of an answer, translated


@frozen(eq=False)
class Parts:
    """The whole answers that one game offers, by the parts that the other asks for, in its order."""

    answers: dict[Translated, RawAnswer]

    @classmethod
    def of(cls, whole: tuple[Account, RawState], asked: tuple[Account, RawState]) -> "Parts | None":
        """The answers to a choice, not yet answered in full; None if the two games choose different things."""
        (account, state), (there, part) = whole, asked
        bit, shape = there.bits.get(part.pc), account.whole_shape(state.pc)
        if bit is None or state.pc in account.bits or not shape or shape != there.whole_shape(part.pc):
            return None
        kinds, sets = account.whole_kinds(state.pc), bit.sets(part.machine())
        places = [
            {there.chosen(kind.one, card): place for place, card in enumerate(cards or ())}
            for kind, (cards, _) in zip(there.whole_kinds(part.pc), sets, strict=True)
        ]

        @cache
        def placed(at: int, card: int) -> tuple[int, Hashable]:
            told = account.chosen(kinds[at].one, card)
            return places[at].get(told, len(places[at])), ((shape[at],), ((told,),))

        def apart(raw: RawAnswer) -> Translated:
            if raw is None:
                return (None,)
            said: list[Hashable] = []
            for at, value in enumerate(raw if len(kinds) > 1 else (raw,)):
                cards, most = sets[at]
                if cards is None:
                    said.append(((shape[at],), (account.chosen(kinds[at], value),)))
                    continue
                if len(value) > most:
                    return ((raw,),)  # no parts lead to it, and nobody is asked this
                said += [part for _, part in sorted([placed(at, card) for card in value], key=itemgetter(0))]
                if len(value) < most or not value:
                    said.append(())
            return tuple(said)

        return cls({apart(raw): raw for raw in state.raws})

    def next(self, said: Translated) -> set[Hashable]:
        """The next parts, after some, that lead to an answer that is offered as a whole."""
        many = len(said)
        return {parts[many] for parts in self.answers if parts[:many] == said and len(parts) > many}

    def apart(self, raw: RawAnswer) -> Translated:
        """The parts of an answer that is offered as a whole."""
        return next(parts for parts, each in self.answers.items() if each == raw)
