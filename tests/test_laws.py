"""Laws: what a rule file says must always hold, when it is looked at, and what is told when it does not hold."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings

import palast
from rulespec import Decision, Option, Over, RulesError, Ruleset, State
from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.game.history import begun
from rulespec.language.tree import declarations as d
from rulespec.testing import DrawnFile, rule_files
from tests.effort import short_of, some, tried, until_seen
from tests.library import WITH_LAYERS, ruleset
from tests.test_engines import ENGINES

MOMENTS = """layer moments
always resting: players is not empty
always asked when asked: players is not empty
always effect after each effect: players is not empty
always turn after turn: players is not empty
always round after round: players is not empty
always over after game: players is not empty
"""
PILES = """ruleset piles
players 2
at most 9 turns
numbers pips: 1 to 6
cards deck in box
    1 of each pips
zone box
zone drawn, in a row
zone pile, in a row
counter steps
set-up
    move box to drawn
turn
    draw 3 from drawn to pile
    add 1 to steps
game ends dry after turn: drawn is empty
winners: players
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.rules"
    path.write_text(text, "utf-8")
    return path


def walk(watch: LawWatch, seed: int, *, step: bool = False) -> tuple[list[State], list[Broken]]:
    """A whole random game: the states at which something was waited for, and the laws that were broken."""
    random, chance = Random(seed), Random(-seed)
    state, broken = watch.begin(seed % watch.game.players, None if step else chance.random)
    passed, found = [state], [broken]
    while not isinstance(pending := state.pending, Over):
        drawn = None if step else chance.random
        luck = random if isinstance(pending, Decision) else chance
        option = pending.options[int(luck.random() * len(pending.options))]
        state, broken = watch.apply(state, option, drawn)
        passed.append(state)
        found.append(broken)
    return passed, [each for each in found if each is not None]


def happened(state: State) -> Counter[type[k.Event]]:
    return Counter(type(k.read(event)) for event in events(state.raw_log))


@pytest.mark.parametrize("spec", some(WITH_LAYERS, 2, start=1))
def test_each_moment_is_looked_at_as_often_as_it_comes(spec: str, tmp_path: Path) -> None:
    rules = palast.load(f"{spec}+{written(tmp_path, 'moments', MOMENTS)}")
    for players in rules.players:
        watch = LawWatch(rules.game(players))
        passed, broken = walk(watch, players, step=True)
        asked = sum(isinstance(state.pending, Decision) for state in passed)
        told = happened(passed[-1])
        assert not broken
        assert asked > 20
        assert watch.looked["always asked"] == asked
        assert watch.looked["always resting"] == asked + 1
        assert watch.looked["always over"] == 1
        assert watch.looked["always round"] == told[k.RoundEnds] > 2
        ended = watch.looked["always turn"]
        assert told[k.Turn] - told[k.RoundEnds] == ended > 10  # the others were broken off
        assert watch.looked["always effect"] > told[k.Draw] + ended


def test_a_law_changes_no_play_and_is_no_part_of_what_rules_are_compared_by(tmp_path: Path) -> None:
    for spec in ("ksr", "kuhn", "mau-mau"):
        path = written(tmp_path, "moments", MOMENTS)
        bare = ruleset(spec)
        rules = palast.load(f"{bare.composed.layers[-1].path}+{path}")
        players = bare.players[-1]
        assert rules == bare and hash(rules) == hash(bare) and rules.digest == bare.digest
        assert rules.game(players).plan.code == bare.game(players).plan.code
        assert len(rules.game(players).plan.laws) == len(bare.game(players).plan.laws) + 6


def test_a_watched_game_is_the_game_itself() -> None:
    seen: Counter[str] = Counter()

    def missing() -> list[str]:
        least = {"steps": tried(1_000, 200)} | {f"looked {moment}": 1 for moment in get_args(d.Moment)}
        broken = sum(seen[moment] > 0 for moment in get_args(d.Moment))
        return short_of(seen, least) + ([f"moments of broken laws ({broken} of 5)"] if broken < 5 else [])

    @settings(max_examples=tried(deep=2_000, quick=4))
    @given(rule_files())
    def the_same(file: DrawnFile) -> None:
        for players in file.rules.players:
            watch = LawWatch(file.rules.game(players))
            for step in (False, True):
                plain = file.rules.game(players)
                passed, broken = walk(watch, players, step=step)
                other, _ = walk(LawWatch(plain, ()), players, step=step)
                assert passed == other
                assert [state.pending for state in passed] == [state.pending for state in other]
                seen.update(each.law.moment for each in broken)
                seen["steps"] += len(passed)
            for each in broken:
                assert each.case and each.key in str(each.problem)
        seen.update(f"looked {law.moment}" for law in file.rules.composed.of(d.Always) if watch.looked[law.key])

    until_seen(the_same, missing)


def test_a_draw_from_a_row_is_looked_at_after_each_card(tmp_path: Path) -> None:
    path = written(tmp_path, "piles", f"{PILES}always few after each effect: cards in pile is not 2\n")
    _, broken = walk(LawWatch(palast.load(path).game(2)), 1)
    assert [each.case for each in broken] == ["cards in pile is 2"]


