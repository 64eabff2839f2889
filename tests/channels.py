"""Every channel through which a seat learns of a game, and the search for those that this list has to name.

A channel is a public function, or a member of a public class, that takes a seat or a view or belongs to an object made
for one. Each gives a value that can be compared between two states that the seat cannot tell apart.
"""

import inspect
import json
import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, get_args

import attrs
import numpy as np
import pyspiel

from palast.hint import hint
from palast.manual.reference import MODULES, WITH_AN_EXTRA
from palast.telling import seen
from palast.web import protocol
from palast.web.failing import PageError
from palast.web.session import Session
from palast.web.sitting import Sitting
from rulespec import Decision, IllegalAction, State, openspiel
from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations
from rulespec.agents import Rollouts, TreeSearch
from rulespec.agents.play import _seat
from rulespec.batch import Batch
from rulespec.experiments.leaks import perceptions
from rulespec.game.api import View
from rulespec.game.history import history
from rulespec.language.tree import declarations as d
from rulespec.pettingzoo import raw_env
from rulespec.records import Record
from rulespec.records.undo import undo
from rulespec.wording import speech, wording
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.page import Page

Channel = Callable[[State, int], Any]
PUBLIC = (  # the reference of the library, and what prompt, page and adapters give a seat
    "rulespec",
    *MODULES,
    *WITH_AN_EXTRA,
    "palast.hint",
    "palast.telling",
    "palast.web.sitting",
    "rulespec.adapters.encoding.observations",
    "rulespec.experiments.leaks.perceptions",
    "rulespec.wording.narration.narrator",
    "rulespec.adapters.openspiel.observers",
)
GAMES = 2048  # of a batch
HEARERS = {"agent", "hearer", "human", "player", "seat", "seats", "view", "viewer", "who"}

# ---- the search


def found() -> set[str]:
    """The channels of the public modules, and the requests of the page that say for which seat they are."""
    requests = (each for each in get_args(protocol.Request) if "seat" in attrs.fields_dict(each))
    return {name for module in PUBLIC for name in of_module(import_module(module))} | {
        f"palast.web.protocol.{each.__name__}" for each in requests
    }


def of_module(module: Any) -> Iterator[str]:
    defined = (name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__)
    for name in getattr(module, "__all__", None) or [name for name in defined if not name.startswith("_")]:
        value = getattr(module, name)
        if inspect.isclass(value):
            yield from () if issubclass(value, BaseException) else _of_class(value)
        elif callable(value) and _takes_a_hearer(value):
            yield f"{value.__module__}.{value.__qualname__}"


def _of_class(of: type) -> Iterator[str]:
    belongs = _takes_a_hearer(of)
    for name in (name for name in type.__dir__(of) if not name.startswith("_")):
        member = getattr(of, name)
        if belongs or (callable(member) and _takes_a_hearer(member)):
            yield f"{of.__module__}.{of.__qualname__}.{name}"


def _takes_a_hearer(function: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):  # of C++: its docstring has signatures, without names
        return re.search(r"\(self: [\w.]+, arg0: typing\.SupportsInt", function.__doc__ or "") is not None
    return any(each.name in HEARERS or "View" in str(each.annotation) for each in parameters)


# ---- the channels

OBSERVED = [
    pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    for public in (True, False)
    for recall in (True, False)
    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
]


def _stands(view: View) -> list[Any]:
    """All zones, counters and notes."""
    material = view.game.material
    kinds = [(view.counter if isinstance(each.holder, d.Counter) else view.note, each) for each in material.variables]
    return [view.zone(*place.where) for place in material.places] + [look(*each.where) for look, each in kinds]


def _decision(decision: Decision | None) -> Any:
    """A decision with its options, which its `repr` leaves out."""
    if decision is None:
        return None
    options = [(str(each), each.text, each.atoms, each.names) for each in decision.options]
    return decision.player, decision.prompt, decision.block, decision.binds, options


def _cards(view: View) -> list[str]:
    return [card.name for card in view.game.material.cards]


def _knows(view: View) -> Any:
    """Where each card can be, and which cards each position can have."""
    material, sizes = view.game.material, [len(cards) for cards in view.perspective().sight.zones]
    places = zip(material.places, sizes, strict=True)
    at = [view.knows(place.where, index) for place, size in places for index in range(1, size + 1)]
    return at, [*map(view.knows, material.cards)]


def _worlds(view: View) -> list[str]:
    return sorted(repr(world.position) for world in view.worlds())


def _spiel(state: State) -> Any:
    return openspiel.game(state.rules, state.players).state_of(state)


