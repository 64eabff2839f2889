"""The keys of a game, hashed from what things were called at first, which is the same in all variants."""

from collections import Counter
from functools import cached_property
from typing import assert_never

from attrs import define

from rulespec.game import Game
from rulespec.lockstep.words import first_names
from rulespec.plan.options import Site
from rulespec.run.coupled import CoupledQuestion, Keys, hashed
from rulespec.run.program import Asking
from rulespec.tree.kinds import Kind


def keys_of(game: Game) -> Keys:
    """The keys of a game, hashed once."""
    made = game.program.made
    if _MADE not in made:
        made[_MADE] = _Called(game).keys()
    found: Keys = made[_MADE]
    return found


_MADE = "keys"


@define(slots=False)
class _Called:
    """Numbers for what there is in a game, by what it is called."""

    game: Game

    def keys(self) -> Keys:
        game, name = self.game, self._name
        places = tuple([hashed(f"zone {name(each.zone.name)} {each.owner}") for each in game.material.places])
        asks = {pc: self._question(ask.site) for pc, ask in game.asks.items() if isinstance(ask, Asking)}
        return Keys(places, self._cards, asks, len(game.plan.code))

    def _name(self, name: str) -> str:
        return self._firsts.get(name, name)

    @cached_property
    def _firsts(self) -> dict[str, str]:
        return first_names(self.game.rules)

    @cached_property
    def _cards(self) -> tuple[int, ...]:
        """By what they show, and of those that show the same by which copy they are."""
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
        """Numbers for what can be chosen; None where those are numbers or seats themselves."""
        match kind.name:
            case "card":
                return self._cards
            case "word":
                words = self.game.material.words(str(kind.list))
                return tuple([hashed(f"word {self._name(each)}") for each in words])
            case "number" | "player" | "none" | "game":
                return None
            case _:
                assert_never(kind.name)
