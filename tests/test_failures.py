"""A failure is a game: kept, told, saved once, and a scenario that shows it again."""

import re
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulespec
from rulespec import Chance, Decision, Over, Ruleset, State
from rulespec.agents.play import play, random_players
from rulespec.experiments.failures import SHOWN, Failure, breach, late, shortest, shortest_breaking
from rulespec.experiments.failures.openings import openings
from rulespec.experiments.failures.scenario import scenario
from rulespec.experiments.failures.story import LAST
from rulespec.experiments.scenarios import run
from rulespec.game.history import answers, history
from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.records import Record
from rulespec.rules.material import Word
from tests.effort import some, tried
from tests.library import FOLDERS, GAMES, ruleset


def layered(spec: str, path: Path) -> Ruleset:
    """A ruleset with a layer of one's own."""
    return rulespec.load(f"{spec}+{path}", library=FOLDERS)


def planted(state: State, message: str = "this must not be") -> Problem:
    """A problem of the turn."""
    return problem("E050", state.rules.composed.entries["turn"].declaration.span, message)


def game(spec: str, seed: int = 1) -> State:
    rules = ruleset(spec)
    return play(rules, random_players(rules.players[0], seed), seed).state


@given(st.data())
def test_a_failure_is_kept_as_a_record_that_says_at_its_end_what_failed(data: st.DataObject) -> None:
    """Wherever it ends: amid draws, where somebody is asked, at the end; and wherever it began."""
    whole = game(data.draw(st.sampled_from(some([*GAMES], 14))), data.draw(st.integers(0, 99)))
    way = [*(here for here, _ in history(whole)), whole]
    asked = next(here for here in way if not isinstance(here.pending, Chance))
    amid = next((here for here in reversed(way) if isinstance(here.pending, Chance)), way[0])
    laid = openings(whole)[-1].state
    for state in (way[0], amid, asked, data.draw(st.sampled_from(way)), whole, laid):
        found = Failure(planted(whole), state)
        again = Record.parse(str(found.record), whole.rules)
        assert again == found.record and again.state == state
        assert [comment.after for comment in again.comments] == [len(answers(state))]
        assert "this must not be" in found.narrated.splitlines()[-1]
        assert ("prepared position" in found.narrated) == (state is laid)


def test_of_a_long_game_its_beginning_and_its_last_turns_are_told_if_not_the_whole_is_wanted() -> None:
    shortened, left_whole = 0, 0
    for name in some([*GAMES], 14):
        state = game(name)
        found = Failure(planted(state), state)
        whole, short = found.narrated.splitlines(), found.abridged.splitlines()
        turns = [here.turns for here, _ in history(state) if isinstance(here.pending, Decision)]
        gaps = [number for number, line in enumerate(short) if line.startswith("  ... answers left out: ")]
        if not gaps:
            assert short == whole and (len(turns) <= SHOWN or turns[-LAST] < 2), name
            left_whole += 1
            continue
        [gap] = gaps
        assert short[:gap] == whole[:gap] and short[gap + 1 :] == whole[gap + 1 - len(short) :], name
        assert re.match(r" +1 ", whole[gap]), name  # all before the first turn is told
        begins = re.match(r" +(\d+) ", short[gap + 1])
        assert begins is not None, (name, short[gap + 1])
        told = [turn for turn in turns if turn >= int(begins[1])]
        assert len(told) >= LAST > sum(turn > int(begins[1]) for turn in turns), name
        left_out = int(short[gap].split(": ")[1].split()[0].replace(",", ""))
        assert left_out == len(turns) - len(told) - turns.count(0) > 0, name
        shortened += 1
    assert shortened > tried(10, 5) and left_whole > tried(3, 1), (shortened, left_whole)


def test_a_failure_is_saved_once_and_replaces_no_other(tmp_path: Path) -> None:
    one, other = game("kuhn", seed=1), game("kuhn", seed=2)
    first = Failure(planted(one), one).save(tmp_path)
    assert Failure(planted(one), one).save(tmp_path) == first
    second = Failure(planted(other), other).save(tmp_path)
    assert second != first and len(list(tmp_path.iterdir())) == 2
    assert [Record.read(path, one.rules).state for path in (first, second)] == [one, other]


def test_nothing_is_shortened_that_does_not_fail() -> None:
    with pytest.raises(ValueError, match="no failure occurs"):
        shortest(game("kuhn"), lambda state: False)


