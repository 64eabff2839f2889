"""What `so that afterwards` can read: the next line can move cards that the chooser cannot see."""

from attrs import evolve, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.rules.checks.known_cards import Zones, names_only
from rulespec.rules.checks.reads import ChoiceReader, Reads
from rulespec.rules.checks.sights import Sights
from rulespec.rules.resolve.lying import lying
from rulespec.rules.resolve.ruleset import Rules

_NOWHERE: Zones = frozenset()


@frozen
class Handled:
    """Cards that an effect handles: whether the chooser cannot see them, or tell which they are; and their zones."""

    hidden: bool
    doubtful: bool
    zones: Zones

    def or_doubtful(self, doubtful: bool) -> "Handled":
        return Handled(self.hidden, self.doubtful or doubtful, self.zones)

    def plus(self, other: "Handled") -> "Handled":
        return Handled(self.hidden or other.hidden, self.doubtful or other.doubtful, self.zones | other.zones)


@frozen
class LookAhead:
    """Works out what hidden cards change in the next line."""

    rules: Rules
    sights: Sights
    reads: Reads

    def after(self, effect: s.Effect, reader: ChoiceReader) -> ChoiceReader:
        """The reader of the table after an effect."""
        if not effect.foreseen:  # E037 reports it
            return reader
        coming, changing = set[e.InZone](), set[str]()
        for cards, place in s.motions(effect):
            here, there = self._handled(cards, reader), self._handled(place, reader)
            coming |= there.zones if here.hidden else _NOWHERE
            if here.doubtful or there.doubtful:
                changing |= {each.zone for each in here.zones | there.zones}
        for altered in s.changes(effect):
            if any(self.reads.unknown(each, reader) for each in (altered.by, *altered.target.which)):
                changing.add(altered.name)
        known = names_only(reader.known) if any(True for _ in s.motions(effect)) else reader.known
        return evolve(reader, known=known, coming=frozenset(coming), changing=frozenset(changing), declared={})

    def _handled(self, cards: e.Expression, reader: ChoiceReader, *, within: bool = False) -> Handled:
        """What is moved, or where to; what it is `within` is asked as a whole whether it depends on anything hidden."""
        found = lying(cards, self.rules)
        if found is not None:
            place = self.sights.terms.of(found.place, reader)
            hidden = not self.reads.sees(found, reader)
            doubtful = any(self.reads.unknown(each, reader) for each in found.which)
            return Handled(hidden, doubtful, frozenset([place]))
        match cards:
            case e.Chosen(name):
                zones = self.sights.zones(cards, reader) or _NOWHERE
                return Handled(not self.sights.knows_name(name, reader), False, zones)
            case e.First(of) | e.Last(of) | e.SetsOf(of=of):
                return self._handled(of, reader, within=within)
            case e.FirstCards(number, of) | e.LastCards(number, of) | e.PositionIn(number, of):
                return self._handled(of, reader, within=within).or_doubtful(self.reads.unknown(number, reader))
            case e.Plus(one, other):
                return self._handled(one, reader, within=within).plus(self._handled(other, reader, within=within))
            case e.Except(one, other):
                return self._handled(one, reader, within=within).or_doubtful(self.reads.unknown(other, reader))
            case e.Sieved(set_, _):
                whole = self._handled(set_, reader, within=True)
                return whole.or_doubtful(not within and self.reads.unknown(cards, reader))
            case e.Cases():
                unsure = any(self.reads.unknown(each.condition, reader) for each in cards.cases)
                either = Handled(False, unsure, _NOWHERE)
                for each in cards.values:
                    either = either.plus(self._handled(each, reader, within=within))
                return either
            case e.OfValue(name, None) if isinstance(declared := self.rules.value(name), d.Value):
                return self._handled(declared.expression, reader)
        unknown = self.reads.unknown(cards, reader)
        return Handled(unknown, unknown, frozenset(self._places(cards, reader)))

    def _places(self, cards: Node, reader: ChoiceReader) -> list[e.InZone]:
        """The zones in an expression, and in the values that it names."""
        return [self.sights.terms.of(each, reader) for each in walk(cards) if isinstance(each, e.InZone)]
