"""The table as text: zones, counters and notes."""

from collections.abc import Callable, Iterator
from typing import assert_never

from rulespec import SPECTATOR, Card, LastSeen, State
from rulespec.engine.game import Game
from rulespec.engine.options import share_name
from rulespec.game.api import View
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Place
from rulespec.wording.narration.bookkeeping import Bookkeeping
from rulespec.wording.page import Page

Look = Callable[..., tuple[Card, ...] | LastSeen | int]


def seen_by(view: View, page: Page) -> Iterator[str]:
    """The table as a player sees it."""
    game, composed = view.game, view.rules.composed
    quiet = Bookkeeping(view.rules)
    rows = [row for zone in composed.of(d.Zone) if zone.name not in quiet for row in _zone(zone, view.zone, game)]
    for holder in composed.of(d.Counter, d.Note):
        if holder.name not in quiet:
            rows += _standing(holder, view.counter if isinstance(holder, d.Counter) else view.note, game)
    yield from _laid(page, rows)


def seen_by_all(state: State, page: Page) -> Iterator[str]:
    """The zones that everybody sees."""
    quiet = Bookkeeping(state.rules)
    zones = [zone for zone in state.rules.composed.of(d.Zone) if zone.sight.is_public or zone.last_seen]
    zones = [zone for zone in zones if zone.name not in quiet]
    look = state.view(SPECTATOR).zone
    yield from _laid(page, [row for zone in zones for row in _zone(zone, look, state.game)])


def _zone(zone: d.Zone, look: Look, game: Game) -> Iterator[tuple[str, str, str]]:
    label = zone.name
    for place in (each for each in game.material.places if each.zone.name == zone.name):
        yield label, _whose(place, game), _cards(look(*place.where))
        label = ""


def _standing(holder: d.Counter | d.Note, look: Callable[..., object], game: Game) -> Iterator[tuple[str, str, str]]:
    """A counter or a note, in a line for each word that there is one for; a shared counter only where it is not 0.

    Of notes for each word of a list, those that there are.
    """
    for word in game.material.words_by(holder) or (None,):
        owners = range(game.players) if holder.per_player else (None,)
        values = [look(holder.name, owner, word) for owner in owners]
        if word is not None and all(value is None for value in values):
            continue
        told = tuple(_told(value, holder, game) for value in values)
        if holder.per_player:
            yield holder.name if word is None else f"{holder.name} by {word}", "", _each_of(game, told)
        elif told != ("0",):
            yield share_name(game.material, holder.name, None, word), "", told[0]


def _each_of(game: Game, values: tuple[object, ...]) -> str:
    """The value of something for each player, in one line."""
    return ", ".join(f"{value} for {game.seat_name(seat)}" for seat, value in enumerate(values))


def _whose(place: Place, game: Game) -> str:
    """Whose a place is, and for which word."""
    owner = "" if place.owner is None else game.seat_name(place.owner)
    return owner if place.word is None else f"{owner} by {place.word}" if owner else str(place.word)


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
