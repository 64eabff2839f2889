"""A way through a stretch, found by playing guesses of where every card lay under the rules.

What was heard can be rare, so that few guesses come true by chance. A guess that failed is therefore repaired by a
local search: the game is kept at the state in which the guess failed, cards are exchanged there as in the guess, and
what follows is tried from that state, without playing the way that led to it again.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from attrs import define, field, frozen

from rulespec.events.motions import motions
from rulespec.knowledge.card_tracks import CardTracks, Guess, Swap
from rulespec.knowledge.rows import in_other_places
from rulespec.knowledge.steps import Steps
from rulespec.run.hearer import HeardStep
from rulespec.run.program import Asking, ChanceNode
from rulespec.run.randomly import Random, below, one_of, shuffled
from rulespec.run.snapshot import Snapshot
from rulespec.tree.kinds import CARD

ENDS = 5000  # games considered that differ only in what nobody has heard yet
GUESSES = 6  # uniform guesses at a stretch before one that failed is repaired
WALKS = 4  # repairs of it by exchanges
ROUNDS = 20  # checkpoints passed in one such repair before the best guess is mended
EXCHANGED = 10_000  # exchanges until what failed comes true
MIXED = 30  # further exchanges that keep it true, to decorrelate the result
IMPROVEMENTS_PER_EVENT = 10  # mended guesses for each event of a stretch
ANEW = 4  # one in so many of these is a new guess
AHEAD = 12  # the events after a secret choice that may show what was chosen


Taken = tuple[HeardStep, Guess, Any]  # a step, the guess at that point, and the answer that led to it
Passed = tuple[HeardStep, Any]  # a step, and the answer that led to it


@frozen(eq=False)
class PlayedGuess:
    """A guess played as far as it agrees with what was heard, and the way it led."""

    at: int  # the number of events that have come true
    guess: Guess  # as mended
    answers: list[Any]  # for each step of the way the answer that led to it; None for the first
    end: HeardStep | None = None  # the last step, if everything has come true


@define(eq=False)
class Checkpoint:
    """A game before the answer after which a guess came true or failed; cards can be exchanged in it."""

    steps: Steps
    snapshot: Snapshot
    at: int  # the number of events that led to it
    answer: Any
    target: int  # the number of events after the answer; it passes if there can be more

    @property
    def standing(self) -> tuple[Snapshot, int, Any, int]:
        """The arguments of the engine's search for it."""
        return self.snapshot, self.at, self.answer, self.target

    def touches(self, exchange: Swap) -> bool:
        """Applies an exchange; whether it made a difference."""
        if not exchange.first <= self.target - 1 < exchange.last:
            return False
        one, other = exchange.one, exchange.other
        here = self.snapshot
        answer = self._answer_after(one, other)
        changed, self.answer = bool(answer != self.answer), answer
        if exchange.first >= self.at or here.where[one] == here.where[other]:
            return changed
        self.snapshot = here.exchanged(one, other, self.steps.card_slots)
        return True

    def exchanged(self, one: int, other: int) -> "Checkpoint":
        """A copy in which two cards have changed places."""
        snapshot = self.snapshot.exchanged(one, other, self.steps.card_slots)
        return Checkpoint(self.steps, snapshot, self.at, self._answer_after(one, other), self.target)

    def _answer_after(self, one: int, other: int) -> Any:
        kinds = self.steps.program.asks[self.snapshot.pc].site.kinds
        names_cards = kinds and all(kind.name == "card" for kind in kinds)
        return _turned(self.answer, {one: other, other: one}) if names_cards else self.answer

    def after(self) -> HeardStep | None:
        """The step after the answer; None if that cannot be given, or would have been heard differently."""
        if self.answer not in self.snapshot.raws:
            return None
        return self.steps.after((self.snapshot, self.at, ()), self.answer)

    def passes(self) -> bool:
        """Whether the next event that was heard can come true in it."""
        after = self.after()
        if after is None or after[1] > self.target:
            return after is not None
        return any(further[1] > self.target for further in self.steps.further(after))


