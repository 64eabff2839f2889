"""Possible worlds: games that one player cannot tell from the one he plays, made of nothing but what he heard."""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, islice
from random import Random

from attrs import define, field, frozen

from rulespec.events import kinds as k
from rulespec.events.log import RawEvent, events
from rulespec.events.motions import motions
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.steps import Step, Steps
from rulespec.knowledge.strands import Guess, Strands
from rulespec.knowledge.stretches import stretches
from rulespec.rawstate import RawState
from rulespec.run.machine import Machine
from rulespec.run.position import Position, thawed
from rulespec.run.position import frozen as position_of
from rulespec.run.program import Drawing

UNSURE = 6  # cards whose places are unknown: where there are more, it is not even tried to try everything
TRIED = 400  # answers at most, where everything is tried
ENDS = 5000  # games at most that differ in what nobody has heard of yet
GUESSES = 30  # at a stretch, each as likely as any other, before the best of them is bettered
BETTERED = 10  # times for each event of a stretch, before the game is begun anew
ANEW = 4  # times that the best guess is bettered, before a new one is tried in its place
BEGUN = 5  # times, before a sample is given up
AHEAD = 12  # events after a secret choice among which it may show what was chosen


@frozen(eq=False)
class Cut:
    """Where a stretch begins: all that decides how a game goes on from there, whatever has led to it."""

    index: int  # of the stretch
    position: Position
    where: tuple[int, ...]
    turns: int
    dirty: int
    at: int  # how many events of what was heard have led to it
    few: dict[str, tuple[list["Leg"] | None, int]] = field(factory=dict)

    def step(self, steps: Steps) -> Step:
        """A game that goes on from there, and whose log begins there."""
        machine = thawed(self.position, self.where, None, self.turns, self.dirty)
        asking = machine.twin()
        steps.program.code[machine.pc](asking)
        machine.raws = asking.raws
        return machine, self.at, []


@frozen(eq=False)
class Leg:
    """A way through a stretch: what happened there, oldest first, and where it led."""

    events: list[RawEvent]
    machine: Machine
    cut: Cut | None  # where the next stretch begins


