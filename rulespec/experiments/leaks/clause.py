"""The clause of the rules behind a leak: the part of a statement whose result differs between two worlds."""

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.event import Event
from rulespec.engine.events.log import events
from rulespec.engine.pending import Decision
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Asking
from rulespec.experiments.leaks.card_reads import NOT
from rulespec.experiments.leaks.question_parts import parts_of
from rulespec.experiments.leaks.trace import PartedBranch
from rulespec.game.api import State
from rulespec.language.printer import block, show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Citations, Node, walk
from rulespec.language.tree.source import Span
from rulespec.plan.plan import Origin
from rulespec.rules.resolve.ruleset import Rules


@frozen
class LeakingClause:
    """A statement of a block; `part` is the text of the part that matters, "" for all of it, and `span` its place."""

    block: str
    cites: Citations
    statement: str
    part: str
    span: Span


def of_declaration(rules: Rules, key: str) -> LeakingClause:
    """The declaration of a zone, a counter or a note, by its key."""
    span = rules.blocks[key].span
    return LeakingClause(key, rules.entry(key).cites, span.text.split("(")[0].strip(), "", span)


def of_event(state: State, event: k.Event) -> LeakingClause:
    """The statement that an event comes from."""
    return of_statement(state, event.statement)


def of_statement(state: State, number: int | None) -> LeakingClause:
    """The statement that an origin of this number stands for; without one, that a turn begins."""
    if number is None:
        return of_declaration(state.rules.resolved, "turn")
    origin = state.game.program.plan.origins[number]
    return _of(origin, _node(state.rules.resolved, origin))


def of_told(state: State, player: int, log: tuple[Event, ...], beside: tuple[Event, ...]) -> LeakingClause:
    """The statement behind the first event in which two logs of a player differ."""
    at = next((at for at, pair in enumerate(zip(log, beside, strict=False)) if repr(pair[0]) != repr(pair[1])), -1)
    heard = [event for event in map(k.read, state.view(player).heard) if not isinstance(event, k.Begin)]
    if at < len(heard) and heard[at].kind == log[at].kind:
        return of_event(state, heard[at])
    return of_declaration(state.rules.resolved, log[at].block or "turn")


def of_waiting(state: State) -> LeakingClause:
    """The statement that asks now, or else the one that the last event comes from."""
    if not isinstance(state.pending, Decision):
        return of_event(state, k.read(events(state.raw_log)[-1]))
    return _of(*_asking(state)[1:])


def of_options(one: State, other: State) -> LeakingClause:
    """The part of a choice that leaves different options in the two worlds."""
    if other.pc != one.pc:
        return of_being_asked(one, other)
    ask, origin, effect = _asking(one)
    return _of(origin, effect, _apart(ask, one, (one.machine(), other.machine())))


def of_parting(parting: PartedBranch, state: State) -> LeakingClause:
    """The part of a statement at which two games took different branches."""
    branch, whole = parting.branch, parting.branch.statement
    effect = whole.effect if isinstance(whole, s.Do) else whole
    cites = tuple(dict.fromkeys((*state.rules.resolved.entry(branch.key).cites, *branch.cites)))
    said = _head(effect)
    part: Node | None = None if branch.part is effect else branch.part
    if isinstance(effect, s.Choose) and parting.tables is not None:
        asks = state.game.program.asks.values()
        ask = next(ask for ask in asks if isinstance(ask, Asking) and ask.choose is effect)
        part = _apart(ask, state, parting.tables, len)
    return LeakingClause(branch.key, cites, said, _in_line(part), (part or effect).span)


def of_being_asked(*states: State) -> LeakingClause:
    """The part of a question, or the condition around it, that most certainly reads hidden cards."""
    return _surest(states[0].rules.resolved, [_asking(state)[1:] for state in states])


def of_lapse(state: State, statement: int) -> LeakingClause:
    """As `of_being_asked`, for a choice that had nothing to offer; `statement` is the number of its origin."""
    rules, origin = state.rules.resolved, state.game.program.plan.origins[statement]
    return _surest(rules, [(origin, _effect(rules, origin))])


