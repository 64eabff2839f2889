"""Rows whose last card everybody sees: what is seen, heard, known and chosen of them."""

import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from attrs import evolve

import palast
from palast.prompt.board import Board
from palast.prompt.called import Called
from rulespec import SPECTATOR, IllegalAction, LastSeen, Over, RulesError, Ruleset, State
from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations
from rulespec.engine.events import kinds as k
from rulespec.engine.events.event import Moved, Shown
from rulespec.engine.events.log import events
from rulespec.experiments.leaks import find_leak
from rulespec.records.undo import undo
from rulespec.rules.rulebook import EngineName
from rulespec.wording import wording
from rulespec.wording.page import Page
from tests.effort import tried
from tests.library import ROOT

GIPFEL = palast.load(ROOT / "tests" / "rules" / "gipfel.rules")
TINY = """
players 2
at most 3 turns
numbers pips: 1 to 5
cards deck in box
    1 of each pips
zone box
zone drawn, in a row
zone pile, in a row, last seen by all
zone hand of player, seen by owner
set-up
    players: draw 1 from box to own hand
    draw 2 from box to drawn
    move drawn to pile
turn
    choose card from own hand plus last of pile
    if pips of card is more than pips of last of pile: exchange card with last of pile
    otherwise
        may: draw 1 from pile to own hand
game ends dry: pile is empty
winners: players, with most total pips in own hand
"""
COVER = """
players 3
at most 9 turns
numbers pips: 1 to 8
cards deck in box
    1 of each pips
zone box
zone heap, in a row, last seen by all
zone hand of player, seen by owner
set-up
    players: draw 2 from box to own hand
    draw 2 from box to heap
turn
    choose card from own hand
    at the same time
        move card to heap
        move own hand to hand of own left
game ends dry: heap is empty
winners: players
"""


def ruleset(text: str, tmp_path: Path) -> Ruleset:
    path = tmp_path / "tiny.rules"
    path.write_text(f"ruleset tiny{text}", "utf-8")
    return palast.load(path)


def game(rules: Ruleset, players: int, seed: int) -> Iterator[State]:
    random, state = Random(seed), rules.new_game(players)
    yield state
    while not isinstance(state.pending, Over):
        state = state.apply(random.choice(state.pending.options))
        yield state


def everything(state: State) -> Iterator[State]:
    yield state
    if not isinstance(state.pending, Over):
        for option in state.pending.options:
            yield from everything(state.apply(option))


def as_told(state: State) -> tuple[object, ...]:
    return state.position, tuple(events(state.raw_log))


def states() -> Iterator[State]:
    for seed in range(tried(30, 10)):
        yield from game(GIPFEL, 2 + seed % 2, seed)


def test_everybody_sees_the_last_card_and_how_many_there_are_and_its_owner_all_of_them() -> None:
    seen = Counter[str]()
    for state in states():
        for seat in (SPECTATOR, *range(state.players)):
            view = state.view(seat)
            for name, owner in (("pile", None), ("heap", None), *(("won", each) for each in range(state.players))):
                lying, sees = state.zone(name, owner), view.zone(name, owner)
                if owner == seat:
                    assert sees == lying
                else:
                    assert sees == LastSeen(len(lying), lying[-1] if lying else None)
                    seen[name] += bool(lying)
    assert min(seen["pile"], seen["heap"], seen["won"]) > 10


def test_what_lies_last_has_been_told_to_all_who_see_it() -> None:
    """The last card that anybody heard to come to such a row, and has not heard to leave it, is the one he sees."""
    told = 0
    for state in states():
        for seat in (SPECTATOR, *range(state.players)):
            last: dict[object, object] = {}
            for event in state.view(seat).log:
                if event.kind == "last":
                    assert isinstance(event, Shown)
                    last[event.block] = event.cards[0]
                elif isinstance(event, Moved) and event.cards:
                    last[f"zone {event.to[0]}"] = event.cards[-1]
            for name in ("pile", "heap"):
                if state.zone(name):
                    assert last[f"zone {name}"] == state.zone(name)[-1]
                    told += 1
    assert told > 100


