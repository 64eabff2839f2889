"""How many cards can lie in a zone, whatever happens in play: from what blocks bring there and take away.

What is counted is one stretch of a game at a time, a turn for instance. `hand of partner` and `own hand` may be the
same hand or not, so each way to say whose it is has its own account, and what a zone can have gained is the sum of the
gains. Where a stretch can leave more cards in a zone than lay there before it, the zone can come to hold every card.
"""

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from attrs import define, evolve, field, frozen

from rulespec.material import Material
from rulespec.plan.stepwise.amounts import Amounts
from rulespec.plan.stepwise.lookedat import Origin, asked_of, origins
from rulespec.plan.stepwise.subsets import sizes, subsets
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import slots as u
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import SETS

STEPS = 50_000  # statements that are looked at; where performed actions come to more, every zone can hold every card
PASSES = 3  # after so many turns, what still grows grows on

Whose = Any  # a way to say whose zone it is, None for a zone of nobody
Share = tuple[str, Whose, Any]  # a zone, whose it is, and for which word, None where there is one for all


@frozen
class CardAmount:
    """A number of cards: a known part, and sizes of answers that are not known before play."""

    known: int = 0
    sizes: tuple[tuple[Any, int], ...] = ()

    def plus(self, other: "CardAmount", times: int = 1) -> "CardAmount":
        sizes = dict(self.sizes)
        for size, count in other.sizes:
            sizes[size] = sizes.get(size, 0) + count * times
        kept = tuple(sorted((each for each in sizes.items() if each[1]), key=repr))
        return CardAmount(self.known + other.known * times, kept)


@define
class _Table:
    """What is known of the zones at a moment of a stretch."""

    base: dict[str, int]  # what a share of the zone can hold as the stretch begins
    gained: dict[Share, CardAmount] = field(factory=dict)
    brought: dict[str, int] = field(factory=dict)  # all that came there, for a share that was empty in between
    lying: dict[str, tuple[Share, int]] = field(factory=dict)  # where chosen cards lie, and in which choice
    sizes: dict[str, CardAmount] = field(factory=dict)  # of what was chosen
    chosen: dict[str, int] = field(factory=dict)  # in which choice a name was given
    cleared: frozenset[str] = frozenset()  # zones that each member of the innermost block for players has emptied

    def copy(self) -> "_Table":
        return _Table(
            self.base.copy(), self.gained.copy(), self.brought.copy(), self.lying.copy(), self.sizes.copy(),
            self.chosen.copy(), self.cleared,
        )  # fmt: skip


