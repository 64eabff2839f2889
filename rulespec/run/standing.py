"""A game at a snapshot: what every state consists of. Where the extension was built, it has the same, for speed."""

from typing import Any, Self

from attrs import field, frozen

from rulespec.pending import Chance, Decision, Option, Over
from rulespec.run.randomly import Random
from rulespec.run.snapshot import Snapshot


@frozen(eq=False, repr=False)
class Standing:
    """A game, a snapshot of it, and what is made of what players heard up to there."""

    game: Any
    snapshot: Snapshot
    _known: dict[Any, Any] = field(factory=dict)  # by seat; other things by name

    @property
    def pending(self) -> Decision | Chance | Over:
        """What the game waits for."""
        return self.snapshot.pending

    def after(self, snapshot: Snapshot) -> Self:
        """The same game at another snapshot."""
        return type(self)(self.game, snapshot, self._known)

    def apply(self, answer: Option | str) -> Self:
        """The state after one of the offered options (or its text); anything else is an `IllegalAction`."""
        snapshot = self.snapshot.take(answer)
        return self.meant(answer) if snapshot is None else self.after(snapshot)

    def advance(self, answer: Option | str, random: Random) -> Self:
        """The state after an option and all draws that follow it, each decided by a number in [0, 1)."""
        if not callable(random):
            raise TypeError("advance needs a function that returns numbers in [0, 1), such as Random(1).random")
        snapshot = self.snapshot.take(answer, random)
        return self.meant(answer, random) if snapshot is None else self.after(snapshot)

    def meant(self, answer: Option | str, random: Random | None = None) -> Self:
        """The state after what is none of the options as they were made, if it is equal to one, or its text."""
        raise NotImplementedError
