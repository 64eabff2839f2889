"""The manual as a site: built once, whole, without a dead link, searchable, with the reference of the library."""

import json
import re
import sys
from contextlib import redirect_stdout
from functools import cache
from html import unescape
from html.parser import HTMLParser
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from attrs import frozen
from sphinx.search.en import SearchEnglish

from palast.__main__ import main
from palast.manual import reference, sources
from palast.manual.pages import SECTIONS, pages
from palast.manual.reference import MODULES, WITH_AN_EXTRA
from palast.manual.sources import BESIDE
from palast.manual.target import MARK, NoSiteError, Target
from tests.effort import some, tried

ROOT = Path(__file__).parents[2]
DOCUMENTED = tuple(name for name in MODULES if name in {*MODULES[:2], *some(MODULES[2:], 4)})
FENCE = re.compile(r"^```(\w*) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r'<div class="highlight-([\w -]+) notranslate">(.*?)</div>', re.DOTALL)
FETCHED = {"link", "script", "img", "iframe", "source"}  # what a browser asks for by itself


class _Reading(HTMLParser):
    """What a page has and where it leads."""

    def __init__(self) -> None:
        super().__init__()
        self.ids = set[str]()
        self.links: list[tuple[str, str]] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        self.links += [(tag, value) for name in ("href", "src") if (value := given.get(name))]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


@frozen(eq=False)
class Written:
    """The site, and what the command said of it."""

    folder: Path
    told: dict[str, Any]

    @cache  # noqa: B019  of one site
    def read(self, file: str) -> _Reading:
        reading = _Reading()
        reading.feed((self.folder / file).read_text("utf-8"))
        return reading


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The whole manual; for speed, the quick profile documents fewer modules, whose pages take half of the time."""
    folder = tmp_path_factory.mktemp("manual") / "site"
    with redirect_stdout(StringIO()) as told, pytest.MonkeyPatch.context() as patch:
        for user in (reference, sources):
            patch.setattr(user, "MODULES", DOCUMENTED)
        assert main(["manual", "--html", str(folder), "--json"]) == 0
    return Written(folder, json.loads(told.getvalue()))


def test_every_page_of_the_project_is_there_and_sphinx_has_nothing_to_complain_of(site: Written) -> None:
    assert site.told["complaints"] == []
    files = {each["file"]: each["title"] for each in site.told["pages"]}
    texts = [*(ROOT / "docs").glob("*.md"), *(ROOT / name for name in BESIDE)]
    for text in texts:
        file = text.relative_to(ROOT).with_suffix(".html").as_posix()
        assert f"# {files[file]}" == text.read_text("utf-8").partition("\n")[0]
    assert set(files) == {"index.html", *(f"api/{name}.html" for name in DOCUMENTED)} | {
        text.relative_to(ROOT).with_suffix(".html").as_posix() for text in texts
    }
    assert all((site.folder / file).is_file() for file in files) and site.told["first"] == f"{site.folder}/index.html"


def test_no_link_is_dead_and_nothing_comes_from_elsewhere(site: Written) -> None:
    seen = 0
    files = [path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*.html")]
    for file in files:
        for tag, link in site.read(file).links:
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme == "data" or tag not in FETCHED, (file, link)
                continue
            led = ((site.folder / file).parent / unquote(parts.path)).resolve() if parts.path else site.folder / file
            assert led.is_file(), (file, link)
            if parts.fragment and led.suffix == ".html":
                there = site.read(led.relative_to(site.folder.resolve()).as_posix() if parts.path else file)
                assert unquote(parts.fragment) in there.ids, (file, link)
            seen += 1
    assert len(files) > tried(40, 25) and seen > tried(3_000, 1_500)
    for style in site.folder.rglob("*.css"):
        assert not re.search(r"@import|url\(\s*[\"']?(?:https?:)?//", style.read_text("utf-8")), style


def test_the_search_knows_words_of_each_page(site: Written) -> None:
    said = (site.folder / "searchindex.js").read_text("utf-8")
    index = json.loads(said.removeprefix("Search.setIndex(").removesuffix(")"))
    english = SearchEnglish({})
    assert "objPartialMatch: -4" in (site.folder / "_static" / "language_data.js").read_text("utf-8")
    for each in site.told["pages"]:
        number = index["docnames"].index(each["file"].removesuffix(".html"))
        known = {word for word, numbers in index["terms"].items() if number in _several(numbers)}
        titled = {word for word, numbers in index["titleterms"].items() if number in _several(numbers)}
        words = {
            english.stem(word.lower()) for word in english.split(each["title"]) if english.word_filter(word.lower())
        }
        assert words and words <= known | titled, each
        text = " ".join(site.read(each["file"]).said)
        assert len(known) > len({*re.findall(r"\b[a-z]{5,}\b", text)}) / 20, each


def _several(numbers: int | list[int]) -> list[int]:
    return numbers if isinstance(numbers, list) else [numbers]


def test_the_reference_has_every_name_that_a_module_exports(site: Written) -> None:
    for name in ("palast", "rulespec"):
        for each in import_module(name).__all__:
            _has_entry(site, name, each)
    exported = [(name, each) for name in DOCUMENTED for each in getattr(import_module(name), "__all__", ())]
    seen = sum(_has_entry(site, name, each) for name, each in exported)
    assert seen > tried(100, 60) and len(DOCUMENTED) >= tried(len(MODULES), 5)
    page = site.read("api/palast.html")
    assert {f"palast.{name}" for name in ("State.apply", "State.pending", "Chance.outcomes", "View.sample")} <= page.ids
    said = " ".join(said for name in DOCUMENTED for said in site.read(f"api/{name}.html").said)
    assert not re.search(r"<function|~\w| at 0x|attr_dict|Convert a number|PEP 604", said)


def _has_entry(site: Written, module: str, name: str) -> bool:
    """Fails unless a name has an entry on the page of its module, or a link from there to one."""
    page = site.read(f"api/{module}.html")
    targets = {urlsplit(link).fragment for _, link in page.links}
    assert f"{module}.{name}" in page.ids or any(each.endswith(f".{name}") for each in targets), (module, name)
    return True


def test_the_reference_has_every_module_that_the_manual_imports_from() -> None:
    texts = [page.text for name, page in pages().items() if name != "architecture"]
    named = {name for text in texts for name in re.findall(r"^>>> from ((?:rulespec|palast)[\w.]*) import", text, re.M)}
    internal = {
        "palast.rulesets",
        "palast.suites",
        "palast.__main__",
        "rulespec.game.loading",
    }  # a function each, told there
    assert named - internal <= {*MODULES, *WITH_AN_EXTRA}
    assert len(named) > 15


def test_every_example_is_shown_as_the_tests_run_it(site: Written) -> None:
    seen = 0
    for name, page in pages().items():
        shown = SHOWN.findall((site.folder / "docs" / f"{name}.html").read_text("utf-8"))
        fences = [found for found in FENCE.findall(page.text) if found[0]]
        blocks = [(language, code) for language, code in shown if language != "none"]
        assert len(blocks) == len(fences), name
        for (language, code), (fenced, _, text) in zip(blocks, fences, strict=True):
            assert language.partition(" ")[0] == fenced
            assert unescape(re.sub(r"<[^>]*>", "", code)).strip() == text.replace("<BLANKLINE>", "").strip(), name
            seen += 1
    assert seen > 300


def test_rules_have_their_colours_and_say_what_they_lie_on(site: Written) -> None:
    page = (site.folder / "docs" / "language.html").read_text("utf-8")
    assert '<span class="k">draw</span>' in page
    assert re.search(r'<span class="vg">pile</span>', page) and "on top of ksr, magier and review" in page
    assert "refused with E022" in page


def test_the_contents_lead_from_a_first_game_to_the_reference(site: Written) -> None:
    links = [link for tag, link in site.read("index.html").links if tag == "a" and link.endswith(".html")]
    way = [links.index(f"{page}.html") for page in (
        "docs/first-game", "docs/language", "docs/library", "docs/architecture", "api/palast", "api/rulespec",
    )]  # fmt: skip
    assert way == sorted(way)
    listed = [name for names in SECTIONS.values() for name in names]
    assert sorted(listed) == sorted(pages())


def test_the_first_page_leads_to_the_pages_that_it_names(site: Written) -> None:
    links = {link for _, link in site.read("index.html").links}
    named = set(re.findall(r"`docs/([\w-]+)\.md`", (ROOT / "README.md").read_text("utf-8")))
    assert len(named) >= 8
    assert named <= set(pages()) and {f"docs/{name}.html" for name in named} <= links


def test_a_site_takes_the_place_of_the_one_before_and_of_nothing_else(tmp_path: Path) -> None:
    folder, made = tmp_path / "site", tmp_path / "made"
    (made / "docs").mkdir(parents=True)
    (made / "docs" / "old.html").write_text("old", "utf-8")
    Target.at(folder).fill(made)
    (folder / "CNAME").write_text("example.org", "utf-8")
    (made / "docs" / "old.html").rename(made / "docs" / "new.html")
    (folder / MARK).write_text("docs/old.html\n../beside\n", "utf-8")
    (tmp_path / "beside").write_text("mine", "utf-8")
    Target.at(folder).fill(made)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {"docs/new.html", "CNAME", MARK} and (tmp_path / "beside").is_file()


def test_a_folder_that_holds_something_else_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", "utf-8")
    with pytest.raises(NoSiteError, match=r"is not empty.*; choose another folder, or empty this one"):
        Target.at(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_where_the_extra_is_missing_the_message_says_how_to_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "furo", None)
    assert main(["manual", "--html", str(tmp_path / "site")]) == 2
    assert "the site needs furo, which is missing; run: pip install 'palast[docs]'" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
