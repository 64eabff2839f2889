"""Facts about the cards that names stand for, and about cards that were shown in their places."""

from collections.abc import Iterable, Mapping

from attrs import frozen

from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Node, walk

Players = frozenset[e.Expression]
Zones = frozenset[e.InZone]


@frozen
class Cards:
    """The players who know some cards, whether everybody saw them chosen, and the zones they can be in (None: any).

    Of words, numbers and players, only those that were chosen secretly have such a fact.
    """

    known_by: Players = frozenset()
    openly: bool = False
    zones: Zones | None = None

    def only(self, players: Players) -> "Cards":
        """The same fact if of those who knew the cards only these still do."""
        return Cards(_both(self.known_by, players), self.openly, self.zones)

    def within(self, zones: Zones | None) -> "Cards":
        """The same fact of cards in other zones."""
        return self if zones == self.zones else Cards(self.known_by, self.openly, zones)

    @property
    def known_by_all(self) -> bool:
        return any(isinstance(each, e.AllPlayers) for each in self.known_by)


# by name, or by the place of the cards that were shown; a name without a fact is known to everybody
KnownCards = Mapping[str | e.Expression, Cards]
NOTHING_KNOWN: KnownCards = {}


def either(one: KnownCards, other: KnownCards) -> KnownCards:
    """The facts that hold after either of two branches."""
    if one is other or one == other:
        return one
    found = dict[str | e.Expression, Cards]()
    for key in {**one, **other}:
        if key in one and key in other:
            found[key] = one[key] if one[key] is other[key] else _either(one[key], other[key])
        elif isinstance(key, str):  # a name that was chosen in one of them
            found[key] = one[key] if key in one else other[key]
    return found


def names_only(known: KnownCards) -> KnownCards:
    """The facts about names, without those about cards in their places."""
    return {name: cards for name, cards in known.items() if isinstance(name, str)} if has_places(known) else known


def has_places(known: KnownCards) -> bool:
    """Whether some cards were shown in their places."""
    return any(not isinstance(key, str) for key in known)


def without(known: KnownCards, chosen: Iterable[str]) -> KnownCards:
    """The facts that do not mention a name which is chosen again."""
    if not known:
        return known
    again = frozenset(chosen)

    def mentions(node: Node) -> bool:
        return any(isinstance(each, e.Chosen) and each.name in again for each in walk(node))

    def kept(cards: Cards) -> Cards:
        known_by = frozenset(each for each in cards.known_by if not mentions(each))
        zones = None if any(map(mentions, cards.zones or ())) else cards.zones
        return Cards(known_by, cards.openly, zones)

    return {key: kept(cards) for key, cards in known.items() if isinstance(key, str) or not mentions(key)}


def _either(one: Cards, other: Cards) -> Cards:
    zones = None if one.zones is None or other.zones is None else one.zones | other.zones
    return Cards(_both(one.known_by, other.known_by), one.openly and other.openly, zones)


def _both(one: Players, other: Players) -> Players:
    """The players who are in both of two sets."""
    if any(isinstance(each, e.AllPlayers) for each in one):
        return other
    return one if any(isinstance(each, e.AllPlayers) for each in other) else one & other
