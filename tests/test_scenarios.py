"""Scenarios: what they lay out, what they leave open, what they claim, and where they stand."""

import tracemalloc
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice, permutations, product
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import rulespec
from rulespec import Chance, Decision, Over, RulesError, Ruleset, State
from rulespec.engine.native.engine import EXTENSION
from rulespec.engine.python.program import Asking
from rulespec.experiments.failures.scenario import scenario
from rulespec.experiments.scenarios import Outcome, absent, laid_in, run, specs
from rulespec.experiments.testing.files import loaded as loaded_text
from rulespec.experiments.testing.files import tree
from rulespec.language.printer import written as printed
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Share
from rulespec.rules.rulebook import EngineName
from tests import effort
from tests.library import ROOT, ruleset

ENGINES: tuple[EngineName, ...] = ("python",) if EXTENSION is None else ("python", "native")
SHELF = (ROOT / "cards", ROOT / "examples/games", ROOT / "tests" / "rules" / "good")

MAUMAU = """
    given 3 players
        hand of seat 0: Sieben Herz, Dame Pik
        hand of seat 1: As Pik, As Herz
        hand of seat 2: Neun Karo
        stack: Neun Herz
        wish: Herz
"""


def scenarios(text: str, tmp_path: Path, base: str = "mau-mau") -> Ruleset:
    path = tmp_path / "tried.rules"
    path.write_text(f"scenarios tried extends {base}\n{text}", "utf-8")
    return rulespec.load(path, library=SHELF)


def tried(text: str, tmp_path: Path, base: str = "mau-mau") -> Outcome:
    return {each.key: each for each in run(scenarios(f"scenario one{text}", tmp_path, base))}["scenario one"]


def held(outcomes: Iterable[Outcome]) -> dict[str, bool]:
    return {each.key.removeprefix("scenario "): each.held for each in outcomes}


# ---- what is claimed: each claim holds as it is written, and falls where it says something else


TRUE_AND_FALSE = {
    "a hand in any order": ("hand of seat 0: Dame Pik", "hand of seat 0: Dame Herz"),
    "cards that are counted": ("hand of seat 1: As Pik, 3 cards", "hand of seat 1: As Pik, 2 cards"),
    "every player's": ("hand of players: 1 card", "hand of players: 2 cards"),
    "that of the others": (
        "hand of seat 0: Dame Pik\n        hand of seat 1: 4 cards\n        hand of others: Neun Karo",
        "hand of others: Neun Karo",
    ),
    "a row in its order": ("stack: Neun Herz, Sieben Herz", "stack: Sieben Herz, Neun Herz"),
    "a row with cards that are counted": ("stack: 1 card, Sieben Herz", "stack: Sieben Herz, 1 card"),
    "a card among others": ("hand of seat 1 has As Pik, As Herz", "hand of seat 1 has As Pik, Neun Karo"),
    "a card that is not there": ("hand of seat 1 has no Dame Pik", "hand of seat 1 has no As Pik"),
    "an empty zone": ("hand of seat 2: Neun Karo", "hand of seat 2: nothing"),
    "what a player knows": ("seat 0 knows hand of seat 0: Dame Pik", "seat 0 knows hand of seat 0: nothing"),
    "what he does not know": ("seat 0 knows hand of seat 1: nothing", "seat 0 knows hand of seat 1: As Pik"),
    "what he has heard": ('seat 2 heard "seat 1 has the turn"', "seat 2 heard nothing"),
    "a counter": ("debt: 0", "debt: 2"),
    "a note": ("wish: Herz", "wish: Pik"),
    "a value that is a card": ("top: Sieben Herz", "top: Neun Herz"),
    "whose turn it is": ("next: seat 1", "next: seat 0"),
    "who is asked": ("asked: seat 1", "asked: seat 2"),
    "that the game goes on": ("game goes on", "game ends out"),
    "what is offered": ("offered As Herz", "offered As Pik"),
    "one of several offers": ("offered As Herz", "offered As Herz or As Pik"),
    "what is not offered": ("not offered As Pik", "not offered As Herz"),
    "by which rule": ("not offered As Pik by value playable", "not offered As Pik by turn"),
    "nobody has won yet": ("holds every player where own hand is not empty", "winners: nobody"),
    "a condition": ("holds cards in hand of active is 4", "holds cards in hand of active is 2"),
}


@pytest.mark.parametrize("claims", TRUE_AND_FALSE.values(), ids=TRUE_AND_FALSE)
def test_a_claim_holds_or_is_told_at_its_line_with_what_is_the_case(claims: tuple[str, str], tmp_path: Path) -> None:
    true, false = claims
    lines = "    when\n        seat 0: Sieben Herz\n    then\n        "
    if true == "hand of players: 1 card":
        true = "hand of others: 1 card\n        hand of seat 1: 4 cards"
    text = "".join(f"scenario {name}{MAUMAU}{lines}{claim}\n" for name, claim in (("one", true), ("two", false)))
    holding, outcome = run(scenarios(text, tmp_path), ["one", "two"])
    assert holding.message == "" and not outcome.held
    assert outcome.problem is not None and outcome.failure is not None
    said = false.splitlines()[-1].strip()
    assert outcome.message.startswith(f"expected '{said}', but ")
    assert outcome.problem.span is not None and outcome.problem.span.text == said
    assert len(outcome.failure.state.zone("stack")) == 2


def test_the_end_of_a_game_is_claimed_by_its_reason_its_winners_and_what_each_gets(tmp_path: Path) -> None:
    fold = "    when\n        seat 0: bet\n        seat 1 act: pass\n    then\n        "
    claims = ("game ends fold", "winners: seat 0", "returns: 1, -1", "chips of seat 1: -1", "game goes on",
              "game ends showdown", "winners: seat 1", "returns: -1, 1", "offered pass", "next: seat 1")  # fmt: skip
    text = "".join(f"scenario s{number}\n{fold}{claim}\n" for number, claim in enumerate(claims))
    names = [f"s{number}" for number in range(len(claims))]
    outcomes = run(scenarios(text, tmp_path, "kuhn"), names)
    assert [each.held for each in outcomes] == [True] * 4 + [False] * 6
    assert [(each.tried, each.all) for each in outcomes[:4]] == [(6, True)] * 4
    assert all(each.failure and isinstance(each.failure.state.pending, Over) for each in outcomes[4:])


LAPSING = """ruleset lapsing "Whoever has no card cannot play"
players 3
at most 9 turns
numbers rank: 1 to 9
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone table, seen by all
turn
    choose card from own hand, openly
    move card to table
game ends out: every player where own hand is empty
winners: players
{scenarios}"""


