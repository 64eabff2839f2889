"""Laid-out positions: cards in zones and values of counters and notes, given by name."""

from collections.abc import Iterable, Mapping
from typing import Any

from rulespec.engine.game import Game, Variables, Zones
from rulespec.language.errors import require_type, shortened
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.rules.material import Card

KEYS = "a name, (name, seat), (name, word) or (name, seat, word)"


def lay(game: Game, zones: Mapping[Any, Any], counters: Mapping[Any, Any]) -> tuple[Zones, Variables]:
    """The zones and variables of a position, with the initial ones for what is not given; see `Ruleset.at`."""
    if not isinstance(zones, Mapping) or not isinstance(counters, Mapping):
        raise ValueError(f"zones and counters must be mappings, keyed by {KEYS}")
    material = game.material
    numbers = {card.name: number for number, card in enumerate(material.cards)}
    taken: dict[int, Any] = {}
    wanted: dict[int, tuple[int, ...]] = {}
    for key, cards in zones.items():
        place = _found(game, key, zone=True)
        found = tuple(_number(card, numbers) for card in _listed(cards, game, key))
        for card in found:
            if card in taken:
                places = f"{_called(game, taken[card])} and {_called(game, key)}"
                raise ValueError(f"{material.cards[card]} is in two places: {places}")
            taken[card] = key
        wanted[place] = found
    lying = [tuple(card for card in zone if card not in taken) for zone in material.laid]
    for place, cards in wanted.items():
        laid = lying[place] + cards
        lying[place] = laid if material.places[place].zone.ordered else tuple(sorted(laid))
    variables = material.numbers()
    for key, value in counters.items():
        variable = _found(game, key, zone=False)
        variables[variable] = _number_or_word(game, key, value)
    return tuple(lying), tuple(variables)


def _found(game: Game, key: Any, *, zone: bool) -> int:
    name, *of = key if isinstance(key, tuple) and 1 < len(key) < 4 else (key,)
    if not isinstance(name, str):
        raise TypeError(shortened(f"keys of zones and counters must be {KEYS}, not {key!r}"))
    try:
        if zone:
            return game.place(name, *of)
        kind: type[d.Counter | d.Note] = d.Note if name in game.rules.resolved.names.notes else d.Counter
        return game.variable(kind, name, *of)
    except LookupError as error:
        raise ValueError(str(error)) from None


def _called(game: Game, key: Any) -> str:
    """The key of a zone, counter or note in words."""
    name, *of = [each for each in key if each is not None] if isinstance(key, tuple) else [key]
    holder = game.rules.resolved.names.holder(name)
    words = [f"of seat {of.pop(0)}"] if holder is not None and holder.per_player and of else []
    words += [f"{'by' if words else 'of'} {each}" for each in of]
    return " ".join((f"'{name}'", *words))


def _listed(cards: Any, game: Game, key: Any) -> Iterable[Any]:
    if isinstance(cards, str | Card) or not isinstance(cards, Iterable):
        raise TypeError(f"the cards of {_called(game, key)} must be a list")
    return cards


def _number(card: Any, numbers: dict[str, int]) -> int:
    require_type("cards", card, (Card, str), "cards or names of cards")
    name = str(card)
    if name not in numbers:
        raise ValueError(shortened(f"unknown card {name!r}; {did_you_mean(name, numbers)}"))
    return numbers[name]


def _number_or_word(game: Game, key: Any, value: Any) -> int | None:
    name = key[0] if isinstance(key, tuple) else key
    names, material = game.rules.resolved.names, game.material
    note = names.notes.get(name)
    if note is None:
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(shortened(f"the counter {_called(game, key)} must be an int, not {value!r}"))
        counter = names.counters[name]
        low = LEAST_NUMBER if counter.below is None else counter.below
        high = MOST_NUMBER if counter.above is None else counter.above
        if not low <= value <= high:
            said = value if abs(value) < 10**20 else "so large"
            raise ValueError(f"the counter {_called(game, key)} can never be {said}")
        return value
    if value is None:
        return None
    words = [str(seat) for seat in range(material.players)] if note.of == "player" else list(material.words(note.of))
    if str(value) not in words:
        what = f"the note {_called(game, key)} cannot be {value!r}"
        raise ValueError(shortened(f"{what}; {did_you_mean(str(value), words)}"))
    return words.index(str(value))
