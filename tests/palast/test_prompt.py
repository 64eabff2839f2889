"""The prompt in English and in German: its phrases, its colours, how much it prints, and whom it notes what of."""

import re
from itertools import cycle
from pathlib import Path
from random import Random
from typing import get_args

import pytest

import palast
from palast.__main__ import main
from palast.human import Human
from palast.keyboard import Complete, Keyboard
from palast.lookup import in_words
from palast.page import page
from palast.prompt.board import Board
from palast.prompt.called import Called
from palast.prompt.commands import HELPED, help_on_all
from palast.prompt.listing import listed
from palast.prompt.notes import Notes
from palast.prompt.paint import Paint, bare
from palast.prompt.refused import too_late
from palast.prompt.said import FOLDER, say
from palast.question import Parts
from rulespec import Decision, State
from rulespec.language.files import LANGUAGES
from rulespec.records.undo import Cause, TooLate
from rulespec.rules.texts.grammar.template import phrases
from rulespec.wording import wording
from rulespec.wording.page import Page
from tests.effort import some
from tests.library import GAMES
from tests.palast.terminal import terminal
from tests.palast.test_cli_human import sat, typed

PALAST = Path(palast.__file__).parent


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def asked(name: str, players: int, seed: int = 0, after: int = 0) -> tuple[State, Decision]:
    """A game in which a player is asked after so many answers, or after fewer if it is over by then."""
    random, left = Random(seed), after
    state = (GAMES[name] if name in GAMES else palast.load(name)).new_game(players)
    while True:
        pending = state.pending
        if isinstance(pending, palast.Over):
            assert after > 0
            return asked(name, players, seed, after - 1)
        if isinstance(pending, Decision):
            if not left:
                return state, pending
            left -= 1
        state = state.apply(random.choice(pending.options))


# ---- phrases


def test_each_phrase_is_there_in_both_languages_and_speaks_of_the_same() -> None:
    english, german = (phrases(language, FOLDER) for language in ("en", "de"))
    assert english.keys() == german.keys()
    for key, said in english.items():
        places = [re.findall(r"\{(\w+)", text) for text in (said, german[key])]
        assert sorted(places[0]) == sorted(places[1]), key
        assert said != german[key] or "{" in said, key


def test_each_phrase_that_is_said_is_there_and_each_that_is_there_is_said() -> None:
    code = "".join(path.read_text("utf-8") for path in PALAST.rglob("*.py"))
    for key in phrases("en", FOLDER):
        built = key.startswith(("too late.", "help."))
        assert built or f'"{key}"' in code or f"'{key}'" in code, key
    assert all(f"help.{command}" in phrases("en", FOLDER) for command in HELPED)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cause", get_args(Cause))
def test_what_cannot_be_taken_back_is_told_in_the_language(language: str, cause: Cause) -> None:
    rules = GAMES["ksr"]
    called = Called(wording(rules, language), rules.game(3))
    card = called.game.material.cards[0]
    told = {too_late(called, TooLate("...", "", cause, seat, of), 0) for seat in (0, 1) for of in (card, None)}
    assert all(each.endswith(".") and "{" not in each for each in told)
    assert len(told) == {"seen": 4, "shown": 2}.get(cause, 2 if cause in ("decided", "deciding", "revealed") else 1)


def test_german_cases_are_right_where_cards_have_been_seen() -> None:
    rules = GAMES["ksr"]
    called = Called(wording(rules, "de"), rules.game(3))
    card = called.card_called("roter Hofnarr")
    assert card is not None and card.name == "Hofnarr rot"
    seen, shown = (TooLate("", "", cause, 1, card) for cause in ("seen", "shown"))
    assert too_late(called, seen, 0) == "Zu spät: Gelb hat inzwischen den roten Hofnarren gesehen."
    assert too_late(called, shown, 0) == "Zu spät: Inzwischen liegt der rote Hofnarr offen."


