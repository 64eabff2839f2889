"""What an editor is told: fixes that mend, stretches that cover the text, names that can be completed; no harm."""

import pickle
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulespec
from rulespec.editing.assistance import Assistance
from rulespec.editing.assistance.blocks import blocks_of
from rulespec.editing.assistance.completing import completions
from rulespec.editing.assistance.known import KnownBlocks
from rulespec.language.grammar import NESTED, keywords
from rulespec.language.reading import nested_too_deep, words
from rulespec.language.tree.origins import origins
from rulespec.language.tree.source import Source, read, uniform
from rulespec.language.trees import parse
from tests.effort import some, tried
from tests.hostile import WAYS, hostile
from tests.library import GOOD, ROOT, SMALL, ruleset
from tests.slips import FILES, slips

CARDS = ROOT / "cards"
ON = {"zurueck": "review", "sich-selbst": "review", "sechs-zuerst": "review"} | {
    "gleichzeitig": "magier", "zwang": "magier", "weighed": "stones", "short": "stones",
}  # fmt: skip
ASKED = some(FILES, 16)
HOUSE_RULE = (ROOT / "examples" / "house_rules" / "kanzler.rules").read_text("utf-8")


def asked(path: Path, text: str, offset: int | None = None) -> Assistance:
    """What is told of a text in the place of a file of the project."""
    on = ON.get(path.stem, "ksr")
    return rulespec.assist(text, offset, on=on, name=path.stem, library=(path.parent, CARDS))


def covers(found: Assistance, text: str) -> bool:
    """Whether the stretches cover a text from its beginning to its end, without overlap."""
    ends = [0, *(token.end for token in found.tokens)]
    return ends[-1] == len(text) and [token.start for token in found.tokens] == ends[:-1] and len({*ends}) == len(ends)


# ---- what is wrong


def test_the_files_of_the_project_have_no_mistakes_and_every_stretch_of_them_is_told() -> None:
    kinds = Counter[str]()
    for path in ASKED:
        text = read(path).text
        found = asked(path, text)
        assert found.problems == () and covers(found, text), path
        kinds.update(token.kind for token in found.tokens)
        assert not any(token.kind in ("text", "name") for token in found.tokens), path
    assert len(FILES) > 30 and len(kinds) > 20, kinds


def test_a_fix_removes_the_problem_that_it_is_for() -> None:
    chance = Random(5)
    short = [path for path in FILES if path.stat().st_size < tried(deep=100_000, quick=2_500)]
    made = [slip for path in short for slip in slips(path, chance)]
    seen = Counter[str]()
    for slip in chance.sample(made, tried(deep=5_000, quick=40)):
        found = asked(slip.path, slip.text)
        assert covers(found, slip.text)
        for problem in found.problems:
            seen["problems"] += 1
            seen["problems with a fix"] += bool(problem.fixes)
            named = problem.remedy.startswith("did you mean")
            assert problem.fixes or not named or "action" in problem.remedy, problem
            for fix in problem.fixes:
                mended = slip.text[: fix.start] + fix.text + slip.text[fix.end :]
                after = asked(slip.path, mended).problems
                seen["fixes"] += 1
                seen["nothing left"] += not after
                moved = {problem.start, problem.start + len(mended) - len(slip.text)}
                left = [each for each in after if each.message == problem.message and each.start in moved]
                assert left == [], f"{slip}: {problem}"
    assert seen["problems with a fix"] > 0.6 * seen["problems"] > tried(20, 5), seen
    assert seen["nothing left"] > 0.9 * seen["fixes"] > tried(20, 5), seen


MENDED = {  # what is written, and what the fix makes of it
    "zone pot\n": "add zone pot\n",
    "add zone hand of player\n": "replace zone hand of player\n",
    "add zone pot, seen by owner\n": "add zone pot of player, seen by owner\n",
    "add zone pot, last seen by all\n": "add zone pot, in a row, last seen by all\n",
    "add value most: points\n": "add value most: points of active\n",
    "add after turn again\n    add 1 to points\n": "add after turn again\n    add 1 to own points\n",
    "replace action Zofe\n    draw 1 from pile to own hand\n    sho\n": "replace action Zofe\n    draw 1 from pile to "
    "own hand\n    show\n",
    "replace action Zofe\n    mov\n\nadd zone pot\n": "replace action Zofe\n    move\n\nadd zone pot\n",
    "replace action Zoffe: nothing\n": "replace action Zofe: nothing\n",
    "add call game late if played >= 3\n": "add call game late if played is at least 3\n",
    "add round ends late: played is at lest 3\n": "add round ends late: played is at least 3\n",
    "add always many cards in pile is at least 0\n": "add always many: cards in pile is at least 0\n",
}


