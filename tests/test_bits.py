"""Choices that are asked bit by bit: the same answers as when they are listed, each in one way, and no dead end."""

import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pettingzoo.test import api_test

import palast
from rulespec import SPECTATOR, Decision, IllegalAction, Over, Ruleset, State, load, openspiel
from rulespec.engine.python.program import Asking
from rulespec.experiments.leaks import find_leak, leaks
from rulespec.experiments.testing.files import loaded
from rulespec.pettingzoo import env
from rulespec.plan import asking
from rulespec.records import Record
from rulespec.records.undo import undo
from rulespec.rules.rulebook import EngineName
from tests.effort import DEEP, some, tried
from tests.library import GOOD, ROOT

GAMES = [
    *(ROOT / "cards" / f"{name}.rules" for name in palast.rulesets()),
    GOOD / "market.rules",
    GOOD / "fishing.rules",
]

FRAME = """ruleset bits
players 2
at most 3 turns
word suit: sun, moon, star
numbers pip: 1 to 4
word mood: glad, sad
cards deck in market
    1 of each pip in each suit except star
cards more in market
    1 of sun
cards rest in stock
    1 of each pip in star
zone market, in a row, seen by all
zone stock, seen by all
zone laid of player, in a row, seen by all
zone kept of player, seen by all
counter points of player
counter sum
note friend: player
note liking: mood
turn
    add 7 to sum
{choice}
game ends done after turn: sum is at least 7
winners: players
"""

