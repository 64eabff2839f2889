"""What a condition reads, as bits: one for each place and variable, and one for names and whose turn it is."""

from rulespec.material import Material
from rulespec.tree import expressions as e
from rulespec.tree.node import Node, children, walk


def reads(condition: Node, material: Material) -> int:
    """The bits of everything that could make a condition true or false."""
    return _Reads(material).of(condition)


def own_reads(condition: Node, material: Material) -> tuple[int, ...] | None:
    """Per-seat read masks of a condition on a player, if it reads only that player's state."""
    reader = _OwnReads(material)
    return reader.bits() if reader.only_own(condition) else None


class _OwnReads:
    def __init__(self, material: Material) -> None:
        self._material = material
        self._firsts: set[int] = set()
        self._declared: dict[str, bool] = {}  # of each value and condition, whether it reads nothing else

    def bits(self) -> tuple[int, ...]:
        return tuple(sum(1 << (first + seat) for first in self._firsts) for seat in range(self._material.players))

    def only_own(self, node: Node) -> bool:
        match node:
            case e.InZone(zone, e.OwnPlayer() | e.Looked()):
                self._firsts.add(self._material.first_place[zone])
            case e.OnCounter(name, e.OwnPlayer() | e.Looked()) | e.OnNote(name, e.OwnPlayer() | e.Looked()):
                self._firsts.add(len(self._material.places) + self._material.first_variable[name])
            case e.OfValue(_, None | e.OwnPlayer() | e.Looked()) | e.Fits(_, e.OwnPlayer() | e.Looked()):
                return self._only_own(node.key)
            case e.OwnPlayer() | e.Number() | e.NoneYet() | e.WordOf() | e.Listed():
                pass
            case e.Looked():
                return node.kind.name == "player"
            case e.Quantified() | e.Sieved() | e.SumOver() | e.Chosen() | e.InZone() | e.OnCounter() | e.OnNote():
                return False
            case e.OfValue() | e.Fits() | e.Beside() | e.OwnerOf() | e.AllPlayers() | e.OtherPlayers():
                return False
            case e.Active() | e.SelfPlayer():
                return False
            case _:
                return all(self.only_own(child) for child in children(node))
        return True

    def _only_own(self, key: str) -> bool:
        if key not in self._declared:
            self._declared[key] = self.only_own(self._material.rules.blocks[key])
        return self._declared[key]


class _Reads:
    def __init__(self, material: Material) -> None:
        self._material = material
        self._seen: set[str] = set()

    def of(self, node: Node) -> int:
        bits = 0
        for each in walk(node):
            match each:
                case e.InZone(zone, _):
                    bits |= self._shares(self._material.first_place[zone], zone)
                case e.OnCounter(name, _) | e.OnNote(name, _):
                    first = self._material.first_variable[name]
                    bits |= self._shares(len(self._material.places) + first, name)
                case e.OfValue() | e.Fits():
                    bits |= self._declared(each.key)
                case e.OwnerOf():
                    bits |= (1 << len(self._material.places)) - 1
                case e.Chosen() | e.Active() | e.SelfPlayer() | e.OtherPlayers() | e.AllPlayers() | e.OwnPlayer():
                    bits |= 1 << (len(self._material.places) + len(self._material.variables))
        return bits

    def _shares(self, first: int, name: str) -> int:
        names = self._material.rules.names
        holder = names.zones.get(name) or names.counters.get(name) or names.notes[name]
        count = self._material.players if holder.per_player else 1
        return ((1 << count) - 1) << first

    def _declared(self, key: str) -> int:
        if key in self._seen:
            return 0
        self._seen.add(key)
        return self.of(self._material.rules.blocks[key])
