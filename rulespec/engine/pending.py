"""What a state waits for: a decision of a player, chance, or nothing more."""

from fractions import Fraction

from attrs import field, frozen

from rulespec.engine.material import Card

Atom = Card | int | str | bool


@frozen(cache_hash=True)
class Option:
    """One answer: its atoms, a text that a record can hold, and (by `str`) a sentence. Declining has no atoms."""

    atoms: tuple[Atom, ...]
    text: str
    sentence: str = field(eq=False, repr=False)

    def __str__(self) -> str:
        return self.sentence


@frozen
class Decision:
    """A player is asked; `block` is the block that asks, `binds` the names that his answer will have."""

    player: int
    prompt: str
    options: tuple[Option, ...] = field(repr=False)
    block: str = ""
    binds: tuple[str, ...] = ()

    def next_atoms(self, so_far: tuple[Atom, ...] = ()) -> tuple[Atom, ...]:
        """The atoms that can follow the first ones of an option: a compound answer, asked atom by atom."""
        size = len(so_far)
        fitting = (each.atoms for each in self.options if len(each.atoms) > size and each.atoms[:size] == so_far)
        return tuple(dict.fromkeys(atoms[size] for atoms in fitting))


@frozen
class Chance:
    """A card is drawn by chance; `outcomes` pairs each possibility with its probability."""

    prompt: str
    options: tuple[Option, ...] = field(repr=False)

    @property
    def outcomes(self) -> tuple[tuple[Option, Fraction], ...]:
        share = Fraction(1, len(self.options))
        return tuple((option, share) for option in self.options)


@frozen
class Over:
    """The game has ended; `returns` has what each seat gets, `winners` the seats that won."""

    returns: tuple[Fraction, ...]
    winners: tuple[int, ...]
