"""Why an answer is refused: which part of which rule leaves it out."""

from typing import TYPE_CHECKING, Any

from rulespec.engine.options import ENOUGH
from rulespec.engine.pending import Chance, Decision, Over
from rulespec.engine.program import Asking, Origin
from rulespec.engine.sieves import Candidates, narrow
from rulespec.engine.stepwise.bits import Bit
from rulespec.errors import IllegalAction
from rulespec.language.printer import cited, show
from rulespec.language.suggest import did_you_mean
from rulespec.resolve.expressions import kind_of
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s

if TYPE_CHECKING:
    from rulespec.engine.state import State


def refuse(state: "State", answer: Any) -> IllegalAction:
    """The refusal of an answer that is not offered."""
    pending = state.pending
    said = f"'{getattr(answer, 'text', answer)}'"
    if isinstance(pending, Over):
        return IllegalAction("the game is over, nothing can be chosen any more", "")
    program = state._program
    ask = program.asks[state._pc]
    origin = program.origins[ask.site.origin]
    if isinstance(pending, Chance):
        return IllegalAction(f"{said} cannot be drawn now: {pending.prompt}", _rule(origin))
    texts = [option.text for option in pending.options]
    atoms = getattr(answer, "atoms", None)
    near = did_you_mean(str(getattr(answer, "text", answer)), texts)
    assert isinstance(ask, Asking)
    if ask.choice is None:
        return IllegalAction(f"{said} is no answer to '{pending.prompt}'; {near}", _rule(origin))
    if ask.bit is not None:
        return IllegalAction(
            f"{said} {_not_next(state, ask, ask.bit, getattr(answer, 'text', answer), near)}", _rule(origin)
        )
    raw = _raw_of(state, ask, answer, atoms)
    if raw is None:
        return IllegalAction(f"{said} is not in what there is to choose from: {pending.prompt}; {near}", _rule(origin))
    return _left_out(state, ask, raw, said, origin)


def _not_next(state: "State", ask: Asking, bit: Bit, text: Any, near: str) -> str:
    """What is wrong with a part of an answer."""
    mc = state._thaw()
    order = [ask.site.text(each) for each in bit.everything(mc)]
    asked = state.pending
    assert ask.choice is not None and isinstance(asked, Decision)
    if text == ENOUGH:
        return f"is no answer yet: no legal one ends here; {near}"
    if isinstance(text, str) and ", " in text and set(text.split(", ")) <= set(order):
        return f"is more than one answer: here one card is named after the other; {near}"
    if text not in order:
        return f"is not in what there is to choose from: {asked.prompt}; {near}"
    taken = [ask.site.text(card) for card in mc.stage or ()]
    if text in taken:
        return f"is chosen already; {near}"
    if taken and order.index(text) < order.index(taken[-1]):
        return f"comes before {taken[-1]}: the cards of a set are named in one order, so that each is named in one way"
    return f"is left out: no legal answer to '{show(ask.choice.choose)}' goes on so"


def _raw_of(state: "State", ask: Asking, answer: Any, atoms: Any) -> Any:
    """The answer in numbers, where it is at least a candidate."""
    assert ask.choice is not None
    mc = state._thaw()
    if mc.stage is not None:
        return None
    for raw in _unsieved(ask, state):
        option = ask.site.option(raw)
        if option.text == answer or (atoms is not None and option.atoms == atoms and option == answer):
            return raw
    return None


def _unsieved(ask: Asking, state: "State") -> list[Any]:
    """All candidates, those that the sieves of a named value leave out included."""
    assert ask.choice is not None
    mc = state._thaw()
    found = ask.choice.candidates(mc)
    pick = ask.choice.choose.picks[0]
    if len(ask.choice.choose.picks) == 1 and isinstance(pick, s.PickOne):
        value = _named_sieve(state, pick.source)
        if value is not None:
            wide = state.rules.expressions(state.players).many(value[1].set)
            found = list(dict.fromkeys([*found, *wide(mc, None, None)]))
    return found


def _named_sieve(state: "State", source: e.Expression) -> tuple[str, e.Sieved] | None:
    if isinstance(source, m.OfValue) and source.of is None:
        declared = state.rules.resolved.blocks[f"value {source.value}"]
        inner = getattr(declared, "expression", None)
        if isinstance(inner, e.Sieved):
            return source.value, inner
    return None


def _left_out(state: "State", ask: Asking, raw: Any, said: str, origin: Origin) -> IllegalAction:
    choice = ask.choice
    assert choice is not None
    mc = state._thaw()
    candidates = choice.candidates(mc)
    pick = choice.choose.picks[0]
    if raw not in candidates and isinstance(pick, s.PickOne):
        value = _named_sieve(state, pick.source)
        assert value is not None
        name, sieved = value
        builder = state.rules.expressions(state.players)
        rule = state.rules.rule_of(f"value {name}")
        members = list(builder.many(sieved.set)(mc, None, None))
        for sieve in sieved.sieves:
            members = narrow((sieve,), Candidates(kind_of(sieved.set).name == "player"), builder)(mc, None, members)
            if raw not in members:
                return IllegalAction(f"{said} is left out by '{show(sieve)}'", rule)
    for sieve, narrowed in choice.steps:
        candidates = narrowed(mc, mc.own, candidates)
        if raw not in candidates:
            return IllegalAction(f"{said} is left out by '{show(sieve)}'", _rule(origin))
    afterwards = choice.choose.afterwards
    if afterwards is not None:
        return IllegalAction(f"{said} is left out by 'so that afterwards {show(afterwards)}'", _rule(origin))
    return IllegalAction(f"{said} is not offered", _rule(origin))


def _rule(origin: Origin) -> str:
    return f"{origin.block} {cited(origin.cites)}".strip()
