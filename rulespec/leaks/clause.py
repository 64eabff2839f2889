"""Which clause of the rules gives something away: the part of a statement that comes out differently in two worlds."""

from collections.abc import Iterator

from attrs import frozen

from rulespec.engine.choices import Choice
from rulespec.engine.events import Event
from rulespec.engine.hearing import raw_events
from rulespec.engine.machine import Raw
from rulespec.engine.pending import Decision
from rulespec.engine.program import Asking, Origin
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
class _Whole(Node):
    """A question as a whole, which reads nothing."""


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
    if other.position[9] != one.position[9]:
        return of_being_asked(one, other)
    ask, origin, effect = _asking(one)
    part = None if ask.choice is None else _parting(ask.choice, one, other)
    said, span = part or ("", effect.span)
    return Clause(origin.block, origin.cites, origin.text, said, span)


def of_being_asked(*states: State) -> Clause:
    """Of what these questions consist of and what stands around them, the part that reads hidden cards most surely."""
    return _surest(states[0].rules.resolved, [_asking(state)[1:] for state in states])


def of_lapse(state: State, event: Raw) -> Clause:
    """The same of a choice that had nothing to offer."""
    rules, origin = state.rules.resolved, state._program.origins[event[1]]
    return _surest(rules, [(origin, _effect(rules, origin))])


def _surest(rules: Rules, questions: list[tuple[Origin, s.Effect]]) -> Clause:
    parts = [(origin, *part) for origin, effect in questions for part in _parts(rules, origin.block, effect)]
    origin, node, said, _ = max(parts, key=lambda part: _hidden(part[1], rules, part[3]))
    return Clause(origin.block, origin.cites, origin.text, said, node.span)


def _says(node: Node, text: str) -> bool:
    return isinstance(node, s.Effect | e.Condition) and show(node) == text


def _asking(state: State) -> tuple[Asking, Origin, s.Effect]:
    ask = state._program.asks[state.position[9]]
    assert isinstance(ask, Asking)
    origin = state._program.origins[ask.site.origin]
    return ask, origin, ask.choice.choose if ask.choice else _effect(state.rules.resolved, origin)


def _effect(rules: Rules, origin: Origin) -> s.Effect:
    nodes = walk(rules.blocks[origin.block])
    return next(node for node in nodes if isinstance(node, s.Effect) and show(node) == origin.text)


# ---- what a choice leaves


def _parting(choice: Choice, one: State, other: State) -> tuple[str, Span] | None:
    """The first part of a choice, from its sources on, after which not the same is left."""
    machines = (one._thaw(), other._thaw())
    left = [choice.candidates(mc) for mc in machines]
    if left[0] != left[1]:
        pick = choice.choose.picks[0]
        return _inside(pick, one, other) or (_source(pick), pick.span)
    for sieve, narrowed in choice.steps:
        left = [narrowed(mc, mc.own, found) for mc, found in zip(machines, left, strict=True)]
        if left[0] != left[1]:
            return show(sieve), sieve.span
    afterwards = choice.choose.afterwards
    if afterwards is not None and one.raws != other.raws:
        return f"so that afterwards {show(afterwards)}", afterwards.span
    return None


def _inside(pick: s.Pick, one: State, other: State) -> tuple[str, Span] | None:
    """The sieve of a named value that leaves other things in one world than in the other."""
    source = getattr(pick, "source", None)
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


def _parts(rules: Rules, key: str, effect: s.Effect) -> Iterator[tuple[Node, str, bool]]:
    """All of a question, what stands around it, from the inside, and its parts; whether `own` is whoever is asked."""
    yield _Whole(span=effect.span), "", True
    for node, said in reversed(list(_around(rules, key, effect, frozenset()))):
        yield node, said, True
    if isinstance(effect, s.Choose):
        for pick in effect.picks:
            yield pick, _source(pick), True
        for sieve in effect.sieves:
            yield sieve, show(sieve), not _over_players(effect)
        if effect.afterwards is not None:
            yield effect.afterwards, f"so that afterwards {show(effect.afterwards)}", True


def _source(pick: s.Pick) -> str:
    """From what something is picked."""
    match pick:
        case s.PickNumber(low=low, high=high):
            return f"from {show(low)} to {show(high)}"
        case s.PickOne(source=source) | s.PickPair(source=source) | s.PickCards(source=source):
            return f"from {show(source)}"
        case _:
            raise TypeError(type(pick))


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


def _hidden(node: Node, rules: Rules, own: bool = True, seen: frozenset[str] = frozenset()) -> int:
    """How surely something reads hidden cards: 2 if those of others, 1 if perhaps; `own` is whoever is asked."""
    outside: list[Node] = []
    inside: list[Node] = []  # where `own` can be somebody else
    match node:
        case e.CountCards(m.InZone()) | e.NumberOf(m.InZone()) | e.Empty(m.InZone()):
            pass
        case m.InZone(zone, whose):
            return _unseen(rules.names.zones[zone].seen_by, whose, own)
        case m.OfValue(name, of) | m.Fits(name, of):
            key = f"{'value' if isinstance(node, m.OfValue) else 'call'} {name}"
            known = isinstance(of, m.OwnPlayer | e.SelfPlayer)
            (outside if known else inside).extend(() if key in seen else children(rules.blocks[key]))
            seen |= {key}
        case e.Sieved(set_, sieves):
            outside = [set_]
            (inside if kind_of(set_).name == "player" else outside).extend(sieves)
        case s.Choose(picks, sieves):
            outside = [*picks]
            (inside if _over_players(node) else outside).extend(sieves)
        case m.SumOver(set_, measure):
            outside = [set_]
            (inside if kind_of(set_).name == "player" else outside).append(measure)
        case e.Quantified(_, member, condition):
            outside = [] if member.among is None else [member.among]
            (inside if member.players else outside).append(condition)
        case _:
            outside = [*children(node)]
    found = [_hidden(part, rules, own, seen) for part in outside]
    return max([*found, *(_hidden(part, rules, False, seen) for part in inside)], default=0)


def _unseen(seen_by: str | None, whose: e.Expression | None, own: bool) -> int:
    match seen_by, whose:
        case ("all", _) | ("owner", e.SelfPlayer()):
            return 0
        case "owner", m.OwnPlayer():
            return 0 if own else 2
        case "owner", e.Active():
            return 1
    return 2


def _over_players(choose: s.Choose) -> bool:
    pick = choose.picks[0]
    return len(choose.picks) == 1 and isinstance(pick, s.PickOne) and kind_of(pick.source).name == "player"
