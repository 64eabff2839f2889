"""The wheel, the wheel made from the sdist, and an editable install: each finds its rule files from any folder.

The wheels and the sdist are built in one environment that holds what `pyproject.toml` asks for: making it takes longer.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from attrs import frozen

from palast.manual.sources import BESIDE, FIRST
from tests.effort import DEEP, some
from tests.pythons import found

ROOT = Path(__file__).parent.parent
LEFT_BY_TOOLS = (
    ".git",
    ".venv",
    ".hypothesis",
    "*_cache",
    "__pycache__",
    "*.egg-info",
    "build",
    "dist",
    "*.so",
    "*.pyd",
    "node_modules",
)
BENCH = ("index.html", "python.wasm.gz.bin")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
BUILDING = (*PROJECT["build-system"]["requires"], "build", "editables")  # the last where the project stays to be edited
ELSEWHERE = Path(ROOT.anchor)  # no folder from which the repository could be found
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
ENVIRONMENT |= {
    "CFLAGS": "-O0 -g0"
}  # for speed: it is built twice, which takes a third of the time of the best machine


@frozen
class Environment:
    """A virtual environment that held nothing before one thing was installed into it."""

    folder: Path

    @property
    def binaries(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def packages(self) -> Path:
        """Where installed packages lie."""
        [packages] = self.folder.glob("**/site-packages")
        return packages

    @property
    def python(self) -> str:
        return str(self.binaries / "python")

    def palast(self, *arguments: str, folder: Path = ELSEWHERE) -> str:
        """What the command says when it is called from a folder that has nothing to do with the project."""
        return run(str(self.binaries / "palast"), *arguments, folder=folder)

    def one_after_another(self, *commands: list[str], folder: Path = ELSEWHERE) -> list[str]:
        """What several commands say; for speed in one process."""
        told = run(self.python, "-c", ONE_AFTER_ANOTHER, json.dumps(commands), folder=folder).split("\x1e")
        assert told[1::2] == ["0"] * len(commands)
        return told[:-1:2]


def run(*command: str, folder: Path, **variables: str) -> str:
    environment = ENVIRONMENT | {"PYTHONIOENCODING": "utf-8"} | variables
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def installed(folder: Path, wheels: Path, *what: str, by: str = sys.executable, **variables: str) -> Environment:
    """An environment of a Python with nothing but some things and what they need, of which the wheels are there."""
    run(by, "-m", "venv", "--without-pip", str(folder), folder=ELSEWHERE)
    environment = Environment(folder)
    pip = (sys.executable, "-m", "pip", "--python", environment.python, "install", "-q", "--no-compile")
    run(*pip, "--no-index", "--find-links", str(wheels), *what, folder=ELSEWHERE, **variables)
    return environment


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What building asks for, and what the project needs; for speed, since each look into the index takes a second."""
    folder = tmp_path_factory.mktemp("wheels")
    wanted = (*BUILDING, *PROJECT["project"]["dependencies"])
    run(sys.executable, "-m", "pip", "download", "-q", "-d", str(folder), *wanted, folder=ELSEWHERE)
    return folder


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a fresh clone has it, with a page in the place of what Node.js would build."""
    folder = tmp_path_factory.mktemp("copy") / "project"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_BY_TOOLS))
    built = folder / "web" / "dist"
    built.mkdir()
    for name in BENCH:
        (built / name).write_text(f"{name}, as it was built", "utf-8")
    return folder


@pytest.fixture(scope="module")
def builder(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with what building asks for."""
    return installed(tmp_path_factory.mktemp("building") / "environment", wheels, *BUILDING)


@pytest.fixture(scope="module")
def sdist(copy: Path, builder: Environment) -> Path:
    """The sdist, and beside it the wheel made from it."""
    run(builder.python, "-m", "build", "--no-isolation", "-o", str(copy.parent / "dist"), folder=copy)
    [sdist] = (copy.parent / "dist").glob("*.tar.gz")
    return sdist


