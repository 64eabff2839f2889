"""Statements of a block: effects, choices with all that narrows them, and what stands around them."""

from collections.abc import Callable
from functools import partial

from attrs import evolve, frozen

from rulespec.testing.drawing import NOWHERE
from rulespec.testing.expressions import Chosen, Expressions, Place
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.kinds import CARD, CARDS, NUMBER, PLAYER, PLAYERS, Kind, word_of
from rulespec.tree.node import walk

Body = tuple[s.Statement, ...]


@frozen
class Doing:
    """What can be done at a place: `together` inside `at the same time`, `performable` the lists of words."""

    together: bool = False
    performable: tuple[str, ...] = ()
    deep: int = 2  # blocks in one another


class Statements(Expressions):
    """Draws the statements of blocks; each choice of a file gives other names."""

    _names = 0
    _subjects = 0

    def body(self, at: Place, doing: Doing, most: int = 3) -> tuple[Body, tuple[Chosen, ...]]:
        """Some statements, and the names that are known after them."""
        found: list[s.Statement] = []
        for _ in range(self.number(1, most)):
            statements, chosen = self._next(at, doing)
            found += statements
            at = evolve(at, chosen=chosen)
        return tuple(found), at.chosen

    def _next(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        makers: list[Callable[[Place, Doing], tuple[list[s.Statement], tuple[Chosen, ...]]]] = [
            self._done, self._done, self._choose, self._choose,
        ]  # fmt: skip
        if doing.deep > 0:
            makers += [self._if, self._may, self._who]
            makers += [] if doing.together else [self._together]
        return self.of(*makers)(at, doing)

    def _done(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        return [s.Do(self.effect(at, doing), **NOWHERE, **self.cites())], at.chosen

    # ---- blocks within a block

    def _if(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        inner = evolve(doing, deep=doing.deep - 1)
        condition = self.condition(self._around(at, doing))
        then, chosen = self.body(at, inner, 2)
        otherwise: Body = ()
        if self.perhaps(3):
            otherwise, more = self.body(at, inner, 1)
            chosen = tuple(dict.fromkeys((*chosen, *more)))
        adverbs: s.Adverbs = ("openly",) if self.perhaps(6) else ()
        return [s.If(condition, then, otherwise, adverbs, **NOWHERE, **self.cites())], chosen

    def _may(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        inner = evolve(doing, deep=0)
        if self.perhaps():
            first, chosen = self._choose(at, inner)
            adverbs: s.Adverbs = ()  # of the choice
        else:
            first, chosen = [s.Do(self.effect(at, inner, empty=False), **NOWHERE)], at.chosen
            adverbs = self.of((), (), ("openly",), ("secretly",))
        rest: Body = ()
        if self.perhaps():
            rest, chosen = self.body(evolve(at, chosen=chosen), inner, 1)
        return [s.May((*first, *rest), adverbs, **NOWHERE, **self.cites())], chosen

    def _together(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        body, chosen = self.body(at, Doing(together=True, deep=1))
        return [s.Together(body, **NOWHERE, **self.cites())], chosen

    def _who(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        kind = self.of(PLAYERS, PLAYER)
        players = self.expression(kind, self._around(at, doing), 1)
        self._subjects += 1
        inside = evolve(at, subject=self._subjects, own=True, own_hand=True, acting=True)
        body, chosen = self.body(inside, evolve(doing, deep=doing.deep - 1), 2)
        adverbs: s.Adverbs = ("openly",) if self.perhaps(6) else ()
        who = s.ForEach(players, body, adverbs, **NOWHERE, **self.cites())
        return [who], at.chosen if kind.many else chosen

    def _around(self, at: Place, doing: Doing) -> Place:
        """What decides who is asked, or whether: at the same time, nothing that is chosen there."""
        return evolve(at, looks=False, subject=-1) if doing.together else at

    # ---- choices

    def _choose(self, at: Place, doing: Doing) -> tuple[list[s.Statement], tuple[Chosen, ...]]:
        seen = evolve(at, looks=False)
        secretly = self.perhaps(8)
        picks: list[s.Pick] = []
        names: list[Chosen] = []
        for _ in range(self.of(1, 1, 1, 2)):
            pick, kind = self._pick(seen, alone=not picks)
            by = at.subject if kind.name == "card" or secretly or doing.together else None
            names += [Chosen(name, kind, by) for name in pick.names]
            picks.append(pick)
            if isinstance(pick, s.PickCards) and not self.table.many:
                break  # with others there could be more answers than can be listed
        known = (*at.chosen, *names)
        inside = evolve(seen, chosen=known)
        if len(names) == 1 and not names[0].kind.many:
            inside = inside.looking_at(names[0].kind)
        in_sums = self.table.many and isinstance(picks[0], s.PickCards)
        narrowings = self.of(0, 1, 1, 2) if in_sums else self.of(0, 0, 1, 2)
        sieves = tuple(self._narrowing(inside, picks) for _ in range(narrowings))
        choose = s.Choose(tuple(picks), sieves, **NOWHERE)
        if secretly:
            choose = evolve(choose, adverbs=("secretly",))
        else:
            openly: s.Adverbs = ("openly",) if self.perhaps(6) else ()
            choose = evolve(choose, if_several=self.perhaps(6), adverbs=openly)
        found: list[s.Statement] = [s.Do(choose, **NOWHERE, **self.cites())]
        if not doing.together and doing.deep > 0 and not in_sums and self.perhaps(4):
            effect = self._tried(evolve(seen, chosen=known), names)
            afterwards = self.condition(evolve(seen, chosen=known, own_hand=False), 1)
            tried = evolve(choose, afterwards=afterwards)
            found = [s.Do(tried, **NOWHERE, **self.cites()), s.Do(effect, **NOWHERE)]
        elif names[0].kind.name == "card" and self.perhaps():
            handled = e.Name(names[0].name, **NOWHERE)
            found.append(s.Do(s.Move((handled,), self.zone(at), **NOWHERE), **NOWHERE, **self.cites()))
        return found, known

    def _pick(self, seen: Place, *, alone: bool) -> tuple[s.Pick, Kind]:
        ways: list[Callable[[Place], tuple[s.Pick, Kind]]] = [self._one, self._number, self._pair]
        ways += [self._cards] if alone else []
        return self.of(self._one, *ways)(seen)

    def name(self, of: str) -> str:
        self._names += 1
        return f"{of}{self._names}"

    def _source(self, seen: Place) -> tuple[e.Expression, Kind]:
        if "pips" in self.table.lists and self.perhaps(6):
            return e.Name("pips", **NOWHERE), NUMBER
        kind = self.of(CARD, CARD, PLAYER, *map(word_of, self.table.words()), NUMBER)
        source = self.expression(kind.set, seen, 1)
        if kind == NUMBER and self._is_boundless(source):
            return e.AllPlayers(**NOWHERE), PLAYER
        return source, kind

    def _is_boundless(self, numbers: e.Expression) -> bool:
        """Whether numbers that are named there can be of any size, as far as can be seen at a glance."""
        named = {node.text for node in walk(numbers) if isinstance(node, e.Name | e.Noun)}
        boundless = {name for name, each in self.table.counters.items() if each.below is None or each.above is None}
        return not named.isdisjoint(boundless | {*self.table.values})

    def _one(self, seen: Place) -> tuple[s.Pick, Kind]:
        source, kind = self._source(seen)
        return s.PickOne(self.name(kind.name), source, **NOWHERE), kind

    def _pair(self, seen: Place) -> tuple[s.Pick, Kind]:
        source, kind = self._source(seen)
        return s.PickPair(self.name("one"), self.name("other"), source, **NOWHERE), kind

    def _number(self, seen: Place) -> tuple[s.Pick, Kind]:
        low, high = self._bounded(self.number(0, 1), seen), self._bounded(self.number(1, 3), seen)
        return s.PickNumber(self.name("n"), low, high, **NOWHERE), NUMBER

    def _bounded(self, most: int, seen: Place) -> e.Expression:
        """A number that is not too large, nor too small, to choose from."""
        top = e.Number(most, **NOWHERE)
        if not self.perhaps(3):
            return top
        low = e.Larger(e.Number(0, **NOWHERE), self.expression(NUMBER, seen, 1), **NOWHERE)
        return e.Smaller(top, low, **NOWHERE)

    def _cards(self, seen: Place) -> tuple[s.Pick, Kind]:
        most = self.number(2, 5 if self.table.many else 3)
        low, high = self._bounded(self.number(0, 2), seen), self._bounded(most, seen)
        source = self.expression(CARDS, seen, 1)
        least, top = (low, high) if self.perhaps() else (high, None)
        return s.PickCards(self.name("lot"), least, top, source, **NOWHERE), CARDS

    def _narrowing(self, inside: Place, picks: list[s.Pick]) -> e.Sieve:
        kind = inside.it
        if isinstance(picks[0], s.PickCards) and (self.table.many or self.perhaps()):
            summed = e.Name(picks[0].name, **NOWHERE)
            before = evolve(inside, chosen=tuple(each for each in inside.chosen if each.name != summed.text))
            match self.number(0, 2):
                case 0:
                    return e.Where(self._of_sums(summed, before), **NOWHERE)
                case 1:
                    return e.Preferring(self.some(lambda: self._of_sums(summed, before), 1, 2), **NOWHERE)
                case _:
                    return e.WithExtremes(self.some(lambda: self._most_of_sums(summed, before), 1, 2), **NOWHERE)
        if kind is None:
            return e.Where(self.condition(inside, 1), **NOWHERE)
        return self.sieve(kind, inside, named=picks[0].names[0])

    def _of_sums(self, lot: e.Expression, at: Place) -> e.Condition:
        """A condition on a set by sums and counts of its cards, as it can be asked card by card."""
        lists = self._lists_of_words()
        of_one_list: list[Callable[[], e.Condition]] = [
            lambda: e.Repeats(lot, lists[0], **NOWHERE),
            lambda: e.Within(self.expression(word_of(lists[0]), at, 0), lot, **NOWHERE),
            lambda: e.Is(e.Different(lists[0], lot, **NOWHERE), e.Number(self.number(0, 2), **NOWHERE), **NOWHERE),
        ]
        ways: list[Callable[[], e.Condition]] = [
            lambda: self._bound_of_sums(lot, at),
            lambda: e.Empty(self._fitting(lot, at), **NOWHERE),
            lambda: e.Not(self._of_sums(lot, at), **NOWHERE),
            lambda: e.Quantified(
                self.of("some", "no", "every"),
                e.Member(False, lot, **NOWHERE),
                self.condition(at.looking_at(CARD), 0),
                **NOWHERE,
            ),
        ]
        return self.of(*ways, *(of_one_list if lists else []))()

    def _bound_of_sums(self, lot: e.Expression, at: Place) -> e.Condition:
        relation = self.of(">=", "<=", ">", "<")
        return e.Compare(self._sum_of(lot, at), relation, e.Number(self.number(1, 4), **NOWHERE), **NOWHERE)

    def _most_of_sums(self, lot: e.Expression, at: Place) -> e.Extreme:
        return e.Extreme(self.of(True, False), self._sum_of(lot, at), by_height=self.perhaps(), **NOWHERE)

    def _sum_of(self, lot: e.Expression, at: Place) -> e.Expression:
        """What is counted of a set, of some of its cards, or of it with others, or of others without it."""
        seen = list(self._zones(at, seen=True))
        counted: list[Callable[[], e.Expression]] = [
            lambda: e.CountCards(lot, **NOWHERE),
            lambda: e.NumberOf(self._fitting(lot, at), **NOWHERE),
            *(partial(e.Total, name, lot, **NOWHERE) for name in self._lists_of_numbers()),
            *(partial(e.Different, name, lot, **NOWHERE) for name in self._lists_of_words()[:1]),
        ]
        if seen:
            counted.append(lambda: e.CountCards(e.Plus(lot, self.of(*seen), **NOWHERE), **NOWHERE))
            counted.append(lambda: e.CountCards(e.Except(self.of(*seen), lot, **NOWHERE), **NOWHERE))
        return self.of(*counted)()

    def _fitting(self, lot: e.Expression, at: Place) -> e.Expression:
        return e.Sieved(lot, (e.Where(self.condition(at.looking_at(CARD), 0), **NOWHERE),), **NOWHERE)

    def _lists_of_words(self) -> list[str]:
        return [name for name in self.table.shown if name in self.table.words()]

    def _lists_of_numbers(self) -> list[str]:
        return [name for name in self.table.shown if name not in self.table.words()]

    def _tried(self, seen: Place, names: list[Chosen]) -> s.Effect:
        """An effect that can be looked at beforehand: with what is chosen, and nothing that is hidden."""
        if names[0].kind.name == "card":
            return s.Move((e.Name(names[0].name, **NOWHERE),), self.zone(evolve(seen, looks=False)), **NOWHERE)
        amount = self.expression(NUMBER, seen, 1)
        ways: list[Callable[[], s.Effect]] = [
            lambda: s.Add(amount, self._counter(seen), **NOWHERE),
            lambda: s.Take(amount, self._counter(seen), **NOWHERE),
            lambda: s.Set(self._counter(seen), amount, **NOWHERE),
            lambda: s.IsNext(self.expression(PLAYER, seen, 1), **NOWHERE),
        ]
        return self.of(*ways)()

    # ---- effects

    def effect(self, at: Place, doing: Doing, *, empty: bool = True) -> s.Effect:
        makers: list[Callable[[], s.Effect]] = [
            lambda: s.Move(self.some(lambda: self._some_cards(at), 1, 2), self.zone(at), **NOWHERE),
            lambda: s.Add(self.expression(NUMBER, at), self._counter(at), **NOWHERE),
            lambda: s.Take(self.expression(NUMBER, at), self._counter(at), **NOWHERE),
            lambda: s.Set(self._counter(at), self.expression(NUMBER, at), **NOWHERE),
            lambda: s.Exchange(self._some_cards(at), self._some_cards(at), **NOWHERE),
            lambda: s.Show(self._some_cards(at), self.expression(self.of(PLAYERS, PLAYER), at, 1), **NOWHERE),
            lambda: s.IsNext(self.expression(PLAYER, at), **NOWHERE),
            lambda: s.Reverse(**NOWHERE),
        ]
        makers += [lambda: s.Nothing(**NOWHERE)] if empty else []
        makers += [lambda: self._note(at)] if self.table.notes else []
        if not doing.together:
            makers += [lambda: self.dealt(at)] * 2
            if doing.performable:
                makers += [lambda: self._perform(at, doing)] * 2
        return self.of(*makers)()

    def dealt(self, at: Place) -> s.Effect:
        amount = self.expression(NUMBER, at, 1) if self.perhaps(4) else e.Number(self.number(1, 3), **NOWHERE)
        source = e.Name("pile", **NOWHERE) if not self.perhaps(3) else self.zone(at)
        return s.Draw(amount, source, self.zone(at), **NOWHERE)

    def _perform(self, at: Place, doing: Doing) -> s.Effect:
        return s.Perform(self.expression(word_of(self.of(*doing.performable)), at, 1), **NOWHERE)

    def _some_cards(self, at: Place) -> e.Expression:
        return self.expression(self.of(CARD, CARDS), at, 1)

    def zone(self, at: Place) -> e.Expression:
        """One zone."""
        zone = self.of(*reversed(self.table.zones.values()))
        if not zone.per_player:
            return e.Name(zone.name, **NOWHERE)
        noun = e.Noun(zone.name, **NOWHERE)
        if not self.perhaps(4):
            return e.Own(noun, **NOWHERE)
        return e.Of(noun, self.expression(PLAYER, at, 1), **NOWHERE)

    def _counter(self, at: Place) -> e.Expression:
        """A counter, of one or of several."""
        counter = self.of(*(each for name, each in self.table.counters.items() if name != self.table.pace))
        return self._belonging(counter.name, at) if counter.per_player else e.Name(counter.name, **NOWHERE)

    def _belonging(self, name: str, at: Place) -> e.Expression:
        noun = e.Noun(name, **NOWHERE)
        if not self.perhaps():
            return e.Own(noun, **NOWHERE)
        return e.Of(noun, self.expression(self.of(PLAYER, PLAYERS), at, 1), **NOWHERE)

    def _note(self, at: Place) -> s.Effect:
        note = self.of(*self.table.notes.values())
        target = self._belonging(note.name, at) if note.per_player else e.Name(note.name, **NOWHERE)
        value = e.NoneYet(**NOWHERE) if self.perhaps(6) else self.expression(self.table.noted(note), at)
        return s.Set(target, value, **NOWHERE)
