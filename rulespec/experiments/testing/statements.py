"""The statements of a block, one after the other and in one another."""

from collections.abc import Callable

from attrs import evolve

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.choices import Choices
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.effects import Doing, Effects
from rulespec.experiments.testing.expressions import Expressions
from rulespec.experiments.testing.places import Chosen, Place
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import NUMBER, PLAYER, PLAYERS, Kind
from rulespec.language.tree.node import children

Body = tuple[s.Statement, ...]
Said = tuple[list[s.Statement], tuple[Chosen, ...]]  # and the names that are known after it


class Statements:
    """Draws the bodies of blocks."""

    def __init__(self, draw: Drawing, declared: Declared, expressions: Expressions) -> None:
        self._draw = draw
        self._declared = declared
        self._expressions = expressions
        self._subjects = 0
        self._effects = Effects(draw, declared, expressions)
        choices = Choices(draw, declared, expressions, self._effects)
        self._choose, self._by_chance = choices.choose, choices.by_chance

    def body(self, at: Place, doing: Doing, most: int = 3) -> tuple[Body, tuple[Chosen, ...]]:
        """Some statements, and the names that are known after them."""
        found: list[s.Statement] = []
        for _ in range(self._draw.number(1, most)):
            statements, chosen = self._next(at, doing)
            found += statements
            at = evolve(at, chosen=chosen)
        return tuple(found), at.chosen

    def _next(self, at: Place, doing: Doing) -> Said:
        ways: list[Callable[[Place, Doing], Said]] = [self._done, self._done, self._choose, self._choose]
        if doing.deep > 0:
            ways += [self._if, self._may, self._who]
            ways += [] if doing.together else [self._together, self._each_word]
            ways += [] if doing.together or self._draw.perhaps() else [self._by_chance]
        return self._draw.of(*ways)(at, doing)

    def _done(self, at: Place, doing: Doing) -> Said:
        effect = self._effects.effect(at, doing)
        return [s.Do(effect, **n.NOWHERE, **self._draw.cites())], (*at.chosen, *_bound(effect))

    def _if(self, at: Place, doing: Doing) -> Said:
        inner = evolve(doing, deep=doing.deep - 1)
        condition = self._expressions.conditions.condition(_around(at, doing))
        then, chosen = self.body(at, inner, 2)
        otherwise: Body = ()
        if self._draw.perhaps(3):
            otherwise, more = self.body(at, inner, 1)
            chosen = tuple(dict.fromkeys((*chosen, *more)))
        return [s.If(condition, then, otherwise, self._openly(), **n.NOWHERE, **self._draw.cites())], chosen

    def _may(self, at: Place, doing: Doing) -> Said:
        inner = evolve(doing, deep=0)
        if self._draw.perhaps():
            first, chosen = self._choose(at, inner)
            adverbs: s.Adverbs = ()  # of the choice
        else:
            effect = self._effects.effect(at, inner, empty=False)
            first, chosen = [s.Do(effect, **n.NOWHERE)], (*at.chosen, *_bound(effect))
            adverbs = self._draw.of((), (), ("openly",), ("secretly",))
        rest: Body = ()
        if self._draw.perhaps():
            rest, chosen = self.body(evolve(at, chosen=chosen), inner, 1)
        return [s.May((*first, *rest), adverbs, **n.NOWHERE, **self._draw.cites())], chosen

    def _together(self, at: Place, doing: Doing) -> Said:
        body, chosen = self.body(at, Doing(together=True, deep=1))
        return [s.Together(body, **n.NOWHERE, **self._draw.cites())], chosen

    def _who(self, at: Place, doing: Doing) -> Said:
        kind = self._draw.of(PLAYERS, PLAYER)
        players = self._expressions.expression(kind, _around(at, doing), 1)
        self._subjects += 1
        inside = evolve(at, subject=self._subjects, own=True, own_hand=True, acting=True)
        body, chosen = self.body(inside, evolve(doing, deep=doing.deep - 1), 2)
        who = s.ForEach(players, body, self._openly(), **n.NOWHERE, **self._draw.cites())
        return [who], at.chosen if kind.many else chosen

    def _each_word(self, at: Place, doing: Doing) -> Said:
        list_ = self._draw.of(*self._declared.lists)
        kind, name = self._declared.shown_kind(list_), f"{s.THAT}{list_}"
        if name in (each.name for each in at.chosen):
            return self._done(at, doing)
        pick = s.PickOne(s.THAT, self._members_of(list_, kind, evolve(at, looks=False)), **n.NOWHERE)
        inside = evolve(at, chosen=(*at.chosen, Chosen(name, kind, at.subject)))
        body, _ = self.body(inside, evolve(doing, deep=doing.deep - 1), 2)
        return [s.ForEachWord(pick, body, self._openly(), **n.NOWHERE, **self._draw.cites())], at.chosen

    def _members_of(self, list_: str, kind: Kind, seen: Place) -> e.Expression:
        """All members of a list, or some: of numbers it has to be plain which list they are of."""
        if self._draw.perhaps():
            return n.name(list_)
        if kind != NUMBER:
            return self._expressions.expression(kind.set, seen, 1)
        return e.Sieved(n.name(list_), (self._expressions.conditions.sieve(kind, seen),), **n.NOWHERE)

    def _openly(self) -> s.Adverbs:
        return ("openly",) if self._draw.perhaps(6) else ()


def _bound(effect: s.Effect) -> list[Chosen]:
    """The numbers that an effect gives names, which everybody knows."""
    picks = (each for each in children(effect) if isinstance(each, s.PickNumber))
    return [Chosen(name, NUMBER, None) for pick in picks for name in pick.names]


def _around(at: Place, doing: Doing) -> Place:
    """What decides who is asked, or whether: at the same time, nothing that is chosen there."""
    return evolve(at, looks=False, subject=-1) if doing.together else at
