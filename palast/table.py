"""The table as text: zones, counters and notes."""

from collections.abc import Callable, Iterator
from typing import assert_never

from rulespec import SPECTATOR, Card, LastSeen, State
from rulespec.api import View
from rulespec.game import Game
from rulespec.narration.bookkeeping import Bookkeeping
from rulespec.narration.page import Page
from rulespec.narration.standings import each_of
from rulespec.tree import declarations as d

Look = Callable[[str, int | None], tuple[Card, ...] | LastSeen | int]


def seen_by(view: View, page: Page) -> Iterator[str]:
    """The table as a player sees it."""
    game, composed = view.game, view.rules.composed
    rows = [row for zone in composed.of(d.Zone) for row in _zone(zone, view.zone, game)]
    quiet = Bookkeeping(view.rules)
    for holder in composed.of(d.Counter, d.Note):
        look = view.counter if isinstance(holder, d.Counter) else view.note
        seats = range(view.players) if holder.per_player else (None,)
        told = tuple(_told(look(holder.name, seat), holder, game) for seat in seats)
        if holder.name in quiet or told == ("0",):
            continue  # for bookkeeping, or a shared counter at 0
        rows.append((holder.name, "", each_of(game, told) if holder.per_player else told[0]))
    yield from _laid(page, rows)


def uncovered(state: State, view: View, page: Page) -> Iterator[str]:
    """The players' cards that could not be seen, for the end of a game."""
    hidden = [
        (f"{zone.name} of {name}", "", _cards(state.zone(zone.name, seat)))
        for zone in view.rules.composed.of(d.Zone)
        for name, seat in _owners(zone, view.game)
        if seat is not None and not isinstance(view.zone(zone.name, seat), tuple) and state.zone(zone.name, seat)
    ]
    if hidden:
        yield from page.lines("What could not be seen:")
        yield from _laid(page, hidden)


def seen_by_all(state: State, page: Page) -> Iterator[str]:
    """The zones that everybody sees."""
    zones = [zone for zone in state.rules.composed.of(d.Zone) if zone.sight.is_public or zone.last_seen]
    look = state.view(SPECTATOR).zone
    yield from _laid(page, [row for zone in zones for row in _zone(zone, look, state.game)])


def _zone(zone: d.Zone, look: Look, game: Game) -> Iterator[tuple[str, str, str]]:
    label = zone.name
    for name, seat in _owners(zone, game):
        yield label, name, _cards(look(zone.name, seat))
        label = ""


def _owners(holder: d.Zone, game: Game) -> list[tuple[str, int | None]]:
    if not holder.per_player:
        return [("", None)]
    return [(name, seat) for seat, name in enumerate(game.seat_names)]


def _cards(cards: tuple[Card, ...] | LastSeen | int) -> str:
    match cards:
        case tuple():
            return ", ".join(map(str, cards)) or "-"
        case LastSeen():
            return str(cards)
        case int():
            return "1 card" if cards == 1 else f"{cards} cards"
        case _:
            assert_never(cards)


def _told(value: object, holder: d.Counter | d.Note, game: Game) -> str:
    if isinstance(holder, d.Note) and holder.of == "player" and isinstance(value, int):
        return game.seat_name(value)
    return "none" if value is None else str(value)


def _laid(page: Page, rows: list[tuple[str, str, str]]) -> Iterator[str]:
    wide = max((len(label) for label, _, _ in rows), default=0)
    seat = max((len(name) for _, name, _ in rows), default=0)
    for label, name, text in rows:
        lead = f"    {label:<{wide}}  " + (f"{name:<{seat}}  " if name else "")
        yield from page.lines(text, lead=lead)
