"""What a player sees and knows where an expression is read, and the zones that cards can be in."""

from collections.abc import Iterator

from attrs import evolve, field, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.rules.checks.known_cards import Cards, Players, Zones, has_places
from rulespec.rules.checks.player_terms import PlayerTerms, Subject, Vantage
from rulespec.rules.resolve.ruleset import Rules


@frozen
class Sights:
    """Tells who sees which cards, by the declared sights of the zones and by the facts about cards."""

    rules: Rules
    terms: PlayerTerms = field(init=False)

    @terms.default
    def _terms(self) -> PlayerTerms:
        return PlayerTerms(self.rules)

    def knows(self, cards: Cards, subject: Subject) -> bool:
        """Whether the player who acts knows some cards."""
        for each in cards.known_by:
            if isinstance(each, e.AllPlayers) or each == subject.player or each == subject.among:
                return True
            if (
                isinstance(each, e.Except)
                and isinstance(each.one, e.AllPlayers)
                and self._is_other(each.other, subject)
            ):
                return True
        return False

    def _is_other(self, player: e.Expression, subject: Subject) -> bool:
        return not kind_of(player).many and self.terms.is_somebody_else(player, subject)

    def sees(self, zone: e.InZone, sight: d.Sight, at: Vantage) -> bool:
        """Whether the player who acts sees the cards of a zone, or was shown them; the players in it are terms."""
        if sight.is_public or (has_places(at.known) and self.was_shown(zone, at)):
            return True
        owners = {zone.whose}
        if isinstance(zone.whose, e.OwnerOf) and isinstance(zone.whose.of, e.Chosen):
            owners = {each.whose for each in self.zones(zone.whose.of, at) or ()} or owners
        if sight.owner != sight.others and all(each is None or self._is_in_sight(each, sight, at) for each in owners):
            return True
        if not has_places(at.known) or not isinstance(zone.whose, e.AllPlayers | e.Except):
            return False
        me = at.subject.player  # the own zone may have been shown, and those of the others be in sight
        parts = (evolve(zone, whose=each) for each in (me, self.terms.others(me, zone)))
        return all(self._is_in_sight(each.whose, sight, at) or self.was_shown(each, at) for each in parts)

    def _is_in_sight(self, whose: e.Expression | None, sight: d.Sight, at: Vantage) -> bool:
        """Whether the player who acts sees this player's zone of such a sight."""
        mine, others = whose == at.subject.player, self.terms.is_somebody_else(whose, at.subject)
        return (sight.owner and mine) or (sight.others and others)

    def knows_owner(self, card: e.Chosen, at: Vantage) -> bool:
        """Whether the player who acts knows whose card it is: it can be one player's only, or the player sees where."""
        zones = self.zones(card, at)
        if zones is None:
            return False
        unseen = frozenset(each for each in zones if not self._sees_in(each, at))
        return _has_one_owner(zones) or (self.knows_name(card.name, at) and _has_one_owner(unseen))

    def knows_place(self, card: e.Expression, at: Vantage) -> bool:
        """Whether the player who acts sees in which place of its row a card is."""
        zones = self.zones(card, at)
        return zones is not None and all(self._sees_in(each, at) for each in zones)

    def knows_name(self, name: str, at: Vantage) -> bool:
        """Whether the player who acts knows what a name stands for."""
        return name not in at.known or self.knows(at.known[name], at.subject)

    def _sees_in(self, zone: e.InZone, at: Vantage) -> bool:
        return self.sees(zone, self.rules.zone(zone.zone).sight, at)

    def was_shown(self, cards: e.Expression, at: Vantage) -> bool:
        """Whether the player who acts was shown these cards, which have not moved since."""
        return any(
            not isinstance(key, str) and (key == cards or self._covers(key, cards)) and self.knows(found, at.subject)
            for key, found in at.known.items()
        )

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
                return self.terms.apart(cards.whose, other)
            case _:
                return False

    def seen_by(self, zones: Zones | None) -> Players:
        """The players who see the cards in each of these zones."""
        found: Players | None = None
        for zone in zones or ():
            seers = frozenset(self._seers(zone))
            found = seers if found is None else found & seers
        return found or frozenset()

    def _seers(self, zone: e.InZone) -> Iterator[e.Expression]:
        sight, whose = self.rules.zone(zone.zone).sight, zone.whose
        if sight.is_public:
            yield e.AllPlayers(span=zone.span)
        elif whose is not None and not kind_of(whose).many:
            if sight.owner:
                yield whose
            if sight.others:
                yield self.terms.others(whose, zone)

    def zones(self, cards: e.Expression, at: Vantage) -> Zones | None:
        """The zones that cards come from; None if they can come from anywhere."""
        found, waiting, values = set[e.InZone](), [cards], set[str]()
        while waiting:
            cards = waiting.pop()
            match cards:
                case e.InZone():
                    found.add(self.terms.of(cards, at))
                case e.Chosen(name):
                    zones = at.known[name].zones if name in at.known else frozenset()
                    if zones is None:
                        return None
                    found |= zones
                case e.Plus(one, other):
                    waiting += (one, other)
                case e.Cases():
                    waiting += cards.values
                case e.OfValue(name, None) if isinstance(declared := self.rules.value(name), d.Value):
                    waiting += () if name in values else (declared.expression,)
                    values.add(name)
                case _ if (whole := e.whole_of(cards)) is not None:
                    waiting.append(whole)
                case _:
                    return None
        return frozenset(found)


def _has_one_owner(zones: Zones) -> bool:
    """Whether all cards in some zones are one player's, or nobody's."""
    owners = {each.whose for each in zones}
    return len(owners) < 2 and not any(each is not None and kind_of(each).many for each in owners)
