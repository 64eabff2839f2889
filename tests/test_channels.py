"""All channels through which a seat learns of a game are the same in two worlds that it cannot tell apart."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from rulespec import Chance, Decision, Ruleset, State, load
from rulespec.engine.events.hearing import SPECTATOR
from rulespec.engine.native.engine import EXTENSION
from rulespec.experiments.leaks import find_leak
from rulespec.game.api import View
from rulespec.game.history import answers
from rulespec.plan import course
from rulespec.plan.layout import Layout
from rulespec.plan.plan import Origin
from rulespec.rules.rulebook import EngineName
from rulespec.wording.language import wording
from tests.channels import CHANNELS, NO_CHANNELS, found, of_module, unnamed
from tests.effort import DEEP, tried
from tests.library import GOOD

ENGINES: tuple[EngineName, ...] = ("python",) if EXTENSION is None else ("python", "native")
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
    "choose n from 1 to 2",
)
BRANCHES = RULES[RULES.index("    if suit") : RULES.index("game ends")]
ACTIONS = "action sun\n    LINE\naction moon\n    LINE\n"
PICKED = {  # other ways in which the suit of a hidden card can decide which of two equal lines runs
    "its word": ("    perform suit of card\n", ACTIONS),
    "an if": ("    if suit of card is sun: perform sun\n    otherwise: perform moon\n", ACTIONS),
    "an action or a line": ("    if suit of card is sun: perform sun\n    otherwise: LINE\n", ACTIONS),
    "an action of an action": ("    perform any\n", f"word deed: any\naction any: perform suit of card\n{ACTIONS}"),
}
ACTED = [  # each engine, each way to pick an action and each line; in depth, all of them with one another
    (engine, by, line)
    for first, engine in enumerate(ENGINES)
    for second, by in enumerate(PICKED)
    for third, line in enumerate(LINES)
    if DEEP or (first + second + third) % len(PICKED) == 0
    if not (by == "an action or a line" and line.startswith("choose"))  # an action cannot choose a name of the turn
]
LATER = (
    "palast.web.protocol.Look",
    "palast.web.protocol.Undo",
    "palast.web.sitting.Sitting.take_back",
    "rulespec.game.api.View.key",
    "rulespec.experiments.leaks.perceptions.in_all",
    "rulespec.experiments.leaks.perceptions.on_request",
    "rulespec.records.undo.undo",
)
UNMOVED = {  # the same where only the seat's cards differ
    *(
        f"rulespec.game.api.View.{name}"
        for name in ("active", "asked", "concerned", "is_over", "players", "result", "turns", "variables", "why_ended")
    ),
    *(f"rulespec.adapters.openspiel.states.State.{name}" for name in ("player_return", "player_reward", "so_far")),
    *(f"palast.web.sitting.Sitting.{name}" for name in ("answer", "take_back")),
    "palast.web.protocol.Undo",
    *(f"rulespec.agents.{name}.ponder" for name in ("rollouts.Rollouts", "search.TreeSearch")),
    "rulespec.records.undo.undo",
    "rulespec.wording.player.Speech.question",
    "rulespec.wording.language.Wording.known",
}
SLOW = {"palast.hint.hint", "rulespec.adapters.batch.batch.Batch.observe"}  # tried with one line only


def played(rules: Ruleset, card: str, drawn: tuple[str, ...], other: str = "moon 2") -> State:
    """The state after the first player laid a card; some cards are drawn then."""
    state = rules.new_game(2)
    for answer in ("sun 1", "moon 1", "sun 2", other, card, *drawn):
        state = state.apply(answer)
    assert isinstance(state.pending, Decision)
    return state


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("engine", ENGINES)
def test_which_of_two_equal_lines_ran_reaches_nobody(tmp_path: Path, engine: EngineName, line: str) -> None:
    assert_unheard(RULES.replace("LINE", line), tmp_path, engine, line)


@pytest.mark.parametrize(("engine", "by", "line"), ACTED)
def test_which_of_two_actions_with_equal_lines_ran_reaches_nobody(
    tmp_path: Path, engine: EngineName, by: str, line: str
) -> None:
    performs, actions = PICKED[by]
    text = RULES.replace(BRANCHES, performs) + actions
    assert_unheard(text.replace("LINE", line), tmp_path, engine, line)


def test_each_engine_each_line_and_each_way_to_pick_an_action_is_tried() -> None:
    for at, kinds in enumerate((ENGINES, PICKED, LINES)):
        assert {case[at] for case in ACTED} == {*kinds}


def told(layout: Layout, _: object) -> tuple[tuple[Origin, ...], Mapping[int, int]]:
    """All statements, each heard as itself."""
    return tuple(layout.origins), {}


@pytest.mark.parametrize("by", PICKED)
def test_a_check_reports_which_of_two_actions_ran_if_players_heard_it(
    tmp_path: Path, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    performs, actions = PICKED[by]
    for planted in (False, True):
        path = tmp_path / f"twins{planted}.rules"
        path.write_text((RULES.replace(BRANCHES, performs) + actions).replace("LINE", LINES[0]), encoding="utf-8")
        if planted:
            monkeypatch.setattr(course, "heard_alike", told)
        assert (find_leak(load(path), effort=3_000) is not None) == planted


def assert_unheard(text: str, tmp_path: Path, engine: EngineName, line: str) -> None:
    """Asserts that no channel tells the other player which of two lines ran."""
    path = tmp_path / "twins.rules"
    path.write_text(text, encoding="utf-8")
    rules = load(path, engine=engine)
    drawn = {"draw": ("sun 3",), "choose": ("1",)}.get(line.split()[0], ())
    one, other = played(rules, "sun 1", drawn), played(rules, "moon 1", drawn)
    assert one.raw_log != other.raw_log
    for name, channel in CHANNELS.items():
        if name not in SLOW or line == LINES[0]:
            assert channel(one, 1) == channel(other, 1), name
    assert one.view(SPECTATOR).key == other.view(SPECTATOR).key
    later = [state.apply("sun 2") for state in (one, other)]  # so that there is something to take back
    later = [state.apply("moon 3") if isinstance(state.pending, Chance) else state for state in later]
    for name in LATER:
        assert CHANNELS[name](later[0], 1) == CHANNELS[name](later[1], 1), name
    first = {next(each.text for each in answers(world) if each.names) for world in one.view(1).worlds()}
    assert {text.split()[0] for text in first} == {"sun", "moon"}


def test_channels_tell_states_apart_that_differ_for_the_seat(tmp_path: Path) -> None:
    path = tmp_path / "twins.rules"
    path.write_text(RULES.replace("LINE", LINES[1]), encoding="utf-8")
    rules = load(path)
    one, other = played(rules, "sun 1", ("sun 3",)), played(rules, "sun 1", ("moon 2",), "moon 3")
    alike = {name for name, channel in CHANNELS.items() if name not in SLOW and channel(one, 1) == channel(other, 1)}
    assert alike == UNMOVED


def test_every_public_function_that_takes_a_seat_or_a_view_is_listed() -> None:
    names = found()
    assert unnamed(names) == set()
    assert CHANNELS.keys() <= names
    assert all(any(name == other or name.startswith(f"{other}.") for name in names) for other in NO_CHANNELS)
    assert len(names) > 150


def test_a_channel_that_the_list_does_not_have_is_found() -> None:
    class Glance:
        """A view as somebody else shows it."""

        def __init__(self, view: View) -> None:
            self._view = view

        @property
        def cards(self) -> int:
            return 1

    class Desk:
        """A table with seats."""

        def told(self, seat: int) -> str:
            return str(seat)

        def quiet(self) -> None: ...

    def peek(who: View) -> str:
        return str(who)

    def unrelated(number: int) -> int:
        return number

    module = ModuleType("house")
    for each in (Glance, Desk, peek, unrelated):
        each.__module__, each.__qualname__ = "house", each.__name__
        setattr(module, each.__name__, each)
    assert unnamed(of_module(module)) == {"house.Glance.cards", "house.Desk.told", "house.peek"}


@pytest.mark.parametrize("engine", ENGINES)
def test_cards_that_are_drawn_to_hide_a_role_hide_it_in_sampled_worlds(engine: EngineName) -> None:
    rules, looked = load(GOOD / "werewolves.rules", engine=engine), 0
    for seed in range(tried(12, 3)):
        random = Random(seed)
        state = rules.begin(4, seed % 4, random.random)
        while state.turns < 6:
            assert isinstance(state.pending, Decision)
            state = state.advance(random.choice(state.pending.options), random.random)
        roles = [state.zone("part", seat)[0].attributes["role"] for seat in range(4)]
        for villager in (seat for seat in range(4) if roles[seat] == "villager"):
            view, looked = state.view(villager), looked + 1
            worlds = [view.sample(random) for _ in range(60)]
            for other in {*range(4)} - {villager}:
                assert {str(world.zone("part", other)[0]).split()[0] for world in worlds} == {
                    "wolf",
                    "seer",
                    "villager",
                }
    assert looked == 2 * tried(12, 3)


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
