"""A plan as an image: one array of 64-bit numbers, in which every node stands after what it is made of.

The extension says which nodes there are, and what each consists of (`nodes.h`); it reads an image once, refuses one
that is not sound, and plays the rest.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, assert_never

from attrs import define, field

from rulespec.plan.nodes import choices as c
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import stepwise as p
from rulespec.plan.nodes import terms as t
from rulespec.plan.plan import Plan
from rulespec.tree.limits import LEAST_NUMBER, MOST_NUMBER

MAGIC = 0x1A9E0001
HEADER = 27  # numbers, of which the nodes begin behind

_RELATIONS = {">=": "AT_LEAST", "<=": "AT_MOST", ">": "MORE", "<": "LESS"}
_QUANTIFIERS = {"some": "SOME", "every": "EVERY", "no": "NONE_OF"}


class UnplayableError(ValueError):
    """What the native machine cannot play, by name; the executor in Python does."""


def image_of(plan: Plan, nodes: Mapping[str, int]) -> bytes:
    """The image of a plan for a machine with these nodes; an `UnplayableError` where it has none for something."""
    return _Writing(plan, nodes).image()


@define
class _Writing:
    """The image so far; what was written once is referred to."""

    _plan: Plan
    _nodes: Mapping[str, int]
    _words: list[int] = field(init=False, factory=lambda: [0] * HEADER)
    _known: dict[tuple[Any, ...], int] = field(init=False, factory=dict)  # where each node of a term stands
    _made: dict[tuple[str, Any], int] = field(init=False, factory=dict)  # and what is named, or a column
    _sets: dict[int, bool] = field(init=False, factory=dict)  # whether each named value is a set
    _bits: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        table = self._plan.table
        self._bits = len(table.rows) + table.variables + 1

    def image(self) -> bytes:
        plan, table = self._plan, self._plan.table
        code = [self._instruction(each) for each in plan.code]
        watches = [
            self._node(
                "WATCH", self.test(each.test), each.to, *self._mask(each.mask),
                *_listed([self._mask(bits) for bits in each.seats or ()]),
            )
            for each in plan.watches
        ]  # fmt: skip
        deferred = {each.number: each.effect for each in plan.code if isinstance(each, i.Defer)}
        deferral = [self._deferred(number, deferred[number]) for number in range(len(deferred))]
        for law in plan.laws:
            self._node("LAW", self.test(law.test))
        winners = 0 if plan.winners is None else self.set(plan.winners)
        returns = 0 if plan.returns is None else self.value(plan.returns)
        score = 0 if plan.score is None else self.value(plan.score)
        end = len(self._words)
        owners = [-1 if owner is None else owner for owner in table.owners]
        lasts = [number for last in table.lasts for number in (last.place, last.origin)]
        rows, seen = list(map(int, table.rows)), list(map(int, table.seen))
        places = [self._table(each) for each in (code, rows, seen, owners, watches, lasts, deferral)]
        at_code, at_rows, at_seen, at_owners, at_watches, at_lasts, at_deferral = places
        self._words[:HEADER] = [
            MAGIC, len(self._words), table.players, table.cards, len(table.rows), table.variables, plan.slots,
            len(code), at_code, at_rows, at_seen, at_owners, len(watches), at_watches, len(table.lasts), at_lasts,
            len(deferral), at_deferral, plan.start, plan.turn, plan.over, plan.limit, winners, returns, score,
            HEADER, end,
        ]  # fmt: skip
        return array("q", self._words).tobytes()

    # ---- nodes

    def _node(self, name: str, *fields: int) -> int:
        number = self._nodes.get(name)
        if number is None:
            raise UnplayableError(f"the native machine knows no {name.lower().replace('_', ' ')}")
        at = len(self._words)
        self._words += (number, *fields)
        return at

    def _term(self, name: str, *fields: int) -> int:
        """A node of a term, a test or a sieve; one that says the same is there once, and is referred to."""
        key = name, *fields
        if key not in self._known:
            self._known[key] = self._node(name, *fields)
        return self._known[key]

    def _table(self, numbers: Sequence[int]) -> int:
        at = len(self._words)
        self._words += numbers
        return at

    def _once(self, key: tuple[str, Any], make: Callable[[Any], int], what: Any) -> int:
        if key not in self._made:
            self._made[key] = make(what)
        return self._made[key]

    def _mask(self, bits: int) -> tuple[int, ...]:
        """Bits of what changed, as many words as it takes; -1 are all of them."""
        words = (self._bits + 63) // 64
        return tuple(_signed(bits >> 64 * word) for word in range(words))

    # ---- terms

    def is_set(self, term: t.Term) -> bool:
        """Whether a term is a set, rather than one thing."""
        while isinstance(term, t.Earlier):
            term = term.of
        match term:
            case t.Slot(_, many):
                return many
            case t.Call(function):
                if function not in self._sets:
                    self._sets[function] = self.is_set(self._plan.values[function])
                return self._sets[function]
            case t.Switch(rows, otherwise):
                return any(self.is_set(row) for _, row in rows) or self.is_set(otherwise)
            case (
                t.Listed() | t.CardsIn() | t.CardsOfAll() | t.Variables() | t.Lookups() | t.AllPlayers()
                | t.OtherPlayers() | t.Single() | t.Union() | t.Without() | t.Sieved()
            ):  # fmt: skip
                return True
            case (
                t.Constant() | t.It() | t.Own() | t.Subject() | t.Active() | t.Variable() | t.Lookup() | t.OwnerOf()
                | t.Neighbour() | t.NextWord() | t.PreviousWord() | t.Arithmetic() | t.Count() | t.Distinct() | t.Sum()
                | t.First() | t.Last()
            ):  # fmt: skip
                return False
            case _:
                assert_never(term)

    def value(self, term: t.Term) -> int:
        """Where a term stands that is one thing."""
        if self.is_set(term):
            raise UnplayableError(f"a set stands where one thing is meant: {term}")
        return self._value(term)

    def set(self, term: t.Term) -> int:
        """Where a term stands that is a set."""
        if not self.is_set(term):
            if term == t.Constant(None):
                return self._set(t.Listed(()))
            raise UnplayableError(f"one thing stands where a set is meant: {term}")
        return self._set(term)

    def _maybe_value(self, term: t.Term | None) -> int:
        return 0 if term is None else self.value(term)

    def _maybe_set(self, term: t.Term | None) -> int:
        return 0 if term is None else self.set(term)

    def _value(self, term: t.Term) -> int:
        match term:
            case t.Constant(None):
                return self._term("NOTHING")
            case t.Constant(int(value)):
                return self._term("NUMBER", value)
            case t.Slot(slot):
                return self._term("SLOT", slot)
            case t.It():
                return self._term("IT")
            case t.Own():
                return self._term("OWN")
            case t.Subject():
                return self._term("SUBJECT")
            case t.Active():
                return self._term("ACTIVE")
            case t.Variable(first, whose):
                return self._term("VARIABLE", first, self._maybe_value(whose))
            case t.Call(function, of):
                body = self._once(("value", function), self.value, self._plan.values[function])
                return body if of is None else self._term("CALL", body, self.value(of))
            case t.Switch(rows, otherwise):
                written = [(key, self.value(row)) for key, row in rows]
                return self._term("SWITCH", self.value(otherwise), *_listed(written))
            case t.Lookup(column, of):
                return self._term("LOOKUP", self._column(column), self.value(of))
            case t.OwnerOf(card):
                return self._term("OWNER", self.value(card))
            case t.Neighbour(of, steps):
                return self._term("NEIGHBOUR", self.value(of), steps)
            case t.NextWord(of, last):
                return self._term("NEXT_WORD", self.value(of), last)
            case t.PreviousWord(of):
                return self._term("PREVIOUS_WORD", self.value(of))
            case t.Earlier(of):
                return self._term("EARLIER", self._value(of))
            case t.Arithmetic(operator, one, other):
                return self._term(operator.upper(), self.value(one), self.value(other))
            case t.Count(set_):
                return self._term("COUNT", self.set(set_))
            case t.Distinct(column, set_):
                return self._term("DISTINCT", self._column(column), self.set(set_))
            case t.Sum(set_, measure, players):
                return self._term("SUM", self.set(set_), self.value(measure), players)
            case t.First(set_):
                return self._term("FIRST", self.set(set_))
            case t.Last(set_):
                return self._term("LAST", self.set(set_))
            case _:
                raise UnplayableError(f"this is no value: {term}")

    def _set(self, term: t.Term) -> int:
        match term:
            case t.Listed(values):
                return self._term("LISTED", *_listed([(value,) for value in values]))
            case t.Slot(slot):
                return self._term("SLOT_SET", slot)
            case t.CardsIn(first, whose):
                return self._term("CARDS_IN", first, self._maybe_value(whose))
            case t.CardsOfAll(first, whose):
                return self._term("CARDS_OF_ALL", first, self.set(whose))
            case t.Variables(first, whose):
                return self._term("VARIABLES", first, self.set(whose))
            case t.Call(function, of):
                body = self._once(("set", function), self.set, self._plan.values[function])
                return body if of is None else self._term("CALL_SET", body, self.value(of))
            case t.Switch(rows, otherwise):
                written = [(key, self.set(row)) for key, row in rows]
                return self._term("SWITCH_SET", self.set(otherwise), *_listed(written))
            case t.Lookups(column, of):
                return self._term("LOOKUPS", self._column(column), self.set(of))
            case t.AllPlayers():
                return self._term("ALL_PLAYERS")
            case t.OtherPlayers():
                return self._term("OTHER_PLAYERS")
            case t.Single(of):
                return self._term("SINGLE", self.value(of))
            case t.Union(one, other):
                return self._term("UNION", self.set(one), self.set(other))
            case t.Without(one, other):
                return self._term("WITHOUT", self.set(one), self.set(other))
            case t.Sieved(set_, sieves, players):
                narrowing = [self._sieve(each) for each in sieves]
                return self._term("SIEVED", self.set(set_), players, *_numbers(narrowing))
            case t.Earlier(of):
                return self._term("EARLIER_SET", self._set(of))
            case _:
                raise UnplayableError(f"this is no set: {term}")

    def _column(self, column: t.Column) -> int:
        return self._once(("column", column), self._column_once, column)

    def _column_once(self, column: t.Column) -> int:
        return self._node("COLUMN", *_listed([(word is not None, word or 0) for word in column.words]))

    # ---- tests and sieves

    def test(self, test: t.Test) -> int:
        """Where a test stands."""
        match test:
            case t.AllOf(parts):
                return self._term("ALL_OF", *self._tests(parts))
            case t.AnyOf(parts):
                return self._term("ANY_OF", *self._tests(parts))
            case t.Not(part):
                return self._term("NOT", self.test(part))
            case t.Quantified(quantifier, set_, inner, players):
                return self._term(_QUANTIFIERS[quantifier], self.set(set_), self.test(inner), players)
            case t.IsNone(of):
                if self.is_set(of):  # a set is there, even if nothing is in it
                    return self._term("ANY_OF", 0)
                return self._term("IS_NONE", self.value(of))
            case t.Same(one, other):
                return self._term("SAME", self.value(one), self.value(other))
            case t.Compare(one, relation, other):
                return self._term(_RELATIONS[relation], self.value(one), self.value(other))
            case t.Within(one, set_):
                return self._term("WITHIN", self.value(one), self.set(set_))
            case t.Empty(set_):
                return self._term("EMPTY", self.set(set_))
            case t.Repeats(set_, column):
                return self._term("REPEATS", self.set(set_), self._column(column))
            case t.Holds(function, subject):
                body = self._once(("condition", function), self.test, self._plan.conditions[function])
                if subject is None:
                    return self._term("HOLDS", body)
                if subject == t.It():
                    return body  # which is asked for him already
                return self._term("HOLDS_FOR", body, self.value(subject))
            case _:
                assert_never(test)

    def _tests(self, tests: Iterable[t.Test]) -> list[int]:
        return _listed([(self.test(each),) for each in tests])

    def _sieve(self, sieve: t.Sieve) -> int:
        match sieve:
            case t.Where(test):
                return self._term("WHERE", self.test(test))
            case t.Preferring(tests):
                return self._term("PREFERRING", *self._tests(tests))
            case t.Extremes(measures):
                return self._term("EXTREMES", *_listed([(most, self.value(measure)) for most, measure in measures]))
            case _:
                assert_never(sieve)

    # ---- effects

    def _place(self, place: f.Place) -> tuple[int, int]:
        return place.first, self._maybe_value(place.whose)

    def _effect(self, effect: f.Effect) -> int:
        match effect:
            case f.Move(origin, cards, to):
                written = [(self.set(each),) for each in cards]
                return self._node("MOVE", origin, *self._place(to), *_listed(written))
            case f.Exchange(origin, one, other):
                return self._node("EXCHANGE", origin, self.set(one), self.set(other))
            case f.Show(origin, cards, to):
                return self._node("SHOW", origin, self.set(cards), self.set(to))
            case f.Set(origin, target, value):
                low, high = target.bounds or (0, 0)
                whose, bounded = self._maybe_set(target.whose), target.bounds is not None
                return self._node("SET", origin, target.first, whose, bounded, low, high, self.value(value))
            case f.Add(origin, target, amount, sign):
                low, high = target.bounds or (LEAST_NUMBER, MOST_NUMBER)
                whose = self._maybe_set(target.whose)
                return self._node("ADD", origin, target.first, whose, low, high, self.value(amount), sign)
            case f.MakeNext(origin, player):
                return self._node("MAKE_NEXT", origin, self.value(player))
            case f.Reverse(origin):
                return self._node("REVERSE", origin)
            case _:
                assert_never(effect)

    def _deferred(self, number: int, effect: f.Effect) -> int:
        """An effect that waits for a close, the same one where it is worked out and where it happens."""
        return self._once(("deferred", number), self._effect, effect)

    # ---- choices

    def _choice(self, choice: c.Choice) -> int:
        picks = [(self._pick(each),) for each in choice.picks]
        names = list(zip(choice.slots, choice.cards, strict=True))
        sieves = [(self._sieve(each),) for each in choice.sieves]
        afterwards = following = 0
        if choice.afterwards is not None and choice.following is not None:
            afterwards, following = self.test(choice.afterwards), self._effect(choice.following)
        return self._node(
            "CHOICE", choice.players, choice.named, choice.if_several, afterwards, following,
            *_listed(picks), *_listed(names), *_listed(sieves),
        )  # fmt: skip

    def _pick(self, pick: c.Pick) -> int:
        match pick:
            case c.One(source):
                return self._node("ONE", self.set(source))
            case c.Pair(source):
                return self._node("PAIR", self.set(source))
            case c.Number(low, high):
                return self._node("RANGE", self.value(low), self.value(high))
            case c.Cards(low, high, source):
                return self._node("CARDS", self.value(low), self.value(high), self.set(source))
            case _:
                assert_never(pick)

    def _unheard(self, unheard: c.Unheard | None) -> int:
        if unheard is None:
            return 0
        return self._node("UNHEARD", unheard.part, unheard.together, unheard.secretly, unheard.optional)

    def _could(self, could: f.Effect | i.CanDraw | None) -> int:
        match could:
            case None:
                return self._node("ALWAYS")
            case i.CanDraw(source, refill):
                return self._node("COULD_DRAW", *self._place(source), self._maybe_set(refill))
            case effect:
                return self._node("COULD_DO", self._effect(effect))

    # ---- choices that are asked bit by bit

    def _completion(self, choice: int, completion: p.Completion) -> int:
        parts = [(self._part(each),) for each in completion.parts]
        steps = [(self._step(each),) for each in completion.steps]
        measures = [(self._measure(each),) for each in completion.measured]
        group = 0 if completion.group is None else self._column(completion.group)
        return self._node(
            "COMPLETION", choice, completion.tried, group, completion.depends,
            *_listed(parts), *_listed(steps), *_listed(measures),
        )  # fmt: skip

    def _part(self, part: p.Part) -> int:
        source = self._maybe_set(part.source)
        low, high = self._maybe_value(part.low), self._maybe_value(part.high)
        return self._node("PART", part.slot, source, part.is_card, low, high, part.is_pair, part.is_free)

    def _step(self, step: p.Step) -> int:
        match step:
            case p.Checks(checks):
                return self._node("CHECKS", *_listed([(self._check(each),) for each in checks]))
            case p.Preferred(checks):
                return self._node("PREFERRED", *_listed([(self._check(each),) for each in checks]))
            case p.Most(measures):
                written = [(most, self.value(term), *_depends(depends)) for most, term, depends in measures]
                return self._node("MOST", *_listed(written))
            case _:
                assert_never(step)

    def _check(self, check: p.Check) -> int:
        return self._node("CHECK", self.test(check.test), *_depends(check.depends))

    def _measure(self, each: p.Measure) -> int:
        column = 0 if each.column is None else self._column(each.column)
        return self._node(
            "MEASURE", each.of, each.slot, self._maybe_value(each.amount), *self._tests(each.fits),
            self._maybe_set(each.beside), each.left, column, each.repeats, each.few,
        )  # fmt: skip

    # ---- instructions

    def _resets(self, resets: i.Resets) -> list[int]:
        return _listed([(variable, value is not None, value or 0) for variable, value in resets])

    def _instruction(self, each: i.Instruction) -> int:
        match each:
            case i.Stop(at_limit):
                return self._node("STOP", at_limit)
            case i.RoundBegins(resets, told):
                return self._node("ROUND_BEGINS", told, *self._resets(resets))
            case i.TurnBegins(resets, turns, at_limit, changed):
                return self._node("TURN_BEGINS", turns, at_limit, *self._mask(changed), *self._resets(resets))
            case i.TurnEnds():
                return self._node("TURN_ENDS")
            case i.EndsIf(test, to):
                return self._node("ENDS_IF", self.test(test), to)
            case i.ReasonBegins(game, origin, kept):
                return self._node("REASON_BEGINS", game, origin, kept)
            case i.Jump(to):
                return self._node("JUMP", to)
            case i.Branch(test, otherwise):
                return self._node("BRANCH", self.test(test), otherwise)
            case i.EachBegins(players):
                return self._node("EACH_BEGINS", self.set(players))
            case i.EachNext(slots, out):
                return self._node("EACH_NEXT", out, *_numbers(slots))
            case i.Perform(word, entrances):
                return self._node("PERFORM", self.value(word), *_numbers(entrances))
            case i.Return(slots):
                return self._node("RETURN", *_numbers(slots))
            case i.Forget(slots):
                return self._node("FORGET", *_numbers(slots))
            case i.Happen(effect):
                return self._node("HAPPEN", self._effect(effect))
            case i.DrawBegins(amount, source, to):
                return self._node("DRAW_BEGINS", self.value(amount), *self._place(source), *self._place(to))
            case i.Draw(query, refill):
                return self._node("DRAW", query.origin, self._maybe_set(refill))
            case i.Together(effects):
                return self._node("TOGETHER", *_numbers([self._effect(effect) for effect in effects]))
            case i.TogetherBegins():
                return self._node("TOGETHER_BEGINS")
            case i.Defer(number, effect):
                return self._node("DEFER", number, self._deferred(number, effect))
            case i.SkipLapsed(to):
                return self._node("SKIP_LAPSED", to)
            case i.Commit(origin):
                return self._node("COMMIT", origin)
            case i.TogetherEnds():
                return self._node("TOGETHER_ENDS")
            case i.Ask(query, choice, unheard, optional, leave, changed):
                written, hidden = self._choice(choice), self._unheard(unheard)
                return self._node(
                    "ASK", query.origin, written, hidden, optional, _tells(query), leave, *self._mask(changed)
                )
            case i.AskPart(query, choice, completion, at, unheard, optional, leave, out, changed):
                written = self._once(("choice", id(choice)), self._choice, choice)
                whole = self._once(("completion", id(completion)), partial(self._completion, written), completion)
                hidden = self._unheard(unheard)
                return self._node(
                    "ASK_PART", query.origin, written, whole, at, hidden, optional, _tells(query), leave, out,
                    *self._mask(changed),
                )  # fmt: skip
            case i.AskWhether(query, could, unheard, leave):
                written, hidden = self._could(could), self._unheard(unheard)
                return self._node("ASK_WHETHER", query.origin, written, hidden, _tells(query), leave)
            case _:
                assert_never(each)


def _tells(query: c.Query) -> bool:
    """Whether others hear anything of an answer that comes to light."""
    return any(query.public) or not query.names


def _depends(depends: p.Depends) -> tuple[int, bool]:
    """The last part that something depends on, -1 if there is none, and whether it depends on sums."""
    return max(depends.parts, default=-1), depends.on_sums


def _listed(rows: Sequence[Iterable[int]]) -> list[int]:
    """A list as a node has it: how many, then all of them."""
    return [len(rows), *(number for row in rows for number in row)]


def _numbers(numbers: Sequence[int]) -> list[int]:
    return [len(numbers), *numbers]


def _signed(bits: int) -> int:
    """The lowest 64 bits, as a number of 64 bits with a sign."""
    low = bits & (2**64 - 1)
    return low - 2**64 if low >= 2**63 else low
