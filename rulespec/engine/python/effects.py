"""Effects as pairs of closures: one works out what will happen, the other makes it happen and tells it in the log."""

from collections.abc import Callable
from typing import Any, assert_never

from rulespec.engine.events import kinds as k
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.motions import Motions
from rulespec.engine.python.values import Value, Values
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import terms as t
from rulespec.plan.plan import Plan

Evaluate = Callable[[Machine], Any]  # what the effect is about; None where there is nothing to do
Execute = Callable[[Machine, Any], None]
Built = tuple[Evaluate, Execute]


class Effects:
    """Makes the closures of effects."""

    def __init__(self, plan: Plan, values: Values) -> None:
        self.motions = Motions(plan.table.rows)
        self.values = values
        self._places = len(plan.table.rows)
        self._owners = plan.table.owners

    def build(self, effect: f.Effect | f.CanDraw) -> Built:
        match effect:
            case f.Move():
                return self._move(effect)
            case f.Insert():
                return self._insert(effect)
            case f.Exchange():
                return self._exchange(effect)
            case f.Show():
                return self._show(effect)
            case f.ShowSecretly():
                return self._show_secretly(effect)
            case f.Set():
                return self._set(effect)
            case f.Add():
                return self._add(effect)
            case f.MakeNext():
                return self._make_next(effect)
            case f.Reverse():
                return self._reverse(effect)
            case f.CanDraw():
                return self._can_draw(effect)
            case _:
                assert_never(effect)

    def place(self, place: f.Place) -> Callable[[Machine], int | None]:
        """The number of a place, None where its owner is none."""
        first = place.first
        if place.whose is None:
            return lambda mc: first
        who = self.values.value(place.whose)
        return lambda mc: None if (seat := who(mc, mc.own, None)) is None else first + seat

    # ---- cards

    def _move(self, effect: f.Move) -> Built:
        origin, place, motions = effect.origin, self.place(effect.to), self.motions
        match effect.cards:
            case (t.Single(card),):
                return self._move_one(self.values.value(card), place, origin)
        cards = self._cards(effect.cards)

        def evaluate(mc: Machine) -> Any:
            target = place(mc)
            if target is None:
                return None
            moving = cards(mc)
            return (moving, target) if moving else None

        def execute(mc: Machine, what: Any) -> None:
            moving, target = what
            sources = tuple([mc.where[card] for card in moving])
            if len(moving) == 1:
                motions.put(mc, moving[0], target)
            else:
                motions.gather(mc, moving, target)
            mc.log = ((k.MOVE, origin, mc.own, moving, sources, target), mc.log)

        return evaluate, execute

    def _cards(self, sets: tuple[t.Set, ...]) -> Callable[[Machine], tuple[int, ...]]:
        """The cards of several sets, each once."""
        first, *others = [self.values.value(each) for each in sets]
        if not others:
            return lambda mc: tuple(first(mc, mc.own, None))

        def cards(mc: Machine) -> tuple[int, ...]:
            moving = first(mc, mc.own, None)
            for part in others:
                moving = moving + part(mc, mc.own, None)
            return tuple(dict.fromkeys(moving))

        return cards

    def _insert(self, effect: f.Insert) -> Built:
        cards, place, at = self._cards(effect.cards), self.place(effect.to), self.values.value(effect.position)
        origin, motions = effect.origin, self.motions

        def evaluate(mc: Machine) -> Any:
            target, moving = place(mc), cards(mc)
            return None if target is None or not moving else (moving, (target, at(mc, mc.own, None) or 0))

        def execute(mc: Machine, what: Any) -> None:
            moving, (target, position) = what
            sources = tuple([mc.where[card] for card in moving])
            position = motions.insert(mc, moving, target, position)
            mc.log = ((k.INSERT, origin, mc.own, moving, sources, target, position), mc.log)

        return evaluate, execute

    def _move_one(self, card: Value, place: Callable[[Machine], int | None], origin: int) -> Built:
        """The same for one card, which is most of what moves: without it, games take up to 1.05 times as long."""
        take = self.motions.take

        def evaluate(mc: Machine) -> Any:
            moving, target = card(mc, mc.own, None), place(mc)
            return None if moving is None or target is None else (moving, target)

        def execute(mc: Machine, what: Any) -> None:
            moving, target = what
            source = mc.where[moving]
            take(mc, source, mc.zones[source].index(moving), target)
            mc.log = ((k.MOVE, origin, mc.own, (moving,), (source,), target), mc.log)

        return evaluate, execute

    def _exchange(self, effect: f.Exchange) -> Built:
        a, b = self.values.value(effect.one), self.values.value(effect.other)
        origin, motions = effect.origin, self.motions

        def evaluate(mc: Machine) -> Any:
            mine, theirs = a(mc, mc.own, None), b(mc, mc.own, None)
            return (mine, theirs) if mine and theirs and not set(mine) & set(theirs) else None

        def execute(mc: Machine, what: Any) -> None:
            mine, theirs = what
            where = mc.where
            here, there = tuple([where[card] for card in mine]), tuple([where[card] for card in theirs])
            if len(mine) == len(theirs):
                for card, other_card in zip(mine, theirs, strict=True):
                    motions.swap(mc, card, other_card)
            else:
                motions.gather(mc, mine, there[0])
                motions.gather(mc, theirs, here[0])
            mc.log = ((k.EXCHANGE, origin, mc.own, mine, theirs, here, there), mc.log)

        return evaluate, execute

    def _show(self, effect: f.Show) -> Built:
        shown, who, origin = self.values.value(effect.cards), self.values.value(effect.to), effect.origin

        def evaluate(mc: Machine) -> Any:
            return (shown(mc, mc.own, None), who(mc, mc.own, None))

        def execute(mc: Machine, what: Any) -> None:
            cards, players = what
            sources = tuple([mc.where[card] for card in cards])
            mc.log = ((k.SHOW, origin, mc.own, cards, sources, players), mc.log)

        return evaluate, execute

    def _show_secretly(self, effect: f.ShowSecretly) -> Built:
        shown, who, origin = self.values.value(effect.cards), self.values.value(effect.to), effect.origin

        def evaluate(mc: Machine) -> Any:
            cards, players = shown(mc, mc.own, None), who(mc, mc.own, None)
            return (cards, players) if cards and players else None

        def execute(mc: Machine, what: Any) -> None:
            cards, players = what
            sources = tuple([mc.where[card] for card in cards])
            for seat in players:
                mc.note((k.SHOW_SECRETLY, origin, seat, cards, sources, (seat,)))

        return evaluate, execute

    def _can_draw(self, effect: f.CanDraw) -> Built:
        place, owners = self.place(effect.source), self._owners
        refill = None if effect.refill is None else self.values.value(effect.refill)

        def evaluate(mc: Machine) -> Any:
            at = place(mc)
            if at is None:
                return None
            return mc.zones[at] or (None if refill is None else refill(mc, owners[at], None)) or None

        def execute(mc: Machine, what: Any) -> None:
            raise TypeError("it is only asked whether there is a card to draw")

        return evaluate, execute

    # ---- counters, notes, the next player

    def _variables(self, target: f.Target) -> Callable[[Machine], tuple[int, ...]]:
        """The counters or notes of a target, by number."""
        first = target.first
        if target.whose is None:
            return lambda mc: (first,)
        who = self.values.value(target.whose)
        return lambda mc: tuple([first + seat for seat in who(mc, mc.own, None)])

    def _set(self, effect: f.Set) -> Built:
        which, amount = self._variables(effect.target), self.values.value(effect.value)
        origin, kept = effect.origin, _kept(effect.target)

        def evaluate(mc: Machine) -> Any:
            return which(mc), amount(mc, mc.own, None)

        def execute(mc: Machine, what: Any) -> None:
            for variable in what[0]:
                self._change(mc, variable, kept(what[1]), origin)

        return evaluate, execute

    def _add(self, effect: f.Add) -> Built:
        which, much = self._variables(effect.target), self.values.value(effect.amount)
        origin, kept, sign = effect.origin, _kept(effect.target), effect.sign

        def evaluate(mc: Machine) -> Any:
            return which(mc), (much(mc, mc.own, None) or 0) * sign

        def execute(mc: Machine, what: Any) -> None:
            for variable in what[0]:
                self._change(mc, variable, kept((mc.variables[variable] or 0) + what[1]), origin)

        return evaluate, execute

    def _change(self, mc: Machine, variable: int, value: int | None, origin: int) -> None:
        old = mc.variables[variable]
        if value == old:
            return
        mc.variables[variable] = value
        mc.dirty |= 1 << (self._places + variable)
        mc.log = ((k.CHANGE, origin, mc.own, variable, old, value), mc.log)

    def _make_next(self, effect: f.MakeNext) -> Built:
        who, origin = self.values.value(effect.player), effect.origin

        def evaluate(mc: Machine) -> Any:
            return who(mc, mc.own, None)

        def execute(mc: Machine, what: Any) -> None:
            mc.next = what
            mc.log = ((k.NEXT, origin, mc.own, what), mc.log)

        return evaluate, execute

    def _reverse(self, effect: f.Reverse) -> Built:
        origin = effect.origin

        def execute(mc: Machine, what: Any) -> None:
            mc.direction = -mc.direction
            mc.log = ((k.REVERSE, origin, mc.own, mc.direction), mc.log)

        return lambda mc: True, execute


def _kept(target: f.Target) -> Callable[[int | None], int | None]:
    """What a counter or note stands at once it is set to a value."""
    if target.bounds is None:
        return lambda value: value
    low, high = target.bounds

    def kept(value: int | None) -> int:
        value = value or 0
        return value if low <= value <= high else low if value < low else high

    return kept