@pytest.mark.parametrize("written", MENDED)
def test_a_remedy_that_names_the_text_to_write_can_be_applied(written: str) -> None:
    text = "layer mine\n" + written
    (problem,) = rulespec.assist(text, on="ksr", name="mine", library=CARDS).problems
    (fix,) = problem.fixes
    assert text[: fix.start] + fix.text + text[fix.end :] == "layer mine\n" + MENDED[written]


def test_what_a_ruleset_lacks_is_written_under_its_header() -> None:
    text, told = 'ruleset mine "Mine"  # a remark\nword suit: red\n', []
    while fixes := [fix for each in rulespec.assist(text).problems for fix in each.fixes]:
        text = text[: fixes[0].start] + fixes[0].text + text[fixes[0].end :]
        told.append(fixes[0].label)
    assert told == ["write 'players 2 to 4'", "write 'at most 500 turns'"]
    assert text.splitlines()[1:] == ["at most 500 turns", "players 2 to 4", "word suit: red"]


def test_offsets_count_the_characters_that_were_written() -> None:
    chance, seen = Random(2), 0
    for _ in range(tried(deep=500, quick=12)):
        text = HOUSE_RULE.replace("from other", "form other")
        for sign, other in (("\n", "\r\n"), (" ", "\u00a0"), ("a", "a\u200b"), ("K", "\ufeffK")):
            pieces = text.split(sign)
            text = pieces[0] + "".join(chance.choice((sign, sign, other)) + piece for piece in pieces[1:])
        found = rulespec.assist(text, on="ksr", name="kanzler", library=CARDS)
        assert covers(found, text)
        places = [(problem.start, problem.end) for problem in found.problems]
        assert [uniform(text[start:end]) for start, end in places] == ["form\n"], found.problems
        seen += len(text) > len(HOUSE_RULE)
    assert seen > 10


def test_a_uniform_text_remembers_where_its_characters_stood() -> None:
    signs = [
        "a",
        "ä",
        "a\u0308",
        "\r\n",
        "\r",
        "\n",
        "\u00a0",
        "\ufeff",
        "\u200b",
        "\xad",
        "\u1100",
        "\u1161",
        "\u11a8",
    ]
    chance, changed = Random(3), 0
    rare = ["\r\u200b\n", "x\r\xad\ufeff\nx", "\r\u200b\r\n", "a\u200b\u0308"]
    for _ in range(tried(deep=100_000, quick=1_000)):
        drawn = chance.choices([*signs, "\u0301", "\u0327", "\ud800", "\u2028", "x"], k=chance.randrange(12))
        text = rare.pop() if rare else "".join(drawn)
        made, places = uniform(text), origins(text)
        written = [places.back(at) for at in range(len(made) + 1)]
        assert written == sorted(written) and written[-1] == len(text)
        assert all(places.there(at) <= len(made) for at in range(len(text) + 1))
        changed += made[:-1] != text
    assert changed > 500


# ---- texts that lie in no file


def test_rules_can_be_loaded_from_texts_that_lie_nowhere() -> None:
    texts = {"mine": HOUSE_RULE, "other": "ruleset other extends ksr\nreplace action Zofe: nothing\n"}
    rules = rulespec.load("ksr+mine", CARDS, texts=texts)
    assert rules.name == "ksr+kanzler" and "Kanzler" in str(rules.new_game(players=3).zone("pile"))
    assert pickle.loads(pickle.dumps(rules)).digest == rules.digest
    assert rulespec.load("other+mine", CARDS, texts=texts).name == "other+kanzler"
    for text, said in (("layer x \ud800\n", "invalid character"), ("#" * 300_000, "bytes"), ("", "empty")):
        with pytest.raises(rulespec.RulesError, match=said):
            rulespec.load("ksr+mine", CARDS, texts={"mine": text})
    with pytest.raises(rulespec.RulesError, match="did you mean 'mine'"):
        rulespec.load("ksr+mien", CARDS, texts=texts)


# ---- what may stand at a place


