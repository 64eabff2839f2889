"""The sentences of a verdict claim what the intervals say, and nothing else, in both languages."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import chain, starmap
from random import Random

import pytest
from attrs import evolve
from hypothesis import given

from palast.verdict import players, verdict
from palast.verdict.fairness import fairness
from palast.verdict.numerals import at_most, hundredths, hundredths_at_most, numerals
from palast.verdict.words import FOLDER, LANGUAGES, Language, Say
from rulespec.experiments.impact import Difference, Impact, Interval, Trial
from rulespec.experiments.impact.report import Kind
from rulespec.experiments.impact.statistics import SHARE, judged
from rulespec.experiments.impact.sums import PairSums
from rulespec.rules.texts.grammar.template import phrases
from tests.effort import tried, until_seen
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
                difference("forced_share", 0.1, 0.08, 0.005),
                difference("lead_changes", 0.36, 0.39, 0.02),
                difference("lead_rate", 0.5, 0.52, 0.05),
                difference("wins", 0.62, 0.53, 0.03, "1"),
                difference("wins", 0.38, 0.47, 0.03, "2"),
                difference("rounds_ended", 3.5, 2.5, 0.2, "round ends whisper"),
            ),
        )
    )


def test_an_impact_is_told_in_english() -> None:
    assert three(court()) == [
        "With random players the game becomes longer: 75.5 turns on average instead of 72.0; 2.2 to 4.8 more.",
        "With random players the game becomes fairer: the first player wins 53% of the games instead of 62%; "
        "6.0 to 12.0 percentage points fewer; an equal share would be 50%.",
        "With random players the game becomes livelier: 8% of the decisions leave no choice, instead of 10%; a round "
        "ends with “whisper” 2.50 times a game instead of 3.50; not settled: changes of lead in 100 turns (at most "
        "0.03 fewer or 0.07 more).",
    ]


def test_an_impact_is_told_in_german() -> None:
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in three(court("ismcts:50"), "de")] == [
        "Bei Spielern, die suchen (ismcts:50), wird das Spiel länger: im Mittel 75,5 Züge statt 72,0; 2,2 bis 4,8 "
        "mehr.",
        "Bei Spielern, die suchen (ismcts:50), wird das Spiel gerechter: wer beginnt, gewinnt 53 % der Partien statt "
        "62 %; 6,0 bis 12,0 Prozentpunkte weniger; bei gleichen Aussichten wären es 50 %.",
        "Bei Spielern, die suchen (ismcts:50), wird das Spiel lebhafter: 8 % der Entscheidungen lassen keine Wahl "
        "statt 10 %; eine Runde endet durch „whisper“ 2,50-mal je Partie statt 3,50-mal; offen: Wechsel der Führung in "
        "100 Zügen (höchstens 0,03 weniger oder 0,07 mehr).",
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
        "players who search (ismcts:50) the game may become longer or shorter: 72.5 turns on "
        "average instead of 72.0, the true difference is at most 0.8 fewer or 1.8 more."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "22.2 turns on average instead of 22.0; in 5 of 200 games."),
        ("de", "im Mittel 22,2 Züge statt 22,0; in 5 von 200 Partien."),
    ],
)
def test_bounds_of_the_worst_case_are_not_told(language: Language, said: str) -> None:
    turns = evolve(difference("turns", 22.0, 22.22, None, "", 200, 5), interval=Interval(-118.0, 130.0, "exact"))
    told = three(impact(trial(RULES, ("random",) * 2, 200, (turns,))), language)
    assert told[0].endswith(said) and "118" not in " ".join(told), told


def cut(base: float, variant: float, turns: float) -> list[str]:
    """Of rules by which these shares of the games never end; the others take 81 turns, and so many by the variant."""
    made = (
        difference("turns", 81 * (1 - base) + 500 * base, turns * (1 - variant) + 500 * variant, 2.0),
        difference("forced_share", 0.1, 0.09, 0.001),
        difference("led_since", 0.5, 0.5, None, differing=0),
        difference("wins", 0.5 * (1 - base), 0.5 * (1 - variant), 0.01, "1"),
        difference("wins", 0.5 * (1 - base), 0.5 * (1 - variant), 0.01, "2"),
        difference("ended", base, variant, 0.05, "limit of turns"),
        difference("ended", 1 - base, 1 - variant, 0.05, "game ends favour"),
    )
    return three(impact(trial(RULES, ("random",) * 2, 1000, made)))


def test_games_that_are_cut_off_come_first_and_leave_open_what_they_could_change() -> None:
    open_, limited = "With random players the game may become ", "since games hit the limit of turns"
    assert cut(0.0, 0.5, 81) == [
        "With random players some games hit the limit of turns, so their end is unknown: 50% of them instead of 0%.",
        "With random players the game becomes longer: by at least 207.5 turns on average.",
        f"{open_}fairer or less fair, {limited}: the first player wins 25% of the games instead of 50%.",
        f"{open_}duller or livelier, {limited}.",
    ]
    assert cut(0.5, 0.0, 81)[1] == "With random players the game becomes shorter: by at least 207.5 turns on average."
    unknown = f"{open_}longer or shorter, {limited}."
    for base, variant, turns in (
        (0.0, 0.01, 5),
        (0.3, 0.6, 81),
        (0.6, 0.3, 81),
        (0.467, 0.467, 81),
        (0.001, 0.001, 200),
    ):
        assert cut(base, variant, turns)[1] == unknown


def test_rules_that_are_the_same_are_said_to_be_that_and_nothing_else() -> None:
    equal = evolve(court(), alike=True, trials=())
    assert three(equal) == ["Both rulesets are the same, block by block, so every game stays the same."]
    assert three(equal, "de") == ["Die Regeln beider sind dieselben, Block für Block: Jede Partie bleibt, wie sie ist."]


def test_adjectives_go_by_shares() -> None:
    """A longer game has more decisions without a choice, and more changes of lead, and is no duller or livelier."""
    kinds: list[Kind] = ["forced_share", "lead_rate"]
    made = [difference("turns", 100.0, 200.0, 5.0), difference("decisions", 350.5, 703.5, 9.0)]
    made += [difference("forced", 41.0, 82.5, 2.0), difference("lead_changes", 1.0, 2.0, 0.1)]
    alike = [difference(kind, 0.117, 0.1172, 0.001) for kind in kinds]
    less, more = ([difference(kind, 0.117, share, 0.001) for kind in kinds] for share in (0.11, 0.125))
    for rates, said in (
        (alike, "the game may become duller or livelier: not settled"),
        ([less[0], alike[1]], "the game becomes livelier: 11.0% of the decisions leave no choice, instead of 11.7%"),
        ([alike[0], more[1]], "the game becomes livelier: the lead changes 0.125 times in 100 turns instead of 0.117"),
        ([alike[0], less[1]], "the game becomes duller"),
        ([more[0], alike[1]], "the game becomes duller"),
        (more, "the game becomes livelier in one way, duller in another"),
    ):
        dull = three(impact(trial(RULES, ("random",) * 2, 1000, (*made, *rates))))[-1]
        assert dull.startswith(f"With random players {said}"), dull


def test_what_was_not_measured_is_not_told() -> None:
    bare = impact(trial(RULES, ("random",) * 3, 1000, (difference("turns", 3.0, 3.0, None, differing=0),)))
    assert three(bare) == [
        "With random players no game became longer or shorter: 3.00 turns on average under both rulesets; "
        "at most 0.4% of all games are affected.",
        "With random players no player won a single game.",
        "With random players there is nothing to measure for liveliness: the rules declare no score, so the lead "
        "cannot be measured.",
    ]


def test_of_no_games_nothing_is_told() -> None:
    assert three(impact(trial(RULES, ("random",) * 3, 0, ()))) == [
        "With random players there is nothing to measure for length.",
        "With random players there is nothing to measure for fairness.",
        "With random players there is nothing to measure for liveliness.",
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
        Say.NOBODY_WINS, Say.ALL_WIN_MORE, Say.ALL_WIN_LESS, Say.FAIR_CUT_OFF)  # fmt: skip
DULL = (Say.DULLER, Say.LIVELIER, Say.BOTH_WAYS, Say.DULL_OPEN, Say.DULL_SAME, Say.DULL_NONE, Say.DULL_CUT_OFF)
CUT_OFF = (Say.CUT_OFF, Say.LENGTH_CUT_OFF)
SEEN = {
    Say.LONGER, Say.SHORTER, Say.LENGTH_OPEN, Say.DULLER, Say.LIVELIER, Say.BOTH_WAYS, Say.DULL_OPEN, *CUT_OFF,
    Say.FAIR_CUT_OFF, Say.DULL_CUT_OFF,
}  # fmt: skip
Told = Mapping[tuple[Kind, str], str]


def test_a_sentence_claims_what_the_intervals_say_in_either_language() -> None:
    seen = set[Say]()

    @given(made=impacts())
    def check(made: Impact) -> None:
        for one in made.trials:
            claims, german = (claimed(impact(one), language) for language in LANGUAGES)
            assert claims == german
            seen.update(claims.values())
            told: Told = {(each.kind, each.of): each.told for each in one.differences}
            if one.cut_off is None:
                length_is_told(claims[Say.LENGTH], told)
                fairness_is_told(claims[Say.FAIRNESS], told, one)
                dullness_is_told(claims[Say.DULLNESS], told)
            else:
                assert next(iter(claims.items())) == (Say.TO_THE_END, Say.CUT_OFF)
                nothing_is_told_that_is_cut_off(claims, told, one.cut_off)

    until_seen(check, lambda: SEEN - seen)


def length_is_told(claim: Say, told: Told) -> None:
    assert claim in LENGTH[told["turns", ""]]


def fairness_is_told(claim: Say, told: Told, one: Trial) -> None:
    first = told.get(("began", ""), told.get(("wins", "1")))
    sure = {told[each] for each in told if each[0] == "wins"} & {"more", "less"}
    match claim:
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


def dullness_is_told(claim: Say, told: Told) -> None:
    kinds: list[Kind] = ["forced_share", "lead_rate", "led_since"]
    signs = [told.get((kind, ""), "") for kind in kinds]
    duller = signs[0] == "more" or "less" in signs[1:]
    livelier = signs[0] == "less" or "more" in signs[1:]
    claims = {(True, True): Say.BOTH_WAYS, (True, False): Say.DULLER, (False, True): Say.LIVELIER}
    assert claim is claims.get((duller, livelier), claim)
    assert (claim in claims.values()) == (duller or livelier)


def nothing_is_told_that_is_cut_off(claims: Mapping[Say, Say], told: Told, cut_off: Difference) -> None:
    """But that the side has longer games which alone has some that are cut off."""
    length = claims[Say.LENGTH]
    assert length in (Say.LENGTH_CUT_OFF, Say.LONGER, Say.SHORTER)
    assert (length is Say.LONGER) == (told["turns", ""] == "more" and not cut_off.base)
    assert (length is Say.SHORTER) == (told["turns", ""] == "less" and not cut_off.variant)
    assert claims[Say.FAIRNESS] in (Say.FAIR_CUT_OFF, Say.FAIRER, Say.LESS_FAIR, Say.NOBODY_WINS)
    assert claims[Say.DULLNESS] in (Say.DULL_CUT_OFF, Say.DULL_NONE)


def claimed(made: Impact, language: Language) -> dict[Say, Say]:
    """The one claim that each sentence about some players begins with."""
    who, found = players(made.trials[0].agents, language), dict[Say, Say]()
    for about, sentence in verdict(made, language).about.items():
        assert sentence.endswith(".") and sentence.lower().startswith(f"{who} ".lower())
        rest = sentence[len(who) + 1 :]
        claims = (*chain.from_iterable(LENGTH.values()), *FAIR, *DULL, *CUT_OFF)
        (found[about],) = (each for each in claims if rest.startswith((f"{each(language)}:", f"{each(language)}.")))
    return found


@given(made=impacts())
def test_a_sentence_about_several_kinds_of_players_says_what_is_said_of_each(made: Impact) -> None:
    said, length = verdict(made).about[Say.LENGTH], Say.LENGTH_OPEN("en")
    for one in made.trials:
        assert players(one.agents, "en").lower() in said.lower() or said.startswith("With all these players ")
    open_for = [one for one in made.trials if f" {length}:" in verdict(impact(one)).about[Say.LENGTH]]
    of_all = said.startswith(f"With all these players {length}:")
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
            (0.54, 0.46, 0.03),  # to the other side: the first player wins less often, and it is as unfair
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
        told = judged(sums, [SHARE] * len(sums), 0.95)
        seen[fairness([*starmap(won, enumerate(zip(sums, told, strict=True), start=1))], 0.95)] += 1
    assert seen[right] >= 0.95 * runs, seen


def won(place: int, found: tuple[PairSums, Interval | None]) -> Difference:
    sums, interval = found
    return Difference("wins", str(place), sums.base, sums.variant, sums.n, sums.differing, sums.correlation, interval)


def test_each_phrase_is_there_in_both_languages_and_speaks_of_the_same() -> None:
    english, german = (phrases(language, FOLDER) for language in LANGUAGES)
    assert [*english] == [*german] == [each.key for each in Say]
    for key, said in english.items():
        places = [sorted(re.findall(r"\{(\w+)", text)) for text in (said, german[key])]
        assert places[0] == places[1], key
