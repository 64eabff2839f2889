"""Who can know which card a name stands for: he chose it, it was shown to him, or he sees where it was put."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, field, frozen

from rulespec.resolve.lying import seen_by_all
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import PLAYER
from rulespec.tree.node import Node, rewrite, walk

OPENED = 200  # nodes of a value that are compared with those of other players; one with more stands for itself

Zones = frozenset[e.InZone]


@frozen
class Subject:
    """Whoever does the statements of a block; `among` are the players of whom he is any one."""

    block: str
    player: e.Expression
    among: e.Expression | None = None


@frozen
class Cards:
    """What a name stands for: who knows it, whether everybody saw it chosen, where it can lie (None: anywhere).

    Of what is no card, only what is chosen secretly is known to some and not to others.
    """

    known_by: frozenset[e.Expression] = frozenset()
    openly: bool = False
    zones: Zones | None = None

    def told(self, players: frozenset[e.Expression]) -> "Cards":
        """The same once these players have been told."""
        known_by = self.known_by | players
        others = [each.other for each in known_by if isinstance(each, e.Except) and isinstance(each.one, e.AllPlayers)]
        everybody = [each for each in known_by if isinstance(each, e.AllPlayers)]
        everybody += [e.AllPlayers(span=player.span) for player in others if player in known_by]
        return evolve(self, known_by=frozenset(everybody[:1]) or known_by)

    def known_to(self, subject: Subject) -> bool:
        players = {subject.player, subject.among}
        return any(isinstance(each, e.AllPlayers) or each in players for each in self.known_by)


# who has chosen a player among the others, by the name of the choice; None for whoever chose one among all
Choosers = dict[str, frozenset[e.Expression | None]]
KnownCards = Mapping[str, Cards]  # by name; a name that nobody has chosen is none, and everybody knows that


def either(one: KnownCards, other: KnownCards) -> KnownCards:
    """What is known after either of two branches."""
    both = {name: cards for name, cards in one.items() if name in other and cards is not other[name]}
    return {**one, **other, **{name: _either(cards, other[name]) for name, cards in both.items()}}


def _either(one: Cards, other: Cards) -> Cards:
    if any(isinstance(each, e.AllPlayers) for each in one.known_by):
        known_by = other.known_by
    elif any(isinstance(each, e.AllPlayers) for each in other.known_by):
        known_by = one.known_by
    else:
        known_by = one.known_by & other.known_by
    zones = None if one.zones is None or other.zones is None else one.zones | other.zones
    return Cards(known_by, one.openly and other.openly, zones)


@frozen
class Disclosures:
    """What choices and effects tell about the cards that names stand for."""

    rules: Rules
    of_turn: frozenset[str] = field(init=False)  # the names that other blocks than the turn know, too
    _two: bool = field(init=False)  # if so, both neighbours are the same player
    _sizes: dict[str, int] = field(init=False, factory=dict)  # see `_opened`
    choosers: Choosers = field(init=False, factory=dict)

    @of_turn.default
    def _names_of_the_turn(self) -> frozenset[str]:
        return frozenset(self.rules.bound.get("turn", {}))

    @_two.default
    def _for_two(self) -> bool:
        return self.rules.the(d.Players).most == 2

    # ---- who, and where

    def described(self, node: Any, subject: Subject, own: e.Expression | None) -> Any:
        """Players in words that mean the same in every block; `own` is None where it can be any of several."""
        match node:
            case e.OwnPlayer():
                return own or node
            case e.Looked() if node.kind == PLAYER:
                return own or node
            case e.SelfPlayer():
                return subject.player
            case e.OtherPlayers():
                return e.Except(e.AllPlayers(span=node.span), subject.player, span=node.span)
            case e.Chosen(name) if name not in self.of_turn:
                return evolve(node, name=f"{name} of {subject.block}")
            case e.Beside(of=of) if self._two:
                return evolve(node, left=True, of=self.described(of, subject, own))
            case e.OfValue(name, None) if node.kind.name == "player":
                declared = self.rules.value(name)
                if not isinstance(declared, d.Value):
                    return node
                if self._opened(name) > OPENED:
                    return evolve(node, value=f"{name} of {subject.block}")
                return self.described(declared.expression, subject, own)
            case e.Sieved(set_, sieves) if kind_of(set_).name == "player":
                narrowed = tuple(self.described(each, subject, None) for each in sieves)
                return evolve(node, set=self.described(set_, subject, own), sieves=narrowed)
            case _:
                return rewrite(node, lambda child: self.described(child, subject, own))

    def is_somebody_else(self, whose: Any, said: Any, subject: Subject) -> bool:
        """Whether these are surely others than who acts: his neighbours, the others, or whom he chose among them."""
        match whose:
            case e.Except(e.AllPlayers(), other):
                return bool(other == subject.player)
            case e.Sieved(of, _):
                return self.is_somebody_else(of, said, subject)
            case e.Beside(of=of):
                return bool(of == subject.player) and self.rules.the(d.Players).least > 1
        return isinstance(said, e.Chosen) and self.choosers.get(said.name) == frozenset((subject.player,))

    def _note_others(self, choose: s.AnyChoice, subject: Subject) -> None:
        """Keeps who has chosen a player among the others; None of what somebody chose among all."""
        for pick in choose.picks:
            if pick.kind.one == PLAYER:
                source = self.described(pick.source, subject, subject.player) if isinstance(pick, s.PickOne) else None
                among = source is not None and self.is_somebody_else(source, None, subject)
                for name in pick.names:
                    before = self.choosers.get(name, frozenset())
                    self.choosers[name] = before | {subject.player if among else None}

    def _opened(self, name: str) -> int:
        """How many nodes a value has with those in it opened out that are players."""
        if name not in self._sizes:
            inside = walk(self.rules.value(name))
            self._sizes[name] = sum(
                self._opened(each.value) if isinstance(each, e.OfValue) and each.kind.name == "player" else 1
                for each in inside
            )
        return self._sizes[name]

    def zones(self, cards: e.Expression, subject: Subject, known: KnownCards) -> Zones | None:
        """The zones that cards come from; None if they can come from anywhere."""
        found, waiting, values = set[e.InZone](), [cards], set[str]()
        while waiting:
            cards = waiting.pop()
            match cards:
                case e.InZone():
                    found.add(self.described(cards, subject, subject.player))
                case e.Chosen(name):
                    zones = known[name].zones if name in known else frozenset()
                    if zones is None:
                        return None
                    found |= zones
                case _ if (whole := e.whole_of(cards)) is not None:
                    waiting.append(whole)
                case e.Plus(one, other):
                    waiting += (one, other)
                case e.Cases():
                    waiting += cards.values
                case e.OfValue(name, None) if isinstance(declared := self.rules.value(name), d.Value):
                    waiting += () if name in values else (declared.expression,)
                    values.add(name)
                case _:
                    return None
        return frozenset(found)

    def owners(self, card: e.Chosen, subject: Subject, known: KnownCards) -> int:
        """How many players, or nobody, can be the owner of a card, as far as that is known."""
        return len({zone.whose for zone in self.zones(card, subject, known) or ()})

    def _seen_by(self, zones: Zones | None) -> frozenset[e.Expression]:
        """Those who see whatever lies in some of these zones."""
        sets = [frozenset(self._seer(zone)) for zone in zones or ()]
        return frozenset.intersection(*sets) if sets else frozenset()

    def _seer(self, zone: e.InZone) -> Iterator[e.Expression]:
        sight, whose = self.rules.zone(zone.zone).sight, zone.whose
        if sight.is_public:
            yield e.AllPlayers(span=zone.span)
        elif whose is not None and not kind_of(whose).many:
            if sight.owner:
                yield whose
            if sight.others:
                yield e.Except(e.AllPlayers(span=zone.span), whose, span=zone.span)

    # ---- what is told

    def chosen(self, choose: s.Choose, subject: Subject, known: KnownCards) -> KnownCards:
        """What is known when a choice has been made: its chooser knows it, and whoever sees all that was there."""
        self._note_others(choose, subject)
        found = dict(known)
        for pick in choose.picks:
            secretly = "secretly" in choose.adverbs
            if isinstance(pick, s.PickOne | s.PickPair | s.PickCards) and kind_of(pick.source).name == "card":
                openly = not secretly and self._open(pick.source, known)
                cards = Cards(zones=self.zones(pick.source, subject, known), openly=openly)
                players = {subject.player, *([e.AllPlayers(span=pick.span)] if openly else [])}
                found |= dict.fromkeys(pick.names, cards.told(frozenset(players)))
            elif secretly:
                found |= dict.fromkeys(pick.names, Cards(frozenset([subject.player]), zones=frozenset()))
        return found

    def _open(self, source: Node, known: KnownCards) -> bool:
        """Whether everybody sees what is chosen from; the engine tells the choice to all if so."""
        return seen_by_all(source, self.rules, lambda name: name in known and known[name].openly)

    def after(self, effect: s.Effect, subject: Subject, known: KnownCards) -> KnownCards:
        """What is known when an effect has happened."""
        for cards, to in s.shown(effect):
            if isinstance(cards, e.Chosen) and cards.name in known:
                players = {self.described(to, subject, subject.player)}
                beside = [each.of for each in players if self._two and isinstance(each, e.Beside)]
                players |= {e.Except(e.AllPlayers(span=to.span), one, span=to.span) for one in beside}
                known = {**known, cards.name: known[cards.name].told(frozenset(players))}
        moves = [(cards, self.zones(to, subject, known)) for cards, to in s.motions(effect)]
        return self._moved(moves, known) if moves else known

    def _moved(self, moves: list[tuple[e.Expression, Zones | None]], known: KnownCards) -> KnownCards:
        """Cards that a name stands for are known to those who see where they go; where the others are is in doubt."""
        named = {cards.name: zones for cards, zones in moves if isinstance(cards, e.Chosen)}
        found, others = dict(known), len(named) < len(moves)
        for name, cards in known.items():
            if name in named:
                found[name] = evolve(cards.told(self._seen_by(named[name])), zones=named[name])
            elif others and cards.zones is not None:
                found[name] = evolve(cards, zones=None)
        return found
