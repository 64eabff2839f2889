"""Which clause of the rules gives something away: the part of a statement with different results in two worlds."""

from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulespec.api import State
from rulespec.events import kinds as k
from rulespec.events.event import Event
from rulespec.events.log import events
from rulespec.language.printer import block, show
from rulespec.leaks.parts import parts_of
from rulespec.leaks.reading import NOT
from rulespec.leaks.trace import Parting
from rulespec.pending import Decision
from rulespec.plan.options import RawAnswer
from rulespec.plan.plan import Origin
from rulespec.resolve.ruleset import Rules
from rulespec.run.machine import Machine
from rulespec.run.program import Asking
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Citations, Node, walk
from rulespec.tree.source import Span


@frozen
class Clause:
    """A statement of a block, and where it stands; or, if it is not all of it, the `part` that matters."""

    block: str
    cites: Citations
    statement: str
    part: str
    span: Span


def of_declaration(rules: Rules, key: str) -> Clause:
    """A zone, a counter or a note."""
    span = rules.blocks[key].span
    return Clause(key, rules.entry(key).cites, span.text.split("(")[0].strip(), "", span)


def of_event(state: State, event: k.Event) -> Clause:
    """The statement that an event comes from."""
    if event.statement is None:
        return of_declaration(state.rules.resolved, "turn")
    origin = state.game.program.plan.origins[event.statement]
    said = state.rules.resolved.blocks[origin.block]
    return _whole(origin, next((node for node in walk(said) if _says(node, origin.text)), said))


def of_told(state: State, player: int, log: tuple[Event, ...], beside: tuple[Event, ...]) -> Clause:
    """The statement behind the first event that is told differently in the two worlds."""
    at = next((at for at, pair in enumerate(zip(log, beside, strict=False)) if repr(pair[0]) != repr(pair[1])), -1)
    heard = [event for event in map(k.read, state.view(player).heard) if not isinstance(event, k.Begin)]
    if at < len(heard) and heard[at].kind == log[at].kind:
        return of_event(state, heard[at])
    return of_declaration(state.rules.resolved, log[at].block or "turn")


def of_waiting(state: State) -> Clause:
    """The statement that asks now; where nobody is asked, the one that the last event comes from."""
    if not isinstance(state.pending, Decision):
        return of_event(state, k.read(events(state.raw_log)[-1]))
    return _whole(*_asking(state)[1:])


def of_options(one: State, other: State) -> Clause:
    """The part of a choice that leaves different options in the two worlds."""
    if other.pc != one.pc:
        return of_being_asked(one, other)
    ask, origin, effect = _asking(one)
    apart = _apart(ask, one, (one.machine(), other.machine()))
    return _whole(origin, effect) if apart is None else _part(origin, apart)


def of_parting(parting: Parting, state: State) -> Clause:
    """The part of a statement that sent two games different ways."""
    branch, whole = parting.branch, parting.branch.statement
    effect = whole.effect if isinstance(whole, s.Do) else whole
    cites = tuple(dict.fromkeys((*state.rules.resolved.entry(branch.key).cites, *branch.cites)))
    said = _head(effect)
    part: Node | None = None if branch.part is effect else branch.part
    if isinstance(effect, s.Choose) and parting.tables is not None:
        asks = state.game.program.asks.values()
        ask = next(ask for ask in asks if isinstance(ask, Asking) and ask.choose is effect)
        part = _apart(ask, state, parting.tables, len)
    if part is None:
        return Clause(branch.key, cites, said, "", effect.span)
    return Clause(branch.key, cites, said, " ".join(part.span.text.split()), part.span)


def of_being_asked(*states: State) -> Clause:
    """Of the parts of a question and the conditions around it, the one that most certainly reads hidden cards."""
    return _surest(states[0].rules.resolved, [_asking(state)[1:] for state in states])


def of_lapse(state: State, statement: int) -> Clause:
    """The same of a choice that had nothing to offer."""
    rules, origin = state.rules.resolved, state.game.program.plan.origins[statement]
    return _surest(rules, [(origin, _effect(rules, origin))])


def _surest(rules: Rules, questions: list[tuple[Origin, s.Effect]]) -> Clause:
    found = [(origin, *part) for origin, effect in questions for part in parts_of(rules, origin.block, effect)]
    origin, part, surely = max(found, key=lambda each: each[2], default=(*questions[0], NOT))
    return _whole(*questions[0]) if surely == NOT else _part(origin, part)


def _whole(origin: Origin, statement: Node) -> Clause:
    return Clause(origin.block, origin.cites, origin.text, "", statement.span)


def _part(origin: Origin, part: Node) -> Clause:
    return Clause(origin.block, origin.cites, origin.text, " ".join(part.span.text.split()), part.span)


def _head(statement: s.Statement | s.Effect) -> str:
    """The line that a statement begins with."""
    if isinstance(statement, s.Effect):
        return show(statement)
    return next(block((statement,))).strip()


def _says(node: Node, text: str) -> bool:
    return isinstance(node, s.Effect | e.Condition) and show(node) == text


def _asking(state: State) -> tuple[Asking, Origin, s.Effect]:
    ask = state.game.program.asks[state.pc]
    assert isinstance(ask, Asking)
    origin = state.game.program.plan.origins[ask.site.origin]
    return ask, origin, ask.choose if ask.choose else _effect(state.rules.resolved, origin)


def _effect(rules: Rules, origin: Origin) -> s.Effect:
    nodes = walk(rules.blocks[origin.block])
    return next(node for node in nodes if isinstance(node, s.Effect) and show(node) == origin.text)


# ---- what a choice leaves


def _apart(
    ask: Asking, state: State, machines: tuple[Machine, Machine], of: Callable[[list[RawAnswer]], Any] = tuple
) -> Node | None:
    """The first part of a choice, from its sources on, after which not the same is left on two tables, or as much."""
    choice, choose = ask.choice, ask.choose
    if choice is None or choose is None:
        return None
    left = [choice.candidates(mc) for mc in machines]
    if of(left[0]) != of(left[1]):
        pick = choose.picks[0]
        return _inside(pick, state, machines, of) or pick
    for sieve, narrowed in zip(choose.sieves, choice.steps, strict=True):
        left = [narrowed(mc, mc.own, found) for mc, found in zip(machines, left, strict=True)]
        if of(left[0]) != of(left[1]):
            return sieve
    raws, beside = (choice.raws(mc) for mc in machines)
    return choose.afterwards if of(raws) != of(beside) else None


def _inside(
    pick: s.Pick, state: State, machines: tuple[Machine, Machine], of: Callable[[list[RawAnswer]], Any]
) -> Node | None:
    """The sieve of a named value that leaves different things in the two worlds."""
    source = getattr(pick, "source", None)
    if not isinstance(source, e.OfValue) or source.of is not None:
        return None
    value = state.rules.resolved.value(source.value)
    if not isinstance(value, d.Value) or not isinstance(value.expression, e.Sieved):
        return None
    sieved, reader = value.expression, state.game.program.reader()
    left = [reader.members(sieved.set, mc, None) for mc in machines]
    if of(left[0]) != of(left[1]):
        return sieved.set
    for sieve in sieved.sieves:
        narrowed = reader.narrow(sieved.set, sieve)
        left = [narrowed(mc, None, found) for mc, found in zip(machines, left, strict=True)]
        if of(left[0]) != of(left[1]):
            return sieve
    return None
