"""The values of a condition at a moment, as one player saw them: who is `some player`, what `card` is."""

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from attrs import frozen

from rulespec.engine.options import seat_name
from rulespec.knowledge.recall import UNSEEN, Moment, UnseenError
from rulespec.knowledge.sayings import Sayings
from rulespec.language.printer import show
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.node import Node, walk
from rulespec.rules.material import Material


@frozen
class Particulars:
    """Describes what one player saw of a condition at a moment, and leaves out what he did not see."""

    sayings: Sayings
    moment: Moment

    @property
    def material(self) -> Material:
        """The cards, places and names of the game."""
        return self.sayings.material

    def of(self, condition: e.Condition) -> str:
        """The players and cards for which a condition held, and the values of its names."""
        found = dict.fromkeys((*self._witnesses(condition), *self._values(condition)))
        return "; ".join(found)

    def concerned(self, condition: e.Condition) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The players for whom a condition held, and the cards that it is about: before them, or chosen."""
        seats, cards = dict[int, None](), dict[int, None]()
        for kind, inner, fitting in self._fitting(condition):
            for each in fitting:
                if kind.name == "player":
                    seats[each] = None
                    cards |= dict.fromkeys(card for card in self._held(inner, each) if card is not UNSEEN)
                elif kind.name == "card":
                    cards |= dict.fromkeys(each if kind.many else [each])
        return tuple(seats), tuple(cards)

    def sieved(self, set_: e.Expression, sieves: tuple[e.Sieve, ...]) -> tuple[str, int | None]:
        """A set of players, with those that each sieve left, in words; and their number, None if he cannot know it."""
        show = self.sayings.shown
        said, left = [show(set_)], None
        try:
            left = self.moment.members(set_)
            for sieve in self.sayings.once("one by one", sieves, lambda all_: tuple(one_by_one(all_))):
                narrowed = self.moment.narrowed(set_, sieve, left)
                said.append(show(sieve) + (f" ({self.seats(narrowed)})" if narrowed != left else ""))
                left = narrowed
        except UnseenError:
            return ", ".join([show(set_), *map(show, sieves)]), None
        return ", ".join(said), len(left)

    def seats(self, seats: Iterable[int]) -> str:
        return ", ".join(seat_name(self.material, seat) for seat in seats) or "no player"

    def _witnesses(self, condition: e.Condition) -> Iterator[str]:
        for kind, inner, fitting in self._fitting(condition):
            try:
                told = [self._witness(kind, inner, each) for each in fitting]
            except UnseenError:
                continue
            yield from told

    def _fitting(self, condition: e.Condition) -> Iterator[tuple[Kind, e.Condition, list[Any]]]:
        """What is some player, card or word of a condition: its kind, what holds for it, and all for which it does."""
        match condition:
            case e.AllOf(parts):
                for part in parts:
                    yield from self._fitting(part)
            case e.Quantified("some", _, inner):
                among, fits = self.sayings.once("some", condition, _among)
                try:
                    fitting = self.moment.narrowed(among, fits, self.moment.members(among))
                except UnseenError:
                    return
                yield kind_of(among).one, inner, fitting
            case e.Quantified() | e.AnyOf() | e.Not() | e.Implies() | e.Atomic():
                pass
            case _:
                assert_never(condition)

    def _witness(self, kind: Kind, inner: e.Condition, each: Any) -> str:
        if kind.many:
            return ", ".join(map(self._card, each))
        return self._told(kind, each) + (self._belongings(inner, each) if kind.name == "player" else "")

    def _belongings(self, condition: Node, seat: int) -> str:
        """The contents of a player's own zones and counters that a condition on him reads."""
        machine, said = self.moment.machine, {}
        for node, named in self.sayings.once("belongings", condition, self._belonging):
            which = self._own(node, seat)
            match node:
                case e.InZone(zone) if which is not None:
                    held: tuple[Any, ...] = machine.zones[self.material.first_place[zone] + which]
                    hidden = any(card is UNSEEN for card in held)
                    said[named] = f"{len(held)} hidden" if hidden else ", ".join(map(self._card, held)) or "no cards"
                case e.OnCounter(name) if which is not None:
                    said[named] = str(machine.variables[self.material.first_variable[name] + which])
        return f" ({', '.join(f'{name}: {what}' for name, what in said.items())})" if said else ""

    def _held(self, condition: Node, seat: int) -> Iterator[Any]:
        """The cards of a player's own zones that a condition on him reads."""
        for node, _ in self.sayings.once("belongings", condition, self._belonging):
            if isinstance(node, e.InZone) and (which := self._own(node, seat)) is not None:
                yield from self.moment.machine.zones[self.material.first_place[node.zone] + which]

    def _belonging(self, condition: Node) -> tuple[tuple[e.InZone | e.OnCounter, str], ...]:
        """The zones and counters of whoever a condition is on that it reads, and what they are called."""
        return tuple(
            (node, _named(node))
            for node in self._with_calls(condition)
            if isinstance(node, e.InZone | e.OnCounter) and isinstance(node.whose, e.OwnPlayer | e.Looked)
        )

    def _own(self, node: e.AnyHeld, seat: int) -> int | None:
        """Which of all there are is a player's; None where the word is not written for which it is."""
        holder = self.material.rules.names.held(node)
        match node.by:
            case None:
                return self.material.share(holder, seat, 0)
            case e.WordOf(word) | e.Number(word) if word in (words := self.material.words_by(holder)):
                return self.material.share(holder, seat, words.index(word))
            case _:
                return None

    def _with_calls(self, condition: Node) -> Iterator[Node]:
        waiting, calls = [condition], set[str]()
        while waiting:
            for node in walk(waiting.pop()):
                yield node
                if isinstance(node, e.Fits) and node.key not in calls:
                    calls.add(node.key)
                    waiting.append(self.material.rules.blocks[node.key])

    def _values(self, condition: e.Condition) -> Iterator[str]:
        for node, said in self.sayings.once("values", condition, _valued):
            try:
                yield f"{said} is {self._told(kind_of(node), self.moment.value(node))}"
            except UnseenError:
                continue

    def _told(self, kind: Kind, value: Any) -> str:
        if value is UNSEEN:
            raise UnseenError
        match kind.name:
            case _ if value is None:
                return "none"
            case "card":
                return self._card(value)
            case "player":
                return self.seats([value])
            case "word":
                word: str = self.material.words(str(kind.list))[value]
                return word
            case _:
                return str(value)

    def _card(self, card: int) -> str:
        return self.material.cards[card].name


