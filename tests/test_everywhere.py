"""Each small game, so each construct of the language, and each known game goes through all that one can do with it."""

import re
from contextlib import suppress
from random import Random

import pytest
from pettingzoo.test import api_test

from palast.__main__ import main
from rulespec import Decision, IllegalAction, Ruleset, State, WorldsError, openspiel, pettingzoo
from rulespec.agents.play import play, random_agent
from rulespec.game.explain import explain
from rulespec.language.printer import lines
from rulespec.records import Record
from rulespec.records.undo import undo
from rulespec.wording import wording
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.page import Page
from tests.effort import some, tried
from tests.library import KNOWN_GAMES, SMALL, ruleset
from tests.palast.test_cli_human import typed
from tests.test_batch import beside
from tests.web.page import Page as WebPage


@pytest.mark.parametrize("name", some([*SMALL, *KNOWN_GAMES], 6))
def test_a_game_goes_through_everything(name: str) -> None:
    rules = ruleset(name)
    players, dice = rules.players[-1], Random(name)
    for key, entry in rules.composed.entries.items():
        assert explain(rules, key)[0].startswith(lines(entry.declaration)[0].partition("  (")[0])
    record = play(rules, [random_agent(seat) for seat in range(players)], 3)
    read = Record.parse(record.text, rules)
    assert (read.state, read.text) == (record.state, record.text)
    for seat in range(players):
        told = [*Narrator(record.state.game, Page(200), wording(rules, "en")).tell(record.state.view(seat).log)]
        assert len(told) > record.state.turns
    states = decided(rules, players, dice)
    for state in dice.sample(states, min(len(states), tried(20, 2))):
        assert isinstance(state.pending, Decision)
        seen = [state.view(seat) for seat in range(players)]
        assert all(view.why() for view in seen)
        view = dice.choice(seen)
        try:
            assert view.sample(dice).view(view.player) == view
        except WorldsError:
            assert name in KNOWN_GAMES  # in long games of asking there can be too much to list
        with suppress(IllegalAction):  # somebody has learnt of it
            assert undo(state.apply(dice.choice(state.pending.options))) == state
    assert beside(rules, players, 2, tried(200, 15), seed=5)["actions"] > 5
    game = openspiel.game(rules, players)
    told = game.new_initial_state()
    for _ in range(tried(300, 20)):
        if told.is_terminal():
            break
        told.apply_action(dice.choice(told.legal_actions()))
    again = game.deserialize_state(told.serialize())
    assert [each.observation_string(0) for each in (again, told)] == [told.observation_string(0)] * 2


@pytest.mark.parametrize("name", some([*KNOWN_GAMES], 3, start=1))
def test_a_known_game_is_played_at_the_prompt_on_the_page_and_by_the_rules_of_pettingzoo(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", name, "--seed", "2"]) == 0
    assert re.search(r"^(?:Nobody wins|.+ wins?(?: together| with .+)?)\.", capsys.readouterr().out, re.MULTILINE)
    typed(monkeypatch, iter([*["1\n", "why\n", "table\n"] * 3, "q\n"]))
    assert main(["play", name, "--seed", "2", "--human"]) == 0
    out, err = capsys.readouterr()
    assert (err, "Your choice" in out) == ("", True)
    page, dice = WebPage(), Random(name)
    page.new(name, seed="3")
    table = page.play(0, dice, most=tried(10_000, 40))
    assert table["outcome"] is not None or page.asked["answer"] + page.asked["bots"] == 40
    assert page.asked["answer"] > 0 and page.story == page.ask("look", seat=0)["story"]
    table = pettingzoo.env(ruleset(name))
    for seat, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seat)
    api_test(table, num_cycles=tried(1000, 50))


def decided(rules: Ruleset, players: int, dice: Random) -> list[State]:
    """The states of a random game at which somebody is asked."""
    states, state = list[State](), rules.begin(players, 0, dice.random)
    while isinstance(state.pending, Decision):
        states.append(state)
        state = state.advance(dice.choice(state.pending.options), dice.random)
    return states
