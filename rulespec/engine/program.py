"""The blocks of a ruleset as one program: a list of operations, each of which says where to go on.

The place in the program, and a stack of plain values for what is still to be done, are all that a state has to keep.
"""

from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from rulespec.engine.choices import Choice, Site, is_public, picked_kinds
from rulespec.engine.effects import Effects
from rulespec.engine.expressions import Expressions, Shared, Test
from rulespec.engine.machine import STOP, Machine, Operation, Raw
from rulespec.engine.material import Material
from rulespec.engine.pairs import foreseen
from rulespec.engine.reads import own_reads, reads
from rulespec.language.printer import show
from rulespec.resolve.expressions import kind_of
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Citations, walk

NAMES_CHANGED = -1  # all dirty bits: whatever reads chosen names, whose turn it is, or anything else


@frozen
class Origin:
    """Where an event comes from: a block, its citations (with the statement's), and what the statement says."""

    block: str
    cites: Citations
    text: str


@define(eq=False)
class Label:
    """A place in the program, known when all operations are laid out."""

    pc: int = STOP


Factory = Callable[[int], Operation]  # the operation, given the place after it


@frozen(eq=False)
class Asking:
    """An operation that asks a player: who it is follows from the state (`own`)."""

    site: Site
    choice: Choice | None
    answer: Callable[[Machine, Raw], int] = field(repr=False)
    optional: bool = False


@frozen(eq=False)
class Drawing:
    """An operation that lets chance decide which card is drawn."""

    site: Site
    take: Callable[[Machine, int], int] = field(repr=False)


@frozen(eq=False)
class Watch:
    """A reason to end that holds at once, looked at only when something it reads has changed."""

    mask: int
    holds: Callable[[Machine, int], bool]  # given the bits of what has changed
    label: Label


@define(eq=False)
class Program:
    """All operations with their entry points."""

    material: Material
    code: list[Operation] = field(factory=list)
    asks: dict[int, Asking | Drawing] = field(factory=dict)
    origins: list[Origin] = field(factory=list)
    slots: int = 0
    start: int = 0
    turn: int = 0
    over: int = 0
    limit: int = 0
    winners: Any = None
    returns: Any = None


