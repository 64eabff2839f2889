"""Noun phrases in their cases, with the agreement of the verb."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Literal

from attrs import evolve, frozen

Case = Literal["nominative", "accusative", "dative", "of"]


class Agreement(IntEnum):
    """The agreement of a verb: one, several, or `you`."""

    ONE = 0
    SEVERAL = 1
    YOU = 2


ONE, SEVERAL, YOU = Agreement.ONE, Agreement.SEVERAL, Agreement.YOU
Gender = Literal["m", "f", "n"]


@frozen
class Phrase:
    """Something named, in its cases; in English all are alike.

    `genitive` is how it stands behind what belongs to it, "" where that takes a `von`, as with a name.
    """

    nominative: str
    accusative: str
    dative: str
    agrees: Agreement = ONE
    gender: Gender = "n"
    genitive: str = ""

    def in_case(self, case: Case) -> str:
        """How it stands in a case; `of` is the genitive, or what stands for it."""
        if case == "of":
            return self.genitive or f"von {self.dative}"
        said: str = getattr(self, case)
        return said

    def changed(self, change: Callable[[str], str]) -> "Phrase":
        """The phrase with something done to each of its cases."""
        cases = (change(each) for each in (self.nominative, self.accusative, self.dative))
        nominative, accusative, dative = cases
        genitive = change(self.genitive) if self.genitive else ""
        return evolve(self, nominative=nominative, accusative=accusative, dative=dative, genitive=genitive)

    def followed_by(self, said: str) -> "Phrase":
        """The phrase with words behind it."""
        return self.changed(lambda each: f"{each}{said}") if said else self


def alike(said: str, agrees: Agreement = ONE, gender: Gender = "n") -> Phrase:
    """A phrase that is the same in each case."""
    return Phrase(said, said, said, agrees, gender)


def listed(phrases: Sequence[Phrase], word: str) -> Phrase:
    """Several things with `and` or `or` before the last."""
    if len(phrases) == 1:
        return phrases[0]

    def joined(case: Case) -> str:
        *some, last = (each.in_case(case) for each in phrases)
        return f"{', '.join(some)} {word} {last}"

    genitive = joined("of") if all(each.genitive for each in phrases) else ""
    return Phrase(joined("nominative"), joined("accusative"), joined("dative"), SEVERAL, genitive=genitive)
