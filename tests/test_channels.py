"""All channels through which a seat learns of a game are the same in two worlds that it cannot tell apart."""

import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest

from rulespec import Decision, Ruleset, State, load, openspiel
from rulespec.api import View
from rulespec.encoding.actions import Encoding
from rulespec.encoding.observations import Observations
from rulespec.events.hearing import SPECTATOR
from rulespec.history import answers
from rulespec.leaks import find_leak, given
from rulespec.native.engine import EXTENSION
from rulespec.pettingzoo import raw_env
from rulespec.rulebook import EngineName
from rulespec.wording.wording import wording

ENGINES: tuple[EngineName, ...] = ("python",) if EXTENSION is None else ("python", "native")
OBSERVED = [
    pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    for public in (True, False)
    for recall in (True, False)
    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
]
RULES = """ruleset twins "Which line ran"
players 2
at most 4 turns
word suit: sun, moon
numbers pips: 1 to 3
cards deck in pile
    1 of each suit in each pips
zone pile, shuffled
zone hand of player, seen by owner
zone down
zone under
zone shelf, seen by all
counter laid of player
set-up
    players: draw 2 from pile to own hand
turn
    choose card from own hand
    move card to down
    if suit of card is sun: LINE
    otherwise: LINE
game ends out after turn: some player where own hand is empty
winners: players, with most own laid
"""
LINES = (
    "draw 1 from pile to under",
    "draw 1 from pile to shelf",
    "add 1 to own laid",
    "set own laid to 2",
    "move card to under",
)


def spiel(state: State, player: int) -> Any:
    """All that OpenSpiel's observers give, and whatever is kept of the information state."""
    game = openspiel.game(state.rules, state.players)
    found = game.state_of(state)
    observers = [each for each in (game.make_py_observer(kind) for kind in OBSERVED) if each is not None]
    for each in observers:
        each.set_from(found, player)
    numbers = [each.tensor.tolist() for each in observers if each.tensor is not None]
    return numbers, [each.string_from(found, player) for each in observers], found.information_state_string(player)


def pettingzoo(state: State, player: int) -> Any:
    table = raw_env(state.rules, state.players)
    table.reset(seed=1)
    table._arrive(state)
    agent = table.possible_agents[player]
    return table.observe(agent).tolist(), table.view(agent).key


def worlds(view: View) -> list[str]:
    return sorted(repr(world.position) for world in view.worlds())


VIEWS: dict[str, Callable[[View], Any]] = {
    "active": lambda view: view.active,
    "asked": lambda view: view.asked,
    "concerned": lambda view: view.concerned(),
    "counter": lambda view: [view.counter("laid", seat) for seat in range(2)],
    "decision": lambda view: repr(view.decision),
    "heard": lambda view: tuple(view.heard),
    "imagine": lambda view: repr(view.imagine(Random(1)).world),
    "key": lambda view: view.key,
    "log": lambda view: view.log,
    "news": lambda view: view.news(None),
    "now": lambda view: view.now,
    "players": lambda view: view.players,
    "result": lambda view: view.result,
    "sample": lambda view: [view.sample(Random(seed)).position for seed in range(8)],
    "turns": lambda view: view.turns,
    "variables": lambda view: view.variables,
    "why": lambda view: view.why(),
    "why_ended": lambda view: view.why_ended(),
    "worlds": worlds,
    "zone": lambda view: [view.zone(zone) for zone in ("pile", "down", "under", "shelf")],
}
NO_CHANNELS = {
    "game": "the rules",
    "rules": "the rules",
    "note": "these rules have none",
    "perspective": "the engine's numbers behind the others",
    "kept": "the view as it is pickled",
}
FRAMEWORKS: dict[str, Callable[[State, int], Any]] = {
    "pickle": lambda state, player: pickle.loads(pickle.dumps(state.view(player))).key,
    "check": lambda state, player: [*given.in_all(state, player), *given.on_request(state, player)],
    "openspiel": spiel,
    "pettingzoo": pettingzoo,
    "observations": lambda state, player: (
        Observations(Encoding(state.game)).observe(state, player).tolist(),
        Observations(Encoding(state.game)).recall(state.view(player), 3).tolist(),
    ),
}
CHANNELS = {name: lambda state, player, of=of: of(state.view(player)) for name, of in VIEWS.items()} | FRAMEWORKS


def played(rules: Ruleset, card: str, drawn: tuple[str, ...]) -> State:
    """The state after the first player laid a card; some cards are drawn then."""
    state = rules.new_game(2)
    for answer in ("sun 1", "moon 1", "sun 2", "moon 2", card, *drawn):
        state = state.apply(answer)
    assert isinstance(state.pending, Decision)
    return state


@pytest.fixture(params=LINES)
def line(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("engine", ENGINES)
def test_which_of_two_equal_lines_ran_reaches_nobody(tmp_path: Path, engine: EngineName, line: str) -> None:
    path = tmp_path / "twins.rules"
    path.write_text(RULES.replace("LINE", line), encoding="utf-8")
    rules = load(path, engine=engine)
    drawn = ("sun 3",) if line.startswith("draw") else ()
    one, other = played(rules, "sun 1", drawn), played(rules, "moon 1", drawn)
    assert one.raw_log != other.raw_log
    for name, channel in CHANNELS.items():
        assert channel(one, 1) == channel(other, 1), name
    assert one.view(SPECTATOR).key == other.view(SPECTATOR).key
    first = {next(each.text for each in answers(world) if each.names) for world in one.view(1).worlds()}
    assert {text.split()[0] for text in first} == {"sun", "moon"}


def test_the_list_of_channels_is_complete() -> None:
    public = {name for name in dir(View) if not name.startswith("_")}
    assert public == VIEWS.keys() | NO_CHANNELS.keys()


def test_equal_rules_of_another_path_are_worded_by_their_own_lines(tmp_path: Path) -> None:
    told = []
    for name, above in (("one", ""), ("other", "# A remark moves all lines.\n")):
        path = tmp_path / f"{name}.rules"
        path.write_text(above + RULES.replace("LINE", LINES[0]), encoding="utf-8")
        rules = load(path)
        told.append(rules)
        words = wording(rules, "en")
        assert words.rules.composed.layers[-1].path == rules.composed.layers[-1].path
    assert told[0] == told[1]


def test_a_check_reports_unlike_lines_of_which_a_hidden_card_chose_one(tmp_path: Path) -> None:
    path = tmp_path / "twins.rules"
    lines = RULES.replace("LINE", "add 1 to own laid", 1).replace("LINE", "set own laid to own laid plus 1", 1)
    path.write_text(lines, encoding="utf-8")
    leak = find_leak(load(path), effort=3_000)
    assert leak is not None and leak.clause.block == "turn"
    path.write_text(RULES.replace("LINE", LINES[0]), encoding="utf-8")
    assert find_leak(load(path), effort=3_000) is None
