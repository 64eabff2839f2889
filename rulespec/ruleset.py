"""A ruleset that has been read, composed and checked: what games are played by."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, field

from rulespec.game import Game
from rulespec.pending import Atom
from rulespec.rulebook import RuleBook
from rulespec.scenario import lay
from rulespec.state import State


@define(eq=False, repr=False)
class Ruleset(RuleBook):
    """The rules of a game with all their layers; two are equal when all their blocks say the same."""

    _games: dict[int, Game] = field(factory=dict, init=False)

    def game(self, players: int) -> Game:
        """The rules for a number of players: cards, program and names, compiled when they are asked for first."""
        if type(players) is not int or players not in self._games:
            if type(players) is not int or players not in self.players:
                least, most = self.players[0], self.players[-1]
                count = f"{least}" if least == most else f"{least} to {most}"
                raise ValueError(f"{self.name} is for {count} players, not {players!r}")
            self._games[players] = Game(self, players)
        return self._games[players]

    def vocabulary(self, players: int) -> tuple[Atom, ...]:
        """Every atom that an option, or an outcome of chance, can have; finite, and in a fixed order."""
        return self.game(players).vocabulary

    def new_game(self, players: int, first: int = 0) -> State:
        """A game before anything has happened; `first` is the seat that begins."""
        return State.begin(self.game(players), first)

    def begin(self, players: int, first: int, random: Callable[[], float]) -> State:
        """A game after the draws of its beginning, each decided by a number in [0, 1)."""
        return State.begin(self.game(players), first, random=random)

    def at(
        self,
        players: int,
        zones: Mapping[Any, Any] | None = None,
        counters: Mapping[Any, Any] | None = None,
        active: int = 0,
    ) -> State:
        """The beginning of a player's turn in a given position; cards not named lie where set-up begins with them.

        Zones and counters are keyed by name, or by (name, seat); cards are cards or their names. A card in two places,
        or anything unknown, is a `ValueError`.
        """
        game = self.game(players)
        return State.begin(game, active, *lay(game, zones or {}, counters or {}))