def test_a_turn_that_lapsed_has_begun() -> None:
    laid = "\n    given\n        hand of seat 0: 1, 2\n        hand of seat 2: 3\n"
    claims = ("next: seat 1", "next: seat 2", "next: seat 0")
    text = "".join(
        f"scenario s{at}{laid}    when\n        seat 0: 1\n    then\n        {claim}\n"
        for at, claim in enumerate(claims)
    )
    rules = rulespec.load("lapsing", texts={"lapsing": LAPSING.format(scenarios=text)})
    assert [each.held for each in run(rules, ["s0", "s1", "s2"])] == [True, True, False]


# ---- what is left open


def test_what_is_left_open_has_to_hold_in_every_way(tmp_path: Path) -> None:
    laid = """
    given
        hand of seat 0: Queen
        hand of seat 1: 1 card from pile
        stake of players: 1
"""
    lines = "    when\n        seat 0: bet\n        seat 1: bet\n    then\n        "
    every = tried(f"{laid}{lines}game ends showdown\n", tmp_path, "kuhn")
    assert (every.held, every.tried, every.all) == (True, 2, True)
    one = tried(f"{laid}{lines}winners: seat 0\n", tmp_path, "kuhn")
    assert (one.held, one.tried) == (False, 2)
    assert one.problem is not None and one.problem.remedy == "this happens when hand of seat 1: King"


def test_of_very_many_ways_some_are_tried_the_same_ones_each_time_and_every_card_is_met(tmp_path: Path) -> None:
    laid = """
    given
        hand of seat 0: Dame Pik, Neun Kreuz
        hand of seat 1: 5 cards from (pile, where its suit is Karo or its suit is Pik)
        stack: Neun Herz
        wish: Kreuz
"""
    for rank in effort.some(("Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "As"), 3):
        outcome = tried(f"{laid}    then\n        hand of seat 1 has no {rank} Karo\n", tmp_path)
        assert (outcome.held, outcome.all) == (False, False), rank
        assert tried(f"{laid}    then\n        hand of seat 1 has no {rank} Karo\n", tmp_path) == outcome
    every = tried(f"{laid}    then\n        hand of seat 1 has no Sieben Herz\n", tmp_path)
    assert (every.held, every.tried, every.all) == (True, 40, False)


def test_a_card_that_is_drawn_in_a_later_line_is_in_nobodys_way(tmp_path: Path) -> None:
    drawn = """
    given 2 players
    when
        seat 1 draws: Neun Pik
    then
        hand of seat 1 has Neun Pik
"""
    outcome = tried(drawn, tmp_path)
    assert (outcome.message, outcome.tried) == ("", 40)
    laid = """
    given 2 players
        hand of seat 0: Dame Pik
        hand of seat 1: 25 cards from pile
        stack: Neun Herz
        wish: Kreuz
    when
        seat 0 draws: As Karo
    then
        hand of seat 0 has As Karo
"""
    outcome = tried(laid, tmp_path)
    assert (outcome.message, outcome.tried) == ("", 40)


DEALT = """ruleset dealt "A deal in each round"
players 2 to 4
at most 40 turns
word suit: sun, moon
numbers pips: 1 to 6
cards deck in pile
    1 of each suit in each pips
zone pile, shuffled
zone hand of player, seen by owner
zone kitty
zone shared of suit, seen by all
counter dealt
round
    move hand of players and kitty to pile
    {deal}
turn
    choose card from own hand
    move card to kitty
game ends out after turn: cards in kitty is 3
winners: players
"""
TO_PLAYERS = DEALT.format(deal="deal pile to hand of players")


def dealing(tmp_path: Path, engine: EngineName, text: str, game: str = TO_PLAYERS) -> Outcome:
    path = tmp_path / "dealt.rules"
    path.write_text(f"{game}\nscenario one\n    given 3 players, seat 1 begins\n{text}", "utf-8")
    [outcome] = run(rulespec.load(path, engine=engine))
    return outcome


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("seat 0 is dealt: sun 1, moon 1", "seat 2 is dealt: sun 2"), ""),
        (("seat 0 is dealt: sun 1", "seat 2 is dealt: sun 2", "seat 0 is dealt: moon 1"), ""),
        (("seat 2 is dealt: sun 2", "seat 0 is dealt: sun 1, moon 1", "seat 1: anything"), ""),
        (("seat 1 draws: moon 6, sun 2, sun 1, moon 5, moon 4, moon 1",), ""),
        (
            ("seat 0 is dealt: sun 3, moon 1", "seat 2 is dealt: sun 2"),
            "expected 'hand of seat 0 has sun 1, moon 1', but ",
        ),
        (("seat 0 is dealt: moon 7",), "unknown card 'moon 7' with 3 players"),
        (
            ("seat 1: anything", "seat 0 is dealt: sun 1"),
            "seat 0 is dealt no card here: the next step is 'seat 2: choose",
        ),
    ],
)
def test_a_deal_is_given_by_the_seats_that_receive_the_cards(
    engine: EngineName, lines: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    when = "".join(f"        {line}\n" for line in lines)
    claims = "        hand of seat 0 has sun 1, moon 1\n        hand of seat 2 has sun 2\n"
    outcome = dealing(tmp_path, engine, f"    when\n{when}    then\n{claims}")
    assert outcome.message.startswith(said) and outcome.held == (not said)


@pytest.mark.parametrize("engine", ENGINES)
def test_other_draws_name_the_seats_that_receive_the_cards_as_well(engine: EngineName, tmp_path: Path) -> None:
    drawn = DEALT.format(deal="players: draw 2 from pile to own hand\n    draw 1 from pile to hand of left of active")
    when = "    when\n        seat 2 is dealt: sun 1, sun 2, sun 3\n        seat 0 is dealt: moon 1\n"
    then = "    then\n        hand of seat 2: sun 1, sun 2, sun 3\n        hand of seat 0: moon 1, 1 card\n"
    assert dealing(tmp_path, engine, when + then, drawn).message == ""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_deal_to_nobody_has_no_receiving_seats(engine: EngineName, tmp_path: Path) -> None:
    shared = DEALT.format(
        deal="draw 3 from pile to kitty\n    deal pile to shared of suit\n    move kitty to hand of active"
    )
    outcome = dealing(
        tmp_path, engine, "    when\n        seat 0 is dealt: sun 1\n    then\n        round goes on\n", shared
    )
    assert outcome.message.startswith("seat 0 is dealt no card here")


def test_a_line_of_a_deal_that_names_the_wrong_seat_is_told_the_other_form(tmp_path: Path) -> None:
    outcome = dealing(tmp_path, "python", "    when\n        seat 0 draws: sun 1\n    then\n        game goes on\n")
    assert outcome.problem is not None and outcome.problem.remedy == "write 'seat 0 is dealt: ...', or remove this line"


@pytest.mark.parametrize("engine", ENGINES)
def test_the_scenario_of_a_failed_game_gives_a_deal_by_receiving_seat(engine: EngineName, tmp_path: Path) -> None:
    path = tmp_path / "dealt.rules"
    path.write_text(TO_PLAYERS, "utf-8")
    rules = rulespec.load(path, engine=engine)
    state, random = rules.new_game(3, first=1), Random(1)
    while isinstance(state.pending, Chance):
        state = state.apply(random.choice(state.pending.options))
    text = scenario(state, "failed", "this must not be", None)
    lines = [line.split(":")[0].strip() for line in text.splitlines() if " is dealt:" in line]
    assert lines == [f"seat {seat} is dealt" for seat in range(3)] and " draws:" not in text
    path.write_text(TO_PLAYERS + text, "utf-8")
    [outcome] = run(rulespec.load(path, engine=engine))
    assert outcome.tried == 1 and outcome.message.startswith("expected 'game ends out', but ")  # its last line
    assert outcome.state is not None and outcome.state.position == state.position


# ---- where it begins


def test_without_a_position_it_begins_with_a_new_game(tmp_path: Path) -> None:
    dealt = """
    given 4 players, seat 2 begins
    then
        stack has no Neun Pik
        holds cards in hand of active is at least 5
"""
    outcome = tried(dealt, tmp_path)
    assert not outcome.held and outcome.message.startswith("expected 'stack has no Neun Pik'")
    assert tried(dealt.replace("        stack has no Neun Pik\n", ""), tmp_path).held
    assert tried("\n    then\n        hand of players: 3 cards\n", tmp_path, "leduc").message.startswith(
        "expected 'hand of players: 3 cards', but "
    )


def test_the_fewest_players_play_with_whom_all_can_that_are_named(tmp_path: Path) -> None:
    laid = """
    given
        hand of seat 3: Dame Pik
        hand of others: 1 card from pile
        stack: Neun Herz
    then
        holds number of players is 4
"""
    assert tried(laid, tmp_path).held


def test_what_is_said_twice_of_a_place_or_a_counter_is_an_error(tmp_path: Path) -> None:
    for line in ("hand of others: 1 card from pile\n        hand of players", "debt: 1\n        debt"):
        content = "1" if line.startswith("debt") else "nothing"
        twice = tried(f"{MAUMAU}        {line}: {content}\n    then\n        game goes on\n", tmp_path)
        assert twice.message == f"'{line.split()[-1] if content == '1' else 'hand of players'}' is set twice"
        assert twice.problem is not None and (twice.problem.code, twice.problem.line) == ("E056", 10)


def test_copies_need_no_number(tmp_path: Path) -> None:
    laid = """
    given 3 players
        hand of rot: Zofe braun, Hofnarr rot, Hofnarr braun, 3 cards from pile
        hand of others: 6 cards from pile
    when
        rot: Zofe braun
        rot: Hofnarr braun
    then
        display of rot: Zofe braun
        discards: Hofnarr braun
        hand of rot has Hofnarr rot
"""
    assert tried(laid, tmp_path, "ksr").message == ""
    assert tried(laid.replace("has Hofnarr rot", "has Hofnarr braun"), tmp_path, "ksr").held is False
    thrice = tried(laid.replace("Hofnarr braun, 3", "Hofnarr braun, Hofnarr braun, Hofnarr braun, 1"), tmp_path, "ksr")
    assert thrice.message == "'Hofnarr braun' has already been placed"


# ---- answers


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("seat 1: As Herz", "seat 1 is not asked here: the next step is 'seat 0: choose card from playable'"),
        ("seat 0 crad: Sieben Herz", "this question asks for 'card'"),
        ("seat 0: Dame Pik", "'Dame Pik' is excluded by 'where its suit is called or its rank is rank of top"),
        ("seat 0 draws: Dame Karo", "no draw happens here"),
        ("seat 0: Sieben Herz\n        seat 1 draws: As Pik", "'As Pik' cannot be drawn"),
    ],
)
def test_an_answer_that_cannot_be_given_fails_the_scenario_at_its_line(line: str, said: str, tmp_path: Path) -> None:
    outcome = tried(f"{MAUMAU}    when\n        {line}\n    then\n        game goes on\n", tmp_path)
    assert outcome.message.startswith(said)
    assert outcome.problem is not None and outcome.problem.line == 10 + line.count("\n")
    assert outcome.failure is not None


