"""A way through a stretch, found by playing guesses of where every card lay under the rules.

What was heard can be rare, so that few guesses come true by chance. A guess that failed is therefore repaired by a
local search: the game is kept at the state in which the guess failed, cards are exchanged there as in the guess, and
what follows is tried from that state, without playing the way that led to it again.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from attrs import define, field, frozen

from rulespec.events import kinds as k
from rulespec.events.motions import motions
from rulespec.knowledge.card_tracks import CardTracks, Guess, Swap
from rulespec.knowledge.rows import in_other_places
from rulespec.knowledge.steps import Steps
from rulespec.plan.options import HIDDEN
from rulespec.run.hearer import HeardStep
from rulespec.run.program import Asking, ChanceNode
from rulespec.run.randomly import Random, below, one_of, shuffled
from rulespec.run.snapshot import Snapshot
from rulespec.tree.kinds import CARD

ENDS = 5000  # games considered that differ only in what nobody has heard yet
GUESSES = 6  # uniform guesses at a stretch before one that failed is repaired
WALKS = 4  # repairs of it by exchanges
ROUNDS = 40  # exchanges and replays in one such repair before another begins
EARLIER = 5  # steps before the one where a guess fails at which cards are exchanged, too, where that leads no further
PATIENCE = 3  # exchanges at one of them
EXCHANGED = 3_000  # exchanges until what failed comes true
MIXED = 30  # further exchanges that keep it true, to decorrelate the result
IMPROVEMENTS_PER_EVENT = 10  # mended guesses for each event of a stretch
ANEW = 4  # one in so many of these is a new guess
DEAD_ENDS = 16  # until a guess has failed, since it last came further
AHEAD = 12  # the events after a secret choice that may show what was chosen


Taken = tuple[HeardStep, Guess | None, Any]  # a step, the guess at that point if any, and the answer that led to it
Passed = tuple[HeardStep, Any]  # a step, and the answer that led to it


@frozen(eq=False)
class PlayedGuess:
    """A guess played as far as it agrees with what was heard, and the way it led."""

    at: int  # the number of events that have come true
    mended: Guess | None  # None where nothing was guessed
    answers: list[Any]  # for each step of the way the answer that led to it; None for the first
    end: HeardStep | None = None  # the last step, if everything has come true

    @property
    def guess(self) -> Guess:
        """The guess as it was mended."""
        assert self.mended is not None, "something was guessed"
        return self.mended


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
        """Whether the next event that was heard can come true in it, or it then waits as is known, if none is left."""
        after = self.after()
        if after is None:
            return False
        return self._is_further(after) or any(map(self._is_further, self.steps.further(after)))

    def _is_further(self, step: HeardStep) -> bool:
        return step[1] > self.target or self.steps.is_at(step, self.steps.last)


@define(eq=False, slots=False)
class Guessing:
    """Searches for a way through a stretch, from the beginning of the game or from the step `begun`."""

    steps: Steps
    tracks: CardTracks
    begun: HeardStep | None
    draw: Random
    nearly: HeardStep | None = field(init=False, default=None)  # an end to which cards were exchanged on the way
    _best: PlayedGuess | None = field(init=False, default=None)

    def guessed(self, most: int = GUESSES) -> HeardStep | None:
        """The end of a way, by uniform guesses alone, so many at most; None if none of them comes true."""
        laid = False
        for _ in range(most):
            self.steps.attempt(self.tracks.end - self.tracks.start)
            guess = self.tracks.guess(self.draw)
            laid = laid or guess is not None
            if guess is not None and (end := self._tried(guess)):
                return end
        return None if laid else self._unguided()

    def failed(self, guess: Guess) -> "Checkpoint | PlayedGuess | None":
        """The attempt if a guess comes true, else the checkpoint where it fails; None if there can be no exchange."""
        attempt = self._played(guess, mend=False)
        if attempt.end is not None:
            return attempt
        first = self._first(guess)
        if first is None or len(attempt.answers) < 2:
            return None
        before = self.steps.along(first, attempt.answers[1:-1])
        assert before is not None, "what was tried can be tried again"
        return self._checkpoint_after(before, attempt.answers[-1], attempt.at)

    def found(self) -> HeardStep | None:
        """The end of a way: by uniform guesses, else by exchanges in the best of them, else by mending it."""
        end, best = self.guessed(), self._best
        if end is not None or best is None:
            return end
        return next(filter(None, (self._walked(best) for _ in range(WALKS))), None) or self._mended()

    def repaired(self, *, strictly: bool) -> HeardStep | None:
        """The end of a way by exchanges in the best guess so far; if not `strictly`, one of which all but that agrees.

        Then what came true before an exchange need not do so after it.
        """
        return None if self._best is None else self._walked(self._best, strictly=strictly)

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

    def _unguided(self) -> HeardStep | None:
        """The end of a way on which chance and the others do anything that agrees: where no guess could be laid."""
        begun, stretch = self.begun, self.tracks.stretch
        if begun is None:
            if k.began(self.steps.memory.heard[0]).zones is not None:
                return None
            begun = self.steps.begin(self.steps.beginning((), ()))
        if begun is None:
            return None
        if stretch is None:
            return self._stepped((begun, None, None), mend=True).end
        snapshot, at, _ = begun
        tried, at, end, _, _ = stretch.play(snapshot, at, None, self.draw, True, self.steps.left, AHEAD, ENDS)
        self.steps.attempt(tried)
        return None if end is None else (end, at, ())

    # ---- going on from a guess that failed

    def _walked(self, attempt: PlayedGuess, *, strictly: bool = True) -> HeardStep | None:
        """Exchanges cards where a guess fails until it goes on there, and so on to the end; then all is played again.

        Whatever failed before has to come true with each exchange; what failed nowhere shows in the replay.
        """
        guess, way = attempt.guess, self._way(attempt)
        passed: dict[int, Checkpoint] = {}
        furthest, stuck = attempt.at, 0
        for _ in range(ROUNDS):
            failed = self._failing(way, len(way) - 1 - stuck // PATIENCE % EARLIER)
            if failed is None:
                return None
            at, checkpoint = failed
            required = {target: each for target, each in passed.items() if strictly and target != checkpoint.target}
            if not self._exchanged(guess, checkpoint, required):
                passed, stuck = {}, stuck + PATIENCE
                continue
            passed = required | {checkpoint.target: checkpoint}
            guess, here = self.tracks.guessed(), (checkpoint.snapshot, checkpoint.at, ())
            way = [*way[: at - 1], (here, way[at - 1][1])]
            attempt = self._played_on(way[-1][0], guess, mend=True)
            if attempt.end is not None:
                self.nearly = attempt.end
                if not strictly:
                    return attempt.end
                attempt, way = self._played(attempt.guess, mend=True), []
                furthest, stuck = -1, 0
                if attempt.end is not None:
                    return attempt.end
            guess, further = attempt.guess, self._way(attempt, way[-1][0] if way else None)
            way = [*way, *further[1:]] if way else further
            furthest, stuck = max(furthest, attempt.at), 0 if attempt.at > furthest else stuck + 1
        return None

    def _failing(self, way: list[Passed], last: int) -> tuple[int, Checkpoint] | None:
        """The last step of a way, up to an index, at which cards can be exchanged."""
        each = ((at, self._checkpoint(way, at)) for at in range(min(last, len(way) - 1), 0, -1))
        return next(((at, checkpoint) for at, checkpoint in each if checkpoint is not None), None)

    def _first(self, guess: Guess) -> HeardStep | None:
        """The step that a guess is played from."""
        return self.begun or self.steps.agreeing(self.steps.beginning(guess.first, guess.order))

    def _way(self, attempt: PlayedGuess, first: HeardStep | None = None) -> list[Passed]:
        """The steps of an attempt, each with the answer that led to it."""
        steps, way = self.steps, list[Passed]()
        for answer in attempt.answers:
            step = steps.again(way[-1][0], answer) if way else first or self._first(attempt.guess)
            assert step is not None, "what was tried can be tried again"
            way.append((step, answer))
        return way

    def _checkpoint(self, way: list[Passed], index: int) -> Checkpoint | None:
        """The checkpoint before the answer that led to a step; None if cards cannot be exchanged there."""
        if index < 1:
            return None
        (before, _), (step, answer) = way[index - 1], way[index]
        return self._checkpoint_after(before, answer, step[1])

    def _checkpoint_after(self, before: HeardStep, answer: Any, target: int) -> Checkpoint | None:
        """The same by the step before an answer, and the number of events after it."""
        snapshot, at, _ = before
        ask = self.steps.program.asks.get(snapshot.pc)
        begun = isinstance(ask, Asking) and ask.bit is not None and ask.bit.is_begun(snapshot.stage)
        if snapshot.is_together or begun or at <= self.tracks.start:
            return None  # commitments and begun choices name cards
        return Checkpoint(self.steps, snapshot, at, answer, target)

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
        first, mended = self._begins(guess, mend=mend)
        return PlayedGuess(0, guess, []) if first is None else self._played_on(first, mended, mend=mend)

    def _played_on(self, here: HeardStep, guess: Guess, *, mend: bool) -> PlayedGuess:
        """The same from a step on."""
        if self.tracks.stretch is None:
            return self._stepped((here, guess, None), mend=mend)
        snapshot, at, _ = here
        tried, at, end, answers, tracks = self.tracks.stretch.play(
            snapshot, at, guess.tracks, self.draw, mend, self.steps.left, AHEAD, ENDS
        )
        self.steps.attempt(tried)
        mended = guess if tracks is None else Guess(tracks, guess.order, guess.start)
        return PlayedGuess(at, mended, answers, None if end is None else (end, at, ()))

    def _begins(self, guess: Guess, *, mend: bool) -> tuple[HeardStep | None, Guess]:
        """The step that a guess is played from, and the guess there; no step if the guess fails there."""
        if self.begun is not None:
            return self.begun, guess
        begun = self.steps.begin(self.steps.beginning(guess.first, guess.order))
        guided = self._guided(None, begun, guess, mend=mend)
        return (None, guess) if guided is None else (guided[0], guided[1] or guess)

    def _stepped(self, first: Taken, *, mend: bool) -> PlayedGuess:
        """Python fallback of `Stretch.play`: a depth-first search with a bound on dead ends."""
        steps = self.steps
        furthest, dead_ends = first[0][1], DEAD_ENDS
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
            if here[1] > furthest:
                furthest, dead_ends = here[1], DEAD_ENDS
            if steps.is_at(here, self.tracks.end):
                ending = self._pick_silent_ending([step for step, _, _ in way])
                return PlayedGuess(here[1], guess, [], ending)
            open_.append(self._on(here, guess, mend=mend))
        return best

    def _on(self, step: HeardStep, guess: Guess | None, *, mend: bool) -> Iterator[Taken]:
        """The steps that can follow, the likeliest first; only those as guessed unless it may be mended."""
        snapshot, at, _ = step
        ask, answers, draw = self.steps.program.asks.get(snapshot.pc), self.steps.answers(step), self.draw
        if not answers:
            return  # nothing more has been heard
        if isinstance(ask, ChanceNode) and ask.site.kinds == (CARD,):
            drawn = guess.moved(at) if guess else frozenset[int]()
            others = shuffled([raw for raw in answers if raw not in drawn], draw) if mend else []
            answers = [raw for raw in answers if raw in drawn] + others
        elif ask is not None and len(answers) > 1:
            nothing, until = frozenset[int](), self.tracks.until_closed(at, AHEAD)
            near = guess.soon(at, until) if guess else nothing
            listed = self._listed(range(at, at + until)) if guess and until != AHEAD else {}
            site, soon = ask.site, guess.soon(at, AHEAD) if guess else nothing
            odds = below(2, draw)  # the question that followed often tells whether he declined
            named = [(raw, site.cards(raw)) for raw in answers if raw is not None]
            missing = {None: (odds, odds)} | {raw: (len(cards - near), len(cards - soon)) for raw, cards in named}
            first = self._first_named(step, guess, answers)
            rank = {
                raw: (missing[raw], listed.get(raw, 0) if type(raw) is int and site.cards(raw) else 0, draw())
                for raw in answers
            }
            rank |= {raw: ((0, 0), 0, at - len(answers)) for at, raw in enumerate(answers) if _named(raw) & first}
            answers = sorted(answers, key=rank.__getitem__)
        for raw in answers:
            guided = self._guided(raw, self.steps.after(step, raw), guess, mend=mend)
            if guided is not None:
                yield guided

    def _listed(self, moments: range) -> dict[int, int]:
        """Where the events of a closing list each card that he saw there: they do so in the order of the answers."""
        events = [self.steps.memory.heard[moment] for moment in moments]
        moved = [event[3] for event in events if event[0] == k.MOVE]
        return {card: at for cards in moved for at, card in enumerate(cards) if card != HIDDEN}

    def _first_named(self, step: HeardStep, guess: Guess | None, answers: list[Any]) -> frozenset[int]:
        """The cards of a set named one by one that the guess moves first; they are named in one order."""
        snapshot, at, _ = step
        if guess is None or snapshot.stage is None:
            return frozenset()
        named = frozenset(snapshot.stage).union(*map(_named, answers))
        moved = (guess.moved(moment) & named for moment in range(at, at + AHEAD) if guess.speaks_of(moment))
        return next(filter(None, moved), frozenset[int]())

    def _guided(self, answer: Any, step: HeardStep | None, guess: Guess | None, *, mend: bool) -> Taken | None:
        """A step with its guess, mended if need be; None if there is no step, or it contradicts the guess."""
        if step is None:
            return None
        for event, at in step[2]:
            moved = motions(event)
            cards = {card for card, source, to in moved if source != to}
            if guess and guess.speaks_of(at) and cards != guess.moved(at):
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


def _named(answer: Any) -> frozenset[int]:
    """The card that is named as one more of a set."""
    return frozenset(answer[:1]) if isinstance(answer, tuple) else frozenset()


def _turned(value: Any, turned: dict[int, int]) -> Any:
    """A card, or a tuple of cards, after an exchange."""
    if isinstance(value, tuple):
        return tuple([turned.get(card, card) for card in value])
    return turned.get(value, value)
