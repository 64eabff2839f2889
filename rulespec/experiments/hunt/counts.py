"""The counts of an explorer as plain data, to add and to send to another process."""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import add
from typing import Any

from attrs import frozen

from rulespec.engine.game import Game
from rulespec.engine.python.explorer import Counts
from rulespec.engine.python.program import Asking
from rulespec.language.tree import statements as s


@frozen(eq=False)
class ExploredCounts(Counts):
    """The counts of some games; of the answers only those that are words of a list."""

    _counts: bytes
    _plain: bytes
    _looked: tuple[int, ...]
    _broken: tuple[int, ...]
    _written: tuple[tuple[int, ...], tuple[int, ...]]
    _taken: Mapping[tuple[int, int], int | None]
    _tally: tuple[tuple[int, ...], tuple[int, ...]]

    @classmethod
    def of(cls, game: Game, counts: Counts) -> "ExploredCounts":
        """The counts, copied from the engine."""
        if isinstance(counts, ExploredCounts):
            return counts
        taken = {(pc, word): counts.taken(pc, word) for _, pc, words in of_words(game) for word in range(len(words))}
        return cls(
            counts.counts(), counts.plain(), counts.looked(), counts.broken(), counts.written(), taken, counts.tally()
        )  # fmt: skip

    def __add__(self, other: "ExploredCounts") -> "ExploredCounts":
        """The sum of both; an answer counted in only one of them is dropped."""
        told, there = self._tally[0], other._tally[0]
        *sums, _ = _sums(told, there)
        both = ((each, self.taken(*each), other.taken(*each)) for each in self._taken)
        return ExploredCounts(
            _added(self._counts, other._counts),
            _added(self._plain, other._plain),
            _sums(self._looked, other._looked),
            _sums(self._broken, other._broken),
            (_sums(self._written[0], other._written[0]), _sums(self._written[1], other._written[1])),
            {each: None if one is None or more is None else one + more for each, one, more in both},
            ((*sums, max(told[-1], there[-1])), _sums(self._tally[1], other._tally[1])),
        )

    def __reduce__(self) -> tuple[Callable[..., "ExploredCounts"], tuple[Any, ...]]:
        """For sending: most counts are 0, and left out."""
        others = self._looked, self._broken, self._written, dict(self._taken), self._tally
        return _restored, (_sparse(self._counts), _sparse(self._plain), *others)

    def counts(self) -> bytes:
        return self._counts

    def plain(self) -> bytes:
        return self._plain

    def looked(self) -> tuple[int, ...]:
        return self._looked

    def broken(self) -> tuple[int, ...]:
        return self._broken

    def written(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._written

    def taken(self, pc: int, raw: Any, /) -> int | None:
        return self._taken[pc, raw]

    def tally(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._tally


def of_words(game: Game) -> Iterator[tuple[s.Choose, int, Sequence[str]]]:
    """The choices of one word of a list, each with its place and the words; an answer is the number of a word."""
    for pc, ask in game.asks.items():
        if not isinstance(ask, Asking) or ask.choose is None or len(ask.site.kinds) != 1:
            continue
        kind = ask.site.kinds[0]
        if kind.name == "word" and not kind.many and kind.list is not None:
            yield ask.choose, pc, [str(word) for word in game.rules.resolved.names.lists[kind.list].members]


def _sums(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, one, other))


def _added(one: bytes, other: bytes) -> bytes:
    return array("Q", map(add, array("Q", one), array("Q", other))).tobytes()


def _sparse(words: bytes) -> tuple[int, dict[int, int]]:
    numbers = array("Q", words)
    return len(numbers), {at: number for at, number in enumerate(numbers) if number}


def _dense(many: int, numbers: Mapping[int, int]) -> bytes:
    words = array("Q", bytes(8 * many))
    for at, number in numbers.items():
        words[at] = number
    return words.tobytes()


def _restored(counts: tuple[int, dict[int, int]], plain: tuple[int, dict[int, int]], *others: Any) -> ExploredCounts:
    return ExploredCounts(_dense(*counts), _dense(*plain), *others)
