"""What an expression reads that the player who is asked cannot know."""

from collections.abc import Callable
from typing import Any

from attrs import field, frozen

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.node import Node, children
from rulespec.language.tree.scopes import going_through
from rulespec.language.tree.slots import by_size
from rulespec.rules.checks.known_cards import has_places
from rulespec.rules.checks.player_terms import Looked, Vantage
from rulespec.rules.checks.sights import Sights
from rulespec.rules.resolve.lying import Lying, lying
from rulespec.rules.resolve.ruleset import Rules

_UNSEEN = "use cards that the chooser sees, or sizes such as 'cards in ...' and '... is empty'"
UNSURE = "change the next line, or remove this condition"

# sets of players whose members can be told from a player; of a deeper one, nothing is worked out
_SIMPLE = e.AllPlayers | e.OtherPlayers | e.Except | e.Beside | e.Chosen | e.OfValue
_KNOWN = frozenset[type](
    (e.WordOf, e.Number, e.Listed, e.NoneYet, e.Active, e.SelfPlayer, e.OwnPlayer, e.Looked, e.Outer)
)

Found = list[Problem]


@frozen
class ChoiceReader(Vantage):
    """A vantage of an expression in a choice, after the next line if the choice looks ahead at it.

    `coming` are the zones that this line puts unseen cards into, `changing` the names of what hidden cards change.
    """

    coming: frozenset[e.InZone] = frozenset()
    changing: frozenset[str] = frozenset()
    declared: dict[object, Problem | None] = field(factory=dict, eq=False)  # of values and conditions, by who is `own`

    def at(self, own: e.Expression | None, looked: Looked) -> "ChoiceReader":
        """The same reader where `own` and the members looked at are others."""
        return ChoiceReader(self.subject, self.known, own, looked, self.coming, self.changing, self.declared)


