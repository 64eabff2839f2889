"""What a condition reads, as bits: one for each place and variable, and one for names and whose turn it is."""

from rulespec.engine.material import Material
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree.node import Node, walk


def reads(condition: Node, material: Material) -> int:
    """The bits of everything that could make a condition true or false."""
    return _Reads(material).of(condition)


class _Reads:
    def __init__(self, material: Material) -> None:
        self._material = material
        self._seen: set[str] = set()

    def of(self, node: Node) -> int:
        bits = 0
        for each in walk(node):
            match each:
                case m.InZone(zone, _):
                    bits |= self._shares(self._material.first_place[zone], zone)
                case m.OnCounter(name, _) | m.OnNote(name, _):
                    first = self._material.first_variable[name]
                    bits |= self._shares(len(self._material.places) + first, name)
                case m.OfValue(name, _):
                    bits |= self._declared(f"value {name}")
                case m.Fits(name, _):
                    bits |= self._declared(f"call {name}")
                case e.OwnerOf():
                    bits |= (1 << len(self._material.places)) - 1
                case m.Chosen() | e.Active() | e.SelfPlayer() | e.OtherPlayers() | e.AllPlayers() | m.OwnPlayer():
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
