"""A game at a snapshot: what every state consists of. Where the extension was built, it has the same, for speed."""

from random import Random as Generator
from typing import Any, Self

from attrs import field, frozen

from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.engine.python.randomly import Random, numbers_of
from rulespec.engine.python.snapshot import Snapshot


@frozen(eq=False, repr=False)
class Standing:
    """A game, a snapshot of it, and what is made of what players heard up to there."""

    game: Any
    snapshot: Snapshot
    _known: dict[Any, Any] = field(factory=dict)  # by seat; other things by name

    @property
    def pending(self) -> Decision | Chance | Over:
        """The pending decision or draw, or the result."""
        return self.snapshot.pending

    def after(self, snapshot: Snapshot) -> Self:
        """The same game at another snapshot."""
        return type(self)(self.game, snapshot, self._known)

    def apply(self, answer: Option | str) -> Self:
        """The state after one of the offered options (or its text); anything else is an `IllegalAction`."""
        snapshot = self.snapshot.take(answer)
        return self.meant(answer) if snapshot is None else self.after(snapshot)

    def advance(self, answer: Option | str, random: Generator | Random) -> Self:
        """The state after an option and the draws that follow, by a `random.Random` or a function of numbers."""
        draw = numbers_of(random)
        snapshot = self.snapshot.take(answer, draw)
        return self.meant(answer, draw) if snapshot is None else self.after(snapshot)

    def meant(self, answer: Option | str, random: Random | None = None) -> Self:
        """The state after what is none of the options as they were made, if it is equal to one, or its text."""
        raise NotImplementedError
