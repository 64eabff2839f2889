"""The parts of answers that speak of several things."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import frozen

from rulespec import Card, Decision, Option
from rulespec.engine.pending import Atom
from rulespec.engine.python.program import Program
from rulespec.wording.answers import Thing
from rulespec.wording.questions import is_part


def asks_several(decision: Decision, program: Program) -> bool:
    """Whether an answer has several atoms, or is asked bit by bit."""
    return is_part(decision, program) or any(len(option.atoms) > 1 for option in decision.options)


def parts_of(option: Option) -> list[str]:
    """The text of each atom of an option."""
    return option.text.split(", ")


@frozen(eq=False, slots=False)
class Parts:
    """How a compound answer goes on after what was chosen so far. Cards can be named in any order."""

    decision: Decision
    so_far: tuple[Atom, ...] = ()

    @cached_property
    def texts(self) -> Mapping[Atom, str]:
        """The texts of all atoms."""
        pairs = (zip(option.atoms, parts_of(option), strict=False) for option in self.decision.options)
        return {atom: text for each in pairs for atom, text in each}

    def thing(self, atom: Atom) -> Thing:
        """A card, or how something else is written."""
        return atom if isinstance(atom, Card) else self.texts[atom]

    @cached_property
    def _is_set(self) -> bool:
        """Whether the cards say which option it is, in whatever order they are named."""
        options = self.decision.options
        cards = all(isinstance(atom, Card) for option in options for atom in option.atoms)
        return cards and len({frozenset(option.atoms) for option in options}) == len(options)

    @cached_property
    def _going_on(self) -> Sequence[Option]:
        """The options that have what was chosen."""
        options, so_far = self.decision.options, self.so_far
        if self._is_set:
            return [option for option in options if set(so_far) <= set(option.atoms)]
        return [option for option in options if option.atoms[: len(so_far)] == so_far]

    @cached_property
    def whole(self) -> Sequence[Option]:
        """The option that has no more than what was chosen, if there is one."""
        return [option for option in self._going_on if len(option.atoms) == len(self.so_far)]

    @cached_property
    def atoms(self) -> Sequence[Atom]:
        """What can be chosen next, in the order of the options."""
        if not self._is_set:
            return self.decision.next_atoms(self.so_far)
        found = (atom for option in self._going_on for atom in option.atoms if atom not in self.so_far)
        return list(dict.fromkeys(found))

    def completed(self, named: Sequence[str]) -> Option | None:
        """The option that has these parts besides, in any order."""
        if len(named) < 2:
            return None
        wanted = sorted([*(self.texts[atom] for atom in self.so_far), *named])
        found = [option for option in self._going_on if sorted(parts_of(option)) == wanted]
        return found[0] if len(found) == 1 else None
