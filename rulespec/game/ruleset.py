"""Rulesets, which programs load; games are planned and played by modules that are imported with the first one."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from rulespec.engine.extension import EXTENSION
from rulespec.language.errors import require_type
from rulespec.language.exports import PublicClass
from rulespec.rules.rulebook import EngineName, RuleBook, possible_budget

if TYPE_CHECKING:
    from rulespec.engine.game import Game
    from rulespec.engine.pending import Atom
    from rulespec.game.api import State


@define(eq=False, repr=False)
class Ruleset(RuleBook, metaclass=PublicClass):
    """The rules of a game with all layers. Rulesets with equal blocks are equal."""

    _internal = "anew asks_openly composed resolved rule_of wanted"
    _games: dict[int, "Game"] = field(factory=dict, init=False)

    def game(self, players: int) -> "Game":
        """The rules compiled for a number of players, cached; raises a `ValueError` if they do not allow it."""
        if type(players) is not int or players not in self._games:
            require_type("players", players, int, "a number of players (an int)")
            if players not in self.players:
                least, most = self.players[0], self.players[-1]
                count = f"{least}" if least == most else f"{least} to {most}"
                raise ValueError(f"{self.name} needs {count} players, not {players!r}")
            from rulespec.engine.game import Game

            self._games[players] = Game(self, players)
        return self._games[players]

    @property
    def engine(self) -> EngineName:
        """The engine that plays the games: "native" (in C) or "python"."""
        return "python" if EXTENSION is None else self.wanted or "native"  # rules come from other machines, too

    def allowing(self, budget: int) -> "Ruleset":
        """The same rules with another budget in steps per question; raises a `ValueError` for an impossible one."""
        return self if budget == self.budget else evolve(self, budget=possible_budget(budget))

    def vocabulary(self, players: int) -> "tuple[Atom, ...]":
        """All atoms of options and random outcomes, in a fixed order."""
        return self.game(players).vocabulary

    def new_game(self, players: int, first: int = 0) -> "State":
        """The initial state, before the first draw; seat `first` begins."""
        from rulespec.game.api import State

        return State.begin(self.game(players), first)

    def begin(self, players: int, first: int, random: Random | Callable[[], float]) -> "State":
        """The state after the initial draws, decided by a `random.Random` or a function returning numbers in [0, 1)."""
        from rulespec.engine.python.randomly import numbers_of
        from rulespec.game.api import State

        return State.begin(self.game(players), first, random=numbers_of(random))

    def at(
        self,
        players: int,
        zones: Mapping[Any, Any] | None = None,
        counters: Mapping[Any, Any] | None = None,
        active: int = 0,
    ) -> "State":
        """The start of a turn of seat `active` in a given position; other cards are where they are before the set-up.

        The keys of zones, counters and notes are a name, (name, seat), (name, word) or (name, seat, word); the values
        are lists of cards or card names, numbers, and words. Raises a `ValueError` for unknown names and for a card in
        two places.
        """
        from rulespec.engine.placement import lay
        from rulespec.game.api import State

        game = self.game(players)
        for name, given in (("zones", zones), ("counters", counters)):
            require_type(name, given or {}, Mapping, "a mapping")
        return State.begin(game, active, *lay(game, zones or {}, counters or {}))
