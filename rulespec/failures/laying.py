"""Turns of a game that failed which are enough to fail again, if they are laid out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from rulespec.api import State
from rulespec.errors import IllegalAction
from rulespec.failures.attempt import Attempt, Begin
from rulespec.failures.openings import Opening, openings
from rulespec.history import history
from rulespec.laws import Broken, LawWatch
from rulespec.pending import Decision, Option, Over

SHOWN = 12  # answers of players that a game may have before it is shown from a position that is laid out
TURNS = 10  # the last ones that are tried as a beginning

Answers = Sequence[tuple[State, Option]]


def decided(state: State) -> int:
    """How often players have answered."""
    return sum(isinstance(here.pending, Decision) for here, _ in history(state))


def late(state: State, law: str) -> tuple[State, Broken] | None:
    """The end of a game that breaks a law, as a game that begins with the last turn that is enough for it laid out."""
    way = list(history(state))
    return next((_broken(each, way[each.answered :], law) for each in enough(state, law)), None)


def late_attempt(state: State, begin: Begin) -> Attempt | None:
    """The same for failures of any other sort, each judged by the attempt that begins with the position."""
    way = list(history(state))
    turns = [each for each in reversed(openings(state)[1:]) if each.answered < len(way)]
    last = next((each for each in turns[:TURNS] if _failing(each, way[each.answered :], begin)), None)
    if last is None:
        return None
    left = way[last.answered :]
    return _failing(_least(last, lambda each: _failing(each, left, begin) is not None), left, begin)


def enough(state: State, law: str | None) -> Iterator[Opening]:
    """Turns from which the game fails again, the last ones first, with as little on the table as that takes.

    What the law says is still the case there; if it never is as a turn begins, all of the table is left as it was.
    """
    way, some = list(history(state)), False
    turns = [each for each in reversed(openings(state)[1:]) if each.answered < len(way)]
    for turn in islice((each for each in turns if _holds(each, law)), TURNS):
        if fails(turn, way[turn.answered :], state, law):
            some = True
            yield without_rest(turn, way[turn.answered :], state, law)
    if not some:
        yield from (each for each in turns[:TURNS] if fails(each, way[each.answered :], state, law))


def without_rest(opening: Opening, left: Answers, state: State, law: str | None) -> Opening:
    """The same with as little on the table as the failure takes; without a law, all of the position is wanted."""
    if law is None:
        return opening
    return _least(opening, lambda each: _holds(each, law) and fails(each, left, state, law))


def fails(opening: Opening, left: Answers, state: State, law: str | None) -> bool:
    """Whether the answers that are left lead to the failure from there, and no sooner."""
    if law is not None:
        return _broken(opening, left, law) is not None
    with suppress(ValueError, IllegalAction):
        here = opening.state
        for _, option in left:
            here = here.apply(option.text)
        return _lies_alike(here, state)
    return False


def _least(opening: Opening, is_enough: Callable[[Opening], bool]) -> Opening:
    """The same with as little on the table as is enough."""
    for piece in opening.pieces:
        simpler = opening.without(piece)
        if simpler != opening and is_enough(simpler):
            opening = simpler
    return opening


def _failing(opening: Opening, left: Answers, begin: Begin) -> Attempt | None:
    """The attempt that fails with the last of the answers that are left, and not before."""
    with suppress(ValueError):
        attempt = begin(opening.state)
        for _, option in left:
            pending = attempt.state.pending
            if attempt.failed or isinstance(pending, Over):
                return None
            same = next((each for each in pending.options if each.text == option.text), None)
            if same is None:
                return None
            attempt = attempt.after(same)
        return attempt if attempt.failed else None
    return None


def _holds(opening: Opening, law: str | None) -> bool:
    """Whether what a law says is the case as a turn begins; what is so before is not what has gone wrong."""
    with suppress(ValueError):
        here = opening.state
        return law is None or LawWatch(here.game, [law]).holds(here)
    return False


def _broken(opening: Opening, left: Answers, law: str) -> tuple[State, Broken] | None:
    """Where the last of the answers breaks the law, and none before."""
    with suppress(ValueError, IllegalAction):
        here = opening.state
        if LawWatch(here.game).look(here) is not None:
            return None  # such a position would be an error of the scenario
        watch = LawWatch(here.game, [law])
        for number, (_, option) in enumerate(left, start=1):
            here, broken = watch.apply(here, option.text)
            if broken is not None:
                return (here, broken) if number == len(left) else None
    return None


def _lies_alike(one: State, other: State) -> bool:
    """Whether all that can be told of a table is the same."""
    same = one.position.zones == other.position.zones and one.position.variables == other.position.variables
    return same and (one.active, one.pending) == (other.active, other.pending)