class Builder:
    """Lays out the program of a ruleset for a number of players."""

    def __init__(self, rules: Rules, material: Material) -> None:
        self.program = Program(material)
        self._rules = rules
        self._material = material
        self._effects = Effects(material)
        self._factories: list[Factory] = []
        self._slots: dict[str, dict[str, int]] = {}
        self._turn_slots = {name: slot for slot, name in enumerate(rules.bound.get("turn", {}))}
        self._shared = Shared(material, self._turn_slots)
        self.program.slots = len(self._turn_slots)
        self._actions: dict[str, Label] = {
            block.name: Label() for block in rules.of(d.Action) if isinstance(block, d.Action)
        }
        self._reasons = {block.key: Label() for block in rules.of(d.Reason)}
        self._watches: tuple[Watch, ...] = ()
        self._executes: list[tuple[Callable[[Machine, Any], None], int]] = []

    # ---- the course of a game

    def build(self) -> Program:
        program, rules = self.program, self._rules
        over, limit, round_begins, turn_begins, after_round = Label(), Label(), Label(), Label(), Label()
        self._watches = tuple(self._watch(block) for block in self._reasons_at("at once"))
        self._named(over, lambda pc: lambda mc: _stop(mc, pc - 1))
        self._named(limit, lambda pc: lambda mc: _stop(mc, pc - 1))
        start = len(self._factories)
        self._blocks(d.SetUp)
        self._named(round_begins, self._round_begins)
        self._blocks(d.Round)
        self._named(turn_begins, lambda pc: self._turn_begins(pc, limit))
        self._emit(self._look)
        self._moment("before turn")
        self._blocks(d.BeforeTurn)
        self._blocks(d.Turn)
        self._blocks(d.AfterTurn)
        self._moment("after turn")
        self._emit(_turn_ends)
        self._blocks(d.NextTurn)
        self._jump(turn_begins)
        for block in rules.of(d.Reason):
            assert isinstance(block, d.Reason)
            self._reason(block, after_round if isinstance(block, d.RoundEnds) else over)
        self._place(after_round)
        self._blocks(d.AfterRound)
        self._moment("after round")
        self._jump(round_begins)
        for block in rules.of(d.Action):
            assert isinstance(block, d.Action)
            self._action(block)
        program.start, program.over, program.limit, program.turn = start, over.pc, limit.pc, turn_begins.pc
        program.code = [factory(pc + 1) for pc, factory in enumerate(self._factories)]
        self._outcome()
        return program

    def _reasons_at(self, moment: str) -> list[d.Reason]:
        return [block for block in self._rules.of(d.Reason) if isinstance(block, d.Reason) and block.moment == moment]

    def _watch(self, reason: d.Reason) -> Watch:
        """What is looked at for a reason: of all players, only those of whom something has changed."""
        expressions, label = Expressions(self._shared, self._turn_slots), self._reasons[reason.key]
        match reason.condition:
            case e.Quantified("some", e.Member(True, None), inner):
                bits = own_reads(inner, self._material)
                if bits is not None:
                    test = expressions.test(inner)
                    of_whom = tuple(enumerate(bits))
                    return Watch(sum(bits), lambda mc, dirty: _some(mc, dirty, of_whom, test), label)
        test = expressions.test(reason.condition)
        return Watch(reads(reason.condition, self._material), lambda mc, dirty: test(mc, mc.active, None), label)

    def _round_begins(self, after: int) -> Operation:
        resets = [i for i, each in enumerate(self._material.variables) if each.holder.reset == "round"]
        empty = [0 if isinstance(self._material.variables[i].holder, d.Counter) else None for i in resets]

        told = bool(self._rules.of(d.Round, d.RoundEnds))

        def round_begins(mc: Machine) -> int:
            for variable, value in zip(resets, empty, strict=True):
                mc.variables[variable] = value
            mc.dirty = NAMES_CHANGED
            if told:
                mc.note(("round",))
            return after

        return round_begins

    def _turn_begins(self, after: int, limit: Label) -> Operation:
        resets = [i for i, each in enumerate(self._material.variables) if each.holder.reset == "turn"]
        empty = [0 if isinstance(self._material.variables[i].holder, d.Counter) else None for i in resets]
        n, most, slots = self._material.players, self._limit, self.program.slots
        no_names = [None] * slots
        places = len(self._material.places)
        bits = sum(1 << (places + variable) for variable in resets) | 1 << (places + len(self._material.variables))

        def turn_begins(mc: Machine) -> int:
            mc.turns += 1
            if mc.turns > most:
                mc.note(("limit", most))
                return limit.pc
            mc.active = mc.own = (mc.active + 1) % n if mc.next is None else mc.next
            mc.next = None
            for variable, value in zip(resets, empty, strict=True):
                mc.variables[variable] = value
            mc.names = no_names.copy()
            mc.watching = True
            mc.dirty |= bits
            mc.log = (("turn", mc.active), mc.log)
            return after

        return turn_begins

    @property
    def _limit(self) -> int:
        return next(each.turns for each in self._rules.of(d.Limit) if isinstance(each, d.Limit))

    def _look(self, after: int) -> Operation:
        check = self._check()
        return lambda mc: check(mc) or after

    def _moment(self, moment: str) -> None:
        """The reasons of a moment, in their order."""
        for reason in self._reasons_at(moment):
            test = Expressions(self._shared, self._turn_slots).test(reason.condition)
            label = self._reasons[reason.key]
            self._emit(_ends_if(test, label))

    def _reason(self, reason: d.Reason, then: Label) -> None:
        origin = self._origin(reason.key, (), show(reason.condition))
        ends = "game ends" if isinstance(reason, d.GameEnds) else "round ends"
        kept = len(self._turn_slots)

        def begin(after: int) -> Operation:
            def begins(mc: Machine) -> int:
                mc.watching, mc.own, mc.stack, mc.together, mc.stage = False, mc.active, (), None, None
                mc.names[kept:] = [None] * (len(mc.names) - kept)
                mc.note((ends, origin, mc.active))
                return after

            return begins

        self._named(self._reasons[reason.key], begin)
        self._block(reason)
        self._jump(then)

    def _action(self, block: d.Action) -> None:
        label, end = self._actions[block.name], Label()
        self._place(label)
        slots = self._local_slots(block.key)
        lines = _Lines(self, block.key, self._expressions(block.key), end)
        lines.body(block.body)
        clear = sorted(set(slots.values()) - set(self._turn_slots.values()))

        def ends(after: int) -> Operation:
            def action_ends(mc: Machine) -> int:
                for slot in clear:
                    mc.names[slot] = None
                back: int = mc.stack[-1]
                mc.stack = mc.stack[:-1]
                return back

            return action_ends

        self._named(end, ends)

    def _blocks(self, kind: type[d.Block]) -> None:
        for block in self._rules.of(kind):
            assert isinstance(block, d.Block)
            self._block(block)

    def _block(self, block: d.Block) -> None:
        end = Label()
        _Lines(self, block.key, self._expressions(block.key), end).body(block.body)
        own_slots = set(self._local_slots(block.key).values()) - set(self._turn_slots.values())
        self._place(end)
        if own_slots:
            self._emit(lambda after: lambda mc: _clear(mc, own_slots, after))

    def _outcome(self) -> None:
        expressions = Expressions(self._shared, self._turn_slots)
        for each in self._rules.of(d.Winners):
            assert isinstance(each, d.Winners)
            self.program.winners = expressions.many(each.players)
        for each in self._rules.of(d.Returns):
            assert isinstance(each, d.Returns)
            self.program.returns = expressions.value(each.amount)

    # ---- laying out

    def _emit(self, factory: Factory) -> None:
        self._factories.append(factory)

    def _place(self, label: Label) -> None:
        label.pc = len(self._factories)

    def _named(self, label: Label, factory: Factory) -> None:
        self._place(label)
        self._emit(factory)

    def _jump(self, label: Label) -> None:
        def jump(after: int) -> Operation:
            target = label.pc
            return lambda mc: target

        self._emit(jump)

    def _origin(self, key: str, cites: Citations, text: str) -> int:
        cited = self._rules.entry(key).cites
        self.program.origins.append(Origin(key, (*cited, *(each for each in cites if each not in cited)), text))
        return len(self.program.origins) - 1

    def _expressions(self, key: str) -> Expressions:
        return Expressions(self._shared, self._turn_slots | self._local_slots(key))

    def _local_slots(self, key: str) -> dict[str, int]:
        if key not in self._slots:
            names = self._all_names(key)
            self._slots[key] = {name: self.program.slots + index for index, name in enumerate(names)}
            self.program.slots += len(names)
        return self._slots[key]

    def _all_names(self, key: str) -> list[str]:
        block = self._rules.blocks[key]
        names = _names_in(block.body) if isinstance(block, d.Block) else []
        return [name for name in dict.fromkeys(names) if name not in self._turn_slots]

    def _check(self) -> Callable[[Machine], int]:
        """Whether a reason to end holds now: where to go on, or 0."""
        watches = self._watches

        def check(mc: Machine) -> int:
            dirty, own, mc.own, mc.dirty = mc.dirty, mc.own, mc.active, 0
            for watch in watches:
                if dirty & watch.mask and watch.holds(mc, dirty):
                    return watch.label.pc
            mc.own = own
            return 0

        return check