@define(eq=False, slots=False)
class Guessing:
    """Searches for a way through a stretch, from the beginning of the game or from the step `begun`."""

    steps: Steps
    tracks: CardTracks
    begun: HeardStep | None
    draw: Random
    _best: PlayedGuess | None = field(init=False, default=None)

    def guessed(self) -> HeardStep | None:
        """The end of a way, by uniform guesses alone; None if none of them comes true."""
        for _ in range(GUESSES):
            self.steps.attempt(self.tracks.end - self.tracks.start)
            guess = self.tracks.guess(self.draw)
            if guess is not None and (end := self._tried(guess)):
                return end
        return None

    def failed(self, guess: Guess) -> "Checkpoint | PlayedGuess | None":
        """The attempt if a guess comes true, else the checkpoint where it fails; None if there can be no exchange."""
        attempt = self._played(guess, mend=False)
        if attempt.end is not None:
            return attempt
        way = self._way(attempt)
        return self._checkpoint(way, len(way) - 1)

    def found(self) -> HeardStep | None:
        """The end of a way: by uniform guesses, else by exchanges in the best of them, else by mending it."""
        end, best = self.guessed(), self._best
        if end is not None or best is None:
            return end
        return next(filter(None, (self._walked(best) for _ in range(WALKS))), None) or self._mended()

    def _tried(self, guess: Guess, *, mend: bool = False) -> HeardStep | None:
        """The end of the way if a guess comes true; otherwise it may become the best one so far."""
        attempt = self._in_order(self._played(guess, mend=mend), mend=mend)
        if self._best is None or attempt.at > self._best.at or (mend and attempt.at == self._best.at):
            self._best = attempt
        return attempt.end

    def _in_order(self, attempt: PlayedGuess, *, mend: bool) -> PlayedGuess:
        """An attempt whose cards change places in rows for as long as more comes true by that."""
        failed = -1
        while attempt.end is None and attempt.answers and self.steps.hides_rows:
            others = in_other_places(self.steps, self.tracks, attempt.guess, self._way(attempt)[-1][0])
            later = ((self._played(other, mend=mend), moment) for moment, other in others if moment > failed)
            found = next((each for each in later if each[0].end is not None or each[0].at >= attempt.at), None)
            if found is None:
                break
            attempt, failed = found
        return attempt

    # ---- going on from a guess that failed

    def _walked(self, attempt: PlayedGuess) -> HeardStep | None:
        """Exchanges cards until what failed comes true and all before still does, then on to the next failure."""
        passed: dict[int, Checkpoint] = {}
        way = self._way(attempt)
        for _ in range(ROUNDS):
            failed = self._checkpoint(way, len(way) - 1)
            if failed is None or not self._exchanged(attempt.guess, failed, passed):
                return None
            attempt = self._played(self.tracks.guessed(), mend=False)
            if attempt.end is not None:
                return attempt.end
            way = self._way(attempt)
            at = {step[1]: index for index, (step, _) in enumerate(way)}
            known = passed | {failed.target: failed}
            later = {each: checkpoint for each, checkpoint in known.items() if each > attempt.at}
            again = {each: self._checkpoint(way, at[each]) for each in known if each in at and each < attempt.at}
            passed = later | {each: checkpoint for each, checkpoint in again.items() if checkpoint is not None}
        return None

    def _way(self, attempt: PlayedGuess) -> list[Passed]:
        """The steps of an attempt, each with the answer that led to it."""
        steps, way = self.steps, list[Passed]()
        for answer in attempt.answers:
            if way:
                step = steps.again(way[-1][0], answer)
            else:
                step = self.begun or steps.agreeing(steps.beginning(attempt.guess.first, attempt.guess.order))
            assert step is not None, "what was tried can be tried again"
            way.append((step, answer))
        return way

    def _checkpoint(self, way: list[Passed], index: int) -> Checkpoint | None:
        """The checkpoint before the answer that led to a step; None if cards cannot be exchanged there."""
        if index < 1:
            return None
        ((snapshot, at, _), _), (step, answer) = way[index - 1], way[index]
        ask = self.steps.program.asks.get(snapshot.pc)
        begun = isinstance(ask, Asking) and ask.bit is not None and ask.bit.is_begun(snapshot.stage)
        if snapshot.is_together or begun or at <= self.tracks.start:
            return None  # commitments and begun choices name cards
        return Checkpoint(self.steps, snapshot, at, answer, step[1])

    def _exchanged(self, guess: Guess, failed: Checkpoint, passed: dict[int, Checkpoint]) -> bool:
        """Exchanges cards at random until the failed checkpoint passes and those passed still do; whether it worked."""
        self.tracks.take(guess)
        stretch = self.tracks.stretch
        if stretch is None:
            return self._exchanged_one_by_one(failed, passed)
        known = [failed, *passed.values()]
        tried, came_true, now = stretch.exchange(
            self.tracks.tracks, tuple([each.standing for each in known]), self.draw, self.tracks.unsure,
            tuple(sorted(self.steps.card_slots)), self.steps.left, EXCHANGED, MIXED,
        )  # fmt: skip
        self.steps.attempt(tried)
        for each, (snapshot, answer) in zip(known, now, strict=True):
            each.snapshot, each.answer = snapshot, answer
        return came_true

    def _exchanged_one_by_one(self, failed: Checkpoint, passed: dict[int, Checkpoint]) -> bool:
        """Python fallback of `Stretch.exchange`."""
        more, required = 0, list(passed.values())
        for _ in range(EXCHANGED):
            exchange = self.tracks.exchange(failed.target - 1, self.draw)
            if exchange is None:
                continue
            touched = [each for each in (failed, *passed.values()) if each.touches(exchange)]
            if all(each.passes() for each in touched if each in required):
                if failed in required:
                    more += 1
                elif failed in touched and failed.passes():
                    required.append(failed)
                if more == MIXED:
                    return True
                continue
            self.tracks.revert(exchange)
            for each in touched:
                each.touches(exchange)
        return failed in required

    # ---- mending

    def _mended(self) -> HeardStep | None:
        """Hill climbing from the best guess, mended wherever the rules move other cards than guessed."""
        for time in range(IMPROVEMENTS_PER_EVENT * (self.tracks.end - self.tracks.start)):
            assert self._best is not None
            self.steps.attempt(self.tracks.end - self.tracks.start)
            guess = self.tracks.varied(self._best.guess, self._best.at, self.draw)
            if time % ANEW == 0:
                guess = self.tracks.guess(self.draw, shuffle=False) or guess
            if end := self._tried(guess, mend=True):
                return end
        return None

    # ---- playing

    def _played(self, guess: Guess, *, mend: bool) -> PlayedGuess:
        """Plays a guess as far as what was heard comes true."""
        first = self._begins(guess, mend=mend)
        if first is None:
            return PlayedGuess(0, guess, [])
        if self.tracks.stretch is None:
            return self._stepped(first, mend=mend)
        (snapshot, at, _), guess, _ = first
        tried, at, end, answers, tracks = self.tracks.stretch.play(
            snapshot, at, guess.tracks, self.draw, mend, self.steps.left, AHEAD, ENDS
        )
        self.steps.attempt(tried)
        mended = guess if tracks is None else Guess(tracks, guess.order, guess.start)
        return PlayedGuess(at, mended, answers, None if end is None else (end, at, ()))

    def _begins(self, guess: Guess, *, mend: bool) -> Taken | None:
        """The step that a guess is played from; None if the guess fails there."""
        if self.begun is not None:
            return self.begun, guess, None
        snapshot = self.steps.beginning(guess.first, guess.order)
        return self._guided(None, self.steps.begin(snapshot), guess, mend=mend)

    def _stepped(self, first: Taken, *, mend: bool) -> PlayedGuess:
        """Python fallback of `Stretch.play`: a depth-first search with a bound on dead ends."""
        steps = self.steps
        dead_ends = (self.tracks.end - first[0][1]) // 10 + 2
        best, way = PlayedGuess(first[0][1], first[1], []), list[Taken]()
        open_ = [iter([first])]
        while open_ and dead_ends > 0:
            found = next(open_[-1], None)
            if found is None:
                if way and (way[-1][0][1] > best.at or (way[-1][0][1] == best.at and not best.answers)):
                    best = PlayedGuess(way[-1][0][1], way[-1][1], [answer for _, _, answer in way])
                open_.pop()
                dead_ends -= bool(way)
                del way[-1:]
                continue
            way.append(found)
            here, guess, _ = found
            if steps.is_at(here, self.tracks.end):
                ending = self._pick_silent_ending([step for step, _, _ in way])
                return PlayedGuess(here[1], guess, [], ending)
            open_.append(self._on(here, guess, mend=mend))
        return best

    def _on(self, step: HeardStep, guess: Guess, *, mend: bool) -> Iterator[Taken]:
        """The steps that can follow, the likeliest first; only those as guessed unless it may be mended."""
        snapshot, at, _ = step
        ask, answers, draw = self.steps.program.asks.get(snapshot.pc), self.steps.answers(step), self.draw
        if not answers:
            return  # nothing more has been heard
        if isinstance(ask, ChanceNode) and ask.site.kinds == (CARD,):
            drawn = guess.moved(at)
            others = shuffled([raw for raw in answers if raw not in drawn], draw) if mend else []
            answers = [raw for raw in answers if raw in drawn] + others
        elif ask is not None and len(answers) > 1:
            site, soon = ask.site, guess.soon(at, AHEAD)
            odds = below(2, draw)  # the question that followed often tells whether he declined
            missing = {raw: odds if raw is None else len(site.cards(raw) - soon) for raw in answers}
            answers = sorted(answers, key=lambda raw: (missing[raw], draw()))
        for raw in answers:
            guided = self._guided(raw, self.steps.after(step, raw), guess, mend=mend)
            if guided is not None:
                yield guided

    def _guided(self, answer: Any, step: HeardStep | None, guess: Guess, *, mend: bool) -> Taken | None:
        """A step with its guess, mended if need be; None if there is no step, or it contradicts the guess."""
        if step is None:
            return None
        for event, at in step[2]:
            moved = motions(event)
            if guess.speaks_of(at) and {card for card, source, to in moved if source != to} != guess.moved(at):
                mended = self.tracks.mended(guess, at, moved) if mend else None
                if mended is None:
                    return None
                guess = mended
        return step, guess, answer

    # ---- what nobody has heard yet

    def _pick_silent_ending(self, way: list[HeardStep]) -> HeardStep:
        """The last step of a way, or a random one of those that equally fit if the latest answers were not heard."""
        if way[-1][1] <= self.steps.last:
            return way[-1]
        unheard = next(step for step in way if step[1] >= self.steps.memory.quiet)
        return one_of(list(islice(self._ends(unheard), ENDS)) or way[-1:], self.draw)

    def _ends(self, step: HeardStep) -> Iterator[HeardStep]:
        """All steps that a step can lead to and that fit the present."""
        if self.steps.is_at(step, self.steps.last):
            yield step
        for further in self.steps.further(step):
            yield from self._ends(further)


def _turned(value: Any, turned: dict[int, int]) -> Any:
    """A card, or a tuple of cards, after an exchange."""
    if isinstance(value, tuple):
        return tuple([turned.get(card, card) for card in value])
    return turned.get(value, value)
