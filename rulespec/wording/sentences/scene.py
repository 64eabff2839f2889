"""For whom a sentence is said: who acts, whose turn it is, what is being looked at, and what has been chosen."""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from rulespec.language.tree.kinds import Kind
from rulespec.rules.texts.grammar.phrase import Phrase


@frozen
class Scene:
    """Who is spoken to, and what is meant by `own`, `active`, `it` and the names of choices."""

    own: Phrase | None = None  # who acts, where it is not whoever is spoken to
    own_is_you: bool = True
    own_by_name: bool = False  # whether what whoever acts has is said to be his by his name, and not to be their own
    active_is_you: bool = True
    active: Phrase | None = None  # a name for who has the turn
    it: Phrase | None = None
    outer: tuple[Phrase, ...] = ()  # what is looked at further out, the nearest first
    chosen: Mapping[str, Phrase] = field(factory=dict)
    depth: int = 0  # how many named values and conditions are being said in full

    def looking(self, it: Phrase, kind: Kind) -> "Scene":
        """Where a member of a set is looked at; a player is then the one whom `own` means."""
        outer = self.outer if self.it is None else (self.it, *self.outer)
        if kind.name == "player":
            return evolve(self, it=it, outer=outer, own=it, own_is_you=False)
        return evolve(self, it=it, outer=outer)

    def acting(self, player: Phrase) -> "Scene":
        """Where somebody else than who is spoken to acts."""
        return evolve(self, own=player, own_is_you=False)

    def choosing(self, names: Mapping[str, Phrase]) -> "Scene":
        """Where something has been chosen, too."""
        return evolve(self, chosen={**self.chosen, **names})

    def deeper(self) -> "Scene":
        """Within a named value or condition."""
        return evolve(self, depth=self.depth + 1)
