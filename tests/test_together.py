"""At the same time: until it closes, others learn of what a player does no more than when he is at his end."""

import io
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import astuple

from rulespec import Decision, Ruleset, State, load
from rulespec.engine.events import kinds as k
from rulespec.engine.events.event import Answered
from rulespec.engine.events.log import events
from rulespec.engine.python.program import Asking
from rulespec.game.api import View
from rulespec.game.history import answers, beginning
from rulespec.records.undo import undo

FRAME = """\
ruleset bids "Each makes up his mind"
players 3
at most 20 turns
word suit: sun, moon
numbers pip: 1 to 12
cards deck in box
    1 of each suit in each pip
zone box
zone hand of player, seen by owner
zone dark of player
zone heap, seen by all
counter sum of player
note liked of player: player
turn
    at the same time
{}
game ends over after turn: 1 is 1
winners: players
"""

BLOCKS = {
    "one choice": """
        players
            choose card from own hand
            move card to heap
""",
    "a number": """
        players
            choose n from 1 to 3
            add n to own sum
""",
    "a second question after some answers": """
        players
            choose card from own hand
            if pip of card is at least 3
                choose n from 0 to 1
                add n to own sum
            move card to own dark
""",
    "more or fewer cards than there are": """
        players
            choose n from 1 to 3
            choose n cards as lot from own hand
            move lot to own dark
""",
    "nothing to choose": """
        players
            choose card from own hand, where its suit is sun
            choose n from 1 to 2
            move card to heap
""",
    "to do it or not": """
        players
            may
                choose card from own hand
                choose rival from other players
                set own liked to rival
            may: add 1 to own sum
""",
    "one branch or the other": """
        players
            choose n from 1 to 2
            if n is 1
                may
                    choose card from own hand
                    move card to heap
            otherwise
                choose seat from other players
                set own liked to seat
                if seat is self: choose second from own hand
                otherwise: choose third from own hand, where it is not first of own hand
""",
    "asked only where there are several": """
        players
            choose card from own hand, where its suit is sun, if several
            choose rival from other players, where cards in own hand is at least 1, if several
            set own liked to rival
""",
    "nobody in particular before and after the others": """
        choose n from 1 to 3
        choose n cards as lot from own hand
        other players
            choose card from own hand, preferring its suit is sun
            move card to heap
        choose seat from other players
        set own liked to seat
""",
    "twice": """
        players
            choose 2 cards as lot from own hand
            move lot to own dark
        other players
            choose card from own hand
            if suit of card is sun
                choose m from 1 to 2
                add m to own sum
        players
            if own hand is not empty
                may: add 1 to own sum
""",
    "his neighbour between": """
        players
            choose n from 1 to 3
            choose n cards as lot from own hand
            move lot to own dark
            own left
                choose card from own hand
                may: move card to heap
            choose m from 0 to 1
            add m to own sum
""",
}
STAGED = """
        players
            choose 0 to 12 cards as lot from own hand
            move lot to heap
"""
SUNS, MOONS = (tuple(f"{suit} {pip}" for pip in range(1, 13)) for suit in ("sun", "moon"))
HANDS = (("sun 1", "sun 2"), ("sun 3", "moon 4"), ("moon 1", "moon 5"))  # of the first player; the rest have others
OTHERS = {("hand", 1): ["sun 7", "moon 7"], ("hand", 2): ["moon 8"]}

Load = Callable[[str], Ruleset]


@pytest.fixture
def rules(tmp_path: Path) -> Load:
    def loaded(block: str) -> Ruleset:
        path = tmp_path / "bids.rules"
        path.write_text(FRAME.format(block.strip("\n")), "utf-8")
        return load(path, listed=1_000)  # so that the cards of a large set are asked for one by one

    return loaded


def opened(rules: Ruleset) -> list[State]:
    """The block at its beginning, with each of the hands."""
    return [rules.at(3, zones={("hand", 0): list(hand)} | OTHERS) for hand in HANDS]


def is_open(state: State) -> bool:
    return state.position.together is not None


