"""Possible worlds: games that one player cannot tell from the one he plays, made of nothing but what he heard."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from random import Random
from typing import Any

from attrs import define

from rulespec.errors import WorldsError
from rulespec.events.hearing import Hearing, Raw
from rulespec.knowledge.memory import Memory, motions
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.strands import Guess, Strands
from rulespec.rawstate import RawState
from rulespec.run.machine import Log
from rulespec.run.options import HIDDEN
from rulespec.run.program import Asking, Drawing, Program

UNSURE = 6  # cards whose places are unknown: where there are more, it is not even tried to try everything
TRIED = 400  # answers at most, where everything is tried
ENDS = 5000  # games at most that differ in what nobody has heard of yet
EFFORT = 50_000  # steps tried for one sample, or for one more world of a list; to guess an event counts as one, too
GUESSES = 30  # at a stretch, each as likely as any other, before the best of them is bettered
BETTERED = 10  # times for each event of a stretch, before the game is begun anew
ANEW = 4  # times that the best guess is bettered, before a new one is tried in its place
BEGUN = 5  # times, before a sample is given up
AHEAD = 12  # events after a secret choice among which it may show what was chosen

Step = tuple[RawState, int]  # a state, and how many events of what he heard have led to it


@define(eq=False, slots=False)
class Worlds:
    """The games that agree with a view; a search through them ends with a `WorldsError` where it takes too much."""

    seen: Perspective
    tried: int = 0  # steps, in this search
    listing: bool = False

    def sample(self, random: Random) -> RawState:
        """One of them, at random."""
        self.tried = 0
        for _ in range(BEGUN):
            step: Step | None = None
            for strands in self._stretches:
                step = self._sampled(strands, step, random)
                if step is None:
                    break
            else:
                assert step is not None
                return step[0]
        raise self._not_found()

    def _try(self, steps: int) -> None:
        """Counts what is tried, and gives up where that is too much."""
        self.tried += steps
        if self.tried <= EFFORT:
            return
        if self.listing:
            raise WorldsError(
                f"too many to list: {EFFORT} steps led to no further world; view.sample(random) gives one"
            )
        raise self._not_found()

    def _not_found(self) -> WorldsError:
        return WorldsError(
            f"no possible world was found for this {self.seen!r} within {EFFORT} steps, though there is one: other "
            "random numbers may lead to one, view.sample(Random(2)), and so may an earlier view"
        )

    def all(self) -> Iterator[RawState]:
        """All of them, in a fixed order; there can be very many."""
        self.listing = True
        open_ = [self._begun()]
        while open_:
            step = next(open_[-1], None)
            if step is None:
                open_.pop()
                continue
            if self._is_at(step, len(self._heard) - 1):
                self.tried = 0
                yield step[0]
            open_.append(self._further(step))

    # ---- trying everything

    def _begun(self) -> Iterator[Step]:
        """The games from all ways in which it may have begun."""
        return filter(None, (self._agreed(first, None, 0) for first in self._beginnings()))

    def _further(self, step: Step) -> Iterator[Step]:
        """The games after all answers that may have come next."""
        return filter(None, (self._after(step, raw) for raw in self._answers(*step)))

    def _few(self, strands: Strands, begun: Iterator[Step]) -> list[Step] | None:
        """All games that go on through a stretch; None where there is too much to try."""
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
                if self._is_at(step, end):
                    found.append(step)
                if step[1] <= end or end == len(self._heard) - 1:
                    further += self._further(step)
            open_ = further
        return found

    # ---- guessing

    @cached_property
    def _stretches(self) -> list[Strands]:
        """The game in parts: cut where nothing hidden matters any more, neither a card nor what somebody chose."""
        heard, memory, cuts, plain = self._heard, self._memory, list[int](), False
        places, asks = self._program.material.places, self._program.asks.values()
        rows = [place.zone.ordered and not place.seen_by(self.seen.player) for place in places]
        chooses = [ask for ask in asks if isinstance(ask, Asking) and ask.choose is not None and ask.choose.if_several]
        tacit = any(kind.name == "card" for each in chooses for kind in each.site.kinds)
        for moment, event in enumerate(heard[:-1]):
            mixed = any(row and size > 1 for row, size in zip(rows, memory.sizes[moment], strict=True))
            settled, after = memory.is_settled(moment) and not mixed, heard[moment + 1]
            plain = plain or event[0] in ("begin", "round", "turn")  # what was chosen before is not used any more
            plain = plain and not _is_secret(event) and (settled or not tacit)
            asked = after[0] == "choose" or (after[0] == "draw" and not places[after[4]].zone.ordered)
            if plain and settled and moment and event[0] != "choose" and asked:
                cuts.append(moment)
        return [Strands(memory, *ends) for ends in zip([0, *cuts], [*cuts, len(heard) - 1], strict=True)]

    def _sampled(self, strands: Strands, step: Step | None, random: Random) -> Step | None:
        """The game played on through a stretch: one of all that there are, or as it is guessed."""
        few = self._first if step is None else self._few(strands, iter([step]))
        return random.choice(few) if few else self._guessed(strands, step, random)

    @cached_property
    def _first(self) -> list[Step] | None:
        return self._few(self._stretches[0], self._begun())

    def _guessed(self, strands: Strands, step: Step | None, random: Random) -> Step | None:
        """By a guess that fits, else by the best one, mended where the rules say so and bettered bit by bit."""
        best: tuple[int, Guess] | None = None
        events = strands.end - strands.start
        for _ in range(GUESSES):
            self._try(events)
            guess = strands.guess(random)
            if guess is None:
                continue
            furthest, played = self._played(strands, step, guess, random, mend=False)
            if played is not None:
                return played
            if best is None or furthest[0] > best[0]:
                best = furthest
        for time in range(BETTERED * events if best else 0):
            assert best is not None
            self._try(events)
            guess = strands.varied(best[1], best[0], random)
            if time % ANEW == 0:
                guess = strands.guess(random, shuffle=False) or guess
            furthest, played = self._played(strands, step, guess, random, mend=True)
            if played is not None:
                return played
            if furthest[0] >= best[0]:
                best = furthest
        return None

    def _played(
        self, strands: Strands, step: Step | None, guess: Guess, random: Random, *, mend: bool
    ) -> tuple[tuple[int, Guess], Step | None]:
        """Plays on as guessed: how much of what was heard came true, with what guess, and the step where all has."""
        mending = strands if mend else None
        begun = self._guided(self._beginning(guess.first), None, 0, guess, mending) if step is None else (step, guess)
        if begun is None:
            return (0, guess), None
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
            if self._is_at(here, strands.end):
                return furthest, self._told_by_nothing(way, random)
            open_.append(self._on(here, guess, mending, random))
        return furthest, None

    def _told_by_nothing(self, way: list[Step], random: Random) -> Step:
        """The last step of a way; where he has heard nothing of the latest answers yet, any that they may lead to."""
        if way[-1][1] < len(self._heard):
            return way[-1]
        unheard = next(step for step in way if step[1] >= self._quiet)
        return random.choice(list(islice(self._ends(unheard), ENDS)) or way[-1:])

    @cached_property
    def _quiet(self) -> int:
        """From which event on he has heard no more than that others have committed."""
        heard = self._heard
        return max((at + 1 for at, event in enumerate(heard) if event[0] not in ("commit", "pick")), default=0)

    def _ends(self, step: Step) -> Iterator[Step]:
        """The games that have come as far as this one is now, from a step on."""
        if self._is_at(step, len(self._heard) - 1):
            yield step
        for further in self._further(step):
            yield from self._ends(further)

    def _on(self, step: Step, guess: Guess, mending: Strands | None, random: Random) -> Iterator[tuple[Step, Guess]]:
        """What can follow, the likeliest first; only as guessed, unless the guess can be mended."""
        state, at = step
        ask, answers = self._program.asks.get(state.position.pc), self._answers(state, at)
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
        for raw in answers:
            after = self._guided(state.next(raw), state.raw_log, at, guess, mending)
            if after is not None:
                yield after

    # ---- how games begin

    def _beginning(self, lying: tuple[int, ...]) -> RawState:
        """The game from how it began, with every unseen card where it was guessed."""
        _, first, zones, variables = self._heard[0]
        if zones is not None:
            held = ([card for card, place in enumerate(lying) if place == at] for at in range(len(zones)))
            zones = tuple(tuple(guessed) if HIDDEN in zone else zone for zone, guessed in zip(zones, held, strict=True))
        return RawState.begin(self.seen.game, first, zones, variables)

    def _beginnings(self) -> Iterator[RawState]:
        zones = self._heard[0][2]
        if zones is None:
            yield self._beginning(())
            return
        lying = {card: place for place, cards in enumerate(zones) for card in cards if card != HIDDEN}
        unseen = [card for card in range(len(self._program.material.cards)) if card not in lying]
        rooms = [(place, len(cards)) for place, cards in enumerate(zones) if HIDDEN in cards]
        for laid in _layings(unseen, rooms):
            where = lying | laid
            yield self._beginning(tuple(where[card] for card in range(len(where))))

    # ---- how games go on

    @property
    def _heard(self) -> Sequence[Raw]:
        return self.seen.heard

    @cached_property
    def _program(self) -> Program:
        return self.seen.game.program

    @cached_property
    def _memory(self) -> Memory:
        return Memory(self._program.material, self._heard)

    @cached_property
    def _ears(self) -> Hearing:
        return Hearing(self._program, self.seen.player)

    def _is_at(self, step: Step, end: int) -> bool:
        """Whether a game has come through all that was heard up to a moment, the last one being now."""
        state, at = step
        if end < len(self._heard) - 1:
            return at > end
        return at == len(self._heard) and Perspective(state, self.seen.player).now == self.seen.now

    def _answers(self, state: RawState, at: int) -> list[Any]:
        """The answers in a state that may lead to what he heard next."""
        ask, raws = self._program.asks.get(state.position.pc), state.raws
        expected = self._heard[at] if at < len(self._heard) else None
        if ask is None:
            return []
        if not isinstance(ask, Asking):
            card = expected[3] if expected and expected[0] == "draw" else None
            return [raw for raw in raws if card in (HIDDEN, raw)]
        seat, origin = state.position.own, ask.site.origin
        match expected:
            case ("choose" | "pick" as kind, _, who, pc, _) if who == seat and pc == state.position.pc:
                return [raw for raw in raws if self._ears.event((kind, origin, seat, pc, raw)) == expected]
            case _ if seat == self.seen.player:
                return []
            case _ if ask.part is not None:
                return self._as_revealed(list(raws), state, ask, at)
            case _:
                return list(raws)

    def _as_revealed(self, answers: list[Any], state: RawState, ask: Asking, at: int) -> list[Any]:
        """Those of the committed answers that agree with what is revealed later of any that he gave there."""
        seat, pc, stage, commits, revealed = state.position.own, state.position.pc, state.position.stage, 0, list[Raw]()
        for event in self._heard[at:]:
            commits += event == ("commit", ask.part, seat)
            if commits > 1 or (commits == 0 and event[0] == "turn"):
                break
            if event[0] == "reveal" and event[2:4] == (seat, pc):
                revealed.append(event)
        if not revealed:
            return answers
        if stage is not None:  # cards that are asked one by one are revealed as one
            return [raw for raw in answers if any(_leads(stage, raw, event[4]) for event in revealed)]
        return [raw for raw in answers if self._ears.event(("reveal", ask.site.origin, seat, pc, raw)) in revealed]

    def _after(self, step: Step, raw: Any) -> Step | None:
        state, at = step
        return self._agreed(state.next(raw), state.raw_log, at)

    def _agreed(self, state: RawState, before: Log, at: int) -> Step | None:
        """A state with how far it is in what he heard; None if he heard something else."""
        self._try(1)
        for event in _since(state, before):
            heard = self._ears.event(event)
            if heard is None:
                continue
            if at >= len(self._heard) or heard != self._heard[at]:
                return None
            at += 1
        lying = zip(state.where, self._memory.may[at - 1], strict=True)
        return (state, at) if all(may >> place & 1 for place, may in lying) else None

    def _guided(
        self, state: RawState, before: Log, at: int, guess: Guess, mending: Strands | None
    ) -> tuple[Step, Guess] | None:
        """The same with the guess, mended if it can be; None if it was guessed otherwise."""
        step = self._agreed(state, before, at)
        if step is None:
            return None
        for event in _since(state, before):
            heard = self._ears.event(event)
            if heard is None:
                continue
            if heard != event and guess.speaks_of(at):
                moved = motions(event)
                if {card for card, source, to in moved if source != to} != guess.moved(at):
                    mended = None if mending is None else mending.mended(guess, at, moved)
                    if mended is None:
                        return None
                    guess = mended
            at += 1
        return step, guess


def _since(state: RawState, before: Log) -> list[Raw]:
    """The events that led on to a state."""
    new, log = [], state.raw_log
    while log is not before and log is not None:
        event, log = log
        new.append(event)
    new.reverse()
    return new


def _is_secret(event: Raw) -> bool:
    """Whether somebody chose something that he did not hear."""
    return event[0] == "commit" or (event[0] in ("choose", "reveal") and HIDDEN in str(event[4]))


def _leads(stage: tuple[int, ...], raw: tuple[int, ...] | None, revealed: tuple[Any, ...] | None) -> bool:
    """Whether one more of some cards, or no more of them, can lead to what is revealed; None is to decline."""
    if raw is None or revealed is None:
        return raw == revealed and not stage
    chosen = {*stage, *raw}
    if HIDDEN in revealed:
        return len(chosen) <= len(revealed)
    return chosen <= set(revealed) and (bool(raw) or len(chosen) == len(revealed))


def _layings(cards: list[int], rooms: list[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """All ways to lay cards where there is room for them."""
    if not rooms:
        yield {}
        return
    (place, room), *others = rooms
    for here in combinations(cards, room):
        for rest in _layings([card for card in cards if card not in here], others):
            yield rest | dict.fromkeys(here, place)
