"""Rules that are changed in small ways: which changes there are, and that each is one."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import get_args

import rulespec
from palast import RulesError
from rulespec.experiments.mutation import Mutant, mutants_of
from rulespec.experiments.mutation.replacement import ChangeName
from rulespec.language.printer import lines
from rulespec.rules.compose import digest
from tests.library import ruleset
from tests.test_printer import parsed

SHIPPED = ("ksr", "magier", "review", "ksr+wertung", "kuhn", "mau-mau")

NOTES = """ruleset notes
players 2
at most 9 turns
word suit: red, blue
note led: suit
note trump: suit
turn
    set led to red
    set trump to blue
game ends equal: led is trump
winners: players
"""


@cache
def mutants(spec: str) -> tuple[Mutant, ...]:
    return tuple(mutants_of(ruleset(spec)))


def loads(mutant: Mutant) -> bool:
    try:
        rules = mutant.load()
    except RulesError:
        return False
    assert rules.digest == mutant.composed.digest
    return True


def test_every_change_is_made_to_some_rules_and_loads(tmp_path: Path) -> None:
    path = tmp_path / "notes.rules"
    path.write_text(NOTES, "utf-8")
    several = list(mutants_of(rulespec.load(path)))
    several += [each for spec in ("vows", "kuhn", "magier", "ksr+wertung", "review", "ksr") for each in mutants(spec)]
    made: Counter[str] = Counter()
    for each in several:
        if made[each.what] < 2 and loads(each):
            made[each.what] += 1
    assert [what for what in get_args(ChangeName) if made[what] < 2] == []


SWITCHES = """ruleset switches
players 2 to 3
at most 9 turns
word suit: red, blue
word deed: look
numbers pips: 1 to 3
cards deck in pile
    1 of each suit in each pips
zone pile, shuffled
zone hand of player, in a row, last seen by all, seen by owner
zone bin, refilled from pile, seen by all
counter points of player, never above 9
note led of player: suit, each turn
value worth of card: 2 if it is red, 1 if its pips is 3, 0 otherwise
call player rich if own points is 3
set-up
    deal pile evenly to hand of players
turn
    may secretly: add 1 to own points
    players starting with own left who are rich
        choose card from own hand, secretly
        move card to bin
    show first 2 cards of own hand to own left, secretly
    choose n from pips, by chance
    perform look n times
    add own points divided by 2 rounded down to own points
    set own led to highest suit in own hand
action look
    choose pair from own hand, if several
    move last of own hand to bin
game ends out: some player where own hand is empty
winners: players, with most total worth in own hand then fewest own points
"""
SAID = """in a row; last seen by all; refilled from pile; never above 9; each turn; evenly; by chance; n times;
if several; may secretly -> may; own hand, secretly -> own hand; own left, secretly -> to own left;
starting with own left who -> who; 2 if it is red, 1 if its pips is 3 -> 1 if its pips is 3, 2 if it is red;
rounded down -> rounded up; first 2 -> last 2; last of -> first of; highest suit -> lowest suit;
with most -> with fewest; fewest own -> most own; are rich -> are not rich"""


def test_every_switch_of_the_language_is_thrown_by_some_change(tmp_path: Path) -> None:
    path = tmp_path / "switches.rules"
    path.write_text(SWITCHES, "utf-8")
    made = [(" ".join(each.old), " ".join(each.new)) for each in mutants_of(rulespec.load(path))]
    for phrase in re.split(r";\s", SAID):
        said, _, instead = phrase.partition(" -> ")
        assert any(said in old and said not in new and instead in new for old, new in made), phrase


def test_every_mutant_says_something_else_in_one_block() -> None:
    changes = 0
    for spec in SHIPPED:
        known, said = ruleset(spec).composed.entries, set[tuple[str, str]]()
        for each in mutants(spec):
            entries = each.composed.entries
            changed = {key for key in known | entries if known.get(key) is not entries.get(key)}
            assert each.old != each.new
            if each.what == "reasons reordered":
                assert not changed
                assert list(entries) != list(known)
            else:
                assert changed == {each.key}
                now = digest(entries[each.key].declaration) if each.key in entries else "gone"
                assert now != digest(known[each.key].declaration)
                assert (each.key, now) not in said
                said.add((each.key, now))
                changes += 1
    assert changes > 500


def test_of_a_layer_what_it_wrote_is_changed_and_all_of_it_if_that_is_asked() -> None:
    assert {each.layer for each in mutants("magier")} == {"magier"}
    assert {each.key for each in mutants("magier")} == {"value playable", "action Magier"}
    assert "round ends jester" in {each.key for each in mutants("review") if each.layer == "ksr"}  # put elsewhere
    whole = list(mutants_of(ruleset("magier"), everything=True))
    assert len(whole) > 5 * len(mutants("magier"))
    assert {each.layer for each in whole} == {"ksr", "magier"}


def test_a_mutant_tells_its_place_and_what_it_says_instead() -> None:
    told = [re.sub(r"^.*ksr.rules:\d+", "ksr", str(each)) for each in mutants("ksr")]
    swapped = "a comparison swapped: if played is at least 3 -> if played is more than 3"
    assert f"ksr:8: action Mundschenk: {swapped}" in told
    assert "ksr:5: action Zauberer: at the same time dropped: at the same time -> nothing" in told
    order = "round ends whisper before round ends six -> round ends six before round ends whisper"
    assert f"ksr:1: round ends six: reasons reordered: {order}" in told
    for each in mutants("ksr"):
        line = Path(each.at.source.path).read_text("utf-8").splitlines()[each.at.line - 1]
        assert each.at.text.split("\n")[0] in line


def test_every_change_of_the_rulesets_can_be_read() -> None:
    for spec in SHIPPED[1:]:
        for each in mutants(spec)[::3]:
            if each.key in each.composed.entries:
                block = each.composed.entries[each.key].declaration
                assert lines(parsed(block)) == lines(block)


# ---- judging them

NIM = """ruleset nim
players 2
at most 30 turns
word sort: stick
cards heap in heap
    9 of stick
zone heap, seen by all
zone taken of player, seen by all
turn
    choose n from 1 to 3, where n is at most cards in heap
    draw n from heap to taken of active
game ends over: heap is empty
winners: players who are not active
always all: cards in heap plus cards in taken of players is 9
always few when asked: cards in heap is at least 1
"""


def test_a_mutant_keeps_the_words_of_its_author() -> None:
    changes = [each for each in mutants("kuhn") if each.key == "value best"]
    assert changes
    for each in changes:
        assert "with most" not in each.change and ("with highest" in each.change or "with lowest" in each.change)