def following(state: State) -> list[State]:
    assert isinstance(state.pending, Decision)
    return [state.apply(option) for option in state.pending.options]


def until(state: State, seat: int) -> Iterator[State]:
    """All states of the block that can be reached before a player has answered."""
    yield state
    if is_open(state) and state.view(0).asked != seat:
        for after in following(state):
            yield from until(after, seat)


def closed(state: State, random: Random) -> State:
    """The block played to its close."""
    while is_open(state):
        assert isinstance(state.pending, Decision)
        state = state.apply(random.choice(state.pending.options))
    return state


def part(state: State) -> Any:
    """Which part of the block the game is at."""
    ask = state.game.program.asks[state.position.pc]
    assert isinstance(ask, Asking)
    return state.view(0).asked, ask.part


def given(view: View) -> tuple[Any, ...]:
    """All that a view tells, also what is written when it is kept."""
    kept = io.BytesIO()
    pickler = pickle.Pickler(kept)
    pickler.fast = True  # equal things are written alike, whether or not they are one thing
    pickler.dump(view._seen.__getstate__()["heard"])
    seen = tuple(view.zone(place.zone.name, place.owner) for place in view.rules.game(3).material.places)
    sight = (view.asked, view.decision, view.result, view.active, view.turns, view.variables, seen)
    return view.key, view.now, view.heard, tuple(map(str, view.log)), view.log, sight, kept.getvalue(), view.why()


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("name", BLOCKS)
def test_until_it_closes_nothing_shows_of_what_others_answer_or_how_often(rules: Load, name: str, seat: int) -> None:
    """Whatever the first player holds and whatever others choose: a player is given the same at each part."""
    met: dict[Any, tuple[Any, ...]] = {}
    ways = 0
    for first in opened(rules(BLOCKS[name])):
        for state in until(first, seat):
            if is_open(state):
                ways += 1
                view = given(state.view(seat))
                assert met.setdefault(part(state), view) == view
    assert ways > 2 * len(met) > 3


@pytest.mark.parametrize("name", BLOCKS)
def test_when_it_closes_all_that_is_public_is_told_once(rules: Load, name: str) -> None:
    random = Random(name)
    for first in opened(rules(BLOCKS[name])):
        for _ in range(8):
            state = closed(first, random)
            program = state.game.program
            news = [k.read(event) for event in events(state.raw_log, first.raw_log)]
            for seat in range(3):
                told = map(k.read, state.view(seat).heard)
                heard = [event for event in told if not isinstance(event, k.Move | k.Change)]
                for origin, who, pc, answer in (astuple(event) for event in news if isinstance(event, k.Pick)):
                    site = program.asks[pc].site
                    public, alike = not site.names or any(site.public), program.heard_origins[origin]
                    assert heard.count(k.Pick(alike, who, pc, answer)) == (who == seat)
                    assert k.Reveal(alike, who, pc, answer) in heard or not public
                lapsed = (event for event in news if isinstance(event, k.Lapse))
                for origin, who in {(program.heard_origins[event.origin], event.seat) for event in lapsed}:
                    lapses = [event for event in heard if isinstance(event, k.Lapse)]
                    assert [(event.origin, event.seat) for event in lapses].count((origin, who)) == 1
            assert {event.kind for event in news if event.decides} >= {"commit"}
            assert closed_again(state) == state


def closed_again(state: State) -> State:
    """The same game played again by its answers."""
    again = beginning(state)
    for option in answers(state):
        again = again.apply(option)
    return again


@pytest.mark.parametrize("name", BLOCKS)
def test_each_is_told_once_that_somebody_is_at_the_end_of_a_part_and_nobody_of_himself(rules: Load, name: str) -> None:
    random = Random(name)
    for first in opened(rules(BLOCKS[name])):
        state = closed(first, random)
        logs = [[event for event in state.view(seat).log if event.kind == "commit"] for seat in range(3)]
        for seat, log in enumerate(logs):
            assert {event.player for event in log} == {0, 1, 2} - {seat}
            assert all(isinstance(event, Answered) and event.secret and event.option is None for event in log)
            assert {str(event) for event in log} == {f"seat {who} has committed" for who in {0, 1, 2} - {seat}}
        for who in range(3):
            assert len({sum(event.player == who for event in logs[seat]) for seat in {0, 1, 2} - {who}}) == 1


