"""Which clause of the rules gives something away: the part of a statement that comes out differently in two worlds."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulespec.engine.choices import Choice
from rulespec.engine.events import Event
from rulespec.engine.hearing import raw_events
from rulespec.engine.machine import Raw
from rulespec.engine.pending import Decision
from rulespec.engine.program import Asking
from rulespec.engine.sieves import Candidates, narrow
from rulespec.engine.state import State
from rulespec.language.printer import show
from rulespec.language.source import Span
from rulespec.resolve.expressions import kind_of
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.node import Citations, Node, children, walk


@frozen
class Clause:
    """A statement, and (unless it is all of it) the part that matters; `span` is where that stands."""

    block: str
    cites: Citations
    statement: str
    part: str
    span: Span


def of_declaration(rules: Rules, key: str) -> Clause:
    """A zone, a counter or a note."""
    span = rules.blocks[key].span
    return Clause(key, rules.entry(key).cites, span.text.split("(")[0].strip(), "", span)


def of_event(state: State, event: Raw) -> Clause:
    """The statement that an event comes from."""
    if event[0] in ("begin", "round", "turn", "limit"):
        return of_declaration(state.rules.resolved, "turn")
    origin = state._program.origins[event[1]]
    rules = state.rules.resolved
    block = rules.blocks[origin.block]
    span = next((node.span for node in walk(block) if _says(node, origin.text)), block.span)
    return Clause(origin.block, origin.cites, origin.text, "", span)


def of_told(state: State, player: int, log: tuple[Event, ...], beside: tuple[Event, ...]) -> Clause:
    """The statement that the first event comes from which is told in two ways."""
    at = next((at for at, pair in enumerate(zip(log, beside, strict=False)) if repr(pair[0]) != repr(pair[1])), -1)
    heard = [raw for raw in state.view(player).heard if raw[0] != "begin"]
    if at < len(heard) and heard[at][0] == log[at].kind:
        return of_event(state, heard[at])
    return of_declaration(state.rules.resolved, log[at].block or "turn")


def of_waiting(state: State) -> Clause:
    """The statement that asks now; where nobody is asked, the one that the last event comes from."""
    if not isinstance(state.pending, Decision):
        return of_event(state, raw_events(state._log)[-1])
    _, origin, effect = _asking(state)
    return Clause(origin.block, origin.cites, origin.text, "", effect.span)


def of_options(one: State, other: State) -> Clause:
    """The part of a choice that leaves other options in one world than in the other."""
    ask, origin, effect = _asking(one)
    if other.position[9] != one.position[9]:
        return of_being_asked(one)
    part = None if ask.choice is None else _parting(ask.choice, one, other)
    said, span = part or ("", effect.span)
    return Clause(origin.block, origin.cites, origin.text, said, span)


def of_being_asked(state: State) -> Clause:
    """The condition under which somebody is asked: of those around the question, the one that reads hidden cards."""
    _, origin, effect = _asking(state)
    rules = state.rules.resolved
    around = list(_around(rules, origin.block, effect, frozenset()))
    condition, said = max(reversed(around), key=lambda each: _hidden(each[0], rules), default=(effect, ""))
    return Clause(origin.block, origin.cites, origin.text, said, condition.span)


def _says(node: Node, text: str) -> bool:
    return isinstance(node, s.Effect | e.Condition) and show(node) == text


def _asking(state: State) -> tuple[Asking, Any, s.Effect]:
    ask = state._program.asks[state.position[9]]
    assert isinstance(ask, Asking)
    origin = state._program.origins[ask.site.origin]
    if ask.choice is not None:
        return ask, origin, ask.choice.choose
    block = state.rules.resolved.blocks[origin.block]
    return ask, origin, next(node for node in walk(block) if isinstance(node, s.Effect) and show(node) == origin.text)


# ---- what a choice leaves


def _parting(choice: Choice, one: State, other: State) -> tuple[str, Span] | None:
    """The first part of a choice, from its sources on, after which not the same is left."""
    machines = (one._thaw(), other._thaw())
    left = [choice.candidates(mc) for mc in machines]
    if left[0] != left[1]:
        pick = choice.choose.picks[0]
        source = getattr(pick, "source", pick)
        return _inside(source, one, other) or (f"from {show(source)}" if source is not pick else "", source.span)
    for sieve, narrowed in choice.steps:
        left = [narrowed(mc, mc.own, found) for mc, found in zip(machines, left, strict=True)]
        if left[0] != left[1]:
            return show(sieve), sieve.span
    afterwards = choice.choose.afterwards
    if afterwards is not None and one.raws != other.raws:
        return f"so that afterwards {show(afterwards)}", afterwards.span
    return None


def _inside(source: e.Expression, one: State, other: State) -> tuple[str, Span] | None:
    """The sieve of a named value that leaves other things in one world than in the other."""
    if not isinstance(source, m.OfValue) or source.of is not None:
        return None
    value = one.rules.resolved.blocks[f"value {source.value}"]
    if not isinstance(value, d.Value) or not isinstance(value.expression, e.Sieved):
        return None
    sieved, builder = value.expression, one.rules.expressions(one.players)
    machines = (one._thaw(), other._thaw())
    left = [list(builder.many(sieved.set)(mc, None, None)) for mc in machines]
    if left[0] != left[1]:
        return f"from {show(sieved.set)}", sieved.set.span
    for sieve in sieved.sieves:
        narrowed = narrow((sieve,), Candidates(kind_of(sieved.set).name == "player"), builder)
        left = [narrowed(mc, None, found) for mc, found in zip(machines, left, strict=True)]
        if left[0] != left[1]:
            return show(sieve), sieve.span
    return None


# ---- what stands around a question


def _around(rules: Rules, key: str, effect: s.Effect, seen: frozenset[str]) -> Iterator[tuple[Node, str]]:
    """The conditions and sets around an effect, outermost first; around an action, those where it is performed."""
    block = rules.blocks[key]
    assert isinstance(block, d.Block)
    if isinstance(block, d.Action) and key not in seen:
        for caller in rules.of(d.Block):
            assert isinstance(caller, d.Block)
            for node in walk(caller):
                if isinstance(node, s.Perform) and _can_perform(node, block.name):
                    yield from _around(rules, caller.key, node, seen | {key})
                    yield node.word, f"perform {show(node.word)}"
    yield from _path(block.body, effect) or ()


def _can_perform(perform: s.Perform, word: str) -> bool:
    return not isinstance(perform.word, m.WordOf) or perform.word.word == word


def _path(body: d.Body, effect: s.Effect) -> list[tuple[Node, str]] | None:
    for statement in body:
        match statement:
            case s.Do(inner):
                if inner is effect:
                    return []
            case s.If(condition, then, otherwise):
                for part, word in ((then, "if"), (otherwise, "otherwise, where not")):
                    path = _path(part, effect)
                    if path is not None:
                        return [(condition, f"{word} {show(condition)}"), *path]
            case s.Who(players, inner_body):
                path = _path(inner_body, effect)
                if path is not None:
                    return [(players, show(players)), *path]
            case s.May(inner_body):
                path = _path(inner_body, effect)
                if path is not None:
                    return [(effect, f"may {show(effect)}"), *path] if path == [] else path
            case s.Together(inner_body):
                path = _path(inner_body, effect)
                if path is not None:
                    return path
    return None


def _hidden(node: Node, rules: Rules, seen: frozenset[str] = frozenset()) -> int:
    """How surely something reads hidden cards: 2 if those of others, 1 if those that their owner sees."""
    match node:
        case e.CountCards(m.InZone()) | e.NumberOf(m.InZone()) | e.Empty(m.InZone()):
            return 0
        case m.InZone(zone, whose):
            if rules.names.zones[zone].seen_by == "all":
                return 0
            return 1 if isinstance(whose, m.OwnPlayer | e.SelfPlayer | e.Active) else 2
        case m.OfValue(name, _):
            key = f"value {name}"
        case m.Fits(name, _):
            key = f"call {name}"
        case _:
            return max((_hidden(child, rules, seen) for child in children(node)), default=0)
    return 0 if key in seen else _hidden(rules.blocks[key], rules, seen | {key})
