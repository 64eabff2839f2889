"""Cards as a scenario calls them: by their names, or any copy by what it shows."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rulespec.language.suggest import did_you_mean
from rulespec.material import Material


class CardNames:
    """The cards of a game by what they are called: `low red 2`, and `low red` for each copy of it."""

    def __init__(self, material: Material) -> None:
        self._cards = material.cards
        self._called: dict[str, tuple[int, ...]] = {}
        for number, card in enumerate(material.cards):
            for name in {card.name, " ".join(str(word) for _, word in card.shown)}:
                self._called[name] = (*self._called.get(name, ()), number)

    def called(self, name: str) -> tuple[int, ...]:
        """The cards that are called so: several if they are copies, none if there is no such card."""
        return self._called.get(name, ())

    def unknown(self, name: str, players: int) -> tuple[str, str]:
        """What is wrong with a name that no card has, and a remedy."""
        what = f"with {players} players there is no card '{name}'"
        return what, f"write: {name} cards" if name.isdecimal() else did_you_mean(name, self._called)

    def missing(self, names: Iterable[str], cards: Sequence[int]) -> list[str]:
        """The names that none of these cards is left for, if each card has one name."""
        left, missing = Counter(cards), []
        for name in sorted(names, key=lambda each: len(self.called(each))):  # what can only be one card comes first
            card = next((card for card in self.called(name) if left[card]), None)
            if card is None:
                missing.append(name)
            else:
                left[card] -= 1
        return missing
