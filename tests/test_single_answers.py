"""W078: a question that mostly has one answer gets a note, unless skipping it would reveal something hidden."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import rulespec
from rulespec import Decision, Ruleset
from rulespec.engine.python.program import Asking
from rulespec.experiments.hunt import single_answers
from rulespec.experiments.hunt.single_answers import SingleAnswers
from rulespec.experiments.leaks import find_leak
from rulespec.language.tree import statements as s
from rulespec.rules.resolve.hidden_reads import HiddenReads
from tests.effort import draws_until, tried
from tests.hunted import found
from tests.library import ROOT, ruleset

KSR = (ROOT / "cards" / "ksr.rules").read_text("utf-8")
RULES = """ruleset made "Cards are laid out, and somebody is chosen"
players {players}
at most 60 turns
numbers rank: 1 to 12
word size: small, large
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone table of player, in a row, seen by all
set-up
    players: draw 4 from pile to own hand
turn
    choose card from own hand
    move card to own table
    {chosen}
game ends out: every player where own hand is empty
winners: players, with highest total rank in own table
"""
RICHEST = "choose rival from other players, with highest total rank in own table"
HIDDEN = "choose said from size, where it is small or (some card in own hand where its rank is at least 12)"
QUIET = {  # questions that often have a single answer, and get no note
    "it is skipped": (3, f"{RICHEST}, if several"),
    "the number of players decides": (2, "choose rival from other players"),
    "the answers depend on a hand": (3, HIDDEN),
    "it can be declined": (3, f"may: {RICHEST}"),
    "it is asked secretly": (3, f"{RICHEST}, secretly"),
    "it seldom has a single answer": (3, "choose rival from players, with fewest cards in own table"),
}

LONG = 120  # answers after which a game is left


def made(chosen: str, players: int = 3) -> Ruleset:
    return rulespec.load("made", texts={"made": RULES.format(players=players, chosen=chosen)})


def test_the_choice_of_who_follows_gets_a_note_until_it_says_if_several() -> None:
    rules = rulespec.load("asking", texts={"asking": KSR.replace("display, if several", "display")})
    (finding,) = found(rules, SingleAnswers, games=9)
    assert (finding.problem.code, finding.level) == ("W078", "note")
    assert "choose follower" in finding.problem.message and "in 9 games with 3 to 5 players" in finding.problem.message
    assert found(ruleset("ksr"), SingleAnswers, games=9) == []


@pytest.mark.parametrize("adverb", ["", ", openly"])
def test_its_remedy_can_be_written_and_reveals_nothing(adverb: str) -> None:
    asked = f"{RICHEST}{adverb}"
    (finding,) = found(made(asked), SingleAnswers, games=tried(24, 8))
    (fix,) = finding.problem.fixes
    text = RULES.format(players=3, chosen=asked)
    rules = rulespec.load("made", texts={"made": text.replace(asked, asked + fix.text)})
    (choose,) = (each for each in rules.resolved.within(s.Choose) if each.names == ("rival",))
    assert choose.if_several and finding.problem.span is not None
    assert fix.span.start == finding.problem.span.end
    assert found(rules, SingleAnswers, games=tried(24, 8)) == []
    assert find_leak(rules, effort=tried(50_000, 5_000)) is None


@pytest.mark.parametrize("why", QUIET)
def test_a_question_gets_no_note_if(why: str) -> None:
    players, chosen = QUIET[why]
    assert found(made(chosen, players), SingleAnswers, games=tried(60, 20)) == []


PLANTED = {  # a fault for each reason that the observer itself works out
    "the number of players decides": (single_answers, "SEVERAL", 0),
    "the answers depend on a hand": (HiddenReads, "_chooses", lambda *_: False),
    "it seldom has a single answer": (single_answers, "MOSTLY", 0.3),
}


@pytest.mark.parametrize("why", PLANTED)
def test_it_would_get_a_note_if_the_observer_ignored_that(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*PLANTED[why])
    players, chosen = QUIET[why]
    assert [each.problem.code for each in found(made(chosen, players), SingleAnswers, games=20)] == ["W078"]


LINES = [*(chosen for _, chosen in QUIET.values()), RICHEST]
ASKING = ["ksr", "magier", "review", "pig", "oh-hell", "gin-rummy", "duel", "stones", *LINES]


def asked_in_vain(rules: Ruleset, seed: int) -> Iterator[tuple[str, bool, bool]]:
    """Each question of a random game with a single answer, whether skipping it would tell something of hidden cards,
    and whether it has a single answer in a world that another player cannot tell from the game."""
    tells = {
        line.does.span: line.tells_single for lines in HiddenReads(rules.resolved).lines.values() for line in lines
    }
    random = Random(seed)
    state = rules.begin(rules.players[seed % len(rules.players)], 0, random.random)
    for _ in range(LONG):
        if not isinstance(state.pending, Decision):
            break
        ask = state.game.program.asks[state.pc]
        assert isinstance(ask, Asking)
        if len(state.raws) == 1 and ask.choose is not None and ask.part is None and ask.at is None:
            seat = (state.own + 1 + random.randrange(state.players - 1)) % state.players
            world = state.view(seat).sample(random)
            alike = world.pc == state.pc and len(world.raws) == 1
            yield ask.choose.span.text, tells[ask.choose.span], alike
        state = state.advance(random.choice(state.pending.options), random.random)


def test_a_question_that_may_be_skipped_has_one_answer_in_all_worlds_that_others_hold_possible() -> None:
    seen = Counter[tuple[bool, bool]]()

    def missing() -> list[str]:
        least = {(False, True): tried(2_000, 200), (True, False): tried(100, 10)}
        return [str(kind) for kind, many in least.items() if seen[kind] < many]

    for number in draws_until(len(ASKING), 20 * len(ASKING), missing):
        asking = ASKING[number % len(ASKING)]
        rules = made(asking) if " " in asking else ruleset(asking)
        for question, tells, alike in asked_in_vain(rules, number):
            assert tells or alike, (asking, question)
            seen[tells, alike] += 1
    print(dict(seen))


PREFERRED = "choose again from own table, preferring its rank is rank of first of own hand"


def test_an_unasked_single_card_tells_of_the_hidden_card_that_it_is_preferred_by() -> None:
    for chosen, looks in ((PREFERRED, False), (f"{PREFERRED}, if several", True)):
        rules = made(f"if own hand is not empty: {chosen}")
        assert HiddenReads(rules.resolved).questions is not looks