SINGLE = (
    "1 to 3 cards as lot from market",
    "0 to 2 cards as lot from market",
    "9 cards as lot from market",
    "10 cards as lot from market",
    "2 to 3 cards as lot from market, where total pip in lot is at most 5",
    "1 to 4 cards as lot from market, where total pip in lot is 7",
    "0 to 3 cards as lot from market, where total pip in lot is at least 11 or total pip in lot is less than 2",
    "2 to 4 cards as lot from market, where not lot repeats pip",
    "2 to 4 cards as lot from market, where not lot repeats suit",
    "2 cards as lot from market, where lot repeats pip",
    "3 cards as lot from market, where lot repeats suit and total pip in lot is 6",
    "2 to 5 cards as lot from market, where different suit in lot is 1",
    "2 to 3 cards as lot from market, where different pip in lot is cards in lot minus 1",
    "2 to 4 cards as lot from market, where different suit in lot is 1 and not lot repeats pip",
    "2 to 3 cards as lot from market, where different suit in lot is at least 2 and different pip in lot is 1",
    "0 to 3 cards as lot from market, where different suit in lot is not 1, with most different pip in lot",
    "0 to 2 cards as lot from market, where different suit in (lot plus stock) is at most 1 or total pip in lot is 8",
    "1 to 3 cards as lot from market, where every card in lot where its suit is moon",
    "1 to 3 cards as lot from market, where no card in lot where its pip is 2 or its pip is 3",
    "1 to 3 cards as lot from market, where some card in lot where its pip is more than 3",
    "1 to 2 cards as lot from market, where sun is in lot",
    "1 to 2 cards as lot from market, where not sun is in lot and 4 is not in pip of market",
    "1 to 3 cards as lot from market, where first of market is in lot",
    "1 to 3 cards as lot from market, preferring total pip in lot is 12 else total pip in lot is 11",
    "1 to 3 cards as lot from market, preferring total pip in lot is 99",
    "1 to 3 cards as lot from market, preferring total pip in lot is at least 8, with fewest cards in lot",
    "1 to 3 cards as lot from market, with most total pip in lot then fewest different suit in lot",
    "0 to 3 cards as lot from market, with lowest total pip in lot",
    "1 to 3 cards as lot from market, where total pip in (lot, where its suit is sun) is 3",
    "1 to 3 cards as lot from market, where number of (lot, where its suit is sun) is cards in lot minus 1",
    "2 to 3 cards as lot from market, where total pip in lot is total pip in stock minus 3",
    "1 to 2 cards as lot from (market, where its pip is more than 2)",
    "2 cards as lot from stock plus (market, with most its pip)",
    "1 to 3 cards as lot from market, where total pip in lot is at most 4, if several",
    "3 cards as lot from market, where total pip in lot is 11 and not lot repeats suit, if several",
    "4 cards as lot from market, where not lot repeats suit",
)
SEVERAL = (
    "2 cards as lot from market and 2 cards as rest from market",
    "2 cards as lot from market and 1 cards as rest from stock plus market",
    "1 to 2 cards as lot from market and 2 cards as rest from market, where not rest repeats pip and sun is in lot",
    "2 cards as lot from market and 2 cards as rest from market, where total pip in lot is total pip in rest",
    "gift from market and 2 cards as lot from market, where total pip in lot is pip of gift",
    "gift from market and 2 cards as lot from market, where not suit of gift is in lot",
    "2 cards as lot from market and gift from market, where total pip in lot is less than pip of gift",
    "n from 1 to 9 and 2 cards as lot from market, where total pip in lot is n",
    "2 cards as lot from market and n from 1 to 9, where total pip in lot is n times 2",
    "victim from players and wish from mood and 1 to 2 cards as lot from market, where total pip in lot is 4",
    "one and another from market",
    "one and another from market, where suit of one is suit of another",
    "one and another from players and gift from market, where pip of gift is 2",
    "one and another from market and gift from market, where pip of gift is pip of one plus pip of another",
    "one and another from market, preferring pip of one is pip of another else suit of one is suit of another",
    "one and another from market, with most pip of one plus pip of another",
    "n from 0 to 3 and k from 0 to 3, where n plus k is 4",
    "mine from market and theirs from stock, where pip of mine is pip of theirs",
    "mine from market and theirs from market, where pip of mine is more than pip of theirs, if several",
)
WHOLE = (  # what does not follow from sums
    "2 to 3 cards as lot from market, where pip of first of lot is 2",
    "1 to 3 cards as lot from market, where highest pip in lot minus lowest pip in lot is 1",
    "2 to 4 cards as lot from market, where highest pip in lot minus lowest pip in lot is cards in lot minus 1 and "
    "not lot repeats pip",
    "2 to 3 cards as lot from market, where some set of 2 cards in lot where different pip in it is 1",
    "1 to 4 cards as lot from market, where (cards in lot is 1) or ((cards in lot is 3) and number of (sets of 2 cards "
    "in lot, where total pip in it is 5) is more than 0)",
    "0 to 2 cards as lot from market, where not (lot repeats pip or not first of lot is sun)",
    "2 to 3 cards as lot from market, where not lot repeats suit and not lot repeats pip",
    "1 to 3 cards as lot from market, preferring pip of first of lot is 9 else pip of last of lot is 4",
    "1 to 3 cards as lot from market, where lot repeats pip, with highest highest pip in lot minus lowest pip in lot",
    "1 to 2 cards as lot from market and 2 cards as rest from market, where highest pip in lot is lowest pip in rest",
    "gift from market and 2 cards as lot from market, where pip of gift is highest pip in lot",
    "n from 1 to 4 and 1 to 2 cards as lot from market, where highest pip in lot is n, if several",
    "2 cards as lot from market plus stock, where some card in lot where it is in stock",
)
AFTERWARDS = (
    ("2 cards as lot from market, so that afterwards not own laid repeats pip", "move lot to own laid"),
    ("1 to 3 cards as lot from market, so that afterwards total pip in own laid is 6", "move lot to own laid"),
    ("1 to 3 cards as lot from market, so that afterwards total pip in market is 16", "move lot to own laid"),
    ("1 to 8 cards as lot from market, so that afterwards different suit in market is 1", "move lot to own laid"),
    (
        "2 to 3 cards as lot from market, where total pip in lot is 6, so that afterwards (cards in market is 6) and "
        "not own laid repeats suit",
        "move lot to own laid",
    ),
    ("2 cards as lot from market, so that afterwards own points is 5", "add total pip in lot to own points"),
    ("one and another from market, so that afterwards not own laid repeats suit", "move one and another to own laid"),
    ("2 cards as lot from market, so that afterwards pip of first of own laid is 3", "move lot to own laid"),
    (
        "1 to 2 cards as lot from market, so that afterwards different pip in own laid is 2",
        "move lot to laid of active",
    ),
    (
        "mine from market and theirs from stock, so that afterwards total pip in market is 22",
        "exchange mine with theirs",
    ),
)


