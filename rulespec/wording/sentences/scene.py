"""The context of a sentence: the reader, the acting and the active player, the things looked at, and the choices."""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from rulespec.language.tree.kinds import Kind
from rulespec.rules.texts.grammar.phrase import Phrase


@frozen
class Scene:
    """The meaning of `own`, `self`, `active`, `it` and the names of choices."""

    own: Phrase | None = None  # the player meant by `own`, if not the reader
    own_is_you: bool = True
    own_by_name: bool = False  # possessions are called "of NAME", not "their"
    actor: Phrase | None = None  # the player meant by `self`, if not the reader
    actor_is_you: bool = True
    active_is_you: bool = True
    active: Phrase | None = None  # a name for who has the turn
    it: Phrase | None = None
    outer: tuple[Phrase, ...] = ()  # what is looked at further out, the nearest first
    chosen: Mapping[str, Phrase] = field(factory=dict)
    depth: int = 0  # of lettered lists around a condition

    def looking(self, it: Phrase, kind: Kind) -> "Scene":
        """Where a member of a set is looked at; a player is then the one whom `own` means."""
        outer = self.outer if self.it is None else (self.it, *self.outer)
        if kind.name == "player":
            return evolve(self, it=it, outer=outer, own=it, own_is_you=False)
        return evolve(self, it=it, outer=outer)

    def acting(self, player: Phrase) -> "Scene":
        """The scene in which another player acts."""
        return evolve(self, own=player, own_is_you=False, actor=player, actor_is_you=False)

    def choosing(self, names: Mapping[str, Phrase]) -> "Scene":
        """Where something has been chosen, too."""
        return evolve(self, chosen={**self.chosen, **names})

    def deeper(self) -> "Scene":
        """The scene within a lettered list."""
        return evolve(self, depth=self.depth + 1)
