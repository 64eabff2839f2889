"""A slip of the pen anywhere in a shipped file is told at its place, with the word that was meant; counted, by kind."""

import random
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from string import ascii_letters

import pytest

import rulespec
from rulespec.language.errors import Problem, RulesError
from rulespec.language.suggest import LOOKS, did_you_mean, nearest
from rulespec.language.tree.source import Source, read
from rulespec.language.trees import parse
from tests.effort import DEEP, draws_until, short_of, some, tried
from tests.library import ROOT, drawn_file
from tests.slips import (
    FILES,
    INDENTATION,
    MISPLACED,
    MISSPELT_DECLARATIONS,
    MISSPELT_KEYWORDS,
    MISSPELT_NAMES,
    SIGNS,
    Slip,
    slips,
    slips_of_parts,
)

BASES = {
    "zurueck": "review",
    "sich-selbst": "review",
    "sechs-zuerst": "review",
    "gleichzeitig": "magier",
    "zwang": "magier",
    "weighed": ROOT / "tests/rules/good/stones.rules",
    "short": ROOT / "tests/rules/good/stones.rules",
    "wertung-scenarios": "ksr",
    "ksr-wertung-scenarios": "ksr",
}  # what a layer lies on, or scenarios of one; ksr if nothing is said
SLIPPED = some(FILES, 16)  # where slips are made
MANY = {"quick": 5, "deep": 2_000}  # slips of each kind

# At their place, with the word meant, and alone; of those that do not load.
SHARES = {
    MISSPELT_NAMES: (0.99, 0.95, 0.9),
    MISSPELT_DECLARATIONS: (0.95, 0.95, 0.9),
    MISSPELT_KEYWORDS: (0.97, 0.95, 0.9),
    MISPLACED: (0.97, 0.7, 0.9),
    SIGNS: (0.97, 0.85, 0.9),
    INDENTATION: (0.95, 0, 0.35),
}


def told(slip: Slip, folder: Path) -> tuple[Problem, ...]:
    """What is said about a file with a slip in it, nothing if it loads in spite of it; copies are kept in a folder."""
    beside = folder / slip.path.parent.name
    if not beside.exists():
        beside.mkdir()
        for each in slip.path.parent.glob("*.rules"):
            (beside / each.name).write_bytes(each.read_bytes())
    file = beside / slip.path.name
    file.write_text(slip.text, "utf-8")
    try:
        return _told(slip, file)
    finally:
        file.write_bytes(slip.path.read_bytes())


def _told(slip: Slip, file: Path) -> tuple[Problem, ...]:
    layer = slip.source.text.startswith("layer") or slip.path.stem in BASES
    try:
        rulespec.load(f"{BASES.get(slip.path.stem, 'ksr')}+{file}" if layer else file, library=ROOT / "cards")
    except RulesError as error:
        return error.errors
    return ()


PART = r"\n +(?:given|when|then)\b"
SCENARIO = r"^scenario .*(?:\n(?:[ \t].*)?)*"


@pytest.mark.parametrize("kind", SHARES)
def test_a_slip_is_told_at_its_place_with_the_word_that_was_meant(kind: str, tmp_path: Path) -> None:
    chance = random.Random(kind)
    made = [slip for path in SLIPPED for slip in slips(path, chance, [kind])]
    seen, missed = Counter[str](), list[str]()

    def missing() -> list[str]:
        """What was told less often than it should be, of those that do not load."""
        told_of = seen["slips"] - seen["load all the same"]
        shares = zip(("told at their place", "with the word meant", "told alone"), SHARES[kind], strict=True)
        short = [f"{what} ({seen[what]} of {told_of})" for what, share in shares if seen[what] < share * told_of]
        if seen["load all the same"] > 0.3 * seen["slips"]:
            short.append(f"refused ({told_of} of {seen['slips']})")
        return short + missed if short else []

    numbers = draws_until(**MANY, missing=missing)
    for slip, _ in zip(chance.sample(made, len(made)), numbers, strict=False):
        problems = told(slip, tmp_path)
        line, column = slip.place
        exact = kind in (MISSPELT_NAMES, MISSPELT_DECLARATIONS, MISSPELT_KEYWORDS)
        here = [each for each in problems if each.line == line and (each.column == column or not exact)]
        if kind == MISSPELT_DECLARATIONS:  # what is used once may be misspelt here or there, and both are named
            here = here or [each for each in problems if f" in line {line}?" in each.remedy]
        seen["slips"] += 1
        seen["load all the same"] += not problems
        seen["told at their place"] += bool(here)
        seen["with the word meant"] += any(slip.meant in each.remedy + each.message for each in here)
        seen["told alone"] += len(problems) == 1
        if problems and not here:
            missed.append(f"{slip}\n    told: {[str(each) for each in problems]}")
    print(kind, dict(seen))
    assert not missing()


