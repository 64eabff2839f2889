"""A pair in which a rule mattered: where its games diverge, or where a rule that only one ruleset has takes effect."""

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

from attrs import field, frozen

from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.events.sentences import Teller
from rulespec.experiments.comparison import ComparedBlocks, blocks
from rulespec.experiments.comparison.grounds import grounds
from rulespec.experiments.impact.report import Mattered
from rulespec.experiments.simulation.job import Job
from rulespec.experiments.simulation.measures import WORK
from rulespec.game.api import Ruleset, State
from rulespec.game.history import answers, beginning, history
from rulespec.language.printer import rule_text
from rulespec.records import Comment, Record
from rulespec.records.lockstep import Lockstep, Said, parting, refused
from rulespec.records.lockstep.subjects import Answers, Happens, Lacks

MOST = 50  # pairs searched for a rule that takes effect
PLAYED = 5  # pairs played in step, which takes a thousand times as long
NAMED = 3  # cards listed


def mattered(base: tuple[Ruleset, Job], variant: tuple[Ruleset, Job], first: int, games: int) -> Mattered | None:
    """A pair from number `first` on that shows the effect of a rule; None if none of the next ones does.

    If the rulesets have different cards, games diverge as soon as one of these is drawn, which means little. So a
    game is sought in which a rule takes effect that only one ruleset has, then one that diverges by a changed rule.
    """
    most, played = (MOST, PLAYED) if base[1].is_random else (1, 1)  # other players take seconds for a game
    sides = _Side(*base, "base", variant[0]), _Side(*variant, "variant", base[0])
    other_cards = any(side.lacked for side in sides)
    if other_cards:
        for game in range(first, min(games, first + most)):
            for side in reversed(sides):
                found = side.at_work(game)
                if found is not None:
                    return found
    best: Mattered | None = None
    for game in range(first, min(games, first + played)):
        for side in sides if other_cards else sides[:1]:
            found = side.parted(game)
            if found is not None and found.because:
                return found
            best = best or found
    return best


@frozen(slots=False)
class _Side:
    """The games by one ruleset, which are replayed by the other."""

    rules: Ruleset
    job: Job
    by: Literal["base", "variant"]
    other: Ruleset
    _ends: dict[int, State] = field(factory=dict, init=False)

    @cached_property
    def lacked(self) -> list[str]:
        """The cards that the other ruleset lacks."""
        return self._step.between.lacking[0]

    def parted(self, game: int) -> Mattered | None:
        """Where a game goes differently by the other ruleset."""
        state = self._end(game)
        pair = self._step.beginning(beginning(state))
        for option in answers(state):
            if pair.failed:
                break
            try:
                pair = pair.after(option)
            except LookupError:  # a card is drawn that the other lacks
                refusal = refused(pair, option)
                assert refusal is not None
                drawn = Said(f"{refusal[0].text}: {option.text}", about=Answers(pair.one, option.text, can=True))
                return self._mattered(game, pair.one, drawn, refusal[1], ())
        parts = parting(pair)
        if parts is None:
            return None
        because = tuple([each.key for each in grounds(self.rules, self.other, parts, self._said)])
        return self._mattered(game, pair.one, parts.one, parts.other, because)

    def at_work(self, game: int) -> Mattered | None:
        """Where in a game a block first takes effect that the other ruleset lacks."""
        found = self._first(self._end(game)) if self._own else None
        if found is None:
            return None
        state, raw = found
        event, more = Teller(state.game.program).event(raw), len(self.lacked) > NAMED
        cards = [*self.lacked[:NAMED], *(["..."] if more else [])]
        lacks = f"{self.other.name} has no {event.block}" + (f", and no {', '.join(cards)}" if cards else "")
        own = Said(str(event), rule_text(event.block, event.cites), Happens(state, raw))
        about = Lacks(state, self.other.name, event.block, tuple(self.lacked[:NAMED]), more)
        return self._mattered(game, state, own, Said(lacks, about=about), (event.block,))

    def _end(self, game: int) -> State:
        """The final state of a game, memoised as players may think for long."""
        if game not in self._ends:
            self._ends[game] = self.job.game(game).end
        return self._ends[game]

    def _first(self, end: State) -> tuple[State, RawEvent] | None:
        """The first event of such a block, and the state after the answer that led to it."""
        origins, told = [origin.block in self._own for origin in end.game.plan.origins], events(end.raw_log)
        at = next((at for at, event in enumerate(told) if _comes_of(event, origins)), None)
        if at is None:
            return None
        state = next(each for each in _states(end) if len(events(each.raw_log)) > at)
        return state, told[at]

    @cached_property
    def _step(self) -> Lockstep:
        players = self.job.players
        return Lockstep.of(self.rules.game(players), self.other.game(players))

    @cached_property
    def _said(self) -> ComparedBlocks:
        return blocks(self.rules, self.other)

    @cached_property
    def _own(self) -> frozenset[str]:
        """The blocks that the other ruleset lacks."""
        return frozenset([each.key for each in self._said.different if each.other is None])

    def _mattered(self, game: int, state: State, own: Said, others: Said, because: tuple[str, ...]) -> Mattered:
        sides = (own, others) if self.by == "base" else (others, own)
        base, variant = map(str, sides)
        comment = Comment(len(answers(state)), f"base: {base} / variant: {variant}")
        return Mattered(game, Record(state, comments=(comment,)), base, variant, because, self.by, sides)


def _comes_of(event: RawEvent, origins: list[bool]) -> bool:
    return bool(WORK >> event[0] & 1) and origins[event[1]]


def _states(end: State) -> Iterator[State]:
    yield from (state for state, _ in history(end))
    yield end
