"""The statements of a block as operations."""

from rulespec.language.printer import brief, show
from rulespec.plan.asking import ask_whether, choose
from rulespec.plan.drawing import draw
from rulespec.plan.layout import Layout, names_in
from rulespec.plan.together import at_the_same_time, defer, parts
from rulespec.resolve.expressions import kind_of
from rulespec.run.machine import Machine, Operation
from rulespec.run.program import Branch, Label
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Citations, Node


class Lines:
    """Lays out one block; an empty choice leads to the end of what somebody is doing, first of all to `lapse`."""

    def __init__(self, layout: Layout, key: str, lapse: Label) -> None:
        self.layout = layout
        self.key = key
        self.expressions = layout.expressions(key)
        self.lapse = lapse
        self.together = False
        self.part: int | None = None  # inside `at the same time`, see `Asking.part`
        self._cites: Citations = ()  # of the blocks around a statement

    def body(self, body: d.Body) -> None:
        if self.together and self.part is None:
            parts(self, body)
        else:
            self.statements(body)

    def statements(self, body: d.Body) -> None:
        for index, statement in enumerate(body):
            self.statement(statement, body[index + 1] if index + 1 < len(body) else None)

    def slot(self, name: str) -> int:
        """Where a name is kept."""
        return (self.layout.turn_slots | self.layout.slots(self.key))[name]

    def origin(self, cites: Citations, effect: s.Effect) -> int:
        """The number of an effect that events come from."""
        return self.layout.origin(self.key, tuple(dict.fromkeys((*self._cites, *cites))), show(effect), brief(effect))

    def branch(self, statement: s.Statement | s.Effect, part: Node) -> Branch:
        """Where a statement decides how the block goes on."""
        return Branch(statement, part, self.key, self._cites)

    def statement(self, statement: s.Statement, following: s.Statement | None = None) -> None:
        around, self._cites = self._cites, (*self._cites, *statement.cites)
        self._lay(statement, following)
        self._cites = around

    def _lay(self, statement: s.Statement, following: s.Statement | None) -> None:
        match statement:
            case s.Do(effect):
                self._effect(effect, statement, following)
            case s.If(condition, then, otherwise):
                self._if(self.branch(statement, condition), condition, then, otherwise)
            case s.May(body):
                self._may(statement, body)
            case s.Together(body):
                at_the_same_time(self, body)
            case s.Who(players, body):
                self._who(self.branch(statement, players), players, body)
            case _:
                raise TypeError(type(statement))

    def _effect(self, effect: s.Effect, statement: s.Statement, following: s.Statement | None) -> None:
        match effect:
            case s.Choose():
                choose(self, effect, self.origin(statement.cites, effect), following, None)
            case s.Draw():
                draw(self, effect, self.origin(statement.cites, effect))
            case s.Perform(word):
                self._perform(self.branch(effect, word), word)
            case s.Nothing():
                pass
            case _:
                self._happens(effect, self.origin(statement.cites, effect))

    def _happens(self, effect: s.Effect, origin: int) -> None:
        layout = self.layout
        evaluate, execute = layout.effects.build(effect, self.expressions, origin)
        if self.together:
            defer(layout, evaluate, execute)
            return
        check = layout.check()

        def happen(here: int, after: int) -> Operation:
            def happens(mc: Machine) -> int:
                what = evaluate(mc)
                if what is None:
                    return after
                execute(mc, what)
                return (check(mc) or after) if mc.watching else after

            return happens

        layout.emit(happen)

    def _if(self, which: Branch, condition: e.Condition, then: d.Body, otherwise: d.Body) -> None:
        layout, test = self.layout, self.expressions.test(condition)
        other, end = Label(), Label()

        def branch(here: int, after: int) -> Operation:
            target = other.pc
            return lambda mc: after if test(mc, mc.own, None) else target

        layout.emit_branch(which, branch)
        self.body(then)
        if otherwise:
            layout.jump(end)
        layout.place(other)
        self.body(otherwise)
        layout.place(end)

    def _may(self, statement: s.May, body: d.Body) -> None:
        first, end = body[0], Label()
        assert isinstance(first, s.Do)
        if isinstance(first.effect, s.Choose):
            following = body[1] if len(body) > 1 else None
            choose(self, first.effect, self.origin(first.cites, first.effect), following, end)
            self.body(body[1:])
        else:
            ask_whether(self, statement, first.effect, self.origin(statement.cites, first.effect), end)
            self.body(body)
        self.layout.place(end)

    def _who(self, which: Branch, players: e.Expression, body: d.Body) -> None:
        layout, members = self.layout, self.expressions.many(players)
        loop, end, before = Label(), Label(), self.lapse
        slots = [self.slot(name) for name in names_in(*body)] if kind_of(players).many else []

        def begin(here: int, after: int) -> Operation:
            def begins(mc: Machine) -> int:
                mc.stack = (*mc.stack, (members(mc, mc.own, None), mc.own))
                return after

            return begins

        def turn(here: int, after: int) -> Operation:
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

        layout.emit(begin)
        layout.place(loop)
        layout.emit_branch(which, turn)
        self.lapse = loop
        self.body(body)
        self.lapse = before
        layout.jump(loop)
        layout.place(end)

    def _perform(self, which: Branch, word: e.Expression) -> None:
        value, layout = self.expressions.value(word), self.layout
        list_ = str(kind_of(word).list)

        def perform(here: int, after: int) -> Operation:
            targets = layout.entrances(list_)

            def performs(mc: Machine) -> int:
                index = value(mc, mc.own, None)
                if index is None:
                    return after
                mc.stack = (*mc.stack, after)
                return targets[index]

            return performs

        layout.emit_branch(which, perform)
