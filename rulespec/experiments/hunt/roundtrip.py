"""Round trips: from a state, answers that lead back to where the game can go on just as it could before.

The players are taken to agree; chance is not. A way home by choices alone is searched for among the answers that lead
nearest to home first. Where a card is drawn on the way, it counts only if there is one however the cards fall: then it
is searched for from each of several draws, and no player knows the draw beforehand.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from random import Random
from typing import TypeAlias

from attrs import define, field, frozen

from rulespec.engine.events.log import events
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.position import Position
from rulespec.engine.python.program import ChanceNode
from rulespec.experiments.hunt.canonical_state import CanonicalStates
from rulespec.game.api import State
from rulespec.game.history import moves_among
from rulespec.plan.nodes import instructions as i
from rulespec.plan.plan import Plan

RawAnswers: TypeAlias = tuple[RawAnswer, ...]

NODES = 100  # answers tried from one draw to the next; a search that found no way home by then rarely finds one
OPTIONS = 40  # answers tried at one place, so that a choice among hundreds does not use up the nodes
SAMPLES = 12  # outcomes of a draw that must all lead back: a draw that does so by chance half the time passes 1 in 4096
DRAWS = 60  # on one way: about as many as a deck has cards, so that each can come round again
ROUNDS = 40  # random rounds from a deal, of which the first that is dealt again counts
ROUND = 150  # answers and draws of such a round; a longer one is given up


@frozen(eq=False)
class RoundTrip:
    """Answers after which a state recurs, apart from parts that no longer matter.

    With `samples`, so many draws were tried where chance decides on the way, and each of them led back.
    """

    state: State
    way: RawAnswers
    samples: int = 0

    @property
    def states(self) -> tuple[State, ...]:
        """The states on the way, from the first to the one in which it comes again."""
        found = [self.state]
        for raw in self.way:
            found.append(found[-1].next(raw))
        return tuple(found)

    @property
    def steps(self) -> Iterator[tuple[State, RawAnswer]]:
        """The states on the way, each with the answer there."""
        return zip(self.states, self.way, strict=False)

    @property
    def unseen(self) -> bool:
        """True if players who cannot communicate have to choose alike, which takes luck."""
        return any(is_unseen(state) for state, _ in self.steps)


def is_draw(state: State) -> bool:
    """True if a state waits for chance; it does not compute options."""
    return isinstance(state.game.asks.get(state.pc), ChanceNode)


def is_unseen(state: State) -> bool:
    """True if a player chooses without knowing the simultaneous choices of others."""
    return len(state.raws) > 1 and state.pc in unseen(state.game.plan)


@cache
def unseen(plan: Plan) -> frozenset[int]:
    """The places where players are asked at the same time as others."""
    found, asked, others = set[int](), set[int](), False
    for pc, instruction in enumerate(plan.code):
        match instruction:
            case i.TogetherBegins():
                asked, others = set(), False
            case i.EachBegins():
                others = True
            case i.Ask() | i.AskPart() | i.AskWhether():
                asked.add(pc)
            case i.TogetherEnds():
                found |= asked if others else set()
    return frozenset(found)


@frozen(eq=False)
class _Node:
    """A state that was met on a search, and the way there."""

    state: State
    essence: Position
    way: RawAnswers
    before: "_Node | None" = None
    known: bool = False  # whether its essence had been met before

    def earlier(self) -> "_Node | None":
        """The node on the way to this one that has the same essence."""
        node = self.before
        while node is not None and node.essence != self.essence:
            node = node.before
        return node


@define(eq=False)
class Searching:
    """Searches for round trips of one game; `tried` counts the answers."""

    essences: CanonicalStates
    seed: object
    tried: int = field(default=0, init=False)

    def by_choices(self, state: State) -> RoundTrip | None:
        """A round trip without a draw that begins at a state, or at one that is met on the way.

        One that takes no luck among players who choose unseen is better than another.
        """
        lucky = None
        for node in self._explore(state, self._essence(state), NODES):
            again = node.earlier() if node.known else None
            if again is not None:
                trip = RoundTrip(again.state, node.way[len(again.way) :])
                if not trip.unseen:
                    return trip
                lucky = lucky or trip
        return lucky

    def on_the_way(self, state: State, chance: Random) -> RoundTrip | None:
        """A round trip on the way of players who go on from a state and keep as near to it as they can."""
        home, draws = self._essence(state), set[Position]()
        for _ in range(DRAWS):
            if is_draw(state):
                essence = self._essence(state)
                if essence in draws:
                    return self.however_cards_fall(state)
                draws.add(essence)
                state = self._drawn(state, chance)
            best = self._nearest(state, home, chance)
            if best is None:
                return None
            state = best
        return self.by_choices(state)

    def however_cards_fall(self, state: State, *, dealt: bool = False) -> RoundTrip | None:
        """A round trip that begins with a draw, if there is a way back from each of several outcomes.

        Where it begins with a deal, whole rounds are tried.
        """
        ways = []
        for sample in range(SAMPLES):
            chance = Random(f"{self.seed} {sample}")
            rounds = ROUNDS if sample == 0 else 8 * ROUNDS  # where there is one way back, it is worth a longer search
            way = self._around(state, chance, rounds) if dealt else self._home(state, chance)
            if way is None:
                return None
            ways.append(way)
        return RoundTrip(state, min(ways, key=len), SAMPLES)

    def _essence(self, state: State) -> Position:
        return self.essences.of(state.position)

    # ---- by choices alone

    def _explore(self, state: State, home: Position, nodes: int) -> Iterator[_Node]:
        """The states that can be reached without a draw, those nearest to home first."""
        first, seen, number = _Node(state, self._essence(state), ()), set[Position](), 0
        seen.add(first.essence)
        waiting, until = [(0, 0, 0, first)], self.tried + nodes
        while waiting and self.tried < until:
            _, _, _, node = heappop(waiting)
            for raw in _some(node.state.raws):
                child = self._after(node, raw, seen)
                if child is None:
                    continue
                yield child
                if not child.known and not is_draw(child.state):
                    number += 1
                    heappush(waiting, (distance(child.essence, home), len(child.way), number, child))

    def _after(self, node: _Node, raw: RawAnswer, seen: set[Position]) -> _Node | None:
        """The node after an answer and the draws that have only one outcome; None where the game is over."""
        state, way = node.state.next(raw), (*node.way, raw)
        self.tried += 1
        while is_draw(state) and len(state.raws) == 1:
            way = (*way, state.raws[0])
            state = state.next(way[-1])
        if not state.raws:
            return None
        essence = self._essence(state)
        known = essence in seen
        seen.add(essence)
        return _Node(state, essence, way, node, known)

    # ---- however the cards fall

    def _home(self, state: State, chance: Random) -> RawAnswers | None:
        """A way back to a draw, without knowledge of the draw."""
        home, way = self._essence(state), RawAnswers()
        for _ in range(DRAWS):
            drawn, nodes = self._drawn(state, chance), NODES // 4 if way else NODES
            way = (*way, *self._answered(state, drawn))
            leaves = list[tuple[int, _Node]]()
            for node in self._explore(drawn, home, nodes):
                if node.essence == home:
                    return (*way, *node.way)
                if is_draw(node.state):
                    leaves.append((distance(node.essence, home), node))
            if not leaves:
                return None
            _, leaf = min(leaves, key=lambda each: each[0])
            way, state = (*way, *leaf.way), leaf.state
        return None

    def _around(self, state: State, chance: Random, rounds: int) -> RawAnswers | None:
        """A way back to a deal by any answers, which all lead to the same layout of cards."""
        home, lying = self._essence(state), defaultdict[RawAnswer, float](chance.random)
        for _ in range(rounds):
            here, way = state, RawAnswers()
            while here.raws and len(way) < ROUND:
                raws = here.raws
                way = (*way, min(raws, key=lying.__getitem__) if is_draw(here) else chance.choice(raws))
                self.tried += 1
                here = here.next(way[-1])
                if is_draw(here) and self._essence(here) == home:
                    return way
        return None

    def _drawn(self, state: State, chance: Random) -> State:
        """The state after a draw and those that follow it."""
        while is_draw(state):
            self.tried += 1
            state = state.next(state.raws[int(chance.random() * len(state.raws))])
        return state

    def _answered(self, before: State, after: State) -> RawAnswers:
        """The answers between two states."""
        told = events(after.raw_log, before.raw_log)
        return tuple([raw for _, _, raw in moves_among(told, after.game.program)])

    def _nearest(self, state: State, home: Position, chance: Random) -> State | None:
        """The state after the answers with which players keep near to a position, up to the next draw."""
        for _ in range(NODES):
            raws = state.raws
            after = [state.next(raw) for raw in chance.sample(raws, min(len(raws), OPTIONS))]
            self.tried += len(after)
            going = [each for each in after if each.raws]
            if not going:
                return None
            state = min(going, key=lambda each: distance(self._essence(each), home))
            if is_draw(state):
                return state
        return state


def _some(raws: tuple[RawAnswer, ...]) -> tuple[RawAnswer, ...]:
    """The answers that are tried; to decline, if one can, is the last."""
    step = -(-len(raws) // OPTIONS)
    return raws if step < 2 else (*raws[:-1:step], raws[-1])


def distance(one: Position, other: Position) -> int:
    """The number of cards in other places, and of other differences."""
    cards = sum(len(set(a) ^ set(b)) or 1 for a, b in zip(one.zones, other.zones, strict=True) if a != b)
    numbers = sum(a != b for a, b in zip(one.variables, other.variables, strict=False))
    course = (one.active != other.active) + (one.own != other.own) + (one.pc != other.pc)
    return cards + 2 * numbers + course