@define(eq=False, slots=False)
class Worlds:
    """The games that agree with what was heard. They share what was found of them: whatever a game has been through,
    from a cut on all that are in one position can go on alike.
    """

    seen: Perspective
    _cuts: dict[tuple[int, Position, int], Cut] = field(factory=dict)

    @cached_property
    def steps(self) -> Steps:
        return Steps(self.seen)

    def sample(self, random: Random) -> RawState:
        """One of them, at random."""
        self.steps.tried = 0
        for _ in range(BEGUN):
            legs = list(self._legs(random))
            if len(legs) == len(self._stretches):
                machine = legs[-1].machine.twin()
                machine.log = None
                for event in chain.from_iterable(leg.events for leg in legs):
                    machine.note(event)
                return self.steps.state(machine)
        raise self.steps.not_found()

    def all(self) -> Iterator[RawState]:
        """All of them, in a fixed order; there can be very many."""
        steps = Steps(self.seen, listing=True)
        open_ = [steps.begun()]
        while open_:
            step = next(open_[-1], None)
            if step is None:
                open_.pop()
                continue
            if steps.is_at(step, steps.last):
                steps.tried = 0
                yield steps.state(step[0])
            open_.append(steps.further(step))

    @cached_property
    def _stretches(self) -> list[Strands]:
        steps = self.steps
        return stretches(steps.program, self.seen.player, steps.heard, steps.memory)

    def _legs(self, random: Random) -> Iterator[Leg]:
        """A game played on through one stretch after the other: one of all ways that there are, or as it is guessed."""
        cut: Cut | None = None
        for index, strands in enumerate(self._stretches):
            few = self._first if cut is None else self._few(cut)
            if few:
                leg = random.choice(few)
            else:
                step = self._guessed(strands, cut, random)
                if step is None:
                    return
                leg = self._through(index, step)
            yield leg
            cut = leg.cut

    def _through(self, index: int, step: Step) -> Leg:
        machine, at, _ = step
        told, cut = events(machine.log), None
        if index + 1 < len(self._stretches):
            here = position_of(machine)
            new = Cut(index + 1, here, tuple(machine.where), machine.turns, machine.dirty, at)
            cut = self._cuts.setdefault((index + 1, here, at), new)
        return Leg(told, machine, cut)

    # ---- trying everything

    @cached_property
    def _first(self) -> list[Leg] | None:
        return self._all_through(0, self.steps.begun())

    def _few(self, cut: Cut) -> list[Leg] | None:
        """All ways from a cut through its stretch; None where there is too much to try."""
        if "found" not in cut.few:
            tried = self.steps.tried
            found = self._all_through(cut.index, iter([cut.step(self.steps)]))
            cut.few["found"] = found, self.steps.tried - tried
        elif cut.few["found"][1]:
            self.steps.attempt(cut.few["found"][1])  # a sample is the same, whatever was sampled before
        return cut.few["found"][0]

    def _all_through(self, index: int, begun: Iterator[Step]) -> list[Leg] | None:
        strands, steps = self._stretches[index], self.steps
        if len(strands.unsure) > UNSURE:
            return None
        end = strands.end
        open_, tried, found = list(islice(begun, TRIED)), 0, list[Step]()
        while open_:
            further: list[Step] = []
            for step in open_:
                tried += 1
                if tried + len(further) >= TRIED:
                    return None
                if steps.is_at(step, end):
                    found.append(step)
                if step[1] <= end or end == steps.last:
                    further += steps.further(step)
            open_ = further
        return [self._through(index, step) for step in found]

    # ---- guessing

    def _guessed(self, strands: Strands, cut: Cut | None, random: Random) -> Step | None:
        """By a guess that fits, else by the best one, mended where the rules say so and bettered bit by bit."""
        best: tuple[int, Guess] | None = None
        events = strands.end - strands.start
        for _ in range(GUESSES):
            self.steps.attempt(events)
            guess = strands.guess(random)
            if guess is None:
                continue
            furthest, played = self._played(strands, cut, guess, random, mend=False)
            if played is not None:
                return played
            if best is None or furthest[0] > best[0]:
                best = furthest
        for time in range(BETTERED * events if best else 0):
            assert best is not None
            self.steps.attempt(events)
            guess = strands.varied(best[1], best[0], random)
            if time % ANEW == 0:
                guess = strands.guess(random, shuffle=False) or guess
            furthest, played = self._played(strands, cut, guess, random, mend=True)
            if played is not None:
                return played
            if furthest[0] >= best[0]:
                best = furthest
        return None

    def _played(
        self, strands: Strands, cut: Cut | None, guess: Guess, random: Random, *, mend: bool
    ) -> tuple[tuple[int, Guess], Step | None]:
        """Plays on as guessed: how much of what was heard came true, with what guess, and the step where all has."""
        steps, mending = self.steps, strands if mend else None
        if cut is None:
            begun = self._guided(steps.agreed(steps.beginning(guess.first), None, 0), guess, mending)
            if begun is None:
                return (0, guess), None
        else:
            begun = cut.step(steps), guess
        dead_ends = (strands.end - begun[0][1]) // 10 + 2
        furthest, way = (begun[0][1], begun[1]), list[Step]()
        open_ = [iter([begun])]
        while open_ and dead_ends > 0:
            found = next(open_[-1], None)
            if found is None:
                open_.pop()
                dead_ends -= bool(way)
                del way[-1:]
                continue
            here, guess = found
            way.append(here)
            if here[1] > furthest[0]:
                furthest = here[1], guess
            if steps.is_at(here, strands.end):
                return furthest, self._told_by_nothing(way, random)
            open_.append(self._on(here, guess, mending, random))
        return furthest, None

    def _told_by_nothing(self, way: list[Step], random: Random) -> Step:
        """The last step of a way; where he has heard nothing of the latest answers yet, any that they may lead to."""
        if way[-1][1] <= self.steps.last:
            return way[-1]
        unheard = next(step for step in way if step[1] >= self._quiet)
        return random.choice(list(islice(self._ends(unheard), ENDS)) or way[-1:])

    @cached_property
    def _quiet(self) -> int:
        """From which event on he has heard no more than that others have committed."""
        heard = self.steps.heard
        return max((at + 1 for at, event in enumerate(heard) if event[0] not in (k.COMMIT, k.PICK)), default=0)

    def _ends(self, step: Step) -> Iterator[Step]:
        """The games that have come as far as this one is now, from a step on."""
        if self.steps.is_at(step, self.steps.last):
            yield step
        for further in self.steps.further(step):
            yield from self._ends(further)

    def _on(self, step: Step, guess: Guess, mending: Strands | None, random: Random) -> Iterator[tuple[Step, Guess]]:
        """What can follow, the likeliest first; only as guessed, unless the guess can be mended."""
        machine, at, _ = step
        ask, answers = self.steps.program.asks.get(machine.pc), self.steps.answers(step)
        if isinstance(ask, Drawing):
            drawn = guess.moved(at)
            others = [raw for raw in answers if raw not in drawn] if mending else []
            random.shuffle(others)
            answers = [raw for raw in answers if raw in drawn] + others
        elif ask is not None and len(answers) > 1:
            site, soon = ask.site, guess.soon(at, AHEAD)
            odds = random.choice((0, 1))  # whether he declined is often told by what he was asked then
            missing = {raw: odds if raw is None else len(site.cards(raw) - soon) for raw in answers}
            answers = sorted(answers, key=lambda raw: (missing[raw], random.random()))
        needed = at >= self._quiet  # see `_told_by_nothing`
        for left, raw in zip(range(len(answers) - 1, -1, -1), answers, strict=True):
            after = self.steps.after(step, raw, spent=not (left or needed))
            guided = self._guided(after, guess, mending)
            if guided is not None:
                yield guided

    def _guided(self, step: Step | None, guess: Guess, mending: Strands | None) -> tuple[Step, Guess] | None:
        """A step with the guess, mended if it can be; None if there is none, or it was guessed otherwise."""
        if step is None:
            return None
        for event, at in step[2]:
            moved = motions(event)
            if guess.speaks_of(at) and {card for card, source, to in moved if source != to} != guess.moved(at):
                mended = None if mending is None else mending.mended(guess, at, moved)
                if mended is None:
                    return None
                guess = mended
        return step, guess
