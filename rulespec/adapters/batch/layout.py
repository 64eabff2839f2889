"""An encoding with its observations as one array of int64, for the engine in C."""

from array import array
from collections.abc import Iterator

from attrs import define, field

from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations, words_of
from rulespec.engine.options import ENOUGH, Site
from rulespec.engine.python.program import Asking
from rulespec.language.tree.kinds import Kind
from rulespec.plan.nodes.choices import NOTHING

_SHOWN = ("cards", "last", "number")  # by their numbers in C


def layout_of(encoding: Encoding, observations: Observations) -> bytes:
    """The int64 array that `Engine.games` takes: offsets of an observation, tables of actions, sites."""
    tables = _Tables(encoding)
    sites = list(_sites(encoding, tables))  # first, as this makes the tables
    numbers = [*_pieces(encoding, observations), len(tables.made)]
    for values in tables.made.values():
        numbers += (len(values), *values.keys(), *values.values())
    return array("q", numbers + sites).tobytes()


def _pieces(encoding: Encoding, observations: Observations) -> Iterator[int]:
    game = encoding.game
    yield len(encoding.actions)
    yield observations.size
    yield game.most_turns
    yield encoding.number(True) if any(atom is True for atom in game.vocabulary) else -1
    yield encoding.number(ENOUGH)
    yield encoding.number(NOTHING)
    yield observations.answered
    yield from observations.lying
    yield from observations.standing
    for variable in game.material.variables:
        words = words_of(variable, game.material)
        yield -1 if words is None else words
    for seat in range(game.players):
        for place in game.material.places:
            yield _SHOWN.index(place.shown_to(seat))


@define
class _Tables:
    """For each kind of values a table from value to action."""

    _encoding: Encoding
    made: dict[Kind, dict[int, int]] = field(factory=dict)

    def number(self, kind: Kind) -> int:
        if kind not in self.made:
            self.made[kind] = self._values(kind)
        return list(self.made).index(kind)

    def _values(self, kind: Kind) -> dict[int, int]:
        game, number = self._encoding.game, self._encoding.number
        match kind.name:
            case "card":
                return {at: number(card) for at, card in enumerate(game.material.cards)}
            case "word":
                return {at: number(word) for at, word in enumerate(game.material.words(str(kind.list)))}
            case _:
                return {atom: number(atom) for atom in sorted(each for each in game.vocabulary if type(each) is int)}


def _sites(encoding: Encoding, tables: _Tables) -> Iterator[int]:
    game = encoding.game
    for pc in range(len(game.plan.code)):
        ask = game.asks.get(pc)
        if isinstance(ask, Asking):
            yield 1
            yield from _site(ask.site, encoding, tables)
        else:
            yield 0


def _site(site: Site, encoding: Encoding, tables: _Tables) -> Iterator[int]:
    yield encoding.number(site.query.none)
    yield len(site.kinds)
    for kind in site.kinds:
        yield tables.number(kind.one)