def _among(condition: e.Quantified) -> tuple[e.Expression, e.Where]:
    """The set that a condition on some of its members is about, and the sieve that leaves those for whom it holds."""
    among = condition.member.among or e.AllPlayers(span=condition.span)
    return among, e.Where(condition.condition, span=condition.condition.span)


def _valued(condition: e.Condition) -> tuple[tuple[e.Expression, str], ...]:
    """The names in a condition that stand for one thing, whatever is looked at; and how each is written."""
    return tuple((node, show(node)) for node in walk(condition) if isinstance(node, e.Expression) and _is_one(node))


def _is_one(node: e.Expression) -> bool:
    match node:
        case e.Chosen() | e.OfValue(of=None) | e.OnCounter(whose=None) | e.OnNote(whose=None):
            return not kind_of(node).many and not any(isinstance(each, e.Looked) for each in walk(node))
        case _:
            return False


def _named(node: e.AnyHeld) -> str:
    return node.name if node.by is None else f"{node.name} by {show(node.by)}"


def one_by_one(sieves: Iterable[e.Sieve]) -> Iterator[e.Sieve]:
    """Sieves split so that each has one measure."""
    for sieve in sieves:
        match sieve:
            case e.WithExtremes(extremes):
                yield from (e.WithExtremes((each,), span=sieve.span) for each in extremes)
            case e.Where() | e.Preferring():
                yield sieve
            case _:
                assert_never(sieve)