def test_a_card_drawn_by_another_and_a_row_in_another_order_are_told_with_their_remedy(tmp_path: Path) -> None:
    lines = "    when\n        seat 0: Sieben Herz\n        {}\n    then\n        {}\n"
    drawn = tried(MAUMAU + lines.format("seat 2 draws: Dame Karo", "game goes on"), tmp_path)
    assert drawn.problem is not None and drawn.problem.remedy.startswith("write 'seat 1 draws: ...'")
    row = tried(MAUMAU + lines.format("seat 1 draws: Dame Karo", "stack: Sieben Herz, Neun Herz"), tmp_path)
    assert row.message.endswith("stack has Neun Herz, Sieben Herz, in this order")


def test_a_position_that_ends_its_own_round_is_told_so_where_an_answer_does_not_fit(tmp_path: Path) -> None:
    laid = """
    given 3 players, rot begins
        display of gelb: Zofe rot, Hofnarr rot, Wächter rot, Mundschenk rot, Zauberer rot, Schatzmeister rot
        hand of rot: {}, 5 cards from pile
        hand of grün: 6 cards from pile
"""
    lines = "    when\n        rot: Zofe grün\n    then\n        game goes on\n"
    played = laid.format("Zofe grün") + lines
    (_, wrong), (_, right) = (
        (text, tried(text, tmp_path, "ksr")) for text in (played, played.replace(", Schatzmeister rot", ""))
    )
    remedy = "'round ends six' happens before the first answer; start from an earlier position"
    assert wrong.problem is not None and (wrong.problem.code, wrong.problem.remedy) == ("E060", remedy)
    assert wrong.problem.span is not None and wrong.problem.span.text == "rot: Zofe grün"
    assert remedy not in (right.problem.remedy if right.problem else "")
    ended = laid.format("Zofe grün") + "    then\n        round ends {}\n"
    assert tried(ended.format("six"), tmp_path, "ksr").held
    other = tried(ended.format("jester"), tmp_path, "ksr").problem
    assert other is not None and other.remedy == ""  # the claim says itself by what the round has ended


PLAYED = (
    "mau-mau kuhn ksr review auction whist leduc vows whispers riposte duel pebbles goofspiel scissors market".split()
)


@pytest.mark.parametrize("name", effort.some(PLAYED, 5))
def test_a_game_pasted_from_its_record_comes_to_what_lies_on_the_table(name: str, tmp_path: Path) -> None:
    """Everything on the table is claimed; and then, of a zone, what is not the case."""
    dice = Random(name)
    state, text, claims, false = _pasted(ruleset(name), dice, 60)
    assert len(claims) > state.players
    said = f"scenario so\n{text}{claims}\nscenario otherwise\n{text}{false}"
    whole, wrong = run(scenarios(said, tmp_path, name), ["so", "otherwise"])
    assert (whole.message, whole.tried, whole.all) == ("", 1, True)
    assert not wrong.held and wrong.failure is not None and wrong.failure.state == state