class _Lines:
    """Lays out the statements of one block; `lapse` is where an empty choice leads."""

    def __init__(self, builder: Builder, key: str, expressions: Expressions, lapse: Label) -> None:
        self._builder = builder
        self._key = key
        self._expressions = expressions
        self._lapse = lapse
        self._together = False
        self._decline: Label | None = None

    def body(self, body: d.Body) -> None:
        for index, statement in enumerate(body):
            self._statement(statement, body[index + 1 : index + 2])

    def _statement(self, statement: s.Statement, following: tuple[s.Statement, ...]) -> None:
        match statement:
            case s.Do(effect):
                self._effect(effect, statement, following)
            case s.If(condition, then, otherwise):
                self._if(condition, then, otherwise)
            case s.May(body):
                self._may(statement, body)
            case s.Together(body):
                self._at_the_same_time(body)
            case s.Who(players, body):
                self._who(players, body)
            case _:
                raise TypeError(type(statement))

    def _effect(self, effect: s.Effect, statement: s.Statement, following: tuple[s.Statement, ...]) -> None:
        builder = self._builder
        origin = builder._origin(self._key, statement.cites, show(effect))
        match effect:
            case s.Choose():
                self._choose(effect, origin, following)
            case s.Draw():
                self._draw(effect, origin)
            case s.Perform(word):
                self._perform(word)
            case s.Nothing():
                pass
            case _:
                evaluate, execute = builder._effects.build(effect, self._expressions, origin)
                if self._together:
                    builder._executes.append((execute, origin))
                    index = len(builder._executes) - 1
                    builder._emit(lambda after: _deferred(evaluate, index, after))
                else:
                    builder._emit(lambda after: _done(evaluate, execute, builder._check(), after))

    def _if(self, condition: e.Condition, then: d.Body, otherwise: d.Body) -> None:
        builder, test = self._builder, self._expressions.test(condition)
        other, end = Label(), Label()

        def branch(after: int) -> Operation:
            target = other.pc
            return lambda mc: after if test(mc, mc.own, None) else target

        builder._emit(branch)
        self.body(then)
        if otherwise:
            builder._jump(end)
        builder._place(other)
        self.body(otherwise)
        builder._place(end)

    def _may(self, statement: s.Statement, body: d.Body) -> None:
        builder, end = self._builder, Label()
        first = body[0]
        if isinstance(first, s.Do) and isinstance(first.effect, s.Choose):
            before, self._decline = self._decline, end
            self._statement(first, body[1:2])
            self._decline = before
            self.body(body[1:])
        else:
            self._ask_whether(statement, first, end)
            self.body(body)
        builder._place(end)

    def _ask_whether(self, statement: s.Statement, first: s.Statement, end: Label) -> None:
        """A block that begins with an effect: do it or decline."""
        builder = self._builder
        text = show(first.effect) if isinstance(first, s.Do) else show(statement)
        origin = builder._origin(self._key, statement.cites, text)
        could = self._could(first)
        site = Site(origin, (), (), (), True, builder._material, f"may {text}")

        def ask(after: int) -> Operation:
            here, no = after - 1, end.pc

            def answer(mc: Machine, raw: Raw) -> int:
                mc.note(("choose", origin, mc.own, here, raw, False))
                return no if raw is None else after

            builder.program.asks[here] = Asking(site, None, answer, optional=True)

            def asks(mc: Machine) -> int:
                if not could(mc):
                    return no
                mc.raws = [True, None]
                return _stop(mc, here)

            return asks

        builder._emit(ask)

    def _could(self, first: s.Statement) -> Callable[[Machine], bool]:
        """Whether an effect would do anything."""
        effect = first.effect if isinstance(first, s.Do) else None
        if isinstance(effect, s.Draw):
            place, refill = self._source(effect)
            return lambda mc: (
                (at := place(mc)) is not None and bool(mc.zones[at] or (refill and refill(mc, mc.own, None)))
            )
        if isinstance(effect, s.Move | s.Exchange):
            evaluate, _ = self._builder._effects.build(effect, self._expressions, 0)
            return lambda mc: evaluate(mc) is not None
        return lambda mc: True

    def _at_the_same_time(self, body: d.Body) -> None:
        builder, end, before = self._builder, Label(), self._lapse
        builder._emit(lambda after: lambda mc: _begin_together(mc, after))
        self._together, self._lapse = True, end
        self.body(body)
        self._together, self._lapse = False, before

        def ends(after: int) -> Operation:
            executes, check = builder._executes, builder._check()

            def together_ends(mc: Machine) -> int:
                happening, mc.together = mc.together or (), None
                own = mc.own
                for index, (who, what) in happening:
                    mc.own = who
                    if index < 0:
                        mc.note(("reveal", *what))
                    else:
                        executes[index][0](mc, what)
                mc.own = own
                return (mc.watching and check(mc)) or after

            return together_ends

        builder._named(end, ends)

    def _who(self, players: e.Expression, body: d.Body) -> None:
        builder, members = self._builder, self._expressions.many(players)
        loop, end, before = Label(), Label(), self._lapse
        several = kind_of(players).many
        slots = sorted({self._slot(name) for name in _names_in(body)}) if several else []

        def begin(after: int) -> Operation:
            def begins(mc: Machine) -> int:
                mc.stack = (*mc.stack, (members(mc, mc.own, None), mc.own))
                return after

            return begins

        def turn(after: int) -> Operation:
            out = end.pc

            def next_member(mc: Machine) -> int:
                left, own = mc.stack[-1]
                for slot in slots:
                    mc.names[slot] = None
                if not left:
                    mc.stack, mc.own = mc.stack[:-1], own
                    return out
                mc.own = left[0]
                mc.stack = (*mc.stack[:-1], (left[1:], own))
                return after

            return next_member

        builder._emit(begin)
        builder._named(loop, turn)
        self._lapse = loop
        self.body(body)
        self._lapse = before
        builder._jump(loop)
        builder._place(end)

    def _perform(self, word: e.Expression) -> None:
        value, builder = self._expressions.value(word), self._builder
        words = builder._material.words(str(kind_of(word).list))

        def perform(after: int) -> Operation:
            targets = tuple(builder._actions[each].pc if each in builder._actions else after for each in words)

            def performs(mc: Machine) -> int:
                index = value(mc, mc.own, None)
                if index is None or targets[index] == after:
                    return after
                mc.stack = (*mc.stack, after)
                return targets[index]

            return performs

        builder._emit(perform)

    # ---- asking

    def _choose(self, choose: s.Choose, origin: int, following: tuple[s.Statement, ...]) -> None:
        builder, material = self._builder, self._builder._material
        slots = tuple(self._slot(name) for name in choose.names)
        kinds = picked_kinds(choose)
        site = Site(origin, choose.names, slots, kinds, is_public(choose, material), material, show(choose))
        choice = Choice(choose, self._expressions, site)
        if choose.afterwards is not None:
            choice.apply = self._hypothesis(following)
            choice.foresee = foreseen(choose, self._next_effect(following), material)
        together, decline, lapse = self._together, self._decline, self._lapse
        self._decline = None
        turn_names = 1 << (len(material.places) + len(material.variables))

        def ask(after: int) -> Operation:
            here = after - 1
            leave = (decline or lapse).pc

            def answer(mc: Machine, raw: Raw) -> int:
                if together:
                    mc.note(("commit", origin, mc.own, here, raw))
                    if site.public:
                        mc.together = (*(mc.together or ()), (-1, (mc.own, (origin, mc.own, here, raw))))
                else:
                    mc.log = (("choose", origin, mc.own, here, raw, site.public), mc.log)
                if raw is None:
                    return leave
                mc.dirty |= turn_names
                if mc.stage is not None:
                    return after if choice.staged_answer(mc, raw) else here
                choice.bind(mc, raw)
                return after

            builder.program.asks[here] = Asking(site, choice, answer, optional=decline is not None)

            def asks(mc: Machine) -> int:
                raws = choice.raws(mc)
                if not raws:
                    if decline is None:
                        mc.note(("lapse", origin, mc.own))
                    return leave
                if choice.if_several and len(raws) == 1:
                    mc.dirty |= turn_names
                    choice.bind(mc, raws[0])
                    return after
                if decline is not None and not mc.stage:
                    raws = [*raws, None]
                mc.raws = raws
                mc.pc = here
                return STOP

            return asks

        builder._emit(ask)

    def _hypothesis(self, following: tuple[s.Statement, ...]) -> Callable[[Machine], None]:
        evaluate, execute = self._builder._effects.build(self._next_effect(following), self._expressions, 0)

        def happen(mc: Machine) -> None:
            what = evaluate(mc)
            if what is not None:
                execute(mc, what)

        return happen

    def _next_effect(self, following: tuple[s.Statement, ...]) -> s.Effect:
        statement = following[0]
        assert isinstance(statement, s.Do)
        return statement.effect

    def _source(self, draw: s.Draw) -> tuple[Callable[[Machine], int | None], Any]:
        builder = self._builder
        place = builder._effects.zone(draw.source, self._expressions)
        zone = builder._material.rules.blocks[f"zone {draw.source.zone}"]  # type: ignore[attr-defined]
        assert isinstance(zone, d.Zone)
        refill = None if zone.refill is None else Expressions(builder._shared, builder._turn_slots).many(zone.refill)
        return place, refill

    def _draw(self, draw: s.Draw, origin: int) -> None:
        builder, effects, material = self._builder, self._builder._effects, self._builder._material
        place, refill = self._source(draw)
        target, amount = effects.zone(draw.to, self._expressions), self._expressions.value(draw.amount)
        site = Site(origin, ("card",), (0,), (), True, material, show(draw))
        ordered = tuple(each.zone.ordered for each in material.places)

        def begin(after: int) -> Operation:
            def begins(mc: Machine) -> int:
                mc.stack = (*mc.stack, (amount(mc, mc.own, None) or 0, place(mc), target(mc)))
                return after

            return begins

        def draw_one(after: int) -> Operation:
            here, check = after - 1, builder._check()

            def take(mc: Machine, card: int) -> int:
                left, source, to = mc.stack[-1]
                mc.stack = (*mc.stack[:-1], (left - 1, source, to))
                effects.put(mc, card, to)
                mc.log = (("draw", origin, mc.own, card, source, to), mc.log)
                return (mc.watching and check(mc)) or here

            builder.program.asks[here] = Drawing(site, take)

            def draws(mc: Machine) -> int:
                left, source, to = mc.stack[-1]
                if left <= 0 or source is None or to is None:
                    mc.stack = mc.stack[:-1]
                    return after
                if not mc.zones[source] and refill is not None:
                    cards = refill(mc, None, None)
                    if cards:
                        mc.note(("refill", origin, cards, tuple(mc.where[card] for card in cards), source))
                        effects.gather(mc, cards, source)
                held = mc.zones[source]
                if not held:
                    mc.stack = mc.stack[:-1]
                    return after
                if ordered[source]:
                    return take(mc, held[-1])
                if mc.random is not None:
                    return take(mc, held[int(mc.random() * len(held))])
                mc.raws = list(held)
                return _stop(mc, here)

            return draws

        builder._emit(begin)
        builder._emit(draw_one)

    def _slot(self, name: str) -> int:
        return (self._builder._turn_slots | self._builder._local_slots(self._key))[name]


