"""Every example of manual and README runs: rule files are played, Python and the command line answer as printed."""

import doctest
import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

import palast
from palast import RulesError, Ruleset
from palast.__main__ import main
from rulespec.experiments.scenarios import Outcome, laid_in, run, specs
from rulespec.language.codes import codes
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Source
from rulespec.language.trees import parse
from tests.effort import DEEP, tried

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WHOLE = re.compile(r"(?:ruleset|layer|scenarios) (\S+)")


@frozen
class Example:
    """A fenced block of the manual; `info` is what stands behind its language."""

    page: str
    line: int
    language: str
    info: dict[str, str]
    text: str

    @property
    def name(self) -> str | None:
        """What a rule file calls itself; None for anything but a whole file."""
        whole = WHOLE.match(self.text)
        return whole.group(1) if whole and self.language == "rules" else None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}" + (f" {self.name}" if self.name else "")


def _examples() -> Iterator[Example]:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = page.read_text("utf-8")
        for match in FENCE.finditer(text):
            info = dict(part.split("=", 1) for part in match[2].split())
            yield Example(page.name, text[: match.start()].count("\n") + 1, match[1], info, match[3])


EXAMPLES = tuple(_examples())
RULES = [each for each in EXAMPLES if each.language == "rules"]
CONSOLE = [each for each in EXAMPLES if each.language == "console"]
HOUSE_RULES = sorted((ROOT / "examples" / "house_rules").glob("*.rules"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All whole files of the manual in one folder beside the examples, as a reader would have them."""
    folder = tmp_path_factory.mktemp("manual")
    shutil.copytree(ROOT / "examples", folder / "examples")
    for example in RULES:
        if example.name:
            (folder / f"{example.name}.rules").write_text(example.text, "utf-8")
    for example in EXAMPLES:
        if example.language == "texts":
            language = example.text.split()[1]
            (folder / f"{example.info['of']}.{language}.texts").write_text(example.text, "utf-8")
    return folder


def _fragment(example: Example, folder: Path) -> Ruleset:
    """The game that a fragment belongs to, with its blocks put in the place of those of the same name."""
    base = folder / f"{example.info['in']}.rules"
    known = palast.load(base).composed.entries
    tree, problems = parse(Source(str(example), f"layer fragment\n{example.text}"))
    assert not problems, problems
    assert tree is not None
    blocks = {}  # by text, since one block can be the action of several words
    for item in tree.items:
        assert isinstance(item, d.Plain)
        blocks[item.span.text.rstrip()] = "replace" if item.declaration.key in known else "add"
    layer = "\n".join(["layer fragment", *(f"{word} {text}" for text, word in blocks.items()), ""])
    path = folder / f"fragment-{example.line}.rules"
    path.write_text(layer, "utf-8")
    return palast.load(f"{base}+{path}")


def _loaded(example: Example, folder: Path) -> Iterator[Ruleset]:
    if not example.name:
        yield _fragment(example, folder)
        return
    path = str(folder / f"{example.name}.rules")
    for base in example.info.get("on", "").split(","):
        beneath = folder / f"{base}.rules" if (folder / f"{base}.rules").is_file() else base
        yield palast.load(f"{beneath}+{path}" if base else path)


def _tried(rules: Ruleset, folder: Path) -> Iterator[Outcome]:
    """What comes of the scenarios that the manual has or changes; the others of the game have tests elsewhere."""
    scenarios = [(entry.declaration, entry.changed) for entry in rules.composed.entries.values()]
    told = [(each.key, (each.span, change.span if change else each.span)) for each, change in scenarios]
    theirs = {key for key, spans in told if any(Path(span.source.path).parent == folder for span in spans)}
    return (each for each in run(rules, theirs) if Path(each.place.source.path).parent == folder)


def _table(page: str, name: str) -> dict[str, str]:
    """A table of the manual between two markers, by its first column."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    table = text.partition(f"<!-- {name} -->")[2].partition(f"<!-- /{name} -->")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", table, re.MULTILINE))


def _play(rules: Ruleset) -> None:
    for players in rules.players if DEEP else sorted({rules.players[0], rules.players[-1]}):
        for seed in range(tried(2, 1)):
            record = palast.play(rules, [palast.random_agent(seed * 10 + seat) for seat in range(players)], seed)
            assert len(record.result.returns) == players


@pytest.mark.parametrize("example", [each for each in RULES if "wrong" not in each.info], ids=str)
def test_a_rule_file_of_the_manual_loads_and_is_played_to_the_end(example: Example, folder: Path) -> None:
    for rules in _loaded(example, folder):
        _play(rules)
        if "scenario" in example.text:
            tried = list(_tried(laid_in(rules), folder))
            assert tried
            failed = {each.key.partition(" ")[2]: str(each.problem) for each in tried if not each.held}
            assert [*failed] == [name for name in example.info.get("fails", "").split(",") if name], failed
        assert "same" not in example.info or rules == palast.load(example.info["on"])


