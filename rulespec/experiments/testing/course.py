"""The blocks that make the course of a drawn game, and how it ends."""

from collections.abc import Callable
from typing import Any, get_args

from attrs import evolve

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.effects import Doing
from rulespec.experiments.testing.expressions import Expressions
from rulespec.experiments.testing.places import Chosen, Place
from rulespec.experiments.testing.statements import Body, Statements
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import CARD, NUMBER, PLAYERS


class Course:
    """Draws blocks; `later` is a place that knows what the turn has chosen."""

    def __init__(self, draw: Drawing, declared: Declared, expressions: Expressions) -> None:
        self._draw = draw
        self._declared = declared
        self._expressions = expressions
        self._condition = expressions.conditions.condition
        self._statements = Statements(draw, declared, expressions)
        words = list(declared.words())
        # those of a later list can perform those of an earlier one
        declared.performable = words[: draw.of(0, 1, 2)]
        self._during = Doing(performable=tuple(declared.performable))

    def before_turn(self) -> list[d.Declaration]:
        return self._perhaps(d.BeforeTurn, 3, Place(), self._during, 3, name="dawn")

    def beginning(self) -> list[d.Declaration]:
        """What is done before the first turn: nearly always, everybody is dealt some cards."""
        draw = self._draw
        dealt = s.Draw(n.number(draw.of(2, 3, 1, 4)), n.name("pile"), n.own("hand"), **n.NOWHERE)
        everybody = s.ForEach(e.AllPlayers(**n.NOWHERE), (s.Do(dealt, **n.NOWHERE),), **n.NOWHERE)
        more = self._body(Place(), Doing(), 3) if draw.perhaps(4) else ()
        set_up = d.SetUp(body=(everybody, *more), **n.NOWHERE, **draw.cites())
        return [set_up, *self._perhaps(d.Round, 4, Place(), Doing())]

    def turn(self) -> tuple[d.Declaration, Place]:
        """The turn, and a place later in it."""
        draw, at = self._draw, Place()
        played, drawn = Body(), Body()
        if not draw.perhaps(4):
            name = draw.name("card")
            choose = s.Choose((s.PickOne(name, n.own("hand"), **n.NOWHERE),), **n.NOWHERE)
            move = s.Move((n.name(name),), self._expressions.holders.zone(at), **n.NOWHERE)
            played = (s.Do(choose, **n.NOWHERE), s.Do(move, **n.NOWHERE, **draw.cites()))
            at = evolve(at, chosen=(Chosen(name, CARD, 0),))
            if draw.perhaps():
                drawn = (s.Do(s.Draw(n.number(1), n.name("pile"), n.own("hand"), **n.NOWHERE), **n.NOWHERE),)
        body, known = self._statements.body(at, self._during, 5)
        turn = d.Turn(body=(*played, *body, *drawn, *self._counted()), **n.NOWHERE, **draw.cites())
        return turn, Place(chosen=tuple(evolve(each, by=each.by or -1) for each in known))

    def _counted(self) -> Body:
        """Where turns are counted: so something can come after so many."""
        if self._declared.pace is None:
            return ()
        return (s.Do(s.Add(n.number(1), n.name(self._declared.pace), **n.NOWHERE), **n.NOWHERE),)

    def actions(self, later: Place) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        for index, name in enumerate(self._declared.performable):
            doing = Doing(performable=tuple(self._declared.performable[:index]), deep=1)
            for word in self._declared.words()[name]:
                found += self._perhaps(d.Action, 1, later, doing, name=word)
        return found

    def after_turn(self, later: Place) -> list[d.Declaration]:
        dusk = self._perhaps(d.AfterTurn, 3, later, self._during, name="dusk")
        return [*dusk, *self._perhaps(d.NextTurn, 3, later, Doing(deep=1))]

    def _perhaps(
        self, kind: Any, one_in: int, at: Place, doing: Doing, most: int = 2, **named: str
    ) -> list[d.Declaration]:
        """A block of a class, in one of so many files."""
        if not self._draw.perhaps(one_in):
            return []
        return [kind(body=self._body(at, doing, most), **named, **n.NOWHERE, **self._draw.cites())]

    def _body(self, at: Place, doing: Doing, most: int = 2) -> Body:
        body, _ = self._statements.body(at, doing, most)
        return body

    # ---- how it ends

    def ends(self, later: Place) -> list[d.Declaration]:
        """Reasons to end, one of them for the game."""
        draw, moments = self._draw, ("at once", "before turn", "after turn")
        found: list[d.Declaration] = []
        for number in range(draw.of(0, 1, 1, 2)):
            found.append(self._reason(d.RoundEnds, f"over{number}", draw.of(*moments), later))
        if found:
            found += self._perhaps(d.AfterRound, 2, later, Doing(deep=1), name="count")
        for number in range(draw.of(1, 1, 2)):
            found.append(self._reason(d.GameEnds, f"done{number}", draw.of(*moments, "after round"), later))
        self._declared.reasons = [each for each in found if isinstance(each, d.Reason)]
        return found

    def _reason(self, kind: type[d.RoundEnds] | type[d.GameEnds], name: str, moment: str, at: Place) -> d.Declaration:
        body = self._body(at, Doing(deep=1)) if self._draw.perhaps(4) else ()
        condition = self._ending(at)
        return kind(name=name, moment=moment, condition=condition, body=body, **n.NOWHERE, **self._draw.cites())

    def _ending(self, at: Place) -> e.Condition:
        """A condition that mostly does not hold from the beginning."""
        draw, pace = self._draw, self._declared.pace
        many = n.number(draw.number(3, 8))
        no_card = e.Empty(n.own("hand"), **n.NOWHERE)
        size, number = self._expressions.sides.size, self._expressions.expression
        ways: list[Callable[[], e.Condition]] = [
            lambda: e.Empty(n.name("pile"), **n.NOWHERE),
            lambda: e.Quantified(draw.of("every", "some"), e.Member(True, None, **n.NOWHERE), no_card, **n.NOWHERE),
            lambda: e.Compare(e.CountCards(size(at, 1), **n.NOWHERE), draw.of(">=", ">"), many, **n.NOWHERE),
            lambda: e.Compare(number(NUMBER, at), draw.of(">=", ">"), many, **n.NOWHERE),
            lambda: e.AllOf(draw.some(lambda: self._condition(at), 2, 3), **n.NOWHERE),
            lambda: self._condition(at),
        ]
        if pace is not None:
            late = e.Compare(n.name(pace), ">=", n.number(draw.number(1, 5)), **n.NOWHERE)
            ways += [lambda: late] * 6
        return draw.of(*ways)()

    def outcome(self, later: Place) -> list[d.Declaration]:
        draw, expression, found = self._draw, self._expressions.expression, list[d.Declaration]()
        way = draw.of("winners", "returns", "both")
        if way != "returns":
            found.append(d.Winners(expression(PLAYERS, later), **n.NOWHERE, **draw.cites()))
        if way != "winners":
            found.append(d.Returns(expression(NUMBER, later), **n.NOWHERE, **draw.cites()))
        if draw.perhaps(3):
            amount, fewest = expression(NUMBER, Place()), draw.perhaps()
            found.append(d.Score(amount, fewest, draw.perhaps(), **n.NOWHERE, **draw.cites()))
        return found

    def laws(self, later: Place) -> list[d.Declaration]:
        """What is said to hold always; it need not. In some files something is said of each moment."""
        draw = self._draw
        nobody = evolve(later, own=False, own_hand=False, acting=False)
        every = get_args(d.Moment)
        moments = every if draw.perhaps() else tuple(draw.of(*every) for _ in range(draw.number(0, 2)))
        found: list[d.Declaration] = []
        for number, moment in enumerate(moments):
            condition = self._condition(evolve(nobody, looked=moment), draw.number(1, 2))
            found.append(d.Always(name=f"law{number}", moment=moment, condition=condition, **n.NOWHERE, **draw.cites()))
        return found
