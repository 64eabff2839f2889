"""The nodes of a plan, as their classes declare them: what is not declared is refused, and C is told the same."""

import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from attrs import frozen

import rulespec
from rulespec.engine.events.kinds import KINDS
from rulespec.engine.native.engine import EXTENSION
from rulespec.language.tree import expressions as e
from rulespec.language.tree.slots import UndeclaredError
from rulespec.plan.nodes import roles
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import FLAG, NODES, NUMBER, TEST, Node, declared, node, require_compiled

NATIVE = Path(rulespec.__file__).parent / "engine" / "native"
HEADERS = runpy.run_path(str(NATIVE / "headers.py"))


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """No test leaves a node of its own among those of plans."""
    many, compiled = len(NODES), dict(roles.COMPILED)
    yield
    del NODES[many:]
    roles.COMPILED.clear()
    roles.COMPILED.update(compiled)


def test_the_header_of_nodes_has_what_python_declares() -> None:
    said = HEADERS["nodes_header"]().partition("#define DECLARED")[2]
    lines = re.findall(r'"(.*?)\\n"', said)
    assert lines == declared().splitlines()
    assert len(lines) > len(NODES) > 80


def test_the_header_of_events_has_each_kind_with_its_number_and_a_letter_for_each_field() -> None:
    rows = re.findall(r'X\((\w+), (\d+), "(.*?)"\)', HEADERS["events_header"]())
    found = {(roles.snake(kind.__name__).upper(), kind.number, len(kind.roles)) for kind in KINDS}
    assert {(name, int(number), len(fields)) for name, number, fields in rows} == found
    assert len(found) > 20


def test_the_header_of_fields_has_each_field_where_it_is_in_an_image() -> None:
    found = {name: int(at) for name, at in re.findall(r"^    (\w+) = (\d+)", HEADERS["fields_header"](), re.MULTILINE)}
    for kind in NODES:
        at = 1
        for name, shape in kind.in_image:
            letters = shape.letters.replace("@", "").replace(".", "")
            place = f"{roles.snake(kind.__name__)}_{name}".upper()
            if letters[0] == "*":
                assert (found[f"{place}_COUNT"], found[place]) == (at, at + 1)
                break
            maybe = isinstance(shape, roles.Maybe) and letters[0] == "b"
            assert found[place] == at + maybe
            if maybe:
                assert found[f"{roles.snake(kind.__name__)}_has_{name}".upper()] == at
            if letters == "m":
                break
            at += len(letters)
    assert len(found) > 300


def test_the_header_of_fields_has_those_of_the_parts_of_lists_and_those_after_masks() -> None:
    header = HEADERS["fields_header"]()
    assert "#define CASES_TEST_AT(i) (3 + 2 * (i))\n#define CASES_VALUE_AT(i) (4 + 2 * (i))\n" in header
    assert "COLUMN_EACH_HAS_VALUE = 0,\n    COLUMN_EACH_VALUE = 1,\n    COLUMN_EACH_SIZE = 2,\n" in header
    assert "WATCH_AFTER_MASK_SEATS_COUNT = 2," in header


# expressions of C that are a node or a list in one, and names that these always have
GIVES = (
    r"(?:\w+->)*(?:plan|mc)->words \+ |words \+ \w+\[|steps\[pc\]\.node|"
    r"(?:node_at|choice_slots|choice_cards|choice_sieves|after_list|completion_parts|part_list)\(|\w+->part\["
)
CALLED = (
    "n", "effect", "choice", "completion", "sieve", "sieves", "checks", "measures", "list", "worth->column",
    r"\w+->(?:node|measure|fits)", r"\w+->part\[\w+\]",
)  # fmt: skip


def _bare(source: str) -> list[str]:
    """The lines of C that read a node, or a list in one, at a bare number."""
    found = []
    for function in re.split(r"^}", source, flags=re.MULTILINE):
        called = "|".join((*CALLED, *re.findall(rf"\*(\w+) = [^;,]*?(?:{GIVES})", function)))
        read = re.compile(rf"(?<![\w.>])(?:{called})(?:\[\d| \+ \d)|\bnode\[\d|(?:{GIVES})[^;]*?\)\[\d")
        found += [line for line in function.splitlines() if read.search(line)]
    return found


def test_c_code_reads_each_field_of_a_node_by_its_name() -> None:
    assert [line for path in NATIVE.glob("*/*.[ch]") for line in _bare(path.read_text(encoding="utf-8"))] == []
    for line in ("return n[2];", "push(mc, n + 3);", "return node_at(mc, n[SINGLE_OF])[1];", "if (s->node[3]) f();"):
        assert _bare(line) == [line]
    assert len(_bare("const Word *u = node_at(mc, unheard);\nbool secretly = u[3];\nWord list = u[1 + i];")) == 2


@pytest.mark.native
def test_an_extension_that_was_built_from_other_nodes_is_refused_with_the_remedy() -> None:
    assert declared() == EXTENSION.DECLARED
    for stale in (True, False):
        lines = (
            "from importlib import reload",
            "from rulespec.engine.native import engine",
            "engine.EXTENSION.DECLARED = ''" if stale else "",
            "reload(engine)",
        )
        run = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
        assert ("rebuild it with `pip install -e .`" in run.stderr) == stale == bool(run.returncode)


def test_a_field_without_a_role_is_refused_with_its_name() -> None:
    with pytest.raises(UndeclaredError, match="the field 'bare' of Wrong has no role"):

        @node(TEST)
        @frozen
        class Wrong(Node):
            part: t.Test
            bare: int


def test_two_nodes_of_one_name_are_refused() -> None:
    @node(TEST)
    @frozen
    class Empty(Node):
        many: Annotated[int, NUMBER]

    with pytest.raises(UndeclaredError, match="two nodes of a plan have the name EMPTY"):
        declared()


def test_what_the_tree_says_has_a_node_of_its_own_or_a_case_and_not_both() -> None:
    union: Any = e.Expression
    for irregular in (e.Number, e.Expression):
        with pytest.raises(UndeclaredError, match="of the tree follows no node of the plan, or has two ways into it"):
            require_compiled(union, irregular)


def test_a_node_that_is_made_of_the_tree_has_a_field_for_each_role() -> None:
    @node(TEST, of=(e.Name,))
    @frozen
    class Said(Node):
        text: Annotated[int, NUMBER]
        parts: tuple[Annotated[bool, FLAG], ...] | None

    assert roles.filled(Said, Said(7, None), {NUMBER: lambda value: value + 1}) == Said(8, None)
    assert roles.filled(Said, Said(7, (True,)), {}) == Said(7, (True,))