def test_what_all_saw_as_it_came_there_is_not_told_once_more() -> None:
    came = Counter[bool]()
    for state in states():
        heard = [k.read(event) for event in events(state.raw_log)]
        places = state.game.material.places
        for before, after in pairwise(heard):
            if isinstance(before, k.Move) and places[before.to].zone.name == "pile":
                is_open = places[before.sources[-1]].zone.name == "table"
                assert is_open != (isinstance(after, k.IsLast) and after.place == before.to)
                came[is_open] += 1
    assert min(came[True], came[False]) > 10


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=pytest.mark.native)])
def test_a_card_that_others_covered_for_a_moment_is_told_again(engine: EngineName, tmp_path: Path) -> None:
    zones = {"heap": ["1", "2"], ("hand", 0): ["3", "4"], ("hand", 1): ["5", "6"], ("hand", 2): ["7", "8"]}
    state = evolve(ruleset(COVER, tmp_path), wanted=engine).at(3, zones=zones).apply("3")
    for seat, covering in ((0, "3"), (1, "1 card"), (2, "1 card")):
        view = state.view(seat)
        first, _, told = (str(event) for event in view.log[-4:-1])
        assert first.startswith(f"seat 0 moves {covering} ") and told == "2 is the last card of the heap now"
        assert view.knows("heap", 2) == state.zone("heap")[1:]
        perspective = view.perspective()
        place = state.game.place("heap")
        assert perspective.recall.before(len(perspective.heard)).zones[place][-1] == state.position.zones[place][-1]
        assert all(each.zone != "heap" for each in view.knows("3")) == (seat != 2)