def test_each_name_is_among_the_completions_after_its_first_letters() -> None:
    chance, seen, missed = Random(4), Counter[str](), []
    places = [(path, start, name) for path in ASKED for start, name in _names(path)]
    every = {path: Counter(name for _, name in _names(path)) for path in ASKED}
    again = [place for place in places if every[place[0]][place[2]] > 1 and len(place[2]) > 1]
    for path, start, name in chance.sample(again, tried(deep=len(again), quick=16)):
        text, typed = read(path).text, min(2, len(name) - 1)
        cut = text[: start + typed] + text[start + len(name) :]
        offered = [each.text for each in asked(path, cut, start + typed).completions]
        seen["names"] += 1
        seen["offered first"] += offered[:1] == [name]
        if name not in offered:
            missed.append((path.name, text[:start].rpartition("\n")[2] + name, offered[:5]))
    assert missed == []
    assert len(again) > tried(3_000, 1_000) and seen["offered first"] > 0.7 * seen["names"] > tried(20, 10), seen


def test_behind_the_beginning_of_a_sentence_its_next_word_is_offered() -> None:
    seen, words = set[tuple[str | None, ...]](), Counter[str]()
    for name in SMALL:
        source, known = read(GOOD / f"{name}.rules"), KnownBlocks(ruleset(name).composed, (GOOD,))
        for begins, block in blocks_of(source):
            terminals = [None, None, *(placed.terminal for placed in block.words)]
            for at, placed in enumerate(block.words):
                pattern, word = tuple(terminals[at + tried(deep=0, quick=1) : at + 3]), placed.word.text
                if pattern in seen or not (placed.terminal in keywords() or word in known.declared):
                    continue
                seen.add(pattern)
                begun = source.text[: begins + placed.word.start]
                offered = [each.text for each in completions(Source(name, begun), len(begun), known, name)]
                assert word in offered, (name, begun.rpartition("\n")[2], word)
                words[word] += 1
    assert len(seen) > 300 and len(words.keys() & {*keywords().values()}) > 100


def test_behind_a_keyword_that_is_a_name_there_its_next_word_is_offered() -> None:
    text = 'ruleset mine "Mine"\nplayers 2\nnote draw: player\nturn\n    draw is next\n    set draw to active\n'
    for begun, word in (("draw is ", "next"), ("set draw ", "to"), ("set draw to ", "active")):
        typed = text + "    " + begun
        assert word in {each.text for each in rulespec.assist(typed, len(typed), name="mine").completions}, begun


def test_in_a_continued_line_the_words_that_continue_it_are_offered() -> None:
    text = 'ruleset mine "Mine"\nplayers 2\nzone pile\nturn\n'
    for begun, meant in (
        ("    if pile is empty\n            a", {"and"}),
        ("    if pile is empty\n        ", {"or", "move", "draw"}),
        ("    move pile\n        t", {"to"}),
        ("    move pile\n        to pile\n        a", {"at"}),
        ("    add 1\n        ", {"to", "plus", "times"}),
    ):
        typed = text + begun
        offered = {each.text for each in rulespec.assist(typed, len(typed), name="mine").completions}
        assert meant <= offered, begun


@cache
def _names(path: Path) -> list[tuple[int, str]]:
    words = ((begins, placed) for begins, block in blocks_of(read(path)) for placed in block.words)
    return [(begins + placed.word.start, placed.word.text) for begins, placed in words if placed.terminal == "NAME"]


def test_what_is_offered_is_what_the_grammar_can_use() -> None:
    def offered(text: str) -> dict[str, str]:
        found = rulespec.assist(text, len(text), on="ksr", name="mine", library=CARDS).completions
        assert all(each.about for each in found if each.kind not in ("name", "file")), found
        return {each.text: each.kind for each in found}

    head = "layer mine\nadd after turn again\n    "
    assert offered(head + "dr") == {"draw": "keyword"}
    assert set(offered(head + "draw 1 ")) >= {"from", "plus"} and "hand" not in offered(head + "draw 1 ")
    told = offered(head + "choose victim from other players\n    show own hand to vi")
    assert next(iter(told.items())) == ("victim", "choice")
    assert set(offered("layer mine\nreplace action Zo")) == {"Zofe"}
    assert set(offered("layer mine\nadd turn (R1")) == set()
    assert offered("layer mine # Zo") == offered('layer mine "Zo') == {}
    assert "magier" in offered("scenarios mine extends ma")
    assert set(offered("la")) == {"layer"}


# ---- what a name means


