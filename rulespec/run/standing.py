"""A game at a snapshot: what every state consists of. Where the extension was built, it has the same, for speed."""

from typing import Any, Self

from attrs import define, field

from rulespec.pending import Chance, Decision, Over
from rulespec.run.snapshot import Random, Snapshot


@define(eq=False, repr=False)
class Standing:
    """A game, a snapshot of it, and what is made of what players heard up to there."""

    game: Any
    snapshot: Snapshot
    _known: dict[int, Any] = field(factory=dict)

    @property
    def pending(self) -> Decision | Chance | Over:
        """What the game waits for."""
        return self.snapshot.pending

    def after(self, snapshot: Snapshot) -> Self:
        """The same game at another snapshot."""
        made = Standing(self.game, snapshot, self._known)
        made.__class__ = self.__class__  # those that never change could not be filled
        return made  # type: ignore[return-value]

    def taking(self, option: object, random: Random | None = None) -> Self | None:
        """The state after one of its options; None if this very object is none of them."""
        snapshot = self.snapshot.take(option, random)
        return None if snapshot is None else self.after(snapshot)
