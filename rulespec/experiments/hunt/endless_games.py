"""W062, a game that need not end: a position that recurs, with the choices that lead round."""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from attrs import define, evolve, field, frozen

from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Chance, Decision, Option
from rulespec.engine.python.position import Position
from rulespec.engine.python.watched import Note
from rulespec.experiments.failures import SHOWN, decided, shortest_attempt
from rulespec.experiments.hunt.canonical_state import CanonicalStates
from rulespec.experiments.hunt.endings import ANY
from rulespec.experiments.hunt.exploration import Exploration
from rulespec.experiments.hunt.habits import HABITS
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.experiments.hunt.roundtrip import RoundTrip, Searching, is_unseen
from rulespec.experiments.hunt.walk import HuntTable, walk
from rulespec.experiments.population import spread
from rulespec.game.api import State
from rulespec.game.history import history, raw_answers
from rulespec.game.pipeline import beneath
from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.source import Span
from rulespec.records.lockstep import Lockstep
from rulespec.wording.amounts import many

ALL_OF, SOME_OF = 36, 4  # all of the first games are searched, later one in four
EARLY = 8  # an early state is one of the first decisions
WANDERING = 3  # in one game in three, longer searches are tried
HABIT = 120  # answers of players who always answer alike
TIMES = {
    2: 9,
    3: 4,
}  # where so many were found: so many times as many games are searched beneath the top layer, so that
# hardly once in a hundred nothing is found there if it is no rarer
ENOUGH = 3  # round trips, of which the shortest is shown
SHORTENING = 30_000  # answers that are tried to shorten a game
LISTED = 6  # choices on the way round that are named


