"""What can be named at a place: the simplest expressions of each kind, and the nouns of those made of others."""

from collections.abc import Iterator

from attrs import frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.classes import leaves
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.places import Place
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARD, CARDS, NUMBER, NUMBERS, PLAYER, PLAYERS, Kind, word_of
from rulespec.rules.resolve.circumstances import is_offered, named

OF_WHO_ACTS = (e.SelfPlayer, e.OtherPlayers)


@frozen(eq=False)
class Nameable:
    """What the names that a file declares say at a place."""

    _declared: Declared

    def leaves(self, kind: Kind, at: Place) -> Iterator[e.Expression]:
        """What is of a kind by itself, the simplest first."""
        yield from self._always(kind, at)
        yield from map(n.named, at.known(kind))
        yield from self._circumstances(kind, at)
        yield from self._named(kind, at)
        if at.it == kind:
            yield e.It(**n.NOWHERE)
        if at.further_out(kind) is not None and kind != NUMBER:
            yield n.that(kind)
        if at.it == CARD:
            yield from (e.Its(name, **n.NOWHERE) for name in self._declared.shown_of(kind))

    def _always(self, kind: Kind, at: Place) -> Iterator[e.Expression]:
        declared = self._declared
        if kind == NUMBER:
            yield from map(n.number, (1, 0, 2, 3))
        yield from (each(**n.NOWHERE) for each in leaves(kind) if at.acting or each not in OF_WHO_ACTS)
        if kind == PLAYERS:
            for name in self.calls_of("player", at):
                yield from (e.PlayersWho(name, wanted, **n.NOWHERE) for wanted in (True, False))
        elif kind == CARDS:
            yield from self.zones(at, seen=not at.looks)
        elif kind == NUMBERS:
            everybody = e.AllPlayers(**n.NOWHERE)
            yield from (n.of(name, everybody) for name, each in declared.counters.items() if _of_player(each))
            yield from (n.name(name) for name in declared.lists if name not in declared.words())
        elif kind.name == "word" and kind.many:
            yield n.name(str(kind.list))
        elif kind.name == "word":
            yield from map(n.name, declared.words()[str(kind.list)])

    def calls_of(self, subject: str, at: Place) -> list[str]:
        """The named conditions on players, cards or sets of cards."""
        calls = self._declared.calls.items()
        return [name for name, call in calls if call.subject == subject and (at.looks or call.open)]

    def _circumstances(self, kind: Kind, at: Place) -> Iterator[e.Expression]:
        """What only the moment tells at which a law, or a claim, is looked at."""
        yield from (n.name(name) for name, of in named(at.looked).items() if of == kind)
        if is_offered(at.looked) and kind.many:
            words = [str(kind.list)] if kind.name == "word" else []
            numbers = [name for name in self._declared.lists if name not in self._declared.words()]
            said = {CARDS: ["cards"], PLAYERS: ["players"], NUMBERS: numbers}.get(kind, words)
            yield from (e.InAnswers(name, **n.NOWHERE) for name in said)

    def zones(self, at: Place, *, seen: bool) -> Iterator[e.Expression]:
        """The zones that one can speak of without naming a player."""
        for zone in (each for each in self._declared.zones.values() if each.by is None):
            if not zone.per_player:
                if not seen or zone.seen_by == "all":
                    yield n.name(zone.name)
            elif at.own and (not seen or zone.seen_by == "all" or (zone.seen_by == "owner" and at.own_hand)):
                yield n.own(zone.name)

    def _named(self, kind: Kind, at: Place) -> Iterator[e.Expression]:
        """Counters, notes and values of the table, and those of `own` and `its`."""
        yield from map(n.name, self.nouns(kind, None, at))
        if at.own:
            yield from map(n.own, self.nouns(kind, "player", at))
            if kind == PLAYER:
                yield from map(n.own, ("left", "right"))
        if at.it is not None and not at.it.many and at.it.name in ("player", "card"):
            yield from (e.Its(name, **n.NOWHERE) for name in self.nouns(kind, at.it.name, at))

    def nouns(self, kind: Kind, of: str | None, at: Place) -> Iterator[str]:
        """What is one of a kind, of the table, of a player or of a card, zones aside."""
        declared = self._declared
        if of in (None, "player"):
            there = (each for each in declared.holding(kind) if each.by is None)
            yield from (each.name for each in there if each.per_player == (of == "player"))
        if of == "player" and declared.seats is not None and kind == word_of(declared.seats):
            yield declared.seats
        for name, value in declared.values.items():
            if (value.parameter, value.kind, value.by) == (of, kind, None) and (at.looks or value.open):
                yield name

    def values_by(self, kind: Kind, at: Place) -> list[str]:
        """The values of a kind that are asked by a second thing, too."""
        values = self._declared.values.items()
        return [name for name, each in values if each.kind == kind and each.by and (at.looks or each.open)]

    def held_by_players(self, kind: Kind) -> list[str]:
        """The counters and notes of players, and what their seats show, that are of a kind."""
        held = [each.name for each in self._declared.holding(kind) if _of_player(each)]
        seats = self._declared.seats
        return held if seats is None or kind != word_of(seats) else [*held, seats]

    def zones_of_players(self, at: Place) -> list[str]:
        """The zones of players whose cards may be spoken of, whoever's they are."""
        zones = self._declared.zones.values()
        return [zone.name for zone in zones if _of_player(zone) and (at.looks or zone.seen_by == "all")]


def _of_player(holder: d.Holder) -> bool:
    """Whether each player has one, and no more."""
    return holder.per_player and holder.by is None
