"""Events grouped into steps that read well, without losing anything that a player learned."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from attrs import frozen

from rulespec.engine.events.event import Answered, Event, Exchanged, Moved, Next, Shown
from rulespec.engine.options import ENOUGH
from rulespec.language.tree.node import Citations
from rulespec.rules.material import Card, Where
from rulespec.wording.story.secrets import Carried, Secrets

_JOINED = ("draw", "move")
ALONE = ("round", "turn", "limit", "round ends", "game ends")  # kinds with a step of their own


@frozen
class Step:
    """Consecutive events of one rule."""

    events: tuple[Event, ...]

    @property
    def kind(self) -> str:
        return self.events[0].kind

    @property
    def player(self) -> int | None:
        return self.events[0].player

    @property
    def rule(self) -> tuple[str, Citations]:
        return self.events[0].block, self.events[0].cites


def steps(events: Sequence[Event], secrets: Secrets, has_text: Callable[[Answered], bool]) -> Iterator[Step]:
    """The steps of a part of a log; answers that have a text of their own are in any case told."""
    step: list[Event] = []
    changes = True  # whether the step has only changes
    for event in _drawn(_telling(_settled(events), secrets, has_text)):
        alone = bool(step) and (event.kind in ALONE or step[0].kind in ALONE)
        if step and (alone or not (_draw_alike(step[-1], event) or _goes_on(step[0], event, changes=changes))):
            yield Step(tuple(step))
            step, changes = [], True
        step.append(event)
        changes = changes and event.kind == "change"
    if step:
        yield Step(tuple(step))


def _goes_on(first: Event, event: Event, *, changes: bool) -> bool:
    if (first.block, first.cites) != (event.block, event.cites):
        return False
    return event.player == first.player or (changes and event.kind == "change")


def _draw_alike(one: Event, other: Event) -> bool:
    """True if both events are draws of one statement."""
    return one.kind == other.kind == "draw" and one.statement == other.statement


def _settled(events: Sequence[Event]) -> list[Event]:
    """The events without `next` events that a later one overrode before the next turn."""
    kept: list[Event] = []
    named = False
    for event in reversed(events):
        if not (isinstance(event, Next) and named):
            kept.append(event)
        named = event.kind != "turn" and (named or isinstance(event, Next))
    return kept[::-1]


def _telling(events: Sequence[Event], secrets: Secrets, has_text: Callable[[Answered], bool]) -> list[Event]:
    """The events without choices that the event that they led to tells as well, in one backward pass."""
    kept: list[Event] = []
    block: str | None = None  # of the run of events that follow; in it the next one that could tell a choice:
    by: dict[int | None, Exchanged | Shown | Moved] = {}  # by each player
    next_one: Exchanged | Shown | Moved | None = None  # by anybody
    carried: Carried = {}
    for event in reversed(events):
        if event.kind in ALONE or event.block != block:
            by, next_one, carried = {}, None, {}
            block = None if event.kind in ALONE else event.block
        if isinstance(event, Answered):
            later = by.get(event.player) if event.kind == "choose" else next_one
            if _is_enough(event) or not secrets.is_secret(event):
                told = later is not None and _tells(later, event)
            else:
                told = secrets.is_told(event, carried)
            if told and not has_text(event):
                continue
        elif isinstance(event, Exchanged | Shown) or (isinstance(event, Moved) and event.kind in ("move", "insert")):
            by[event.player] = next_one = event
            secrets.carry(event, carried)
        kept.append(event)
    return kept[::-1]


def _tells(event: Event, choice: Answered) -> bool:
    if _is_enough(choice):
        return not choice.chose_nothing
    chosen = choice.option.atoms if choice.option else ()
    return bool(chosen) and all(isinstance(atom, Card) and atom in event.named for atom in chosen)


def _is_enough(choice: Answered) -> bool:
    return choice.option is not None and choice.option.text == ENOUGH


def _drawn(events: Iterable[Event]) -> Iterator[Event]:
    """The events, with all that one statement draws or moves for a player to a zone in one."""
    for _, run in groupby(events, lambda each: (each.statement if each.kind in _JOINED else None, each.player)):
        drawn: dict[Where, Moved] = {}
        for each in run:
            if isinstance(each, Moved) and each.kind in _JOINED:
                before = drawn.get(each.to)
                drawn[each.to] = each if before is None else before.with_more(each)
            else:
                yield each
        yield from drawn.values()
