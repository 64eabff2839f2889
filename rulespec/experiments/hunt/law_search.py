"""Laws that are broken late or rarely: a best-first search from the states nearest to a breach."""

from collections.abc import Collection, Iterator
from itertools import cycle
from random import Random

from attrs import define, field

from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.laws import FAR, LawWatch, nearness
from rulespec.experiments.population import spread
from rulespec.game.api import Ruleset, State

ANSWERS = 400  # answers for each game of the budget, for the laws of the top layer
BENEATH = 100  # the same for the laws of the layers below
KEPT = 12  # states kept at each distance
PATIENCE = 60  # answers without getting nearer, after which a game is left
TASTE = 400  # answers after which a law whose distance never changes is given up
ANEW = 4000  # answers after which the search restarts, as it may be in a dead end


def broken_by_nearing(rules: Ruleset, budget: HuntBudget, known: Collection[str]) -> Iterator[tuple[str, State]]:
    """Each law, besides those `known` to be broken, that the search breaks, with a state whose history breaks it.

    Laws that compare with an earlier moment are left out: how near they are depends on a table that the next step
    changes.
    """
    plan, new = rules.game(rules.players[0]).plan, rules.composed.changed_on_top
    distant = [key for key, law in zip(plan.named_laws, plan.laws, strict=True) if not law.compares]
    laws = [key for key in distant if key not in known]
    for mine, answers in ((True, ANSWERS), (False, BENEATH)):
        group = [key for key in laws if (key in new) is mine]
        for key in group:
            found = _broken(rules, key, answers * budget.effort // len(group), budget)
            if found is not None:
                yield key, found


def _broken(rules: Ruleset, law: str, effort: int, budget: HuntBudget) -> State | None:
    """A game that breaks a law; every other game has the number of players with which it came nearest."""
    tables = [Nearing(rules, players, law, f"{budget.seed} {law} {players}") for players in spread(rules.players)]
    for each in cycle([False, True]):
        hopeful = [table for table in tables if not table.is_hopeless]
        if not hopeful or budget.is_over or sum(table.answered for table in tables) >= effort:
            return None
        table = min(hopeful, key=lambda one: (one.nearest if each else 0, one.answered))
        found = table.game()
        if found is not None:
            return found
    raise AssertionError  # a cycle has no end


@define(eq=False)
class _Place:
    """A state to go on from, with the number of games that did and of those that came nearer."""

    state: State
    tried: int = 0
    nearer: int = 0

    @property
    def promise(self) -> float:
        return (self.nearer + 1) / (self.tried + 2)


@define(eq=False)
class Nearing:
    """A search with one number of players for a game that breaks a law.

    States that are nearer to a breach than those before them are kept by their distance, and games go on from there: so
    a breach in ten steps, each of them likely, is found step by step.
    """

    rules: Ruleset
    players: int
    law: str
    seed: str
    answered: int = field(default=0, init=False)
    _kept: dict[int, list[_Place]] = field(init=False, factory=dict)
    nearest: int = field(init=False, default=FAR)
    _dropped: int = field(init=False, default=0)  # how often
    _watch: LawWatch = field(init=False)
    _chance: Random = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._watch, self._chance = LawWatch(self.rules.game(self.players), [self.law]), Random(self.seed)

    @property
    def is_hopeless(self) -> bool:
        """True if the distance has never changed."""
        return TASTE < self.answered < ANEW and len(self._kept) < 2

    def game(self) -> State | None:
        """One game, from the deal or from a kept state; its last state if it breaks the law, else None."""
        if self.answered // ANEW > self._dropped:
            self._dropped += 1
            self._kept.clear()
        place = self._place()
        if place is None:
            self.answered += 1  # in case nobody is ever asked
            state, broken = self._watch.begin(int(self._chance.random() * self.players), self._chance.random)
            if broken is not None:
                return state
            self._keep(_Place(state), self._distance(state))
            return self._on(_Place(state))
        place.tried += 1
        return self._on(place)

    def _on(self, place: _Place) -> State | None:
        """The rest of a game from a place, until it breaks the law or has not come nearer for a while."""
        state, nearest, patience = place.state, self._distance(place.state), PATIENCE
        while (raws := state.raws) and patience:
            option = state.option(raws[int(self._chance.random() * len(raws))])
            state, broken = self._watch.apply(state, option, self._chance.random)
            self.answered += 1
            if broken is not None:
                return state
            distance, patience = self._distance(state), patience - 1
            if distance < nearest:
                place.nearer += 1
                nearest, patience, place = distance, PATIENCE, _Place(state)
                self._keep(place, distance)
                place.tried += 1
        return None

    def _place(self) -> _Place | None:
        """Where to go on: probably at a small distance, now and then at the deal (None)."""
        for distance in sorted(self._kept):
            if self._chance.random() < 0.5:
                return max(self._kept[distance], key=lambda place: place.promise * self._chance.random())
        return None

    def _keep(self, place: _Place, distance: int) -> None:
        """Keeps the most promising places at each distance."""
        if place.state.raws:
            kept = self._kept.setdefault(distance, [])
            if len(kept) == KEPT:
                kept.remove(min(kept, key=lambda each: each.promise))
            kept.append(place)

    def _distance(self, state: State) -> int:
        distance = nearness(self._watch.game, self.law, state.snapshot)
        self.nearest = min(self.nearest, distance)
        return distance