def test_a_game_of_drawn_rules_pasted_comes_to_what_lies_on_the_table() -> None:
    answers = claimed = 0
    for number in range(effort.tried(deep=1_000, quick=6)):
        text, listed = _lawless(Random(number)), (10_000, 8)[number % 2]  # in every other, much is asked bit by bit
        with suppress(RulesError):  # bit by bit, not every choice can be asked
            state, when, claims, false = _pasted(loaded_text(text, listed=listed), Random(number), 40)
            said = f"scenario so\n{when}{claims}\nscenario otherwise\n{when}{false}"
            so, otherwise = run(loaded_text(f"{text}\n{said}", listed=listed))
            assert (so.message, so.tried, so.all) == ("", 1, True)
            assert not otherwise.held and otherwise.failure is not None and otherwise.failure.state == state
            answers, claimed = answers + when.count("\n"), claimed + claims.count("\n")
    assert min(answers, claimed) > effort.tried(deep=150, quick=50)


def _lawless(random: Random) -> str:
    """A drawn rule file without laws, which its own games may break."""
    file = tree(random)
    kept = [each for each in file.items if isinstance(each, d.Plain) and not isinstance(each.declaration, d.Always)]
    return printed(evolve(file, items=tuple(each for each in kept if not isinstance(each.declaration, d.Scenario))))


def _pasted(rules: Ruleset, dice: Random, most: int) -> tuple[State, str, str, str]:
    """A random game, what led to it as a scenario says it, all that is then on the table, and what is not."""
    players = rules.players[-1]
    first = players - 1
    state, lines = rules.new_game(players, first), list[str]()
    while isinstance(state.pending, Chance) or (not isinstance(state.pending, Over) and len(lines) < most):
        option, who = dice.choice(state.pending.options), state.seat_name(state.position.own)
        about = " and ".join(state.pending.binds) or ("draws" if isinstance(state.pending, Chance) else "")
        lines.append(f"{f'{who} {about}'.rstrip()}: {option.text}")
        state = state.apply(option)
    claims = list(_on_the_table(state))
    text = f"    given {players} player{'s' if players > 1 else ''}, {state.seat_name(first)} begins\n"
    text += "".join(("    when\n", *(f"        {line}\n" for line in lines))) if lines else ""
    text += "    then\n"
    share, _, content = dice.choice(claims[: len(state.game.material.places)]).partition(": ")
    false = f"        {share}: {'1 card' if content == 'nothing' else 'nothing'}\n"
    return state, text, "".join(f"        {claim}\n" for claim in claims), false


def _called(state: State, share: Share) -> str:
    """A zone, a counter or a note as a scenario names it."""
    if share.owner is None:
        return share.name if share.word is None else f"{share.name} of {share.word}"
    return f"{share.name} of {state.seat_name(share.owner)}" + ("" if share.word is None else f" by {share.word}")


def _on_the_table(state: State) -> Iterator[str]:
    """A claim for each zone, counter and note, for who is asked or has won."""
    material = state.game.material
    for place, cards in zip(material.places, state.position.zones, strict=True):
        yield f"{_called(state, place)}: {', '.join(material.cards[card].name for card in cards) or 'nothing'}"
    for variable in material.variables:
        holder, where = variable.holder, variable.where
        value = state.counter(*where) if isinstance(holder, d.Counter) else state.value(*where)
        if isinstance(holder, d.Note) and holder.of == "player" and value is not None:
            value = state.seat_name(value)
        yield f"{_called(state, variable)}: {'nothing' if value is None else value}"
    if isinstance(state.pending, Over):
        yield f"winners: {', '.join(map(state.seat_name, state.pending.winners)) or 'nobody'}"
        if all(each.denominator == 1 for each in state.pending.returns):
            yield f"returns: {', '.join(map(str, state.pending.returns))}"
    elif isinstance(state.pending, Decision):
        yield f"asked: {state.seat_name(state.pending.player)}"
        if len(offers := list(islice(_whole_answers(state), 40))) < 40:
            yield f"offered only {' or '.join(offers)}"


def _whole_answers(state: State) -> Iterator[str]:
    """All answers to what is asked, in their parts where it is asked bit by bit."""
    assert isinstance(state.pending, Decision)
    for option in state.pending.options:
        ask, further = state.game.asks[state.pc], state.apply(option)
        goes_on = isinstance(ask, Asking) and ask.at is not None and option.raw is not None and _is_begun(further)
        yield from (f"{option.text}, {rest}" for rest in _whole_answers(further)) if goes_on else [option.text]


def _is_begun(state: State) -> bool:
    ask = state.game.asks.get(state.pc)
    return isinstance(ask, Asking) and ask.is_begun(state.snapshot.stage)


# ---- laws


def test_a_position_that_breaks_a_law_is_an_error_and_so_is_a_way_that_does(tmp_path: Path) -> None:
    law = "always few: cards in stack is at most 2\n"
    laid = MAUMAU.replace("stack: Neun Herz", "stack: Zehn Herz, Acht Herz, Neun Herz")
    ends = """    when
        seat 0: Sieben Herz
        seat 1 draws: As Karo, Acht Kreuz
        seat 1: As Herz
    then
        game goes on
"""
    text = f"{law}scenario position{laid}    then\n        debt: 0\nscenario way{MAUMAU}{ends}"
    outcomes = {each.key: each for each in run(scenarios(text, tmp_path))}
    position, way = outcomes["scenario position"], outcomes["scenario way"]
    assert position.message == "in this position, always few is violated: cards in stack is 3"
    assert way.message == "always few is violated: cards in stack is 3"
    assert way.problem is not None and way.problem.span is not None and way.problem.span.text == "seat 1: As Herz"


SETS = """ruleset sets
players 2
at most 9 turns
word suit: red, blue
numbers pips: 1 to 4
cards deck in pile
    1 of each pips in each suit
zone pile
zone hand of player, seen by owner
zone bin, seen by all
turn
    choose {}
    move {} to bin
game ends out: bin is not empty
winners: players
scenario one
    given 2 players
        hand of seat 0: 1 red, 3 red, 2 blue, 4 blue, 3 blue
        pile: the rest
    when
        seat 0: {}
    then
        bin: {}
"""


