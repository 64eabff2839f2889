"""`palast explain`: a block as it stands after all layers."""

import pytest

from palast.__main__ import main


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["explain", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("words", [["action", "Zauberer"], ["action Zauberer"], ["Zauberer"], ["zauberer"], ["Zaub"]])
def test_a_block_is_found_by_its_words_or_by_its_name(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    out = told(capsys, "review", *words)
    first, rules = out.split("\n\n")[:2]
    assert first.startswith("Choose a player with cards in hand")
    assert rules.startswith("action Zauberer    (002:14, R9, R16)\n")
    assert "draw 1 from hand of partner to own hand" in out
    assert "declared by ksr (000:56-60, R16)" in out
    assert "replaced by review (002:14, R9, R16)" in out
    assert "R9  From which cards is the blind one drawn?" in out
    assert "other reading zurueck: the given card can come back" in out


def test_without_a_block_all_of_them_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "review+wertung")
    assert out.startswith("Palastgeflüster, a reviewer's retelling + noted cards break ties (review+wertung)\n")
    assert "ksr, replaced by wertung" in out
    assert out.index("round ends jester") < out.index("round ends six")


def test_a_near_name_is_suggested_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ksr", "Zaubrer"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "palast: ksr has no block 'Zaubrer'; did you mean 'Zauberer'?\n"


def test_a_part_of_many_names_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ksr", "round ends"]) == 2
    assert "could be round ends whisper, round ends six, round ends jester" in capsys.readouterr().err


def test_long_lines_are_folded_to_the_width_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = told(capsys, "ksr", "court")
    assert max(map(len, out.splitlines())) <= 80
    assert "Hofnarr violett" in " ".join(out.split())


def test_several_blocks_are_explained_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ksr", "action Zofe", "turn"]) == 0
    both = capsys.readouterr().out
    for block in ("action Zofe", "turn"):
        assert main(["explain", "ksr", block]) == 0
        assert capsys.readouterr().out in both
    assert main(["explain", "ksr", "next", "turn"]) == 0
    assert "\n\nnext turn " in capsys.readouterr().out
