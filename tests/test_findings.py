"""What was found out about blocks is found out again as if nothing were remembered, however their files are edited."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby, pairwise
from random import Random
from typing import Any

from attrs import frozen

from rulespec.adapters.encoding.length import most_answers, most_draws
from rulespec.editing.assistance import Assistance, assist, blocks, known
from rulespec.experiments.testing.files import rule_file
from rulespec.game.loading import examined, remembered
from rulespec.game.pipeline import trees, warnings
from rulespec.language import parser
from rulespec.language.errors import Problem, RulesError
from rulespec.language.tree import declarations as d
from rulespec.language.tree.findings import IN_TURN, Findings
from rulespec.language.tree.limits import LISTED
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import Source
from rulespec.language.trees import parse
from rulespec.rules.checks import check
from rulespec.rules.compose import File, compose
from rulespec.rules.finding import stack
from rulespec.rules.material import Material
from rulespec.rules.resolve import names, surroundings
from rulespec.rules.resolve.resolution import resolve
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.texts import hosts
from rulespec.rules.texts import parser as texts
from rulespec.rules.texts.current import TextsInForce, standing
from rulespec.rules.texts.grammar import forms
from tests.effort import draws_until, short_of, some, tried
from tests.library import HOUSE_RULES, ROOT

EDITS = 12  # of one drawn layer, one after another
LAYERS = sorted(path.stem for path in HOUSE_RULES.glob("*.rules"))
_NAMES = ("hand", "pile", "rank", "person", "player", "self", "active", "points", "suspect", "target", "turn")
_OTHERWISE = (
    (r" of player", ""), (r"(?<=\w)(?=[:,\n])", " of player"), (r"\bplayer\b", "card"), (r"\bcard\b", "player"),
    (r", \w+$", ""),     (r"(?<=\w)$", ", another"), (r"\bperson\b", "rank"),
    (r"\b\d+\b", "active"), (r"\b\d\b", "2"), (r"\b\d\b", "3"), (r"\b\d+\b", "7"), (r"\bcall \w+", "call game"),
    (r"\b\w+$", "red"), (r"\bseen by \w+", "seen by nobody"), (r"$", ", shuffled"), (r"$", ", never below 2"),
)  # fmt: skip
_WORD = re.compile(r"[a-z][\w-]*", re.IGNORECASE)


@frozen
class Said:
    """What is said of some files: as far as they are resolved, what is wrong, and which texts stand."""

    rules: Rules
    unresolved: list[Problem]
    wrong: tuple[Problem, ...]
    more: int
    texts: tuple[TextsInForce, ...]
    measured: tuple[Any, ...]  # how much blocks do, and what is on the table

    @property
    def exactly(self) -> Any:
        """All that has to be the same, with all places."""
        blocks = {key: (block, _places(block)) for key, block in self.rules.blocks.items()}
        told = [*blocks.items()], self.rules.bound, self.rules.misfits, self.unresolved
        return told, self.wrong, self.more, self.texts, self.measured


def test_a_file_that_is_edited_again_and_again_says_what_it_says_when_it_is_read_for_the_first_time() -> None:
    seen = Counter[str]()
    least = {"fine": tried(15, 5), "wrong": 15, "known again": 1000, "anew": tried(150, 75), "stale": tried(10, 5)}
    least |= {"E020": 2, "E021": tried(8, 0), "E032": tried(1, 0), "W074": 2}
    for seed in draws_until(2, 200, lambda: short_of(seen, least)):
        edited = list(_edited(Random(seed)))
        _forget()
        first = [said(each) for each in edited]
        again = [said(each) for each in reversed(edited)][::-1]
        for files, one, other in zip(edited, first, again, strict=True):
            _forget()
            cold = said(files).exactly
            assert one.exactly == cold
            assert other.exactly == cold
            seen[_verdict(one)] += 1
            seen.update({each.code for each in one.wrong})
            seen["stale"] += sum(len(each.stale) for each in one.texts)
        for one, other in pairwise(first):
            for key, block in one.rules.blocks.items():
                seen["known again" if block is other.rules.blocks.get(key) else "anew"] += 1


def test_every_place_in_an_edited_file_is_where_the_file_has_it_and_blocks_that_stay_are_the_same_objects() -> None:
    seen = Counter[str]()
    for seed in draws_until(2, 100, lambda: short_of(seen, {"same": 300, "moved": 100, "twice": 3})):
        _forget()
        items, texts = dict[str, dict[Source, tuple[d.Item, ...]]](), set[str]()
        for file in chain.from_iterable(_edited(Random(seed))):
            tree = parse(file.source)[0]
            if tree is None:  # its header goes on with a line that is none
                continue
            for node in walk(tree):
                there = node.span.within(file.source)
                assert there.text == node.span.text
                assert file.source.position(there.start) == (node.span.line, node.span.column)
            if tree.broken:  # of a block that is read in part nothing is kept
                continue
            before, blocks_here = items.get(file.path, {}), groupby(tree.items, lambda item: item.span.source)
            here = items[file.path] = {block: tuple(inside) for block, inside in blocks_here}
            for block, inside in here.items():
                if block in before:
                    assert all(item is other for item, other in zip(inside, before[block], strict=True))
                    seen["same"] += 1
                elif block.text in texts:
                    seen["moved"] += 1
            texts |= {block.text for block in here}
            seen["twice"] += len({block.text for block in here}) < len(here)


def test_an_editor_is_told_the_same_of_an_edited_text_as_of_one_that_is_read_for_the_first_time() -> None:
    seen = Counter[str]()
    for seed in draws_until(1, 100, lambda: short_of(seen, {"hover": 3, "mistakes": 10, "fixes": 1, "moved": 5})):
        dice = Random(seed)
        layer = dice.choice(LAYERS)
        written = dict(_texts(layer))
        pool = _blocks("\n".join(text for name, text in written.items() if not name.endswith(".texts")))
        edits = [(written[layer], 0)]
        for _ in range(EDITS):
            text = _changed(edits[-1][0] if dice.random() < 0.7 else written[layer], pool, dice)
            edits.append((text, dice.randrange(len(text))))
        _forget()
        warm = [_told(layer, text, at, written) for text, at in edits]
        for (text, at), told in zip(edits, warm, strict=True):
            _forget()
            assert told == _told(layer, text, at, written)
            seen["hover"] += told.hover is not None
            seen["mistakes"] += len(told.problems)
            seen["fixes"] += sum(len(each.fixes) for each in told.problems)
        for (one, _), (other, _) in pairwise(edits):
            seen["moved"] += one.count("\n") != other.count("\n")


def _told(layer: str, text: str, at: int, written: dict[str, str]) -> Assistance:
    return assist(text, at, on="ksr", name=layer, texts=written)


def test_what_blocks_are_measured_by_counts_as_it_is_now() -> None:
    seen = Counter[str]()
    for seed in draws_until(1, 400, lambda: short_of(seen, {"other": 3, "same": 3})):
        text = rule_file(Random(seed)).text
        blocks = [
            each for each in _blocks(text) if re.match(r"(?:word|numbers|counter|value|cards|players|action)", each)
        ]
        written = [_with_replaced(text, other) for block in blocks for other in (block, *_counted_otherwise(block))]
        edited = [files for each in some(written, 25) if (files := _files(each, "drawn"))]
        _forget()
        found = [said(each) for each in edited]
        for files, one in zip(edited, found, strict=True):
            _forget()
            assert said(files).exactly == one.exactly
        for one, other in pairwise(each for each in found if each.measured):
            seen["same" if one.measured == other.measured else "other"] += 1


def test_of_one_block_no_more_is_kept_however_often_what_is_around_it_changes() -> None:
    files = _files(dict(_texts("kanzler")), "kanzler")
    _forget()
    base = said(files).rules
    sizes = []
    for number in range(tried(3, 2) * IN_TURN):
        written = dict(_texts("kanzler"))
        written["kanzler"] += f"add counter extra{number}\n"
        said(_files(written, "kanzler"))
        sizes.append(sum(map(_size, base.composed.declarations)))
    assert sizes[0] < sizes[IN_TURN] == sizes[-1]


def test_findings_are_those_of_equal_circumstances_and_the_oldest_are_forgotten() -> None:
    findings = Findings()
    for number in range(IN_TURN + 1):
        findings.keep("what", [number], f"found {number}")
    assert findings.get("what", [0]) is None
    assert [findings.get("what", [number]) for number in range(1, IN_TURN + 1)] == [
        f"found {number}" for number in range(1, IN_TURN + 1)
    ]
    findings.keep("what", [1], "another")
    assert findings.get("what", [1]) == "another"
    assert findings.get("else", [1]) is None


def said(files: tuple[File, ...]) -> Said:
    composed, _ = compose(trees(files)[0])
    rules, unresolved = resolve(composed)
    try:
        ruleset = remembered.__wrapped__(files, LISTED, None)
    except RulesError as error:
        return Said(rules, unresolved, error.errors, error.more, (), ())
    found = tuple(standing(ruleset.resolved, language) for language in ("en", "de"))
    wrong = (*warnings(ruleset), *check(ruleset.resolved))
    return Said(ruleset.resolved, unresolved, wrong, 0, found, tuple(_measured(ruleset.resolved)))


def _measured(rules: Rules) -> Iterator[Any]:
    players = rules.the(d.Players)
    for material in (Material(rules, many) for many in range(players.least, players.most + 1)):
        yield material.laid, most_answers(material), most_draws(material)


# ---- what is edited


def _edited(dice: Random) -> Iterator[tuple[File, ...]]:
    """The files of a drawn layer on its rules, as it is edited; now and then what is beneath it and beside it, too."""
    layer = dice.choice((*LAYERS, *["drawn"] * len(LAYERS)))
    written = dict(_drawn(dice) if layer == "drawn" else _texts(layer))
    pool = _blocks("\n".join(text for name, text in written.items() if not name.endswith(".texts")))
    written[layer] += f"replace {dice.choice(pool)}\n" * (dice.random() < 0.5)
    before = [written]
    while len(before) <= EDITS:
        files = _files(written, layer)
        if files:
            yield files
        if dice.random() < 0.3:
            written = before[-dice.randint(1, min(3, len(before)))]  # mended
        else:
            name = dice.choice((*[layer] * 12, *["ksr"] * 2, *written))
            written = {**written, name: _changed(written[name], pool, dice)}
        before.append(written)


def _changed(text: str, pool: list[str], dice: Random) -> str:
    """A text with one small change."""
    lines = text.splitlines()
    at = dice.randrange(len(lines))
    match dice.randrange(12):
        case 0:
            numbers = list(re.finditer(r"\b\d+\b", text))
            if not numbers:
                return f"{text}# a remark\n"
            number = dice.choice(numbers)
            return f"{text[: number.start()]}{dice.randrange(9)}{text[number.end() :]}"
        case 1:
            del lines[at]
        case 2:
            lines.insert(dice.randrange(len(lines)), "# a remark")
        case 3 | 4:
            words = _WORD.findall(text)
            if dice.random() < 0.5:  # everywhere, as for a name that is added or gone
                old, new = dice.choice(words), dice.choice((*words, "another"))
                return re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", new, text)
            there = [*_WORD.finditer(lines[at]), *re.finditer("$", lines[at])]
            one = dice.choice(there)
            lines[at] = f"{lines[at][: one.start()]}{dice.choice((*words, *_NAMES))}{lines[at][one.end() :]}"
        case 5:
            start = dice.choice((*_starts(lines), len(lines)))
            block = re.sub(r"\b\d\b", lambda found: dice.choice((found[0], "2")), dice.choice(pool))
            return "\n".join([*lines[:start], f"{dice.choice(('add', 'replace'))} {block}", *lines[start:], ""])
        case 6 | 7 | 8:
            return _declared_otherwise(text, pool, dice)
        case _ as change:
            starts = [*_starts(lines), len(lines)]
            head, *blocks = [lines[:start] for start in starts[:1]] + [lines[one:end] for one, end in pairwise(starts)]
            which, other = (dice.randrange(len(blocks)) for _ in range(2))
            if change == 9:
                del blocks[which]
            elif change == 10:  # equal blocks, one of them elsewhere
                blocks.insert(other, blocks[which])
            else:
                blocks[which], blocks[other] = blocks[other], blocks[which]
            lines = [*head, *chain.from_iterable(blocks)]
    return "\n".join([*lines, ""]) or "\n"


def _declared_otherwise(text: str, pool: list[str], dice: Random) -> str:
    """A text that says what others use in another way, so that they mean something else though nobody touched them."""
    named = [each for each in pool if re.match(r"(?:word|numbers|zone|counter|note|value|call|cards|players)", each)]
    block = dice.choice(named)
    for _ in range(10):
        old, new = dice.choice(_OTHERWISE)
        found = list(re.finditer(old, block))
        if found:
            one = dice.choice(found)
            block = f"{block[: one.start()]}{new}{block[one.end() :]}"
            break
    key = " ".join(re.split(r"[ :,]", block)[:2])
    rest = re.sub(rf"^replace {re.escape(key)}\b.*\n(?:[ ].*\n)*", "", text, flags=re.MULTILINE)
    return f"{rest.rstrip()}\nreplace {block.rstrip()}\n"


def _starts(lines: list[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if line[:1].strip() and not line.startswith("#")] or [0]


def _blocks(text: str) -> list[str]:
    """The top-level blocks, without the word that lays them on others."""
    found = re.split(r"\n(?=\w)", text)
    kinds = r"(?:add |replace )?(?=action|value|word|numbers|counter|note|zone|turn|round|call|cards|players)"
    return [re.sub(kinds, "", each, count=1) for each in found if re.match(kinds, each)]


def _texts(layer: str) -> Iterator[tuple[str, str]]:
    for folder, name in ((ROOT / "cards", "ksr"), (HOUSE_RULES, layer)):
        yield name, (folder / f"{name}.rules").read_text("utf-8")
        for language in ("en", "de"):
            yield f"{name}.{language}.texts", (folder / f"{name}.{language}.texts").read_text("utf-8")


def _drawn(dice: Random) -> Iterator[tuple[str, str]]:
    """A drawn ruleset, and a layer that writes some of its blocks anew, in other words or in the same."""
    text = rule_file(dice).text
    blocks = [each for each in re.split(r"\n(?=\w)", text)[1:] if not each.startswith("#")]
    yield from _with_replaced(text, *dice.sample(blocks, min(len(blocks), dice.randint(1, 4)))).items()


def _with_replaced(text: str, *blocks: str) -> dict[str, str]:
    """A ruleset, and a layer that replaces blocks of it."""
    return {"ksr": text, "drawn": "\n".join(['layer drawn "Drawn"', *(f"replace {each}" for each in blocks), ""])}


def _counted_otherwise(block: str) -> Iterator[str]:
    """A block with one more of something, or one word more."""
    for each in re.finditer(r"\b\d+\b", block):
        yield f"{block[: each.start()]}{int(each[0]) + 1}{block[each.end() :]}"
    if block.startswith("word"):
        yield re.sub(r"(?=\s*(?:\(|$))", ", another", block, count=1)


def _files(written: dict[str, str], layer: str) -> tuple[File, ...]:
    try:
        return stack(f"ksr+{layer}", (), written)
    except RulesError:
        return ()


# ---- what is compared


def _verdict(found: Said) -> str:
    return "wrong" if any(each.code.startswith("E") for each in found.wrong) else "fine"


def _places(block: Any) -> list[Any]:
    return [(type(node), node.span, getattr(node, "cites", None)) for node in block.nodes]


def _size(block: Any) -> int:
    return sum(map(len, block.findings._kept.values()))


def _forget() -> None:
    """Forgets everything, as if nothing had been read."""
    for each in (
        parse, parser._built, blocks._block, texts.parsed, forms.forms, hosts._composed, remembered, examined,
    ):  # fmt: skip
        each.cache_clear()
    for alike in (names._TOLD, names._SAID_OF_VALUES, surroundings._ALIKE, known._ALIKE):
        alike.forget()
