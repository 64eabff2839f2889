"""Kinds of values: numbers, words of a list, players, cards, sets of them, and sets of sets of cards."""

from typing import Literal

from attrs import evolve, frozen


@frozen
class Kind:
    """What sort of thing an expression names; `list` is the vocabulary of a word."""

    name: Literal["number", "word", "player", "card", "set", "none", "game"]
    many: bool = False
    list: str | None = None

    @property
    def one(self) -> "Kind":
        """The kind of a member; of sets of cards, that is a set of cards."""
        return CARDS if self.name == "set" else evolve(self, many=False)

    @property
    def set(self) -> "Kind":
        return evolve(self, many=True)

    def fits(self, wanted: "Kind") -> bool:
        """Whether a value of this kind can stand where another kind is wanted; one thing may stand for a set."""
        if self.name == "none":
            return not wanted.many
        return (self.name, self.list) == (wanted.name, wanted.list) and (wanted.many or not self.many)

    def __str__(self) -> str:
        if self.name == "word":
            return f"words of '{self.list}'" if self.many else f"a word of '{self.list}'"
        if self.name == "none":
            return "none"
        if self.name == "game":
            return "the game"
        if self.name == "set":
            return "sets of cards"
        return f"{self.name}s" if self.many else f"a {self.name}"


NUMBER = Kind("number")
NUMBERS = Kind("number", many=True)
PLAYER = Kind("player")
PLAYERS = Kind("player", many=True)
CARD = Kind("card")
CARDS = Kind("card", many=True)
SETS = Kind("set", many=True)  # each member of which is a set of cards
NONE = Kind("none")
GAME = Kind("game")


def word_of(list_: str) -> Kind:
    return Kind("word", list=list_)
