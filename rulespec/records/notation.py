"""The notation of records: headers, headings, answers, the result, and the checksums that guard them."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import get_args

from attrs import field, frozen, validators

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import Log, events
from rulespec.engine.options import seat_name, share_name
from rulespec.engine.pending import Chance, Decision, Over
from rulespec.game.api import State
from rulespec.game.history import begun
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import QUESTION
from rulespec.language.tree.source import RECORD, uniform
from rulespec.rules.material import Material
from rulespec.rules.rulebook import EngineName

TITLE = RECORD
FORMAT = 2  # the version of the notation, in the first line; the first one did not hold the rules
SET_UP = "set-up"
UNFINISHED = "unfinished"
ENGINES: tuple[str, ...] = get_args(EngineName)
BOTS = re.compile(r"[\w.-]+(:[\w.-]+)?")  # the form of an agent's name

Pending = Decision | Chance | Over

_LENGTH = 8  # hexadecimal digits of a checksum: one accidental edit in four thousand million goes unnoticed


@frozen
class Comment:
    """A comment: `after` a number of answers (0: in the head), and whether it stands `beside` the last of them."""

    after: int = field(validator=validators.ge(0))
    text: str = field()
    beside: bool = False

    @text.validator
    def _is_a_line(self, attribute: object, text: str) -> None:
        if uniform(text) != f"{text.strip()}\n" or "\n" in text:
            raise ValueError(f"a comment must be one line without surrounding space, not {text!r}")


class Headings:
    """The headings of a game as it is played: set-up, rounds (before their first turn), turns."""

    def __init__(self) -> None:
        self._heard: Log = None
        self._rounds = 0

    def next(self, state: State) -> str | None:
        """The heading of the last part that has begun since the previous call; None if none has."""
        heading = None
        for event in map(k.read, events(state.raw_log, self._heard)):
            match event:
                case k.Begin():
                    heading = SET_UP
                case k.Round():
                    self._rounds += 1
                    heading = f"round {self._rounds}"
                case k.Turn(seat):
                    heading = f"turn {state.turns} {state.seat_name(seat)}"
        self._heard = state.raw_log
        return heading


class Checksum:
    """A running hash of everything noted; at a heading it also covers the table."""

    def __init__(self, headers: Iterable[str] = ()) -> None:
        self._hash = hashlib.sha256()
        for header in headers:
            self.take(header)

    def take(self, line: str) -> None:
        """Adds a line."""
        self._hash.update(f"{line}\n".encode())

    def copy(self) -> "Checksum":
        """An independent copy."""
        copied = Checksum()
        copied._hash = self._hash.copy()
        return copied

    def at(self, state: State) -> str:
        """The checksum to write at a state."""
        hashed = self._hash.copy()
        for line in position(state.game.program.material, state.position.zones, state.position.variables):
            hashed.update(f"{line}\n".encode())
        return hashed.hexdigest()[:_LENGTH]


def headers(
    beginning: State,
    human: int | None,
    seed: int | None,
    bots: str | None,
    engine: str | None,
    budget: int,
    digest: str = "",
    options: str | None = None,
) -> Iterator[str]:
    """The headers that the checksums cover: all but the spec of the rules. The `digest` and `options` are theirs."""
    seats = beginning.game.seat_names
    begin = begun(beginning)
    yield f"digest {digest or beginning.rules.digest}"
    said = str(beginning.rules.composed.options) if options is None else options
    if said:
        yield f"options {said}"
    yield f"players {', '.join(seats)}"
    yield f"first {seats[begin.first]}"
    if human is not None:
        yield f"human {seats[human]}"
    if seed is not None:
        yield f"seed {seed}"
    if bots is not None:
        yield f"bots {bots}"
    if engine is not None:
        yield f"engine {engine}"
    if budget != QUESTION:
        yield f"budget {budget}"
    if begin.zones is not None:
        yield from position(beginning.game.program.material, begin.zones, begin.variables)


def position(material: Material, zones: Iterable[tuple[int, ...]], variables: Iterable[int | None]) -> Iterator[str]:
    """The table, one line for everything that is not empty, 0 or none."""
    for place, cards in zip(material.places, zones, strict=True):
        if cards:
            names = ", ".join([material.cards[card].name for card in cards])
            yield f"zone {share_name(material, *place.where)}: {names}"
    for variable, value in zip(material.variables, variables, strict=True):
        holder = variable.holder
        if isinstance(holder, d.Counter):
            if value:
                yield f"counter {share_name(material, *variable.where)}: {value}"
        elif value is not None:
            word = seat_name(material, value) if holder.of == "player" else material.words(holder.of)[value]
            yield f"note {share_name(material, *variable.where)}: {word}"


def who(state: State) -> str:
    """The name of the seat that answers or draws."""
    return state.seat_name(state.own)


def asked(state: State) -> str:
    """The names that the answer will bind, or `draws`."""
    pending = state.pending
    assert not isinstance(pending, Over)
    return " and ".join(pending.binds) or ("draws" if isinstance(pending, Chance) else "")


def receiver(state: State) -> int | None:
    """The seat that the next drawn card comes to; None for a zone that belongs to no player."""
    if not isinstance(state.pending, Chance) or state.pending.binds:
        return None
    _, _, to = state.position.stack[-1]
    owner: int | None = state.game.material.places[to].where[1]
    return owner


def is_deal(state: State) -> bool:
    """Whether the next drawn card is one of a deal to several places."""
    frames = state.position.stack[-2:] if isinstance(state.pending, Chance) and not state.pending.binds else ()
    if len(frames) < 2 or not isinstance(frames[0], tuple):
        return False  # a number is where a performed action returns to
    return len(frames[0]) == 3 and isinstance(frames[0][-1], tuple)


def one_by_one(pending: Pending) -> bool:
    """Whether chance decides one thing, so that several of them in a row share a line."""
    return isinstance(pending, Chance) and len(pending.binds) < 2


def result(state: State) -> str:
    """The winners and what each seat gets; or `unfinished`."""
    over = state.pending
    if not isinstance(over, Over):
        return UNFINISHED
    return over.told(state.game.seat_names)
