"""Options and views as numbers, for frameworks that want small numbered actions and observations of one size."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from attrs import frozen

from rulespec.api import Ruleset, View
from rulespec.events.event import Answered, Event, Exchanged, Moved, Shown
from rulespec.pending import Decision, Option
from rulespec.plan.choices import DECLINE, NOTHING
from rulespec.plan.material import Card, Material
from rulespec.run.options import ENOUGH, seat_name
from rulespec.tree import declarations as d

Path = tuple[int, ...]  # the numbers of an option's atoms, one asked after the other


@frozen(eq=False, init=False)
class Encoding:
    """The numbers for a ruleset and a number of players.

    An action is an atom of the vocabulary or, after those, a way to answer without one; the first numbers are the
    cards, which are the outcomes of chance too.
    """

    rules: Ruleset
    players: int
    actions: tuple[str, ...]  # what each number is called
    pieces: tuple[tuple[str, int], ...]  # what an observation tells, in its order: a name and how many numbers it has
    _numbers: dict[Any, int]
    _variables: tuple[tuple[bool, int], ...]  # of each counter or note, whether it is one, and how many words it has

    def __init__(self, rules: Ruleset, players: int) -> None:
        atoms, material = rules.vocabulary(players), rules.game(players).material
        wordless = (DECLINE, ENOUGH, NOTHING)
        numbers = {_kind(atom): number for number, atom in enumerate(chain(atoms, wordless))}
        actions = tuple(map(str, (*atoms, *wordless)))
        pieces = [("player", players), ("active", players), ("asked", players)]
        for place in material.places:
            zone = _whose(place.zone.key, place.owner, material)
            pieces += [(zone, len(material.cards)), (f"{zone}, filled", 1)]
        variables = []
        for each in material.variables:
            holder, words = each.holder, 0
            if isinstance(holder, d.Note):
                words = players if holder.of == "player" else len(material.words(holder.of))
            variables.append((isinstance(holder, d.Counter), words))
            pieces.append((_whose(holder.key, each.owner, material), words if isinstance(holder, d.Note) else 1))
        pieces.append(("answered", len(actions)))
        self.__attrs_init__(rules, players, actions, tuple(pieces), numbers, tuple(variables))

    def __deepcopy__(self, memo: object) -> "Encoding":
        return self  # nothing changes it, and frameworks copy whatever holds it

    # ---- options

    def paths(self, decision: Decision) -> dict[Path, Option]:
        """The options of a decision by their paths; no path is the beginning of another."""
        found = {self._path(option): option for option in decision.options}
        beginnings = {path[:size] for path in found for size in range(1, len(path))}
        enough = self._numbers[_kind(ENOUGH)]
        return {(*path, enough) if path in beginnings else path: option for path, option in found.items()}

    def next_actions(self, decision: Decision, so_far: Path = ()) -> list[int]:
        """What can follow the first actions of an answer, ascending; never nothing, unless they are an answer."""
        size = len(so_far)
        return sorted({path[size] for path in self.paths(decision) if len(path) > size and path[:size] == so_far})

    def _path(self, option: Option) -> Path:
        return tuple([self._numbers[_kind(atom)] for atom in option.atoms or (option.text,)])

    # ---- chance

    @property
    def cards(self) -> int:
        """How many cards there are: the outcomes of chance are numbered below this."""
        return len(self.rules.game(self.players).material.cards)

    def number(self, atom: Any) -> int:
        """The number of an atom."""
        return self._numbers[_kind(atom)]

    # ---- observations

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(size for _, size in self.pieces)

    def observe(self, view: View, so_far: Path = ()) -> list[float]:
        """What a view shows, as numbers from -1 to 1.

        Whose view it is, whose turn it is and who is asked; for each zone a share for each card that lies in it and
        is seen (in a row the newest has 1) and how full it is; counters x as x / (1 + |x|), notes a place for each
        word; what has been answered so far.
        """
        seats = range(self.players)
        numbers: list[float] = [float(seat == who) for who in (view.player, view.active, view.asked) for seat in seats]
        for place in self.rules.game(self.players).material.places:
            numbers += self._zone(view.zone(place.zone.name, place.owner), place.zone.ordered)
        for value, (counter, words) in zip(view.variables, self._variables, strict=True):
            numbers += [_squashed(value or 0)] if counter else [float(value == word) for word in range(words)]
        numbers += [float(action in so_far) for action in range(len(self.actions))]
        return numbers

    def recalled(self, moments: int) -> int:
        """How many numbers `recall` has."""
        return moments * (self.players + len(self.actions))

    def recall(self, view: View, moments: int) -> list[float]:
        """What a view's player heard, as numbers that are 0 or 1: for each answer, the oldest first, a stretch of them.

        Who answered; what was chosen or drawn, and what else showed until the next answer, as far as he heard it. All
        that somebody else commits to at the same time is one answer. `moments` is the most that a game can have.
        """
        zones, stretch = self.rules.resolved.names.zones, self.players + len(self.actions)
        numbers = [0.0] * self.recalled(moments)
        at = -1
        for event in view.log:
            drawn = event.kind == "draw" and not zones[event.sources[0][0]].ordered  # type: ignore[attr-defined]
            if drawn or event.kind in ("choose", "pick", "commit"):
                at = min(at + 1, moments - 1)  # a commitment may be heard of somebody who was asked nothing
                numbers[at * stretch + (event.player or 0)] = 1.0
            for atom in _atoms(event):
                numbers[max(at, 0) * stretch + self.players + self.number(atom)] = 1.0
        return numbers

    def _zone(self, held: tuple[Card, ...] | int, ordered: bool) -> list[float]:
        shares = [0.0] * (self.cards + 1)
        if isinstance(held, int):
            shares[-1] = held / max(1, self.cards)
            return shares
        for at, card in enumerate(held):
            shares[self.number(card)] = (at + 1) / len(held) if ordered else 1.0
        shares[-1] = len(held) / max(1, self.cards)
        return shares


def _atoms(event: Event) -> Iterable[Any]:
    """The atoms that an event lets its hearer know."""
    match event:
        case Answered(option=Option(atoms=atoms, text=text)):
            return atoms or (text,)
        case Moved(cards=cards) | Shown(cards=cards):
            return cards
        case Exchanged(cards=(one, other)):
            return one + other
        case _:
            return ()


def _whose(name: str, owner: int | None, material: Material) -> str:
    return name if owner is None else f"{name} of {seat_name(material, owner)}"


def _kind(atom: Any) -> tuple[type, Any]:
    """A number and a truth value are different atoms."""
    return type(atom), atom


def _squashed(value: int) -> float:
    return value / (1 + abs(value))