class Reads:
    """Finds what expressions read."""

    def __init__(self, rules: Rules, sights: Sights) -> None:
        self._rules = rules
        self._sights = sights
        self._terms = sights.terms
        self._ways: dict[type, Callable[[Any, ChoiceReader, Found], None]] = {
            e.InZone: self._zone,
            e.Chosen: self._chosen,
            e.OnCounter: self._variable,
            e.OnNote: self._variable,
            e.OwnerOf: self._owner,
            e.PositionOf: self._position,
            e.OfValue: self._value,
            e.Fits: self._fits,
            **dict.fromkeys((e.First, e.Last, e.FirstCards, e.LastCards, e.PositionIn), self._part),
            **dict.fromkeys(_KNOWN, self._nothing),
        }

    def hidden(self, node: Node, reader: ChoiceReader) -> Found:
        """The problems of an expression that reads what the reader cannot know."""
        found: Found = []
        self._read(node, reader, found)
        return found

    def unknown(self, node: Node | None, reader: ChoiceReader) -> bool:
        """Whether an expression reads what the reader cannot know."""
        return node is not None and bool(self.hidden(node, reader))

    def inside(self, members: e.Expression | None, reader: ChoiceReader) -> ChoiceReader:
        """The reader of a condition on each member of a set."""
        one = self._member(members, reader)
        is_player = members is not None and kind_of(members).name == "player"
        return reader.at(one if is_player else reader.own, (one, *reader.looked))

    def sees(self, found: Lying, reader: ChoiceReader) -> bool:
        """Whether the reader sees these cards, or was shown them."""
        return self._sights.sees(self._terms.of(found.place, reader), found.sight, reader)

    # ---- one kind of node after another

    def _read(self, node: Node, reader: ChoiceReader, found: Found) -> None:
        way = self._ways.get(type(node))
        if way is not None:
            way(node, reader, found)
        else:
            self._parts(node, reader, found)

    def _nothing(self, node: Node, reader: ChoiceReader, found: Found) -> None:
        pass

    def _parts(self, node: Node, reader: ChoiceReader, found: Found) -> None:
        through = going_through(node)
        if through is not None:
            set_, conditions = through
            self._read(set_, reader, found)
            inside = self.inside(set_, reader)
            for each in conditions:
                self._read(each, inside, found)
            return
        counted, others = by_size(node)
        for each in counted:
            self._size(each, reader, found)
        for each in others:
            self._read(each, reader, found)

    def _zone(self, node: e.InZone, reader: ChoiceReader, found: Found) -> None:
        self._cards(Lying(node, self._rules.zone(node.zone).sight), node, reader, found)

    def _part(self, node: e.ByPlace, reader: ChoiceReader, found: Found) -> None:
        cards = lying(node, self._rules)
        if cards is not None:
            self._cards(cards, node, reader, found)
        elif not self._was_shown(node, reader):
            self._parts(node, reader, found)

    def _cards(self, cards: Lying, node: Node, reader: ChoiceReader, found: Found) -> None:
        name = cards.zone
        if not self.sees(cards, reader):
            what = f"the chooser cannot see these cards of '{name}'"
            found.append(problem("E035", node.span, what, _UNSEEN))
        elif name in reader.changing:
            found.append(_changes(name, node))
        elif self._comes(cards.place, reader):
            what = f"the next line moves cards to '{name}' that the chooser cannot see"
            found.append(problem("E035", node.span, what, UNSURE))
        else:
            for each in cards.which:
                self._read(each, reader, found)

    def _comes(self, place: e.InZone, reader: ChoiceReader) -> bool:
        """Whether unseen cards can have come into a zone."""
        if not reader.coming:
            return False
        read = self._terms.of(place, reader)
        return any(self._terms.can_be_one(each, read) for each in reader.coming)

    def _was_shown(self, node: e.Expression, reader: ChoiceReader) -> bool:
        known = reader.known
        return has_places(known) and self._sights.was_shown(self._terms.of(node, reader), reader)

    def _chosen(self, node: e.Chosen, reader: ChoiceReader, found: Found) -> None:
        if self._sights.knows_name(node.name, reader):
            return
        name, is_card = node.name, node.kind.name == "card"
        which, it = (f"cards '{name}' are", "them") if node.kind.many else (f"card '{name}' is", "it")
        remedy = f"show {it} to the chooser first, or do not use {it} here"
        if not is_card:
            why = "depends on hidden cards" if name.startswith(s.THAT) else "was chosen secretly"
            which, remedy = f"'{name}' is, which {why}", "do not use it here"
        what = f"the chooser cannot know {'which' if is_card else 'what'} {which}"
        found.append(problem("E035", node.span, what, remedy))

    def _variable(self, node: e.OnCounter | e.OnNote, reader: ChoiceReader, found: Found) -> None:
        if node.name in reader.changing:
            found.append(_changes(node.name, node))
        for each in node.which:
            self._read(each, reader, found)

    def _owner(self, node: e.OwnerOf, reader: ChoiceReader, found: Found) -> None:
        card = node.of
        if isinstance(card, e.Looked) or (isinstance(card, e.Chosen) and self._sights.knows_owner(card, reader)):
            return
        if isinstance(card, e.Chosen) and self._sights.knows_name(card.name, reader):
            what = f"the chooser cannot know who has the card '{card.name}' now"
            found.append(
                problem(
                    "E035", node.span, what, "ask for its owner earlier, or move the card where the chooser sees it"
                )
            )
        self._read(card, reader, found)

    def _position(self, node: e.PositionOf, reader: ChoiceReader, found: Found) -> None:
        """The player who sees a row sees where in it a card is; of a card that is looked at, the set is read."""
        self._parts(node, reader, found)
        if not node.is_of_card or isinstance(node.of, e.Looked):
            return
        if not self._sights.knows_place(node.of, reader):
            what = "the chooser cannot know the position of this card in its row"
            remedy = "ask for the position earlier, or show the row to the chooser"
            found.append(problem("E035", node.span, what, remedy))

    def _size(self, node: Node, reader: ChoiceReader, found: Found) -> None:
        """A size may be read where the cards may not."""
        match node:
            case e.InZone(name) if name in reader.changing:
                found.append(_changes(name, node))
            case e.InZone():
                for each in node.which:
                    self._read(each, reader, found)
            case e.Plus(one, other):
                self._size(one, reader, found)
                self._size(other, reader, found)
            case e.Chosen():
                return
            case e.First(whole) | e.Last(whole) if kind_of(whole).name == "card":
                self._size(whole, reader, found)
            case e.OfValue(of=of, by=by) if self._is_size_known(node, self._asked_of(of, by, reader)):
                for each in node.which:
                    self._read(each, reader, found)
            case _:
                self._read(node, reader, found)

    # ---- values and named conditions

    def _value(self, node: e.OfValue, reader: ChoiceReader, found: Found) -> None:
        if node.by is not None:
            self._read(node.by, reader, found)
        self._declared(node.key, node.of, node.by, node, reader, found)

    def _fits(self, node: e.Fits, reader: ChoiceReader, found: Found) -> None:
        self._declared(node.key, node.subject, None, node, reader, found)

    def _declared(
        self, key: str, of: e.Expression | None, by: e.Expression | None, node: Node, reader: ChoiceReader, found: Found
    ) -> None:
        """A value or a named condition reads what its expression reads: the first is reported where it is used."""
        if of is not None:
            self._read(of, reader, found)
        there = self._asked_of(of, by, reader)
        way = key, there.own, there.looked
        if way not in reader.declared:
            read = (each for child in children(self._rules.blocks[key]) for each in self.hidden(child, there))
            reader.declared[way] = next(read, None)
        wrong = reader.declared[way]
        if wrong is not None:
            what = f"'{key.split()[-1]}' depends on hidden cards: {wrong.message}"
            found.append(problem("E035", node.span, what, f"see {wrong.span}"))

    def _is_size_known(self, node: e.OfValue, reader: ChoiceReader) -> bool:
        """Whether the reader knows how large a value is."""
        declared, wrong = self._rules.value(node.value), Found()
        if isinstance(declared, d.Value):
            self._size(declared.expression, reader, wrong)
        return isinstance(declared, d.Value) and not wrong

    def _asked_of(self, of: e.Expression | None, by: e.Expression | None, reader: ChoiceReader) -> ChoiceReader:
        """The reader of what a value or a named condition says, asked of something, and by something."""
        if of is None:
            return reader.at(reader.own, ())
        one = self._member(of, reader)
        return reader.at(one if kind_of(of).name == "player" else None, (one, self._member(by, reader)))

    def _member(self, node: e.Expression | None, reader: ChoiceReader) -> e.Expression | None:
        """A player, or the owner of a card, as far as it is known who that is; of a set any one of it."""
        if node is None or kind_of(node).name not in ("player", "card"):
            return None
        if kind_of(node).name == "player":
            while isinstance(node, e.Sieved) and isinstance(node.set, _SIMPLE):
                node = node.set
            named = not kind_of(node).many or isinstance(node, _SIMPLE)
            return self._terms.of(node, reader) if named else None
        while (whole := e.whole_of(node)) is not None:
            node = whole
        match node:
            case e.InZone(whose=whose) if whose is not None and not kind_of(whose).many:
                return self._player(self._terms.of(whose, reader))
            case e.Looked() | e.Outer() | e.Chosen():
                return self._player(self._terms.of(e.OwnerOf(node, span=node.span), reader))
            case _:
                return None

    def _player(self, term: e.Expression) -> e.Expression | None:
        """A term, unless it is the owner of a card of which nothing is known."""
        return None if isinstance(term, e.OwnerOf) and not isinstance(term.of, e.Chosen) else term


def _changes(name: str, node: Node) -> Problem:
    what = f"the next line changes '{name}' depending on cards that the chooser cannot see"
    return problem("E035", node.span, what, UNSURE)