def test_the_cards_of_a_set_are_answered_in_any_order_however_they_are_asked() -> None:
    tried = 0
    for choice, names, cards in (
        ("3 cards as lot from own hand", "lot", ("1 red", "2 blue", "4 blue")),
        ("2 to 3 cards as lot from own hand, where total pips in lot is 7", "lot", ("1 red", "2 blue", "4 blue")),
        ("one and another from own hand", "one and another", ("1 red", "3 blue")),
    ):
        for said, listed in product(permutations(cards), (10_000, 1)):
            text = SETS.format(choice, names, ", ".join(said), ", ".join(cards))
            rules = loaded_text(text, listed=listed)
            (outcome,) = run(rules)
            assert outcome.held, outcome.problem
            tried += 1
    assert tried == 28
    of_two = ("2 cards as lot from own hand and 2 cards as rest from own hand", "rest")
    for said, listed in product((("4 blue", "3 red"), ("3 red", "4 blue")), (10_000, 1)):
        text = SETS.format(*of_two, f"{', '.join(said)}, 2 blue, 1 red", "1 red, 2 blue")
        assert run(loaded_text(text, listed=listed))[0].held  # the first two are the one set, the last two the other


@pytest.mark.parametrize(
    ("choice", "wrong"),
    [
        ("2 to 3 cards as lot from own hand, where total pips in lot is 7", ("3 red", "3 red, 2 blue", "(enough)")),
        ("4 cards as lot from own hand", ("3 red", "1 red, 3 red, 2 blue", "1 red, 3 red, 2 blue, 4 blue, 3 blue")),
        ("0 to 1 cards as lot from own hand and who from players", ("3 red", "3 red, 2 blue, seat 0", "(enough)")),
        ("one and another from own hand, where red is in one plus another", ("3 red", "2 blue, 4 blue", "(decline)")),
    ],
)
def test_what_is_offered_is_a_whole_answer_however_it_is_asked(choice: str, wrong: tuple[str, ...]) -> None:
    names = "one and another" if "another" in choice else "lot"
    text, _, _ = SETS.format(choice, names, "", "").partition("    when")
    hand = ["1 red", "3 red", "2 blue", "4 blue", "3 blue"]
    decision = loaded_text(text.partition("scenario one")[0]).at(2, zones={("hand", 0): hand}).pending
    assert isinstance(decision, Decision)
    right = [option.text for option in decision.options]
    assert len(right) > 3
    turned = " or ".join(", ".join(reversed(each.split(", "))) for each in right if "seat" not in each) or right[0]
    claims = {
        f"offered {turned}": True,
        f"offered only {' or '.join(right)}": True,
        f"offered only {' or '.join(right[1:])}": False,
        f"not offered {right[-1]}": False,
        **{f"offered {each}": False for each in wrong},
        **{f"not offered {each}": True for each in wrong},
    }
    scenarios = "".join(
        f"scenario case{number}{text.partition('scenario one')[2]}    then\n        {claim}\n"
        for number, claim in enumerate(claims)
    )
    for listed in (10_000, 1):
        rules = loaded_text(text.partition("scenario one")[0] + scenarios, listed=listed)
        told = {claim: each.message for claim, each in zip(claims, run(rules), strict=True)}
        assert {claim for claim, message in told.items() if (message == "") != claims[claim]} == set(), told


def test_an_answer_by_its_text_names_the_cards_of_a_set_in_any_order() -> None:
    text = SETS.format("3 cards as lot from pile", "lot", "1 red", "1 red").partition("scenario")[0]
    rules = loaded_text(text.replace("zone pile", "zone pile, seen by all"))
    state = rules.new_game(2)
    for said in permutations(("1 red", "2 blue", "4 blue")):
        assert {card.name for card in state.apply(", ".join(said)).zone("bin")} == set(said)


def test_what_is_offered_is_claimed_in_any_order_where_order_means_nothing() -> None:
    for choice in ("2 cards as lot from own hand", "one and another from own hand"):
        text = SETS.format(choice, "lot" if "lot" in choice else "one and another", "1 red, 3 red", "1 red, 3 red")
        for said in ("3 blue, 2 blue", "2 blue, 3 blue"):
            claims = f"    then\n        {{}} {said}\n    when\n"
            assert run(loaded_text(text.replace("    when\n", claims.format("offered"))))[0].held
            (outcome,) = run(loaded_text(text.replace("    when\n", claims.format("not offered"))))
            assert "'2 blue, 3 blue' is offered" in outcome.message


# ---- anything that can be answered


def test_whatever_is_answered_is_tried_whole_and_a_failure_names_the_answer() -> None:
    for choice, count in (
        ("card from own hand", 5),
        ("2 cards as card from own hand", 10),
        ("0 to 2 cards as card from own hand", 16),
        ("one and another from own hand", 10),
        ("2 cards as card from own hand, where total pips in card is at most 6", 8),
    ):
        names = "one and another" if "another" in choice else "card"
        text = SETS.format(choice, names, "anything", "{}")
        for listed in (10_000, 1):
            (outcome,) = run(loaded_text(text.replace("bin: {}", "holds cards in bin is at most 2"), listed=listed))
            assert outcome.held and outcome.all and outcome.tried == count
        (outcome,) = run(loaded_text(text.replace("bin: {}", "bin has no 2 blue"), listed=listed))
        assert outcome.problem is not None and not outcome.held
        assert "this happens when seat 0 answers: " in str(outcome.problem) and "2 blue" in str(outcome.problem)


def test_anything_is_as_wrong_as_an_answer_where_another_is_asked(tmp_path: Path) -> None:
    for line, said in (
        ("seat 1: anything", "seat 1 is not asked here"),
        ("seat 0 cord: anything", "write: seat 0 card"),
    ):
        outcome = tried(f"{MAUMAU}    when\n        {line}\n    then\n        game goes on\n", tmp_path)
        assert said in str(outcome.problem)


# ---- as a round ends


ROUNDS = """ruleset rounds
players 2
at most 40 turns
word suit: red, blue
numbers pips: 1 to 6
cards deck in pile
    1 of each pips in each suit
zone pile
zone hand of player, seen by owner
zone bin, seen by all
counter laid, each round
counter points of player
note best: player
round
    move bin and hand of players to pile
    players: draw 3 from pile to own hand
turn
    choose card from own hand
    move card to bin
    add 1 to laid
round ends full: laid is 2
    add 5 to points of active
after round scoring
    set best to first of (players, with most own points)
game ends rich after round: some player where own points is at least 10
winners: best
scenario one
    given 2 players
        hand of seat 0: 1 red
        hand of seat 1: 2 red
        bin: 3 red
        laid: 1
        pile: the rest
    when
        seat 0: 1 red
    then as the round ends
        {}
    then
        laid: 0
        bin: nothing
        {}
"""


@pytest.mark.parametrize(
    ("claim", "case"),
    [
        ("laid: 2", None),
        ("laid: 0", "laid is 2"),
        ("bin: 3 red, 1 red", None),
        ("bin has no 1 red", "bin has 1 red, 3 red"),
        ("points of seat 0: 5", None),
        ("best: seat 0", None),
        ("holds laid is 2 and round ended by full and next is left of active", None),
        ("holds hand of players is empty", "hand of players is 2 red"),
        ("round ends full", None),
        ("seat 1 knows hand of seat 1: 2 red", None),
        ("seat 1 heard nothing", "laid is 2, the round ends in seat 0's turn"),
    ],
)
def test_it_is_claimed_how_a_round_stands_as_it_ends(claim: str, case: str | None) -> None:
    (outcome,) = run(loaded_text(ROUNDS.format(claim, "round ends full")))
    assert outcome.held is (case is None), outcome.problem
    assert (case or "") in outcome.message
    if outcome.failure is not None:
        assert outcome.failure.state.zone("bin") == ()  # what is shown of it is the game as it has gone on


