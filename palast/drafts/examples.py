"""Scenarios that show what is different: games are played until it comes about, and what it needs is laid out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import assert_never

from attrs import field, frozen

from palast.drafts.effects import Small, Where
from rulespec import Chance, Decision, IllegalAction, Over, Ruleset
from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.pending import Option
from rulespec.engine.python.engine import Look
from rulespec.experiments.failures.openings import Opening, openings
from rulespec.experiments.failures.scenario import example
from rulespec.experiments.laws import LawWatch
from rulespec.game.api import State
from rulespec.game.history import history

GAMES = 12  # in which something is looked for
DECISIONS = 80  # of each of them
LONG = 8  # answers from the beginning of a game on
TRIES = 4  # turns of a game that are tried as the beginning of a scenario
PIECES = 60  # that are left out one by one, to see whether they are needed

Way = Sequence[tuple[State, Option]]
Claims = Callable[[State, State], Sequence[str]]  # of a beginning and an end
Alike = Callable[[State, State], object]  # what has to stay the same of them as things are left out


@frozen
class Shown:
    """A scenario to be: what it is called, what it claims, and by what it shows the same."""

    name: str
    title: str
    claims: Claims = field(repr=False)
    alike: Alike = field(repr=False)

    def of(self, state: State) -> Iterator[str]:
        """Scenarios of the last turn of a game, with as little as they need; nothing where no turn leads there."""
        way = list(history(state))
        begun, *turns = openings(state)
        late = [each for each in reversed(turns) if each.answered < len(way)][:TRIES]
        for opening in [*late, begun] if len(way) <= LONG else late:
            left = way[opening.answered :]
            reached = _end(opening, left)
            if reached is None:
                continue
            wanted = self.alike(opening.state, reached)
            if opening.laid:
                opening = self._least(opening, left, wanted)
            end = _end(opening, left)
            if end is not None:
                claims = self.claims(opening.state, end)
                again = _again(opening, left)
                for some in dict.fromkeys((_chosen(again), len(again))):
                    yield example(opening, again[:some], self.name, self.title, claims)
                return

    def _least(self, opening: Opening, left: Way, wanted: object) -> Opening:
        for piece in islice(opening.pieces, PIECES):
            simpler = opening.without(piece)
            if (end := _end(simpler, left)) is not None and self.alike(simpler.state, end) == wanted:
                opening = simpler
        return opening


def _end(opening: Opening, left: Way) -> State | None:
    """Where the same answers lead from an opening; None if they do not fit there, or a law is broken."""
    with suppress(ValueError, IllegalAction):
        here = opening.state
        watch = LawWatch(here.game)
        if opening.laid and watch.look(here) is not None:
            return None
        for _, option in left:
            here, broken = watch.apply(here, option.text)
            if broken is not None:
                return None
        return None if isinstance(here.pending, Chance) else here
    return None


def _again(opening: Opening, left: Way) -> Way:
    """The answers with the states in which they are given from an opening on."""
    here, way = opening.state, []
    for _, option in left:
        assert not isinstance(here.pending, Over)
        taken = next(each for each in here.pending.options if each.text == option.text)
        way.append((here, taken))
        here = here.apply(taken)
    return way


def _chosen(way: Way) -> int:
    """How many answers there are up to the last one that no card is drawn by."""
    return max((at for at, (here, _) in enumerate(way, 1) if getattr(here.pending, "binds", ())), default=0)


# ---- what comes about in games


def performed(rules: Ruleset, key: str) -> Iterator[State]:
    """States in which a block has just been carried out to its end, and the round goes on if that can be."""
    later = list[State]()
    for players, number in _games(rules):
        game, random = rules.game(players), Random(number).random
        places = game.plan.blocks.get(key)
        if not places:
            return
        done = list[int]()
        watched = game.played_by(game.engine.before([places[-1]], _noting(done)))
        state = State.begin(watched, number % players, random=random)
        for _ in range(DECISIONS):
            done.clear()
            if not isinstance(state.pending, Decision):
                break
            before = state.raw_log
            state = state.advance(_any(state, random), random)
            if done:
                told = {each[0] for each in events(state.raw_log, before)}
                plain = state.within(game)
                if told & {k.ROUND_ENDS, k.GAME_ENDS}:
                    later.append(plain)
                else:
                    yield plain
                break
    yield from later


def _noting(done: list[int]) -> Look:
    return lambda place, now: done.append(place)


def ended(rules: Ruleset, key: str) -> Iterator[State]:
    """States in which a reason has just ended a round or the game."""
    for players, number in _games(rules):
        random = Random(number).random
        state = rules.begin(players, number % players, random)
        for _ in range(5 * DECISIONS):
            if not isinstance(state.pending, Decision):
                break
            before = state.raw_log
            state = state.advance(_any(state, random), random)
            told = [each for each in events(state.raw_log, before) if each[0] in (k.ROUND_ENDS, k.GAME_ENDS)]
            blocks = [state.game.plan.origins[each[1]].block for each in told]
            if key in blocks:
                if blocks[-1] == key:
                    yield state
                break


def _games(rules: Ruleset) -> Iterator[tuple[int, int]]:
    """Numbers of players, each with a number for the game."""
    numbers = [*dict.fromkeys((rules.players[0], rules.players[min(1, len(rules.players) - 1)]))]
    return ((numbers[number % len(numbers)], number) for number in range(GAMES))


def _any(state: State, random: Callable[[], float]) -> Option:
    assert not isinstance(state.pending, Over)
    options = state.pending.options
    return options[int(random() * len(options))]


# ---- what is claimed


def shown_by(rules: Ruleset, key: str, name: str, title: str, effect: Small) -> Iterator[str]:
    """Scenarios in which a block with a small effect is carried out."""

    def alike(begun: State, end: State) -> object:
        seat = begun.active
        counts = [_count(end, where, seat) - _count(begun, where, seat) for where in effect.counted]
        return counts, _seen(end, effect, seat) is not None, type(end.pending)

    def claims(begun: State, end: State) -> Sequence[str]:
        seat = begun.active
        said = [_claim(end, where, seat) for where in effect.counted]
        known = _seen(end, effect, seat)
        return [*said, *([known] if known else [])] or [goes_on(end)]

    yield from _told(performed(rules, key), Shown(name, title, claims, alike))


def shown_by_end(rules: Ruleset, key: str, name: str, title: str) -> Iterator[str]:
    """Scenarios that a reason ends."""

    def alike(begun: State, end: State) -> object:
        return type(end.pending), _reasons(begun, end)

    yield from _told(ended(rules, key), Shown(name, title, lambda begun, end: [key], alike))


def _told(states: Iterator[State], shown: Shown) -> Iterator[str]:
    for state in islice(states, TRIES):
        yield from shown.of(state)


def new_game(name: str, title: str, players: int, *claims: str) -> str:
    """A scenario of how a game begins."""
    lines = (
        f'scenario {name} "{title}"',
        f"    given {players} players",
        "    then",
        *(f"        {each}" for each in claims),
    )
    return "\n".join(lines) + "\n"


def first_turn(rules: Ruleset, name: str, title: str) -> Iterator[str]:
    """A scenario of the first answer of a game."""
    random = Random(0).random
    state = rules.begin(rules.players[0], 0, random)
    if isinstance(state.pending, Decision):
        state = state.advance(state.pending.options[0], random)
        shown = Shown(name, title, lambda begun, end: [goes_on(end)], lambda begun, end: goes_on(end))
        yield from _told(iter([state]), shown)


def goes_on(state: State) -> str:
    """What is the case after the last answer, in a line."""
    pending = state.pending
    match pending:
        case Decision(player=player):
            return f"asked: {state.seat_name(player)}"
        case Over(winners=winners):
            return f"winners: {', '.join(map(state.seat_name, winners)) or 'nobody'}"
        case Chance():
            return "game goes on"
        case _:
            assert_never(pending)


def _count(state: State, where: Where, seat: int) -> int:
    name, each = where
    owner = seat if each else None
    if name in state.rules.resolved.names.zones:
        return len(state.zone(name, owner))
    return state.counter(name, owner)


def _claim(state: State, where: Where, seat: int) -> str:
    name, each = where
    count = _count(state, where, seat)
    share = f"{name} of {state.seat_name(seat)}" if each else name
    if name not in state.rules.resolved.names.zones:
        return f"{share}: {count}"
    return f"{share}: {'nothing' if not count else '1 card' if count == 1 else f'{count} cards'}"


def _seen(state: State, effect: Small, seat: int) -> str | None:
    """That a player knows the cards of the one whom he has chosen, as a claim; None if there are none."""
    for here, option in reversed(list(history(state))):
        if effect.seen is not None and effect.who in getattr(here.pending, "binds", ()):
            other = next(each for each in range(state.players) if state.seat_name(each) == option.text)
            cards = ", ".join(map(str, state.zone(effect.seen, other)))
            return f"{state.seat_name(seat)} knows {effect.seen} of {option.text}: {cards}" if cards else None
    return None


def _reasons(begun: State, end: State) -> list[str]:
    told = [each for each in events(end.raw_log) if each[0] in (k.ROUND_ENDS, k.GAME_ENDS)]
    return [end.game.plan.origins[each[1]].block for each in told]
