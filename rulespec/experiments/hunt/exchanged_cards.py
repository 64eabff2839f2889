"""Exchanged positions: cards of a position that games came to change places, and games go on from there.

Each place has as many cards as before, all laws on a single table hold, and nothing ends at once. So a rare deal is
reached step by step, and each step comes nearer to a value that a condition never had. If the game that led to the
position can be played again with the exchanged cards, it is a game like any other; else the finding is only a note.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random

from attrs import define, evolve, field, frozen

from rulespec.engine.game import Variables, Zones
from rulespec.engine.python.closures import closures_of
from rulespec.engine.python.explorer import LEVELS, OUTCOMES, Explorer, led, note_of
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.position import frozen as position_of
from rulespec.engine.python.randomly import Random as Numbers
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.python.values import Values
from rulespec.experiments.explorers import explorer_of
from rulespec.experiments.failures.openings import openings
from rulespec.experiments.hunt.clauses import Clause, clauses, place_of
from rulespec.experiments.hunt.coverage import Coverage
from rulespec.experiments.hunt.exploration import Exploration, laws_of
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.hunt.report import Finding
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.laws import LawWatch
from rulespec.experiments.leaks.answers import same_answers
from rulespec.experiments.leaks.fork import Fork
from rulespec.experiments.leaks.witness import Witness
from rulespec.game.api import Ruleset, State
from rulespec.game.history import beginning, begun, raw_answers
from rulespec.language.errors import Problem
from rulespec.language.tree import declarations as d
from rulespec.plan.plan import Plan

SHARE = 0.05  # of the decisions of a hunt
COUNTED = 20  # decisions that a trial counts as: few are made, but a position has to be laid out for them
ROOTS = 16  # states whose cards are exchanged
LATE = 100  # turns after which a state is too far to be told from its deal
ANSWERS = 8  # that are given from an exchanged position on, at most
WHOSE = 0.75  # of the exchanges are of a card of one player, and so many of these of him for whom it came nearer
HIDDEN = 0.75  # are of cards that not everybody sees
FURTHER = 0.25  # exchange one pair more
MANY = 40  # clauses that are told of
LEAKS = 4  # positions at which leaks are looked for, each so often:
TWINS = 6

UNSEEN = "from a constructed position (cards exchanged; no game found that leads to it)"


@frozen(eq=False)
class Laid:
    """A turn of a game that was played, with some cards exchanged; `instead` has the new card for each card."""

    game: State
    answered: int  # answers of players and of chance before the turn
    before: int  # turns before it
    first: int
    zones: Zones
    variables: Variables
    held: tuple[int, ...]  # the laws that hold there
    instead: Mapping[int, int] = field(factory=dict)
    whose: tuple[int, ...] = ()  # of which players cards are exchanged most
    hidden: bool = True  # whether only such cards were exchanged as not everybody sees

    @property
    def start(self) -> State:
        return State.begin(self.game.game, self.first, self.zones, self.variables)

    def exchanged(self, one: int, other: int, where: Mapping[int, int]) -> "Laid":
        """The same with two cards in each other's place."""
        turn, zones, places = {one: other, other: one}, list(self.zones), self.game.game.material.places
        hidden = not any(places[where[card]].zone.sight.is_public for card in turn)
        for place in (where[one], where[other]):
            cards = tuple([turn.get(card, card) for card in zones[place]])
            zones[place] = cards if places[place].zone.ordered else tuple(sorted(cards))
        stands = {**{card: card for card in turn}, **self.instead}
        instead = {card: turn.get(by, by) for card, by in stands.items()}
        return evolve(self, zones=tuple(zones), instead=instead, hidden=self.hidden and hidden)

    def played(self) -> State | None:
        """The game that leads here: the same answers with the cards exchanged; None where they cannot be given."""
        here = other = beginning(self.game)
        for _, raw in zip(range(self.answered), raw_answers(self.game), strict=False):
            found = same_answers(here, other, raw, dict(self.instead))
            if not found:
                return None
            here, other = here.next(raw), other.next(found[0])
            if (here.pc, here.own) != (other.pc, other.own):
                return None
        there, start = other.position, self.start.position
        alike = (there.zones, there.variables, there.pc, there.own, there.active) == (
            start.zones, start.variables, start.pc, start.own, start.active,
        )  # fmt: skip
        return other if alike and there.direction == start.direction else None


@frozen(eq=False)
class FromExchanged:
    """A state in which something happened, and the exchanged position from which its game went on."""

    laid: Laid
    state: State

    @cached_property
    def led(self) -> State | None:
        """The same state at the end of a game from the deal, where one leads there."""
        here = self.laid.played()
        for raw in raw_answers(self.state) if here is not None else ():
            if here is None or raw not in here.raws:
                return None
            here = here.next(raw)
        return here