@define(eq=False)
class Endless(Observer):
    """Searches for round trips from states of the games, and from the last states of games with fixed habits."""

    _essences: dict[int, CanonicalStates] = field(init=False, factory=dict)
    _found: list[RoundTrip] = field(init=False, factory=list)
    _games: int = field(init=False, default=0)
    _searched: int = field(init=False, default=0)  # of these
    _unended: bool = field(init=False, default=False)  # whether a random game ended only by the limit of turns
    _begun: set[int] = field(init=False, factory=set)  # the numbers of players whose deal has been searched from

    def explored(self, exploration: Exploration) -> Iterable[Finding]:
        """No finding yet; endless random games make endless games by players more serious."""
        self._unended = self._unended or exploration.tally.limit > 0
        return ()

    def looks(self, played: ObservedGame) -> Iterable[Finding]:
        """The best round trip, once there are enough to choose from."""
        self._games += 1
        limit = self._rules.composed.the(d.Limit).turns
        self._unended = self._unended or (played.habit == ANY and played.states[-1].turns > limit)
        wanted = self._games <= ALL_OF or self._games % SOME_OF == 0
        if wanted and len(self._found) < ENOUGH and not self._budget.is_over:
            self._searched += 1
            self._found += self._trips(played)
            if len(self._found) >= ENOUGH:
                yield self._best()

    def sums_up(self, searched: Searched) -> Iterable[Finding]:
        """The best round trip, if too few were found to choose from before."""
        if 0 < len(self._found) < ENOUGH:
            yield self._best()

    def _best(self) -> Finding:
        trip = min(self._found, key=lambda trip: (trip.unseen, trip.samples, len(trip.way)))
        shown = finding(trip, self._of)
        seldom = trip.samples > 0 and not self._unended
        note, many = shown.note or seldom, min(len(self._found), ENOUGH)
        there = _is_beneath(trip) or _goes_round_beneath(trip, self._of)
        if note and not there and not trip.unseen and many in TIMES:
            note = not self._is_new(TIMES[many])
        return evolve(shown, note=note or there)

    def _is_new(self, times: int) -> bool:
        """True if no round trip is found beneath the top layer, in so many times as many games: the layer made it."""
        base = beneath(self._rules)
        if base is None:
            return False
        tables = [HuntTable(base, players) for players in spread(base.players)]
        there = Endless(base, self._budget)
        for number in range(times * self._searched):
            table, chance = tables[number % len(tables)], Random(f"{self._budget.seed} {number}")
            habit = (ANY, "prolonging")[number // len(tables) % 2]
            start = table.begun(number % table.players, chance)
            there._games += 1
            found = there._trips(table.played(walk(table, HABITS[habit], start, chance), habit, start))
            if self._budget.is_over or any(True for _ in found):
                return False
        return True

    def _trips(self, played: ObservedGame) -> Iterator[RoundTrip]:
        """Round trips from an early and from any state of a game, from the deal, and now and then by other searches."""
        game, seed = self._rules.game(played.players), f"{self._budget.seed} {self._games}"
        search, chance = Searching(self._of(played.players), seed), Random(seed)
        asked = [state for state in played.states if isinstance(state.pending, Decision)]
        first = State.begin(game, int(chance.random() * played.players))
        found = []
        if asked:
            early, late = asked[min(len(asked) - 1, int(chance.random() * EARLY))], chance.choice(asked)
            found += [search.by_choices(early), search.by_choices(late)]
            if self._games % WANDERING == 0:
                found.append(search.on_the_way(late, chance))
        if isinstance(first.pending, Chance) and played.players not in self._begun:
            self._begun.add(played.players)
            found.append(search.however_cards_fall(first, dealt=True))
        if self._games % WANDERING == 1:
            *_, last = _habitual(State.begin(game, first.active, random=chance.random), chance)
            found += [search.by_choices(last), search.on_the_way(last, chance)]
        return (trip for trip in found if trip is not None)

    def _of(self, players: int) -> CanonicalStates:
        if players not in self._essences:
            self._essences[players] = CanonicalStates(self._rules.game(players))
        return self._essences[players]


def _habitual(state: State, chance: Random) -> Iterator[State]:
    """The states of a game of players with a fixed answer to each question, without its end."""
    habits: dict[int, float] = {}
    yield state
    for _ in range(HABIT):
        habit = habits.setdefault(state.pc, chance.choice((0.0, 0.999, chance.random())))
        raws = state.raws
        if not raws or not (after := state.next(raws[int(habit * len(raws))], chance.random)).raws:
            return
        state = after
        yield state


# ---- the finding


def finding(trip: RoundTrip, essences: Callable[[int], CanonicalStates]) -> Finding:
    """A round trip as a finding, with the shortest game found that shows it."""
    trip = _shown(trip, essences)
    return Finding(_told(trip), trip.states[-1], note=trip.unseen or len(_choices(trip)) > LISTED)


def _told(trip: RoundTrip) -> Problem:
    """The problem, placed at a clause that asks on the way, preferably of the top layer."""
    choices = _choices(trip)
    said = f"with {many(trip.state.players, 'player')}, the game can go on forever:"
    if choices:
        said += f" after {', '.join(choices[:LISTED])}{' ...' if choices[LISTED:] else ''} the position repeats"
    else:
        said += " the position repeats without any choice"
    if trip.samples:
        said += f", for every random outcome (tried {trip.samples})"
    elif trip.unseen:
        said += ", if players who cannot see each other's choices choose the same"
    limit = trip.state.rules.composed.the(d.Limit)
    what = f"{said}; only the limit of {limit.turns} turns ends it"
    return problem("W062", _place(trip) or limit.span, what, "change something permanently in each cycle")


def _choices(trip: RoundTrip) -> list[str]:
    """The choices that lead round; if there are many, players must intend it."""
    return [
        f"'{here.seat_name(here.pending.player)}: {here.option(raw).text}'"
        for here, raw in trip.steps
        if isinstance(here.pending, Decision) and len(here.raws) > 1
    ]


def _place(trip: RoundTrip) -> Span | None:
    """A clause that asks on the way; None if there is none."""
    rules, plan = trip.state.rules.resolved, trip.state.game.plan
    asking = [plan.branches[here.pc] for here, _ in trip.steps if isinstance(here.pending, Decision)]
    top = rules.composed.layers[-1].name
    new = [each for each in asking if rules.entry(each.key).changes[-1].layer == top]
    return next((each.statement.span for each in (*reversed(new), *asking)), None)


def _is_beneath(trip: RoundTrip) -> bool:
    """True if the top layer has no part in a round trip: nothing that it changes is done or read on the way."""
    rules, plan = trip.state.rules, trip.state.game.plan
    *beneath, top = rules.composed.layers
    if not beneath or any(isinstance(item, d.Remove) for item in top.tree.items):
        return False
    notes: list[Note] = []
    state = trip.state.within(trip.state.game.played_by(trip.state.game.engine.noting(notes)))
    for raw in trip.way:
        state = state.next(raw)
    ran = {pc for pc, _, _ in notes}
    keys = {key for key, places in plan.blocks.items() if ran.intersection(places)}
    read = rules.resolved.reached(*(rules.resolved.blocks[key] for key in keys))
    keys |= {each.key for each in read if isinstance(each, e.OfValue | e.Fits)}
    keys |= {each.key for each in rules.resolved.of(d.Cards, d.Players)}
    return not keys & rules.composed.changed_on_top


def _goes_round_beneath(trip: RoundTrip, essences: Callable[[int], CanonicalStates]) -> bool:
    """True if the same answers lead round by the rules beneath the top layer, too, from the same table."""
    players, base = trip.state.players, beneath(trip.state.rules)
    laid = None if trip.samples else _laid(trip, essences(players))
    if laid is None or base is None or players not in base.players:
        return False
    step = Lockstep.of(trip.state.game, base.game(players))
    here, position = laid.state, laid.state.position
    zones, variables = step.between.laid(position.zones, position.variables)
    if sum(map(len, zones)) != len(base.game(players).material.cards):
        return False  # some lie where only the top layer has a zone
    there = begun = State.begin(base.game(players), position.active, zones, variables)
    for raw in laid.way:
        if not there.raws or step.one.question(here) != step.other.question(there):
            return False
        try:
            here, there = here.next(raw), there.next(step.counterpart(here, there, raw))
        except LookupError:
            return False
    of = CanonicalStates(base.game(players))
    return of.of(there.position) == of.of(begun.position)


# ---- the shortest game


def _shown(trip: RoundTrip, essences: Callable[[int], CanonicalStates]) -> RoundTrip:
    """The round trip in a short game, which begins with its position if it would be long otherwise."""
    if not trip.samples:
        trip = _shortened(trip, essences)
    if decided(trip.states[-1]) > SHOWN:
        return _laid(trip, essences(trip.state.players)) or trip
    return trip


def _shortened(trip: RoundTrip, essences: Callable[[int], CanonicalStates]) -> RoundTrip:
    """The round trip at the end of the shortest game found that has one."""

    def begun(first: State) -> Circling:
        return Circling(first, essences, trip.unseen)

    end = shortest_attempt(trip.states[-1], begun, effort=SHORTENING).state
    of = essences(end.players)
    last, way = of.of(end.position), list[RawAnswer]()
    for here, raw in reversed([*zip((state for state, _ in history(end)), raw_answers(end), strict=True)]):
        way.append(raw)
        if of.of(here.position) == last:
            return RoundTrip(here, tuple(reversed(way)))
    raise AssertionError  # it was found to come again


@frozen(eq=False)
class Circling:
    """An attempt that fails when a position recurs without a draw in between."""

    state: State
    _essences: Callable[[int], CanonicalStates] = field(repr=False)
    _by_luck: bool = False  # whether players may have to make equal choices unseen
    _seen: frozenset[Position] = field(factory=frozenset, repr=False)

    @property
    def failed(self) -> bool:
        """True if the position has recurred."""
        return bool(self.state.raws) and self._essence in self._seen

    @property
    def _essence(self) -> Position:
        return self._essences(self.state.players).of(self.state.position)

    def after(self, option: Option) -> "Circling":
        """The attempt after an option; draws, and choices that take luck, clear the positions seen."""
        here = self.state
        lucky = isinstance(here.pending, Chance) and len(here.raws) > 1
        lucky = lucky or (not self._by_luck and is_unseen(here))
        return evolve(self, state=here.apply(option), seen=frozenset() if lucky else self._seen | {self._essence})


def _laid(trip: RoundTrip, essences: CanonicalStates) -> RoundTrip | None:
    """The round trip in a game that begins with one of its positions."""
    for at, here in enumerate(trip.states[:-1]):
        position = here.position
        laid = State.begin(here.game, position.active, position.zones, position.variables)
        if laid.raws and essences.of(laid.position) == essences.of(position):
            return evolve(trip, state=laid, way=(*trip.way[at:], *trip.way[:at]))
    return None
