"""Cards that cannot have lain in a hand, by the rules: otherwise its owner would have been asked something else.

A player who has to draw because he cannot follow holds no card that follows, and a guess that gives him one fails. The
cards that he cannot have held are found by trying each of them in his hand; then a new guess goes on from there.
"""

from typing import Self

from attrs import define, frozen

from rulespec.errors import WorldsError
from rulespec.knowledge.card_tracks import CardTracks, Guess
from rulespec.knowledge.guessing import GUESSES, Checkpoint, Guessing, PlayedGuess
from rulespec.knowledge.steps import Steps
from rulespec.run.hearer import HeardStep
from rulespec.run.program import Asking
from rulespec.run.randomly import Random, one_of
from rulespec.run.snapshot import Snapshot

PASSES = 10  # passes through a stretch
REPLACED = 100  # cards replaced until nothing is offered that was not offered to the player


@frozen(eq=False)
class TriedCheckpoint:
    """A checkpoint after its answer: the cards that are `offered` next, and whether that agrees with what was heard."""

    checkpoint: Checkpoint
    where: tuple[int, ...]
    offered: list[int]
    passes: bool

    @classmethod
    def of(cls, checkpoint: Checkpoint) -> Self | None:
        """None if its answer cannot be given, or would have been heard differently."""
        checkpoint.steps.attempt(1)  # for the exchange that led there
        after = checkpoint.after()
        if after is None:
            return None
        steps, offered = checkpoint.steps, _cards_offered(checkpoint.steps, after[0])
        passes = any(steps.sounds_alike(after, raw) for raw in steps.answers(after))
        return cls(checkpoint, after[0].where, offered, passes)


@define(eq=False)
class Exclusions:
    """Learns what is excluded in a stretch, and bars guesses from it."""

    steps: Steps
    tracks: CardTracks
    begun: HeardStep | None
    draw: Random

    def learn(self) -> bool:
        """Passes through the stretch until a guess comes true at once; whether one did."""
        tried, self.steps.tried = self.steps.tried, 0
        try:
            for _ in range(PASSES):
                if self._passed():
                    return True
        except WorldsError:  # what was learned so far is valid
            return False
        finally:
            self.steps.tried = tried
        return False

    def leave_a_guess(self) -> bool:
        """Whether a guess is still possible."""
        return any(self.tracks.guess(self.draw) is not None for _ in range(GUESSES))

    def _passed(self) -> bool:
        """One pass: whether its first guess came true."""
        begun, learned = self.begun, False
        while (guess := self._guess()) is not None:
            if learned and begun is not None:
                begun = self._rearranged(begun, guess)
            failed = Guessing(self.steps, self.tracks, begun, self.draw).failed(guess)
            if failed is None or isinstance(failed, PlayedGuess):
                return failed is not None and not learned
            if not self._excluded(failed):
                break
            begun, learned = (failed.snapshot, failed.at, ()), True
        return False

    def _guess(self) -> Guess | None:
        for _ in range(GUESSES):
            self.steps.attempt(self.tracks.end - self.tracks.start)
            if (guess := self.tracks.guess(self.draw)) is not None:
                return guess
        return None

    def _rearranged(self, step: HeardStep, guess: Guess) -> HeardStep:
        """A step with all cards exchanged to where a guess has them."""
        snapshot, at, _ = step
        where, slots = list(snapshot.where), self.steps.card_slots
        wanted = [guess.tracks.place(card, at - 1 - guess.start) for card in range(len(where))]
        for card, place in enumerate(wanted):
            if where[card] == place:
                continue
            free = [other for other in range(card + 1, len(where)) if where[other] == place != wanted[other]]
            other = next((each for each in free if wanted[each] == where[card]), free[0])
            self.steps.attempt(1)
            snapshot = snapshot.exchanged(card, other, slots)
            where[card], where[other] = where[other], where[card]
        return snapshot, at, ()

    def _excluded(self, failed: Checkpoint) -> bool:
        """Bars each card from the place that would be offered if it lay there; whether there are any."""
        moment = failed.target - 1
        first = TriedCheckpoint.of(failed)
        cards = set(self.tracks.unsure).intersection(first.offered if first else [])
        if first is None or not cards:
            return False
        place = first.where[min(cards)]
        passing = self._passing(first, place, moment)
        if passing is None:
            return False
        barred = []
        for card in self.tracks.unsure:
            here = [each for each in self._movable(passing, place, moment, card) if passing.where[each] == place]
            if passing.where[card] == place or not here:
                continue
            trial = TriedCheckpoint.of(passing.checkpoint.exchanged(card, one_of(here, self.draw)))
            if trial is not None and not trial.passes and card in trial.offered:
                barred.append(card)
        if barred:
            self.tracks.bar(moment, place, barred)
        return bool(barred)

    def _movable(self, trial: TriedCheckpoint, place: int, moment: int, card: int) -> list[int]:
        """The cards that a card can be exchanged with, by what was heard."""
        may, where = self.steps.memory.may[moment], trial.where
        return [
            other
            for other in self.tracks.unsure
            if where[other] != where[card] and may[other] >> where[card] & 1 and may[card] >> where[other] & 1
        ]

    def _passing(self, trial: TriedCheckpoint, place: int, moment: int) -> TriedCheckpoint | None:
        """The checkpoint with offered cards replaced until it passes; None if it does not come to that."""
        for _ in range(REPLACED):
            offered = [card for card in trial.offered if card in self.tracks.unsure and trial.where[card] == place]
            if not offered:
                return None
            card = one_of(offered, self.draw)
            others = self._movable(trial, place, moment, card)
            if not others:
                return None
            other = TriedCheckpoint.of(trial.checkpoint.exchanged(card, one_of(others, self.draw)))
            if other is not None and other.passes:
                return other
            if other is not None and len(other.offered) <= len(trial.offered):
                trial = other
        return None


def _cards_offered(steps: Steps, snapshot: Snapshot) -> list[int]:
    """The cards that are offered, if the question is to choose one card."""
    ask = steps.program.asks.get(snapshot.pc)
    if not isinstance(ask, Asking) or [kind.name for kind in ask.site.kinds] != ["card"] or ask.site.kinds[0].many:
        return []
    return [raw for raw in snapshot.raws if raw is not None]
