"""Rule files that mean harm: made of the sound ones by exaggeration, repetition, truncation and strange characters.

`python -m tests.hostile FIRST LAST` tries some of them in this process, with a bound on its time and its memory.
"""

import re
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import rulespec
from rulespec import Over, RulesError

ROOT = Path(__file__).parent.parent
SOUND = sorted(
    path for folder in ("cards", "examples/games", "tests/rules/good") for path in (ROOT / folder).glob("*.rules")
)
TEXTS = [text for path in SOUND if (text := path.read_text("utf-8")).startswith("ruleset")]
MEMORY = 3 << 30  # bytes
SECONDS = 20  # of one file's time, far beyond what any takes; a file that hangs is told by its name
DECISIONS = 12

_HUGE = ("0", "1000", "10000", "999999999", "1000000000", "9" * 5_000, "00000000001", "-1", "1e9", "٣", "1.5")
_STRANGE = (
    "\0", "\ufeff", "\u200b", "\u200f", "\u202e", "\u0301", "\u0430", "\U0001d7d9", "\x0c", "\x1b[31m", "\u2028",
    "\ufffe", "\ud800", "\r", "\t\t\t", "\"", "(", ")", "#", ":", ",", "((((", "\u3000", "ﬁ", "İ", "ǅ", "💥",
)  # fmt: skip


def huge_number(text: str, dice: Random) -> str:
    numbers = list(re.finditer(r"(?<![\w-])\d+(?!\w)", text))
    chosen = dice.choice(numbers)
    return text[: chosen.start()] + dice.choice(_HUGE) + text[chosen.end() :]


def all_numbers_huge(text: str, dice: Random) -> str:
    return re.sub(r"(?<![\w-])\d+(?!\w)", lambda _: dice.choice(_HUGE[:4]), text)


def lines_repeated(text: str, dice: Random) -> str:
    lines = text.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    until = min(len(lines), at + dice.choice([1, 1, 1, 3, 10]))
    times = dice.choice([2, 10, 100, 1_000])
    return "".join([*lines[:at], *(lines[at:until] * times), *lines[until:]])


def block_renamed_and_repeated(text: str, dice: Random) -> str:
    """A named block many times over, each time with a name of its own."""
    blocks = list(
        re.finditer(
            r"^(zone|counter|note|value|call player|after turn|numbers|word) (\w+)(.*\n(?:[ ]+.*\n)*)", text, re.M
        )
    )
    if not blocks:
        return lines_repeated(text, dice)
    kind, name, rest = dice.choice(blocks).groups()
    times = dice.choice([10, 100, 1_000])
    return text + "".join(f"{kind} {name}x{number}{rest}" for number in range(times))


def words_repeated(text: str, dice: Random) -> str:
    """A stretch of one line many times over, with one of the words that join."""
    parts = list(re.finditer(r"\w+(?: \w+){0,4}", text))
    chosen, times = dice.choice(parts), dice.choice([10, 60, 100, 1_000])
    joint = dice.choice([" ", " plus ", " times ", " and ", " or ", ", ", " of ", " except ", " else ", "; ", " ("])
    return text[: chosen.start()] + joint.join([chosen.group()] * times) + text[chosen.end() :]


def nested(text: str, dice: Random) -> str:
    opening, closing, inner = dice.choice(
        [("(", ")", "1"), ("first of ", "", "active"), ("not ", "", "1 is 1"), ("left of ", "", "active"),
         ("some player where ", "", "1 is 1"), ("(players, where number of ", " is 1)", "players"),
         ("smaller of 1 and ", "", "1")]
    )  # fmt: skip
    deep = dice.choice([3, 10, 30, 90, 300, 3_000])
    said = opening * deep + inner + closing * deep
    return text + dice.choice(
        [f"value deep: {said}\n", f"call game deep if {said}\n", f"after turn deep\n    if {said}: nothing\n"]
    )


def indented(text: str, dice: Random) -> str:
    deep = dice.choice([5, 20, 40, 100, 500])
    opening = dice.choice(["if 1 is 1", "players", "may", "at the same time", "active", "unless 1 is 2"])
    return (
        text + "after turn deep\n" + "".join(f"{' ' * n}{opening}\n" for n in range(1, deep)) + " " * deep + "nothing\n"
    )


