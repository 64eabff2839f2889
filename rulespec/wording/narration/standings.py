"""Standings during a narration: the declared score, and the counters that have changed."""

from collections.abc import Callable, Iterator
from typing import cast

from attrs import define, field, frozen

from rulespec.engine.events.event import Changed, Event
from rulespec.engine.game import Game
from rulespec.game.api import State
from rulespec.game.scores import by_round, is_open
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Where
from rulespec.rules.rulebook import RuleBook
from rulespec.wording.story.bookkeeping import Bookkeeping


@frozen
class Stands:
    """A counter or the score, for a word if there is one for each, with its value for each player."""

    name: str
    word: str | None
    values: tuple[int, ...]
    fewest: bool = False  # of a score: whether the lowest leads

    @property
    def label(self) -> str:
        return self.name if self.word is None else f"{self.name} by {self.word}"


@define
class Standings:
    """The counters of a game after the events told so far, and the scores of its current `state`.

    The log has no scores. Without a `state` none are told.
    """

    game: Game
    state: Callable[[], State] | None = None
    _values: dict[Where, int | str | None] = field(factory=dict)
    _told: dict[str, Stands] = field(factory=dict)
    _rounds: int = 0

    def __attrs_post_init__(self) -> None:
        self._reset(None, "round", "turn")

    def take(self, event: Event) -> None:
        """Updates the counters by an event."""
        if isinstance(event, Changed):
            self._values[event.what] = event.new
        self._rounds += event.kind == "round ends"
        self._reset(event.kind)

    def new(self, *, over: bool = False) -> Iterator[Stands]:
        """The standings that have changed since the last time, at the end of a round or of the game (`over`)."""
        for standing in (*self._score(over=over), *self._counters()):
            if self._told.get(standing.label) != standing:
                self._told[standing.label] = standing
                yield standing

    def final(self) -> tuple[int, ...] | None:
        """The scores at the end of the game; None if none are told."""
        return next((each.values for each in self._score(over=True)), None)

    def _score(self, *, over: bool) -> Iterator[Stands]:
        score = self.game.rules.score
        if score is None or self.state is None:
            return
        state = self.state()
        scores = tuple(map(state.score, range(self.game.players))) if over else by_round(state)[self._rounds - 1]
        if any(scores):
            yield Stands(score.name, None, scores, fewest=score.fewest)

    def _counters(self) -> Iterator[Stands]:
        """The players' counters, without those of one turn, for bookkeeping, and told as the score."""
        rules = self.game.rules
        books, scored = Bookkeeping(rules), rules.score.name if rules.score and self.state else ""
        for counter in self.game.rules.composed.of(d.Counter):
            if counter.per_player and counter.reset != "turn" and counter.name != scored and counter.name not in books:
                yield from self._counter(counter)

    def _counter(self, counter: d.Counter) -> Iterator[Stands]:
        seats = range(self.game.players)
        for word in self.game.material.words_by(counter) or (None,):
            of = () if word is None else (word,)
            values = tuple(int(self._values[cast(Where, (counter.name, seat, *of))] or 0) for seat in seats)
            if any(values):
                yield Stands(counter.name, None if word is None else str(word), values)

    def _reset(self, *when: str | None) -> None:
        """Resets the counters that begin anew at a kind of event; `None` stands for the beginning of the game."""
        counters = (each for each in self.game.material.variables if isinstance(each.holder, d.Counter))
        self._values |= dict.fromkeys((each.where for each in counters if each.holder.reset in when), 0)


def known_by_all(rules: RuleBook, state: Callable[[], State] | None) -> Callable[[], State] | None:
    """The state whose scores may be told to players: None where the score depends on hidden cards."""
    return state if is_open(rules) else None