def test_where_no_round_has_ended_nothing_can_be_claimed_of_that(tmp_path: Path) -> None:
    for claim, code, said in (
        ("asked: seat 1", "E056", "this is not known yet when the round ends"),
        ("game ends rich", "E056", "this is not known yet when the round ends"),
        ("laid: 0", "E060", "no round has ended: the next step is 'seat 0: choose card from own hand'"),
    ):
        text = ROUNDS.format("{}", "{}").partition("    when")[0] + f"    then as the round ends\n        {claim}\n"
        if code == "E056":
            with pytest.raises(RulesError, match=said):
                loaded_text(text)
            continue
        (outcome,) = run(loaded_text(text))
        assert outcome.problem is not None and outcome.problem.code == code and said in outcome.message


# ---- by which block an answer is left out


LEFT_OUT = """ruleset left
players 2
at most 9 turns
word suit: red, blue
numbers pips: 1 to 5
cards deck in pile
    1 of each pips in each suit
zone pile
zone hand of player, seen by owner
zone bin, in a row, seen by all
call card low if its pips is less than 3
call card fitting if its suit is suit of last of bin
call game bluish if last of bin is blue
{}
turn
    choose {}
    move card to bin
game ends out: some player where own hand is empty
winners: players
scenario one
    given 2 players
        hand of seat 0: 1 red, 3 red, 5 red, 1 blue, 4 blue
        hand of seat 1: 3 blue
        bin: 4 red
        pile: the rest
    then
        not offered {} by {}
"""
HIGH = "value playable: (hand of active, where it is not low)"
INNER = "value inner: ((hand of active), where (it is not low))"
BY_BLOCK = {  # what is declared, what is chosen, an answer that is not offered, and the blocks that leave it out
    "a sieve": ("", "card from own hand, where it is not low", "1 red", "turn, call low"),
    "a sieve in brackets": ("", "card from ((own hand, where (it is not low)))", "1 red", "turn, call low"),
    "one of two conditions": ("", "card from own hand, where it is fitting and not it is low", "1 red",
                              "turn, call low"),
    "both of them": ("", "card from own hand, where not (it is low or it is not fitting)", "1 blue",
                     "turn, call low, call fitting"),
    "one sieve after another": ("", "card from own hand, where it is low, where it is fitting", "1 blue",
                                "turn, call fitting"),
    "what is preferred": ("", "card from own hand, preferring it is low", "3 red", "turn, call low"),
    "the game": ("", "card from own hand, where game is bluish or it is red", "4 blue", "turn, call bluish"),
    "a value": (HIGH, "card from playable", "1 red", "value playable, call low"),
    "a value of a player": ("value playable of player: own hand, where it is not low", "card from own playable",
                            "1 red", "value playable, call low"),
    "a value in brackets": (HIGH, "card from (playable)", "1 red", "value playable, call low"),
    "a value with a sieve": (HIGH, "card from playable, where it is fitting", "1 red", "value playable, call low"),
    "the sieve on a value": (HIGH, "card from playable, where it is fitting", "4 blue", "turn, call fitting"),
    "a value within a sieve": (HIGH, "card from (playable, where it is fitting)", "1 red", "value playable, call low"),
    "a value beside a set": (HIGH, "card from playable plus (bin, where it is blue)", "1 red",
                             "value playable, call low"),
    "a value less a set": (HIGH, "card from playable except (hand of active, where it is fitting)", "3 red",
                           "turn, call fitting"),
    "a value in a condition": (HIGH, "card from own hand, where it is in playable", "1 red",
                               "turn, value playable, call low"),
    "a value by the name": (HIGH, "card from own hand, where it is fitting and card is in playable", "1 red",
                            "turn, value playable, call low"),
    "a value of a value": (f"{INNER}\nvalue playable: inner", "card from playable", "1 red",
                           "value playable, value inner, call low"),
    "a value of a value with a sieve": (f"{INNER}\nvalue playable: (inner), preferring it is fitting",
                                        "card from playable", "1 red", "value playable, value inner, call low"),
    "the preferring of a value": (f"{INNER}\nvalue playable: (inner), preferring it is fitting", "card from playable",
                                  "4 blue", "value playable, call fitting"),
    "a value that is preferred in a value": (f"{INNER}\nvalue playable: hand of active, preferring it is in inner",
                                             "card from playable", "1 red",
                                             "value playable, value inner, call low"),
    "the last of a value": (f"{INNER}\nvalue playable: last of inner", "card from playable", "3 red",
                            "value playable, value inner, call low"),
    "a set": (HIGH, "2 cards as card from playable", "1 red, 3 red", "value playable, call low"),
    "a set in another order": (HIGH, "2 cards as card from playable", "3 red, 1 red", "value playable, call low"),
    "a pair in another order": ("", "card and lower from own hand, where card is not low and lower is not low",
                                "3 red, 1 red", "turn, call low"),
    "two names": (HIGH, "card from playable and lower from bin", "1 red, 4 red", "value playable, call low"),
    "what is the case afterwards": ("", "card from own hand, so that afterwards last of bin is not low", "1 red",
                                    "turn, call low"),
}  # fmt: skip
BLOCKS = ("turn", "value playable", "value inner", "call low", "call fitting", "call bluish")


@pytest.mark.parametrize("name", effort.some([*BY_BLOCK], 10))
def test_what_is_not_offered_is_left_out_by_the_blocks_it_fails_for_and_by_no_other(name: str) -> None:
    declared, choice, answer, blocks = BY_BLOCK[name]
    there = [block for block in BLOCKS if not block.startswith("value") or block in declared]
    found = set()
    for block in there:
        (outcome,) = run(loaded_text(LEFT_OUT.format(declared, choice, answer, block)))
        found |= {block} if outcome.held else set()
    assert found == set(blocks.split(", "))


# ---- files beside the rules, layers


