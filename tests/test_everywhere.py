"""Each small game, so each construct of the language, and each known game goes through all that one can do with it."""

from contextlib import suppress
from random import Random

import pytest

from rulespec import Decision, IllegalAction, Ruleset, State, WorldsError, openspiel
from rulespec.explain import explain
from rulespec.language.printer import lines
from rulespec.narration.narrator import Narrator
from rulespec.narration.page import Page
from rulespec.play import play, random_agent
from rulespec.record import Record
from rulespec.undo import undo
from tests.effort import tried
from tests.library import KNOWN_GAMES, SMALL, ruleset
from tests.test_batch import beside


@pytest.mark.parametrize("name", [*SMALL, *KNOWN_GAMES])
def test_a_game_goes_through_everything(name: str) -> None:
    rules = ruleset(name)
    players, dice = rules.players[-1], Random(name)
    for key, entry in rules.composed.entries.items():
        assert explain(rules, key)[0].startswith(lines(entry.declaration)[0].partition("  (")[0])
    record = play(rules, [random_agent(seat) for seat in range(players)], 3)
    read = Record.parse(record.text, rules)
    assert (read.state, read.text) == (record.state, record.text)
    for seat in range(players):
        told = [*Narrator(record.state.game, Page(200)).tell(record.state.view(seat).log)]
        assert len(told) > record.state.turns
    for state in dice.sample(decided(rules, players, dice), tried(20, 3)):
        assert isinstance(state.pending, Decision)
        seen = [state.view(seat) for seat in range(players)]
        assert all(view.why() for view in seen)
        view = dice.choice(seen)
        try:
            assert view.sample(dice).view(view.player) == view
        except WorldsError:
            assert (
                name in KNOWN_GAMES
            )  # in long games of asking, what one has to think possible can be too much to list
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


def decided(rules: Ruleset, players: int, dice: Random) -> list[State]:
    """The states of a random game at which somebody is asked."""
    states, state = list[State](), rules.begin(players, 0, dice.random)
    while isinstance(state.pending, Decision):
        states.append(state)
        state = state.advance(dice.choice(state.pending.options), dice.random)
    return states
