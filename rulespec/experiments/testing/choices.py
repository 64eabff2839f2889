"""Choices, with all that narrows them and what is done with what was chosen."""

from collections.abc import Callable

from attrs import evolve, frozen

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.effects import Doing, Effects
from rulespec.experiments.testing.expressions import Expressions
from rulespec.experiments.testing.places import Chosen, Place
from rulespec.experiments.testing.sums import Sums
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import CARD, CARDS, NUMBER, PLAYER, Kind
from rulespec.language.tree.node import walk

Picked = tuple[s.Pick, Kind]


@frozen(eq=False)
class Choices:
    """Draws choices; each of a file gives other names."""

    _draw: Drawing
    _declared: Declared
    _expressions: Expressions
    _effects: Effects

    def choose(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        """A choice, perhaps with an effect on what was chosen, and the names that are known after it."""
        draw = self._draw
        seen = evolve(at, looks=False)
        secretly = draw.perhaps(8)
        picks: list[s.Pick] = []
        names: list[Chosen] = []
        for _ in range(draw.of(1, 1, 1, 2)):
            pick, kind = self._pick(seen, alone=not picks)
            by = at.subject if kind.name == "card" or secretly or doing.together else None
            names += [Chosen(name, kind, by) for name in pick.names]
            picks.append(pick)
            if isinstance(pick, s.PickCards) and not self._declared.many:
                break  # with others there could be more answers than can be listed
        known = (*at.chosen, *names)
        inside = evolve(seen, chosen=known)
        if len(names) == 1 and not names[0].kind.many:
            inside = inside.looking_at(names[0].kind)
        in_sums = self._declared.many and isinstance(picks[0], s.PickCards)
        narrowings = draw.of(0, 1, 1, 2) if in_sums else draw.of(0, 0, 1, 2)
        sieves = tuple(self._narrowing(inside, picks[0]) for _ in range(narrowings))
        choose = s.Choose(tuple(picks), sieves, **n.NOWHERE)
        if secretly:
            choose = evolve(choose, adverbs=("secretly",))
        else:
            openly: s.Adverbs = ("openly",) if draw.perhaps(6) else ()
            choose = evolve(choose, if_several=draw.perhaps(6), adverbs=openly)
        found: list[s.Statement] = [s.Do(choose, **n.NOWHERE, **draw.cites())]
        if not doing.together and doing.deep > 0 and not in_sums and draw.perhaps(4):
            effect = self._effects.foreseen(evolve(seen, chosen=known), names)
            afterwards = self._expressions.conditions.condition(evolve(seen, chosen=known, own_hand=False), 1)
            tried = evolve(choose, afterwards=afterwards)
            found = [s.Do(tried, **n.NOWHERE, **draw.cites()), s.Do(effect, **n.NOWHERE)]
        elif names[0].kind.name == "card" and draw.perhaps():
            move = s.Move((n.name(names[0].name),), self._expressions.holders.zone(at), **n.NOWHERE)
            found.append(s.Do(move, **n.NOWHERE, **draw.cites()))
        return found, known

    def by_chance(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        """A choice that chance makes, which everybody hears; perhaps of two things."""
        draw, picks, known = self._draw, list[s.Pick](), list(at.chosen)
        for _ in range(draw.of(1, 1, 2)):
            pick, kind = draw.of(self._one, self._number, self._pair)(evolve(at, offers_cards=False))
            known += [Chosen(name, kind, None) for name in pick.names]
            picks.append(pick)
        inside = evolve(at, chosen=tuple(known))
        if len(known) == len(at.chosen) + 1:
            inside = inside.looking_at(known[-1].kind)
        sieves = tuple(self._narrowing(inside, picks[0]) for _ in range(draw.of(0, 0, 1)))
        choose = s.ChooseByChance(tuple(picks), sieves, **n.NOWHERE)
        return [s.Do(choose, **n.NOWHERE, **draw.cites())], tuple(known)

    # ---- what is chosen

    def _pick(self, seen: Place, *, alone: bool) -> Picked:
        ways: list[Callable[[Place], Picked]] = [self._one, self._one, self._number, self._pair]
        ways += [self._cards] if alone else []
        return self._draw.of(*ways)(seen)

    def _one(self, seen: Place) -> Picked:
        source, kind = self._source(seen)
        return s.PickOne(self._draw.name(kind.name), source, **n.NOWHERE), kind

    def _pair(self, seen: Place) -> Picked:
        source, kind = self._source(seen)
        return s.PickPair(self._draw.name("one"), self._draw.name("other"), source, **n.NOWHERE), kind

    def _number(self, seen: Place) -> Picked:
        draw = self._draw
        low, high = self._bounded(draw.number(0, 1), seen), self._bounded(draw.number(1, 3), seen)
        return s.PickNumber(draw.name("n"), low, high, **n.NOWHERE), NUMBER

    def _cards(self, seen: Place) -> Picked:
        draw = self._draw
        most = draw.number(2, 5 if self._declared.many else 3)
        low, high = self._bounded(draw.number(0, 2), seen), self._bounded(most, seen)
        source = self._expressions.expression(CARDS, seen, 1)
        least, top = (low, high) if draw.perhaps() else (high, None)
        return s.PickCards(draw.name("lot"), least, top, source, **n.NOWHERE), CARDS

    def _source(self, seen: Place) -> tuple[e.Expression, Kind]:
        if "pips" in self._declared.lists and self._draw.perhaps(6):
            return n.name("pips"), NUMBER
        cards = (CARD, CARD) if seen.offers_cards else ()
        kind = self._draw.of(*cards, PLAYER, *self._declared.kinds_of_words(), NUMBER)
        source = self._expressions.expression(kind.set, seen, 1)
        if kind == NUMBER and self._is_boundless(source):
            return e.AllPlayers(**n.NOWHERE), PLAYER
        return source, kind

    def _is_boundless(self, numbers: e.Expression) -> bool:
        """Whether numbers that are named there can be of any size, as far as can be seen at a glance."""
        named = {node.text for node in walk(numbers) if isinstance(node, e.Name | e.Noun)}
        counters = self._declared.counters.items()
        boundless = {name for name, each in counters if each.below is None or each.above is None}
        return not named.isdisjoint(boundless | {*self._declared.values})

    def _bounded(self, most: int, seen: Place) -> e.Expression:
        """A number that is not too large, nor too small, to choose from."""
        top = n.number(most)
        if not self._draw.perhaps(3):
            return top
        low = e.Larger(n.number(0), self._expressions.expression(NUMBER, seen, 1), **n.NOWHERE)
        return e.Smaller(top, low, **n.NOWHERE)

    # ---- what narrows it

    def _narrowing(self, inside: Place, pick: s.Pick) -> e.Sieve:
        if isinstance(pick, s.PickCards) and (self._declared.many or self._draw.perhaps()):
            before = evolve(inside, chosen=tuple(each for each in inside.chosen if each.name != pick.name))
            return Sums(self._draw, self._declared, self._expressions, n.name(pick.name), before).sieve()
        if inside.it is None:
            return e.Where(self._expressions.conditions.condition(inside, 1), **n.NOWHERE)
        around = evolve(inside, it=None)
        return self._expressions.conditions.sieve(inside.it, around, named=pick.names[0])
