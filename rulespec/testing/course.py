"""Whole files: values, named conditions, and the blocks that make the course of a game."""

from collections.abc import Callable
from typing import get_args

from attrs import evolve

from rulespec.testing.drawing import NOWHERE
from rulespec.testing.expressions import Chosen, Place
from rulespec.testing.material import Called, Materials, Valued
from rulespec.testing.scenarios import Scenarios
from rulespec.testing.statements import Doing
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.kinds import CARD, CARDS, NUMBER, NUMBERS, PLAYER, PLAYERS, word_of


class Course(Scenarios):
    """Draws the declarations of a file in the order in which they can speak of each other."""

    def declarations(self) -> list[d.Declaration]:
        materials = Materials(self._random)
        origins = materials.origins()
        self.cited = materials.cited
        self.table, material = materials.material()
        named = [*self._values(), *self._calls()]
        self._with_actions()
        during = Doing(performable=tuple(self.table.performable))
        before: list[d.Declaration] = []
        if self.perhaps(3):
            body, _ = self.body(Place(), during)
            before.append(d.BeforeTurn(name="dawn", body=body, **NOWHERE, **self.cites()))
        begun = self._begun()
        turn, known = self._turn(during)
        later = Place(chosen=tuple(evolve(each, by=each.by or -1) for each in known))
        named += self._late_values(later)
        declared = [
            *origins, *material, *named, *begun, *before, turn, *self._actions(later), *self._after(later, during),
            *self._ends(later), *self._outcome(later),
        ]  # fmt: skip
        scenarios = self.scenarios(declared)
        # a law that does not hold ends most scenarios at their position
        laws = [] if scenarios and self.perhaps() else self._laws(later)
        return [*declared, *laws, *scenarios]

    # ---- values and named conditions

    def _values(self) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        for number in range(self.number(0, 3)):
            name = f"worth{number}"
            declared, valued = self._by_table(name) if self.perhaps(3) else self._value(name)
            self.table.values[name] = valued
            found.append(declared)
        return found

    def _value(self, name: str) -> tuple[d.Declaration, Valued]:
        parameter = self.of(None, "player", "card")
        word = word_of(self.of(*self.table.words()))
        kind = self.of(NUMBER, PLAYER, CARD, PLAYERS, CARDS, word, NUMBERS, word.set)
        at = self._about(parameter)
        value = d.Value(name=name, parameter=parameter, expression=self.expression(kind, at), **NOWHERE, **self.cites())
        return value, Valued(parameter, kind, open=not at.looks)

    def _by_table(self, name: str) -> tuple[d.Declaration, Valued]:
        kind = self.of(NUMBER, PLAYER, word_of(self.of(*self.table.words())), PLAYERS, CARDS)
        at = evolve(self._about(None), acting=False)
        by = self.of("players", *self.table.lists)
        keys: list[str | int] = list(range(self.table.least, self.table.most + 1))
        if by != "players":
            list_ = self.table.lists[by]
            keys = list(list_.words) if isinstance(list_, d.WordList) else list(range(list_.low, list_.high + 1))
        otherwise = self.expression(kind, at, 1) if self.perhaps() else None
        if otherwise is not None:
            keys = keys[: self.number(1, len(keys))]
        rows = tuple(d.Row(self.expression(kind, at, 1), key, **NOWHERE) for key in keys)
        table = d.Table(name=name, by=by, rows=rows, otherwise=otherwise, **NOWHERE, **self.cites())
        # one by numbers can be asked for a number of cards only by `of card`, like one by words
        parameter = None if by == "players" else by
        return table, Valued(parameter, kind, open=not at.looks)

    def _about(self, parameter: str | None) -> Place:
        looks = self.perhaps()
        at = Place(own=False, own_hand=False, looks=looks)
        if parameter == "player":
            return evolve(at.looking_at(PLAYER), acting=False)
        return at.looking_at(CARD) if parameter == "card" else at

    def _calls(self) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        for number in range(self.number(0, 2)):
            name, subject = f"fit{number}", self.of("player", "card", "game")
            at = self._about(subject)
            condition = self.condition(at)
            found.append(d.Call(name=name, subject=subject, condition=condition, **NOWHERE, **self.cites()))
            self.table.calls[name] = Called(subject, open=not at.looks)
        return found

    def _late_values(self, later: Place) -> list[d.Declaration]:
        """A value of what the turn has chosen, for those who may look at it."""
        if not later.chosen or not self.perhaps(3):
            return []
        chosen = self.of(*later.chosen)
        self.table.values["taken"] = Valued(None, chosen.kind, open=False)
        named = e.Name(chosen.name, **NOWHERE)
        return [d.Value(name="taken", parameter=None, expression=named, **NOWHERE, **self.cites())]

    # ---- blocks

    def _begun(self) -> list[d.Declaration]:
        """What is done before the first turn: nearly always, everybody is dealt some cards."""
        found: list[d.Declaration] = []
        hand = e.Own(e.Noun("hand", **NOWHERE), **NOWHERE)
        dealt = s.Draw(e.Number(self.of(2, 3, 1, 4), **NOWHERE), e.Name("pile", **NOWHERE), hand, **NOWHERE)
        everybody = s.ForEach(e.AllPlayers(**NOWHERE), (s.Do(dealt, **NOWHERE),), **NOWHERE)
        more, _ = self.body(Place(), Doing()) if self.perhaps(4) else ((), ())
        found.append(d.SetUp(body=(everybody, *more), **NOWHERE, **self.cites()))
        if self.perhaps(4):
            body, _ = self.body(Place(), Doing(), 2)
            found.append(d.Round(body=body, **NOWHERE, **self.cites()))
        return found

    def _turn(self, during: Doing) -> tuple[d.Declaration, tuple[Chosen, ...]]:
        played: tuple[s.Statement, ...] = ()
        drawn: tuple[s.Statement, ...] = ()
        at = Place()
        if not self.perhaps(4):
            hand, name = e.Own(e.Noun("hand", **NOWHERE), **NOWHERE), self.name("card")
            choose = s.Choose((s.PickOne(name, hand, **NOWHERE),), **NOWHERE)
            move = s.Move((e.Name(name, **NOWHERE),), self.zone(at), **NOWHERE)
            played = (s.Do(choose, **NOWHERE), s.Do(move, **NOWHERE, **self.cites()))
            at = evolve(at, chosen=(Chosen(name, CARD, 0),))
            if self.perhaps():
                card = s.Draw(e.Number(1, **NOWHERE), e.Name("pile", **NOWHERE), hand, **NOWHERE)
                drawn = (s.Do(card, **NOWHERE),)
        body, known = self.body(at, during, 5)
        return d.Turn(body=(*played, *body, *drawn, *self._counted()), **NOWHERE, **self.cites()), known

    def _counted(self) -> tuple[s.Statement, ...]:
        """Where turns are counted: so something can come after so many."""
        if self.table.pace is None:
            return ()
        one = s.Add(e.Number(1, **NOWHERE), e.Name(self.table.pace, **NOWHERE), **NOWHERE)
        return (s.Do(one, **NOWHERE),)

    def _with_actions(self) -> None:
        """Settles which words can be performed; those of a later list can perform those of an earlier one."""
        words = list(self.table.words())
        self.table.performable = words[: self.of(0, 1, 2)]

    def _actions(self, later: Place) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        for index, name in enumerate(self.table.performable):
            doing = Doing(performable=tuple(self.table.performable[:index]), deep=1)
            for word in self.table.words()[name]:
                body, _ = self.body(later, doing, 2)
                found.append(d.Action(name=word, body=body, **NOWHERE, **self.cites()))
        return found

    def _after(self, later: Place, during: Doing) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        if self.perhaps(3):
            body, _ = self.body(later, during, 2)
            found.append(d.AfterTurn(name="dusk", body=body, **NOWHERE, **self.cites()))
        if self.perhaps(3):
            body, _ = self.body(later, Doing(deep=1), 2)
            found.append(d.NextTurn(body=body, **NOWHERE, **self.cites()))
        return found

    def _ends(self, later: Place) -> list[d.Declaration]:
        """Reasons to end, one of them for the game."""
        moments = ("at once", "before turn", "after turn")
        found: list[d.Declaration] = []
        for number in range(self.of(0, 1, 1, 2)):
            found.append(self._reason(d.RoundEnds, f"over{number}", self.of(*moments), later))
        if found and self.perhaps():
            body, _ = self.body(later, Doing(deep=1), 2)
            found.append(d.AfterRound(name="count", body=body, **NOWHERE, **self.cites()))
        for number in range(self.of(1, 1, 2)):
            found.append(self._reason(d.GameEnds, f"done{number}", self.of(*moments, "after round"), later))
        return found

    def _reason(self, kind: type[d.RoundEnds] | type[d.GameEnds], name: str, moment: str, at: Place) -> d.Declaration:
        body, _ = self.body(at, Doing(deep=1), 2) if self.perhaps(4) else ((), ())
        condition = self._ending(at)
        return kind(name=name, moment=moment, condition=condition, body=body, **NOWHERE, **self.cites())

    def _ending(self, at: Place) -> e.Condition:
        """A condition that mostly does not hold from the beginning."""
        many = e.Number(self.number(3, 8), **NOWHERE)
        no_card = e.Empty(e.Own(e.Noun("hand", **NOWHERE), **NOWHERE), **NOWHERE)
        ways: list[Callable[[], e.Condition]] = [
            lambda: e.Empty(e.Name("pile", **NOWHERE), **NOWHERE),
            lambda: e.Quantified(self.of("every", "some"), e.Member(True, None, **NOWHERE), no_card, **NOWHERE),
            lambda: e.Compare(e.CountCards(self.size(at, 1), **NOWHERE), self.of(">=", ">"), many, **NOWHERE),
            lambda: e.Compare(self.expression(NUMBER, at), self.of(">=", ">"), many, **NOWHERE),
            lambda: e.AllOf(self.some(lambda: self.condition(at), 2, 3), **NOWHERE),
            lambda: self.condition(at),
        ]
        if self.table.pace is not None:
            turns = e.Number(self.number(1, 5), **NOWHERE)
            late = e.Compare(e.Name(self.table.pace, **NOWHERE), ">=", turns, **NOWHERE)
            ways += [lambda: late] * 6
        return self.of(*ways)()

    def _laws(self, later: Place) -> list[d.Declaration]:
        """What is said to hold always; it need not. In some files something is said of each moment."""
        nobody = evolve(later, own=False, own_hand=False, acting=False, earlier=True)
        every = get_args(d.Moment)
        moments = every if self.perhaps() else tuple(self.of(*every) for _ in range(self.number(0, 2)))
        return [
            d.Always(
                name=f"law{number}",
                moment=moment,
                condition=self.condition(nobody, self.number(1, 2)),
                **NOWHERE,
                **self.cites(),
            )
            for number, moment in enumerate(moments)
        ]

    def _outcome(self, later: Place) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        way = self.of("winners", "returns", "both")
        if way != "returns":
            players = self.expression(PLAYERS, later)
            found.append(d.Winners(players, **NOWHERE, **self.cites()))
        if way != "winners":
            found.append(d.Returns(self.expression(NUMBER, later), **NOWHERE, **self.cites()))
        if self.perhaps(3):
            amount, fewest = self.expression(NUMBER, Place()), self.perhaps()
            found.append(d.Score(amount, fewest, self.perhaps(), **NOWHERE, **self.cites()))
        return found
