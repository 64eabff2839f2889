"""The page of an impact: one file, whole by itself, whatever names the rules have."""

import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

import palast
from palast.__main__ import main
from palast.verdict import verdict
from palast.verdict.words import LANGUAGES, Language
from palast.webpage import webpage
from rulespec import impact
from rulespec.experiments.impact import Impact
from tests.effort import tried
from tests.impacts import difference, trial
from tests.impacts import impact as impact_of

VOID = {"meta", "link", "br", "hr", "img"}
EVIL = "<script>alert('1')</script>$x^2$ & \"Kanzler\" 侍従長"


class Outline(HTMLParser):
    """What a browser would find: elements in order, with their attributes, and texts; and that they are closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def played() -> Impact:
    return impact(palast.load("ksr"), palast.load("ksr+kanzler"), "random", tried(60, 20), 1)


@pytest.fixture(scope="module")
def pages(played: Impact) -> dict[Language, str]:
    return {language: webpage(played, language, "palast replay a.game --under b") for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_whole_by_itself(pages: dict[Language, str], language: Language) -> None:
    page = pages[language]
    outline = Outline(page)
    assert page.startswith("<!DOCTYPE html>") and len(page.encode()) < 300_000
    for attribute in ("src", "href", "xlink:href", "action", "srcset"):
        for tag, attributes in outline.elements:
            assert (attributes.get(attribute) or "#").startswith("#"), (tag, attributes)
    assert {"script", "link", "iframe", "object", "base", "img"}.isdisjoint(tag for tag, _ in outline.elements)
    assert "@import" not in page and not re.search(r"url\((?!#)", page)
    assert not any(name.startswith("on") for _, attributes in outline.elements for name in attributes)
    assert "http:" not in page and "https:" not in page and "default-src 'none'" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_can_be_read_aloud(pages: dict[Language, str], language: Language) -> None:
    outline = Outline(pages[language])
    assert outline.of("html") == [{"lang": language}]
    assert len(outline.of("h1")) == 1 and len(outline.of("title")) == 1 and len(outline.of("main")) == 1
    headings = [tag for tag, _ in outline.elements if re.fullmatch("h[1-6]", tag)]
    assert headings == ["h1", *["h2"] * (len(headings) - 1)] and len(headings) == 6
    pictures = outline.of("svg")
    assert len(pictures) == 4 and all(each["role"] == "img" for each in pictures)
    labels = {each["aria-label"] for each in pictures}
    assert len(labels) == 4 and all(label and "ksr+kanzler" in label for label in labels)
    assert all("scope" in each for each in outline.of("th"))
    regions = [attributes for _, attributes in outline.elements if attributes.get("role") == "region"]
    ids = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    assert {each["aria-labelledby"] for each in regions} <= {*ids}


def test_no_two_things_have_one_name_and_all_that_is_referred_to_is_there(pages: dict[Language, str]) -> None:
    ids = Counter(re.findall(r'\bid="([^"]+)"', pages["en"]))
    assert set(ids.values()) == {1}
    referred = {*re.findall(r'href="#([^"]+)"', pages["en"]), *re.findall(r"url\(#([^)]+)\)", pages["en"])}
    assert len(referred) > 4 and referred <= {*ids}


def test_a_page_says_the_verdict_and_every_number(played: Impact, pages: dict[Language, str]) -> None:
    for language, page in pages.items():
        told = "".join(Outline(page).texts)
        for sentence in str(verdict(played, language)).splitlines():
            assert sentence in told
        rows = re.findall(r"<tr[ >].*?</tr>", page)
        assert len(rows) == 1 + len(played.trials[0].differences) > 20
        assert sum('class="sure"' in row for row in rows) == sum(
            each.told in ("more", "less") for each in played.trials[0].differences
        )


def test_colours_are_the_pages_so_that_they_follow_the_dark(pages: dict[Language, str]) -> None:
    body = pages["en"].partition("<body>")[2]
    assert body.count("var(--variant)") > 10 and not re.search("#[0-9a-f]{6}", body)
    style = pages["en"].partition("<body>")[0]
    assert "@media screen and (prefers-color-scheme: dark)" in style and "@media print" in style


def test_the_same_impact_makes_the_same_page(played: Impact, pages: dict[Language, str]) -> None:
    assert webpage(played, "de", "palast replay a.game --under b") == pages["de"]


def test_names_of_foreign_rules_are_nothing_but_text() -> None:
    made = (
        difference("turns", 72.0, 75.5, 1.25),
        difference("ended", 0.5, 0.4, 0.05, f"game ends {EVIL}"),
        difference("ended", 0.5, 0.6, 0.05, "game ends \x1b[31m\x00"),
        difference("action", 0.5, 0.6, 0.05, f"action {EVIL}"),
        difference("asked", 0.5, 0.6, 0.05, EVIL),
    )
    made_of = impact_of(trial((EVIL, f"{EVIL}+x"), (EVIL, "random"), 1000, made))
    page = webpage(evolve(made_of, alike=True), "de", f"palast replay '{EVIL}'")
    outline = Outline(page)
    assert not outline.of("script")
    told = "".join(outline.texts)
    assert EVIL in told and "$x^2$" in told and "侍従長" in told
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(picture)


def test_several_kinds_of_players_have_their_pictures_and_tables(tmp_path: Path) -> None:
    made = (difference("turns", 3.0, 3.1, None, differing=4),)
    kinds = ("random", "ismcts:50", "house")
    page = webpage(impact_of(*(trial(("a", "b"), (kind,) * 2, 100, made) for kind in kinds)))
    outline = Outline(page)
    assert len(outline.of("svg")) == 12 and len(outline.of("table")) == 3
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))
    assert set(ids.values()) == {1}


def test_a_page_is_saved_by_the_command_and_replaces_a_page_and_nothing_else(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["impact", "kuhn", "kuhn", "--games", "30", "--jobs", "1", "--language", "de", "--html"]
    assert main([*given, "kuhn.html"]) == 0
    out, err = capsys.readouterr()
    found = impact(palast.load("kuhn"), palast.load("kuhn"), "random", 30)
    assert " ".join(out.split()).endswith(" ".join(str(verdict(found, "de")).split()))
    assert err == "palast: saved the page in kuhn.html\n"
    page = Path("kuhn.html").read_text("utf-8")
    assert page == webpage(evolve(found, base="kuhn (das erste)", variant="kuhn (das zweite)"), "de")
    assert main([*given, "kuhn.html", "--json"]) == 0
    assert capsys.readouterr().err == "palast: saved the page in kuhn.html, replacing the earlier one\n"
    Path("mine.rules").write_text("game mine", "utf-8")
    for wrong, why in (
        ("mine.rules", "mine.rules already exists and is not a page; choose another name"),
        (
            "nowhere/a.html",
            "the page cannot be saved in nowhere/a.html: No such file or directory; create its",
        ),
        (".", ". already exists and is not a page; choose another name"),
        ("a\0b.html", "the page cannot be saved in a\\x00b.html: invalid file name; use another file name"),
    ):
        assert main([*given, wrong]) == 2
        out, err = capsys.readouterr()
        assert not out and err.startswith(f"palast: --html: {why}")
    assert Path("mine.rules").read_text("utf-8") == "game mine"
    assert {each.name for each in tmp_path.iterdir()} == {"kuhn.html", "mine.rules"}


@pytest.mark.parametrize("missing", [["matplotlib"], ["jinja2"], ["matplotlib", "jinja2"]])
def test_without_the_extra_it_is_said_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, missing: list[str]
) -> None:
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    assert main(["impact", "kuhn", "kuhn", "--games", "1000000000", "--html", "a.html"]) == 2
    out, err = capsys.readouterr()
    said = f"a page needs {' and '.join(missing)}; run: pip install 'palast[plots]'"
    assert (out, err) == ("", f"palast: --html: {said}\n")
