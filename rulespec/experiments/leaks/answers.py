"""How the second of two worlds answers as the first one does."""

from rulespec.engine.options import RawAnswer
from rulespec.engine.python.program import Asking
from rulespec.experiments.leaks.witness import Witness
from rulespec.experiments.rarity import Pick
from rulespec.game.api import State
from rulespec.language.tree.kinds import Kind

Turned = dict[int, int]  # a permutation: the card that stands in for each exchanged one

ANOTHER = 4  # one in four answers is replaced by one that the listener cannot tell from it


def turned(cards: tuple[int, ...]) -> Turned:
    """The cyclic permutation of some cards: each is replaced by the next."""
    return dict(zip(cards, (*cards[1:], *cards[:1]), strict=True))


def any_answer(state: State, pick: Pick) -> RawAnswer:
    """A random answer among those that are offered."""
    return state.raws[pick(len(state.raws))]


def answer_beside(
    one: State, other: State, raw: RawAnswer, instead: Turned, listener: Witness, pick: Pick
) -> RawAnswer:
    """The answer of `other` when `one` answers `raw`: that with the cards exchanged, if it is offered.

    Now and then it is another answer that the listener cannot tell from it.
    """
    ask = one.game.program.asks[one.pc]
    if isinstance(ask, Asking) and one.pc == other.pc and pick(ANOTHER) == 0:
        sounds = listener.hears_answer(one, raw)
        alike = [each for each in other.raws if listener.hears_answer(other, each) == sounds]
        if alike:
            return alike[pick(len(alike))]
    found = [*same_answers(one, other, raw, instead), *same_answers(one, other, raw, {})]
    return found[0] if found else any_answer(other, pick)


def same_answers(one: State, other: State, raw: RawAnswer, instead: Turned) -> list[RawAnswer]:
    """The answers offered in the second world that equal `raw` with the cards exchanged, up to their order."""
    ask = one.game.program.asks[one.pc]
    if not isinstance(ask, Asking):
        wanted = instead.get(raw, raw)
    else:
        wanted = raw if ask.choice is None else _exchanged(raw, ask.site.kinds, instead)
    return [wanted] if wanted in other.raws else [beside for beside in other.raws if _same(beside, wanted)]


def _exchanged(raw: RawAnswer, kinds: tuple[Kind, ...], instead: Turned) -> RawAnswer:
    if raw is None or raw is True or raw == ():
        return raw

    def exchanged(kind: Kind, value: RawAnswer) -> RawAnswer:
        if kind.name != "card":
            return value
        return (
            tuple(instead.get(card, card) for card in value) if isinstance(value, tuple) else instead.get(value, value)
        )

    return tuple(map(exchanged, kinds, raw)) if len(kinds) > 1 else exchanged(kinds[0], raw)


def _same(one: RawAnswer, other: RawAnswer) -> bool:
    """True if two answers name equal things, in any order."""
    return isinstance(one, tuple) and isinstance(other, tuple) and _flat(one) == _flat(other)


def _flat(raw: RawAnswer) -> list[RawAnswer]:
    return sorted(each for part in raw for each in (_flat(part) if isinstance(part, tuple) else [part]))