def _surest(rules: Rules, questions: list[tuple[Origin, s.Effect]]) -> LeakingClause:
    found = [(origin, *part) for origin, effect in questions for part in parts_of(rules, origin.block, effect)]
    origin, part, surely = max(found, key=lambda each: each[2], default=(*questions[0], NOT))
    return _of(*questions[0]) if surely == NOT else _of(origin, part, part)


def _of(origin: Origin, statement: Node, part: Node | None = None) -> LeakingClause:
    return LeakingClause(origin.block, origin.cites, origin.text, _in_line(part), (part or statement).span)


def _in_line(part: Node | None) -> str:
    return "" if part is None else " ".join(part.span.text.split())


def _head(statement: s.Statement | s.Effect) -> str:
    """The line that a statement begins with."""
    if isinstance(statement, s.Effect):
        return show(statement)
    return next(block((statement,))).strip()


def _node(rules: Rules, origin: Origin) -> Node:
    """The effect, or the condition, that an origin stands for; its block if there is none of that text."""
    said = rules.blocks[origin.block]
    sayings = (node for node in walk(said) if isinstance(node, s.Effect | e.Condition))
    return next((node for node in sayings if show(node) == origin.text), said)


def _asking(state: State) -> tuple[Asking, Origin, s.Effect]:
    ask = state.game.program.asks[state.pc]
    assert isinstance(ask, Asking)
    origin = state.game.program.plan.origins[ask.site.origin]
    return ask, origin, ask.choose if ask.choose else _effect(state.rules.resolved, origin)


def _effect(rules: Rules, origin: Origin) -> s.Effect:
    node = _node(rules, origin)
    assert isinstance(node, s.Effect)
    return node


# ---- what a choice leaves

Machines = tuple[Machine, Machine]
Narrowed = Iterator[tuple[Node | None, list[list[Any]]]]  # a part, and what is left after it on each of two tables


def _apart(ask: Asking, state: State, machines: Machines, of: Callable[[list[Any]], Any] = tuple) -> Node | None:
    """The first part of a choice after which the candidates on two tables differ, as compared by `of`."""
    part = _first_apart(_narrowed(ask, machines), of)
    if isinstance(part, s.Pick):
        return _first_apart(_narrowed_inside(part, state, machines), of) or part
    return part


def _first_apart(parts: Narrowed, of: Callable[[list[Any]], Any]) -> Node | None:
    return next((part for part, (one, other) in parts if of(one) != of(other)), None)


def _narrowed(ask: Asking, machines: Machines) -> Narrowed:
    """The sources of a choice, its sieves and what is asked of the table afterwards."""
    choice, choose = ask.choice, ask.choose
    if choice is None or choose is None:
        return
    left = [choice.candidates(mc) for mc in machines]
    yield choose.picks[0], left
    for sieve, narrowed in zip(choose.sieves, choice.steps, strict=True):
        left = [narrowed(mc, mc.own, found) for mc, found in zip(machines, left, strict=True)]
        yield sieve, left
    yield choose.afterwards, [choice.raws(mc) for mc in machines]


def _narrowed_inside(pick: s.Pick, state: State, machines: Machines) -> Narrowed:
    """The parts of the named value that a choice is made from, where it is one."""
    match getattr(pick, "source", None):
        case e.OfValue(of=None) as source:
            value = state.rules.resolved.value(source.value)
        case _:
            return
    if not isinstance(value, d.Value) or not isinstance(value.expression, e.Sieved):
        return
    sieved, reader = value.expression, state.game.program.reader()
    left = [reader.members(sieved.set, mc, None) for mc in machines]
    yield sieved.set, left
    for sieve in sieved.sieves:
        narrowed = reader.narrow(sieved.set, sieve)
        left = [narrowed(mc, None, found) for mc, found in zip(machines, left, strict=True)]
        yield sieve, left
