"""The three sentences claim what the intervals say, and nothing else, in both languages."""

import re
from collections import Counter
from itertools import chain, starmap
from random import Random

import pytest
from hypothesis import given

from palast.verdict import players, verdict
from palast.verdict.fairness import fairness
from palast.verdict.numerals import at_most, hundredths, hundredths_at_most, numerals
from palast.verdict.words import LANGUAGES, Language, Say
from rulespec.impacts import Difference, Impact, Interval
from rulespec.impacts.statistics import judged
from rulespec.impacts.sums import PairSums
from tests.effort import tried
from tests.impacts import difference, impact, impacts, trial

RULES = ("hall", "hall+court")


def three(made: Impact, language: Language = "en") -> list[str]:
    return str(verdict(made, language)).splitlines()


def court(agent: str = "random", *, turns: float = 75.5, half: float = 1.25) -> Impact:
    """A house rule that makes the game longer and fairer, and livelier in one way."""
    return impact(
        trial(
            RULES,
            (agent,) * 2,
            1000,
            (
                difference("turns", 72.0, turns, half),
                difference("decisions", 140.0, 150.0, 2.0),
                difference("forced", 14.0, 12.0, 0.5),
                difference("lead_changes", 0.5, 0.52, 0.05),
                difference("wins", 0.62, 0.53, 0.03, "1"),
                difference("wins", 0.38, 0.47, 0.03, "2"),
                difference("rounds_ended", 3.5, 2.5, 0.2, "round ends whisper"),
            ),
        )
    )


def test_an_impact_is_told_in_english() -> None:
    assert three(court()) == [
        "With random players the game becomes longer: 75.5 turns on average instead of 72.0; 2.2 to 4.8 more.",
        "With random players the game becomes fairer: whoever begins wins 53% of the games instead of 62%; "
        "6.0 to 12.0 percentage points less; with equal chances it would be 50%.",
        "With random players the game becomes livelier: 12.0 of 150.0 decisions a game leave no choice instead of 14.0 "
        "of 140.0; a round ends by “whisper” 2.50 times a game instead of 3.50; untold: changes of lead "
        "(at most 0.03 fewer or 0.07 more).",
    ]


def test_an_impact_is_told_in_german() -> None:
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in three(court("ismcts:50"), "de")] == [
        "Bei Spielern, die suchen (ismcts:50), wird das Spiel länger: im Mittel 75,5 Züge statt 72,0; 2,2 bis 4,8 "
        "mehr.",
        "Bei Spielern, die suchen (ismcts:50), wird das Spiel gerechter: wer beginnt, gewinnt 53 % der Partien statt "
        "62 %; 6,0 bis 12,0 Prozentpunkte weniger; bei gleichen Aussichten wären es 50 %.",
        "Bei Spielern, die suchen (ismcts:50), wird das Spiel lebhafter: je Partie lassen 12,0 von 150,0 "
        "Entscheidungen keine Wahl statt 14,0 von 140,0; eine Runde endet durch „whisper“ 2,50-mal je Partie statt "
        "3,50-mal; offen: Wechsel der Führung (höchstens 0,03 weniger oder 0,07 mehr).",
    ]


def test_what_holds_for_all_players_is_said_of_all_and_else_of_each() -> None:
    both = impact(*court().trials, *court("ismcts:50", turns=80.0).trials)
    assert three(both)[0] == (
        "With all these players the game becomes longer: with random players \N{EN DASH} 75.5 turns on average instead "
        "of 72.0, 2.2 to 4.8 more; with players who search (ismcts:50) \N{EN DASH} 80.0 turns on average instead of "
        "72.0, 6.8 to 9.2 more."
    )
    one = impact(*court().trials, *court("ismcts:50", turns=72.5).trials)
    assert three(one)[0] == (
        "With random players the game becomes longer: 75.5 turns on average instead of 72.0, 2.2 to 4.8 more; with "
        "players who search (ismcts:50) it stays open whether the game becomes longer or shorter: 72.5 turns on "
        "average instead of 72.0, in truth at most 0.8 fewer or 1.8 more."
    )


def test_games_that_end_at_the_limit_are_said_to_be_cut_off() -> None:
    """As happens where a rule lets no game end: that it is longer, and who wins less, is not all there is to say."""
    made = (
        difference("turns", 81.0, 500.0, 2.0),
        difference("wins", 0.5, 0.0, 0.05, "1"),
        difference("wins", 0.5, 0.0, 0.05, "2"),
        difference("ended", 0.0, 1.0, 0.05, "limit of turns"),
        difference("ended", 1.0, 0.0, 0.05, "game ends favour"),
    )
    length, fair, dull = three(impact(trial(RULES, ("random",) * 2, 1000, made)))
    assert length == (
        "With random players the game becomes longer: 500.0 turns on average instead of 81.0; 417.0 to 421.0 more; "
        "100% of the games are cut off at the limit of turns instead of 0%."
    )
    assert fair.startswith("With random players everybody wins less often, and it stays open whether the game becomes")
    assert "“favour”" in dull and "limit" not in dull


