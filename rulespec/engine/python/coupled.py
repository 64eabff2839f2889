"""Games whose chance and random players are decided by keys: numbers hashed from a seed and from the words of things.

Games by different rules have the same keys where they say the same, so they go alike as far as the rules let them.

Of the cards that can be drawn, the one with the least key is. Its key is hashed from the place that it is drawn from,
how many times that was filled in this round, the place that it goes to, and the card. A *filling* begins whenever a
card lies there that did not after the last draw from there, so within one the cards only get fewer. Each draw is
uniform, given all that happened before: it is decided by keys of one filling and one target, and all others are
independent of them. Earlier draws by the same keys only tell of the cards that are left that their keys are greater
than those of the cards drawn, which says nothing of their order; and which of them went away meanwhile, nobody could
choose by keys that nobody knows.

A random player takes the option with the least key, which is hashed from his seat, how many times he had a choice in
this round, the block that asks and the option. No two choices share a key, so each is uniform, whatever came before.
What chance decides besides draws, it chooses in the same way, as if it had a seat.

That keys begin anew with each round, and that each target has its own, is what couples best: `benchmarks/coupling.py`.
"""

from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from struct import pack
from typing import Protocol

from attrs import define, field, frozen

from rulespec.engine.events.kinds import ROUND
from rulespec.engine.events.log import Log, events
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.position import Position

_WORD = (1 << 64) - 1
_CHANCE = -1  # where others have their seat


def mixed(number: int) -> int:
    """A number of 64 bits that looks like chance, made of another: what splitmix64 gives next."""
    number = (number + 0x9E3779B97F4A7C15) & _WORD
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _WORD
    return number ^ number >> 31


def joined(*numbers: int) -> int:
    """One number of 64 bits made of several, in their order."""
    key = 0
    for number in numbers:
        key = mixed(key ^ number & _WORD)
    return key


def hashed(words: str) -> int:
    """A number of 64 bits for words, on any machine the same."""
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "little")


@frozen(eq=False)
class CoupledQuestion:
    """What is the same for all answers at one place that asks: numbers for its block and for each name that it binds.

    `values` has for each name the numbers of the things it can stand for; None where they are numbers themselves.
    """

    block: int
    names: tuple[int, ...]
    values: tuple[tuple[int, ...] | None, ...]

    def key(self, raw: RawAnswer) -> int:
        """The number of an answer; the order of the cards of a set does not matter."""
        if raw is None or raw is True:
            return 1 if raw is None else 2
        key = 0
        parts = raw if len(self.names) > 1 else (raw,)
        for name, values, part in zip(self.names, self.values, parts, strict=True):
            for each in part if isinstance(part, tuple) else (part,):
                key += mixed(name ^ (each & _WORD if values is None else values[each]))
        return key & _WORD


@frozen(eq=False, slots=False)
class Keys:
    """What the keys of a game are hashed from: numbers of its places and cards, and questions by place in the plan."""

    places: tuple[int, ...]
    cards: tuple[int, ...]
    questions: Mapping[int, CoupledQuestion]
    instructions: int  # how many the plan has

    @cached_property
    def table(self) -> bytes:
        """The same in words of 64 bits, for the native machine; `engine/native/machine/coupled.h` says how."""
        begin = len(self.cards) + len(self.places)
        told, told_at = [0] * self.instructions, {self.cards: 0}
        more: list[int] = []
        for pc, question in self.questions.items():
            names: list[int] = []
            for name, values in zip(question.names, question.values, strict=True):
                if values and values not in told_at:
                    told_at[values] = begin + self.instructions + len(more)
                    more += values
                names += (name, told_at[values] if values else 0, len(values or ()))
            told[pc] = begin + self.instructions + len(more)
            more += (question.block, len(question.names), *names)
        words = (*self.cards, *self.places, *told, *more)
        return pack(f"={len(words)}Q", *words)


class Waits(Protocol):
    """What is looked at of a snapshot that waits for an answer."""

    @property
    def position(self) -> Position: ...
    @property
    def log(self) -> Log: ...
    @property
    def pc(self) -> int: ...
    @property
    def own(self) -> int: ...
    @property
    def raws(self) -> tuple[RawAnswer, ...]: ...


@define(eq=False)
class Coupling:
    """Decides a game by its keys and a seed, from some log on; to be asked for every draw that is waited for."""

    _keys: Keys
    _seed: int
    _told: Log
    _round: int = 0
    _lying: dict[int, frozenset[int]] = field(factory=dict)  # by place what lay there after the last draw from there
    _fillings: dict[int, int] = field(factory=dict)
    _choices: dict[int, int] = field(factory=dict)
    _drawn: dict[int, dict[int, int]] = field(factory=dict)  # keys of cards, for speed: a game takes a sixth less

    def decided(self, waiting: Waits) -> RawAnswer:
        """What chance decides."""
        return self._least(waiting, _CHANCE) if waiting.pc in self._keys.questions else self._card(waiting)

    def chosen(self, waiting: Waits) -> RawAnswer:
        """What a random player answers."""
        return self._least(waiting, waiting.own)

    def _card(self, waiting: Waits) -> int:
        """The card that is drawn."""
        self._hears(waiting.log)
        cards: tuple[int, ...] = waiting.raws
        _, source, to = waiting.position.stack[-1]
        if not self._lying.get(source, frozenset()).issuperset(cards):
            self._fillings[source] = self._fillings.get(source, 0) + 1
        places, of = self._keys.places, self._keys.cards
        base = joined(self._seed, self._round, places[source], self._fillings[source], places[to])
        keys = self._drawn.get(base)
        if keys is None:
            keys = self._drawn[base] = {card: mixed(base ^ of[card]) for card in cards}
        card = min(cards, key=keys.__getitem__)
        self._lying[source] = frozenset(cards) - {card}
        return card

    def _least(self, waiting: Waits, seat: int) -> RawAnswer:
        """The answer with the least key; one answer alone is no choice, and is not counted."""
        self._hears(waiting.log)
        raws = waiting.raws
        if len(raws) == 1:
            return raws[0]
        self._choices[seat] = self._choices.get(seat, 0) + 1
        question = self._keys.questions[waiting.pc]
        base = joined(self._seed, self._round, seat, self._choices[seat], question.block)
        return min(raws, key=lambda raw: mixed(base ^ question.key(raw)))

    def _hears(self, log: Log) -> None:
        """With a round, all places count as filled anew, and all choices begin to be counted again."""
        for event in events(log, self._told):
            if event[0] == ROUND:
                self._round += 1
                for counted in (self._lying, self._fillings, self._choices, self._drawn):
                    counted.clear()
        self._told = log