def test_what_is_broken_is_told_with_its_rule_and_what_is_the_case(tmp_path: Path) -> None:
    text = 'layer strict\nruling R40 "How many?"\n    answer "Seven."\n'
    text += "always seven when asked: every player where cards in own hand is 7    (R40)\n"
    rules = palast.load(f"ksr+{written(tmp_path, 'strict', text)}")
    watch = LawWatch(rules.game(5))
    state, broken = watch.begin(random=Random(1).random)
    assert broken == watch.look(state)
    assert broken is not None and broken.law.moment == "when asked"
    told = "rot: cards in own hand is 6; gelb: cards in own hand is 6; grün: cards in own hand is 6; and 2 more"
    assert str(broken) == f"always seven (R40) is violated: {told}"
    assert (broken.problem.line, broken.problem.column, broken.problem.code) == (4, 1, "W050")


@pytest.mark.parametrize(
    ("said", "case"),
    [
        ("if steps is 1 then cards in pile is 3", None),
        ("if steps is 2 then cards in pile is 3", "steps is 2, and cards in pile is 6"),
        ("if drawn is empty then (if steps is 2 then 6 is cards in pile)", None),
        ("(if drawn is empty then steps is 3) and steps is 2", "drawn is empty, and steps is 2"),
        ("not (if steps is 1 then steps is 2)", "if steps is 1 then steps is 2"),
        ("every player where if it is left of active then steps is 3", "seat 1: it is seat 1, and steps is 2"),
        ("steps is in (pips except 2)", "steps is 2"),
        ("sets of 5 cards in box is not empty", "sets of 5 cards in box is empty"),
        (
            "sets of 5 cards in pile is empty",
            "sets of 5 cards in pile is (6, 5, 4, 3, 2), (6, 5, 4, 3, 1), (6, 5, 4, 2, 1) and 3 more",
        ),
    ],
)
def test_a_law_with_a_condition_is_broken_where_that_holds_and_the_other_does_not(
    tmp_path: Path, said: str, case: str | None
) -> None:
    path = written(tmp_path, "piles", f"{PILES}always so after game: {said}\n")
    for engine in ENGINES:
        _, broken = walk(LawWatch(palast.load(path, engine=engine).game(2)), 1)
        assert [each.case for each in broken] == ([] if case is None else [case])


def load(folder: Path, base: str, *more: str) -> Ruleset:
    paths = [written(folder, f"layer{at}", f"layer layer{at}\n{text}\n") for at, text in enumerate(more)]
    return palast.load("+".join([str(written(folder, "base", PILES + base)), *map(str, paths)]))


def laws(rules: Ruleset) -> dict[str, str]:
    return {key: rules.composed.entries[key].changes[-1].layer for key in rules.game(2).plan.named_laws}


def test_a_layer_inherits_adds_replaces_and_removes_laws(tmp_path: Path) -> None:
    base = "always one: steps is at least 0\nalways two: steps is at most 9"
    added = load(tmp_path, base, "always three: steps is at least 0")
    assert laws(added) == {"always one": "piles", "always two": "piles", "always three": "layer0"}
    changed = load(tmp_path, base, "replace always one after turn: steps is at least 1", "remove always two")
    assert [(law.key, law.moment) for law in changed.composed.of(d.Always)] == [("always one", "after turn")]
    assert changed == load(tmp_path, "")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("always one: steps is at least 0", "E013"),
        ("replace always three: steps is at least 0", "E012"),
        ("remove always three", "E012"),
        ("always three: stepps is at least 0", "E020"),
        ("always three: own steps is 0", "E024"),
        ("always three: some player where steps is 0 and self is it", "E024"),
        ("always three: steps", "E002"),
        ("always three after lunch: steps is 1", "E002"),
    ],
)
def test_what_is_wrong_with_a_law_is_told_at_its_place(tmp_path: Path, said: str, code: str) -> None:
    with pytest.raises(RulesError) as error:
        load(tmp_path, "always one: steps is at least 0", said)
    (found,) = error.value.errors
    assert (found.code, found.line) == (code, 2)


def test_a_game_that_nobody_watched_can_be_watched_from_any_state_on(tmp_path: Path) -> None:
    file = written(tmp_path, "moments", MOMENTS)
    rules = palast.load(f"ksr+{file}")
    dice = Random(1)
    state = rules.begin(3, 0, dice.random)
    while state.turns < 4:
        state = state.advance(offered(state)[0], dice.random)
    watch = LawWatch(rules.game(3))
    taken = watch.taken(state)
    assert taken == state and taken.game is watch.game is not state.game
    while watch.looked["always turn"] < 3:
        taken, broken = watch.apply(taken, offered(taken)[0], dice.random)
        assert broken is None
    assert taken.turns > 4 and state.game is rules.game(3)


def offered(state: State) -> tuple[Option, ...]:
    """What can be answered."""
    assert isinstance(state.pending, Decision)
    return state.pending.options


def test_a_law_compares_with_the_position_that_was_laid_before_anybody_is_asked() -> None:
    """The turn that begins in the position ends the round at once, and the law is looked at after that round."""
    watch = LawWatch(ruleset("ksr").game(3), ["points-rise"])
    laid = ruleset("ksr").at(3, {("display", 1): ["Zofe rot", "Zofe gelb"]}, {("points", 0): 2})
    state, broken = watch.begin(0, None, begun(laid).zones, begun(laid).variables)
    assert broken is None
    assert watch.looked["always points-rise"] == 1
    assert happened(state)[k.RoundEnds] == 1
