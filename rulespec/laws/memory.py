"""What laws that compare with an earlier moment remember, at each state that a game was watched to."""

from collections import OrderedDict

from attrs import frozen

from rulespec.run.snapshot import Snapshot

KEPT = 4096  # states; what is remembered at others is worked out anew

Tables = dict[str, Snapshot]  # by law, the table when it was looked at last; by "", the one that the game began with


@frozen(eq=False)
class LawMemory:
    """What the laws remember before a state itself was looked at, and after that."""

    before: Tables
    after: Tables


class Memories:
    """The memories of the latest states, by their snapshots."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Snapshot, LawMemory]] = OrderedDict()

    def keep(self, snapshot: Snapshot, memory: LawMemory) -> None:
        self._kept[id(snapshot)] = snapshot, memory  # with the snapshot, so that no other one gets its number
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def at(self, snapshot: Snapshot) -> LawMemory | None:
        found = self._kept.get(id(snapshot))
        return None if found is None else found[1]
