"""What choices and effects disclose: who knows which card a name stands for, or which cards are in a place."""

from collections.abc import Iterable, Iterator
from functools import cache

from attrs import evolve, field, frozen

from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.language.tree.slots import Counted, LookedAt, Offered, ShownTo, slots
from rulespec.rules.checks.known_cards import Cards, KnownCards, Zones, without
from rulespec.rules.checks.player_terms import PlayerTerms, Subject, Vantage, is_fixed
from rulespec.rules.checks.sights import Sights
from rulespec.rules.resolve.lying import lying, seen_by_all
from rulespec.rules.resolve.ruleset import Rules

Motion = tuple[
    e.Expression | None, Zones | None, Zones | None
]  # what moves, unless it is refilled; from where; to where


@frozen
class Disclosures:
    """Works out the facts that hold after a choice or an effect."""

    rules: Rules
    sights: Sights
    terms: PlayerTerms = field(init=False)
    _named: set[str] = field(init=False, factory=set)  # the names that have been chosen so far

    @terms.default
    def _of_sights(self) -> PlayerTerms:
        return self.sights.terms

    # ---- choices

    def chosen(self, choose: s.Choose, at: Vantage) -> KnownCards:
        """The facts after a choice: its chooser knows what was chosen, and so do all if they see all that was there."""
        self.terms.note_choosers(choose, at)
        known, secretly = at.known, "secretly" in choose.adverbs
        found = dict(without(known, again) if (again := self.note_named(choose.names, at.subject)) else known)
        for pick in choose.picks:
            cards: Cards | None = None
            if isinstance(pick, s.PickOne | s.PickPair | s.PickCards) and pick.kind.name == "card":
                openly = not secretly and self._is_open(pick.source, known)
                player = e.AllPlayers(span=pick.span) if openly else at.subject.player
                cards = Cards(frozenset([player]), openly, self.sights.zones(pick.source, at))
            elif secretly:
                cards = Cards(frozenset([at.subject.player]), zones=frozenset())
            if cards is not None:
                found |= dict.fromkeys(pick.names, cards)
        return found

    def note_named(self, names: Iterable[str], subject: Subject) -> set[str]:
        """Remembers that names have been chosen; those that had been before."""
        named = {self.terms.named(name, subject) for name in names}
        again = named & self._named
        self._named.update(named)
        return again

    def _is_open(self, source: Node, known: KnownCards) -> bool:
        """Whether everybody sees the cards that are chosen from; if so, the engine announces the choice."""
        return seen_by_all(source, self.rules, lambda name: name in known and known[name].openly)

    # ---- effects

    def after(self, effect: s.Effect, at: Vantage) -> KnownCards:
        """The facts after an effect."""
        kind: type = type(effect)
        known = at.known
        if known and _changes(kind):
            motions = list(self._motions(effect, at))
            known = _lasting(self._moved(known, motions) if motions else known)
        for cards, to in s.shown(effect) if shows_cards(kind) else ():
            known = self._shown(cards, self.terms.of(to, at), evolve(at, known=known))
        return known

    def _motions(self, effect: s.Effect, at: Vantage) -> Iterator[Motion]:
        """The motions of cards, those of refilling first."""
        for source, _ in s.drawings(effect):
            refill = self.rules.zone(source.zone).refill if isinstance(source, e.InZone) else None
            if refill is not None:
                yield None, self._refilled(refill), self.sights.zones(source, at)
        for cards, to in s.motions(effect):
            yield cards, self.sights.zones(cards, at), self.sights.zones(to, at)

    def _refilled(self, refill: e.Expression) -> Zones:
        """The zones of any player that cards of a refilled zone come from."""
        everybody = e.AllPlayers(span=refill.span)
        places = (node for node in walk(refill) if isinstance(node, e.InZone))
        return frozenset(e.InZone(p.zone, p.whose and everybody, None, kind=p.kind, span=p.span) for p in places)

    def _moved(self, known: KnownCards, motions: list[Motion]) -> KnownCards:
        """The facts after cards have moved.

        Cards with a name are known to those who see where they were or go; another card may be one of them. A
        place is still known to those who know all the cards that leave it or come to it.
        """
        named = {moved.name: (source, to) for moved, source, to in motions if isinstance(moved, e.Chosen)}
        found = dict[str | e.Expression, Cards]()
        for key, cards in known.items():
            if isinstance(key, str) and key in named:
                source, to = named[key]
                seers = self.sights.seen_by(source) | self.sights.seen_by(to)
                found[key] = Cards(self.terms.together(cards.known_by | seers), cards.openly, to)
            elif isinstance(key, str):
                found[key] = cards.within(self._zones_after(cards.zones, motions))
            else:
                found[key] = self._place_after(key, cards, known, motions)
        return found

    def _zones_after(self, zones: Zones | None, motions: list[Motion]) -> Zones | None:
        for _, source, to in motions:
            if zones is not None and self._can_be_in(zones, source):
                zones = None if to is None else zones | to
        return zones

    def _can_be_in(self, zones: Zones, others: Zones | None) -> bool:
        """Whether a card of some zones can be in one of some others, now that players may have other notes."""
        if others is None:
            return bool(zones)
        return any(
            one.zone == other.zone if not all(map(is_fixed, one.which)) else self.terms.can_be_one(one, other)
            for one in zones
            for other in others
        )

    def _place_after(self, key: e.Expression, cards: Cards, known: KnownCards, motions: list[Motion]) -> Cards:
        place = frozenset([next(each for each in walk(key) if isinstance(each, e.InZone))])
        for moved, source, to in motions:
            if self._can_be_in(place, source) or self._can_be_in(place, to):
                fact = known.get(moved.name) if isinstance(moved, e.Chosen) else None
                cards = cards.only(fact.known_by if fact is not None else frozenset())
        return cards

    def _shown(self, cards: e.Expression, to: e.Expression, at: Vantage) -> KnownCards:
        """The facts after cards were shown to some players."""
        if isinstance(cards, e.Plus):
            return self._shown(cards.other, to, evolve(at, known=self._shown(cards.one, to, at)))
        if isinstance(cards, e.Chosen):
            key: str | e.Expression | None = cards.name if cards.name in at.known else None
        else:
            key = self._place(cards, at) if is_fixed(to) else None
        if key is None:
            return at.known
        return {**at.known, key: self.told(at.known.get(key, Cards()), to)}

    def told(self, cards: Cards, players: e.Expression) -> Cards:
        """The same fact after some players have seen the cards."""
        return Cards(self.terms.together(cards.known_by | {players}), cards.openly, cards.zones)

    def _place(self, cards: e.Expression, at: Vantage) -> e.Expression | None:
        """The cards of a zone, or those at a place of a row, that can be shown; None of any others."""
        node, part = cards, False
        while isinstance(node, e.First | e.Last | e.FirstCards | e.LastCards | e.PositionIn):
            if isinstance(node, e.FirstCards | e.LastCards | e.PositionIn) and not isinstance(node.number, e.Number):
                return None
            node, part = node.of, True
        found = lying(node, self.rules)
        if found is None or (part and not (self.rules.zone(found.zone).ordered and found.place.is_one)):
            return None
        place = self.terms.of(found.place, at)
        return self.terms.of(cards, at) if all(map(is_fixed, place.which)) else None


def _lasting(known: KnownCards) -> KnownCards:
    """The facts without players whom a value or a set names, which can be others once something has changed.

    A note is taken to name the same player: the two-world search finds where it does not.
    """
    found = dict(known)
    for key, cards in known.items():
        kept = frozenset(each for each in cards.known_by if is_fixed(each) or isinstance(each, e.OnNote))
        if kept != cards.known_by:
            found[key] = Cards(kept, cards.openly, cards.zones)
    return found


@cache
def shows_cards(kind: type) -> bool:
    """Whether an effect of this class shows cards."""
    return any(isinstance(slot.use, ShownTo) for slot in slots(kind).values())


@cache
def _changes(kind: type) -> bool:
    """Whether an effect of this class changes where cards are, or a counter or a note."""
    unchanged = LookedAt | Counted | Offered | ShownTo | None
    return any(not isinstance(slot.use, unchanged) for slot in slots(kind).values())
