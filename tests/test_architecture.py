"""The pages for contributors: every room is named, in the order of imports, and every file that they name is there."""

import ast
import re
import tomllib
from collections import Counter

from tests.library import ROOT

NATIVE = ROOT / "rulespec" / "engine" / "native"


def test_the_page_has_every_room_of_the_engine_and_no_other() -> None:
    there = {
        path.stem for path in (ROOT / "rulespec").iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert set(_rooms()) == there - {"__init__"}
    packages = [each for each in there if (ROOT / "rulespec" / each / "__init__.py").is_file()]
    entries = [ROOT / "rulespec" / f"{each}.py" for each in there - {*packages, "__init__"}]
    assert len(packages) == 12
    assert all(len(each.read_text("utf-8").splitlines()) <= 20 for each in entries)


def test_the_engine_does_not_name_the_program_that_serves_it() -> None:
    files = [path for path in (ROOT / "rulespec").rglob("*.*") if path.suffix in (".py", ".c", ".h")]
    assert [path for path in files if "palast" in path.read_text("utf-8")] == []
    assert len(files) > 400


def test_the_rooms_stand_in_the_order_of_the_import_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    [layers] = [each["layers"] for each in contracts if "rulespec.game" in each.get("layers", ())]
    above = {name: at for at, layer in enumerate(layers) for name in re.findall(r"rulespec\.(\w+)", layer)}
    listed = [above[room] for room in _rooms()]
    assert listed == sorted(listed)
    assert len(listed) == 16


def test_the_page_has_every_file_of_the_native_machine_in_its_room() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = text.partition("<!-- native -->")[2].partition("<!-- /native -->")[0]
    named, room = set(), ""
    for row in re.findall(r"^\| (.*?) \|", table, re.MULTILINE):
        if row.startswith("*"):
            room = row.strip("*`").partition("`")[0] if "/" in row else ""
        else:
            named |= {f"{room}{file}" for file in re.findall(r"`([\w.]+)`", row)}
    files = [path for path in NATIVE.rglob("*.*") if path.suffix in (".c", ".h", ".py") and path.stem != "__init__"]
    assert named == {path.relative_to(NATIVE).as_posix() for path in files}


def test_each_native_room_includes_only_those_below_it_and_one_alone_knows_python() -> None:
    below = {"machine": {"generated"}, "knowledge": {"generated", "machine"}, "batch": {"generated", "machine"}}
    below["tree"] = {"knowledge", "machine"}
    below["python"] = {"Python.h", "generated", *below}
    included: dict[str, set[str]] = {room: set() for room in below}
    for path in NATIVE.glob("*/*.[ch]"):
        names = re.findall(r'^#include ("\w+/|<Python\.h)', path.read_text("utf-8"), re.MULTILINE)
        included[path.parent.name] |= {name.strip('<"/') for name in names}
    assert included == below


def test_one_name_means_one_class_but_on_the_way_from_the_tree_to_events() -> None:
    stages = (
        "language/tree/",
        "plan/nodes/",
        "engine/events/kinds.py",
        "engine/events/roles.py",
    )  # `s.Move`, `f.Move`, `k.Move`
    adapters = ("adapters/", "experiments/testing/")  # called as by their framework
    named = Counter[str]()
    for path in (ROOT / "rulespec").rglob("*.py"):
        if not path.relative_to(ROOT / "rulespec").as_posix().startswith((*stages, *adapters)):
            tree = ast.parse(path.read_text("utf-8"))
            named.update(node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name[0] != "_")
    assert len(named) > 300
    assert [name for name, often in named.items() if often > 1] == []


def test_every_file_that_contributors_are_sent_to_is_there() -> None:
    named = []
    for page in ("README.md", "CONTRIBUTING.md", "docs/architecture.md"):
        named += re.findall(
            r"`((?:rulespec|palast|tests|benchmarks|docs|cards)/[\w/.-]*)`", (ROOT / page).read_text("utf-8")
        )
    assert len(named) > 40
    assert [path for path in named if not (ROOT / path).exists()] == []


def _rooms() -> list[str]:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = text.partition("<!-- rooms -->")[2].partition("<!-- /rooms -->")[0]
    return [room for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for room in re.findall(r"`(\w+)`", row)]
