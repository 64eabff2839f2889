"""What is named in a sentence: a noun phrase in its cases, and the verb that goes with it."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Literal

from attrs import evolve, frozen

Case = Literal["nominative", "accusative", "dative"]


class Agreement(IntEnum):
    """What a verb goes with: one, several, or whoever is spoken to."""

    ONE = 0
    SEVERAL = 1
    YOU = 2


ONE, SEVERAL, YOU = Agreement.ONE, Agreement.SEVERAL, Agreement.YOU
Gender = Literal["m", "f", "n"]


@frozen
class Phrase:
    """Something named, in the three cases; in English all are alike."""

    nominative: str
    accusative: str
    dative: str
    agrees: Agreement = ONE
    gender: Gender = "n"

    def in_case(self, case: Case) -> str:
        """How it stands in a case."""
        said: str = getattr(self, case)
        return said

    def changed(self, change: Callable[[str], str]) -> "Phrase":
        """The phrase with something done to each of its cases."""
        cases = (change(each) for each in (self.nominative, self.accusative, self.dative))
        nominative, accusative, dative = cases
        return evolve(self, nominative=nominative, accusative=accusative, dative=dative)

    def followed_by(self, said: str) -> "Phrase":
        """The phrase with words behind it."""
        return self.changed(lambda each: f"{each}{said}") if said else self


def alike(said: str, agrees: Agreement = ONE, gender: Gender = "n") -> Phrase:
    """What is the same in each case."""
    return Phrase(said, said, said, agrees, gender)


def listed(phrases: Sequence[Phrase], word: str) -> Phrase:
    """Several things with `and` or `or` before the last."""
    if len(phrases) == 1:
        return phrases[0]

    def joined(case: Case) -> str:
        *some, last = (each.in_case(case) for each in phrases)
        return f"{', '.join(some)} {word} {last}"

    return Phrase(joined("nominative"), joined("accusative"), joined("dative"), SEVERAL)