def test_every_shipped_file_allows_slips_of_most_kinds() -> None:
    for path in SLIPPED:
        made = Counter(slip.kind for slip in slips(path, random.Random(0)))
        assert len(made) >= 3 and made[MISSPELT_KEYWORDS] > 10, path


def parts_slipped(name: str, text: str) -> Iterator[Slip]:
    """What can be wrong in the scenarios of a file, where one has several parts: an only part is aligned."""
    for block in re.findall(SCENARIO, text, re.MULTILINE):
        if len(re.findall(PART, block)) > 1:
            yield from slips_of_parts(Source(name, f"ruleset slip\n\n{block}\n"))


def test_a_part_of_a_scenario_that_is_not_right_is_told_once_and_at_its_place() -> None:
    made = [slip for path in FILES for slip in parts_slipped(path.name, read(path).text)]
    drawn = Counter[str]()
    for seed in draws_until(3, 200, lambda: short_of(drawn, {"slips": tried(50, 20)})):
        new = list(parts_slipped("drawn", drawn_file(seed).text))
        drawn["slips"] += len(new)
        made += new
    seen, least = Counter[str](), dict.fromkeys((slip.how for slip in made), 5)
    numbers = draws_until(300, len(made), lambda: short_of(seen, least))
    for slip, _ in zip(random.Random(0).sample(made, len(made)), numbers, strict=False):
        _, problems = parse(Source("slip", slip.text))
        assert [each.line for each in problems] == [slip.place[0]], f"{slip}\n{problems}"
        assert "trigger" not in problems[0].remedy and "'if" not in problems[0].remedy, problems
        seen[slip.how] += 1
    assert len(seen) >= 9 and not short_of(seen, least)


def test_a_verb_and_a_name_misspelt_in_two_lines_of_a_body_are_told_in_one_run(tmp_path: Path) -> None:
    """Each is told alone where the other is not there; with both there, both are, and nothing else ever is.

    In half of the pairs the name stands further down in the block of the verb, and deeper.
    """
    chance, seen, missed = random.Random(11), Counter[str](), list[str]()
    least = {"pairs": tried(200, 8), "in one block": tried(100, 4), "nested": tried(100, 3)}
    rounds = 1 if DEEP else 3  # each time other slips
    for path in [path for _ in range(rounds) for path in chance.sample(SLIPPED, len(SLIPPED))]:
        if not (DEEP or short_of(seen, least)):
            break
        every = list(slips(path, chance, {MISSPELT_KEYWORDS, MISSPELT_NAMES}))
        verbs = [each for each in every if each.kind == MISSPELT_KEYWORDS and _stands_alone(each)]
        names = [each for each in every if each.kind == MISSPELT_NAMES]
        blocks = [found.start() + 1 for found in re.finditer(r"\n\S", every[0].source.text)] if every else []
        named = defaultdict[int, list[Slip]](list)  # for speed: few of the names of a file are in the block of a verb
        for each in names:
            named[bisect_right(blocks, each.start)].append(each)
        near = ((one, other) for one in verbs for other in named[bisect_right(blocks, one.start)])
        pairs = [(one, other) for one, other in near if one.end < other.start and not _apart(one, other)]
        nested = [pair for pair in pairs if _indentation(pair[0]) < _indentation(pair[1])]
        for _ in range(tried(deep=20, quick=1) if verbs and names else 0):
            pair = sorted((chance.choice(verbs), chance.choice(names)), key=lambda slip: slip.start)
            for one, other in (pair, chance.choice(nested or [pair])):
                if one.end >= other.start or _line(one) == _line(other):
                    continue
                alone = [{(each.line, each.code) for each in told(slip, tmp_path)} for slip in (one, other)]
                if [len(each) for each in alone] != [1, 1]:
                    continue
                put = one.source.text[other.end :]
                text = one.source.text[: one.start] + one.put + one.source.text[one.end : other.start] + other.put + put
                both = Slip("two", "", one.source, 0, len(one.source.text), text, "", 0)
                found = {(each.line, each.code) for each in told(both, tmp_path)}
                assert found <= alone[0] | alone[1], text
                seen["pairs"] += 1
                seen["in one block"] += not _apart(one, other)
                seen["nested"] += (one, other) in nested
                if len(found) < 2:
                    missed.append(f"{one}\n{other}")
    print(dict(seen), len(missed))
    assert not short_of(seen, least)
    assert len(missed) <= 0.05 * seen["pairs"], "\n\n".join(missed)


