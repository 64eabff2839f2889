"""Coupling: keys for common random numbers, hashed from original names, so that variants of rules share them."""

from collections import Counter
from functools import cached_property
from typing import assert_never

from attrs import define

from rulespec.engine.game import Game
from rulespec.engine.options import Site
from rulespec.engine.python.coupled import CoupledQuestion, Keys, hashed
from rulespec.engine.python.program import Asking
from rulespec.language.tree.kinds import Kind
from rulespec.records.lockstep.renamings import first_names
from rulespec.rules.material import Place


def keys_of(game: Game) -> Keys:
    """The keys of a game, cached with its program."""
    made = game.program.made
    if _MADE not in made:
        made[_MADE] = _Called(game).keys()
    found: Keys = made[_MADE]
    return found


_MADE = "keys"


@define(slots=False)
class _Called:
    """The hashes of the things in a game by their names."""

    game: Game

    def keys(self) -> Keys:
        game = self.game
        places = tuple([hashed(self._place(each)) for each in game.material.places])
        answers = {pc: ask for pc, ask in game.asks.items() if isinstance(ask, Asking) or ask.site.names}  # no draws
        asks = {pc: self._question(ask.site) for pc, ask in answers.items()}
        return Keys(places, self._cards, asks, len(game.plan.code))

    def _place(self, place: Place) -> str:
        called, owner, *word = place.where
        return " ".join(["zone", self._name(called), str(owner), *(self._name(str(each)) for each in word)])

    def _name(self, name: str) -> str:
        return self._firsts.get(name, name)

    @cached_property
    def _firsts(self) -> dict[str, str]:
        return first_names(self.game.rules)

    @cached_property
    def _cards(self) -> tuple[int, ...]:
        """The hash of each card, by the words that it shows and the number of the copy."""
        copies, cards = Counter[str](), []
        for card in self.game.material.cards:
            words = " ".join(sorted([self._name(str(word)) for _, word in card.shown]))
            copies[words] += 1
            cards.append(hashed(f"card {words} {copies[words]}"))
        return tuple(cards)

    def _question(self, site: Site) -> CoupledQuestion:
        kind, _, name = self.game.plan.origins[site.origin].block.rpartition(" ")
        names = [hashed(f"name {each}") for each in site.names]
        values = [self._values(each) for each in site.kinds]
        return CoupledQuestion(hashed(f"{kind} {self._name(name)}"), tuple(names), tuple(values))

    def _values(self, kind: Kind) -> tuple[int, ...] | None:
        """The hashes of the values of a kind; None for numbers and seats, which need none."""
        match kind.name:
            case "card":
                return self._cards
            case "word":
                words = self.game.material.words(str(kind.list))
                return tuple([hashed(f"word {self._name(each)}") for each in words])
            case "number" | "player" | "set" | "none" | "game":
                return None
            case _:
                assert_never(kind.name)