def test_cards_that_are_committed_to_one_by_one_show_no_more_than_others(rules: Load) -> None:
    hand = {("hand", 0): list(SUNS), ("hand", 1): list(MOONS)}
    state = rules(STAGED).at(3, zones=hand)
    few, many = (played(state, *texts) for texts in (("(enough)",), ("sun 1", "sun 3", "sun 12", "(enough)")))
    assert few.view(0).asked == many.view(0).asked == 1
    assert given(few.view(1)) == given(many.view(1))
    assert [str(event) for event in many.view(0).log][-4:-1] == [f"seat 0 commits to sun {pip}" for pip in (1, 3, 12)]
    assert str(few.view(0).log[-1]) == "seat 0 commits to no more cards"
    assert given(state.view(1)) == given(state.apply("sun 1").view(1))


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(text)
    return state


def test_who_has_nothing_to_choose_hears_it_at_once_and_others_at_the_close(rules: Load) -> None:
    state = rules(BLOCKS["more or fewer cards than there are"]).at(3, zones={("hand", 0): list(HANDS[0])} | OTHERS)
    lapsed = state.apply("3")
    said = "seat 0 cannot choose n cards as lot from own hand"
    assert [str(event) for event in lapsed.view(0).log][-2:] == ["seat 0 commits to 3", said]
    assert str(lapsed.view(1).log[-1]) == "seat 0 has committed"
    done = played(lapsed, "1", "moon 7", "1", "moon 8")
    for seat in range(3):
        assert [str(event) for event in done.view(seat).log].count(said) == 1
    assert [str(event) for event in done.log].count(said) == 1


def test_who_has_lapsed_does_nothing_more_and_the_others_go_on(rules: Load) -> None:
    state = rules(BLOCKS["nobody in particular before and after the others"]).at(
        3, zones={("hand", 0): list(HANDS[0])} | OTHERS
    )
    lapsed, kept = state.apply("3"), played(state, "2", "sun 1, sun 2")
    assert lapsed.view(2).asked == kept.view(2).asked == 1
    assert is_open(played(kept, "sun 7", "moon 8"))
    done = played(lapsed, "sun 7", "moon 8")
    assert not is_open(done)
    assert done.value("liked", 0) is None
    assert len(done.zone("heap")) == 2


def test_the_worlds_of_who_waits_hold_whatever_others_may_have_chosen(rules: Load) -> None:
    game = rules(BLOCKS["more or fewer cards than there are"])
    few = {("hand", 0): ["sun 1"], ("hand", 1): ["moon 1"], ("hand", 2): ["moon 2"]}
    rest = {"heap": [card for card in (*SUNS, *MOONS) if card not in ("sun 1", "sun 2", "moon 1", "moon 2")]}
    state = game.at(3, zones=few | rest | {"box": ["sun 2"]})
    waiting = {played(state, "1", "sun 1").view(1), state.apply("2").view(1), state.apply("3").view(1)}
    assert len(waiting) == 1
    view = waiting.pop()
    worlds = list(view.worlds())
    assert {str(answers(world)[0]) for world in worlds} == {f"choose {n} as n" for n in (1, 2, 3)}
    assert len(worlds) == 6 * 3  # as the three cards that he does not see may lie, and three numbers
    assert all(view.sample(Random(seed)).view(1) == view for seed in range(5))


def test_what_another_is_about_to_commit_to_bit_by_bit_does_not_show_by_what_can_be_taken_back(rules: Load) -> None:
    said = set()
    for state in opened(rules(BLOCKS["a second question after some answers"])):
        mine = next(after for after in until(state, 1) if after.view(0).asked == 1)
        for other in (mine, *following(mine)):
            if other.view(0).asked == 1:
                with pytest.raises(Exception, match="is in the middle of a decision") as refused:
                    undo(other, 0)
                said.add(str(refused.value))
    assert len(said) == 1
