"""Events that belong together, as one step that reads well: nothing that a player learned gets lost."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from attrs import evolve, frozen

from rulespec.engine.events import Event
from rulespec.tree.node import Citations

_ALONE = ("round", "turn", "limit", "round ends", "game ends")  # what has a line of its own
_TELLING = ("move", "exchange", "show")  # what tells, by doing it, what was chosen
_HIDDEN = re.compile(r"chooses \d+ cards?$|has committed$")


@frozen
class Step:
    """What one rule made happen, in as many sentences as it takes; `kind` is empty where its events differ in it."""

    kind: str
    player: int | None
    block: str
    cites: Citations
    sentences: tuple[str, ...]


def steps(events: Sequence[Event], cards: Container[str]) -> Iterator[Step]:
    """The steps of a stretch of a log; `cards` are the names of all cards."""
    step: Step | None = None
    for event in _merged(_telling(events, cards)):
        if step is not None and _goes_on(step, event):
            kind = step.kind if step.kind == event.kind else ""
            step = evolve(step, kind=kind, sentences=(*step.sentences, event.sentence))
            continue
        if step is not None:
            yield step
        step = Step(event.kind, event.player, event.block, event.cites, (event.sentence,))
    if step is not None:
        yield step


def _goes_on(step: Step, event: Event) -> bool:
    if event.kind in _ALONE or step.kind in _ALONE or (step.block, step.cites) != (event.block, event.cites):
        return False
    return event.player == step.player or step.kind == event.kind == "change"


def _telling(events: Sequence[Event], cards: Container[str]) -> Iterator[Event]:
    """The events without the choices that the event they led to tells as well."""
    for index, event in enumerate(events):
        if event.kind not in ("choose", "commit", "reveal") or not _told_later(event, events[index + 1 :], cards):
            yield event


def _told_later(choice: Event, later: Sequence[Event], cards: Container[str]) -> bool:
    for event in later:
        if event.kind in _ALONE or event.block != choice.block:
            return False
        if event.kind in _TELLING and (event.player == choice.player or choice.kind != "choose"):
            return bool(_HIDDEN.search(choice.sentence)) or _tells(event, choice, cards)
    return False


def _tells(event: Event, choice: Event, cards: Container[str]) -> bool:
    chosen = re.split(r" chooses | commits to | reveals ", choice.sentence, maxsplit=1)[-1].split(", ")
    return all(card in cards and re.search(rf"(?<!\w){re.escape(card)}(?!\w)", event.sentence) for card in chosen)


def _merged(events: Iterable[Event]) -> Iterator[Event]:
    """Choices of one player in a row, and cards that he draws one by one, in one sentence."""
    run: list[Event] = []
    for event in events:
        if run and not _alike(run[-1], event):
            yield _one(run)
            run = []
        run.append(event)
    if run:
        yield _one(run)


def _alike(one: Event, other: Event) -> bool:
    if (one.kind, one.player, one.block, one.cites) != (other.kind, other.player, other.block, other.cites):
        return False
    if one.kind == "choose":
        return " chooses " in one.sentence and " chooses " in other.sentence
    return one.kind == "draw" and _drawn(one)[::2] == _drawn(other)[::2]


def _one(run: list[Event]) -> Event:
    first = run[0]
    if len(run) == 1:
        return first
    if first.kind == "choose":
        chosen = [each.sentence.split(" chooses ", 1)[1] for each in run]
        return evolve(first, sentence=f"{first.sentence}, then {', then '.join(chosen[1:])}")
    who, _, where = _drawn(first)
    drawn = [_drawn(each)[1] for each in run]
    what = f"{len(run)} cards" if set(drawn) == {"1 card"} else ", ".join(drawn)
    return evolve(first, sentence=f"{who} draws {what} from {where}")


def _drawn(event: Event) -> tuple[str, str, str]:
    """Who draws, what, and from where to where."""
    said, _, where = event.sentence.rpartition(" from ")
    who, _, what = said.partition(" draws ")
    return who, what, where
