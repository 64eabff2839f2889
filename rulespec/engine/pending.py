"""What a state waits for: a decision of a player, chance, or nothing more."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any, overload

from attrs import field, frozen

from rulespec.engine.extension import EXTENSION
from rulespec.language.errors import require_type
from rulespec.language.exports import PublicClass
from rulespec.rules.material import Card

Atom = Card | int | str | bool


@lru_cache(maxsize=1024)
def _share(count: int) -> Fraction:
    return Fraction(1, count)


if TYPE_CHECKING or EXTENSION is None:
    _Decision = object

    class _Option:
        __slots__ = ("_hash",)
        atoms: tuple[Atom, ...]
        text: str
        _hash: int

        def __hash__(self) -> int:
            try:
                return self._hash
            except AttributeError:
                object.__setattr__(self, "_hash", hash((self.atoms, self.text)))
                return self._hash

    class _Chance:
        __slots__ = ()
        options: "tuple[Option, ...]"

        @property
        def outcomes(self) -> "Outcomes":
            return Outcomes(self.options, _share(len(self.options)))

    class _Outcomes:
        __slots__ = ()
        options: "tuple[Option, ...]"
        share: Fraction

        def __len__(self) -> int:
            return len(self.options)

        def __iter__(self) -> "Iterator[tuple[Option, Fraction]]":
            return zip(self.options, repeat(self.share))

        @overload
        def __getitem__(self, at: int) -> "tuple[Option, Fraction]": ...
        @overload
        def __getitem__(self, at: slice) -> "Outcomes": ...
        def __getitem__(self, at: int | slice) -> "tuple[Option, Fraction] | Outcomes":
            found = self.options[at]
            return Outcomes(found, self.share) if isinstance(found, tuple) else (found, self.share)

else:  # the same, for speed: what an option says, and what chance can come to, is found out once somebody asks
    _Option, _Decision = EXTENSION.Option, EXTENSION.Decision
    _Chance, _Outcomes = EXTENSION.Chance, EXTENSION.Outcomes


@frozen
class Option(_Option, metaclass=PublicClass):
    """An answer: its atoms (none for declining), a text unique among the options, and by `str` a sentence.

    `names` are the names that the answer binds: one for all atoms, or one for each.
    """

    _internal = "raw"
    atoms: tuple[Atom, ...]
    text: str
    names: tuple[str, ...] = field(default=(), eq=False, repr=False)
    raw: Any = field(default=None, eq=False, repr=False)  # the answer in the engine's numbers

    __hash__ = _Option.__hash__

    def __str__(self) -> str:
        if not self.atoms or not self.names:
            return self.text.strip("()")
        texts = self.text.split(", ")
        if len(self.names) == 1:
            return f"choose {' and '.join(texts)} as {self.names[0]}"
        pairs = zip(texts, self.names, strict=False)
        return "choose " + " and ".join(f"{text} as {name}" for text, name in pairs)


@frozen
class Decision(_Decision, metaclass=PublicClass):
    """A player has to choose; `block` is the key of the asking block, `binds` the names for the answer."""

    player: int
    prompt: str
    options: tuple[Option, ...] = field(repr=False)
    block: str = ""
    binds: tuple[str, ...] = ()

    def next_atoms(self, so_far: tuple[Atom, ...] = ()) -> tuple[Atom, ...]:
        """The atoms that can follow `so_far`, the first atoms of an option."""
        require_type("so_far", so_far, tuple, "a tuple of atoms")
        size = len(so_far)
        fitting = (each.atoms for each in self.options if len(each.atoms) > size and each.atoms[:size] == so_far)
        return tuple(dict.fromkeys(atoms[size] for atoms in fitting))

    def whole(self, so_far: tuple[Atom, ...] = ()) -> tuple[Option, ...]:
        """The options with exactly these atoms: at most one, or two for (): declining and an empty set."""
        require_type("so_far", so_far, tuple, "a tuple of atoms")
        return tuple([each for each in self.options if each.atoms == so_far])


@frozen
class Chance(_Chance, metaclass=PublicClass):
    """A random draw is due; `outcomes` are pairs of an option and its probability (a `Fraction`)."""

    prompt: str
    options: tuple[Option, ...] = field(repr=False)
    binds: tuple[str, ...] = ()  # the names that the outcome gets; a drawn card has none


@frozen
class Outcomes(_Outcomes, Sequence[tuple[Option, Fraction]]):
    """Equally likely options with their probability, as a lazy sequence of pairs."""

    options: tuple[Option, ...] = field(repr=False)
    share: Fraction


if EXTENSION is not None:
    EXTENSION.outcomes(Outcomes, _share)


@frozen
class Over(metaclass=PublicClass):
    """The game has ended: `returns` has a `Fraction` for each seat, `winners` are the winning seats."""

    _internal = "told"
    returns: tuple[Fraction, ...]
    winners: tuple[int, ...]

    def told(self, names: Sequence[str]) -> str:
        """The result in words, with the names of the seats."""
        winners = [names[seat] for seat in self.winners]
        said = "nobody wins" if not winners else f"{winners[0]} wins"
        if len(winners) > 1:
            said = f"{', '.join(winners[:-1])} and {winners[-1]} win"
        return f"{said}: {', '.join(map(str, self.returns))}"
