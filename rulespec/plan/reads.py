"""What a condition reads, as bits: one for each place and variable, and one for names and whose turn it is."""

from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Node, children, walk
from rulespec.language.tree.scopes import going_through
from rulespec.rules.material import Material


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
        self._owned: set[tuple[int, int]] = set()  # what players have, with how many each has of it
        self._declared: dict[str, bool] = {}  # of each value and condition, whether it reads nothing else

    def bits(self) -> tuple[int, ...]:
        seats = range(self._material.players)
        return tuple(sum(_bits(first + seat * many, many) for first, many in self._owned) for seat in seats)

    def only_own(self, node: Node) -> bool:
        match node:
            case e.InZone() | e.OnCounter() | e.OnNote():
                return self._owns(node)
            case e.OfValue(_, None | e.OwnPlayer() | e.Looked(), by) if by is not None:
                return self.only_own(by) and self._only_own(node.key)
            case e.OfValue(_, None | e.OwnPlayer() | e.Looked()) | e.Fits(_, e.OwnPlayer() | e.Looked()):
                return self._only_own(node.key)
            case e.OwnPlayer() | e.Number() | e.NoneYet() | e.WordOf() | e.Listed():
                pass
            case e.Looked():
                return node.kind.name == "player"
            case e.Chosen():
                return False
            case e.OfValue() | e.Fits() | e.Beside() | e.OwnerOf() | e.AllPlayers() | e.OtherPlayers():
                return False
            case e.PositionOf() if node.is_of_card:
                return False
            case e.Active() | e.SelfPlayer():
                return False
            case _ if going_through(node) is not None:
                return False
            case _:
                return all(self.only_own(child) for child in children(node))
        return True

    def _owns(self, node: e.AnyHeld) -> bool:
        """Whether it is what the player has; all that he has for several words counts."""
        if not isinstance(node.whose, e.OwnPlayer | e.Looked):
            return False
        first, many = _shares(node, self._material)
        self._owned.add((first, many // self._material.players))
        return node.by is None or self.only_own(node.by)

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
                case e.InZone() | e.OnCounter() | e.OnNote():
                    bits |= _bits(*_shares(each, self._material))
                case e.OfValue() | e.Fits():
                    bits |= self._declared(each.key)
                case e.OwnerOf() | e.PositionOf() if e.asks_where(each):
                    bits |= (1 << len(self._material.places)) - 1
                case e.Chosen() | e.Active() | e.SelfPlayer() | e.OtherPlayers() | e.AllPlayers() | e.OwnPlayer():
                    bits |= 1 << (len(self._material.places) + len(self._material.variables))
        return bits

    def _declared(self, key: str) -> int:
        if key in self._seen:
            return 0
        self._seen.add(key)
        return self.of(self._material.rules.blocks[key])


def _shares(node: e.AnyHeld, material: Material) -> tuple[int, int]:
    """The first bit of a zone, a counter or a note, and how many there are of it."""
    holder = material.rules.names.held(node)
    if isinstance(node, e.InZone):
        return material.first_place[node.name], material.count(holder)
    return len(material.places) + material.first_variable[node.name], material.count(holder)


def _bits(first: int, many: int) -> int:
    return ((1 << many) - 1) << first