BASE = """ruleset little "A little game"
players 2
at most 9 turns
word rank: low, high
word deed: keep, drop
cards deck in pile
    2 of each rank
zone pile
zone hand of player, seen by owner
counter points of player
turn
    choose act from deed
    if act is drop: add 1 to own points
game ends enough: some player where own points is 2
winners: players, with most own points
scenario inside
    when
        seat 0: drop
    then
        points of seat 0: 1
        points of others: 0
"""
BESIDE = """scenarios little-tried extends little
scenario beside "Who keeps has no point"
    when
        seat 0 act: keep
    then
        points of seat 0: 0
scenario won
    when
        seat 0: drop
        seat 1: keep
        seat 0: drop
    then
        game ends enough
        winners: seat 0
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "little.rules").write_text(BASE, "utf-8")
    (tmp_path / "little-tried.rules").write_text(BESIDE, "utf-8")
    return tmp_path


def loaded(house: Path, spec: str, text: str = "") -> Ruleset:
    """Rules of the folder, with the scenarios that lie beside them; the topmost file may be written first."""
    if text:
        (house / f"{spec.rpartition('+')[2]}.rules").write_text(text, "utf-8")
    first, *others = spec.split("+")
    return laid_in(rulespec.load("+".join([str(house / f"{first}.rules"), *others]), library=house))


def test_loading_rules_leaves_the_files_beside_them_alone(house: Path) -> None:
    rules = rulespec.load(house / "little.rules")
    assert held(run(rules)) == {"inside": True}
    with_them = laid_in(rules)
    assert held(run(with_them)) == {"inside": True, "beside": True, "won": True}
    assert (with_them, with_them.digest, with_them.name) == (rules, rules.digest, "little")
    assert laid_in(with_them).composed.layers == with_them.composed.layers
    assert held(run(with_them, ["won"])) == {"won": True}


def test_a_ruleset_above_inherits_them_in_its_own_words(house: Path) -> None:
    text = "ruleset big extends little\nrename drop to throw\nrename points to marks\nrename enough to plenty\n"
    rules = loaded(house, "big", text)
    assert held(run(rules)) == {"inside": True, "beside": True, "won": True}
    own = "scenarios own extends big\nscenario thrown\n"
    own += "    when\n        seat 0: throw\n    then\n        marks of seat 0: 1\n"
    (house / "own.rules").write_text(own, "utf-8")
    assert held(run(loaded(house, "big"))) == {"inside": True, "beside": True, "won": True, "thrown": True}
    assert held(run(loaded(house, "little"))) == {"inside": True, "beside": True, "won": True}


THREE = "layer three\nreplace game ends enough: some player where own points is 3\n"


def test_a_layer_says_which_scenarios_it_changes_and_is_told_of_those_that_still_hold(house: Path) -> None:
    assert held(run(loaded(house, "little+three", THREE))) == {"inside": True, "beside": True, "won": False}
    assert held(run(loaded(house, "little+three", f"{THREE}changes won\n"))) == {
        "inside": True,
        "beside": True,
        "won": True,
    }
    rules = loaded(house, "little+three", f"{THREE}changes won, beside, wno\n")
    outcomes = {each.key: each for each in run(rules)}
    assert [key for key, each in outcomes.items() if not each.held] == ["scenario beside"]
    problem = outcomes["scenario beside"].problem
    assert problem is not None
    assert (problem.code, Path(problem.path).name, problem.line, problem.column) == ("E058", "three.rules", 3, 14)
    (missing,) = absent([rules])
    assert (missing.code, missing.line, missing.column) == ("E012", 3, 22)
    assert missing.remedy == "did you mean 'scenario won'?"
    assert absent([rules, loaded(house, "little+three", f"{THREE}changes won\n")]) == ()


LAID = """scenario laid
    given 2 players
        hand of seat 0: low 1, low 2
        pile: the rest
    then
        asked: seat 0
"""
INHERITED_FAILS = {
    "a claim": (THREE, "won", "expected 'game ends enough', but "),
    "an answer": ("layer sure\nreplace turn: add 2 to own points\n", "inside", "seat 0 is not asked here: "),
    "a law": ("layer poor\nalways poor: every player where own points is 0\n", "inside", "always poor is violated: "),
    "a position": (
        "layer few\nreplace cards deck in pile\n    1 of each rank\n",
        "laid",
        "unknown card ",
    ),
    "a name": (
        "layer calm\nremove game ends enough\nadd game ends soon: points of active is 1\n",
        "won",
        "unknown reason",
    ),
    "the players": (
        "layer four\nreplace players 4\nreplace word deed: drop, keep\nreplace turn: nothing\n",
        "inside",
        "it was written for 2 players, which are no longer allowed, and fails with 4",
    ),
}


@pytest.mark.parametrize(("layer", "name", "said"), INHERITED_FAILS.values(), ids=INHERITED_FAILS)
def test_an_inherited_scenario_that_fails_is_named_with_what_to_write_if_that_is_meant(
    layer: str, name: str, said: str, house: Path
) -> None:
    (house / "little.rules").write_text(BASE + LAID, "utf-8")
    title = layer.split()[1]
    outcomes = {each.key: each for each in run(loaded(house, f"little+{title}", layer))}
    failed = outcomes[f"scenario {name}"]
    assert failed.message.startswith(f"'scenario {name}' fails: {said}")
    origin = "little-tried" if name == "won" else "little"
    assert failed.problem is not None
    assert failed.problem.remedy.endswith(
        f"this scenario comes from {origin}; to change its result on purpose, write: changes {name}"
    )
    if failed.failure is not None:
        assert failed.message in " ".join(failed.failure.narrated.split())
    changed = f"{layer.partition(chr(10))[0]}\nchanges {name}\n{layer.partition(chr(10))[2]}"
    assert held(run(loaded(house, f"little+{title}", changed)))[name]


def test_a_failing_scenario_of_the_topmost_file_is_told_by_its_line_alone(house: Path) -> None:
    own = "scenario own\n    when\n        seat 0: drop\n    then\n        points of seat 0: 2\n"
    for spec, text in (("little+layer", f"layer layer\n{own}"), ("little", f"{BASE}{own}")):
        outcomes = {each.key: each for each in run(loaded(house, spec, text))}
        assert outcomes["scenario own"].message.startswith("expected 'points of seat 0: 2', but ")
        assert outcomes["scenario own"].problem is not None and "changes" not in outcomes["scenario own"].problem.remedy


THREE_OR_FOUR = f"""{BASE.replace("players 2", "players 3 to 4")}scenario three
    then
        holds number of players is 3