def towering(text: str, dice: Random) -> str:
    high, how = dice.choice([5, 15, 30, 60, 300]), dice.choice(["s{0}", "s{0} plus s{0}", "s{0} times s{0} times 99"])
    storeys = "".join(f"value s{n + 1}: {how.format(f'{n}')}\n" for n in range(high))
    used = dice.choice([f"after turn tower\n    if s{high} is 1: nothing\n", f"value top: s{high}\n", ""])
    return f"{text}value s0: 2\n{storeys}{used}"


def performing(text: str, dice: Random) -> str:
    many, times = dice.choice([3, 10, 30, 60]), dice.choice([1, 2, 3])
    words = ", ".join(f"deed{n}" for n in range(many + 1))
    acts = "".join(f"action deed{n}\n" + f"    perform deed{n + 1}\n" * times for n in range(many))
    last = dice.choice(["nothing", "perform deed0", "perform all"])
    return f"{text}word deeds: {words}\n{acts}action deed{many}: {last}\nafter turn deeds: perform deed0\n"


def truncated(text: str, dice: Random) -> bytes:
    content = text.encode()
    return content[: dice.randrange(len(content))]


def random_bytes(text: str, dice: Random) -> bytes:
    content = bytearray(text.encode())
    for _ in range(dice.choice([1, 3, 30])):
        content[dice.randrange(len(content))] = dice.choice(
            [dice.randrange(128), dice.randrange(128), dice.randrange(256)]
        )
    return bytes(content)


def strange_characters(text: str, dice: Random) -> bytes:
    for _ in range(dice.choice([1, 1, 3, 50])):
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(_STRANGE) * dice.choice([1, 1, 2, 200]) + text[at:]
    return text.encode("utf-8", "surrogatepass")


def pieces_swapped(text: str, dice: Random) -> str:
    words = re.split(r"(\s+)", text)
    for _ in range(dice.choice([1, 2, 5, 100])):
        one, other = dice.randrange(0, len(words), 2), dice.randrange(0, len(words), 2)
        words[one], words[other] = words[other], words[one]
    return "".join(words)


def nothing_but(text: str, dice: Random) -> str:
    start = dice.choice(["", "ruleset x\n", text, "# x\n", "layer x\n"])
    return start + dice.choice(["\n", " ", "#\n", "\t\n", "(", ",\n", "a ", "turn\n", '"', "and\n", "9"]) * dice.choice(
        [1, 1_000, 50_000, 250_000]
    )


WAYS: tuple[Callable[[str, Random], str | bytes], ...] = (
    huge_number, all_numbers_huge, lines_repeated, block_renamed_and_repeated, words_repeated, nested, indented,
    towering, performing, truncated, random_bytes, strange_characters, pieces_swapped, nothing_but,
)  # fmt: skip


def hostile(number: int) -> tuple[str, bytes]:
    """One file and how it was made; the same for the same number."""
    dice, way = Random(number), WAYS[number % len(WAYS)]
    text = dice.choice(TEXTS)
    if dice.random() < 0.3:
        first = dice.choice(WAYS[:9])(text, dice)
        assert isinstance(first, str)
        text = first
    made = way(text, dice)
    return way.__name__, made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass")


def outcome(path: Path) -> str:
    """What comes of a file: the first code it is refused with, or `played`."""
    try:
        rules = rulespec.load(path, library=ROOT / "cards")
    except RulesError as error:
        return error.errors[0].code if str(error) else "without a word"
    for players in {rules.players[0], rules.players[-1]}:
        state, dice = rules.new_game(players=players), Random(players)
        for _ in range(DECISIONS):
            if isinstance(state.pending, Over):
                break
            state = state.apply(dice.choice(state.pending.options))
        assert len(str(state.view(0).log)) > 1
    return "played"


def outcomes(numbers: range) -> Iterator[str]:
    import resource
    import signal

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _too_long)
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            way, content = hostile(number)
            path = Path(folder) / "hostile.rules"
            path.write_bytes(content)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                said = outcome(path)
            except BaseException:
                said = "BROKE " + " | ".join(traceback.format_exc().splitlines()[-3:])
            spent = SECONDS - signal.setitimer(signal.ITIMER_PROF, 0)[0]
            yield f"{number} {way} {len(content)} {spent:.1f} {said}"


def _too_long(signum: int, frame: object) -> None:
    raise TimeoutError("it takes too long")


if __name__ == "__main__":
    for line in outcomes(range(int(sys.argv[1]), int(sys.argv[2]))):
        print(line, flush=True)
