"""Everything that a view gives a player, as named values that can be compared."""

import copyreg
import io
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from rulespec.engine.pending import Option, Over
from rulespec.engine.python.program import Asking
from rulespec.game.api import Ruleset, State, View
from rulespec.knowledge.knowing import Knowing
from rulespec.language.errors import IllegalAction, WorldsError
from rulespec.language.tree import declarations as d
from rulespec.records.undo import undo
from rulespec.rules.material import Word

ASKED_WHY = 1  # options that are offered, and cards that are not, of which it is asked why

Gift = tuple[str, Any]  # a name and a value
Giving = Callable[[State, int], Iterator[Gift]]


def difference(giving: Giving, one: State, other: State, player: int) -> tuple[str, Any, Any] | None:
    """The first value in which a player's views of two states differ: its name, and its value in each."""
    for (name, value), (_, beside) in zip(giving(one, player), giving(other, player), strict=False):
        if value != beside:
            return name, value, beside
    return None


def at_once(state: State, player: int) -> Iterator[Gift]:
    """The question of a player."""
    view = state.view(player)
    yield "the player asked", view.asked
    yield "the parts of the question", _parts(state)
    decision = view.decision
    yield "the question", decision and (decision.player, decision.prompt, decision.block, decision.binds)
    if decision is not None:
        yield "the options", tuple(map(_option, decision.options))
        yield "the atoms of the options", tuple(map(_atom, decision.next_atoms()))


def _parts(state: State) -> tuple[str, int] | None:
    """Of a question that is asked in parts which it is, and how many cards have been named before."""
    ask = None if isinstance(state.pending, Over) else state.game.program.asks[state.pc]
    if not isinstance(ask, Asking) or ask.at is None or ask.part is not None:
        return None  # of what is answered unseen nobody hears how it is asked
    return ", ".join(ask.site.names), len(state.position.stage or ())


def in_all(state: State, player: int) -> Iterator[Gift]:
    """The cheap parts of a view: question, table, log, all properties, and its pickle."""
    yield from at_once(state, player)
    view, material = state.view(player), state.game.material
    for place in material.places:
        yield _of("zone", *place.where), view.zone(*place.where)
    for variable in material.variables:
        if isinstance(variable.holder, d.Counter):
            yield _of("counter", *variable.where), view.counter(*variable.where)
        else:
            yield _of("note", *variable.where), view.note(*variable.where)
    yield "the log", view.log
    for name in _told_by_views():
        yield f"view.{name}", getattr(view, name)
    yield "repr(view)", repr(view)
    yield "the pickled view", _kept(view)


def on_request(state: State, player: int) -> Iterator[Gift]:
    """The information on request: reasons, knowledge of cards, undo, and a sample of the other hands."""
    view = state.view(player)
    knowing = Knowing(view.perspective())
    yield "the knowledge of each card", tuple(map(knowing.where, range(len(state.game.material.cards))))
    yield "view.why()", view.why()
    yield "the possible undo", _refusal(partial(undo, state, player))
    cards = [card.name for card in state.game.material.cards]
    offered = set() if view.decision is None else {option.text for option in view.decision.options}
    wanted = [card for card in cards if card not in offered][:ASKED_WHY]
    for text in (*sorted(offered)[:ASKED_WHY], *wanted):
        yield f"view.why('{text}')", view.why(text)
    if view.decision is not None:
        for text in wanted:
            yield f"the refusal of '{text}'", _refusal(partial(state.apply, text))
    try:
        world = view.sample(Random(0))
    except WorldsError as error:  # that none was found must not tell anything, either
        yield "view.sample()", (str(error),)
    else:
        yield "view.sample()", (*world.log, world.position)


def _told_by_views() -> tuple[str, ...]:
    """All properties of `View`, those of the engine included, so that a new one is compared as well."""
    names = (name for name in type.__dir__(View) if name[0] != "_" and not callable(getattr(View, name)))
    return tuple(name for name in names if name != "log")


def _option(option: Option) -> tuple[Any, ...]:
    return option.text, tuple(map(_atom, option.atoms)), str(option), option.names


def _atom(atom: Any) -> tuple[str, str]:
    """An atom with its type, since 1 == True."""
    return type(atom).__name__, str(atom)


def _of(kind: str, name: str, owner: int | None, word: Word | None = None) -> str:
    whose = f"{kind} '{name}'" if owner is None else f"{kind} '{name}' of seat {owner}"
    return whose if word is None else f"{whose} for {word}"


def _refusal(doing: Callable[[], State]) -> str:
    try:
        doing()
    except IllegalAction as refusal:
        return str(refusal)
    return "allowed"


def _kept(view: View) -> bytes:
    """The pickle of a view, without the rules."""
    kept = io.BytesIO()
    pickler = pickle.Pickler(kept)
    pickler.dispatch_table = {**copyreg.dispatch_table, Ruleset: _without_rules}
    pickler.fast = True  # without memo: whether equal values are one object makes no difference
    pickler.dump(view)
    return kept.getvalue()


def _without_rules(rules: Ruleset) -> tuple[type[str], tuple[str]]:
    """Their representation."""
    return str, ("rules",)
