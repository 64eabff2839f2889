"""A score is declared in a rule file, can be asked at any time, and is no part of play."""

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import rulespec
from rulespec import Over, RulesError, Ruleset, State
from rulespec.engine.native.engine import EXTENSION
from rulespec.game.history import answers, beginning
from rulespec.game.scores import by_round, is_open
from rulespec.language.printer import lines
from rulespec.rules.rulebook import EngineName

ENGINES: tuple[EngineName, ...] = ("python",) if EXTENSION is None else ("python", "native")

GAME = """ruleset heap "Who has the heap"
players 2 to 3
at most 12 turns
numbers worth: 1 to 9
cards deck in pile
    1 of each worth
zone pile, shuffled
zone hand of player, seen by owner
zone heap of player, seen by all
counter points of player
round
    move heap of players and hand of players to pile
    players: draw 2 from pile to own hand
turn
    choose laid from own hand
    move laid to own heap
round ends spent: every player where own hand is empty
    add 1 to points of (players, with most total worth in own heap)
after round paying
    add 1 to points of players
game ends done after round: some player where own points is at least 4
winners: players, with most own points
"""


def load(tmp_path: Path, text: str, *layers: str) -> Ruleset:
    specs = []
    for number, each in enumerate((text, *layers)):
        specs.append(tmp_path / f"{number}.rules")
        specs[-1].write_text(each, "utf-8")
    return rulespec.load("+".join(map(str, specs)))


def played(rules: Ruleset, seed: int) -> list[State]:
    random, state = Random(seed), rules.new_game(2)
    states = [state]
    while not isinstance(state.pending, Over):
        state = state.apply(random.choice(state.pending.options))
        states.append(state)
    return states


def test_a_score_is_what_the_rules_say_it_is_in_every_state(tmp_path: Path) -> None:
    rules = load(tmp_path, GAME + "score: own points times 10 plus total worth in own heap\n")
    seen = set()
    for state in played(rules, 1):
        for seat in range(2):
            worth = sum(int(card.attributes["worth"]) for card in state.zone("heap", seat))
            assert state.score(seat) == state.counter("points", seat) * 10 + worth
            seen.add(state.score(seat))
    assert len(seen) > 10


def test_rules_without_a_score_say_so(tmp_path: Path) -> None:
    rules = load(tmp_path, GAME)
    assert rules.score is None
    with pytest.raises(LookupError, match="heap declares no score; add a line such as 'score: own points'"):
        rules.new_game(2).score(0)
    scored = load(tmp_path, GAME + "score: own points\n")
    with pytest.raises(LookupError, match="seat must be from 0 to 1, not 2"):
        scored.new_game(2).score(2)


@pytest.mark.parametrize(
    ("said", "fewest", "name"),
    [
        ("own points", False, "points"),
        ("fewest own points", True, "points"),
        ("lowest total worth in own heap", True, "score"),
        ("highest own points", False, "points"),
    ],
)
def test_most_leads_unless_the_file_says_fewest(tmp_path: Path, said: str, fewest: bool, name: str) -> None:
    score = load(tmp_path, f"{GAME}score: {said}\n").score
    assert score is not None
    assert (score.fewest, score.name) == (fewest, name)
    assert lines(score) == [f"score: {said}"]


