"""The earlier tables that laws compare with, remembered for each state of a watched game."""

from collections import OrderedDict

from attrs import frozen

from rulespec.run.snapshot import Snapshot

KEPT = 4096  # states; for others, the game is played again

Tables = dict[str, Snapshot]  # the table of each law's last check; by "", the one that the game began with


@frozen(eq=False)
class LawMemory:
    """The memory of the laws before and after a state itself was checked."""

    before: Tables
    after: Tables


class Memories:
    """A cache of the memories of the latest states, by the identity of their snapshots."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Snapshot, LawMemory]] = OrderedDict()

    def keep(self, snapshot: Snapshot, memory: LawMemory) -> None:
        self._kept[id(snapshot)] = snapshot, memory  # with the snapshot, so that no other one gets its number
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def at(self, snapshot: Snapshot) -> LawMemory | None:
        found = self._kept.get(id(snapshot))
        return None if found is None else found[1]
