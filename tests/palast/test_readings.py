"""The other readings of the rulings: the same position goes differently with one and without."""

import pytest

from palast import Ruleset
from tests.library import READINGS, read_otherwise, ruleset
from tests.palast import scenarios as ask
from tests.palast.table import Table

# Each reading with the rulesets that it is for, and the ruling that it answers otherwise.
FOR = {
    "frei": ("R3", ("ksr", "review")),
    "zwang": ("R3", ("magier",)),
    "gleichzeitig": ("R8", ("magier",)),
    "zurueck": ("R9", ("review",)),
    "sich-selbst": ("R11", ("ksr", "magier", "review")),
    "hofnarr-zuerst": ("R12", ("ksr", "magier")),
    "sechs-zuerst": ("R12", ("review",)),
}
CASES = [(reading, spec) for reading, (_, specs) in FOR.items() for spec in specs]


def test_every_file_of_readings_is_tried() -> None:
    assert {path.stem for path in READINGS.glob("*.rules")} == set(FOR)


@pytest.mark.parametrize(("reading", "spec"), CASES)
def test_a_reading_is_a_file_of_ten_lines_at_most(reading: str, spec: str) -> None:
    lines = (READINGS / f"{reading}.rules").read_text("utf-8").splitlines()
    assert len([line for line in lines if not line.startswith(("#", "tried on", "changes"))]) <= 10
    assert read_otherwise(spec, reading).name == f"{spec}+{reading}"


@pytest.mark.parametrize(("reading", "spec"), CASES)
def test_a_reading_goes_on_the_variant_too(reading: str, spec: str) -> None:
    rules = read_otherwise(f"{spec}+wertung", reading)
    assert ask.noted_after_six_persons(rules) == (7, 4, 3)


@pytest.mark.parametrize("reading", FOR)
def test_a_ruling_names_its_other_reading(reading: str) -> None:
    ruling, specs = FOR[reading]
    said = [ask.rulings(ruleset(spec))[ruling] for spec in specs if ruling in ask.rulings(ruleset(spec))]
    assert said
    assert all(reading in each.split() for each in said)


def told(spec: str, reading: str, scenario: object) -> tuple[object, object]:
    assert callable(scenario)
    return scenario(ruleset(spec)), scenario(read_otherwise(spec, reading))


def test_with_frei_a_lying_person_may_be_played_beside_another_card() -> None:
    strict, free = told("ksr", "frei", ask.a_lying_person_beside_another_card)
    assert (strict, free) == (("Wächter rot",), ("Zofe rot", "Wächter rot"))


def test_with_frei_a_muted_jester_may_be_played_in_review() -> None:
    strict, free = told("review", "frei", ask.a_muted_jester_beside_another_card)
    assert (strict, free) == (("Wächter rot",), ("Wächter rot", "Hofnarr rot"))


def test_with_frei_a_lying_person_that_is_played_has_its_consequence() -> None:
    rules = read_otherwise("ksr", "frei")
    table = Table(rules, hands=["Zofe rot, Wächter rot"], displays=["Zofe gelb"]).say("Zofe rot")
    assert (table.points, table.ended) == ((0, 1, 1), ("round ends whisper",))


def test_with_zwang_a_lying_person_may_be_played_only_when_no_other_can_be() -> None:
    free, strict = told("magier", "zwang", ask.a_lying_person_beside_another_card)
    assert (free, strict) == (("Zofe rot", "Wächter rot"), ("Wächter rot",))
    assert ask.nothing_but_lying_persons(read_otherwise("magier", "zwang")) == ("Zofe rot", "Wächter rot")


def test_with_gleichzeitig_the_partner_does_not_see_what_is_offered() -> None:
    after, together = told("magier", "gleichzeitig", ask.what_the_partner_has_seen)
    assert after == ("rot chooses 1", "rot chooses 1 card", "rot shows Zofe gelb from own hand to gelb")
    assert together == ("rot chooses 1", "rot has committed")


def test_with_zurueck_the_given_card_can_come_back() -> None:
    before, back = (blind(rules) for rules in (ruleset("review"), read_otherwise("review", "zurueck")))
    assert before == ("Wächter rot", "Wächter gelb")
    assert back == ("Zofe gelb", "Wächter rot", "Wächter gelb")


def blind(rules: Ruleset) -> tuple[str, ...]:
    """The cards that the one who gave away `Zofe gelb` can draw."""
    table = Table(rules, hands=["Zauberer rot, Zofe rot, Zofe gelb", "Wächter rot, Wächter gelb"])
    return table.say("Zauberer rot", "gelb", "Zofe gelb").options


def test_with_zurueck_a_card_that_comes_back_leaves_both_hands_as_they_were() -> None:
    table = Table(read_otherwise("review", "zurueck"), hands=["Zauberer rot, Zofe rot, Zofe gelb", "Wächter rot"])
    table.say("Zauberer rot", "gelb", "Zofe gelb", "Zofe gelb")
    assert (table.zone("hand", 0), table.zone("hand", 1)) == ("Zofe rot, Zofe gelb", "Wächter rot")


@pytest.mark.parametrize("spec", ["ksr", "magier", "review"])
def test_with_sich_selbst_the_guard_may_take_himself_back(spec: str) -> None:
    other, himself = told(spec, "sich-selbst", guard)
    assert other == ("Zofe rot",)
    assert himself == ("Zofe rot", "Wächter rot")


def guard(rules: Ruleset) -> tuple[str, ...]:
    return Table(rules, hands=["Wächter rot"], displays=["Zofe rot"]).say("Wächter rot").options


def test_with_sich_selbst_a_round_need_not_end() -> None:
    table = Table(read_otherwise("ksr", "sich-selbst"), hands=["Wächter rot"])
    for _ in range(60):
        table.say("Wächter rot", "Wächter rot")
    assert (table.asked, table.ended, table.state.counter("played")) == ("0 card", (), 60)


def test_with_hofnarr_zuerst_the_muted_jester_counts_before_six_persons() -> None:
    six, jester = told("ksr", "hofnarr-zuerst", ask.a_muted_jester_as_sixth_person)
    assert six == ((1, 0, 0), "round ends six")
    assert jester == ((0, 1, 1), "round ends jester")
    assert told("magier", "hofnarr-zuerst", ask.a_muted_jester_as_sixth_person) == (six, jester)


def test_with_sechs_zuerst_six_persons_count_before_the_muted_jester() -> None:
    jester, six = told("review", "sechs-zuerst", ask.a_muted_jester_as_sixth_person)
    assert jester == ((0, 1, 1), "round ends jester")
    assert six == ((1, 0, 0), "round ends six")


@pytest.mark.parametrize(("reading", "spec"), [("hofnarr-zuerst", "ksr"), ("sechs-zuerst", "review")])
def test_in_either_order_a_jester_who_is_a_duplicate_counts_as_one(reading: str, spec: str) -> None:
    rules = read_otherwise(spec, reading)
    assert ask.a_muted_jester_who_is_a_duplicate(rules) == ((0, 1, 1), "round ends whisper")
