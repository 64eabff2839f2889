"""Cards that a guess has in the wrong places of a row, which is seen where one shows, or moves, instead of another.

A guess says in which zone each card lies, and the rules in which order they come to lie in a row. So two cards of a row
change places by coming there in each other's stead.
"""

from collections.abc import Iterator
from typing import Any

from rulespec.events.log import events
from rulespec.events.motions import Motion, motions, shown
from rulespec.knowledge.card_tracks import CardTracks, Guess
from rulespec.knowledge.steps import Steps
from rulespec.plan.options import HIDDEN
from rulespec.run.hearer import HeardStep
from rulespec.run.program import ChanceNode
from rulespec.tree.kinds import CARD

Instead = tuple[tuple[int, int], ...]  # cards, each with the one that shows or moves instead of it


def in_other_places(steps: Steps, tracks: CardTracks, guess: Guess, step: HeardStep) -> Iterator[tuple[int, Guess]]:
    """Guesses by which what failed after a step may come true, each with the moment before the event that failed.

    Cards have come there in each other's stead; or, where that was not heard, others go on as was guessed of them.
    """
    tried = set[tuple[int, Instead]]()
    for raw in _answers(steps, guess, step):
        found = _instead(steps, guess, step, raw)
        if found is None or found[:2] in tried:
            continue
        moment, pairs, unheard = found
        tried.add((moment, pairs))
        turned: Guess | None = guess
        for one, other in pairs:
            turned = turned and tracks.turned_in_row(turned, one, other, moment)
        others = tracks.mended(guess, moment + 1, unheard) if unheard else None
        yield from ((moment, each) for each in (turned, others) if each is not None)


def _answers(steps: Steps, guess: Guess, step: HeardStep) -> list[Any]:
    """The answers that the guess agrees with."""
    answers, (snapshot, at, _) = steps.answers(step), step
    ask = steps.program.asks.get(snapshot.pc)
    if isinstance(ask, ChanceNode) and ask.site.kinds == (CARD,) and guess.speaks_of(at):
        return [raw for raw in answers if raw in guess.moved(at)]
    return answers


def _instead(steps: Steps, guess: Guess, step: HeardStep, raw: Any) -> tuple[int, Instead, tuple[Motion, ...]] | None:
    """Where it first goes wrong after an answer: the moment before, and the cards that others show, or move, for.

    And how these move, if the player did not hear which cards they are.
    """
    snapshot, at, _ = step
    heard, hearing = steps.memory.heard, steps.hearing
    for event in events(snapshot.retold(()).next(raw).log):
        masked = hearing.event(event)
        if masked is None:
            continue
        if at >= len(heard) or masked[0] != heard[at][0]:
            break
        moved, still = motions(event), shown(event)
        if masked != heard[at]:
            found = _seen_instead([*moved, *still], [*motions(heard[at]), *shown(heard[at])])
            return (at - 1, found, ()) if found else None
        found = _guessed_instead(moved, guess, at)
        if found:
            return at - 1, found, moved
        at += 1
    return None


def _seen_instead(ways: list[Motion], heard: list[Motion]) -> Instead:
    if len(ways) != len(heard):
        return ()
    pairs = zip(heard, ways, strict=True)
    return tuple(
        [(card, other) for (card, *way), (other, *beside) in pairs if card not in (HIDDEN, other) and way == beside]
    )


def _guessed_instead(ways: tuple[Motion, ...], guess: Guess, at: int) -> Instead:
    """The cards that were guessed to move at a moment, each with one that moves the same way and was not."""
    if not guess.speaks_of(at):
        return ()
    moment, moved = at - guess.start, guess.moved(at)
    others = [way for way in ways if way[1] != way[2] and way[0] not in moved]
    found = list[tuple[int, int]]()
    for card in sorted(moved - {card for card, _, _ in ways}):
        way = guess.tracks.place(card, moment - 1), guess.tracks.place(card, moment)
        other = next((each for each in others if each[1:] == way), None)
        if other is not None:
            others.remove(other)
            found.append((card, other[0]))
    return tuple(found)