def test_layers_add_replace_and_remove_a_score_and_play_stays_the_same(tmp_path: Path) -> None:
    bare = load(tmp_path, GAME)
    added = load(tmp_path, GAME, "layer a\nadd score: own points\n")
    replaced = load(tmp_path, GAME + "score: own points\n", "layer a\nreplace score: fewest own points\n")
    removed = load(tmp_path, GAME + "score: own points\n", "layer a\nremove score\n")
    assert [each.score and each.score.fewest for each in (bare, added, replaced, removed)] == [None, False, True, None]
    assert bare.digest == added.digest == replaced.digest == removed.digest
    assert played(added, 3)[-1] == played(bare, 3)[-1]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("own hand", "E021"),
        ("players", "E021"),
        ("own hnad", "E020"),
        ("worth of laid", "E020"),
        ("own points\nscore: own points", "E013"),
    ],
)
def test_a_score_is_a_number_about_a_player(tmp_path: Path, said: str, code: str) -> None:
    with pytest.raises(RulesError) as found:
        load(tmp_path, f"{GAME}score: {said}\n")
    assert [each.code for each in found.value.errors] == [code]


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("own points", True),
        ("total worth in own heap", True),
        ("cards in own hand", True),
        ("total worth in own hand", False),
        ("own luck", False),
    ],
)
def test_everybody_may_know_a_score_that_looks_at_no_hidden_card(tmp_path: Path, said: str, known: bool) -> None:
    rules = load(tmp_path, f"{GAME}value luck of player: total worth in own hand\nscore: {said}\n")
    assert is_open(rules) is known


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_scores_of_a_round_are_those_before_the_next_one_begins(tmp_path: Path, seed: int) -> None:
    rules = load(tmp_path, GAME + "score: own points times 100 plus total worth in own heap\n")
    state = played(rules, seed)[-1]
    rounds = by_round(state)
    assert len(rounds) == sum(event.kind == "round ends" for event in state.log) >= 2
    points = [0, 0]
    for one, other in rounds:
        worth = one % 100, other % 100
        assert min(worth) >= 3  # two cards each, laid and not yet taken back
        best = max(worth)
        points = [points[seat] + 1 + (worth[seat] == best) for seat in range(2)]
        assert [one // 100, other // 100] == points
    assert rounds[-1] == tuple(map(state.score, range(2)))


def test_what_is_for_bookkeeping_changes_no_play_and_is_printed(tmp_path: Path) -> None:
    plain = load(tmp_path, GAME + "counter tally, each turn\nnote leader: player\nzone bin\n")
    kept = load(
        tmp_path,
        GAME + "counter tally, each turn, for bookkeeping\nnote leader: player, for bookkeeping\n"
        "zone bin, for bookkeeping\n",
    )
    assert plain.digest == kept.digest
    for key in ("counter tally", "note leader", "zone bin"):
        assert lines(kept.composed.entries[key].declaration)[0].endswith(", for bookkeeping")


@pytest.mark.parametrize("engine", ENGINES)
def test_scores_read_along_a_game_are_those_of_each_state_also_after_some_of_it_is_taken_back(
    tmp_path: Path, engine: EngineName
) -> None:
    text = GAME + "score: own points times 100 plus total worth in own heap\n"
    end = played(evolve(load(tmp_path, text), wanted=engine), 4)[-1]
    state, along = beginning(end), list[State]()
    for option in answers(end):
        state = state.apply(option)
        along.append(state)
        assert by_round(state) == by_round(copied(state))
    for back in along:
        if not isinstance(back.pending, Over):
            other = back.apply(back.pending.options[-1])
            assert by_round(other) == by_round(copied(other))
    assert len(by_round(state)) > 1


def test_scores_are_worked_out_once_and_along_a_game_only_for_what_is_new(tmp_path: Path) -> None:
    rules = load(tmp_path, GAME + "score: own points times 100 plus total worth in own heap\n")
    end = played(rules, 4)[-1]
    state, along = beginning(end), 0
    for option in answers(end):
        state = state.apply(option)
        along += calls(by_round, state)
    whole, again = calls(by_round, end), calls(by_round, end)
    assert again < 10 < 200 < whole
    assert along < 3 * whole


def copied(state: State) -> State:
    """The same state without anything that was found out about it before."""
    found = pickle.loads(pickle.dumps(state))
    assert isinstance(found, State)
    return found


def calls(function: Callable[[State], object], state: State) -> int:
    """How many functions of Python a function calls for a state."""
    seen = list[str]()
    sys.setprofile(lambda frame, event, _: seen.append(event) if event == "call" else None)
    try:
        function(state)
    finally:
        sys.setprofile(None)
    return len(seen)
