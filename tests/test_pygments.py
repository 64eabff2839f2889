"""The lexer for Pygments: any text is covered, colours are those of an editor, and a part has those of the whole."""

from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename, get_lexer_for_mimetype, guess_lexer
from pygments.token import Comment, Error, Keyword, _TokenType

import rulespec
from rulespec.editing.pygments import COLOURED, RulesLexer
from rulespec.language.parser import blocks
from rulespec.language.tree.source import read
from tests.effort import some, tried
from tests.hostile import WAYS, hostile
from tests.library import FOLDERS, HOUSE_RULES, drawn_file
from tests.slips import FILES

Coloured = tuple[int, _TokenType, str]


def lexed(text: str, on: str = "", *folders: Path) -> list[Coloured]:
    """The tokens of a text, which have to cover it without gaps."""
    found = list(RulesLexer(on=on, library=[*folders, *map(str, FOLDERS)]).get_tokens_unprocessed(text))
    assert "".join(said for _, _, said in found) == text
    at = 0
    for start, kind, said in found:
        assert start == at and said and kind is not Error, text[at:][:40]
        at += len(said)
    return found


@given(st.text())
def test_any_text_is_covered(text: str) -> None:
    lexed(text)
    lexed(f"layer mine\n{text}", "ksr")


def test_what_is_drawn_cut_off_or_means_harm_is_covered() -> None:
    seen = Counter[str]()
    for number in range(tried(700, 14)):
        way, content = hostile(number)
        text = content.decode("utf-8", "surrogatepass" if b"\xed" in content else "replace")
        lexed(text)
        drawn = drawn_file(number % tried(50, 2)).text
        lexed(drawn[: number * 37 % len(drawn)])
        lexed(drawn[number * 37 % len(drawn) :], "ksr")
        seen[way] += 1
    assert len(seen) == len(WAYS)


def test_a_file_has_the_colours_that_an_editor_gives_it() -> None:
    seen = set[_TokenType]()
    for path in some(FILES, 10):
        text = read(path).text
        told = rulespec.assist(text, name=path.stem, library=(path.parent, *FOLDERS)).tokens
        coloured = lexed(text, "", path.parent)
        if text.startswith("ruleset"):
            assert coloured == [(each.start, COLOURED[each.kind], text[each.start : each.end]) for each in told], path
        seen |= {kind for _, kind, _ in coloured}
    assert seen >= {*COLOURED.values()} - {COLOURED["text"], COLOURED["name"]}, {*COLOURED.values()} - seen


def test_a_block_by_itself_has_the_colours_that_it_has_in_its_file() -> None:
    seen = 0
    for path in some([path for path in FILES if read(path).text.startswith("ruleset")], 4):
        source = read(path)
        whole = lexed(source.text, "", path.parent)
        for start, end in some(blocks(source)[1:], 7):
            part = lexed(source.text[start:end], path.stem, path.parent)
            there = [(at - start, kind, said) for at, kind, said in whole if start <= at < end]
            assert part == there, source.text[start:end]
            seen += 1
    assert seen > tried(60, 15)


def test_a_word_is_a_keyword_only_where_the_grammar_can_use_it() -> None:
    as_what = defaultdict[str, set[bool]](set)
    for path in some(FILES, 25):
        for _, kind, said in lexed(read(path).text, "", path.parent):
            if kind not in Comment:
                as_what[said].add(kind is Keyword)
    both = [word for word, kinds in as_what.items() if len(kinds) == 2]
    assert len(both) > 3, both
    text = "ruleset small\nzone draw of player\nzone pile\nturn\n    draw 1 from pile to own draw\n"
    assert [kind is Keyword for _, kind, said in lexed(text) if said == "draw"] == [False, True, False]


@pytest.mark.parametrize("name", ["rules", "RULES"])
def test_pygments_finds_it_by_name_file_kind_and_the_first_line(name: str) -> None:
    text = read(FILES[0]).text
    found = [
        get_lexer_by_name(name),
        get_lexer_for_filename("mine.rules"),
        get_lexer_for_mimetype("text/x-rulespec"),
        guess_lexer(f"# a comment\n\n{text}"),
    ]
    assert {type(each).__name__ for each in found} == {"RulesLexer"}
    assert not RulesLexer.analyse_text("rules are rules\n") and not RulesLexer.analyse_text("")


def test_names_that_a_part_declares_are_known_in_it_whether_or_not_it_lies_on_something() -> None:
    text = (
        "word deed: once, twice\nturn\n    choose wish from deed\n    if wish is twice: draw 1 from pile to own hand\n"
    )
    for on in ("", "ksr"):
        kinds = {said: kind for _, kind, said in lexed(text, on)}
        assert kinds["twice"] is COLOURED["word"] and kinds["deed"] is COLOURED["list"], on
        assert (kinds["pile"] is COLOURED["zone"]) == bool(on)


def test_a_layer_is_laid_on_what_it_is_tried_on() -> None:
    text = read(HOUSE_RULES / "kanzler.rules").text
    assert "\ntried on ksr" in text
    assert lexed(text) == lexed(text, "ksr") != lexed(text.replace("tried on ksr,", "tried on nothing,"))


def test_names_of_installed_rules_are_known() -> None:
    kinds = {
        said: kind for _, kind, said in RulesLexer(on="ksr").get_tokens_unprocessed("turn\n    draw 1 from pile\n")
    }
    assert kinds["pile"] is COLOURED["zone"]