@define
class Holdings:
    """The most cards that a zone, or a player's share of it, can hold: at any time, and as a turn begins.

    `laid` is what a given position puts there. A zone that no rule fills can be filled by such a position alone.
    """

    amounts: Amounts
    laid: Mapping[str, int] = field(factory=dict)
    most: dict[str, int] = field(init=False)
    turn: dict[str, int] = field(init=False)
    _rules: Rules = field(init=False)
    _steps: int = field(init=False, default=0)
    _origins: dict[int, Origin] = field(init=False)
    _serial: int = field(init=False, default=0)
    _ranges: dict[Any, tuple[int, int]] = field(init=False, factory=dict)
    _members: list[tuple[Whose, int]] = field(init=False, factory=list)  # blocks for several players around
    _performing: set[str] = field(init=False, factory=set)  # actions around

    def __attrs_post_init__(self) -> None:
        self._rules = self.material.rules
        self._origins = origins(self._rules) if self._rules.anywhere(e.SetsOf) else {}
        zones = self._rules.names.zones
        self.most, self.turn = dict.fromkeys(zones, 0), dict.fromkeys(zones, 0)
        try:
            self._course()
        except _TooLongError:
            self.most = dict.fromkeys(zones, self.all)
        for zone, most in self.most.items():
            if most == 0:
                self.most[zone] = self.all
        if self.all in self.most.values():
            self.turn |= {zone: most for zone, most in self.most.items() if most == self.all}

    @property
    def material(self) -> Material:
        return self.amounts.material

    @property
    def all(self) -> int:
        """How many cards there are."""
        return len(self.material.cards)

    def size(self, node: e.Expression) -> int:
        """How many members a set can have."""
        kind = kind_of(node)
        if not kind.many:
            return 1
        if kind == SETS:
            sets = e.sets_in(node)
            return subsets(sets, self.size(sets.of), self.amounts)
        if kind.name == "player":
            return self.material.players
        if kind.name != "card":
            return self.amounts.words(kind)
        return min(self.all, self._cards(node, {}))

    # ---- parts of an answer

    def _cards(self, node: e.Expression, values: dict[str, int]) -> int:
        """How many cards a set can have; of `values` it is known already."""
        match node:
            case e.InZone(zone):
                return min(self.all, self.most[zone] * self.material.many(node))
            case e.Chosen(name):
                return self.amounts.chosen(name)
            case e.Plus(one, other):
                return min(self.all, self._cards(one, values) + self._cards(other, values))
            case e.Except(one, _) | e.Sieved(one, _) | e.SetsOf(of=one):
                return self._cards(one, values)
            case e.FirstCards(number, of) | e.LastCards(number, of):
                most = self.amounts.of(number)[1]
                whole = self._cards(of, values)
                return whole if most is None else max(0, min(most, whole))
            case e.First(of) | e.Last(of) if kind_of(of) == SETS:
                return self._looked(e.sets_in(of), values)
            case e.Looked() | e.Outer() if (origin := self._origins.get(id(node))) is not None:
                return self._looked(origin, values)
            case e.Cases():
                return max(self._cards(each, values) for each in node.values)
            case e.OfValue(name, _) if isinstance(value := self._rules.value(name), d.Value):
                if name not in values:
                    values[name] = self._cards(value.expression, values)
                return values[name]
        return self.all if kind_of(node).many else 1

    def _looked(self, origin: Origin, values: dict[str, int]) -> int:
        """How many cards one of sets can have, or whatever a value or a condition is asked of."""
        if isinstance(origin, e.SetsOf):
            return max(sizes(origin, min(self.all, self._cards(origin, values)), self.amounts), default=0)
        if origin not in values:
            values[origin] = self.all
            asked = asked_of(origin, self._rules)
            values[origin] = max((self._cards(each, values) for each in asked), default=self.all)
        return values[origin]

    # ---- the course of a game

    def _course(self) -> None:
        begin = dict.fromkeys(self._rules.names.zones, 0)
        for group in self._rules.of(d.Cards):
            begin[group.zone] = self.all
        dealt, _ = self._stretch(begin, d.SetUp)
        rounds, turns = dealt, dict(self.laid) or dict.fromkeys(dealt, 0)
        for passing in range(PASSES + 2):
            before = rounds, turns
            begun, _ = self._stretch(rounds, d.Round)
            turns = self._grown(turns, begun, passing)
            done, cut = self._stretch(turns, d.BeforeTurn, d.Turn, d.AfterTurn, d.NextTurn)
            turns = self._grown(turns, done, passing)
            if self._rules.of(d.RoundEnds):
                ends = [self._stretch(cut, block)[0] for block in self._rules.of(d.RoundEnds)]
                scored, _ = self._stretch(_most(ends), d.AfterRound)
                rounds = self._grown(rounds, scored, passing)
            if (rounds, turns) == before:
                break
        for block in self._rules.of(d.GameEnds):
            self._stretch(_most([cut, rounds]), block)
        self.turn = turns

    def _grown(self, before: dict[str, int], after: dict[str, int], passing: int) -> dict[str, int]:
        more = {zone: most for zone, most in after.items() if most > before[zone]}
        return before | (dict.fromkeys(more, self.all) if passing >= PASSES - 1 else more)

    def _stretch(
        self, base: dict[str, int], *what: type[d.Block] | d.Declaration
    ) -> tuple[dict[str, int], dict[str, int]]:
        """What zones can hold after some blocks, and what they held at most, at any moment of it."""
        before, self.most = self.most, dict(base)
        table = _Table(dict(base))
        for each in what:
            for block in self._rules.of(each) if isinstance(each, type) else (each,):
                assert isinstance(block, d.Block)
                table = self._ended(block.body, table, "active")
        after = {zone: self._bound(table, zone) for zone in base}
        peak, self.most = self.most, _most([before, self.most])
        return after, peak

    def _bound(self, table: _Table, zone: str) -> int:
        gains = (max(0, self._high(gain)) for (where, _, _), gain in table.gained.items() if where == zone)
        return min(self.all, max(table.base[zone] + sum(gains), table.brought.get(zone, 0)))

    def _high(self, amount: CardAmount) -> int:
        return amount.known + sum(self._ranges[size][count > 0] * count for size, count in amount.sizes)

    # ---- statements

    def _ended(self, body: d.Body, table: _Table, subject: Whose) -> _Table:
        """What is so once somebody is done with a block, or has nothing to choose in it."""
        lapsed: list[_Table] = []
        return self._join([self._body(body, table, subject, lapsed), *lapsed])

    def _body(self, body: d.Body, table: _Table, subject: Whose, lapsed: list[_Table]) -> _Table:
        for statement in body:
            self._counts_step()
            table = self._statement(statement, table, subject, lapsed)
        return table

    def _counts_step(self) -> None:
        self._steps += 1
        if self._steps > STEPS:
            raise _TooLongError

    def _statement(self, statement: s.Statement, table: _Table, subject: Whose, lapsed: list[_Table]) -> _Table:
        match statement:
            case s.Do(s.Choose() as choose):
                lapsed.append(self._without(choose, table, subject))
                return self._chosen(choose, table, subject)
            case s.Do(s.ChooseByChance() as choose):
                return self._chosen(choose, table, subject)
            case s.Do(s.Perform(word, how_often)) if how_often is not None:
                once = s.Do(s.Perform(word, span=statement.span), span=statement.span)
                for _ in range(max(0, self.amounts.of(how_often)[1] or 0)):
                    table = self._join([table, self._statement(once, table.copy(), subject, lapsed)])
                    self._counts_step()
                return table
            case s.Do(s.Perform(word)):
                named = (word.word,) if isinstance(word, e.WordOf) else self._rules.words(str(kind_of(word).list))
                return self._performed([each for each in map(self._rules.action, named) if each], table, subject)
            case s.Do(effect):
                self._effect(effect, table, subject)
                return table
            case s.If(_, then, otherwise):
                ways = [self._body(body, table.copy(), subject, lapsed) for body in (then, otherwise)]
                return self._join(ways)
            case s.May((s.Do(s.Choose() as choose), *rest)):  # with nothing to choose, it is passed over
                begun = self._chosen(choose, table.copy(), subject)
                return self._join([table, self._body(tuple(rest), begun, subject, lapsed)])
            case s.May(body):
                return self._join([table, self._body(body, table.copy(), subject, lapsed)])
            case s.Together(body):
                return self._ended(body, table, subject)
            case s.ForEach(players, body) if not kind_of(players).many:
                return self._join([table, self._ended(body, table.copy(), self._whose(players, table, subject))])
            case s.ForEach(players, body):
                return self._each(players, body, table)
            case s.ForEachWord(_, body):
                for _ in range(len(self._rules.names.lists[statement.list].members)):
                    table = self._join([table, self._ended(body, table.copy(), subject)])
                    self._counts_step()
                return table
            case _:
                assert_never(statement)

    def _each(self, players: e.Expression, body: d.Body, table: _Table) -> _Table:
        self._serial += 1
        member, everybody = ("member", self._serial), isinstance(players, e.AllPlayers)
        self._members.append((member, self.material.players))
        after = self._ended(body, evolve(table.copy(), cleared=frozenset()), member)
        self._members.pop()
        if everybody:
            after.base |= dict.fromkeys(after.cleared, 0)
        else:
            after = self._join([table, after])
        after.cleared = table.cleared
        return after

    def _performed(self, actions: list[d.Action], table: _Table, subject: Whose) -> _Table:
        """What is so after any of some actions; one that performs itself is an error, and not done within itself."""
        ways = list[_Table]()
        for action in actions:
            if action.key not in self._performing:
                self._performing.add(action.key)
                ways.append(self._ended(action.body, table.copy(), subject))
                self._performing.remove(action.key)
        return self._join(ways or [table])

    # ---- choices

    def _without(self, choose: s.Choose, table: _Table, subject: Whose) -> _Table:
        """What is so if there was nothing to choose: a zone that was to be chosen from is empty, unless sieved."""
        left, pick = table.copy(), choose.picks[0]
        if isinstance(pick, s.PickOne) and len(choose.picks) == 1 and choose.afterwards is None:
            sieves = (*choose.sieves, *(each for each in self._sieves(pick.source)))
            share = self._share(pick.source, table, subject)
            if share is not None and not any(isinstance(each, e.Where) for each in sieves):
                left.gained[share] = CardAmount(-2 * self.all)
        return left

    def _sieves(self, node: e.Expression) -> Iterable[e.Sieve]:
        match node:
            case e.Sieved(set_, sieves):
                yield from sieves
                yield from self._sieves(set_)
            case e.Except():
                yield e.Where(e.AllOf((), span=node.span), span=node.span)  # it can leave nothing
            case e.OfValue(name, None):
                value = self._rules.value(name)
                if isinstance(value, d.Value):
                    yield from self._sieves(value.expression)

    def _chosen(self, choose: s.AnyChoice, table: _Table, subject: Whose) -> _Table:
        self._serial += 1
        for pick in choose.picks:
            for name in pick.names:
                table.chosen[name] = self._serial
                table.lying.pop(name, None)
                table.sizes.pop(name, None)
            match pick:
                case s.PickNumber(name, low, high):
                    ends = self.amounts.of(low)[0], self.amounts.of(high)[1]
                    least = ends[0] or 0 if isinstance(choose, s.Choose) else 0  # chance may have nothing to choose
                    table.sizes[name] = self._size(least, self.all if ends[1] is None else ends[1])
                case s.PickCards(name, low, high, source):
                    self._locate((name,), source, table, subject)
                    if high is None:
                        table.sizes[name] = self._counted(low, table)
                    else:
                        least, most = self.amounts.of(low)[0] or 0, self.amounts.of(high)[1]
                        table.sizes[name] = self._size(least, self.all if most is None else most)
                case s.PickOne(source=source) | s.PickPair(source=source) if kind_of(source).name == "card":
                    self._locate(pick.names, source, table, subject)
                    table.sizes |= dict.fromkeys(pick.names, CardAmount(1))
                case s.PickOne() | s.PickPair():
                    pass
                case _:
                    assert_never(pick)
        return table

    def _size(self, least: int, most: int) -> CardAmount:
        self._serial += 1
        self._ranges[self._serial] = max(0, least), max(0, min(most, self.all))
        return CardAmount(0, ((self._serial, 1),))

    def _counted(self, amount: e.Expression, table: _Table) -> CardAmount:
        """How many cards a number means."""
        match amount:
            case e.Number(value):
                return CardAmount(value)
            case e.Chosen(name) | e.CountCards(e.Chosen(name)) if name in table.sizes:
                return table.sizes[name]
        most = self.amounts.of(amount)[1]
        return self._size(0, self.all if most is None else most)

    def _locate(self, names: tuple[str, ...], source: e.Expression, table: _Table, subject: Whose) -> None:
        share = self._share(source, table, subject)
        if share is not None:
            table.lying |= dict.fromkeys(names, (share, self._serial))

    def _share(self, node: e.Expression, table: _Table, subject: Whose) -> Share | None:
        """The one zone that cards come from."""
        match node:
            case e.InZone(zone, whose, by) if node.is_one:
                return zone, None if whose is None else self._whose(whose, table, subject), self._word(by)
            case _ if (whole := e.whole_of(node)) is not None:
                return self._share(whole, table, subject)
            case e.OfValue(name, None):
                value = self._rules.value(name)
                if isinstance(value, d.Value):
                    return self._share(value.expression, table, subject)
        return None

    def _word(self, node: e.Expression | None) -> Any:
        """A way to say for which word: two that are not the same word may still be one."""
        if node is None or isinstance(node, e.WordOf | e.Number):
            return node
        self._serial += 1
        return "some word", self._serial

    def _whose(self, node: e.Expression, table: _Table, subject: Whose) -> Whose:
        match node:
            case e.OwnPlayer() | e.SelfPlayer():
                return subject
            case e.Active():
                return "active"
            case e.Chosen(name) if name in table.chosen:
                return "chosen", name, table.chosen[name]
            case e.Beside(left, of):
                return "beside", left, self._whose(of, table, subject)
        self._serial += 1
        return "somebody", self._serial

    # ---- effects

    def _effect(self, effect: s.Effect, table: _Table, subject: Whose) -> None:
        places = [(name, part) for name, slot, part in u.filled(effect) if slot.takes == u.Sort.PLACE]
        shares = {name: self._share(place, table, subject) for name, place in places}
        moved, brought = list[e.Expression](), list[tuple[Share | None, CardAmount]]()
        for name, slot, cards in u.filled(effect):
            match slot.use:
                case u.MovedTo(place):
                    brought.append((shares[place], self._leave(cards, table, subject)))
                case u.DrawnTo(place, number):
                    drawn = self._counted(getattr(effect, number), table)
                    if self._rules.names.zones[cards.zone].refill is not None:
                        self._bring(shares[name], CardAmount(self.all), table)
                    self._take(shares[name], drawn, table)
                    brought.append((shares[place], drawn))
                case u.DealtTo():
                    assert isinstance(effect, s.AnyDeal)
                    brought.append(self._deal(effect, table, subject))
                case u.SwappedWith(other):
                    self._swap(cards, getattr(effect, other), table, subject)
                case u.LookedAt() | u.Counted() | u.Offered() | u.ShownTo() | u.AddedTo() | u.SetTo() | None:
                    continue
                case _:
                    assert_never(slot.use)
            moved.append(cards)
        self._forget(moved, table, subject)
        for share, amount in brought:
            self._bring(share, amount, table)

    def _deal(self, deal: s.AnyDeal, table: _Table, subject: Whose) -> tuple[Share, CardAmount]:
        """What each of the zones that are dealt to gets at most; nothing is dealt where there may be none of them."""
        source, to, is_whole, shares = deal.source, deal.to, isinstance(deal, s.Deal), 1
        assert isinstance(source, e.InZone)
        assert isinstance(to, e.InZone)
        self._serial += 1
        share, most = (to.zone, ("each", self._serial), None), self._bound(table, source.zone)
        if isinstance(to.whose, e.AllPlayers | None) and isinstance(to.by, e.Listed | None) and to.zone != source.zone:
            shares = 1 if to.whose is None else self._rules.the(d.Players).least
            shares *= len(self.material.words_by(self._rules.names.zones[to.zone])) or 1
            if is_whole:
                self._leave(source, table, subject)
        return share, CardAmount(-(-most // shares) if is_whole else most // shares)

    def _swap(self, here: e.Expression, there: e.Expression, table: _Table, subject: Whose) -> None:
        """Cards come to where others lay; as many as go, or any number."""
        exact = self._exactly(here, table)
        if exact is not None and exact == self._exactly(there, table):
            return
        share, most = self._share(here, table, subject), CardAmount(self.size(there))
        if isinstance(here, e.Chosen):
            share = table.lying.get(here.name, (None, 0))[0]
        for each in [share] if share is not None else [(zone, "?", "?") for zone in table.base]:
            self._bring(each, most, table)

    def _exactly(self, cards: e.Expression, table: _Table) -> CardAmount | None:
        """How many cards an expression means, if any; None where that is not known."""
        match cards:
            case e.Chosen(name):
                return table.sizes.get(name)
            case e.First() | e.Last() | e.PositionIn() if not kind_of(cards).many:
                return CardAmount(1)
        return None

    def _leave(self, cards: e.Expression, table: _Table, subject: Whose) -> CardAmount:
        """Takes cards from where they lie, and tells how many they are at most."""
        match cards:
            case e.Chosen(name):
                amount = table.sizes.get(name) or CardAmount(self.size(cards))
                if name in table.lying:
                    self._take(table.lying[name][0], amount, table)
                return amount
            case e.First(of) | e.Last(of) if not kind_of(cards).many:
                if isinstance(of, e.InZone):
                    self._take(self._share(of, table, subject), CardAmount(1), table)
                return CardAmount(1)
            case e.InZone(zone, whose, by):
                share, most = self._share(cards, table, subject), self._bound(table, zone)
                many = min(self.all, most * self.material.many(cards))
                if isinstance(whose, e.AllPlayers | None) and isinstance(by, e.Listed | None):
                    table.base[zone], table.brought[zone] = 0, 0
                    table.gained = {each: gain for each, gain in table.gained.items() if each[0] != zone}
                    return CardAmount(many)
                if share is not None and self._times(share[1]) == 1:
                    if self._members and by is None and share[1] == self._members[-1][0]:
                        table.gained[share] = CardAmount()
                        table.cleared |= {zone}
                    else:
                        table.gained[share] = CardAmount(-2 * self.all)
                return CardAmount(many)
        return CardAmount(self.size(cards))

    def _times(self, whose: Whose) -> int:
        """How often an effect on somebody's zone can happen to one and the same zone."""
        times = 1
        for member, count in self._members:
            times *= 1 if whose in (member, ("beside", True, member), ("beside", False, member)) else count
        return times

    def _take(self, share: Share | None, amount: CardAmount, table: _Table) -> None:
        if share is not None and self._times(share[1]) == 1:
            table.gained[share] = table.gained.get(share, CardAmount()).plus(amount, -1)

    def _bring(self, share: Share | None, amount: CardAmount, table: _Table) -> None:
        assert share is not None
        zone, times = share[0], self._times(share[1])
        if times > 1:
            amount = CardAmount(self._high(amount) * times)
        table.gained[share] = table.gained.get(share, CardAmount()).plus(amount)
        table.brought[zone] = table.brought.get(zone, 0) + self._high(amount)
        self.most[zone] = max(self.most[zone], self._bound(table, zone))

    def _forget(self, cards: Iterable[e.Expression], table: _Table, subject: Whose) -> None:
        """Where chosen cards lie is known no more if they may have been among these."""
        for each in cards:
            name = each.name if isinstance(each, e.Chosen) else None
            share, choice = table.lying.pop(name, (None, 0)) if name else (self._share(each, table, subject), 0)
            zone = None if share is None else share[0]
            table.lying = {
                other: there
                for other, there in table.lying.items()
                if zone is not None and (there[0][0] != zone or there[1] == choice)
            }

    def _join(self, tables: list[_Table]) -> _Table:
        """What is so after one of several ways."""
        joined = tables[0]
        for other in tables[1:]:
            shares = dict.fromkeys((*joined.gained, *other.gained))
            joined = _Table(
                _most([joined.base, other.base]),
                {each: self._more(joined.gained.get(each), other.gained.get(each)) for each in shares},
                _most([joined.brought, other.brought]),
                {name: there for name, there in joined.lying.items() if other.lying.get(name) == there},
                _agreed(joined.sizes, other.sizes),
                _agreed(joined.chosen, other.chosen),
                joined.cleared & other.cleared,
            )
        return joined

    def _more(self, one: CardAmount | None, other: CardAmount | None) -> CardAmount:
        one, other = one or CardAmount(), other or CardAmount()
        return one if one == other else CardAmount(max(self._high(one), self._high(other)))


class _TooLongError(Exception):
    """There is too much to look at."""


def _most(of: Iterable[dict[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in of:
        for zone, most in each.items():
            found[zone] = max(found.get(zone, 0), most)
    return found


def _agreed(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Both, without what they do not agree on."""
    return {name: given for name, given in {**one, **other}.items() if one.get(name, given) == other.get(name, given)}
