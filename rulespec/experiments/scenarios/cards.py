"""Cards as a scenario names them: by their names, or any copy by what it shows."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rulespec.language.suggest import did_you_mean
from rulespec.rules.material import Material


class CardNames:
    """The cards of a game by name: `low red 2`, and `low red` for all of its copies."""

    def __init__(self, material: Material) -> None:
        self._cards = material.cards
        self._called: dict[str, tuple[int, ...]] = {}
        for number, card in enumerate(material.cards):
            for name in {card.name, " ".join(str(word) for _, word in card.shown)}:
                self._called[name] = (*self._called.get(name, ()), number)
        self._turned: dict[tuple[str, ...], list[str]] = {}  # names by their words in alphabetical order
        for name in self._called:
            self._turned.setdefault(_sorted(name), []).append(name)

    def called(self, name: str) -> tuple[int, ...]:
        """The cards of a name, whose words can be in any order: several if they are copies, none if no card has it."""
        if name not in self._called and len(turned := self._turned.get(_sorted(name), [])) == 1:
            [name] = turned
        return self._called.get(name, ())

    def means(self, said: str, text: str) -> bool:
        """True if a name means a text of the game: it is that text, or the text is a copy of it."""
        return said == text or any(self._cards[card].name == text for card in self.called(said))

    def unmatched(self, said: Iterable[str], texts: Iterable[str]) -> list[str] | None:
        """The texts left over after each name has taken one that it means; None if there is none for a name."""
        left = list(texts)
        for name in said:
            found = next((text for text in left if self.means(name, text)), None)
            if found is None:
                return None
            left.remove(found)
        return left

    def unknown(self, name: str, players: int) -> tuple[str, str]:
        """The message and the remedy for a name that no card has."""
        what = f"unknown card '{name}' with {players} players"
        return what, f"write: {name} cards" if name.isdecimal() else did_you_mean(name, self._called)

    def missing(self, names: Iterable[str], cards: Sequence[int]) -> list[str]:
        """The names for which none of these cards is left, if each card is taken by one name."""
        left, missing = Counter(cards), []
        for name in sorted(names, key=lambda each: len(self.called(each))):  # names of a single card come first
            card = next((card for card in self.called(name) if left[card]), None)
            if card is None:
                missing.append(name)
            else:
                left[card] -= 1
        return missing


def _sorted(name: str) -> tuple[str, ...]:
    return tuple(sorted(name.split()))