def _apart(one: Slip, other: Slip) -> bool:
    """Whether two slips stand in two blocks, or in one line."""
    return _line(one) == _line(other) or re.search(r"\n\S", one.source.text[one.start : other.start]) is not None


def _indentation(slip: Slip) -> int:
    line = slip.source.line(_line(slip))
    return len(line) - len(line.lstrip())


def _line(slip: Slip) -> int:
    return slip.source.position(slip.start)[0]


def _stands_alone(slip: Slip) -> bool:
    """Whether a slip is in a line of a body on which no other rests: nothing is indented under it, it binds no name."""
    line, after = slip.source.line(_line(slip)), slip.source.line(_line(slip) + 1)
    deeper = len(after) - len(after.lstrip()) > len(line) - len(line.lstrip())
    before = slip.source.line(_line(slip) - 1).split("#")[0].rstrip()
    goes_on = any(said.endswith((",", " and", " or")) for said in (before, line.split("#")[0].rstrip()))
    blocks = re.split(r"^(?=[a-z])", slip.source.text[: slip.start], flags=re.MULTILINE)
    bracket = blocks[-1].count("(") > blocks[-1].count(")")
    apart = deeper or goes_on or bracket or "choose" in line or "scenario" in blocks[-1].partition("\n")[0]
    return line.startswith("    ") and not apart


def test_a_word_that_only_looks_like_another_is_told_with_the_alphabet_of_its_letter() -> None:
    wide = {chr(ord(letter) + 0xFEE0): letter for letter in ascii_letters}
    letters = {chr(strange): chr(plain) for strange, plain in LOOKS.items()}
    for strange, plain in {**letters, **wide}.items():
        written, meant = f"wo{strange}d", f"wo{plain}d"
        assert nearest(written, [meant, "word-of-another", "sort"]) == meant
        said = did_you_mean(written, [meant])
        assert f"did you mean '{meant}'?" in said
        assert f"'{strange}' is " in said
    assert len(letters) > 60


def test_a_word_without_end_is_told_in_short_wherever_it_stands(tmp_path: Path) -> None:
    """In each sort of place of a rule file, with a message that somebody can read."""
    text = (ROOT / "examples/games/kuhn.rules").read_text("utf-8")
    places = [each.span() for each in re.finditer(r"\w+", text)]
    said: list[str] = []
    for start, end in random.Random(3).sample(places, tried(deep=len(places), quick=25)):
        path = tmp_path / "long.rules"
        path.write_text(text[:start] + "word" * 5_000 + text[end:], "utf-8")
        try:
            rulespec.load(path)
        except RulesError as error:
            said += map(str, error.errors)
    assert max(map(len, said)) < 3_000
    assert len(said) > tried(30, 15)
