"""The candidates for each position of the rows that are hidden from a player, derived from the events they heard."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from typing import Any

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import RawEvent
from rulespec.engine.events.motions import Motion, motions, shown
from rulespec.engine.options import HIDDEN
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Asking, Program
from rulespec.engine.python.values import Value
from rulespec.knowledge.hints import LASTS, Excluded, Hints, UnknownCard
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.recall import UNSEEN, UnseenError
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import ALWAYS
from rulespec.plan.nodes.roles import EFFECT, SET, having, within

Row = list[int]  # the candidates for each position, a set of cards with one bit each

_ANSWERS = k.Choose | k.Pick | k.Reveal | k.ChooseByChance
# a set that consists of these is empty if a name in it has no value, so a forgotten name cannot mislead
_PLAIN = (
    t.Constant | t.Listed | t.Slot | t.Own | t.Subject | t.Active | t.CardsIn | t.Single | t.First | t.Last
    | t.FirstCards | t.LastCards | t.PositionIn | t.Union
)  # fmt: skip


class Statements:
    """The effects of a program by the origin that players hear, if that identifies the effect."""

    def __init__(self, program: Program) -> None:
        found: dict[int, set[f.Effect | None]] = {}  # None: an effect inside 'at the same time'
        for each in program.plan.code:
            for effect in having(EFFECT, each) if isinstance(each, i.Happen | i.Defer | i.Together) else ():
                origin = program.heard_origins[effect.origin]
                found.setdefault(origin, set()).add(effect if isinstance(each, i.Happen) else None)
        self._effects = {origin: effect for origin, (effect, *others) in found.items() if not others}
        self.waiting = {origin for origin, effects in found.items() if None in effects}
        self.value: Callable[[t.Term], Value] = cache(program.executor.values.value)
        self.slots = {  # of names with one value, whose answer is always heard
            slot
            for ask in program.asks.values()
            if not isinstance(ask, Asking) or ask.choice is None or ask.choice.asked == ALWAYS
            for slot, kind in zip(ask.site.slots, ask.site.kinds, strict=False)
            if not kind.many
        }

    def of(self, happened: k.Event) -> f.Effect | None:
        """The effect behind an event; None if several are possible, or if no effect caused it."""
        return self._effects.get(happened.origin) if isinstance(happened, k.ByRule) else None

    def sets(self, happened: k.Event, side: int) -> Sequence[t.Set]:
        """The sets of cards on one side of the effect behind an event; none if they could mislead."""
        effect = self.of(happened)
        sets = [] if effect is None else list(having(SET, effect))
        found = sets if isinstance(effect, f.Move | f.Insert) else sets[side : side + 1]
        return found if all(isinstance(part, _PLAIN) for each in found for part in within(each)) else ()


class HiddenRows:
    """Replays all events that a player heard; `cells` has the candidates for each position of each hidden row.

    The true card is always among them. A row stays known while its cards move from and to positions that the player can
    work out: the rule behind an event is evaluated on the table as they saw it, with an `UnknownCard` at each position
    that they do not know. `hints.py` adds the cards that the conditions of a turn exclude.
    """

    def __init__(self, seen: Perspective) -> None:
        self.cells: dict[int, Row] = {}
        self._program, self._recall, self._heard = seen.game.program, seen.recall, tuple(seen.recall.heard)
        places = self._program.material.places
        rows = [at for at, place in enumerate(places) if place.zone.ordered and not place.seen_by(seen.player)]
        if not rows:
            return
        self._lasts = [place for place in rows if places[place].shown_to(seen.player) == "last"]
        made = self._program.made
        made["statements"] = self._statements = made.get("statements") or Statements(self._program)
        self._may, zones = seen.memory.may, k.began(self._heard[0]).zones or self._program.material.laid
        for place in rows:
            self.cells[place] = [self._lying(place, 0) if card == HIDDEN else 1 << card for card in zones[place]]
            self._narrow(place, 0)
        self._before = [{}, self.cells]  # the candidates before each event, and after the last one
        turns = [moment for moment, event in enumerate(self._heard) if event[0] == k.TURN]
        hints = Hints(self._program, seen.game.hearing(seen.player), self._heard, self._table)
        for start, end in pairwise(sorted({1, *turns, len(self._heard)})):
            self._follow(start, end, {})
            if start in turns and (excluded := hints.excluded(start)):
                self._follow(start, end, excluded)
        self._uncover(seen.sight.zones)
        for place in rows:
            self._narrow(place, -1)

    # ---- event by event

    def _follow(self, start: int, end: int, excluded: Excluded) -> None:
        """Replays the events of a turn, without the cards that are excluded from some positions."""
        del self._before[start + 1 :]
        for moment in range(start, end + 1):
            self.cells = self._before[moment]
            for (at, place, index), cards in excluded.items():
                if at == moment and place in self.cells:
                    self.cells[place][index] &= ~cards
                    self._narrow(place, moment - 1)
            if moment < end:
                self._apply(moment, self._heard[moment])
                self._before.append(self.cells)

    def _apply(self, moment: int, event: RawEvent) -> None:
        """Applies an event to the rows."""
        happened, moved = k.read(event), motions(event)
        ways = moved or shown(event)
        touched = {place for _, *both in ways for place in both if place in self.cells}
        if not touched:
            return
        self.cells = {place: row.copy() for place, row in self.cells.items()}
        half = len(happened.mine) if isinstance(happened, k.Exchange) else len(ways)
        sides = [side for side in (ways[:half], ways[half:]) if side]
        origins = [self._origins(moment, happened, at, side) for at, side in enumerate(sides)]
        if not moved:
            self._replace([(each, each) for each in origins[0] if each.index is not None])
        elif 2 * half == len(ways):
            self._replace([*zip(*origins, strict=True), *zip(*reversed(origins), strict=True)])
        else:
            at = self._index(moment, happened)
            self._take([each for side in origins for each in side])
            for side, found in zip(sides, origins, strict=True):
                self._put(side[0][2], [each.cards for each in found], at)
        is_told = moment + 1 == len(self._heard) or self._heard[moment + 1][0] not in LASTS
        if self._lasts and is_told and happened.statement not in self._statements.waiting:
            self._uncover(self._recall.before(moment + 1).zones)
        for place in touched.union(self._lasts):
            self._narrow(place, moment)

    def _uncover(self, zones: Sequence[Sequence[Any]]) -> None:
        """Enters the last cards of the rows whose last card everybody sees."""
        for place in self._lasts:
            if zones[place] and isinstance(zones[place][-1], int):
                self.cells[place][-1] = 1 << zones[place][-1]

    def _table(self, moment: int, own: int = 0) -> Machine:
        """The table before an event, as a rule reads it."""
        machine, names = self._recall.before(moment), self._names(moment)
        for place, cells in self._before[moment].items():
            row: list[Any] = [UnknownCard(place, at, cards) for at, cards in enumerate(cells)]
            for at, cards in enumerate(cells):
                if (card := only(cards)) is not None:
                    row[at], machine.where[card] = card, place
            machine.zones[place] = tuple(row)
        machine.names = [name if slot in names else UNSEEN for slot, name in enumerate(machine.names)]
        machine.own = own
        return machine

    def _names(self, moment: int) -> set[int]:
        """The slots of the names that were answered since the last moment at which names may have been forgotten."""
        found = set[int]()
        for at in range(moment - 1, 0, -1):
            happened = k.read(self._heard[at])
            if isinstance(happened, _ANSWERS) and happened.answer is not None:
                found.update(self._program.asks[happened.pc].site.slots)
            elif isinstance(happened, _ANSWERS | k.Turn | k.Lapse | k.RoundEnds | k.GameEnds):
                break
        return found & self._statements.slots

    # ---- where cards come from

    def _origins(self, moment: int, happened: k.Event, side: int, ways: Sequence[Motion]) -> list[UnknownCard]:
        """The origins of the cards on one side of an event: from its rule if possible, else from the event alone."""
        if isinstance(happened, k.Draw):
            there = [len(self.cells.get(happened.source, ())) - 1]
            return [self._origin(moment, happened.card, happened.source, there)]
        sets = self._statements.sets(happened, side)
        is_secret = isinstance(happened, k.ShowSecretly)  # its player saw the cards, and may not be the one who acted
        owns = range(self._program.material.players) if is_secret else [happened.player or 0]
        for own in owns if sets else ():
            with suppress(UnseenError):
                return self._by_rule(moment, own, sets, ways)
        return self._by_event(moment, ways)

    def _by_rule(self, moment: int, own: int, sets: Sequence[t.Set], ways: Sequence[Motion]) -> list[UnknownCard]:
        """The origins of the cards in some sets; an `UnseenError` if they are unknown or contradict the event.

        The event lists its cards in the order of the rule unless some are hidden.
        """
        machine, sources = self._table(moment, own), [source for _, source, _ in ways]
        hand = min([place for place in sources if place not in self.cells], default=sources[0])
        found: list[Any] = [card for each in sets for card in self._statements.value(each)(machine, own, None)]
        heard = {card: source for card, source, _ in ways}
        for at, card in enumerate(found):
            if card is UNSEEN:  # somebody chose it from their hand
                found[at] = self._origin(moment, HIDDEN, hand)
            elif isinstance(card, int):
                place = heard.get(card, machine.where[card])
                found[at] = self._origin(moment, card, place, self._indices(place, 1 << card))
        if sorted([each.place for each in found]) != sorted(sources):
            raise UnseenError
        for at, (card, source, _) in enumerate(ways if HIDDEN not in heard else ()):
            if found[at].place != source or not found[at].cards >> card & 1:
                raise UnseenError
            found[at] = UnknownCard(source, found[at].index, 1 << card)
        return found

    def _by_event(self, moment: int, ways: Sequence[Motion]) -> list[UnknownCard]:
        """The origins of the cards that an event moves or shows, as far as the event reveals them."""
        named, found, used = {card for card, _, _ in ways}, list[UnknownCard](), set[int | None]()
        for card, place, to in ways:
            cards = self._lying(to, moment) if card == HIDDEN else 1 << card
            row, lying = self.cells.get(place, []), self._lying(place, moment)
            there = [at for at in self._indices(place, cards) if at not in used]
            if card == HIDDEN:  # a known card that is no longer there has left
                gone = [at for at in there if not row[at] & lying and only(row[at]) not in (None, *named)]
                there = gone[:1] or there
            found.append(self._origin(moment, card, place, there))
            used.add(found[-1].index)
        every = _union(each.cards for each in found)
        return [UnknownCard(each.place, each.index, every) for each in found] if HIDDEN in named else found

    def _indices(self, place: int, cards: int) -> list[int]:
        """The indices of a row that can hold one of some cards."""
        return [at for at, cell in enumerate(self.cells.get(place, ())) if cell & cards]

    def _origin(self, moment: int, card: Any, place: int, there: Sequence[int] = ()) -> UnknownCard:
        """A card from one of some indices of a row, or from another place."""
        if card != HIDDEN:
            cards = 1 << card
        elif place in self.cells:
            cards = _union([self.cells[place][at] for at in there] or self.cells[place])
        else:
            cards = self._lying(place, moment - 1)
        return UnknownCard(place, there[0] if len(there) == 1 else None, cards)

    # ---- where they go to

    def _index(self, moment: int, happened: k.Event) -> int | None:
        """The index at which an event puts the first card, at most; None if it is unknown."""
        if not isinstance(happened, k.Insert):
            return len(self._program.material.cards)
        at: Any = happened.position
        effect = self._statements.of(happened)
        if at == HIDDEN and isinstance(effect, f.Insert):
            with suppress(UnseenError):
                at = (
                    self._statements.value(effect.position)(self._table(moment, happened.seat), happened.seat, None)
                    or 0
                )
        return None if at == HIDDEN else max(at - 1, 0)

    def _replace(self, pairs: Iterable[tuple[UnknownCard, UnknownCard]]) -> None:
        """Replaces the first card of each pair with the second."""
        for out, into in pairs:
            for at in self._indices(out.place, out.cards):
                if out.index in (None, at):
                    kept = self.cells[out.place][at] if out.index is None else 0
                    self.cells[out.place][at] = kept | into.cards

    def _take(self, leaving: Sequence[UnknownCard]) -> None:
        for place, row in self.cells.items():
            indices = {each.index for each in leaving if each.place == place}
            self.cells[place] = [cell for at, cell in enumerate(row) if at not in indices]
        for each in leaving:
            if each.index is None and each.place in self.cells:
                row = self.cells[each.place]
                there = self._indices(each.place, each.cards)
                self.cells[each.place] = _one_of([*row[:at], *row[at + 1 :]] for at in there)

    def _put(self, place: int, cards: Row, at: int | None) -> None:
        if place in self.cells:
            row = self.cells[place]
            there = range(len(row) + 1) if at is None else [min(at, len(row))]
            self.cells[place] = _one_of([*row[:at], *cards, *row[at:]] for at in there)

    # ---- what follows from where cards can be

    def _lying(self, place: int, moment: int) -> int:
        """The cards that may have been in a place after an event."""
        return sum([1 << card for card, places in enumerate(self._may[moment]) if places >> place & 1])

    def _narrow(self, place: int, moment: int) -> None:
        """Removes candidates that are elsewhere, or at another position."""
        lying = self._lying(place, moment)
        sure = [1 << card for card, places in enumerate(self._may[moment]) if places == 1 << place]
        before, row = None, [cell & lying for cell in self.cells[place]]
        while row != before:
            before = row
            alone = [cell for cell in row if only(cell) is not None]
            row = [cell if cell in alone else cell & ~_union(alone) for cell in row]
            for card in sure:
                holding = [at for at, cell in enumerate(row) if cell & card]
                if len(holding) == 1:
                    row[holding[0]] = card
        self.cells[place] = row


def only(cards: int) -> int | None:
    """The card of a set of one; None for any other set."""
    return cards.bit_length() - 1 if cards.bit_count() == 1 else None


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _one_of(rows: Iterable[Row]) -> Row:
    """The candidates for a row that equals one of several rows."""
    return [_union(cells) for cells in zip(*rows, strict=True)]
