"""Effects, choices aside."""

from collections.abc import Callable

from attrs import evolve, frozen

from rulespec.testing import nodes as n
from rulespec.testing.declared import Declared
from rulespec.testing.drawing import Drawing
from rulespec.testing.expressions import Expressions
from rulespec.testing.nodes import NOWHERE
from rulespec.testing.places import Chosen, Place
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.kinds import CARD, CARDS, NUMBER, PLAYER, PLAYERS, word_of


@frozen
class Doing:
    """What can be done at a place: `together` inside `at the same time`, `performable` the lists of words."""

    together: bool = False
    performable: tuple[str, ...] = ()
    deep: int = 2  # blocks in one another


class Effects:
    """Draws effects, and the zones and counters that they change."""

    def __init__(self, draw: Drawing, declared: Declared, expressions: Expressions) -> None:
        self._draw = draw
        self._declared = declared
        self._expression = expressions.expression

    def effect(self, at: Place, doing: Doing, *, empty: bool = True) -> s.Effect:
        draw = self._draw
        ways: list[Callable[[], s.Effect]] = [
            lambda: s.Move(draw.some(lambda: self._some_cards(at), 1, 2), self.zone(at), **NOWHERE),
            lambda: s.Add(self._expression(NUMBER, at), self._counter(at), **NOWHERE),
            lambda: s.Take(self._expression(NUMBER, at), self._counter(at), **NOWHERE),
            lambda: s.Set(self._counter(at), self._expression(NUMBER, at), **NOWHERE),
            lambda: s.Exchange(self._some_cards(at), self._some_cards(at), **NOWHERE),
            lambda: s.Show(self._some_cards(at), self._expression(draw.of(PLAYERS, PLAYER), at, 1), **NOWHERE),
            lambda: s.IsNext(self._expression(PLAYER, at), **NOWHERE),
            lambda: s.Reverse(**NOWHERE),
        ]
        ways += [lambda: s.Nothing(**NOWHERE)] if empty else []
        ways += [lambda: self._note(at)] if self._declared.notes else []
        if not doing.together:
            ways += [lambda: self._dealt(at)] * 2
            if doing.performable:
                ways += [lambda: self._perform(at, doing)] * 2
        return draw.of(*ways)()

    def foreseen(self, seen: Place, names: list[Chosen]) -> s.Effect:
        """An effect that can be looked at beforehand: with what is chosen, and nothing that is hidden."""
        if names[0].kind.name == "card":
            return s.Move((n.name(names[0].name),), self.zone(evolve(seen, looks=False)), **NOWHERE)
        amount = self._expression(NUMBER, seen, 1)
        ways: list[Callable[[], s.Effect]] = [
            lambda: s.Add(amount, self._counter(seen), **NOWHERE),
            lambda: s.Take(amount, self._counter(seen), **NOWHERE),
            lambda: s.Set(self._counter(seen), amount, **NOWHERE),
            lambda: s.IsNext(self._expression(PLAYER, seen, 1), **NOWHERE),
        ]
        return self._draw.of(*ways)()

    def zone(self, at: Place) -> e.Expression:
        """One zone."""
        zone = self._draw.of(*reversed(self._declared.zones.values()))
        if not zone.per_player:
            return n.name(zone.name)
        if not self._draw.perhaps(4):
            return n.own(zone.name)
        return n.of(zone.name, self._expression(PLAYER, at, 1))

    def _dealt(self, at: Place) -> s.Effect:
        draw = self._draw
        amount = self._expression(NUMBER, at, 1) if draw.perhaps(4) else n.number(draw.number(1, 3))
        source = n.name("pile") if not draw.perhaps(3) else self.zone(at)
        return s.Draw(amount, source, self.zone(at), **NOWHERE)

    def _perform(self, at: Place, doing: Doing) -> s.Effect:
        return s.Perform(self._expression(word_of(self._draw.of(*doing.performable)), at, 1), **NOWHERE)

    def _some_cards(self, at: Place) -> e.Expression:
        return self._expression(self._draw.of(CARD, CARDS), at, 1)

    def _counter(self, at: Place) -> e.Expression:
        """A counter, of one or of several."""
        declared = self._declared
        counter = self._draw.of(*(each for name, each in declared.counters.items() if name != declared.pace))
        return self._belonging(counter.name, at) if counter.per_player else n.name(counter.name)

    def _belonging(self, name: str, at: Place) -> e.Expression:
        if not self._draw.perhaps():
            return n.own(name)
        return n.of(name, self._expression(self._draw.of(PLAYER, PLAYERS), at, 1))

    def _note(self, at: Place) -> s.Effect:
        note = self._draw.of(*self._declared.notes.values())
        target = self._belonging(note.name, at) if note.per_player else n.name(note.name)
        unset = self._draw.perhaps(6)
        value = e.NoneYet(**NOWHERE) if unset else self._expression(self._declared.noted(note), at)
        return s.Set(target, value, **NOWHERE)