@pytest.mark.parametrize("example", [each for each in RULES if "wrong" in each.info], ids=str)
def test_a_mistake_of_the_manual_is_found_and_has_the_code_it_names(example: Example, folder: Path) -> None:
    with pytest.raises(RulesError) as caught:
        list(_loaded(example, folder))
    assert {error.code for error in caught.value.errors} == {example.info["wrong"]}


@pytest.mark.filterwarnings("ignore:using kanzler.rules")  # one of the manual's lies beside that of the examples
@pytest.mark.parametrize("page", sorted({each.page for each in EXAMPLES if each.language == "python"}))
def test_the_python_of_a_page_answers_as_printed(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    blocks = [each for each in EXAMPLES if each.page == page and each.language == "python"]
    text = "\n".join(each.text for each in blocks)
    case = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(case, out=told.append)
    assert not runner.failures, "".join(told)


@pytest.mark.parametrize("page", sorted({each.page for each in CONSOLE}))
def test_the_commands_of_a_page_work(
    page: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    for example in CONSOLE:  # one after the other, since one may read what another has written
        if example.page == page:
            _works(example, capsys)


def _works(example: Example, capsys: pytest.CaptureFixture[str]) -> None:
    """Runs the commands of an example, each of which has to end and to answer as is printed."""
    for command, expected in re.findall(r"^\$ palast ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", example.text, re.MULTILINE):
        words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', command)]
        counted = "exit" not in example.info or "games" in example.info
        if words[0] == "check" and counted and "--decisions" not in words and not DEEP:
            words += ["--games", example.info.get("games", "3")]
        if words[0] == "test" and not {"--games", "games"} & {*words, *example.info} and not DEEP:
            words += ["--games", "1"]
        status = main(words)
        said = "".join(capsys.readouterr())
        assert status == int(example.info.get("exit", "0")), f"{example}: {said}"
        if expected.strip():
            assert doctest.OutputChecker().check_output(expected, said, doctest.ELLIPSIS), f"{example}: {said}"


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_a_link_of_the_manual_leads_to_a_heading_of_a_page(page: Path) -> None:
    links = re.findall(r"\]\((?!https:)([^)#]*)#?([^)]*)\)", page.read_text("utf-8"))
    for path, anchor in links:
        led = page.parent / path if path else page
        assert led.is_file(), path
        assert not anchor or anchor in _anchors(led), f"{path}#{anchor}"


def test_the_manual_lists_every_error_code_with_its_title() -> None:
    assert _table("language.md", "codes") == {code.name: code.title for code in codes().values()}


def test_the_manual_lists_every_block_of_the_base_ruleset() -> None:
    blocks = {key for key in palast.load("ksr").composed.entries if not key.startswith(("ruling", "source"))}
    assert set(_table("recipes.md", "blocks")) == blocks


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: path.stem)
def test_a_house_rule_goes_on_the_rulesets_that_it_is_tried_on(path: Path) -> None:
    tried = specs(path, str(path))
    assert tried
    for spec in tried.values():
        _play(palast.load(spec))


@pytest.mark.parametrize(
    "path",
    [*sorted((ROOT / "examples").rglob("*.rules")), *sorted((ROOT / "tests" / "rules" / "good").glob("*.rules"))],
    ids=lambda path: path.stem,
)
def test_an_example_says_in_its_second_line_what_it_shows(path: Path) -> None:
    heading, comment, *_ = path.read_text("utf-8").splitlines()
    assert WHOLE.match(heading)
    assert '"' in heading
    assert re.match(r"# .{20}", comment)


def test_the_first_game_is_the_one_of_the_shelf() -> None:
    (page,) = [each.text for each in RULES if each.name == "oh-hell"]
    shelf = (ROOT / "examples" / "games" / "oh-hell.rules").read_text("utf-8")
    assert page.partition("\nalways ")[0] == shelf.partition("\nalways ")[0]  # which has more laws and scenarios


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "readings").glob("*.rules")), ids=lambda path: path.stem)
def test_a_reading_is_one_that_the_ruling_has(path: Path) -> None:
    named = re.search(r"`palast explain (\w+) (R\d+)`", path.read_text("utf-8"))
    assert named is not None
    ruling = palast.load(named[1]).composed.entries[f"ruling {named[2]}"].declaration
    assert isinstance(ruling, d.Ruling)
    assert path.stem in [reading.name for reading in ruling.readings]


def test_the_property_test_of_a_house_rule_runs() -> None:
    runpy.run_path(str(ROOT / "examples" / "property_test.py"), run_name="__main__")