def written(folder: Path, choice: str, then: str = "", *, may: bool = False) -> Path:
    lines = [f"choose {choice}", *([then] if then else []), "add 1 to own points"]
    if may:
        lines = ["may", *(f"    {line}" for line in lines)]
    path = folder / "bits.rules"
    path.write_text(FRAME.format(choice="\n".join(f"    {line}" for line in lines)), "utf-8")
    return path


def answers(rules: Ruleset) -> Counter[tuple[Any, ...]]:
    """What can come of a turn, in how many ways; and that nobody comes to an end before."""
    waiting, found = [rules.at(2, zones={("laid", 0): ["1 star"]})], Counter[tuple[Any, ...]]()
    while waiting:
        state = waiting.pop()
        if isinstance(state.pending, Decision) and state.turns == 1:
            assert state.pending.options
            assert len({option.text for option in state.pending.options}) == len(state.pending.options)
            waiting += [state.apply(option) for option in state.pending.options]
        else:
            found[said(state)] += 1
    return found


def said(state: State) -> tuple[Any, ...]:
    """What the names of the choice stand for at the end, and what has come of it."""
    return tuple(state.position.names[: len(state.rules.resolved.bound["turn"])]), state.position[:2]


@pytest.mark.parametrize("may", [False, True])
@pytest.mark.parametrize(
    ("choice", "then"),
    some([*((choice, "") for choice in (*WHOLE, *SINGLE, *SEVERAL)), *AFTERWARDS], 16),
    ids=lambda each: each[:60],
)
def test_bit_by_bit_leads_to_the_same_answers_and_to_each_in_one_way(
    choice: str, then: str, may: bool, tmp_path: Path
) -> None:
    path = written(tmp_path, choice, then, may=may)
    listed, bits = load(path), load(path, listed=1)
    assert asked(bits) == len(
        listed.game(2).program.asks[next(iter(listed.game(2).program.asks))].site.names
    ) and not asked(listed)
    found = answers(listed)
    assert answers(bits) == found
    assert set(found.values()) == {1}


def asked(rules: Ruleset, players: int = 2) -> int:
    """How many parts of choices are asked bit by bit."""
    return sum(isinstance(ask, Asking) and ask.at is not None for ask in rules.game(players).program.asks.values())


@pytest.mark.parametrize(
    ("choice", "then"), some([*((choice, "") for choice in (*WHOLE, *SINGLE, *SEVERAL)), *AFTERWARDS], 12, 1)
)
def test_both_engines_ask_the_same_and_charge_it_alike(choice: str, then: str, tmp_path: Path) -> None:
    path, random = written(tmp_path, choice, then), Random(1)
    engines: tuple[EngineName, ...] = ("native", "python")
    one, other = (load(path, listed=1, engine=engine).at(2, zones={("laid", 0): ["1 star"]}) for engine in engines)
    while isinstance(one.pending, Decision):
        assert isinstance(other.pending, Decision)
        assert [each.text for each in one.pending.options] == [each.text for each in other.pending.options]
        assert one.snapshot.spent == other.snapshot.spent
        at = random.randrange(len(one.pending.options))
        one, other = one.apply(one.pending.options[at]), other.apply(other.pending.options[at])


COMBINATIONS = """ruleset climbing
players 2
at most 50 turns
word suit: clubs, diamonds, hearts, spades
numbers rank: 3 to 17
cards deck in stock
    1 of each rank from 3 to 15 in each suit
    1 of 16
    1 of 17
zone stock, shuffled
zone hand of player, seen by owner
zone heap of player, in a row, seen by all
call cards alike if different rank in it is 1
call cards stepwise if (highest rank in it minus lowest rank in it) is different rank in it minus 1
value kind of cards: 1 if it is alike,
    2 if (cards in it is at least 5) and (different rank in it is cards in it) and it is stepwise,
    3 if (cards in it is 2 times different rank in it) and it is stepwise,
    4 if (cards in it is 5) and (different rank in it is 2) and (some set of 3 cards in it where it is alike),
    0 otherwise
call cards lawful if kind of it is more than 0
set-up
    players: draw 20 from stock to own hand
turn
    choose 1 to 20 cards as play from own hand, where play is lawful
    move play to own heap
game ends out: some player where own hand is empty
winners: players, with fewest cards in own hand
"""


