"""A record: the last state of a game, which knows its history, and what else is noted of the game."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from rulespec.engine.pending import Over
from rulespec.game.api import Ruleset, State
from rulespec.game.history import answers, begun
from rulespec.game.loading import load
from rulespec.language.errors import require_type
from rulespec.language.exports import PublicClass
from rulespec.records.comparison import ReplayComparison, compare
from rulespec.records.head import By
from rulespec.records.lines import contents
from rulespec.records.naming import seen_from, spec_of, writable
from rulespec.records.notation import BOTS, ENGINES, Comment
from rulespec.records.reading import Reading, read
from rulespec.records.sources import written
from rulespec.records.storage import create, replace
from rulespec.records.undo import undo
from rulespec.records.writing import write


def _in_order(comments: Iterable[Comment]) -> tuple[Comment, ...]:
    return tuple(sorted(comments, key=lambda comment: (comment.after, not comment.beside)))


def _is_whole(record: object, attribute: object, seed: Any) -> None:
    if seed is not None and type(seed) is not int:
        raise TypeError(f"'seed' must be an int or None, not {seed!r}")


@frozen
class Record(metaclass=PublicClass):
    """A game up to a state, as a file or text. Records with equal games, comments and seats are equal."""

    state: State
    seed: int | None = field(default=None, validator=_is_whole)  # of the draws, those so far and those to come
    comments: tuple[Comment, ...] = field(default=(), repr=False, converter=_in_order)
    spec: str = field(default="", eq=False)  # how its rules are loaded; "" for their files
    human: int | None = field(default=None)  # the seat of a person, who answers himself when the game goes on

    @human.validator
    def _is_a_seat(self, attribute: object, human: int | None) -> None:
        if human is not None:
            self.state.game.seat(human)

    bots: str | None = field(default=None)  # the name of the agents at all other seats; None for random players

    @bots.validator
    def _is_a_name(self, attribute: object, bots: str | None) -> None:
        if bots is not None and not BOTS.fullmatch(bots):
            raise ValueError(f"bots must be the name of an agent, such as 'ismcts:400', not {bots!r}")

    _engine: str | None = field(default=None, eq=False, repr=False)  # that a file names; None for that of the state

    @_engine.validator
    def _is_known(self, attribute: object, engine: str | None) -> None:
        if engine is not None and engine not in ENGINES:
            raise ValueError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}")

    @property
    def engine(self) -> str | None:
        """The engine that the bots began with, which decides what they sample; None for random players."""
        return None if self.bots in (None, "random") else self._engine or self.state.game.engine.name

    @property
    def rules(self) -> Ruleset:
        return self.state.rules

    @property
    def players(self) -> int:
        return self.state.players

    @property
    def first(self) -> int:
        """The seat that began."""
        return begun(self.state).first

    @property
    def finished(self) -> bool:
        """True if the game is over."""
        return isinstance(self.state.pending, Over)

    @property
    def result(self) -> Over:
        """The winners and returns; raises a `ValueError` if the game is not finished."""
        over = self.state.pending
        if not isinstance(over, Over):
            raise ValueError("the game is not finished")
        return over

    def undo(self, seat: int | None = None) -> "Record":
        """The game without the last answer, or a seat's last; raises an `IllegalAction` if that is too late."""
        state = undo(self.state, seat)
        left = len(answers(state))
        return evolve(self, state=state, comments=tuple(each for each in self.comments if each.after <= left))

    def under(self, rules: Ruleset) -> ReplayComparison:
        """The same answers under other rules; a `ValueError` if these lack its cards or its number of players."""
        require_type("rules", rules, Ruleset, "a Ruleset")
        return compare(self.state, rules)

    # ---- as text

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The text of the record, with paths relative to the working directory."""
        return self._written(self._spec)

    def text_in(self, folder: Path) -> str:
        """The text of the record, with paths relative to a folder."""
        return self._written(seen_from(self._spec, folder))

    def write(self, path: str | Path, *, new: bool = False) -> None:
        """Writes the record to a file atomically; replaces an existing file, or raises a `FileExistsError` if `new`."""
        require_type("path", path, (str, Path), "a path (a str or a Path)")
        put = create if new else replace
        put(Path(path), self.text_in(Path(path).parent))

    @classmethod
    def read(cls, path: str | Path, rules: By = load) -> "Record":
        """The record in a file, verified by replaying it; raises a `RecordError`."""
        require_type("path", path, (str, Path), "a path (a str or a Path)")
        return cls._of(read(contents(Path(path)), Path(path), rules))

    @classmethod
    def parse(cls, text: str, rules: By = load) -> "Record":
        """The record in a text, verified by replaying it; raises a `RecordError`."""
        require_type("text", text, str, "the text of a record (a str)")
        return cls._of(read(text, None, rules))

    @classmethod
    def _of(cls, reading: Reading) -> "Record":
        known = reading.state, reading.seed, reading.comments, reading.spec, reading.human, reading.bots
        return cls(*known, reading.engine)

    @property
    def brief(self) -> str:
        """The text of the record without its rule files."""
        return self._written(self._spec, "")

    @property
    def compact(self) -> str:
        """The text of the record without texts for players, for short links."""
        return self._written(self._spec, written(self.rules, texts=False))

    def _written(self, spec: str, sources: str | None = None) -> str:
        sources = written(self.rules) if sources is None else sources
        known = self.human, self.seed, self.bots, self.engine
        return write(self.state, *known, writable(spec), self.comments, sources)

    @property
    def _spec(self) -> str:
        return self.spec or spec_of(self.rules)
