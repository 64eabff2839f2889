"""How the second of two worlds answers what the first one answers."""

from typing import Any

from rulespec.api import State
from rulespec.leaks.witness import Witness
from rulespec.plan.options import RawAnswer
from rulespec.rarity import Pick
from rulespec.run.program import Asking

Turned = dict[int, int]  # for each of the exchanged cards, the one that stands in for it

ANOTHER = 4  # every so many answers, a different one that the listener cannot tell from it


def turned(cards: tuple[int, ...]) -> Turned:
    """Each of the cards stands in for the one before it."""
    return dict(zip(cards, (*cards[1:], *cards[:1]), strict=True))


def any_answer(state: State, pick: Pick) -> RawAnswer:
    """One of the answers that are offered."""
    return state.raws[pick(len(state.raws))]


def answer_beside(
    one: State, other: State, raw: RawAnswer, instead: Turned, listener: Witness, pick: Pick
) -> RawAnswer:
    """The same answer with the cards exchanged, or now and then one that a listener cannot tell from it."""
    ask = one.game.program.asks[one.pc]
    if isinstance(ask, Asking) and one.pc == other.pc and pick(ANOTHER) == 0:
        sounds = listener.hears_answer(one, raw)
        alike = [each for each in other.raws if listener.hears_answer(other, each) == sounds]
        if alike:
            return alike[pick(len(alike))]
    found = [*same_answers(one, other, raw, instead), *same_answers(one, other, raw, {})]
    return found[0] if found else any_answer(other, pick)


def same_answers(one: State, other: State, raw: RawAnswer, instead: Turned) -> list[RawAnswer]:
    """What is offered in the second world and says what the answer says in the first, with the cards exchanged."""
    ask = one.game.program.asks[one.pc]
    if not isinstance(ask, Asking):
        wanted = instead.get(raw, raw)
    else:
        wanted = raw if ask.choice is None else _exchanged(raw, ask.site.kinds, instead)
    return [wanted] if wanted in other.raws else [beside for beside in other.raws if _same(beside, wanted)]


def _exchanged(raw: RawAnswer, kinds: tuple[Any, ...], instead: Turned) -> RawAnswer:
    if raw is None or raw is True or raw == ():
        return raw
    values = raw if len(kinds) > 1 else (raw,)
    found = []
    for kind, value in zip(kinds, values, strict=True):
        if kind.name != "card":
            found.append(value)
        elif isinstance(value, tuple):
            found.append(tuple(instead.get(card, card) for card in value))
        else:
            found.append(instead.get(value, value))
    return tuple(found) if len(kinds) > 1 else found[0]


def _same(one: RawAnswer, other: RawAnswer) -> bool:
    """Whether two answers name the same things, in whatever order."""
    return isinstance(one, tuple) and isinstance(other, tuple) and _flat(one) == _flat(other)


def _flat(raw: RawAnswer) -> list[RawAnswer]:
    return sorted(each for part in raw for each in (_flat(part) if isinstance(part, tuple) else [part]))
