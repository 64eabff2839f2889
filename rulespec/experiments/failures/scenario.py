"""A game that failed as a scenario, with no more in it than is needed to fail again."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, assert_never

from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.experiments.failures.late_start import Answers, Ending
from rulespec.experiments.failures.openings import Opening, openings
from rulespec.game.api import State
from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import Source, Span
from rulespec.records.notation import is_deal, receiver
from rulespec.rules.material import Where

CLAIM = " " * 8  # so far in is a claim
NOWHERE: dict[str, Any] = {"span": Span(Source("a game", ""), 0, 0)}


def scenario(state: State, name: str, said: str, law: d.Always | None) -> str:
    """The text of a scenario that repeats the game of `state`, with the comment `said` on the failure at its end.

    It begins where that takes the fewest lines, and ends when the `law` is broken, or without one in the same position.
    """
    return _repeated(state, name, said, law, _failing(state, law))


def holding(state: State, name: str, said: str) -> str:
    """The text of a scenario that repeats the game of `state`, with the comment `said` and a claim that is true."""
    return _repeated(state, name, said, None, _true(state))


def example(opening: Opening, left: Answers, name: str, title: str, claims: Iterable[str]) -> str:
    """The text of a scenario with a title: some answers from an opening on, and claims as they are written."""
    here = left[0][0] if left else opening.state
    given = sc.Given(opening.players, _seat(here, opening.first), tuple(_laid(opening, here)), **NOWHERE)
    when = (sc.When(tuple(_lines(left)), **NOWHERE),) if left else ()
    steps = (*when, sc.Then((), **NOWHERE))
    told = lines(d.Scenario(name=name, title=title, given=given, steps=steps, cites=(), **NOWHERE))
    return "\n".join((*told, *(f"{CLAIM}{claim}" for claim in claims))) + "\n"


# ---- its parts


def _repeated(state: State, name: str, said: str, law: d.Always | None, claim: sc.Claim) -> str:
    ending = Ending(state, law.name if law else None)
    beginnings = (*ending.enough(), ending.least(openings(state)[0]))
    told = [_declared(each, ending.way, state, name, claim) for each in beginnings]
    head, *rest = min((lines(each) for each in told), key=len)
    return "\n".join((head, f"    # {said}", *rest)) + "\n"


def _declared(opening: Opening, way: Answers, state: State, name: str, claim: sc.Claim) -> d.Scenario:
    given = sc.Given(opening.players, _seat(state, opening.first), tuple(_laid(opening, state)), **NOWHERE)
    lines = tuple(_lines(way[opening.answered :]))
    when = (sc.When(lines, **NOWHERE),) if lines else ()
    then = sc.Then((claim,), **NOWHERE)
    return d.Scenario(name=name, title=None, given=given, steps=(*when, then), cites=(), **NOWHERE)


def _laid(opening: Opening, state: State) -> list[sc.Laid]:
    zones = [(holder, tuple(map(_said, cards))) for holder, cards in opening.zones.items()]
    values = [(holder, (_said(opening.said(holder)),)) for holder in opening.values]
    return [sc.Laid(_share(state, holder), content, **NOWHERE) for holder, content in (*zones, *values)]


def _lines(left: Answers) -> list[sc.Line]:
    """A line for each answer; consecutive draws of one player share a line, in a deal those for one seat."""
    found: list[sc.Line] = []
    for drawn, some in groupby(left, _drawn):
        answers = list(some)
        if drawn is None:
            found += [_answered(here, option) for here, option in answers]
            continue
        own, dealt = drawn
        received = [(_receiver(here) if dealt else own, _said(option.text)) for here, option in answers]
        kind: type[sc.Drawn | sc.Dealt] = sc.Dealt if dealt else sc.Drawn
        for seat in sorted({seat for seat, _ in received}):
            said = tuple(card for to, card in received if to == seat)
            found.append(kind(_seat(answers[0][0], seat), said, **NOWHERE))
    return found


def _answered(here: State, option: Option) -> sc.Answered:
    assert not isinstance(here.pending, Over)
    seat = here.pending.player if isinstance(here.pending, Decision) else here.own
    parts = tuple(map(_answer, option.text.split(", ")))
    return sc.Answered(_seat(here, seat), here.pending.binds, parts, **NOWHERE)


def _drawn(answered: tuple[State, Option]) -> tuple[int, bool] | None:
    """The drawer of a card, and whether players are dealt it; None for choices of players and of chance."""
    here, _ = answered
    if not isinstance(here.pending, Chance) or here.pending.binds:
        return None
    return here.own, is_deal(here) and receiver(here) is not None


def _receiver(here: State) -> int:
    seat = receiver(here)
    assert seat is not None
    return seat


def _failing(state: State, law: d.Always | None) -> sc.Claim:
    """A claim that is false of the last state, unless the law itself makes the scenario fail.

    For any failure but a broken law, only the author knows the correct outcome, so the claim is a placeholder.
    """
    if law is None and isinstance(state.pending, Over):
        return sc.GoesOn(True, **NOWHERE)
    if law is None:
        return sc.Ends(True, state.rules.resolved.of(d.GameEnds)[0].name, **NOWHERE)
    if any(isinstance(node, e.Earlier) for node in walk(law.condition)):
        return _true(state)
    return sc.Holds(law.condition, **NOWHERE)


def _true(state: State) -> sc.Claim:
    """A minimal claim about the last state: the winners, or the player who answers next."""
    pending = state.pending
    match pending:
        case Over(winners=winners):
            return sc.WinnersAre(tuple(_seat(state, seat) for seat in winners), **NOWHERE)
        case Decision(player=player):
            return sc.AskedIs(_seat(state, player), **NOWHERE)
        case Chance():
            return sc.GoesOn(True, **NOWHERE)
        case _:
            assert_never(pending)


# ---- words


def _share(state: State, holder: Where) -> sc.Share:
    name, owner, *word = holder
    return sc.Share(name, None if owner is None else _seat(state, owner), *word, **NOWHERE)


def _seat(state: State, seat: int) -> sc.Seat:
    name = state.seat_name(seat)
    return sc.Seat(seat if " " in name else name, **NOWHERE)


def _answer(text: str) -> sc.Said | sc.Aside:
    return sc.Aside(_words(text.strip("()")), **NOWHERE) if text.startswith("(") else _said(text)


def _said(text: str) -> sc.Said:
    return sc.Said(_words(text), **NOWHERE)


def _words(text: str) -> tuple[str | int, ...]:
    return tuple(int(word) if word.removeprefix("-").isdecimal() else word for word in text.split(" "))