@pytest.fixture(scope="module")
def wheel(copy: Path, builder: Environment, wheel_of_the_sdist: Path) -> Path:
    """The wheel made from the project itself; unless it is compared in depth, for speed, the one from the sdist."""
    if not DEEP:
        return wheel_of_the_sdist
    target = copy.parent / "wheel"
    run(builder.python, "-m", "build", "--no-isolation", "--wheel", "-o", str(target), folder=copy)
    [wheel] = target.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def environment(wheel: Path, wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with nothing but the wheel and what it needs."""
    return installed(tmp_path_factory.mktemp("installed") / "environment", wheels, str(wheel))


@pytest.fixture(scope="module")
def wheel_of_the_sdist(sdist: Path) -> Path:
    [wheel] = sdist.parent.glob("*.whl")
    return wheel


ONE_AFTER_ANOTHER = """
import json, sys
from palast.__main__ import main

for each in json.loads(sys.argv[1]):
    status = main(each)
    print(f"\\x1e{status}\\x1e", end="")
"""


def contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def built_of(path: Path) -> bool:
    """Whether a file is there to build the machine in C, and for nothing else."""
    return "native" in path.parts and (path.suffix != ".py" or path.name in ("building.py", "headers.py"))


def rule_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.rules")}


@pytest.fixture(scope="module")
def said(environment: Environment) -> dict[str, str]:
    """The answers of a few commands of the installed wheel, which several tests look at."""
    commands = (["play", "ksr", "--seed", "1"], ["check", "kanzler", "--quick"], ["manual", "language"], ["--version"])
    return dict(zip(map(" ".join, commands), environment.one_after_another(*commands), strict=True))


def test_the_wheel_plays_in_an_empty_environment(copy: Path, environment: Environment, said: dict[str, str]) -> None:
    library, *examples = environment.palast("rules").split("examples: ")
    assert re.findall(r"^  (\w+) ", library, re.MULTILINE) == ["ksr", "magier", "review", "wertung"]
    assert {"kuhn", "kanzler", "frei"} <= set(re.findall(r"^  (\w+) ", "".join(examples), re.MULTILINE))
    assert "Round 1" in said["play ksr --seed 1"]
    assert "[winners" in said["play ksr --seed 1"]
    assert "for ksr, magier, review" in said["check kanzler --quick"]
    assert (ROOT / "docs" / "language.md").read_text("utf-8") == said["manual language"]
    assert "games are played by the native engine" in said["--version"]
    there = {path.name for path in environment.packages.iterdir()}
    assert {"palast", "rulespec"} <= there
    assert not {"cards", "tests", "examples", "docs", "benchmarks"} & there
    for folder in ("cards", "examples/broken", "examples/games", "examples/house_rules", "examples/readings"):
        assert rule_files(environment.packages / "palast" / folder) == rule_files(copy / folder) != {}


def test_what_the_readme_shows_works_in_an_empty_folder_with_nothing_but_the_wheel(
    environment: Environment, tmp_path: Path
) -> None:
    readme, _, _ = (ROOT / "README.md").read_text("utf-8").partition("## Train an agent")  # what needs an extra
    for rules, name in re.findall(r"^```rules[^\n]*\n(layer (\S+) .*?)^```$", readme, re.MULTILINE | re.DOTALL):
        (tmp_path / f"{name}.rules").write_text(rules, "utf-8")
    commands = re.findall(r"^\$ palast (.*)$", readme, re.MULTILINE)
    assert len(commands) >= 5
    fewer = {command: ["--games", "2"] for command in commands if command.startswith("test ") and not DEEP}
    lines = [shlex.split(command) + fewer.get(command, []) for command in (*commands, "play kuhn --seed 1")]
    told = "".join(environment.one_after_another(*lines, folder=tmp_path))
    assert "[action seven]" in told and "all hold" in told and "[returns]" in told
    (tmp_path / "readme.md").write_text(readme, "utf-8")
    run(environment.python, "-m", "doctest", "-o", "ELLIPSIS", "readme.md", folder=tmp_path)


def test_the_wheel_made_from_the_sdist_is_the_same_wheel(copy: Path, wheel: Path, wheel_of_the_sdist: Path) -> None:
    held = contents(wheel_of_the_sdist)
    assert contents(wheel) == held
    files = [path for room in ("rulespec", "palast") for path in (copy / room).rglob("*") if path.is_file()]
    there = {path.relative_to(copy).as_posix(): path.read_bytes() for path in files if not built_of(path)}
    assert there.items() <= held.items() and len(there) > 300


def test_the_wheel_holds_both_packages_the_grammar_the_types_and_the_licence_and_nothing_else(wheel: Path) -> None:
    held = contents(wheel)
    [licence] = [name for name in held if name.endswith(".dist-info/licenses/LICENSE")]
    assert held[licence] == (ROOT / "LICENSE").read_bytes()
    assert {
        "palast/py.typed",
        "rulespec/py.typed",
        "rulespec/language/rules.lark",
        "rulespec/rules/codes.md",
        "palast/webpage/page.html",
    } <= set(held)
    assert {name: held[f"palast/bench/{name}"].decode() for name in BENCH} == {
        name: f"{name}, as it was built" for name in BENCH
    }
    information = licence.partition("/")[0]
    assert {name.partition("/")[0] for name in held} == {"palast", "rulespec", "pytest_rulespec.py", information}
    metadata, _, description = held[f"{information}/METADATA"].decode().partition("\n\n")
    assert {"License-Expression: MIT", "Description-Content-Type: text/markdown"} <= set(metadata.splitlines())
    assert description == (ROOT / "README.md").read_text("utf-8")


def test_the_wheel_holds_all_that_the_manual_as_a_site_is_made_of(wheel: Path) -> None:
    held = contents(wheel)
    texts = [
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "docs").glob("pictures/*.png"),
        *(ROOT / name for name in (FIRST, *BESIDE)),
    ]
    for path in texts:
        assert held[f"palast/{path.relative_to(ROOT).as_posix()}"] == path.read_bytes()
    assert len(texts) > 20 and "palast/manual/static/manual.css" in held


def test_the_sdist_holds_what_the_tests_need(copy: Path, sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    wanted = [
        path for folder in ("tests", "cards", "examples", "docs", "editors") for path in (copy / folder).rglob("*.*")
    ]
    wanted += [
        *(copy / "rulespec" / "engine" / "native").rglob("*.[chp]*"),
        copy / ".ci" / "run",
        copy / "LICENSE",
        copy / "README.md",
        copy / "CHANGELOG.md",
    ]
    names = {path.relative_to(copy).as_posix() for path in wanted if path.suffix != ".pyc" and path.is_file()}
    assert names - held == set()


def test_the_tests_run_where_the_sdist_is_unpacked(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # which the first 3.11 do not have
        archive.extractall(tmp_path)
    [project] = tmp_path.iterdir()
    files = some(("tests/test_readme.py", "tests/palast/test_rulesets.py"), 1)
    told = run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", *files, folder=project)
    assert re.search(r"^\d+ passed|\[100%\]", told, re.MULTILINE)


def test_a_wheel_for_all_versions_of_python_holds_the_machine_and_nothing_that_it_is_built_of(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name
    held = [name for name in contents(wheel) if name.startswith("rulespec/engine/native/") or "_native" in name]
    [machine] = [name for name in held if not name.endswith(".py")]
    assert re.fullmatch(r"rulespec/_native\.(abi3\.so|pyd)", machine)
    assert "rulespec/engine/native/image.py" in held
    assert "rulespec/engine/native/building.py" not in held


def test_one_wheel_is_played_natively_and_alike_by_every_python_that_is_there(
    wheel: Path, wheels: Path, said: dict[str, str], tmp_path: Path
) -> None:
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    others = some([each for each in found().items() if each[0] != running], 1)
    lines = ["--version"], ["play", "ksr", "--seed", "1"]
    told = [said[" ".join(each)] for each in lines]
    assert "games are played by the native engine" in told[0] and "[winners" in told[1]
    for version, path in others:
        other = installed(tmp_path / version, wheels, str(wheel), by=path)
        assert version in run(other.python, "--version", folder=ELSEWHERE)
        assert other.one_after_another(*lines) == told


def test_without_a_compiler_everything_is_installed_and_played_in_python_and_an_edited_rule_file_shows_at_once(
    copy: Path, wheels: Path, builder: Environment, tmp_path: Path
) -> None:
    project = shutil.copytree(copy, tmp_path / "project")
    (project / "rulespec" / "_native.abi3.so").write_bytes(b"built before, of other sources")
    environment = installed(
        tmp_path / "environment", wheels, "--no-build-isolation", "-e", str(project),
        CC=str(tmp_path / "no-compiler"), PYTHONPATH=str(builder.packages),
    )  # fmt: skip
    version, game, target = environment.one_after_another(
        ["--version"], ["play", "ksr", "--seed", "1"], ["explain", "ksr", "target"]
    )
    assert "games are played in Python" in version and "install a C compiler" in version
    assert "[winners" in game
    assert "6 for 3, 5 for 4, 4 for 5" in target
    edited = project / "cards" / "ksr.rules"
    text = edited.read_text("utf-8")
    assert "6 for 3, 5 for 4, 4 for 5" in text
    edited.write_text(text.replace("6 for 3, 5 for 4, 4 for 5", "9 for 3, 8 for 4, 7 for 5"), "utf-8")
    assert "9 for 3, 8 for 4, 7 for 5" in environment.palast("explain", "ksr", "target")
    assert not (environment.packages / "cards").exists()
