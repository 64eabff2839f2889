"""Possible worlds: games that one player cannot tell from the one he plays, made of nothing but what he heard."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulespec.engine.hearing import Hearing, Raw
from rulespec.engine.machine import Log
from rulespec.engine.memory import Memory, motions
from rulespec.engine.options import HIDDEN
from rulespec.engine.program import Asking, Drawing, Program
from rulespec.engine.strands import Guess, Strands

if TYPE_CHECKING:
    from rulespec.engine.state import State
    from rulespec.engine.view import View

GUESSES = 30  # at one stretch of the game, each as likely as any other, before the best of them is bettered
BETTERED = 40  # times for each event of a stretch, before all of the game is begun anew
TRIALS = 30  # answers tried for each event of a stretch, before another guess
AHEAD = 12  # events after a secret choice among which it may show what was chosen

Step = tuple["State", int]  # a state, and how many events of what he heard have led to it


@frozen(eq=False, slots=False)
class Worlds:
    """The games that agree with a view."""

    view: "View"

    def sample(self, random: Random) -> "State":
        """One of them, at random."""
        while True:
            step: Step | None = None
            for strands in self._stretches:
                step = self._guessed(strands, step, random)
                if step is None:
                    break
            else:
                assert step is not None
                return step[0]

    def all(self) -> Iterator["State"]:
        """All of them, in a fixed order; there can be very many."""
        open_ = [filter(None, (self._agreed(first, None, 0, None) for first in self._beginnings()))]
        while open_:
            step = next(open_[-1], None)
            if step is None:
                open_.pop()
                continue
            if self._is_here(*step):
                yield step[0]
            open_.append(filter(None, [self._after(*step, raw, None) for raw in self._answers(*step)]))

    # ---- guessing

    @cached_property
    def _stretches(self) -> list[Strands]:
        """The game in parts: from one moment at which he knew where all cards were to the next."""
        heard, memory = self._heard, Memory(self._program.material, self._heard)
        last = len(heard) - 1
        cuts = [
            moment for moment in memory.settled() if 0 < moment < last and heard[moment + 1][0] in ("draw", "choose")
        ]
        return [Strands(memory, *ends) for ends in zip([0, *cuts], [*cuts, last], strict=True)]

    def _guessed(self, strands: Strands, step: Step | None, random: Random) -> Step | None:
        """The game played on through a stretch: by a guess that fits, else by the best one, bettered bit by bit."""
        best: tuple[int, Guess] | None = None
        for _ in range(GUESSES):
            guess = strands.guess(random)
            if guess is None:
                continue
            reached, played = self._played(step, strands.end, guess, random)
            if played is not None:
                return played
            if best is None or reached > best[0]:
                best = reached, guess
        for _ in range(BETTERED * (strands.end - strands.start) if best else 0):
            assert best is not None
            guess = strands.varied(best[1], random)
            reached, played = self._played(step, strands.end, guess, random)
            if played is not None:
                return played
            if reached >= best[0]:
                best = reached, guess
        return None

    def _played(self, step: Step | None, end: int, guess: Guess, random: Random) -> tuple[int, Step | None]:
        """Plays on as guessed: how much of what was heard came true, and the step at which all of it has."""
        begun = step or self._agreed(self._beginning(guess.first), None, 0, guess)
        if begun is None:
            return 0, None
        trials, reached = TRIALS * (end - begun[1] + 2), begun[1]
        open_ = [iter([begun])]
        while open_ and trials > 0:
            trials -= 1
            here = next(open_[-1], None)
            if here is None:
                open_.pop()
                continue
            reached = max(reached, here[1])
            if here[1] > end and (end < len(self._heard) - 1 or self._is_here(*here)):
                return reached, here
            open_.append(self._on(here, guess, random))
        return reached, None

    def _on(self, step: Step, guess: Guess, random: Random) -> Iterator[Step]:
        """What can follow, the likeliest first."""
        (state, at), moved = step, guess.moved
        ask, answers = self._program.asks.get(state._pc), self._answers(state, at)
        if isinstance(ask, Drawing) and answers:
            answers = [raw for raw in answers if raw in moved[at]] or answers
        elif ask is not None and len(answers) > 1:
            site, soon = ask.site, frozenset[int]().union(*moved[at : at + AHEAD])
            answers = sorted(answers, key=lambda raw: (len(site.cards(raw) - soon), random.random()))
        for raw in answers:
            after = self._after(*step, raw, guess)
            if after is not None:
                yield after

    # ---- how games begin

    def _beginning(self, lying: tuple[int, ...]) -> "State":
        """The game from how it began, with every unseen card where it was guessed."""
        _, first, zones, variables = self._heard[0]
        if zones is not None:
            held = ([card for card, place in enumerate(lying) if place == at] for at in range(len(zones)))
            zones = tuple(tuple(guessed) if HIDDEN in zone else zone for zone, guessed in zip(zones, held, strict=True))
        return self.view.rules.restart(self.view.players, first, zones, variables)

    def _beginnings(self) -> Iterator["State"]:
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
    def _heard(self) -> tuple[Raw, ...]:
        return self.view.heard

    @cached_property
    def _program(self) -> Program:
        return self.view.rules.program(self.view.players)

    @cached_property
    def _ears(self) -> Hearing:
        return Hearing(self._program, self.view.player)

    def _is_here(self, state: "State", at: int) -> bool:
        return at == len(self._heard) and state.view(self.view.player).now == self.view.now

    def _answers(self, state: "State", at: int) -> list[Any]:
        """The answers in a state that may lead to what he heard next."""
        ask, raws = self._program.asks.get(state._pc), state.raws
        expected = self._heard[at] if at < len(self._heard) else None
        if ask is None:
            return []
        if not isinstance(ask, Asking):
            card = expected[3] if expected and expected[0] == "draw" else None
            return [raw for raw in raws if card in (HIDDEN, raw)]
        seat, origin = int(state.position[5]), ask.site.origin
        match expected:
            case ("choose" | "commit" | "pick" as kind, _, who, pc, answer) if who == seat and pc == state._pc:
                hears = self._ears.event
                found = [raw for raw in raws if hears((kind, origin, seat, pc, raw)) == expected]
                whole = state.position[8] is None  # not a card of several that are asked one by one
                return self._as_revealed(found, at) if answer == HIDDEN and whole else found
            case _:
                return [] if seat == self.view.player else list(raws)

    def _as_revealed(self, answers: list[Any], at: int) -> list[Any]:
        """Those of the committed answers that agree with what is revealed of them later."""
        _, origin, seat, pc, _ = self._heard[at]
        for event in self._heard[at + 1 :]:
            if event[0] == "commit" and event[2:4] == (seat, pc):
                break
            if event[0] == "reveal" and event[2:4] == (seat, pc):
                return [raw for raw in answers if self._ears.event(("reveal", origin, seat, pc, raw)) == event]
        return answers

    def _after(self, state: "State", at: int, raw: Any, guess: Guess | None) -> Step | None:
        return self._agreed(state._next(raw, None), state._log, at, guess)

    def _agreed(self, state: "State", before: Log, at: int, guess: Guess | None) -> Step | None:
        """A state with how far it is in what he heard; None if he heard something else, or it was guessed otherwise."""
        new, log = [], state._log
        while log is not before and log is not None:
            event, log = log
            new.append(event)
        for event in reversed(new):
            heard = self._ears.event(event)
            if heard is None:
                continue
            if at >= len(self._heard) or heard != self._heard[at]:
                return None
            if (
                guess is not None
                and at < len(guess.moved)
                and heard != event
                and not _as_guessed(event, guess.moved[at])
            ):
                return None
            at += 1
        return state, at


def _as_guessed(event: Raw, moved: frozenset[int]) -> bool:
    return {card for card, source, to in motions(event) if source != to} == moved


def _layings(cards: list[int], rooms: list[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """All ways to lay cards where there is room for them."""
    if not rooms:
        yield {}
        return
    (place, room), *others = rooms
    for here in combinations(cards, room):
        for rest in _layings([card for card in cards if card not in here], others):
            yield rest | dict.fromkeys(here, place)
