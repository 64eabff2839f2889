"""`palast play --human` in a real terminal: keys edit, Tab completes, Ctrl-C leaves, and codes are as wanted."""

import io
from pathlib import Path

import pytest

from palast.page import obeys_codes
from palast.prompt.paint import bare
from tests.effort import some
from tests.palast.terminal import terminal

ASKED = "(? for help): "
PLAY = ("play", "ksr", "--human", "rot", "--seed", "5")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # games that are left are kept in the working folder


def test_keys_edit_a_line_or_bring_back_earlier_ones_tab_completes_and_rules_are_dimmed() -> None:
    with terminal(*PLAY) as screen:
        screen.wait(ASKED)
        assert '"nobody" is not possible here' in screen.type("nobdy\x1b[D\x1b[Do\r", ASKED)
        assert '"nobody" is not possible here' in screen.type("\x1b[A\r", ASKED)
        assert "\x1b[2m[players, 000:88]\x1b[0m" in screen.type("rules\r", ASKED)
        assert "brown Zofe\r\n    Zofe: Put a card" in screen.type("explain zof\t\r", ASKED)
        assert "  You play a brown Hofnarr.\r\n" in bare(screen.type("on\x1b[Df\x01h\x05\t\r", "Who is next?"))
        assert "^[" not in screen.screen


def test_what_follows_is_as_wide_as_the_terminal_is_by_then() -> None:
    with terminal(*PLAY, width=120) as screen:
        screen.wait(ASKED)
        for width, keys, until in (
            (40, "help", f"leave the table\r\nYour choice {ASKED}"),
            (90, "help", f"leave the table\r\nYour choice {ASKED}"),
            (40, "zofe", "discard?"),
        ):
            screen.resize(width)
            said = screen.type(f"{keys}\r", until).partition(f"{keys}\r\n")[2]
            lines = bare(said).split("\r\n")
            assert width - 12 < max(len(line) for line in lines if ASKED not in line) <= width


def test_ctrl_c_leaves_the_table_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    with terminal(*PLAY, "--record", str(file), width=200) as screen:
        screen.wait(ASKED)
        screen.type("zofe\r", "Which card do you discard?")
        screen.rest()  # Python hears of a signal that comes just before it waits only when a key is pressed
        screen.type("\x03", "the game is not finished.")
        assert screen.end() == 130
        assert f"to continue: palast play --resume {file}" in screen.screen
        assert "Traceback" not in screen.screen
    assert "rot card: Zofe braun" in file.read_text("utf-8")


@pytest.mark.parametrize(("keys", "kept"), some([("no\r", False), ("\r", True), ("\x03", True)], 1))
def test_who_leaves_a_game_that_has_no_file_is_asked_whether_to_keep_it(keys: str, kept: bool) -> None:
    with terminal(*PLAY, width=200) as screen:
        screen.wait(ASKED)
        screen.type("zofe\r", "Which card do you discard?")
        screen.rest()
        screen.type("\x03", "(yes / no) ")
        screen.rest()
        screen.type(keys, "the game is not finished.")
        assert screen.end() == 130
        assert ("to continue: palast play --resume .palast/left/ksr.game" in screen.screen) == kept
    assert Path(".palast/left/ksr.game").exists() == kept


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "dims"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_codes_are_written_where_the_terminal_has_them_and_nobody_objects(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], dims: bool
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert obeys_codes(Screen()) is dims
    assert not obeys_codes(io.StringIO())


def test_a_dumb_terminal_gets_no_codes_at_the_prompt_either() -> None:
    with terminal(*PLAY, TERM="dumb") as screen:
        screen.wait(ASKED)
        assert "[players, 000:88]" in screen.type("rules\r", ASKED)
        screen.type("1\r", "Who is next?")
        assert "\x1b" not in screen.screen