def test_what_was_not_measured_is_not_told() -> None:
    bare = impact(trial(RULES, ("random",) * 3, 1000, (difference("turns", 3.0, 3.0, None, differing=0),)))
    assert three(bare) == [
        "With random players no game became longer or shorter: 3.00 turns on average by both rules; in "
        "truth it is otherwise in at most 0.4% of the games.",
        "With random players nobody won a single game.",
        "With random players nothing can be told of how dull the game is: the rules declare no score, so nothing is "
        "told of the lead.",
    ]


def test_of_no_games_nothing_is_told() -> None:
    assert three(impact(trial(RULES, ("random",) * 3, 0, ()))) == [
        "With random players nothing can be told of the length.",
        "With random players nothing can be told of how fair the game is.",
        "With random players nothing can be told of how dull the game is.",
    ]


def test_who_begins_is_told_where_the_players_differ() -> None:
    wins = [difference("wins", 0.5, 0.6, 0.05, "rot"), difference("wins", 0.5, 0.4, 0.05, "gelb")]
    made = (difference("turns", 3.0, 3.1, None, differing=4), *wins, difference("began", 0.5, 0.51, 0.05))
    length, fair, _ = three(impact(trial(RULES, ("random", "ismcts"), 1000, made)), "de")
    assert length == (
        "Mit random, ismcts an einem Tisch wurden zu wenige Partien länger oder kürzer, um mehr zu sagen: im Mittel "
        "3,10 Züge statt 3,00; in 4 von 1.000 Partien."
    )
    assert fair.replace("\N{NO-BREAK SPACE}", " ") == (
        "Mit random, ismcts an einem Tisch bleibt offen, ob öfter oder seltener gewinnt, wer beginnt: wer beginnt, "
        "gewinnt 51 % der Partien statt 50 %; in Wahrheit höchstens 4,0 Prozentpunkte weniger oder 6,0 mehr; bei "
        "gleichen Aussichten wären es 50 %; rot gewinnt 60 % statt 50 %."
    )


LENGTH = {
    "more": [Say.LONGER], "less": [Say.SHORTER], "unclear": [Say.LENGTH_OPEN], "same": [Say.LENGTH_SAME],
    "rare": [Say.LENGTH_RARE, Say.LENGTH_FEW],
}  # fmt: skip
FAIR = (Say.FAIRER, Say.LESS_FAIR, Say.BEGINS_MORE, Say.BEGINS_LESS, Say.FAIR_OPEN, Say.BEGINS_OPEN, Say.FAIR_SAME,
        Say.NOBODY_WINS, Say.ALL_WIN_MORE, Say.ALL_WIN_LESS)  # fmt: skip
DULL = (Say.DULLER, Say.LIVELIER, Say.BOTH_WAYS, Say.DULL_OPEN, Say.DULL_SAME, Say.DULL_NONE)


@pytest.mark.parametrize("language", LANGUAGES)
@given(made=impacts())
def test_a_sentence_claims_what_the_intervals_say(language: Language, made: Impact) -> None:
    for one in made.trials:
        said, who = verdict(impact(one), language), players(one.agents, language)
        told = {(each.kind, each.of): each.told for each in one.differences}
        assert claimed(said.length, who, language) in LENGTH[told["turns", ""]]
        first = told.get(("began", ""), told.get(("wins", "1")))
        sure = {told[each] for each in told if each[0] == "wins"} & {"more", "less"}
        match claimed(said.fairness, who, language):
            case Say.BEGINS_MORE | Say.BEGINS_LESS as claim:
                assert first == ("more" if claim is Say.BEGINS_MORE else "less")
            case Say.ALL_WIN_MORE | Say.ALL_WIN_LESS as claim:
                assert {first} | sure == {"more" if claim is Say.ALL_WIN_MORE else "less"}
            case Say.FAIRER | Say.LESS_FAIR:
                assert len(set(one.agents)) == 1
            case Say.FAIR_SAME:
                assert not sure and first in (None, "same")
            case Say.NOBODY_WINS:
                assert not any(each.base or each.variant for each in one.differences if each.kind == "wins")
            case claim:
                assert claim in (Say.FAIR_OPEN, Say.BEGINS_OPEN) and first not in ("more", "less")
        signs = {kind: told.get((kind, ""), "") for kind in ("forced", "lead_changes", "led_since")}
        duller = {"less"} & {signs["lead_changes"], signs["led_since"]} or {"more"} & {signs["forced"]}
        livelier = {"more"} & {signs["lead_changes"], signs["led_since"]} or {"less"} & {signs["forced"]}
        match claimed(said.dullness, who, language):
            case Say.DULLER:
                assert duller and not {"more"} & {signs["lead_changes"], signs["led_since"]}
            case Say.LIVELIER:
                assert livelier and not {"less"} & {signs["lead_changes"], signs["led_since"]}
            case Say.BOTH_WAYS:
                assert len({*signs.values()} & {"more", "less"}) >= 1
            case claim:
                assert not {signs["lead_changes"], signs["led_since"]} & {"more", "less"}, claim