def false_laws(state: State) -> list[str]:
    """What a game that led to a state breaks: each says that fewer cards lie somewhere, or less stands there."""
    rules, seats = state.rules, range(state.players)
    way = [here for here in (*(here for here, _ in history(state)), state) if not isinstance(here.pending, Chance)]
    laws = []
    for holder in rules.composed.of(d.Zone, d.Counter):
        owners = seats if holder.per_player else (None,)
        for word in state.game.material.words_by(holder) or (None,):
            most = max(_amount(here, holder, seat, word) for here in way for seat in owners)
            if most > 0:
                amount = "cards in " if isinstance(holder, d.Zone) else ""
                law = f"{amount}{_share(holder, word)} is at most {most - 1}"
                laws.append(f"every player where {law}" if holder.per_player else law)
    return laws


def _share(holder: d.Zone | d.Counter, word: Word | None) -> str:
    """What a player calls his own, or what there is once, or once for a word."""
    own, by = ("own ", "by") if holder.per_player else ("", "of")
    return f"{own}{holder.name}" + (f" {by} {word}" if word is not None else "")


def _again(rules: Ruleset, state: State) -> State:
    """The same game by rules with a layer more."""
    here = rules.new_game(state.players)
    for option in answers(state):
        here = here.apply(option.text)
    return here


def _amount(state: State, holder: d.Zone | d.Counter, seat: int | None, word: Word | None) -> int:
    name = holder.name
    return len(state.zone(name, seat, word)) if isinstance(holder, d.Zone) else state.counter(name, seat, word)


@given(st.data())
def test_a_false_law_of_any_game_falls_and_the_scenario_of_its_failure_shows_it(data: st.DataObject) -> None:
    spec = data.draw(st.sampled_from(some([*GAMES], 14)))
    whole = game(spec, data.draw(st.integers(0, 99)))
    law = f"layer found\n\nalways less: {data.draw(st.sampled_from(false_laws(whole)))}\n"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "found.rules"
        path.write_text(law, "utf-8")
        state = _again(layered(spec, path), whole)
        failure = breach(state, "less", effort=500)
        path.write_text(f"{law}\n{failure.scenario}", "utf-8")
        pasted = layered(spec, path)
        (outcome,) = run(pasted, ["less"])
        assert breach(_again(pasted, state), "less", effort=0).scenario.startswith("scenario less-2\n")
    assert not outcome.held and "always less" in outcome.message


def test_the_scenario_of_a_failure_that_no_law_shows_fails_until_its_author_says_what_should_happen() -> None:
    ways = Counter[str]()
    for spec in some([*GAMES], 6):
        states = [each for each, _ in history(game(spec, 1))]
        for state in (states[len(states) // 2], game(spec, 1)):
            text = Failure(Problem("found", "", 0, 1, "something failed"), state).scenario
            with TemporaryDirectory() as folder:
                path = Path(folder) / "pasted.rules"
                path.write_text(f"layer pasted\n\n{text}", "utf-8")
                (outcome,) = run(layered(spec, path), ["found"])
            assert not outcome.held, text
            expected = "expected 'game goes on'" if isinstance(state.pending, Over) else "expected 'game ends "
            assert outcome.message.startswith(expected)
            ways[type(state.pending).__name__] += 1
    assert ways["Over"] > 1 and ways["Decision"] > 1


def test_what_fails_late_is_shown_from_a_turn_at_which_the_law_still_says_what_is_so(tmp_path: Path) -> None:
    """A card less each round: none is left to be turned from the fifth round on, and that is so from its first turn."""
    (burnt := tmp_path / "burnt.rules").write_text(
        """layer burnt
add zone ashes, seen by all
replace round
    move won of players to pile
    move turned to ashes
    players: draw 5 from pile to own hand
    draw 1 from pile to turned
    set lead to none
    active is next
always trumps after round: turned is not empty
replace game ends enough after round: some player where own points is at least 12
""",
        encoding="utf-8",
    )
    rules = layered("whist", burnt)
    evenings = (play(rules, random_players(4, seed), seed).state for seed in range(20))
    whole, _ = shortest_breaking(next(each for each in evenings if each.turns >= 100), "trumps", effort=0)
    found = late(whole, "trumps")
    assert found is not None
    state, broken = found
    assert breach(whole, "trumps", effort=0).state == state
    beginning = next(here for here, _ in history(state))
    assert broken.key == "always trumps" and beginning.zone("turned")
    assert 20 < len(answers(state)) < len(answers(whole)) / 2  # one whole round, with its draws
    failure = Failure(broken.problem, state)
    assert Record.parse(str(failure.record), rules).state == state
    assert "begins in a prepared position" in failure.narrated


def test_what_chance_has_chosen_stands_in_a_scenario_by_its_name() -> None:
    state = ruleset("pig").new_game(2).apply("roll").apply("5")
    told = scenario(state, "five", "a five", None)
    assert "        seat 0 act: roll\n        seat 0 pips: 5\n" in told
