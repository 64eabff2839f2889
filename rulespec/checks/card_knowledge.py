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
from rulespec.tree.scopes import going_through

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


# who has chosen a player among the others, by the name of the choice; None for whoever chose one among all
Choosers = dict[str, frozenset[e.Expression | None]]
# by name, or by the cards that somebody was shown; a name that nobody has chosen is none, and everybody knows that
KnownCards = Mapping[str | e.Expression, Cards]
Looked = tuple[e.Expression | None, ...]  # the members looked at, inside first: a player, or a card's owner, if known


def either(one: KnownCards, other: KnownCards) -> KnownCards:
    """What is known after either of two branches."""
    both = {name: cards for name, cards in one.items() if name in other and cards is not other[name]}
    found = {**one, **other, **{name: _either(cards, other[name]) for name, cards in both.items()}}
    return {name: cards for name, cards in found.items() if isinstance(name, str) or (name in one and name in other)}


def names_only(known: KnownCards) -> KnownCards:
    """The same without the cards that were shown in a place, which may have left it."""
    return {name: cards for name, cards in known.items() if isinstance(name, str)}


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

    def described(
        self,
        node: Any,
        subject: Subject,
        own: e.Expression | None,
        looked: Looked = (),
        known: KnownCards | None = None,
    ) -> Any:
        """Players in words that mean the same in every block; `own`, or a member, can be a set: any one of it."""
        match node:
            case e.OwnPlayer():
                return own or node
            case e.Looked() if node.kind == PLAYER:
                return (looked[0] if looked else own) or node
            case e.Outer(steps) if node.kind == PLAYER:
                return _at(steps, looked) or node
            case e.OwnerOf(e.Looked()):
                return _at(0, looked) or node
            case e.OwnerOf(e.Outer(steps)):
                return _at(steps, looked) or node
            case e.OwnerOf(e.Chosen() as card) if known is not None:
                return self.owner(card, subject, known) or node
            case e.SelfPlayer():
                return subject.player
            case e.OtherPlayers():
                return e.Except(e.AllPlayers(span=node.span), subject.player, span=node.span)
            case e.Chosen(name):
                return evolve(node, name=self._named(name, subject))
            case e.Beside(of=of) if self._two:
                return evolve(node, left=True, of=self.described(of, subject, own, looked, known))
            case e.OfValue(name, None) if node.kind.name == "player":
                declared = self.rules.value(name)
                if not isinstance(declared, d.Value):
                    return node
                if self._opened(name) > OPENED:
                    return evolve(node, value=f"{name} of {subject.block}")
                return self.described(declared.expression, subject, own)
        through = going_through(node)
        inside = () if through is None else through[1]
        member = None if through is not None and kind_of(through[0]).name == "player" else own

        def part(child: Any) -> Any:
            if any(child is each for each in inside):
                return self.described(child, subject, member, (None, *looked), known)
            return self.described(child, subject, own, looked, known)

        return rewrite(node, part)

    def _named(self, name: str, subject: Subject) -> str:
        return name if name in self.of_turn else f"{name} of {subject.block}"

    def apart(self, one: e.Expression | None, other: e.Expression | None) -> bool:
        """Whether the first are surely not the others: neighbours, the others, or who was chosen among them."""
        if one is None or other is None:
            return False
        return self._is_other(one, other) or self._is_other(other, one)

    def _is_other(self, one: e.Expression, than: e.Expression) -> bool:
        match one:
            case e.Except(e.AllPlayers(), other):
                return bool(other == than) and not kind_of(than).many
            case e.Sieved(of, _):
                return self._is_other(of, than)
            case e.Beside(of=of):
                return bool(of == than) and not kind_of(than).many and self.rules.the(d.Players).least > 1
            case e.Chosen(name):
                return self.choosers.get(name) == frozenset((than,))
            case _:
                return False

    def is_somebody_else(self, whose: e.Expression | None, subject: Subject) -> bool:
        """Whether these are surely others than who acts."""
        return self.apart(whose, subject.player) or self.apart(whose, subject.among)

    def knows(self, cards: Cards, subject: Subject) -> bool:
        """Whether who acts knows some cards."""
        players = {subject.player, subject.among}
        return any(
            isinstance(each, e.AllPlayers)
            or each in players
            or (isinstance(each, e.Except) and isinstance(each.one, e.AllPlayers) and self._is_not(each.other, subject))
            for each in cards.known_by
        )

    def _is_not(self, player: e.Expression, subject: Subject) -> bool:
        return not kind_of(player).many and self.is_somebody_else(player, subject)

    def _note_others(self, choose: s.AnyChoice, subject: Subject) -> None:
        """Keeps who has chosen a player among the others; None of what somebody chose among all."""
        for pick in choose.picks:
            if pick.kind.one == PLAYER:
                source = self.described(pick.source, subject, subject.player) if isinstance(pick, s.PickOne) else None
                among = source is not None and self.apart(source, subject.player)
                for name in pick.names:
                    named = self._named(name, subject)
                    before = self.choosers.get(named, frozenset())
                    self.choosers[named] = before | {subject.player if among else None}

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

    def owner(self, card: e.Expression, subject: Subject, known: KnownCards) -> e.Expression | None:
        """The owner of a card, or of cards, if all that they can be in are zones of one player."""
        owners = {zone.whose for zone in self.zones(card, subject, known) or ()}
        owner = owners.pop() if len(owners) == 1 else None
        return None if owner is None or kind_of(owner).many or not is_fixed(owner) else owner

    def was_shown(self, cards: e.Expression, subject: Subject, known: KnownCards) -> bool:
        """Whether who acts was shown these cards, which have not moved since."""
        for key, found in known.items():
            if not isinstance(key, str) and (key == cards or self._covers(key, cards)) and self.knows(found, subject):
                return True
        return False

    def _covers(self, shown: e.Expression, cards: e.Expression) -> bool:
        """Whether the zones of several players that were shown include the one of a player."""
        if not (isinstance(shown, e.InZone) and isinstance(cards, e.InZone)):
            return False
        if (shown.zone, shown.by) != (cards.zone, cards.by) or cards.whose is None:
            return False
        match shown.whose:
            case e.AllPlayers():
                return True
            case e.Except(e.AllPlayers(), other):
                return self.apart(cards.whose, other)
            case _:
                return False

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
        found = dict(without(known, {self._named(name, subject) for pick in choose.picks for name in pick.names}))
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
        moves = [(cards, self.zones(to, subject, known)) for cards, to in s.motions(effect)]
        if moves:
            for moved, zones in moves:
                known = self._in_place(known, moved, (self.zones(moved, subject, known), zones))
            known = self._moved(moves, known)
        for cards, to in s.shown(effect):
            key = cards.name if isinstance(cards, e.Chosen) else self._place(cards, subject)
            if key is None or (isinstance(key, str) and key not in known):
                continue
            players = {self.described(to, subject, subject.player)}
            beside = [each.of for each in players if self._two and isinstance(each, e.Beside)]
            players |= {e.Except(e.AllPlayers(span=to.span), one, span=to.span) for one in beside}
            if not isinstance(key, str):
                players = {each for each in players if is_fixed(each)}
            known = {**known, key: known.get(key, Cards()).told(frozenset(players))}
        return known

    def _place(self, cards: e.Expression, subject: Subject) -> e.Expression | None:
        """The cards of a zone, or those at a place of a row, that can be shown; None of any others."""
        node, part = cards, False
        while isinstance(node, e.First | e.Last | e.FirstCards | e.LastCards | e.PositionIn):
            if isinstance(node, e.FirstCards | e.LastCards | e.PositionIn) and not isinstance(node.number, e.Number):
                return None
            node, part = node.of, True
        if not isinstance(node, e.InZone) or (part and not (self.rules.zone(node.zone).ordered and node.is_one)):
            return None
        described: e.Expression = self.described(cards, subject, subject.player)
        place = next(each for each in walk(described) if isinstance(each, e.InZone))
        return described if all(is_fixed(each) for each in place.which) else None

    def _in_place(self, known: KnownCards, moved: e.Expression, touched: tuple[Zones | None, ...]) -> KnownCards:
        """What is known after a move of the cards shown in zones: who knows the moved card still knows them."""
        if all(isinstance(name, str) for name in known):
            return known
        told = known[moved.name].known_by if isinstance(moved, e.Chosen) and moved.name in known else frozenset()
        if any(isinstance(each, e.AllPlayers) for each in told):
            return known
        zones = None if None in touched else [zone for each in touched for zone in each or ()]
        found = dict(known)
        for shown, cards in known.items():
            if not isinstance(shown, str):
                place = next(each for each in walk(shown) if isinstance(each, e.InZone))
                if zones is None or any(z.zone == place.zone and not self.apart(z.whose, place.whose) for z in zones):
                    found[shown] = evolve(cards, known_by=cards.known_by & told)
        return found

    def _moved(self, moves: list[tuple[e.Expression, Zones | None]], known: KnownCards) -> KnownCards:
        """Cards that a name stands for are known to those who see where they go; where the others are is in doubt."""
        named = {cards.name: zones for cards, zones in moves if isinstance(cards, e.Chosen)}
        found, others = dict(known), len(named) < len(moves)
        for name, cards in known.items():
            if isinstance(name, str) and name in named:
                found[name] = evolve(cards.told(self._seen_by(named[name])), zones=named[name])
            elif others and cards.zones is not None:
                found[name] = evolve(cards, zones=None)
        return found


def is_fixed(player: e.Expression) -> bool:
    """Whether an expression means the same players whatever moves or changes in a turn."""
    parts = e.Active | e.Chosen | e.Beside | e.Except | e.AllPlayers | e.WordOf | e.Number
    return all(isinstance(each, parts) for each in walk(player))


def without(known: KnownCards, chosen: set[str]) -> KnownCards:
    """What is known without what it says of players who are chosen anew."""

    def is_about(node: Node) -> bool:
        return any(isinstance(each, e.Chosen) and each.name in chosen for each in walk(node))

    def kept(cards: Cards) -> Cards:
        known_by = frozenset(each for each in cards.known_by if not is_about(each))
        zones = None if any(map(is_about, cards.zones or ())) else cards.zones
        return (
            cards
            if known_by == cards.known_by and zones == cards.zones
            else evolve(cards, known_by=known_by, zones=zones)
        )

    return {name: kept(cards) for name, cards in known.items() if isinstance(name, str) or not is_about(name)}


def _at(steps: int, looked: Looked) -> e.Expression | None:
    return looked[steps] if steps < len(looked) else None
