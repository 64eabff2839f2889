"""The statements of a block as operations."""

from rulespec.engine.asking import ask_whether, choose
from rulespec.engine.drawing import draw
from rulespec.engine.effects import Evaluate, Execute
from rulespec.engine.layout import Layout, names_in
from rulespec.engine.machine import Machine, Operation
from rulespec.engine.program import Label
from rulespec.language.printer import show
from rulespec.resolve.expressions import kind_of
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Citations


class Lines:
    """Lays out one block; an empty choice leads to the end of what somebody is doing, first of all to `lapse`."""

    def __init__(self, layout: Layout, key: str, lapse: Label) -> None:
        self.layout = layout
        self.key = key
        self.expressions = layout.expressions(key)
        self.lapse = lapse
        self.together = False
        self._cites: Citations = ()  # of the blocks around a statement

    def body(self, body: d.Body) -> None:
        for index, statement in enumerate(body):
            self._statement(statement, body[index + 1] if index + 1 < len(body) else None)

    def slot(self, name: str) -> int:
        """Where a name is kept."""
        return (self.layout.turn_slots | self.layout.slots(self.key))[name]

    def _statement(self, statement: s.Statement, following: s.Statement | None) -> None:
        around, self._cites = self._cites, (*self._cites, *statement.cites)
        self._lay(statement, following)
        self._cites = around

    def _lay(self, statement: s.Statement, following: s.Statement | None) -> None:
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

    def _effect(self, effect: s.Effect, statement: s.Statement, following: s.Statement | None) -> None:
        match effect:
            case s.Choose():
                choose(self, effect, self._origin(statement, effect), following, None)
            case s.Draw():
                draw(self, effect, self._origin(statement, effect))
            case s.Perform(word):
                self._perform(word)
            case s.Nothing():
                pass
            case _:
                self._happens(effect, self._origin(statement, effect))

    def _origin(self, statement: s.Statement, effect: s.Effect) -> int:
        cites = dict.fromkeys((*self._cites, *statement.cites))
        return self.layout.origin(self.key, tuple(cites), show(effect))

    def _happens(self, effect: s.Effect, origin: int) -> None:
        layout = self.layout
        evaluate, execute = layout.effects.build(effect, self.expressions, origin)
        if self.together:
            layout.executes.append(execute)
            index = len(layout.executes) - 1
            layout.emit(lambda here, after: _deferred(evaluate, index, after))
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

    def _if(self, condition: e.Condition, then: d.Body, otherwise: d.Body) -> None:
        layout, test = self.layout, self.expressions.test(condition)
        other, end = Label(), Label()

        def branch(here: int, after: int) -> Operation:
            target = other.pc
            return lambda mc: after if test(mc, mc.own, None) else target

        layout.emit(branch)
        self.body(then)
        if otherwise:
            layout.jump(end)
        layout.place(other)
        self.body(otherwise)
        layout.place(end)

    def _may(self, statement: s.Statement, body: d.Body) -> None:
        first, end = body[0], Label()
        assert isinstance(first, s.Do)
        if isinstance(first.effect, s.Choose):
            following = body[1] if len(body) > 1 else None
            choose(self, first.effect, self._origin(first, first.effect), following, end)
            self.body(body[1:])
        else:
            ask_whether(self, first.effect, self._origin(statement, first.effect), end)
            self.body(body)
        self.layout.place(end)

    def _at_the_same_time(self, body: d.Body) -> None:
        if all(isinstance(each, s.Do) and not isinstance(each.effect, s.Choose | s.Nothing) for each in body):
            self._as_one(body)
            return
        layout, end, before = self.layout, Label(), self.lapse
        layout.emit(lambda here, after: lambda mc: _begin_together(mc, after))
        self.together, self.lapse = True, end
        self.body(body)
        self.together, self.lapse = False, before
        executes, check = layout.executes, layout.check()

        def ends(here: int, after: int) -> Operation:
            def together_ends(mc: Machine) -> int:
                happening, mc.together, own = mc.together or (), None, mc.own
                for index, (who, what) in happening:
                    mc.own = who
                    if index < 0:
                        mc.note(("reveal", *what))
                    else:
                        executes[index](mc, what)
                mc.own = own
                return (check(mc) or after) if mc.watching else after

            return together_ends

        layout.named(end, ends)

    def _as_one(self, body: d.Body) -> None:
        """Effects at the same time in which nobody is asked: all are worked out, then all happen."""
        layout = self.layout
        parts: list[tuple[Evaluate, Execute]] = []
        for each in body:
            assert isinstance(each, s.Do)
            parts.append(layout.effects.build(each.effect, self.expressions, self._origin(each, each.effect)))
        check = layout.check()

        def as_one(here: int, after: int) -> Operation:
            def happen(mc: Machine) -> int:
                for execute, what in [(execute, evaluate(mc)) for evaluate, execute in parts]:
                    if what is not None:
                        execute(mc, what)
                return (check(mc) or after) if mc.watching else after

            return happen

        layout.emit(as_one)

    def _who(self, players: e.Expression, body: d.Body) -> None:
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
        layout.named(loop, turn)
        self.lapse = loop
        self.body(body)
        self.lapse = before
        layout.jump(loop)
        layout.place(end)

    def _perform(self, word: e.Expression) -> None:
        value, layout = self.expressions.value(word), self.layout
        words = layout.material.words(str(kind_of(word).list))

        def perform(here: int, after: int) -> Operation:
            targets = tuple(layout.actions[each].pc if each in layout.actions else after for each in words)

            def performs(mc: Machine) -> int:
                index = value(mc, mc.own, None)
                if index is None:
                    return after
                mc.stack = (*mc.stack, after)
                return targets[index]

            return performs

        layout.emit(perform)


def _deferred(evaluate: Evaluate, index: int, after: int) -> Operation:
    def deferred(mc: Machine) -> int:
        what = evaluate(mc)
        if what is not None:
            mc.together = (*(mc.together or ()), (index, (mc.own, what)))
        return after

    return deferred


def _begin_together(mc: Machine, after: int) -> int:
    mc.together = ()
    return after
