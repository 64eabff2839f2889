"""`at the same time`: each chooses unseen; others hear when his part is at its end, and at the close what it was."""

from itertools import groupby
from typing import TYPE_CHECKING

from rulespec.plan.layout import Layout
from rulespec.run.effects import Evaluate, Execute
from rulespec.run.machine import Machine, Operation
from rulespec.run.program import Label
from rulespec.run.unheard import TOLD, wait_for_close
from rulespec.tree import declarations as d
from rulespec.tree import statements as s
from rulespec.tree.node import walk

if TYPE_CHECKING:
    from rulespec.plan.lines import Lines


def at_the_same_time(lines: "Lines", body: d.Body) -> None:
    if all(isinstance(each, s.Do) and not isinstance(each.effect, s.Choose | s.Nothing) for each in body):
        _as_one(lines, body)
        return
    layout = lines.layout
    layout.emit(lambda here, after: lambda mc: _begin(mc, after))
    lines.together = True
    lines.body(body)
    lines.together = False
    executes, check = layout.executes, layout.check()

    def close(here: int, after: int) -> Operation:
        def closes(mc: Machine) -> int:
            happening, mc.together, own = mc.together or (), None, mc.own
            for index, (who, what) in happening:
                mc.own = who
                if index == TOLD:
                    mc.note(what)
                else:
                    executes[index](mc, what)
            mc.own = own
            return (check(mc) or after) if mc.watching else after

        return closes

    layout.emit(close)


def parts(lines: "Lines", body: d.Body) -> None:
    """What one player does himself is his part, up to where another one is asked."""
    for asks_others, run in groupby(body, _asks_others):
        if asks_others:
            for statement in run:
                lines.statement(statement)
        else:
            _part(lines, tuple(run))


def _part(lines: "Lines", run: d.Body) -> None:
    """Who has lapsed does nothing more; that somebody is at his end others hear even if he was asked nothing."""
    layout, end, lapse = lines.layout, Label(), lines.lapse
    origin = _commitment(lines, run)
    layout.emit(lambda here, after: lambda mc: end.pc if _has_lapsed(mc) else after)
    lines.part, lines.lapse = origin, end
    lines.statements(run)
    lines.part, lines.lapse = None, lapse
    layout.place(end)
    if any(map(s.asks, run)):
        layout.emit(lambda here, after: lambda mc: _commit(mc, origin, after))


def _commitment(lines: "Lines", run: d.Body) -> int:
    """The origin of what others hear: the same whichever of these statements have asked."""
    nodes = [node for each in run for node in walk(each)]
    cites = [cite for node in nodes if isinstance(node, s.Statement) and s.asks(node) for cite in node.cites]
    questions = (node for node in nodes if isinstance(node, s.Choose | s.May))
    first = next(effect for node in (*questions, *nodes) for effect in walk(node) if isinstance(effect, s.Effect))
    return lines.origin(tuple(cites), first)


def _asks_others(statement: s.Statement) -> bool:
    return any(isinstance(node, s.Who) and s.asks(node) for node in walk(statement))


# ---- what happens in it


def defer(layout: Layout, evaluate: Evaluate, execute: Execute) -> None:
    """An effect that is worked out now and happens at the close."""
    layout.executes.append(execute)
    index = len(layout.executes) - 1

    def deferred(mc: Machine, after: int) -> int:
        what = evaluate(mc)
        if what is not None:
            wait_for_close(mc, index, what)
        return after

    layout.emit(lambda here, after: lambda mc: deferred(mc, after))


def _begin(mc: Machine, after: int) -> int:
    mc.together = ()
    return after


def _commit(mc: Machine, origin: int, after: int) -> int:
    mc.note(("commit", origin, mc.own))
    return after


def _has_lapsed(mc: Machine) -> bool:
    return any(index == TOLD and who == mc.own and what[0] == "lapse" for index, (who, what) in mc.together or ())


def _as_one(lines: "Lines", body: d.Body) -> None:
    """Effects at the same time in which nobody is asked: all are worked out, then all happen."""
    layout = lines.layout
    built: list[tuple[Evaluate, Execute]] = []
    for each in body:
        assert isinstance(each, s.Do)
        origin = lines.origin(each.cites, each.effect)
        built.append(layout.effects.build(each.effect, lines.expressions, origin))
    check = layout.check()

    def as_one(here: int, after: int) -> Operation:
        def happen(mc: Machine) -> int:
            for execute, what in [(execute, evaluate(mc)) for evaluate, execute in built]:
                if what is not None:
                    execute(mc, what)
            return (check(mc) or after) if mc.watching else after

        return happen

    layout.emit(as_one)