def _observed(state: State, player: int) -> Any:
    """The text and the numbers of all observers of OpenSpiel."""
    spiel = _spiel(state)
    observers = [each for each in map(spiel.get_game().make_py_observer, OBSERVED) if each is not None]
    for each in observers:
        each.set_from(spiel, player)
    texts = [each.string_from(spiel, player) for each in observers]
    return texts, [each.tensor.tolist() for each in observers if each.tensor is not None]


def _refused(ask: Callable[[], Any]) -> str:
    """The answer, or the message that refuses it."""
    try:
        return repr(ask())
    except (IllegalAction, PageError, pyspiel.SpielError) as error:
        return str(error)


def _by_spiel(name: str) -> Channel:
    return lambda state, player: _refused(lambda: getattr(_spiel(state), name)(player))


def _resampled(state: State, player: int) -> str:
    return str(_spiel(state).resample_from_infostate(player, Random(1).random))


def _zoo(state: State, player: int) -> tuple[raw_env, str]:
    table = raw_env(state.rules, state.players)
    table.reset(seed=1)
    table._arrive(state)
    return table, table.possible_agents[player]


def _told_by_zoo(state: State, player: int) -> Any:
    table, agent = _zoo(state, player)
    last = [each.tolist() if isinstance(each, np.ndarray) else repr(each) for each in table.last()]
    return table.observe(agent).tolist(), last, repr(table.infos[agent]), table.rewards[agent], table.agent_selection


def _viewed_in_zoo(state: State, player: int) -> Any:
    table, agent = _zoo(state, player)
    return table.view(agent).key


def _narrated(state: State, player: int) -> list[str]:
    words, view = wording(state.rules, "en"), state.view(player)
    narrator = Narrator(state.game, Page(80), words, hearer=player)
    told = [*narrator.tell(view.log)]
    return told if view.result is None else [*told, *narrator.outcome(view.result)]


def _speaking(of: Callable[[Any], Any]) -> Channel:
    return lambda state, player: [of(speech(state.view(player), language)) for language in ("en", "de")]


def _weighed(weigh: Callable[[Any, View], Any], agent: Callable[..., Any]) -> Channel:
    def told(state: State, player: int) -> str:
        return repr(weigh(agent(seed=1, playouts=8, worlds=4), state.view(player)))

    return told


def _finished(thinking: Any) -> Any:
    """What an agent tells on the way, and its answer."""
    told = []
    while True:
        try:
            told.append(next(thinking))
        except StopIteration as over:
            return told, over.value


def _taken_back(state: State, player: int) -> Any:
    """Why a seat's last decision cannot be taken back, or what the seat sees then."""
    try:
        return undo(state, player).view(player).key
    except IllegalAction as refusal:
        return str(refusal), vars(refusal)


def _sitting(state: State) -> Sitting:
    record = Record(state, seed=1, spec="twins")
    return Sitting.of(1, "twins", {}, record, ["person"] * state.players)


def _asked_of_page(request: type, **fields: Any) -> Channel:
    """The answer of a page to one of its requests for a seat."""

    def told(state: State, player: int) -> str:
        session = Session()
        session._sitting = _sitting(state)
        return session.ask(json.dumps({"kind": request.kind, "seat": player, **fields}))  # type: ignore[attr-defined]

    return told


def _offered(state: State, player: int) -> str:
    decision = state.view(player).decision
    assert decision is not None
    return decision.options[0].text


def _answered_on_page(state: State, player: int) -> str:
    session = Session()
    session._sitting = _sitting(state)
    fields = {"kind": "answer", "seat": player, "option": _offered(state, player)}
    return str(json.loads(session.ask(json.dumps(fields)))["answer"]["story"])


def _isolated(state: State, player: int) -> Any:
    return _seat(state.game, player).view(state).key


def _of_a_batch(state: State, player: int) -> Any:
    """All that a seat sees in games of a batch after the first player had these cards and laid the same one of them."""
    first, option = next((here, option) for here, option in history(state) if isinstance(here.pending, Decision))
    assert isinstance(first.pending, Decision)
    batch = Batch(state.rules, state.players, GAMES, seed=0)
    names = batch.encoding.actions
    held = np.isin(np.arange(len(names)), [names.index(each.text) for each in first.pending.options])
    alike = (batch.mask == held).all(axis=1)
    batch.step(np.where(alike, names.index(option.text), batch.random_actions()))
    return {row.tobytes() for row in batch.observe(player)[alike]}, int(alike.sum())


def _viewed(of: Callable[[View], Any]) -> Channel:
    return lambda state, player: of(state.view(player))


_VIEW, _SPEECH, _SPIEL = (
    "rulespec.game.api.View",
    "rulespec.wording.player.Speech",
    "rulespec.adapters.openspiel.states.State",
)
_OBSERVERS, _PAGE, _TABLE = "rulespec.adapters.openspiel.observers", "palast.web.protocol", "palast.web.sitting.Sitting"
_ZOO, _SEARCHES = (
    "rulespec.adapters.pettingzoo.raw_env",
    {"rollouts.Rollouts": Rollouts, "search.TreeSearch": TreeSearch},
)

