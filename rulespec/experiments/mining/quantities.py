"""Quantities of a table: counters and cards in zones, for all together, for each player, for each word."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulespec.engine.game import Game
from rulespec.language.tree import declarations as d
from rulespec.rules.resolve.ruleset import Rules

Raw = tuple[int, ...]  # how many cards lie in each place, then how each counter or note stands; none counts as 0
Members = tuple[tuple[int, ...], ...]  # of each member of a scope, what of a `Raw` is added up

ALL, PLAYER = "", "player"  # scopes: the table, each player; else the name of a list, for each of its words


@frozen
class Quantity:
    """A number that can be read off a table, or off the part of it that each member of a scope has."""

    scope: str
    holder: d.Zone | d.Counter
    said: str  # as it is written in a rule file, a set of cards for a zone

    @property
    def is_zone(self) -> bool:
        return isinstance(self.holder, d.Zone)

    @property
    def written(self) -> str:
        """The number as it is written in a rule file."""
        return f"cards in {self.said}" if self.is_zone else self.said

    @property
    def name(self) -> str:
        return self.holder.name

    def members(self, game: Game) -> Members:
        """The summands for each member of the scope, with a number of players."""
        material = game.material
        words = len(material.words_by(self.holder)) or 1
        start = material.first_place[self.name] if self.is_zone else len(material.places)
        start += 0 if self.is_zone else material.first_variable[self.name]
        whole = range(start, start + material.count(self.holder))
        if self.scope == ALL:
            return (tuple(whole),)
        if self.scope == PLAYER:
            return tuple(tuple(whole[seat * words : (seat + 1) * words]) for seat in range(game.players))
        return tuple(tuple(whole[word::words]) for word in range(words))


def quantities(rules: Rules) -> dict[str, tuple[Quantity, ...]]:
    """All quantities, by their scopes."""
    found: dict[str, list[Quantity]] = {}
    for holder in rules.of(d.Zone, d.Counter):
        assert isinstance(holder, d.Zone | d.Counter)
        for scope, said in _scopes(holder):
            found.setdefault(scope, []).append(Quantity(scope, holder, said))
    return {scope: tuple(all_) for scope, all_ in found.items()}


def _scopes(holder: d.Zone | d.Counter) -> Iterator[tuple[str, str]]:
    """The scopes in which it can be counted, and how that is written."""
    name, by = holder.name, holder.by
    total, of = ("", "of") if isinstance(holder, d.Zone) else ("total ", "in")
    if holder.per_player:
        yield ALL, f"{total}{name} of players by {by}" if by else f"{total}{name} {of} players"
        yield PLAYER, f"{total}own {name} by {by}" if by else f"own {name}"
    elif by:
        yield ALL, f"{total}{name} {of} {by}"
    else:
        yield ALL, name
    if by:
        yield by, f"{total}{name} of players by it" if holder.per_player else f"{name} of it"


def read(members: Sequence[Members], raw: Raw) -> tuple[tuple[int, ...], ...]:
    """The quantities of each member of a scope on a table."""
    return tuple(
        tuple([raw[parts[0]] if len(parts) == 1 else sum([raw[part] for part in parts]) for parts in all_])
        for all_ in zip(*members, strict=True)
    )