def test_a_name_is_told_as_it_stands_after_all_layers_and_as_others_have_it() -> None:
    text = HOUSE_RULE + "replace action Zauberer: nothing\n"
    told = rulespec.assist(text, text.rindex("Zauberer") + 2, on="ksr", name="kanzler", library=CARDS).hover
    assert told is not None and (told.name, told.kind) == ("Zauberer", "action")
    assert told.block == ("action Zauberer", "    nothing")
    assert [other.ruleset for other in told.elsewhere] == ["review"]
    assert all(other.block[0].startswith("action ") for other in told.elsewhere)
    turn = read(CARDS / "ksr.rules").text
    told = asked(CARDS / "ksr.rules", turn, turn.index("playable: hand")).hover
    assert told is not None and told.rulings[0].startswith("R3  May a person")
    assert [other.ruleset for other in told.elsewhere] == ["magier", "review"]


def test_most_names_of_the_project_can_be_asked_about() -> None:
    chance, told = Random(6), Counter[bool]()
    short = [path for path in ASKED if path.stat().st_size < 3_000]
    places = [(path, start) for path in short for start, _ in _names(path)]
    for path, start in chance.sample(places, tried(deep=len(places), quick=12)):
        told[asked(path, read(path).text, start).hover is not None] += 1
    assert told[True] > 0.5 * told.total(), told


# ---- what means harm

HARM = {
    "a thousand brackets": "layer mine\nadd value v: " + "(" * 1_000 + "1" + ")" * 1_000 + "\n",
    "a thousand open brackets": "layer mine\nadd value v: " + "(" * 1_000,
    "six hundred ifs": "layer mine\nadd after turn x\n"
    + "".join(f"{' ' * n}if pile is empty\n" for n in range(1, 601)) + " " * 601 + "nothing\n",
    "six hundred ifs, and nothing": "layer mine\nadd after turn x\n"
    + "".join(f"{' ' * n}if pile is empty\n" for n in range(1, 601)),
    "three thousand nots": "layer mine\nadd call game g if " + "not " * 3_000 + "pile is empty\n",
    "three thousand lefts": "layer mine\nadd value v: " + "left of " * 3_000 + "active\n",
    "a megabyte of line ends": "\n" * (1 << 20),
    "a quarter of one": "\n" * (1 << 18),
    "NUL": "layer mine\0\nadd \0\n",
    "half a character": 'layer mine "\ud83d"\nadd zone pot\n',
    "nothing": "",
    "one long line": "layer mine\nadd value v: " + "hand " * tried(40_000, 10_000),
}  # fmt: skip


@pytest.mark.parametrize("kind", HARM)
def test_a_text_that_means_harm_is_answered_with_a_clear_problem(kind: str) -> None:
    text = HARM[kind]
    left = 400  # frames, as a browser has them
    found = _deep_inside(sys.getrecursionlimit() - _frames() - left, text)
    assert found.problems and all(each.code and each.message for each in found.problems)
    assert covers(found, text)


def test_what_is_nested_too_deep_is_refused_before_it_is_read() -> None:
    nested: dict[str, Callable[[int], str]] = {
        "smaller": lambda n: "value v: " + "smaller of 1 and " * n + "1\n",
        "not (": lambda n: "call game g if " + "not (" * n + "pile is empty" + ")" * n + "\n",
        "some": lambda n: "call game g if " + "some player where " * n + "pile is empty\n",
        "if": lambda n: "turn\n" + "".join(f"{' ' * k}if pile is empty\n" for k in range(1, n)) + " " * n + "nothing\n",
    }
    for kind, made in nested.items():
        codes = [[each.code for each in parse(Source(kind, f"ruleset x\n{made(n)}"))[1]] for n in (40, 150, 1_000)]
        assert codes == [[], ["E004"], ["E004"]], kind
        assert nested_too_deep(made(40), "item") is None and nested_too_deep(made(1_000), "item") is not None
        assert max(placed.stack.depth for placed in words(made(1_000), "item") if placed.stack) <= NESTED


def test_hostile_files_are_answered() -> None:
    seen = Counter[str]()
    for number in range(tried(deep=1_400, quick=14)):
        way, content = hostile(number)
        text = content.decode("utf-8", "surrogatepass" if b"\xed" in content else "replace")
        found = rulespec.assist(text, number * 7 % (len(text) + 1), name="mine", library=CARDS)
        assert covers(found, text), number
        seen[way] += 1
    assert len(seen) == len(WAYS)


def _frames() -> int:
    count, frame = 0, sys._getframe()
    while frame.f_back is not None:
        count, frame = count + 1, frame.f_back
    return count


def _deep_inside(frames: int, text: str) -> Assistance:
    if frames > 0:
        return _deep_inside(frames - 1, text)
    return rulespec.assist(text, len(text) // 2, on="ksr", name="mine", library=CARDS)