def test_what_goes_from_such_a_row_is_known_to_all_and_what_it_uncovers_is_told() -> None:
    state = GIPFEL.at(2, zones={"heap": ["4 Pik", "1 Pik", "3 Pik"], "pile": ["2 Pik"], ("hand", 0): ["1 Herz"]})
    log = [str(event) for event in state.view(1).log]
    assert log == [
        "2 Pik is the last card of the pile now",
        "3 Pik is the last card of the heap now",
        "seat 0 has the turn",
    ]
    after = state.apply("1 Herz")
    assert [str(event) for event in after.view(1).log[3:]] == [
        "seat 0 chooses 1 card",
        "seat 0 exchanges 1 card from own hand with 1 card from the pile",
        "2 Pik goes from the pile to hand of seat 0",
        "1 Herz is the last card of the pile now",
        "seat 0 moves 1 card from own hand to the heap",
        "2 Pik is the last card of the heap now",
        "seat 0 draws 2 Pik from the heap to own hand",
        "3 Pik is the last card of the heap now",
        "seat 1 has the turn",
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_a_world_cannot_be_told_from_the_true_state(players: int) -> None:
    tested = 0
    for seed in range(tried(12, 4)):
        for state in game(GIPFEL, players, seed):
            view = state.view(seed % players)
            world = view.sample(Random(seed)).view(view.player)
            assert world == view and pickle.dumps(world) == pickle.dumps(view)
            kept = pickle.loads(pickle.dumps(view))
            assert [kept.zone("won", seat) for seat in range(players)] == [
                view.zone("won", seat) for seat in range(players)
            ]
            assert kept.why() == view.why()
            tested += 1
    assert tested > 30


def test_the_worlds_are_all_states_that_look_the_same(tmp_path: Path) -> None:
    rules = ruleset(TINY, tmp_path)
    known: dict[object, Counter[object]] = {}
    for each in everything(rules.new_game(2)):
        for seat in range(2):
            known.setdefault(each.view(seat), Counter())[as_told(each)] += 1
    compared = Counter[int]()
    for seed in range(tried(30, 10)):
        for state in game(rules, 2, seed):
            for seat in range(2):
                view = state.view(seat)
                assert Counter(map(as_told, view.worlds())) == known[view]
                compared[len(known[view])] += 1
    assert len(compared) > 3 and max(compared) > 3


def test_in_a_given_position_what_lies_below_can_lie_in_any_order() -> None:
    state = GIPFEL.at(2, zones={"pile": ["3 Pik", "1 Pik", "2 Pik"], ("hand", 0): ["1 Herz"], ("hand", 1): ["2 Herz"]})
    worlds = list(state.view(0).worlds())
    assert len(worlds) == 6 * 5 * 4  # two cards of the pile and one hand
    assert {str(world.zone("pile")[-1]) for world in worlds} == {"2 Pik"}
    assert state.zone("pile") in {world.zone("pile") for world in worlds}


@pytest.mark.parametrize("players", [2, 3])
def test_nothing_leaks(players: int) -> None:
    for seed in range(tried(6, 2)):
        assert find_leak(GIPFEL, players, seed=seed, effort=tried(2000, 600), why=True) is None


def test_the_refusal_of_a_card_does_not_say_whether_it_lies_below_the_last() -> None:
    told = set[tuple[str, str]]()
    for below, held in (("1 Herz", "3 Pik"), ("3 Pik", "1 Herz")):
        zones = {"pile": [below, "2 Pik"], ("hand", 0): ["4 Pik"], ("hand", 1): [held]}
        state = GIPFEL.at(2, zones=zones)
        with pytest.raises(IllegalAction) as refused:
            state.apply("1 Herz")
        told.add((str(refused.value), state.view(0).why("1 Herz")))
    ((refusal, why),) = told
    assert "is not among the choices" in refusal and "is not offered" in why


def test_a_choice_of_the_last_card_is_public_and_may_be_looked_at(tmp_path: Path) -> None:
    rules = ruleset(TINY.replace("own hand plus last of pile", "last of pile"), tmp_path)
    state = next(each for each in game(rules, 2, 1) if getattr(each.pending, "player", None) is not None)
    after = state.apply(state.pending.options[0])  # type: ignore[union-attr]
    assert f"seat 0 chooses {state.zone('pile')[-1]}" in map(str, after.view(1).log)


def test_what_looks_below_the_last_card_is_refused(tmp_path: Path) -> None:
    look = TINY.replace(
        "choose card from own hand plus last of pile", "choose card from own hand, where it is {} of pile"
    )
    ruleset(look.format("last"), tmp_path)
    with pytest.raises(RulesError, match="E035"):
        ruleset(look.format("first"), tmp_path)


@pytest.mark.parametrize(
    ("zone", "remedy"),
    [
        ("zone pile, last seen by all", "add 'in a row'"),
        ("zone pile, in a row, seen by all, last seen by all", "remove 'last seen by all'"),
    ],
)
def test_only_a_row_that_not_all_see_has_a_last_card_to_be_seen(zone: str, remedy: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        ruleset(TINY.replace("zone pile, in a row, last seen by all", zone), tmp_path)
    assert [(problem.code, problem.remedy) for problem in refused.value.errors] == [("E044", remedy)]


def test_an_observation_has_the_last_card_and_no_other() -> None:
    shown = 0
    for state in states():
        encoding = Encoding(state.game)
        observations = Observations(encoding)
        starts = dict(zip((name for name, _ in observations.pieces), _starts(observations), strict=True))
        for seat in range(state.players):
            numbers, cards = observations.observe(state, seat), encoding.cards
            lying = state.zone("pile")
            found = np.flatnonzero(numbers[starts["zone pile"] : starts["zone pile"] + cards])
            assert [str(state.game.material.cards[card]) for card in found] == [str(card) for card in lying[-1:]]
            shown += len(lying) > 1
    assert shown > 50


def _starts(observations: Observations) -> list[int]:
    sizes = [size for _, size in observations.pieces]
    return [sum(sizes[:at]) for at in range(len(sizes))]


def test_what_uncovers_a_card_cannot_be_taken_back() -> None:
    state = GIPFEL.at(2, zones={"pile": ["3 Pik", "2 Pik", "1 Pik"], ("hand", 0): ["1 Herz"], ("hand", 1): ["2 Herz"]})
    after = state.apply("1 Pik")
    with pytest.raises(IllegalAction, match="has seen"):
        undo(after)


def test_the_table_shows_the_last_card() -> None:
    state = GIPFEL.at(2, zones={"pile": ["3 Pik", "2 Pik", "1 Pik"]})
    called = Called(wording(state.rules, "en"), state.game)
    for seat in (0, 1, SPECTATOR):
        lines = [*Board(called, state.view(seat), Page()).lines()]
        assert any(line.split() == "Pile 3 cards, the last one 1 Pik".split() for line in lines), lines
