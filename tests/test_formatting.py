"""A formatted rule file says the same, has its comments where they were, and is not changed by formatting it again."""

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec import reformat
from rulespec.experiments.testing.files import tree
from rulespec.language.grammar import patterns
from rulespec.language.printer import written
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import BYTES
from rulespec.language.tree.source import Source
from rulespec.language.trees import parse
from tests.effort import draws_until, short_of, some, tried
from tests.hostile import WAYS, hostile
from tests.library import ROOT
from tests.trees import NOWHERE, blocks, layers, scenarios
from tests.untidy import Habits, cites, owners, untidy

WIDTH = 120
FOLDERS = ("cards", "examples", "benchmarks", "tests/rules/good", "tests/rules/worlds")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.rules"))
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
EXAMPLE = re.compile(r"^```rules[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CLOSED = re.compile(rf"{patterns()['STRING']}|{patterns()['CITE']}|#[^\n]*")  # no row ends in there
SEEN = ("comments", "comments in a line", "joined", "blank lines", "cited", "broken", "long")


def formed(text: str) -> str:
    told = reformat(text)
    assert not told.problems, f"{text}\n{told.problems[0]}"
    return told.text


def read(text: str) -> d.RuleFile:
    file, problems = parse(Source("read", text))
    assert file is not None, text
    assert not problems, f"{text}\n{problems[0]}"
    return file


def check(text: str) -> str:
    """What a text becomes, once all is there that was there, and where it was."""
    done = formed(text)
    before, after = read(text), read(done)
    assert after == before
    assert cites(after) == cites(before)
    assert owners(done) == owners(text)
    assert formed(done) == done
    return done


def rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows of a text with their indentation, but without columns and blank lines."""
    return [(len(row) - len(row.lstrip()), row.split()) for row in text.split("\n") if row.strip()]


def test_a_drawn_file_laid_out_carelessly_says_the_same_with_its_comments_and_is_then_formatted() -> None:
    seen = Counter[str]()
    for number in draws_until(4, 10_000, lambda: short_of(seen, dict.fromkeys(SEEN, tried(10, 2)))):
        random = Random(number)
        text = untidy(written(tree(random)), random, Habits())
        done = check(text)
        seen["comments"] += len(owners(text))
        seen["comments in a line"] += len(re.findall(r",\s*#", text))
        seen["joined"] += len(re.findall(r"^ +(?:players|otherwise|may|at the same time): ", done, re.MULTILINE))
        seen["blank lines"] += done.count("\n\n")
        seen["cited"] += sum(map(bool, cites(read(text))))
        seen["broken"] += done.count(",\n")
        seen["long"] += sum(len(row) > WIDTH for row in text.split("\n"))


def test_whatever_the_grammar_can_say_is_the_same_when_it_is_formatted() -> None:
    header = d.Header("layer", "drawn", None, (), span=NOWHERE)
    declarations = st.lists(blocks() | scenarios(), min_size=1, max_size=2)
    whole = declarations.map(lambda declared: tuple(d.Plain(each, span=NOWHERE) for each in declared))
    seen = Counter[bool]()

    @settings(max_examples=tried(deep=10_000, quick=20))
    @given(layers() | whole.map(lambda items: d.RuleFile(header, items, span=NOWHERE)), st.integers())
    def the_same(file: d.RuleFile, number: int) -> None:
        text = written(file)
        seen[check(untidy(text, Random(number), Habits())) != text] += 1

    the_same()
    assert seen[True] > tried(deep=10, quick=5)


def test_spacing_makes_no_difference_to_what_becomes_of_a_file() -> None:
    habits = Habits(comments=False, breaks=False, joins=False)
    for number in range(tried(3_000, 3)):
        random = Random(number)
        tidy = written(tree(random))
        text = untidy(tidy, random, habits)
        assert text != tidy
        assert rows(formed(text)) == rows(formed(tidy))


def test_no_row_is_too_long_that_can_end_earlier() -> None:
    seen = Counter[str]()
    for number in draws_until(6, 3_000, lambda: short_of(seen, {"broken": tried(10, 4)})):
        done = formed(written(tree(Random(number))))
        for row in done.split("\n"):
            if len(row) > WIDTH:
                assert not re.search(r"(?:,|\b(?:and|or)) .", CLOSED.sub("", row)), row
        seen["broken"] += len(re.findall(r"(?:,|\b(?:and|or))\n", done))


@pytest.mark.parametrize("path", some(FILES, 20), ids=lambda path: path.stem)
def test_a_shipped_file_is_formatted(path: object) -> None:
    told = reformat((ROOT / str(path)).read_text("utf-8"))
    assert not told.problems
    assert told.diff == ""


def test_the_examples_of_the_manual_are_formatted() -> None:
    seen = 0
    for page in PAGES:
        for example in some(EXAMPLE.findall(page.read_text("utf-8")), 2):
            whole = re.match(r"(?:ruleset|layer|scenarios) ", example)
            told = reformat(example if whole else f"layer fragment\n{example}", page.name)
            assert told.diff == ""
            seen += not told.problems
    assert seen > tried(120, 15)


# as an author has it, and what it becomes; what begins with no header lies on `layer x`
BECOMES = {
    "spacing": (
        'zone  pile ,shuffled\nzone hand of player,in row\nword w :a ,b\ncall card c if not(it is a)\n',
        "zone pile, shuffled\nzone hand of player, in a row\nword w: a, b\ncall card c if not (it is a)\n",
    ),
    "the brackets of an author stay, and so does 'if not'": (
        "turn\n  if(a plus b) is not in(c)\n    nothing\n",
        "turn\n    if (a plus b) is not in (c)\n        nothing\n",
    ),
    "one spelling for what can be written in two ways": (
        "always a: some player where it is b\nplayers 2 to 2\nzone z, shuffled, in row\nturn\n at same time: nothing\n",
        "always a: some player is b\nplayers 2\nzone z, in a row, shuffled\nturn\n    at the same time: nothing\n",
    ),
    "an 'if' alone beneath an 'otherwise' stays there": (
        "turn\n if a is b:nothing\n otherwise\n  if c is d:nothing\n  otherwise if e is f\n   at same time:nothing\n",
        "turn\n    if a is b: nothing\n    otherwise\n        if c is d: nothing\n"
        "        otherwise if e is f\n            at the same time: nothing\n",
    ),
    "an action of several words is one block": (
        "action  A,B:nothing\n",
        "action A, B: nothing\n",
    ),
    "citations of one kind": (
        "turn (book: 4 - 5;R1)\n  nothing\n",
        "turn    (book:4-5, R1)\n    nothing\n",
    ),
    "citations of neighbours stand in one column": (
        "zone pile (R1)\nzone discards (R2)\n",
        "zone pile        (R1)\nzone discards    (R2)\n",
    ),
    "all stand where most stand, as far as they can": (
        "zone pile      (R1)\nzone row       (R2)\n\nzone bin (R3)\n\nzone open      (R4)\nzone a-long-name (R5)\n",
        "zone pile      (R1)\nzone row       (R2)\n\nzone bin       (R3)\n\nzone open      (R4)\n"
        "zone a-long-name    (R5)\n",
    ),
    "all stand where most would stand": (
        "zone pile (R1)\nzone discards (R2)\n\nzone a (R3)\n",
        "zone pile        (R1)\nzone discards    (R2)\n\nzone a           (R3)\n",
    ),
    "comments stand in columns of their own": (
        "zone pile (R1) #one\nzone discards #two\n#---- three\nzone bin  #  four\n",
        "zone pile    (R1)    # one\nzone discards        # two\n#---- three\nzone bin             #  four\n",
    ),
    "one blank line, and none at the beginning of a block": (
        "\n\n\nturn\n\n    nothing\n\n\n\nround\n    nothing\n\n",
        "\nturn\n    nothing\n\nround\n    nothing\n",
    ),
    "comments are as deep as what they are about": (
        "turn\n # one\n   nothing\n # two\n   # three\n# four\nround: nothing\n",
        "turn\n    # one\n    nothing\n# two\n    # three\n# four\nround: nothing\n",
    ),
    "rows end where their author ends them": (
        "word w: a,\n  b, c\nturn\n  if a is b and\n   c is d\n    nothing\n",
        "word w: a,\n    b, c\nturn\n    if a is b and\n            c is d\n        nothing\n",
    ),
    "rows end where their author ends them without a comma": (
        "value v:\n 2 if a is b #one\n   and c is d,\n 1\n  otherwise\nturn\n  if a is b\n   or c is d\n"
        "    move x#two\n     to y\n",
        "value v:\n    2 if a is b    # one\n    and c is d,\n    1\n    otherwise\n"
        "turn\n    if a is b\n            or c is d\n"
        "        move x    # two\n            to y\n",
    ),
    "an effect in a row of its own behind a colon is a block": (
        "turn\n players: #all\n  # of them\n  draw 3\n    from pile to own hand #now\n",
        "turn\n    players    # all\n        # of them\n        draw 3\n"
        "            from pile to own hand    # now\n",
    ),
    "comments within a line": (
        "word w: a, # one\n\n# two\n  b, # three\n c\n",
        "word w: a,    # one\n    # two\n    b,        # three\n    c\n",
    ),
    "a comment behind a word that is left out": (
        "always a: (some player where # one\n   it is b) or c is d\n",
        "always a: (some player\n    # one\n    is b) or c is d\n",
    ),
    "a comment that is too long stands above": (
        f"zone pile # {'very ' * 23}long\n",
        f"# {'very ' * 23}long\nzone pile\n",
    ),
    "a comment that is too long within a line stands in a row of its own": (
        f"word w: a, # {'very ' * 23}long\n b\n",
        f"word w: a,\n    # {'very ' * 23}long\n    b\n",
    ),
    "a long choice is broken before what narrows it": (
        f"turn\n    choose card from own hand, where {' and '.join(['its colour is red'] * 3)}, "
        "so that afterwards own hand is not empty\n",
        f"turn\n    choose card from own hand, where {' and '.join(['its colour is red'] * 3)},\n"
        "        so that afterwards own hand is not empty\n",
    ),
    "a long offer is broken between two answers": (
        f"scenario s\n    then\n        offered {' or '.join(['Tee 1, Gold 2'] * 8)}\n",
        f"scenario s\n    then\n        offered {' or '.join(['Tee 1, Gold 2'] * 6)} or\n"
        "            Tee 1, Gold 2 or Tee 1, Gold 2\n",
    ),
    "an effect that does not fit stands beneath": (
        f"turn\n    players who are not {'long-' * 15}named: choose card from own hand     (R1)\n",
        f"turn\n    players who are not {'long-' * 15}named    (R1)\n        choose card from own hand\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BECOMES)
def test_what_becomes_of_it(what: str) -> None:
    text, becomes = BECOMES[what]
    assert formed(f"layer x\n{text}") == f"layer x\n{becomes}"
    assert formed(f"layer x\n{becomes}") == f"layer x\n{becomes}"


def test_a_file_that_cannot_be_read_stays_as_it_is() -> None:
    broken = "layer x\nturn\n  move  card too pile\n"
    too_large = "#" * (BYTES.most + 1)
    becoming_too_large = f"layer x\n#{'y' * (BYTES.most - 10)}\n"
    for text, code in {
        broken: "E002",
        "": "E003",
        "layer x\nscenario s\n then\n  hand: Tee and\n  pile: the rest\n": "E023",
        "zone  z": "E003",
        "layer x\n\ud800": "E001",
        too_large: "E001",
        becoming_too_large: "E001",
    }.items():
        told = reformat(text, "mine.rules")
        assert [each.code for each in told.problems] == [code]
        assert all(each.path == "mine.rules" for each in told.problems)
        assert (told.text, told.changed, told.diff) == (text, False, "")


def test_a_file_that_means_harm_is_formatted_or_left_alone() -> None:
    seen = Counter[bool]()
    for number in draws_until(len(WAYS), 2_000, lambda: short_of(seen, {True: 2, False: 2})):
        _, content = hostile(number)
        text = content.decode("utf-8", "replace")
        told = reformat(text)
        seen[bool(told.problems)] += 1
        assert told.text == text if told.problems else not reformat(told.text).changed


def test_line_ends_stay_as_they_are_and_what_no_editor_shows_goes() -> None:
    assert formed("layer x\r\nzone  z\r\n") == "layer x\r\nzone z\r\n"
    assert not reformat("layer x\r\nzone z\r\n").changed
    assert formed("\ufefflayer x\nzone\u00a0z\t\n\n") == "layer x\nzone z\n"


def test_the_report_shows_the_changes() -> None:
    told = reformat("layer x\nzone  z\n", "mine.rules")
    assert told.changed
    assert told.diff == "--- mine.rules\n+++ mine.rules\n@@ -1,2 +1,2 @@\n layer x\n-zone  z\n+zone z\n"


def test_only_a_row_that_is_too_long_is_broken_and_between_cases_first() -> None:
    cases = [f"(hand of active, where its suit is {suit}, with lowest its rank) if trump is {suit}" for suit in "abc"]
    rows = [
        "value playable: hand of active if trump is none, " + cases[0] + ",",
        *(f"    {each}," for each in cases[1:]),
    ]
    text = "\n".join(("ruleset rows", "", *rows, "    hand of active otherwise", ""))
    assert max(map(len, rows)) > 120
    broken = [*text.split("\n")[:2], "value playable: hand of active if trump is none,", f"    {cases[0]},"]
    assert reformat(text).text == "\n".join((*broken, *text.split("\n")[3:]))
