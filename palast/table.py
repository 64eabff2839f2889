"""What lies on the table, zone by zone and counter by counter, for somebody who looks at it."""

from collections.abc import Callable, Iterator

from palast.page import Page
from palast.standings import each_of
from rulespec import Card, Ruleset, State
from rulespec.api import View
from rulespec.tree import declarations as d

Look = Callable[[str, int | None], tuple[Card, ...] | int]


def seen_by(view: View, rules: Ruleset, page: Page) -> Iterator[str]:
    """The table as one player sees it."""
    zones = rules.composed.of(d.Zone)
    rows = [row for zone in zones for row in _zone(zone, view.zone, rules, view.players)]
    for holder in rules.composed.of(d.Counter, d.Note):
        look = view.counter if isinstance(holder, d.Counter) else view.note
        seats = range(view.players) if holder.per_player else (None,)
        told = tuple(_told(look(holder.name, seat), holder, rules, view.players) for seat in seats)
        rows.append((holder.name, "", each_of(rules, view.players, told) if holder.per_player else told[0]))
    yield from _laid(page, rows)


def seen_by_all(state: State, page: Page) -> Iterator[str]:
    """The part of the table that everybody sees."""
    rules = state.rules
    zones = [zone for zone in rules.composed.of(d.Zone) if zone.seen_by == "all"]
    yield from _laid(page, [row for zone in zones for row in _zone(zone, state.zone, rules, state.players)])


def _zone(zone: d.Zone, look: Look, rules: Ruleset, players: int) -> Iterator[tuple[str, str, str]]:
    label = zone.name
    for name, seat in _owners(zone, rules, players):
        yield label, name, _cards(look(zone.name, seat))
        label = ""


def _owners(holder: d.Zone, rules: Ruleset, players: int) -> list[tuple[str, int | None]]:
    if not holder.per_player:
        return [("", None)]
    return [(rules.game(players).seat_name(seat), seat) for seat in range(players)]


def _cards(cards: tuple[Card, ...] | int) -> str:
    if isinstance(cards, tuple):
        return ", ".join(map(str, cards)) or "-"
    return "1 card" if cards == 1 else f"{cards} cards"


def _told(value: object, holder: d.Counter | d.Note, rules: Ruleset, players: int) -> str:
    if isinstance(holder, d.Note) and holder.of == "player" and isinstance(value, int):
        return rules.game(players).seat_name(value)
    return "none" if value is None else str(value)


def _laid(page: Page, rows: list[tuple[str, str, str]]) -> Iterator[str]:
    wide = max((len(label) for label, _, _ in rows), default=0)
    seat = max((len(name) for _, name, _ in rows), default=0)
    for label, name, text in rows:
        lead = f"    {label:<{wide}}  " + (f"{name:<{seat}}  " if name else "")
        yield from page.lines(text, lead=lead)