def _names_in(body: d.Body) -> list[str]:
    return [name for statement in body for node in walk(statement) if isinstance(node, s.Choose) for name in node.names]


def _some(mc: Machine, dirty: int, of_whom: tuple[tuple[int, int], ...], test: Test) -> bool:
    for seat, bits in of_whom:  # noqa: SIM110 (a generator would cost as much as the test)
        if dirty & bits and test(mc, seat, seat):
            return True
    return False


def _ends_if(test: Test, label: Label) -> Factory:
    def ends_if(after: int) -> Operation:
        target = label.pc
        return lambda mc: target if test(mc, mc.active, None) else after

    return ends_if


def _done(evaluate: Any, execute: Any, check: Any, after: int) -> Operation:
    def done(mc: Machine) -> int:
        what = evaluate(mc)
        if what is None:
            return after
        execute(mc, what)
        if mc.watching:
            return check(mc) or after
        return after

    return done


def _deferred(evaluate: Any, index: int, after: int) -> Operation:
    def deferred(mc: Machine) -> int:
        what = evaluate(mc)
        if what is not None:
            mc.together = (*(mc.together or ()), (index, (mc.own, what)))
        return after

    return deferred


def _begin_together(mc: Machine, after: int) -> int:
    mc.together = ()
    return after


def _clear(mc: Machine, slots: set[int], after: int) -> int:
    for slot in slots:
        mc.names[slot] = None
    return after


def _turn_ends(after: int) -> Operation:
    def turn_ends(mc: Machine) -> int:
        mc.watching, mc.own = False, mc.active
        return after

    return turn_ends


def _stop(mc: Machine, pc: int) -> int:
    mc.pc = pc
    return STOP