_OF_SPIEL = (
    "information_state_string information_state_tensor legal_actions legal_actions_mask observation_string"
    " observation_tensor player_return player_reward so_far"
).split()

CHANNELS: dict[str, Channel] = {
    f"{_VIEW}.active": _viewed(lambda view: view.active),
    f"{_VIEW}.asked": _viewed(lambda view: view.asked),
    f"{_VIEW}.concerned": _viewed(lambda view: view.concerned()),
    f"{_VIEW}.counter": _viewed(_stands),
    f"{_VIEW}.decision": _viewed(lambda view: _decision(view.decision)),
    f"{_VIEW}.heard": _viewed(lambda view: tuple(view.heard)),
    f"{_VIEW}.is_over": _viewed(lambda view: view.is_over),
    f"{_VIEW}.kept": lambda state, player: pickle.loads(pickle.dumps(state.view(player))).key,
    f"{_VIEW}.key": _viewed(lambda view: view.key),
    f"{_VIEW}.knows": _viewed(_knows),
    f"{_VIEW}.log": _viewed(lambda view: view.log),
    f"{_VIEW}.news": _viewed(lambda view: view.news(None)),
    f"{_VIEW}.note": _viewed(_stands),
    f"{_VIEW}.now": _viewed(lambda view: view.now),
    f"{_VIEW}.players": _viewed(lambda view: view.players),
    f"{_VIEW}.result": _viewed(lambda view: view.result),
    f"{_VIEW}.sample": _viewed(lambda view: [view.sample(Random(seed)).position for seed in range(8)]),
    f"{_VIEW}.turns": _viewed(lambda view: view.turns),
    f"{_VIEW}.variables": _viewed(lambda view: view.variables),
    f"{_VIEW}.why": _viewed(lambda view: (view.why(), [*map(view.why, _cards(view))])),
    f"{_VIEW}.why_ended": _viewed(lambda view: view.why_ended()),
    f"{_VIEW}.worlds": _viewed(_worlds),
    f"{_VIEW}.zone": _viewed(_stands),
    f"{_SPEECH}.decision": _speaking(lambda said: _decision(said.decision)),
    f"{_SPEECH}.options": _speaking(lambda said: said.options),
    f"{_SPEECH}.question": _speaking(lambda said: said.question),
    f"{_SPEECH}.understood": _speaking(lambda said: [repr(said.understood(each)) for each in _cards(said.view)]),
    f"{_SPEECH}.why": _speaking(lambda said: [said.why(), *map(said.why, _cards(said.view))]),
    "rulespec.wording.language.Wording.known": lambda state, player: wording(state.rules, "en").known(
        state.view(player)
    ),
    "rulespec.wording.narration.narrator.Narrator.tell": _narrated,
    "rulespec.wording.narration.narrator.Narrator.outcome": _narrated,
    "rulespec.agents.play.Seat.view": _isolated,
    "rulespec.records.undo.undo": _taken_back,
    "rulespec.adapters.batch.batch.Batch.observe": _of_a_batch,
    "rulespec.experiments.leaks.perceptions.at_once": lambda state, player: [*perceptions.at_once(state, player)],
    "rulespec.experiments.leaks.perceptions.in_all": lambda state, player: [*perceptions.in_all(state, player)],
    "rulespec.experiments.leaks.perceptions.on_request": lambda state, player: [*perceptions.on_request(state, player)],
    "rulespec.adapters.encoding.observations.Observations.observe": lambda state, player: (
        Observations(Encoding(state.game)).observe(state, player).tolist()
    ),
    "rulespec.adapters.encoding.observations.Observations.recall": lambda state, player: (
        Observations(Encoding(state.game)).recall(state.view(player), 3).tolist()
    ),
    **{f"{_OBSERVERS}.{each}.set_from": _observed for each in ("Observer", "Observation", "InformationState")},
    **{f"{_OBSERVERS}.{each}.set_from": _observed for each in ("Public", "Private")},
    **{
        f"{_OBSERVERS}.{each}.string_from": _observed
        for each in ("Observer", "Observation", "InformationState", "Public", "Private")
    },
    **{f"{_SPIEL}.{each}": _by_spiel(each) for each in _OF_SPIEL},
    f"{_SPIEL}.resample_from_infostate": _resampled,
    f"{_SPIEL}.view": lambda state, player: _spiel(state).view(player).key,
    f"{_ZOO}.observe": _told_by_zoo,
    f"{_ZOO}.view": _viewed_in_zoo,
    "palast.hint.hint": _viewed(lambda view: view.decision and [*hint(wording(view.rules, "en"), view, view.decision)]),
    "palast.telling.seen": lambda state, player: [*seen(Record(state), player, Page(80), wording(state.rules, "en"))],
    f"{_TABLE}.table": lambda state, player: _sitting(state).table(player),
    f"{_TABLE}.view": lambda state, player: _sitting(state).view(player).key,
    f"{_TABLE}.chosen": lambda state, player: _sitting(state).chosen(player, ()),
    f"{_TABLE}.why": lambda state, player: [_sitting(state).why(player, each) for each in _cards(state.view(player))],
    f"{_TABLE}.hint": lambda state, player: _sitting(state).hint(player, 8),
    f"{_TABLE}.answer": lambda state, player: _refused(
        partial(_sitting(state).answer, player, _offered(state, player))
    ),
    f"{_TABLE}.take_back": lambda state, player: _refused(partial(_sitting(state).take_back, player, 2)),
    f"{_PAGE}.Look": _asked_of_page(protocol.Look),
    f"{_PAGE}.Choose": _asked_of_page(protocol.Choose, clicked=[]),
    f"{_PAGE}.Answer": _answered_on_page,
    f"{_PAGE}.Bots": _asked_of_page(protocol.Bots, answers=0),
    f"{_PAGE}.Undo": _asked_of_page(protocol.Undo),
    f"{_PAGE}.Continue": _asked_of_page(protocol.Continue),
    f"{_PAGE}.Why": _asked_of_page(protocol.Why, option="moon 2"),
    f"{_PAGE}.Hint": _asked_of_page(protocol.Hint, playouts=8),
}
for _home, _agent in _SEARCHES.items():
    CHANNELS |= {
        f"rulespec.agents.{_home}.ponder": _weighed(
            lambda agent, view: _finished(agent.ponder(view, view.decision)), _agent
        ),
        f"rulespec.agents.{_home}.weigh": _weighed(lambda agent, view: agent.weigh(view, view.decision), _agent),
        f"rulespec.agents.{_home}.weighing": _weighed(
            lambda agent, view: _finished(agent.weighing(view, view.decision)), _agent
        ),
    }