def claimed(sentence: str, who: str, language: Language) -> Say:
    """The one claim that a sentence about some players begins with."""
    assert sentence.endswith(".") and sentence.lower().startswith(f"{who} ".lower())
    rest = sentence[len(who) + 1 :]
    claims = (*chain.from_iterable(LENGTH.values()), *FAIR, *DULL)
    (claim,) = (each for each in claims if re.match(rf"{re.escape(each(language))}[:.]", rest))
    return claim


@given(made=impacts())
def test_a_sentence_about_several_kinds_of_players_says_what_is_said_of_each(made: Impact) -> None:
    said, length = verdict(made), Say.LENGTH_OPEN("en")
    for one in made.trials:
        assert players(one.agents, "en").lower() in said.length.lower()
    open_for = [one for one in made.trials if f" {length}" in verdict(impact(one)).length]
    of_all = said.length.startswith(f"With all these players {length}")
    assert of_all == (len(made.trials) > 1 and len(open_for) == len(made.trials))


def test_fairer_is_told_only_where_the_games_tell() -> None:
    seen = Counter(
        fairness(
            [
                difference("wins", base, variant, half, "1", pairs=2000),
                difference("wins", 1 - base, 1 - variant, half, "2", pairs=2000),
            ],
            0.95,
        )
        for base, variant, half in (
            (0.62, 0.53, 0.03),  # closer to one half
            (0.38, 0.47, 0.03),  # the same from below
            (0.53, 0.62, 0.03),  # away from it
            (0.50, 0.60, 0.03),  # from the middle
            (0.54, 0.46, 0.03),  # to the other side: whoever begins wins less often, and it is as unfair
            (0.52, 0.51, 0.03),  # nothing told
        )
    )
    assert seen == {"fairer": 2, "less fair": 2, "open": 2}
    rare = [difference("wins", 0.6, 0.59, None, "1", 2000, 4), difference("wins", 0.4, 0.41, None, "2", 2000, 4)]
    assert fairness(rare, 0.95) == "open"


def test_numbers_that_differ_are_written_differently() -> None:
    assert numerals([72.04, 72.0], "en") == ["72.04", "72.00"]
    assert numerals([0.0, 0.0004], "de") == ["0,0000", "0,0004"]
    assert numerals([1234.0, 5.0], "de") == ["1.234", "5"]
    assert numerals([-0.001, 5.0], "en", 100.0) == ["\N{MINUS SIGN}0.001", "5.000"]
    assert hundredths([0.25, 0.5], "en") == ["25", "50"]
    assert hundredths([0.2512, 0.25], "de") == ["25,1", "25,0"]


def test_a_bound_is_rounded_up_and_no_more_exact_than_its_like() -> None:
    assert hundredths_at_most([0.00001, 0.03041], "en") == ["0.1", "3.1"]
    assert hundredths_at_most([0.0, 0.07], "de") == ["0,0", "7,0"]
    assert at_most([0.04, 2.31], "en", 72.0) == ["0.1", "2.4"]
    assert at_most([0.03, 0.0701], "en", 0.5) == ["0.03", "0.08"]


@pytest.mark.parametrize(
    ("base", "variant", "alike", "right"),
    [
        ((0.25, 0.25, 0.25, 0.25), (0.25, 0.25, 0.25, 0.25), 0.0, "open"),
        ((0.55, 0.45), (0.55, 0.45), 0.9, "open"),
        ((0.54, 0.46), (0.46, 0.54), 0.0, "open"),
        ((0.32, 0.25, 0.25, 0.18), (0.25, 0.25, 0.25, 0.25), 0.0, "fairer"),
        ((0.25, 0.25, 0.25, 0.25), (0.32, 0.25, 0.25, 0.18), 0.0, "less fair"),
    ],
)
def test_a_claim_of_fairness_is_seldom_wrong_and_found_where_it_is_true(
    base: tuple[float, ...], variant: tuple[float, ...], alike: float, right: str
) -> None:
    """Games drawn from shares that are known: `alike` of the pairs have the same winner."""
    random, runs, pairs = Random(1), tried(300, 3), 6000
    seen = Counter[str]()
    for _ in range(runs):
        one = random.choices(range(len(base)), base, k=pairs)
        other = random.choices(range(len(base)), variant, k=pairs)
        both = [x if random.random() < alike else y for x, y in zip(one, other, strict=True)]
        sums = [PairSums.beside([x == place for x in one], [y == place for y in both]) for place in range(len(base))]
        told = judged(sums, [True] * len(sums), 0.95)
        seen[fairness([*starmap(won, enumerate(zip(sums, told, strict=True), start=1))], 0.95)] += 1
    assert seen[right] >= 0.95 * runs, seen


def won(place: int, found: tuple[PairSums, Interval | None]) -> Difference:
    sums, interval = found
    return Difference("wins", str(place), sums.base, sums.variant, sums.n, sums.differing, sums.correlation, interval)
