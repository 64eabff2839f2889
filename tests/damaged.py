"""Images of plans, and positions, that are damaged: each is refused, or played without any harm to the process.

`python -m tests.damaged FIRST LAST` tries some of them; `.ci/sanitized` does so with a machine that notices each fault.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from random import Random
from typing import Any

from attrs import field, frozen

from rulespec.engine.game import Game
from rulespec.engine.native.engine import EXTENSION
from rulespec.engine.native.image import HEADER, _Writing
from rulespec.engine.python.position import Position
from rulespec.engine.python.position import frozen as standing
from rulespec.experiments.testing.files import rule_file
from rulespec.plan.prices import Prices
from tests.library import GAMES, ruleset

FUEL = 100_000  # pieces of work, after which a run ends
ANSWERS = 40  # given in one game
LEAST, MOST = -(2**63), 2**63 - 1
_NUMBERS = (0, 1, -1, 2, 3, 64, 65, 200, 2**24, 2**31, 2**32 + 1, 2**62, MOST, LEAST, -(2**31))


@frozen(slots=False)
class Sound:
    """A plan that is whole, and its game."""

    game: Game
    words: Sequence[int] = field(init=False)
    starts: Sequence[int] = field(init=False)  # where nodes begin

    def __attrs_post_init__(self) -> None:
        writing = _Writing(self.game.plan, EXTENSION.NODES, Prices(self.game.plan))
        object.__setattr__(self, "words", tuple(array("q", writing.image())))
        object.__setattr__(self, "starts", tuple(writing._known.values()))

    @cached_property
    def beginning(self) -> frozenset[int]:
        return frozenset(self.starts)

    @cached_property
    def alike(self) -> dict[int, list[int]]:
        """For each sort of node where such nodes begin."""
        found: dict[int, list[int]] = {}
        for at in self.starts:
            found.setdefault(self.words[at], []).append(at)
        return found

    @cached_property
    def references(self) -> list[int]:
        """Words that are the place of a node, or look as if they were."""
        return [at for at in range(HEADER, len(self.words)) if self.words[at] in self.beginning]


# ---- images

Damage = Callable[[Sound, list[int], Random], None]  # changes the words of an image


def word_changed(sound: Sound, words: list[int], dice: Random) -> None:
    words[dice.randrange(len(words))] = dice.choice((*_NUMBERS, dice.randrange(len(words)), dice.choice(words)))


def word_nudged(sound: Sound, words: list[int], dice: Random) -> None:
    at = dice.randrange(len(words))
    words[at] = max(LEAST, min(MOST, words[at] + dice.choice((-2, -1, 1, 2, 8, 64))))


def many_words_changed(sound: Sound, words: list[int], dice: Random) -> None:
    for _ in range(dice.choice((2, 2, 3, 8))):
        dice.choice((word_changed, word_nudged))(sound, words, dice)


def bit_flipped(sound: Sound, words: list[int], dice: Random) -> None:
    raw = bytearray(array("q", words).tobytes())
    raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    words[:] = array("q", bytes(raw))


def words_swapped(sound: Sound, words: list[int], dice: Random) -> None:
    one, other = dice.randrange(len(words)), dice.randrange(len(words))
    words[one], words[other] = words[other], words[one]


def another_node_meant(sound: Sound, words: list[int], dice: Random) -> None:
    for _ in range(dice.choice((1, 1, 3, 10))):
        at = dice.choice(sound.references)
        alike = [each for each in sound.alike[sound.words[sound.words[at]]] if each < at]
        words[at] = dice.choice(alike if alike and dice.random() < 0.95 else sound.starts)


def node_written_over(sound: Sound, words: list[int], dice: Random) -> None:
    one, other = dice.choice(sound.starts), dice.choice(sound.starts)
    size = dice.randrange(1, 12)
    words[one : one + size] = (*words[other : other + size],)[: len(words) - one]


def another_sort_of_node(sound: Sound, words: list[int], dice: Random) -> None:
    words[dice.choice(sound.starts)] = dice.randrange(0, len(EXTENSION.NODES) + 2)


def header_changed(sound: Sound, words: list[int], dice: Random) -> None:
    at = dice.randrange(HEADER)
    words[at] = dice.choice((*_NUMBERS, words[at] + 1, words[at] - 1, 2 * words[at], dice.randrange(len(words))))


def cut_off(sound: Sound, words: list[int], dice: Random) -> None:
    del words[dice.randrange(len(words)) :]
    if len(words) > 1 and dice.random() < 0.7:
        words[1] = len(words)  # and it says so


def cut_out(sound: Sound, words: list[int], dice: Random) -> None:
    at = dice.randrange(len(words))
    del words[at : at + dice.choice((1, 2, 10))]
    if len(words) > 1:
        words[1] = len(words)


def something_put_in(sound: Sound, words: list[int], dice: Random) -> None:
    at = dice.randrange(len(words))
    words[at:at] = [dice.choice((*_NUMBERS, dice.choice(words))) for _ in range(dice.choice((1, 2, 10)))]
    words[1] = len(words)


def all_numbers_shaken(sound: Sound, words: list[int], dice: Random) -> None:
    often = dice.choice((0.002, 0.01, 0.05))
    for at in range(HEADER, len(words)):
        if at not in sound.beginning and 0 <= words[at] < 20 and dice.random() < often:
            words[at] = dice.choice((0, 1, words[at] + 1, dice.randrange(20)))


IMAGES: tuple[Damage, ...] = (
    word_changed, word_nudged, many_words_changed, bit_flipped, words_swapped, another_node_meant, node_written_over,
    another_sort_of_node, header_changed, cut_off, cut_out, something_put_in, all_numbers_shaken,
)  # fmt: skip


# ---- positions


def position_damaged(position: Position, dice: Random) -> Any:
    """A position with one or a few things changed somewhere in it."""
    found: Any = tuple(position)
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(found)) if dice.random() < 0.3 else dice.choice((1, 2, 3, 5, 8, 9, 10, 11))
        found = (*found[:at], _damaged(found[at], dice), *found[at + 1 :])
    return found if dice.random() < 0.95 else _damaged(found, dice)


def _damaged(part: Any, dice: Random) -> Any:
    if isinstance(part, tuple) and part and dice.random() < 0.9:
        at = dice.randrange(len(part))
        changed = dice.random()
        if changed < 0.75:
            return (*part[:at], _damaged(part[at], dice), *part[at + 1 :])
        if changed < 0.82:
            return part[:at] + part[at + 1 :]
        if changed < 0.9:
            return (*part, dice.choice(part))
        return (*part[:at], dice.choice(part), *part[at + 1 :])
    if type(part) is int and dice.random() < 0.8:
        return part + dice.choice((-1, 1, 1, 2, 5))
    return dice.choice((*_NUMBERS, None, True, (), (0,), (0, 0), (1, 2, 3), ((0,), 1), (1, 1, 0), "?", 0.5, 2**70))


# ---- playing


def played(sound: Sound, image: bytes, dice: Random) -> str:
    """What comes of an image: why it is refused, why a game cannot go on, or `played`."""
    try:
        plan = EXTENSION.Plan(image, lambda pc, raw: (pc, raw), partial(tuple.__new__, Position), fuel=FUEL)
    except ValueError:
        return "refused"
    mc, pc = sound.game.opening(dice.randrange(sound.game.players))
    log, turns, dirty = mc.log, mc.turns, mc.dirty
    try:
        snapshot = plan.begin(standing(mc), log, turns, dirty, pc, dice.choice((None, dice.random)))
        for _ in range(ANSWERS):
            if not snapshot.raws:
                snapshot.outcome()
                break
            if dice.random() < 0.2:
                snapshot = plan.stand(snapshot.position, snapshot.log, snapshot.turns, snapshot.dirty)
            if dice.random() < 0.3:
                assert len(snapshot.where) >= 0 and len(snapshot.options) == len(snapshot.raws)
            snapshot = snapshot.next(dice.choice(snapshot.raws), dice.choice((None, dice.random)))
        assert snapshot.position is not None and snapshot.log is not None
    except (ValueError, RuntimeError) as error:
        return str(error)
    return "played"


def gone_on(sound: Sound, dice: Random) -> str:
    """What comes of a damaged position somewhere in a game of a sound plan."""
    plan = EXTENSION.Plan(
        array("q", sound.words).tobytes(), lambda pc, raw: (pc, raw), partial(tuple.__new__, Position), fuel=FUEL
    )
    mc, pc = sound.game.opening(dice.randrange(sound.game.players))
    snapshot = plan.begin(standing(mc), mc.log, mc.turns, mc.dirty, pc, None)
    for _ in range(dice.randrange(ANSWERS)):
        if snapshot.raws:
            snapshot = snapshot.next(dice.choice(snapshot.raws), dice.choice((None, dice.random)))
    position = position_damaged(snapshot.position, dice)
    turns = snapshot.turns if dice.random() < 0.9 else dice.choice(_NUMBERS)
    dirty = dice.choice((snapshot.dirty, -1, 0, LEAST, 2**900))
    try:
        snapshot = plan.stand(position, snapshot.log, turns, dirty)
        for _ in range(ANSWERS):
            if not snapshot.raws:
                break
            snapshot = snapshot.next(dice.choice(snapshot.raws), dice.choice((None, dice.random)))
        assert snapshot.position is not None and snapshot.log is not None and snapshot.outcome()
    except (ValueError, RuntimeError, TypeError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"
    return "played on"


def sound_plans(specs: Sequence[str], drawn: int) -> Iterator[Sound]:
    """Plans of rulesets, and of rule files that are drawn."""
    for spec in specs:
        rules = ruleset(spec)
        yield Sound(rules.game(rules.players[-1]))
    for seed in range(drawn):  # every other asks bit by bit where it can
        rules = rule_file(Random(seed), **({"listed": 1} if seed % 2 else {})).rules
        yield Sound(rules.game(rules.players[0]))


def outcomes(sounds: Sequence[Sound], numbers: range) -> Counter[tuple[str, str]]:
    """What comes of damaged plans and positions, by how they were damaged; the same for the same numbers."""
    found: Counter[tuple[str, str]] = Counter()
    for number in numbers:
        dice = Random(number)
        sound = dice.choice(sounds)
        if number % 4 == 3:
            found["position", gone_on(sound, dice)] += 1
            continue
        words = list(sound.words)
        damage = IMAGES[number // 4 % len(IMAGES)]
        damage(sound, words, dice)
        found[damage.__name__, played(sound, array("q", words).tobytes(), dice)] += 1
    return found


def summary(found: Counter[tuple[str, str]]) -> str:
    said = Counter[str]()
    for (_, outcome), times in found.items():
        said[outcome] += times
    refused, through = said.pop("refused", 0), said.pop("played", 0) + said.pop("played on", 0)
    return f"{refused} plans refused, {through} games played, {said.total()} ended in {len(said)} errors"


def main() -> None:
    first, last = map(int, sys.argv[1:])
    sounds = list(sound_plans(list(GAMES), 20))
    found = outcomes(sounds, range(first, last))
    print(f"{found.total()} damaged plans and positions of {len(sounds)} games: {summary(found)}")


if __name__ == "__main__":
    main()