def test_a_combination_is_chosen_from_a_hand_of_twenty_within_the_budget() -> None:
    rules, seen = loaded(COMBINATIONS), Counter[int]()
    for seed in range(tried(20, 2)):
        state, random = rules.begin(2, 0, Random(seed).random), Random(seed)
        while not isinstance(state.pending, Over):
            state = state.apply(random.choice(state.pending.options))
        seen.update(len(state.zone("heap", seat)) for seat in range(2))
    assert sum(seen.values()) > 2


# ---- generated choices

AMOUNTS = (
    "total pip in {set}", "cards in {set}", "different pip in {set}", "total pip in ({set}, where its suit is sun)",
    "number of ({set}, where its pip is more than 2)", "total pip in ({set} plus stock)",
    "different pip in ({set} plus stock)",
)  # fmt: skip
HOLDS = (
    "{set} repeats pip", "sun is in {set}", "some card in {set} where its pip is {n}", "no card in {set} is moon",
    "every card in {set} where its pip is at most {n}", "({set} plus stock) repeats pip",
    "different suit in {set} is 1",
    "different suit in {set} is more than 1", "different suit in ({set} plus stock) is less than 2",
    "highest pip in {set} is {n}", "pip of first of {set} is at most {n}", "{set} repeats suit",
)  # fmt: skip


def condition(random: Random, names: tuple[str, ...], deep: int = 2) -> str:
    kind, n, name = random.random(), random.randint(0, 7), random.choice(names)
    if deep and kind < 0.4:
        parts = [condition(random, names, deep - 1) for _ in range(2)]
        both = random.choice((" and ", " or ")).join(parts)
        return f"({both})" if kind < 0.3 else f"not ({parts[0]})"
    if kind < 0.6:
        return f"({random.choice(HOLDS).format(set=name, n=n)})"
    other = random.choice(AMOUNTS).format(set=random.choice(names)) if random.random() < 0.3 else str(n)
    relation = random.choice(("is", "is at least", "is at most", "is not", "is less than"))
    amounts = [amount for each in AMOUNTS if (amount := each.format(set=name)) != other]
    return f"{random.choice(amounts)} {relation} {other}"


def choice(random: Random) -> str:
    low = random.randint(0, 2)
    picks, names = [f"{low} to {low + 1} cards as lot from market"], ["lot"]
    if random.random() < 0.3:
        picks.append("1 cards as rest from market")
        names.append("rest")
    if random.random() < 0.3:
        picks.append("n from 1 to 3")
    sieves = []
    for _ in range(random.randint(1, 2)):
        said = condition(random, tuple(names))
        said = (
            f"n plus 1 is {random.choice(AMOUNTS).format(set='lot')}"
            if len(picks) > 2 or "n from" in picks[-1]
            else said
        )
        most = f"with {random.choice(('most', 'fewest'))} {random.choice(AMOUNTS).format(set='lot')}"
        sieves.append(random.choice((f"where {said}", f"where {said}", f"preferring {said}", most)))
    random.shuffle(picks)
    return ", ".join([" and ".join(picks), *sieves])


def test_generated_choices_have_the_same_answers_bit_by_bit(tmp_path: Path) -> None:
    few = 0
    for seed in range(tried(1500, 20)):
        said = choice(Random(seed))
        path = written(tmp_path, said)
        listed = answers(load(path))
        assert answers(load(path, listed=1)) == listed, said
        few += 1 < len(listed) < 60
    assert few > tried(1500, 20) / 3


# ---- large choices

