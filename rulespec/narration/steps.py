"""Events grouped into steps that read well, without losing anything that a player learned."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve, frozen

from rulespec.events.event import Answered, Event, Exchanged, Moved, Next, Shown
from rulespec.material import Card
from rulespec.plan.options import ENOUGH
from rulespec.tree.node import Citations
from rulespec.wording.story.secrets import Carried, Secrets

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


def steps(events: Sequence[Event], secrets: Secrets, *, in_words: bool = False) -> Iterator[Step]:
    """The steps of a part of a log; if each is told `in_words`, choices and what several draw are joined there."""
    step: list[Event] = []
    changes = True  # whether the step has only changes
    told = [*_merged(_telling(_settled(events), secrets), choices=not in_words)]
    alone, was_alone = False, False
    for before, event, after in zip((None, *told), told, (*told[1:], None), strict=False):
        dealt = not in_words and (_are_dealt(before, event) or _are_dealt(event, after))
        was_alone, alone = alone, event.kind in ALONE or dealt
        drawn = in_words and bool(step) and _draw_alike(step[-1], event)
        if step and (alone or was_alone or not (drawn or _goes_on(step[0], event, changes=changes))):
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


def _are_dealt(one: Event | None, other: Event | None) -> bool:
    """Whether both tell what one statement deals around, each to another zone."""
    if one is None or other is None or not one.kind == other.kind == "draw":
        return False
    return (one.statement, one.player) == (other.statement, other.player)


def _draw_alike(one: Event, other: Event) -> bool:
    """Whether two draw by one statement."""
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


def _telling(events: Sequence[Event], secrets: Secrets) -> list[Event]:
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
            if told:
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


def _merged(events: Iterable[Event], *, choices: bool) -> Iterator[Event]:
    """Joins what one statement draws to a zone, and consecutive `choices` of a player, into one event each."""
    for (kind, *_), run in groupby(events, _likeness):
        some = list(run)
        if kind == "draw":
            yield from _drawn([each for each in some if isinstance(each, Moved)])
        elif choices and len(some) > 1 and some[0].parts[1] and kind in ("choose", "pick"):
            start, _, rest = some[0].parts
            yield evolve(some[0], parts=(start, ", then ".join(each.parts[1] for each in some), rest))
        else:
            yield from some


def _drawn(run: Sequence[Moved]) -> Iterator[Moved]:
    """The draws of a statement, one for each place that cards come from and go to."""
    ways: dict[tuple[str, str], list[Moved]] = {}
    for each in run:
        start, _, rest = each.parts
        ways.setdefault((start, rest), []).append(each)
    for (start, rest), some in ways.items():
        seen = tuple(card for each in some for card in each.cards)
        what = ", ".join(each.parts[1] for each in some) if seen or len(some) == 1 else f"{len(some)} cards"
        yield evolve(some[0], parts=(start, what, rest), cards=seen, hidden=sum(each.hidden for each in some))


def _likeness(event: Event) -> tuple[str, int | None, str, Citations, object]:
    """What events that are told as one have in common."""
    of = event.statement if event.kind == "draw" else (event.parts[0], event.parts[2])
    return event.kind, event.player, event.block, event.cites, of
