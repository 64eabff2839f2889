"""Values and named conditions of a drawn file."""

from attrs import evolve, frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.declared import Called, Declared, Valued
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.expressions import Expressions
from rulespec.experiments.testing.places import Chosen, Place
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARD, CARDS, NUMBER, NUMBERS, PLAYER, PLAYERS, Kind


@frozen(eq=False)
class Values:
    """Draws what rules can then speak of by a name."""

    _draw: Drawing
    _declared: Declared
    _expressions: Expressions

    def values(self) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        for number in range(self._draw.number(0, 3)):
            name = f"worth{number}"
            value, valued = self._by_table(name) if self._draw.perhaps(3) else self._value(name)
            self._declared.values[name] = valued
            found.append(value)
        return found

    def calls(self) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        for number in range(self._draw.number(0, 2)):
            name, subject = f"fit{number}", self._draw.of("player", "card", "cards", "game")
            at = self._about(subject)
            condition = self._expressions.conditions.condition(at)
            found.append(d.Call(name=name, subject=subject, condition=condition, **n.NOWHERE, **self._draw.cites()))
            self._declared.calls[name] = Called(subject, open=not at.looks)
        return found

    def late(self, chosen: tuple[Chosen, ...]) -> list[d.Declaration]:
        """A value of what the turn has chosen, for those who may look at it."""
        if not chosen or not self._draw.perhaps(3):
            return []
        one = self._draw.of(*chosen)
        self._declared.values["taken"] = Valued(None, one.kind, open=False)
        named = n.name(one.name)
        return [d.Value(name="taken", parameter=None, expression=named, **n.NOWHERE, **self._draw.cites())]

    def _value(self, name: str) -> tuple[d.Declaration, Valued]:
        draw = self._draw
        parameter = draw.of(None, "player", "card", "cards", *self._declared.words())
        by = None if parameter is None or draw.perhaps() else draw.of("player", *self._declared.lists)
        word = draw.of(*self._declared.kinds_of_words())
        kind = draw.of(NUMBER, PLAYER, CARD, PLAYERS, CARDS, word, NUMBERS, word.set)
        at = self._about(parameter, by)
        expression = self._by_cases(kind, at) if draw.perhaps(4) else self._expressions.expression(kind, at)
        value = d.Value(name=name, parameter=parameter, by=by, expression=expression, **n.NOWHERE, **draw.cites())
        return value, Valued(parameter, kind, open=not at.looks, by=by)

    def _by_cases(self, kind: Kind, at: Place) -> e.Expression:
        def value() -> e.Expression:
            return self._expressions.expression(kind, at, 1)

        def case() -> e.Case:
            return e.Case(value(), self._expressions.conditions.condition(at, 1), **n.NOWHERE)

        return e.Cases(self._draw.some(case, 1, 2), value(), **n.NOWHERE)

    def _by_table(self, name: str) -> tuple[d.Declaration, Valued]:
        draw, declared, expression = self._draw, self._declared, self._expressions.expression
        kind = draw.of(NUMBER, PLAYER, draw.of(*declared.kinds_of_words()), PLAYERS, CARDS)
        by = draw.of("players", *declared.lists)
        about = draw.of(None, "player", "card") if by in ("players", *declared.words()) else None
        further = None if about is None or by == "players" else by
        at = evolve(self._about(about, further), acting=False)
        players = range(declared.least, declared.most + 1)
        keys: list[str | int] = list(players if by == "players" else declared.lists[by].members)
        otherwise = expression(kind, at, 1) if draw.perhaps() else None
        if otherwise is not None:
            keys = keys[: draw.number(1, len(keys))]
        rows = tuple(d.Row(expression(kind, at, 1), key, **n.NOWHERE) for key in keys)
        table = d.Table(name=name, by=by, rows=rows, otherwise=otherwise, parameter=about, **n.NOWHERE, **draw.cites())
        if about is not None:
            return table, Valued(about, kind, open=not at.looks, by=further)
        # one by numbers can be asked for a number of cards only by `of card`, like one by words
        parameter = None if by == "players" else by
        return table, Valued(parameter, kind, open=not at.looks)

    def _about(self, parameter: str | None, by: str | None = None) -> Place:
        looks = self._draw.perhaps()
        at = Place(own=False, own_hand=False, looks=looks, acting="player" not in (parameter, by))
        if by is not None:
            at = evolve(at, outer=((self._declared.kind_about(by), None),))
        return at if parameter in (None, "game") else at.looking_at(self._declared.kind_about(str(parameter)))