BIG = """ruleset big
players 2
at most 3 turns
word suit: sun, moon, star, comet
numbers pip: 1 to 15
cards deck in market
    1 of each pip in each suit
zone market, seen by all
zone laid, in a row, seen by all
turn
    choose {choice}
    move lot to laid
game ends done after turn: laid is not empty
winners: players
"""
LARGE = (
    "1 to 6 cards as lot from market, where total pip in lot is at most 20",
    "1 to 6 cards as lot from market, where not lot repeats pip and total pip in lot is 40",
    "3 to 6 cards as lot from market, where different suit in lot is 1, preferring total pip in lot is 61",
    "3 cards as lot from market and 3 cards as rest from market, where not lot repeats pip and not rest repeats pip",
    "1 to 30 cards as lot from market, so that afterwards not laid repeats pip",
    "2 to 60 cards as lot from market, so that afterwards cards in market is cards in laid",
)


@pytest.mark.parametrize("said", LARGE)
def test_of_sixty_cards_each_way_leads_to_a_legal_set(said: str, tmp_path: Path) -> None:
    (tmp_path / "big.rules").write_text(BIG.format(choice=said), "utf-8")
    rules = load(tmp_path / "big.rules")
    laid = set()
    for seed in range(tried(10, 2)):
        state, random = rules.new_game(2), Random(seed)
        while isinstance(state.pending, Decision):
            assert 1 <= len(state.pending.options) <= 61
            state = state.apply(random.choice(state.pending.options))
        laid.add(lot := state.zone("laid"))
        pips = [int(card.attributes["pip"]) for card in lot]
        match LARGE.index(said):
            case 0:
                assert sum(pips) <= 20
            case 1:
                assert sum(pips) == 40 and len(set(pips)) == len(pips)
            case 2:
                assert sum(pips) == 61 and len({card.attributes["suit"] for card in lot}) == 1
            case 5:
                assert len(lot) == 30
            case _:
                assert len(set(pips)) == len(pips)
    assert len(laid) > 1


def test_a_choice_is_asked_whole_where_the_zones_have_few_cards(tmp_path: Path) -> None:
    (tmp_path / "big.rules").write_text(BIG.format(choice="2 to 3 cards as lot from market"), "utf-8")
    rules = load(tmp_path / "big.rules")
    cards = [str(card) for card in rules.game(2).material.cards]
    for left, atoms in ((40, {1}), (39, {2, 3}), (3, {2, 3})):  # 10,660 answers, or 9,880
        decision = rules.at(2, zones={"laid": cards[left:]}).pending
        assert isinstance(decision, Decision)
        assert {len(option.atoms) for option in decision.options} == atoms


@pytest.mark.parametrize(
    "lot", ["1 to 3 cards as lot from first 40 cards of market", "2 to 3 cards as lot from market"]
)
def test_any_condition_is_asked_of_large_sets(lot: str, tmp_path: Path) -> None:
    said = f"{lot}, where pip of first of lot is 7"
    (tmp_path / "big.rules").write_text(BIG.format(choice=said), "utf-8")
    state = load(tmp_path / "big.rules").new_game(2)
    assert isinstance(state.pending, Decision)
    assert [option.text for option in state.pending.options] == ["7 sun", "7 moon", "7 star", "7 comet"]


SECRETIVE = """ruleset secretive
players 3
at most 6 turns
word suit: sun, moon
numbers pip: 1 to 9
cards deck in stock
    1 of each pip in each suit
zone stock, shuffled
zone hand of player, seen by all
counter asked
set-up
    active: draw 6 from stock to own hand
    other players: draw 2 from stock to own hand
turn
    choose victim from players, secretly
    choose 1 to 2 cards as lot from hand of victim
    add 1 to asked
game ends done after turn: asked is at least 4
winners: players
"""