# ---- a whole game in German


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A keyboard on which somebody types answers as they are shown; what was offered to him, time after time."""
    random, offered = Random(3), list[list[str]]()

    def line(self: Keyboard, prompt: str, complete: Complete) -> str:
        offered.append([*complete("")])
        answer = random.choice(offered[-1])
        print(f"{prompt}{answer}")
        return answer

    monkeypatch.setattr(Keyboard, "line", line)
    monkeypatch.setenv("COLUMNS", "80")
    return offered


@pytest.mark.parametrize("seed", some(["3", "7"], 1))
def test_a_whole_game_is_played_by_german_answers_on_a_small_terminal(
    german: list[list[str]], capsys: pytest.CaptureFixture[str], seed: str
) -> None:
    assert main(["play", "ksr", "--players", "4", "--human", "--seed", seed, "--language", "de"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and len(german) > 20
    assert "gibt es hier nicht" not in out and "passt mehreres" not in out
    assert "Your choice" not in out and "Which card" not in out and "Welche Karte spielst du?" in out
    assert any(re.fullmatch(r"(rot|gelb|grün|blau|braun)er? \w+( \(\d\))?", text) for each in german for text in each)
    [first, *screens] = re.split(r"^Deine Wahl .*\n", out, flags=re.MULTILINE)
    assert "Punkte bekommst du, wenn" in first and "? hilft" in first and "Punkte bekommst du, wenn" not in screens[0]
    assert max(screen.count("\n") + 1 for screen in [first, *screens[:-1]] if " ends" not in screen) <= 24
    assert max(len(line) for line in out.splitlines() if "Wahl (?" not in line) <= 80


def test_the_language_is_that_of_the_locale_if_none_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Your choice (? for help): q" in sat(monkeypatch, capsys, "kuhn --human --seed 3", "q")
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "Deine Wahl (? hilft): q" in sat(monkeypatch, capsys, "kuhn --human --seed 3", "q")
    assert "Your choice (? for help): q" in sat(monkeypatch, capsys, "kuhn --human --seed 3 --language en", "q")


def test_texts_of_the_rules_are_answers_too_in_any_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = [sat(monkeypatch, capsys, "kuhn --human --seed 3 --language de", each) for each in ("pass", "Passen", "1")]
    assert len({each.partition("Deine Wahl")[2].partition("\n")[2] for each in said}) == 1


def test_who_names_no_seat_sits_at_the_first_and_is_told_the_aim_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sat(monkeypatch, capsys, "ksr --human --seed 5", "1", "q")
    assert "3 players: Red (you), Yellow, Green\n" in out
    aim = "You score when somebody else has the same person twice on display"
    assert out.count(aim) == 1 and "Whoever is first to have 6" in out
    assert aim not in sat(monkeypatch, capsys, "--resume", "q")


def test_ctrl_c_asks_in_german_and_twice_leaves_at_once() -> None:
    play = ("play", "mau-mau", "--human", "--seed", "5", "--language", "de")
    for keys, kept in (("nein\r", False), ("\x03", True)):
        with terminal(*play, width=200) as screen:
            screen.wait("(? hilft): ")
            screen.type("1\r", "(? hilft): ")
            screen.rest()
            screen.type("\x03", "(ja / nein) ")
            screen.rest()
            screen.type(keys, "das Spiel ist nicht zu Ende.")
            assert screen.end() == 130
            assert ("zum Weiterspielen: palast play --resume" in screen.screen) == kept


def test_others_who_think_are_waited_for_in_a_terminal() -> None:
    with terminal("play", "ksr", "--human", "--seed", "5", "--bots", "ismcts:30") as screen:
        screen.wait("(? for help): ")
        screen.type("1\r", "(? for help): ")  # he plays a card, and is asked who is next
        assert "The others are thinking.\r\x1b[K" in screen.type("2\r", "(? for help): ")


# ---- how much is printed, and in which colours


@pytest.mark.parametrize("width", some([40, 60, 80, 120], 2))
def test_colours_are_not_counted_as_printed(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for dims in (False, True):
        random = Random(1)
        typed(monkeypatch, (f"{random.randint(1, 5)}\n" for _ in cycle([0])))
        rules = GAMES["ksr"]
        human = Human(rules.game(4), Page(width, dims), words=wording(rules, "de"))
        record = palast.play(rules, [human, *map(palast.random_agent, (1, 2, 3))], seed=2)
        human.show_end(record.state.view(0), record.state, record.result)
        said.append(capsys.readouterr().out)
    plain, painted = said
    assert bare(painted) == plain and painted.count("\x1b[38;") > 100
    assert max(len(line) for line in plain.splitlines() if "Wahl" not in line) <= width


@pytest.mark.parametrize(("terms", "code"), [("truecolor", "38;2;200;16;46"), ("", "38;5;160")])
def test_a_name_that_goes_on_in_the_next_line_is_coloured_on_both(
    monkeypatch: pytest.MonkeyPatch, terms: str, code: str
) -> None:
    monkeypatch.setenv("COLORTERM", terms)
    rules = GAMES["ksr"]
    paint = Paint(Called(wording(rules, "de"), rules.game(3)))
    lines = ["    Du spielst den roten", "      Hofnarren, Rot."]
    on, off = f"\x1b[{code}m", "\x1b[39m"
    expected = f"    Du spielst den {on}roten{off}\n      {on}Hofnarren{off}, {on}Rot{off}."
    assert paint.lines(Page(60, dims=True), lines) == expected
    assert paint.lines(Page(60), lines) == "\n".join(lines)


def test_notes_are_grey_and_symbols_stand_in_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state, decision = asked("mau-mau", 2)
    for dims in (False, True):
        typed(monkeypatch, iter(["1\n"]))
        Human(state.game, Page(80, dims))(state.view(decision.player), decision)
        out = capsys.readouterr().out
        assert bool(re.search(r"  1  \S.* \w{1,2}[♣♠♥♦]", bare(out))) == dims
    paint = Paint(Called(wording(state.rules, "en"), state.game))
    assert paint.lines(Page(80, dims=True), ["1  x  (Hand 4)"], ["(Hand 4)"]) == "1  x  \x1b[2m(Hand 4)\x1b[22m"


def test_what_would_not_be_seen_on_black_has_no_colour() -> None:
    rules = GAMES["mau-mau"]
    paint = Paint(Called(wording(rules, "en"), rules.game(2)))
    told = paint.lines(Page(80, dims=True), ["ace of spades", "ace of hearts"])
    assert told.startswith("ace of spades\n\x1b[38;")


def test_short_answers_stand_in_columns_and_nothing_is_lost() -> None:
    texts = [f"card {number}" for number in range(9)]
    lines = [*listed(Page(60), [str(number) for number in range(1, 10)], texts, [""] * 8 + ["(so)"])]
    assert len(lines) == 3 and lines[0] == "  1  card 0         4  card 3         7  card 6"
    assert [*listed(Page(30), ["1", "2"], ["card", "2"], ["", ""])] == ["  1  card", "  2"]


# ---- what is noted, and what cards do


def test_beside_players_stands_how_many_cards_they_have_and_beside_cards_whose_they_are() -> None:
    noted = dict[str, str]()
    for seed in range(12):
        for after in range(8, 30, 3):
            state, decision = asked("ksr", 4, seed, after)
            view = state.view(decision.player)
            notes = Notes(Called(wording(state.rules, "en"), state.game), decision, view)
            noted |= {f"{','.join(decision.binds)}": notes.of_option(option) for option in decision.options}
    assert re.fullmatch(r"\(Hand \d, Display \d\)", noted["follower"])
    assert re.fullmatch(r"\((Red|Yellow|Green|Blue), (Red|Yellow|Green|Blue)\)", noted["one,another"])
    assert noted["card"] == ""


def test_what_no_text_is_written_for_is_worked_out() -> None:
    rules = GAMES["ksr"]
    english, german = (Called(wording(rules, language), rules.game(3)) for language in ("en", "de"))
    assert in_words(german, "brauner Wächter") == in_words(german, "Wächter braun 2") == in_words(german, "wachter")
    assert in_words(german, "rote Zofe, gelber Hofnarr")[1].startswith("Hofnarr: Der Hofnarr tut nichts")
    assert in_words(english, "Zofn") == ['Unknown name "Zofn". Did you mean "Zofe"?']
    assert in_words(english, "xyzzy") == ['Unknown name "xyzzy".']
    assert in_words(english, "R2")[0].startswith("ruling R2")


def test_cards_of_an_answer_can_be_named_in_any_order() -> None:
    state, decision = next(
        (state, decision)
        for seed in range(40)
        for after in range(1, 12)
        for state, decision in [asked("ksr", 4, seed, after)]
        if decision.binds in (("mine",), ("theirs",)) and len(decision.options[0].atoms) == 3
    )
    first, last = decision.options[0], decision.options[-1]
    start = (last.atoms[-1],)
    assert set(Parts(decision).atoms) == {atom for option in decision.options for atom in option.atoms}
    assert Parts(decision, (*last.atoms[::-1],)).whole == [last] and not Parts(decision, last.atoms).atoms
    assert start[0] not in Parts(decision, start).atoms
    assert Parts(decision).completed(first.text.split(", ")[::-1]) is first
    assert state.view(decision.player).asked == decision.player


# ---- the table


def test_the_table_begins_with_his_own_hand_and_has_one_line_for_what_fits() -> None:
    state, decision = asked("ksr", 4)
    called = Called(wording(state.rules, "de"), state.game)
    lines = [*Board(called, state.view(decision.player), Page(80)).lines()]
    assert lines[0].startswith("  Hand ") and "Gelb: 6" not in lines[0]
    assert [line.split()[0] for line in lines if re.match(r"  \S", line)] == ["Hand"], "no empty display, no points"
    assert re.search(r"Gelb: 6, Grün: 6, Blau: 6$", "\n".join(lines), re.MULTILINE)
    assert lines[-1].strip() == "Stapel 18  ·  Königsstapel 6"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", some(sorted(GAMES)[::4], 5))
def test_each_table_can_be_laid_out_and_tells_all_that_is_seen(name: str, language: str) -> None:
    for after in (0, 7):
        state, decision = asked(name, GAMES[name].players[0], 2, after)
        view = state.view(decision.player)
        called = Called(wording(state.rules, language), state.game)
        told = " ".join(" ".join(Board(called, view, Page(90)).lines()).split())
        for place in state.game.material.places:
            cards = view.zone(*place.where)
            if isinstance(cards, tuple) and cards:
                assert called.cards(cards) in told


def test_help_names_all_commands_in_two_columns() -> None:
    for language in LANGUAGES:
        first, *rows = help_on_all(wording(GAMES["ksr"], language))
        assert "Tab" in first and len({row.index(re.split(r" {2,}", row)[1]) for row in rows}) == 1
    assert page().width >= 20 and say(wording(GAMES["ksr"], "de"), "choose") == "Deine Wahl (? hilft):"


def test_all_rules_are_shown_in_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for language, command, said in (("en", "sheet", "Your turn\n"), ("de", "regeln", "Dein Zug\n")):
        assert said in sat(monkeypatch, capsys, f"ksr --human --seed 5 --language {language}", command, "q")


def test_of_cards_that_are_alike_a_number_is_told_where_several_are_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sat(monkeypatch, capsys, "ksr --players 4 --human --seed 5", "brown Wächter", "q")
    offered = re.findall(r"\d  (brown \w+(?: \(\d\))?)(?: {2}|$)", out, re.MULTILINE)
    assert "brown Zauberer" in offered and {"brown Wächter (1)", "brown Wächter (2)"} <= set(offered)
    assert '"brown Wächter" fits several: brown Wächter (1) (5), brown Wächter (2) (6). Type more of the name.' in out


def test_why_is_about_the_card_that_is_offered_if_it_is_called_like_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sat(monkeypatch, capsys, "ksr --human --seed 5", "why brown Zofe", "why red Hofnarr", "why brown zof", "q")
    for asked_for in ("brown Zofe", "brown zof"):
        assert f"why {asked_for}\n    That can be chosen.\nYour choice" in out
    assert "why red Hofnarr\n    You do not hold the red Hofnarr.\nYour choice" in out