@define(eq=False, slots=False)  # without slots for the cached properties
class ExchangedPositions:
    """The finds from exchanged positions, computed on first use; none if games are counted."""

    _rules: Ruleset
    _explorings: Sequence[Exploration]
    _decisions: int
    _budget: HuntBudget

    def holding(self, clause: Clause) -> FromExchanged | None:
        """Where a clause came about."""
        return self._came.get(place_of(clause))

    def broken(self) -> Iterator[tuple[str, FromExchanged]]:
        """The laws that were broken from there, if only hidden cards were exchanged."""
        found = dict[str, FromExchanged]()
        for search in self._searches:
            found = {**search.broken, **found}
        yield from found.items()

    def leaks(self) -> Iterator[Finding]:
        """The leaks found from there."""
        for search in self._searches:
            for problem, state in search.leaks():
                yield Finding(_unseen(problem), state, note=True)

    def unseen(self, law: str, shown: FromExchanged) -> Finding | None:
        """A broken law as a note."""
        watch, laid = LawWatch(shown.state.game, [law]), shown.laid
        here, broken = watch.begin(laid.first, None, laid.zones, laid.variables)
        for raw in raw_answers(shown.state):
            if broken is not None:
                break
            here, broken = watch.apply(here, here.option(raw))
        return None if broken is None else Finding(_unseen(broken.problem), here.within(shown.state.game), note=True)

    @cached_property
    def _searches(self) -> "list[_Search]":
        trials = int(SHARE * self._decisions / COUNTED)
        seed = self._budget.seed
        found = [_Search(each, f"{seed} {each.players} {late}", late) for each in self._explorings for late in (0, 1)]
        for search in found:
            for _ in range(trials // 2):
                if self._budget.is_over:
                    break
                search.tries()
        return found

    @cached_property
    def _came(self) -> dict[object, FromExchanged]:
        found = dict[object, FromExchanged]()
        for search in self._searches:
            for mark, shown in [*search.met.items()][:MANY]:
                for clause in clauses(self._rules, Coverage(self._rules, [search.table_of(mark)])):
                    if clause.times:
                        found.setdefault(place_of(clause), shown)
        return found


@define(eq=False, slots=False)  # without slots for the cached properties
class _Search:
    """Exchanges of cards with one number of players, before the first turn of a game or before a later one."""

    _exploring: Exploration
    _seed: str
    _late: int
    met: dict[int, FromExchanged] = field(init=False, factory=dict)  # what no game did, by its mark
    broken: dict[str, FromExchanged] = field(init=False, factory=dict)
    _chance: Random = field(init=False)
    _nearest: dict[tuple[int, int], tuple[int, Laid]] = field(init=False, factory=dict)  # how near conditions came

    def __attrs_post_init__(self) -> None:
        self._chance = Random(self._seed)
        for about, near, state in self._exploring.nearest(ROOTS):
            for number, each in enumerate(self._turns(state) if state.turns <= LATE else ()):
                self._nearest[about, number] = near if self._late else LEVELS, each

    def _turns(self, state: State) -> Iterator[Laid]:
        """The first turn of a game as it began, or the last two."""
        turns = [*enumerate(openings(state)[1:])]
        for before, opening in turns[-2:] if self._late else turns[:1]:
            laid = begun(opening.state)
            assert laid.zones is not None
            whose = tuple({state.own, laid.first})
            first = Laid(state, opening.answered, before, laid.first, laid.zones, laid.variables, (), whose=whose)
            stood = self._stood(self._machine(first))
            laws = (law for law in self._laws if stood.failing([(law, None, {}, {})]) < 0)
            yield evolve(first, held=tuple(laws))

    @cached_property
    def _laws(self) -> tuple[int, ...]:
        """The laws on a single table."""
        return tuple(number for number, law in enumerate(self._plan.laws) if not law.compares and not law.asks)

    def tries(self) -> None:
        """One exchange, and a game from there."""
        if not self._nearest:
            return
        about = [*self._nearest][self._chance.randrange(len(self._nearest))]
        laid = self._swapped(self._nearest[about][1])
        start = None if laid is None else self._legal(laid)
        if laid is None or start is None:
            return
        how = ANSWERS, ANSWERS, True, True, False
        *_, found, broken = self._made[0].games(start, None, self._numbers, *how)
        left = self._table.rules.composed.the(d.Limit).turns - laid.before
        for snapshot, marks in found:
            for mark in marks if snapshot.turns <= left else ():
                self._meets(mark, laid, snapshot)
        for law, snapshot in broken:
            if laid.hidden and snapshot.turns <= left:
                self.broken.setdefault(self._made[1][law], FromExchanged(laid, State(self._table.game, snapshot)))

    def _meets(self, mark: int, laid: Laid, snapshot: Snapshot) -> None:
        """Keeps events that no game had, and states in which a condition came at least as near as in any game."""
        about, near = self._exploring.about(mark)
        if about is None:
            if mark < len(self._plan.code) * OUTCOMES and not self._exploring.count(mark):
                self.met.setdefault(mark, FromExchanged(laid, State(self._table.game, snapshot)))
            return
        least, _ = self._nearest.get((about, 0), (0, None))
        if near < least:
            self._nearest[about, 0] = near, evolve(laid, whose=tuple({snapshot.own, laid.first}))
            self._nearest.pop((about, 1), None)

    def table_of(self, mark: int) -> HuntTable:
        """A table at which only this has happened."""
        table = HuntTable(self._exploring.table.rules, self._exploring.players)
        note = note_of(mark, led(self._plan))
        for each in () if note is None else table.read(note):
            table.counts[each] += 1
        return table

    # ---- exchanging

    def _swapped(self, laid: Laid) -> Laid | None:
        """The same with one pair of cards exchanged or some more; None where none can be."""
        found: Laid | None = None
        hidden = self._chance.random() < HIDDEN
        while found is None or self._chance.random() < FURTHER:
            pair = self._pair(found or laid, hidden)
            if pair is None:
                break
            found = (found or laid).exchanged(*pair)
        return found

    def _pair(self, laid: Laid, hidden: bool) -> tuple[int, int, dict[int, int]] | None:
        places, chance = self._table.game.material.places, self._chance
        open_to = [not hidden or not place.zone.sight.is_public for place in places]
        where = {card: place for place, cards in enumerate(laid.zones) if open_to[place] for card in cards}
        seats = laid.whose if chance.random() < WHOSE else range(self._exploring.players)
        whose = seats[chance.randrange(len(seats))]
        his = [card for card, place in where.items() if places[place].owner == whose]
        some = his if his and chance.random() < WHOSE else [*where]
        if not some:
            return None
        one = some[chance.randrange(len(some))]
        others = [each for each in where if where[each] != where[one] and self._may_lie(one, each, where)]
        return (one, others[chance.randrange(len(others))], where) if others else None

    def _may_lie(self, one: int, other: int, where: Mapping[int, int]) -> bool:
        """True if such cards as these were seen where the other lies."""
        places = self._table.game.material.places
        pairs = ((self._sorts[card], places[where[by]].zone.name) for card, by in ((one, other), (other, one)))
        return all(pair in self._seen for pair in pairs)

    @cached_property
    def _sorts(self) -> list[object]:
        """Cards declared together: they begin in the same zone and show words of the same lists."""
        material = self._table.game.material
        return [
            (material.places[place].name, tuple(name for name, _ in card.shown))
            for card, place in zip(material.cards, material.start, strict=True)
        ]

    @cached_property
    def _seen(self) -> frozenset[tuple[object, str]]:
        """In which zones cards of each sort were seen."""
        places, found = self._table.game.material.places, set[tuple[object, str]]()
        for snapshot in self._exploring.kept:
            found.update((self._sorts[card], places[place].name) for card, place in enumerate(snapshot.where))
        return frozenset(found)

    def _legal(self, laid: Laid) -> Snapshot | None:
        """Where the turn begins, if the laws hold and nothing ends there."""
        mc = self._machine(laid)
        dirty, stood = mc.dirty, self._stood(mc)
        if stood.failing([(law, None, {}, {}) for law in laid.held]) >= 0 or self._check(mc):
            return None
        mc.dirty, mc.own = dirty, laid.first
        return self._table.game.engine.begin(mc, self._plan.turn)

    def _machine(self, laid: Laid) -> Machine:
        return self._table.game.opening(laid.first, laid.zones, laid.variables)[0]

    def _stood(self, mc: Machine) -> Snapshot:
        return self._table.game.engine.stand(position_of(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty)

    # ---- leaks

    def leaks(self) -> Iterator[tuple[Problem, State]]:
        """Finds a leak between two exchanged positions, on the way to an event that no game had."""
        for shown in [*self.met.values()][:LEAKS]:
            if not shown.laid.hidden:
                continue
            for _ in range(TWINS):
                pair = self._pair(shown.laid, hidden=True)
                beside = None if pair is None else shown.laid.exchanged(*pair)
                if pair is None or beside is None or self._legal(beside) is None:
                    continue
                one, other, where = pair
                seats = [Witness(self._table.game.program, seat) for seat in range(self._exploring.players)]
                unsure = tuple(each for each in seats if not (each.sees(where[one]) or each.sees(where[other])))
                fork = Fork(shown.laid.start, beside.start, (one, other), unsure, again=True)
                leak = fork.worlds(lambda many: self._chance.randrange(many), towards=shown.state).leak(ANSWERS)
                if leak is not None:
                    yield leak.problem, leak.worlds[0]
                    break

    # ---- what plays

    @cached_property
    def _table(self) -> HuntTable:
        known = self._exploring.table
        return HuntTable(known.rules, known.players, known.without | self._exploring.broken.keys())

    @property
    def _plan(self) -> Plan:
        return self._table.game.plan

    @cached_property
    def _made(self) -> tuple[Explorer, dict[int, str]]:
        made = explorer_of(self._table.game, laws_of(self._table))
        assert made is not None  # as this engine has explored already
        return made

    @cached_property
    def _check(self) -> Callable[[Machine], int]:
        return closures_of(self._plan, Values(self._plan)).check

    @cached_property
    def _numbers(self) -> Numbers:
        return self._table.game.engine.numbers(self._chance.getrandbits(64))


def _unseen(problem: Problem) -> Problem:
    return evolve(problem, message=f"{UNSEEN}: {problem.message}")
