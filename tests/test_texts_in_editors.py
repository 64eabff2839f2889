"""Files of texts in an editor: what stands in them would have been offered there, is listed, coloured and explained."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from rulespec.editing.assistance import (
    Shelf,
    completions_in_texts,
    hover_in_texts,
    outline_of_texts,
    tokens_in_texts,
)
from rulespec.language.files import LANGUAGES
from rulespec.rules.texts.parser import LABEL
from tests.effort import some, tried
from tests.library import CARDS, HOUSE_RULES, SHIPPED

FILES = sorted(path for folder in (CARDS, HOUSE_RULES) for path in folder.glob("*.texts"))
PLACES = re.compile(
    rf"^(?P<key>[^\s#].*)|^[ ]{{4}}(?P<label>{LABEL}|[^\s:{{}}]+):(?= )"
    r"|\{(?:[a-z]+ )?(?P<name>(?!of\b)[^\W\d_][\w-]*)(?=[} ])",
    re.MULTILINE,
)


@pytest.mark.parametrize("path", some(FILES, 9), ids=lambda path: path.name)
def test_what_stands_in_the_texts_is_offered_where_it_stands(path: Path) -> None:
    text, seen, missing = path.read_text("utf-8"), Counter[str](), list[str]()
    places = [(found.lastgroup or "", found) for found in PLACES.finditer(text)]
    for kind, found in Random(1).sample(places, min(len(places), tried(deep=1_000, quick=8))):
        start, said = found.start(kind), found[kind]
        # as it was typed: this line as far as it goes, and all others
        end = text.find("\n", start)
        written = text[:start] + said[:1] + text[end:]
        shelf = Shelf(SHIPPED.folders, SHIPPED.library, {str(path): written})
        there = completions_in_texts(shelf, str(path), start + 1)
        offered = [each.text.strip(" :").removesuffix(" of") for each in there]
        seen[kind] += said in offered
        if said not in offered:
            missing.append(f"{kind} {said!r}: {offered[:8]}")
    assert not missing, missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_block_without_a_text_is_offered_its_generated_sentence(language: str) -> None:
    rules = "layer mine\ntried on ksr\nreplace action Zofe\n    show own hand to other players\n"
    written = f"texts {language}\n\naction Zofe\n    "
    shelf = Shelf(SHIPPED.folders, SHIPPED.library, {"mine.rules": rules, f"mine.{language}.texts": written})
    offered = [each.text for each in completions_in_texts(shelf, f"mine.{language}.texts", len(written))]
    sentence = {
        "en": "Your hand is shown to all other players.",
        "de": "Deine Hand wird allen anderen Spielern gezeigt.",
    }
    assert sentence[language] in offered


def test_keys_are_an_outline_and_what_has_a_block_is_explained() -> None:
    explained = Counter[bool]()
    for path in some(FILES, 4):
        text = path.read_text("utf-8")
        outline = outline_of_texts(SHIPPED, str(path))
        assert [each.title for each in outline] == re.findall(r"^[^\s#].*$", text, re.MULTILINE)[1:]
        for each in outline:
            assert text.startswith(each.title, each.start) and text[each.name_start : each.name_end] == each.name
            found = hover_in_texts(SHIPPED, str(path), each.start)
            explained[found is not None] += 1
            assert found is None or found.key == each.title
    assert explained[True] > tried(deep=100, quick=15) and explained[False] < 0.3 * explained[True], explained


def test_tokens_stand_in_order_on_what_they_are() -> None:
    kinds = Counter[str]()
    for path in FILES:
        text = path.read_text("utf-8")
        found = tokens_in_texts(SHIPPED, str(path))
        assert all(one.end <= other.start for one, other in pairwise(found))
        assert not any("\n" in text[each.start : each.end] or each.start == each.end for each in found)
        kinds.update(each.kind for each in found)
        unknown = {text[each.start : each.end] for each in found if each.kind == "name"}
        assert not unknown, (path, unknown)
    assert len(kinds) > 10, kinds


@pytest.mark.parametrize(
    "text", ["", "texts", "texts en\n    {", "texts en\nturn\n    {the", "\ttexts\n{|=}", "game\n  aim: {a = b: c"]
)
def test_nothing_that_is_written_is_too_odd(text: str) -> None:
    path = str(CARDS / "ksr.en.texts")
    shelf = Shelf((CARDS,), (CARDS,), {path: text})
    for offset in range(len(text) + 1):
        completions_in_texts(shelf, path, offset)
        hover_in_texts(shelf, path, offset)
    tokens_in_texts(shelf, path)
    outline_of_texts(shelf, path)
