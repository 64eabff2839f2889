"""Coupled games: chance by keys is chance, both engines play the same, and like rules lead to like games."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from scipy.special import chdtrc

import rulespec
from rulespec import Chance, Over, Ruleset, State
from rulespec.agents.play import coupled_play, coupled_playout, random_agent
from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.game import Game
from rulespec.engine.python.coupled import Keys
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.snapshot import Trace
from rulespec.game.history import history, raw_answers
from rulespec.language.tree.limits import LISTED
from rulespec.records.lockstep import Counterparts
from rulespec.records.lockstep.coupling import keys_of
from tests.effort import DEEP, draws_until, short_of, some, tried
from tests.library import EXAMPLES, GAMES, drawn_file, ruleset

DRAWS = """ruleset draws "Draws from everywhere"
# Draws from a pile that is filled again, from others' hands, and by choice.
players 2
at most 2 turns
word size: small, large
cards deck in pile
    2 of each size
zone pile, shuffled, refilled from table
zone table
zone hand of player, seen by owner
set-up
    players: draw 1 from pile to own hand
turn
    draw 1 from hand of own left to table
    may: draw 1 from pile to own hand
    draw 1 from pile to own hand
    if hand of own left is empty: draw 1 from own hand to hand of own left
game ends done after turn: own hand is empty
winners: players
"""


def written(folder: Path, text: str) -> Ruleset:
    """The rules of a text."""
    path = folder / f"{text.split()[1]}.rules"
    path.write_text(text, "utf-8")
    return rulespec.load(path)


# ---- both engines


def same_games(game: Game, seeds: range) -> Counter[str]:
    """Plays coupled games by both engines; counts their events by kind, and where chance was decided."""
    keys, python, seen = keys_of(game), Interpreter(game.program), Counter[str]()
    for seed in seeds:
        traces: list[Trace] = [([], [], []), ([], [], [])]
        one = game.beginning(seed % game.players).coupled(keys, seed, traces[0])
        other = python.begin(*game.opening(seed % game.players)).coupled(keys, seed, traces[1])
        assert traces[0] == traces[1]
        assert one.position == other.position
        told = events(one.log)
        assert told == events(other.log)
        seen.update([k.numbered(event[0]).__name__ for event in told])
    return seen


@pytest.mark.native
@pytest.mark.parametrize("spec", some([*GAMES], 6))
def test_a_coupled_playout_is_one_game_whatever_plays_it(spec: str) -> None:
    rules = ruleset(spec)
    for players in rules.players if DEEP else [Random(spec).choice(rules.players)]:
        record = coupled_playout(rules, players, 7, 1)
        assert record.finished
        assert record.state == coupled_play(rules, [None] * players, 7, 1).state
        assert same_games(rules.game(players), range(tried(20, 2)))["Turn"] > 0


@pytest.mark.native
def test_drawn_rules_are_coupled_alike() -> None:
    seen, least = Counter[str](), dict.fromkeys(("Choose", "Draw", "Turn", "Commit", "Round"), tried(1000, 8))
    for seed in draws_until(15, 2000, lambda: short_of(seen, least | {"Refill": tried(20, 1)})):
        rules = drawn_file(seed, 1 if seed % 5 == 4 else LISTED).rules
        seen.update(same_games(rules.game(Random(seed).choice(rules.players)), range(2)))


def test_keys_of_another_game_are_refused_and_seeds_are_words() -> None:
    rules = ruleset("kuhn")
    game, others = rules.game(2), Keys((), (), {}, 0)
    with pytest.raises((RuntimeError, LookupError)):
        game.beginning(0).coupled(others, 1)
    assert same_games(game, range(3))["Draw"] == 6
    for number in (-1, 1 << 64):
        with pytest.raises(ValueError, match="seed must be from 0"):
            coupled_playout(rules, 2, number)
    for wrong in (1.5, True, "seed", None):
        with pytest.raises(TypeError, match="'seed' must be a seed"):
            coupled_playout(rules, 2, wrong)  # type: ignore[arg-type]
    assert coupled_playout(rules, 2, (1 << 64) - 1).state == coupled_play(rules, [None] * 2, (1 << 64) - 1).state


# ---- chance


def ends(state: State, chance: Fraction = Fraction(1)) -> Iterator[tuple[tuple[object, ...], Fraction]]:
    """Every game that can come of a state, by its answers, and how likely it is with random players."""
    pending = state.pending
    if isinstance(pending, Over):
        yield tuple(raw_answers(state)), chance
        return
    for raw in state.raws:
        yield from ends(state.next(raw), chance / len(state.raws))


def improbability(rules: Ruleset, games: int, seed: int) -> tuple[int, float]:
    """How many ends there are, and the chance of counts of games further from what is expected of them."""
    expected = Counter[tuple[object, ...]]()
    for end, chance in ends(rules.new_game(2)):
        expected[end] += chance  # type: ignore[assignment]
    assert sum(expected.values()) == 1
    state, keys = rules.new_game(2), keys_of(rules.game(2))
    found = Counter(
        tuple(raw_answers(state.after(state.snapshot.coupled(keys, seed + number)))) for number in range(games)
    )
    assert found.keys() <= expected.keys()
    squares = sum(
        (found[end] - float(chance) * games) ** 2 / (float(chance) * games) for end, chance in expected.items()
    )
    return len(expected), float(chdtrc(len(expected) - 1, squares))


@pytest.mark.parametrize(("spec", "least"), [("kuhn", 30), ("draws", 100)])
def test_whole_games_by_keys_are_as_likely_as_the_rules_have_it(spec: str, least: int, tmp_path: Path) -> None:
    rules = ruleset(spec) if spec == "kuhn" else written(tmp_path, DRAWS)
    if spec == "draws":
        assert same_games(rules.game(2), range(50))["Refill"] > 20
    chances = []
    for run in range(tried(50, 1)):
        many, chance = improbability(rules, tried(20_000, 6000), 1_000_000 * run)
        assert many >= least
        chances.append(chance)
    assert min(chances) > 0.001


# ---- like rules, like games


@pytest.mark.parametrize("other", ["magier", "review", "ksr+kanzler", "ksr+wertung"])
def test_what_is_the_same_by_two_rulesets_has_the_same_keys(other: str) -> None:
    one, two = ruleset("ksr").game(4), ruleset(other).game(4)
    between, keys, others = Counterparts(one, two), keys_of(one), keys_of(two)
    for there, mine, theirs in (
        (between.cards, keys.cards, others.cards),
        (between.places, keys.places, others.places),
    ):
        met = {here: at for here, at in enumerate(there) if at is not None}
        assert len(met) > len(mine) // 2
        assert len(set(mine)) == len(mine)
        assert {(here, at) for here, key in enumerate(mine) for at, its in enumerate(theirs) if key == its} == {
            *met.items()
        }
    asked = [{each.block for each in kept.questions.values()} for kept in (keys, others)]
    assert len(asked[0] & asked[1]) > len(asked[0]) // 2


def answered(state: State) -> list[str]:
    """What was drawn, and what was chosen where there was a choice."""
    return [option.text for before, option in history(state) if len(before.raws) > 1]


def test_a_rule_that_decides_nothing_on_the_way_changes_nothing_on_the_way() -> None:
    for seed in range(3):
        one, other = (coupled_playout(ruleset(spec), 3, seed) for spec in ("ksr", "ksr+wertung"))
        assert len(answered(one.state)) > 50
        assert answered(one.state) == answered(other.state)


def test_a_question_with_one_answer_parts_nothing(tmp_path: Path) -> None:
    rules = written(tmp_path, DRAWS)
    forced = written(
        tmp_path, DRAWS.replace("draws", "forced", 1).replace("\nturn\n", "\nturn\n    choose foe from other players\n")
    )
    more = 0
    for seed in range(20):
        one, other = coupled_playout(rules, 2, seed).state, coupled_playout(forced, 2, seed).state
        assert answered(one) == answered(other)
        more += len(list(raw_answers(other))) - len(list(raw_answers(one)))
    assert more > 20


def test_one_option_more_changes_a_choice_only_where_it_is_taken(tmp_path: Path) -> None:
    text = (EXAMPLES / "games/kuhn.rules").read_text("utf-8").replace("ruleset kuhn", "ruleset raises", 1)
    more, seen = written(tmp_path, text.replace("pass, bet", "raise, pass, bet", 1)), Counter[str]()
    for seed in range(60):
        one, other = (answered(coupled_playout(rules, 2, seed).state) for rules in (ruleset("kuhn"), more))
        assert one[:2] == other[:2]  # what was dealt
        assert other[2] in (one[2], "raise")
        seen[other[2]] += 1
    assert min(seen[deed] for deed in ("raise", "pass", "bet")) > 8


def test_a_larger_deck_deals_the_same_cards_but_for_those_that_are_new() -> None:
    one, other = ruleset("ksr").game(4), ruleset("ksr+kanzler").game(4)
    between, changed = Counterparts(one, other), 0
    for seed in range(40):
        hands = []
        for game in (one, other):
            end = game.beginning(0).coupled(keys_of(game), seed)
            drawn = [each for each in map(k.read, events(end.log)) if isinstance(each, k.Draw)]
            hands.append([each.card for each in drawn if each.to == drawn[0].to][:5])
        known = {there for there in between.cards if there is not None}
        mine, theirs = {between.cards[card] for card in hands[0]}, set(hands[1])
        assert theirs & known <= mine
        changed += theirs != mine
    assert 10 < changed < 40


def test_agents_play_with_coupled_chance() -> None:
    rules = ruleset("ksr")
    records = [coupled_play(rules, [random_agent(1), None, random_agent(seed)], 5) for seed in (1, 1, 2)]
    assert records[0].state == records[1].state
    assert records[0].state != records[2].state
    dealt = [
        [option.text for before, option in history(each.state) if isinstance(before.pending, Chance)][:15]
        for each in records
    ]
    assert dealt[0] == dealt[2]