NO_CHANNELS: dict[str, str] = {  # what only looks like one, each with all its members, and the reason
    f"{_VIEW}.game": "the rules",
    f"{_VIEW}.rules": "the rules",
    f"{_VIEW}.perspective": "the engine's numbers behind the other members",
    "rulespec.game.api.Location": "a place, compared as the answer of `View.knows`",
    "rulespec.game.api.State": "the whole game, for programs that know everything",
    "rulespec.records": "the whole game, for programs that know everything",
    "rulespec.experiments.testing.machine.Table": "the whole game, for tests",
    "rulespec.records.undo.last_decision": "a state; `undo` decides whether a seat gets it",
    "rulespec.engine.pending.Decision": "compared whole, as `View.decision`",
    "rulespec.adapters.openspiel.games.Game": "the rules; its numbers are actions and populations",
    **dict.fromkeys(
        (
            f"{_SPIEL}.{each}"
            for each in "action_to_string action_to_struct apply_action apply_action_with_legality_check child"
            " get_action_struct_sampler string_to_action undo_action".split()
        ),
        "its number is an action",
    ),
    "rulespec.adapters.openspiel.observers.Observed": "a protocol, which the states of OpenSpiel fulfil",
    "rulespec.wording.player.speech": "compared by the members of `Speech`",
    "rulespec.wording.language.Wording.said": "a text of the rules, by a hearer's name",
    "rulespec.agents.play.play": "calls each agent with the view of its seat",
    "rulespec.agents.play.coupled_play": "calls each agent with the view of its seat",
    "rulespec.agents.play.coupled_end": "calls each agent with the view of its seat",
    "rulespec.adapters.pettingzoo.raw_env.action_space": "sizes, the same throughout a game",
    "rulespec.adapters.pettingzoo.raw_env.observation_space": "sizes, the same throughout a game",
    "rulespec.experiments.impact": "sums over many games, for their author",
    "rulespec.experiments.simulation": "sums over many games, for their author",
    "rulespec.experiments.leaks.leak": "a report for the author of the rules",
    "rulespec.experiments.leaks.perceptions.difference": "compares two states for a check",
    "palast.telling.head": "the players of a game, and their bots",
}


def unnamed(names: Iterable[str]) -> set[str]:
    """The names that neither list has."""
    return {each for each in names if each not in CHANNELS and not any(_is_in(each, other) for other in NO_CHANNELS)}


def _is_in(name: str, other: str) -> bool:
    return name == other or name.startswith(f"{other}.")