def test_in_how_many_parts_a_choice_is_asked_tells_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor whose hand it is, of which everybody knows the size: else the two-world test finds it."""
    assert find_leak(loaded(SECRETIVE, listed=8), effort=20_000) is None
    monkeypatch.setattr(asking, "_is_open", lambda block, node: True)
    leak = find_leak(loaded(f"{SECRETIVE}# as if nothing were secret", listed=8), effort=20_000)
    assert leak is not None and "the parts of the question" in str(leak)


# ---- everything else, with choices that are asked bit by bit


@pytest.fixture(scope="module", params=GAMES, ids=lambda path: path.stem)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    found = load(request.param, listed=2)
    assert asked(found, found.players[-1])
    return found


def _midway(rules: Ruleset) -> Iterator[State]:
    """States in which a part of an answer is given."""
    players = rules.players[-1]
    for seed in range(tried(20, 2)):
        state, random = rules.new_game(players), Random(seed)
        while not isinstance(state.pending, Over):
            before, state = state, state.apply(random.choice(state.pending.options))
            ask = None if isinstance(state.pending, Over) else rules.game(players).program.asks[state.position.pc]
            bit = ask.bit if isinstance(ask, Asking) and isinstance(before.pending, Decision) else None
            if bit is not None and (bit.at or state.position.stage):
                yield state


def test_a_game_can_be_kept_and_gone_on_with_in_the_middle_of_an_answer(rules: Ruleset) -> None:
    kept = 0
    for state in islice(_midway(rules), None if DEEP else 6):
        assert pickle.loads(pickle.dumps(state)) == state
        record = Record(state)
        assert Record.parse(record.text, rules).state == state
        pending = state.pending
        assert isinstance(pending, Decision)
        assert undo(state, pending.player).pending != pending
        kept += 1
    assert kept > 3


def test_who_cannot_see_an_answer_learns_no_part_of_it(rules: Ruleset) -> None:
    sampled = 0
    for state in _midway(rules):
        for seat in (SPECTATOR, *range(state.players)):
            view = state.view(seat)
            world = view.sample(Random(sampled))
            assert world.view(seat).key == view.key
            assert world.view(seat).decision == view.decision
        sampled += 1
        if sampled == 3:
            break
    assert sampled > 2
    assert not list(leaks(rules, effort=tried(100_000, 2_000)))


def test_openspiel_and_pettingzoo_play_it(rules: Ruleset) -> None:
    players = rules.players[-1]
    game = openspiel.game(
        rules, players, f"bit_by_bit_{rules.digest[:8]}_{rules.resolved.listed}"
    )  # its own is for whole answers
    state, random = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal
        state.apply_action(random.choice(legal))
    assert len(state.history()) <= game.max_game_length() + game.max_chance_nodes_in_history()
    api_test(env(rules, players), num_cycles=60)


# ---- what a player is told


def test_what_cannot_be_said_next_is_refused_with_its_reason(tmp_path: Path) -> None:
    said = "2 to 3 cards as lot from market, where total pip in lot is at most 5"
    begun = load(written(tmp_path, said), listed=1).at(2)
    assert isinstance(begun.pending, Decision)
    state = begun.apply("2 sun")
    told = {
        text: str(_refused(state, text)) for text in ("2 sun", "1 sun", "4 moon", "(enough)", "9 sun", "1 moon, 3 moon")
    }
    rule = "[turn]"
    assert told["2 sun"].startswith("'2 sun' has already been chosen") and all(rule in each for each in told.values())
    assert told["1 sun"].startswith("'1 sun' comes before 2 sun; give the cards of a set in order")
    assert told["4 moon"] == f"'4 moon' cannot lead to a legal answer to '{begun.pending.prompt[8:]}' [turn]"
    assert told["(enough)"].startswith("'(enough)' is not a complete answer")
    assert "is not among the choices" in told["9 sun"]
    assert "give the cards one at a time" in told["1 moon, 3 moon"]
    assert state.view(0).why("4 moon") == told["4 moon"]
    assert "is asked: choose 2 to 3 cards as lot" in state.view(1).why()


def _refused(state: State, text: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        state.apply(text)
    return refused.value


def test_a_part_of_an_answer_that_is_a_whole_one_is_told_to_be_one(tmp_path: Path) -> None:
    decision = load(written(tmp_path, "0 to 2 cards as lot from market", may=True)).at(2).pending
    assert isinstance(decision, Decision)
    assert [option.text for option in decision.whole()] == ["(enough)", "(decline)"]
    for atom in decision.next_atoms():
        [whole] = decision.whole((atom,))
        assert whole.atoms == (atom,)
        for other in decision.next_atoms((atom,)):
            assert [option.atoms for option in decision.whole((atom, other))] == [(atom, other)]
            assert decision.next_atoms((atom, other)) == ()