"""


def test_a_scenario_keeps_the_number_of_players_for_which_it_was_written(house: Path) -> None:
    (house / "little.rules").write_text(THREE_OR_FOUR, "utf-8")
    (house / "little-tried.rules").unlink()
    for players in ("1 to 4", "2 to 3", "3", "3 to 5", "1 to 2", "2", "4", "4 to 5", "5"):
        there = range(int(players[0]), int(players[-1]) + 1)
        rules = loaded(house, "little+others", f"layer others\nreplace players {players}\n")
        outcomes = {each.key: each for each in run(rules)}
        assert held(outcomes.values()) == {"inside": True, "three": 3 in there}
        for each in outcomes.values():
            if each.problem is not None:
                assert each.problem.code == "E056" and "was written for 3 players" in each.message
                assert each.failure is None


def test_a_layer_above_the_one_that_changes_a_scenario_leaves_it_out(house: Path) -> None:
    loaded(house, "little+three", f"{THREE}changes won\n")
    assert held(run(loaded(house, "little+three+calm", "layer calm\nadd zone bin\n"))) == {
        "inside": True,
        "beside": True,
    }


def test_a_layer_has_a_version_of_its_own_or_none(house: Path) -> None:
    won = BESIDE[BESIDE.index("scenario won") :]
    own = f"replace {won}".replace("game ends enough\n        winners: seat 0", "game goes on")
    assert held(run(loaded(house, "little+three", f"{THREE}{own}"))) == {"inside": True, "beside": True, "won": True}
    rules = loaded(house, "little+three", f"{THREE}remove scenario won\n")
    assert held(run(rules)) == {"inside": True, "beside": True}
    assert absent([rules]) == ()
    alone = loaded(house, "little+three", f"{THREE}replace scenario wno{won.removeprefix('scenario won')}")
    assert [each.message for each in absent([alone])] == ["cannot replace 'scenario wno', which does not exist"]


def test_an_inherited_scenario_that_means_nothing_any_more_is_told_when_it_is_tried(house: Path) -> None:
    gone = "ruleset gone extends little\nremove game ends enough\nadd game ends soon: points of active is 1\n"
    rules = loaded(house, "gone", gone)
    outcomes = {each.key: each for each in run(rules)}
    assert outcomes["scenario won"].message == "'scenario won' fails: unknown reason for the game to end 'enough'"
    assert outcomes["scenario inside"].held
    assert held(run(loaded(house, "gone", f"{gone}changes won\n")))["won"]


def test_a_file_says_on_which_rules_it_is_tried(house: Path) -> None:
    path = house / "three.rules"
    path.write_text(f"{THREE}tried on little, other+little\n", "utf-8")
    little = house / "little.rules"
    on = {"little": f"{little}+three.rules", "other+little": f"other+{little}+three.rules"}
    assert specs(path, "three.rules") == on
    path.write_text(THREE, "utf-8")
    assert specs(path, "three.rules") == {}
    assert specs(house / "little-tried.rules", "x") == {"": "x"}
    assert specs(house / "little.rules", "little") == {"": "little"}


def test_a_layer_loads_where_it_is_not_tried_and_its_scenarios_mean_nothing(house: Path) -> None:
    loaded(house, "big", "ruleset big extends little\nrename drop to throw\n")
    own = "scenario own\n    when\n        seat 0: drop\n    then\n        game goes on\n"
    with pytest.raises(RulesError, match="'drop' was renamed to 'throw'"):
        loaded(house, "big+three", f"{THREE}{own}")
    assert held(run(loaded(house, "big+three", f"{THREE}tried on little\n{own}")))["own"] is False
    assert held(run(loaded(house, "little+three", f"{THREE}tried on little\n{own}")))["own"] is True
    with pytest.raises(RulesError):
        loaded(house, "big+three", f"{THREE}tried on little, big\n{own}")


def test_a_mistake_in_a_file_beside_the_rules_is_told_at_its_place(house: Path) -> None:
    (house / "little-tried.rules").write_text(f"{BESIDE}scenario odd\n    wehn\n        seat 0: drop\n", "utf-8")
    with pytest.raises(RulesError) as error:
        loaded(house, "little")
    assert [(each.code, each.line, each.column) for each in error.value.errors] == [("E002", 16, 5)]
    assert "did you mean 'when'?" in str(error.value)


def test_play_is_the_same_with_scenarios_and_without(house: Path) -> None:
    plain = BASE.partition("scenario")[0]
    (house / "plain.rules").write_text(plain.replace("little", "plain"), "utf-8")
    rules, without = rulespec.load(house / "little.rules"), rulespec.load(house / "plain.rules")
    assert rules == without
    assert rules.game(2).plan.code == without.game(2).plan.code


HALF = """ruleset half "A turn of two questions"
players 2
at most 9 turns
word suit: red, blue
cards deck in pile
    4 of each suit
zone pile
zone hand of player, seen by owner
zone table, seen by all
set-up
    players: draw 1 from pile to own hand
turn
    choose card from own hand
    choose wish from suit
    move card to table
game ends out: pile is empty
winners: players
scenario laid
    given 2 players
        hand of seat 0: red 1
        hand of seat 1: blue 1
        pile: the rest
    when
        seat 0: red 1{wish}
    then
        table: nothing
        table: blue 1
"""


@pytest.mark.parametrize(("wish", "still"), [("", True), ("\n        seat 0: blue", False)])
def test_a_claim_that_fails_before_the_turn_is_over_says_who_is_still_asked(wish: str, still: bool) -> None:
    (outcome,) = run(loaded_text(HALF.format(wish=wish)))
    table = "table: blue 1" if still else "table: nothing"
    case = "table has no cards; the turn is not over: the question is 'seat 0: choose wish from suit'" if still else ""
    assert outcome.message == f"expected '{table}', but {case or 'table has red 1'}"


IDLE = """ruleset idle
players 2
at most {turns} turns
word sort: stick
cards sticks in heap
    9 of stick
zone heap, seen by all
zone taken, seen by all
counter rounds
turn
    move heap to taken
    move taken to heap
round ends at-once after turn: heap is not empty
after round counting
    add 1 to rounds
game ends never: cards in (heap plus taken) is 0
winners: players
always none after round: rounds is at most 0
scenario counted
    then
        rounds: 0
"""


def test_rounds_in_which_nobody_is_asked_take_room_in_proportion_to_their_number() -> None:
    """However many laws fail on the way, only the last round that has ended is kept, and no game is played again."""
    taken, few = dict[int, int](), effort.tried(deep=100, quick=50)
    for turns in (few, 8 * few):
        rules = loaded_text(IDLE.format(turns=turns))
        rules.game(2).beginning(0)
        tracemalloc.start()
        (outcome,) = run(rules)
        taken[turns] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert outcome.message.endswith("always none is violated: rounds is 1")
        assert outcome.state is not None and outcome.state.turns == turns + 1
    assert taken[few] > 100 * few
    assert taken[8 * few] < 16 * taken[few]  # it would be 64 times as much, were all rounds kept


TURNED = """ruleset turned "Cards of a suit and a number"
players 2
at most 20 turns
word suit: red, blue
numbers rank: 1 to 6
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table, in a row, seen by all
set-up
    players: draw 3 from pile to own hand
turn
    choose card from own hand
    move card to table
game ends out: some player where own hand is empty
winners: players
scenario turned
    given
        hand of seat 0: red 5, 1 blue
        hand of seat 1: blue 2
    when
        seat 0 card: red 5
    then
        table: red 5
        table has 5 red
        hand of seat 0 has blue 1
        hand of seat 0 has no red 5
        seat 1 knows table: red 5
        offered blue 2
"""


def test_a_card_can_be_named_with_its_words_in_another_order() -> None:
    [outcome] = run(rulespec.load("turned", texts={"turned": TURNED}))
    assert outcome.problem is None
