"""Rule sheets: every block that players need is said, sentences lead to their blocks, and what differs is marked."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

import palast
from palast.__main__ import main
from palast.sheets.printed import printed
from rulespec import Ruleset, load
from rulespec.language.files import LANGUAGES
from rulespec.language.tree import declarations as d
from rulespec.rules.texts.current import stale_texts
from rulespec.wording import wording
from rulespec.wording.sheets import sheet
from tests.effort import draws_until, some, tried
from tests.library import CARDS, GAMES, HOUSE_RULES, KNOWN_GAMES, OFFICIAL, drawn_file, ruleset

TOLD = (d.SetUp, d.Round, d.Turn, d.NextTurn, d.BeforeTurn, d.AfterTurn, d.AfterRound, d.Action, d.Reason, d.Winners)
BY_PLAYERS = re.compile(r"35 .*42 .*49 ")


class Anchors(HTMLParser):
    """The anchors of a page, the links to them, and the elements that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.ids, self.links, self.open = Counter[str](), list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if "id" in found:
            self.ids[str(found["id"])] += 1
        if tag == "a":
            self.links.append(str(found["href"]).removeprefix("#"))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_sheet(rules: Ruleset, language: str) -> int:
    """A sheet has every block that players need, with a sentence; how many entries it has."""
    made = sheet(rules, language)
    keys = [(each.key, each.name) for each in made.entries]
    assert len(keys) == len(set(keys))
    needed = {key for key, block in rules.resolved.blocks.items() if isinstance(block, TOLD)}
    assert needed <= {key for key, _ in keys}
    assert all(each.text.strip() and "{" not in each.text for each in made.entries)
    anchors = Anchors()
    anchors.feed(printed(made, wording(rules, language), rules, worked_out=True))
    assert anchors.open == [] and set(anchors.links) <= set(anchors.ids) and max(anchors.ids.values()) == 1
    assert len(anchors.links) >= len(needed)
    return len(keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_sheet(language: str) -> None:
    names = some([*GAMES, *KNOWN_GAMES], 11, start=LANGUAGES.index(language))
    entries = [check_sheet(ruleset(name), language) for name in names]
    assert sum(entries) > tried(500, 10 * len(names))


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawn_files_have_a_sheet(language: str) -> None:
    kinds = Counter[str]()
    for number in draws_until(4, 200, lambda: {"action", "winners"} - set(kinds)):
        rules = drawn_file(number).rules
        check_sheet(rules, language)
        kinds.update(key.split(" ")[0] for key in rules.resolved.blocks)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", some([*OFFICIAL, *KNOWN_GAMES], 6))
def test_what_is_on_the_sheet_of_a_shipped_game_is_written(name: str, language: str) -> None:
    unwritten = [
        each.key
        for each in sheet(ruleset(name), language).entries
        if not each.is_written and isinstance(ruleset(name).resolved.blocks[each.key], TOLD)
    ]
    assert unwritten == []


def test_nothing_is_different_from_itself_and_a_layer_is_marked() -> None:
    marked = Counter[str]()
    base, paths = ruleset("ksr"), some(sorted(HOUSE_RULES.glob("*.rules")), 4)
    for path in paths:
        rules = palast.load(f"ksr+{path}")
        for language in LANGUAGES:
            itself = sheet(rules, language, rules)
            assert not any(each.changed for each in itself.entries) and itself.gone == ()
            changes = sheet(rules, language, base).only_changes
            keys = {each.key for each in changes.entries}
            marked[path.stem] = len(keys)
            added = set(rules.composed.entries) - set(base.composed.entries)
            shown = {each.key for each in sheet(rules, language).entries}
            assert added & shown <= keys
            assert f"changes {path.stem}" in keys
            assert sum(len(each.text) for each in changes.entries) < 2_500  # half a page
    assert len(marked) == len(paths) >= tried(8, 4) and min(marked.values()) >= 1


def test_cards_are_counted_for_each_number_of_players() -> None:
    for language in LANGUAGES:
        [said] = [each.text for each in sheet(ruleset("ksr"), language).entries if each.key == "cards court"]
        assert BY_PLAYERS.search(said), said


def test_the_command_prints_a_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["sheet", "ksr", "--language", "de"]) == 0
    out = capsys.readouterr().out
    assert "Ziel" in out and "[action Zofe, 000:62-63, R16]" in out
    assert main(["sheet", "ksr+kanzler", "--against", "ksr", "--only-changes", "--language", "en"]) == 0
    changes = capsys.readouterr().out
    assert changes.count("▸") >= 3 and "Zofe:" not in changes and len(changes.splitlines()) < 25
    assert main(["sheet", "ksr", "--html", "--language", "en"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>") and "prefers-color-scheme" not in page and "http" not in page
    assert '<span class=chip><i style="background:#c8102e"></i> red</span>' in page
    assert main(["sheet", "ksr", "--worked-out", "--language", "en"]) == 0
    out = capsys.readouterr().out
    assert out.count("written: ") > 10 and out.count("worked out: ") > 10
    assert main(["sheet", "ksr", "--only-changes"]) == 2
    assert "--against" in capsys.readouterr().err


LONGER = """layer longer "Eight points"
rename points to favours
replace value target by players: 8 for 3, 7 otherwise
"""


def test_a_name_that_is_changed_is_nothing_different(tmp_path: Path) -> None:
    (tmp_path / "longer.rules").write_text(LONGER, "utf-8")
    rules = palast.load(f"ksr+{tmp_path / 'longer.rules'}")
    only = sheet(rules, "de", ruleset("ksr")).only_changes
    assert [each.key for each in only.entries] == ["aim", "game ends favour"] and not only.gone


def test_a_number_is_said_as_it_is_now(tmp_path: Path) -> None:
    (tmp_path / "longer.rules").write_text(LONGER, "utf-8")
    rules = palast.load(f"ksr+{tmp_path / 'longer.rules'}")
    assert not stale_texts(rules.resolved)
    assert "is first to have 8 favours (7 with 4 and 5 players) wins" in str(wording(rules, "en").aim)


def test_all_that_rests_on_a_change_is_told_at_once(tmp_path: Path) -> None:
    twice = 'layer twice "Colours"\nreplace call player doubled if own display repeats colour\n'
    (tmp_path / "twice.rules").write_text(twice, "utf-8")
    rules = palast.load(f"ksr+{tmp_path / 'twice.rules'}")
    [told] = stale_texts(rules.resolved)
    assert (
        "the English and German texts for 'call doubled', 'game', 'round ends whisper' and 'action Mundschenk' describe"
        in told.message
    )
    assert told.line == 2


HOUSE = """layer house "Coins, a dungeon and less ends"
add counter coins of player, each round
add zone dungeon of player by colour, seen by all
replace call player doubled if own display repeats colour
remove round ends six
remove always nobody-doubled
replace action Wächter
    choose guess from person except Hofnarr
    if guess is Zofe: add 1 to own coins
    other players: may
        choose gift from own hand
        move gift to own dungeon by colour of gift
    choose rich from other players, with most own coins, if several
    move hand of rich to discards
"""


def test_a_house_rule_without_texts_is_said_as_it_is(tmp_path: Path) -> None:
    house = HOUSE.replace("other players: may", "other players\n        may").replace(
        "        choose gift", "            choose gift"
    )
    house = house.replace("        move gift", "            move gift")
    (tmp_path / "house.rules").write_text(house, "utf-8")
    rules = palast.load(f"ksr+{tmp_path / 'house.rules'}")
    found, rewards = dict[str, str](), dict[str, str]()
    for each in sheet(rules, "de", ruleset("ksr")).only_changes.entries:
        (rewards if each.name else found)[each.key] = each.text
    action = found["action Wächter"]
    assert "Wähle eine Person außer dem Hofnarren. Wenn die gewählte Person die Zofe ist:" in action
    assert "Wenn dieser Spieler will:" in action
    assert "Wähle einen anderen Spieler mit den meisten Münzen, falls" in action
    assert "Alle Spieler, die nicht doubled sind, bekommen" in rewards["round ends whisper"]
    assert found["call doubled"] == "Ein Spieler ist doubled, wenn eine Farbe in der eigenen Auslage doppelt vorkommt."
    assert found["zone dungeon"].startswith("je eine Stelle für jeden Spieler und jede Farbe;")
    assert found["counter coins"] == "gezählt für jeden Spieler, ab 0; mit jeder Runde wieder von vorn."
    assert "aim" not in found and {each.key for each in sheet(rules, "de").entries} >= {"counter coins"}
    assert any("it depends on 'round ends six'" in each.message for each in stale_texts(rules.resolved))


GRIDS = """ruleset grids
players 2
at most 9 turns
word ware: fish, bread
numbers price: 1 to 9
cards goods in pile
    1 of each ware in each price
zone pile, shuffled
zone hand of player, seen by owner
zone shelf of ware, in a row, last seen by all
counter fame of player by ware
set-up
    players: draw 3 from pile to own hand
turn
    choose friend from other players, where own hand is not empty and hand of active is not empty
    choose pips from 1 to 6, by chance
    choose card from own hand
    move card to shelf of ware of card
    if pips is 6: add 1 to own fame by ware of card
    otherwise if pips is 5: reverse the order of play
    otherwise: nothing
next turn
    own left is next
game ends out: pile is empty
winners: players, with most total price in own hand
"""


def test_a_game_without_texts_is_said_as_it_is() -> None:
    rules = load("grids", texts={"grids": GRIDS})
    found = {language: {each.key: each.text for each in sheet(rules, language).entries} for language in LANGUAGES}
    de, en = found["de"], found["en"]
    assert de["zone shelf"].startswith("je eine Stelle für jede Ware; alle sehen nur die letzte Karte;")
    assert en["zone shelf"].startswith("one for every ware; everybody sees only the last card;")
    assert de["counter fame"] == "gezählt für jeden Spieler und jede Ware, ab 0."
    assert "bei dem die eigene Hand nicht leer ist und deine Hand nicht leer ist" in de["turn"]
    assert "Der Zufall bestimmt eine Zahl von 1 bis 6." in de["turn"]
    assert (
        "Sonst, wenn die gewählte Zahl 5 ist: " in de["turn"] and "Otherwise, if the chosen number is 5: " in en["turn"]
    )
    assert "Summe von Pricen über die eigene Hand" in de["winners"]


@pytest.mark.parametrize(("name", "heading"), [("ksr", "Die Karten"), ("skat", "Aktionen")])
def test_actions_that_stand_on_no_card_are_not_called_cards(name: str, heading: str) -> None:
    assert next(each.heading for each in sheet(ruleset(name), "de").sections if each.name == "actions") == heading


def test_a_sheet_says_how_the_players_are_called() -> None:
    said = {each.key: each.text for each in sheet(ruleset("ksr"), "en").entries}["players have"]
    assert said.startswith("Everybody plays with a colour: red, yellow and green, with 4 players blue as well,")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_block_is_said_to_people_if_nobody_has_written_of_it(language: str) -> None:
    for number in range(tried(40, 5)):
        rules = drawn_file(number).rules
        words = wording(rules, language)
        assert all("{" not in line for key in rules.composed.entries for line in words.told(key))
    words = wording(load("grids", texts={"grids": GRIDS}), language)
    assert len(words.told("turn")) > 4


TWICE = """layer twice "Renamed twice"
rename Spion to Kundschafter
add after round counting
    add cards in own hand to own points
replace action Wächter
    choose who from other players
    add cards in hand of who to points of who
"""


def test_a_name_that_is_changed_twice_keeps_its_texts(tmp_path: Path) -> None:
    (tmp_path / "twice.rules").write_text(TWICE, "utf-8")
    rules = palast.load(f"magier+{tmp_path / 'twice.rules'}")
    found = {each.key: each.text for each in sheet(rules, "de").entries}
    assert found["action Kundschafter"].startswith("Du deckst die nächste Karte vom Königsstapel auf")
    counted = "Die Punkte des Spielers, der zuletzt am Zug war, steigen um die Anzahl der Karten auf der eigenen Hand."
    assert found["after round counting"] == counted
    assert (
        "Die Punkte des gewählten Spielers steigen um die Anzahl der Karten auf der Hand des" in found["action Wächter"]
    )


@pytest.mark.parametrize(
    ("language", "reason", "change"),
    [
        ("en", "If somebody is complete", "All players who are complete get 1 point."),
        ("de", "Wenn jemand complete ist", "Alle Spieler, die complete sind, bekommen 1 Punkt."),
    ],
)
def test_points_for_the_end_of_a_round_are_rows_among_the_scores(language: str, reason: str, change: str) -> None:
    rules = load(
        "bare", texts={"bare": (CARDS / "ksr.rules").read_text("utf-8").replace("ruleset ksr", "ruleset bare")}
    )
    sections = {section.name: section.entries for section in sheet(rules, language).sections}
    assert [(row.label, row.text) for row in sections["scoring"] if row.key == "round ends six"] == [(reason, change)]
    [end] = [each for each in sections["ends"] if each.key == "round ends six"]
    assert change not in end.text and not end.label
