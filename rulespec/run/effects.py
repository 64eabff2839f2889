"""Effects as pairs of closures: one works out what will happen, the other makes it happen and tells it in the log."""

from collections.abc import Callable
from typing import Any

from rulespec.language.limits import LEAST_NUMBER, MOST_NUMBER
from rulespec.plan.material import Material
from rulespec.resolve.expressions import kind_of
from rulespec.run.expressions import Expressions, Value
from rulespec.run.machine import Machine
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s

Evaluate = Callable[[Machine], Any]  # what the effect is about; None where there is nothing to do
Execute = Callable[[Machine, Any], None]
Built = tuple[Evaluate, Execute]


class Effects:
    """Builds the closures of effects; `ordered` and the bounds of counters come from the material."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._ordered = tuple(place.zone.ordered for place in material.places)

    def build(self, effect: s.Effect, expressions: Expressions, origin: int) -> Built:
        match effect:
            case s.Move(cards, to):
                return self._move(cards, to, expressions, origin)
            case s.Exchange(one, other):
                return self._exchange(one, other, expressions, origin)
            case s.Show(cards, to):
                return self._show(cards, to, expressions, origin)
            case s.Set(target, value):
                return self._set(target, value, expressions, origin)
            case s.Add(amount, target):
                return self._add(amount, target, expressions, origin, 1)
            case s.Take(amount, target):
                return self._add(amount, target, expressions, origin, -1)
            case s.IsNext(player):
                return self._is_next(player, expressions, origin)
            case _:
                raise TypeError(type(effect))

    # ---- cards

    def put(self, mc: Machine, card: int, to: int) -> None:
        """Takes a card from where it lies to another place."""
        source = mc.where[card]
        self.take(mc, source, mc.zones[source].index(card), to)

    def take(self, mc: Machine, source: int, at: int, to: int) -> None:
        """Takes the card that lies at an index of a place to another place."""
        zones = mc.zones
        held = zones[source]
        card = held[at]
        zones[source] = held[:at] + held[at + 1 :]
        target = zones[to]
        if self._ordered[to] or not target or card > target[-1]:
            zones[to] = (*target, card)
        else:
            zones[to] = tuple(sorted((*target, card)))
        mc.where[card] = to
        mc.dirty |= 1 << source | 1 << to

    def deal(self, mc: Machine, source: int, to: int, many: int, random: Callable[[], float], origin: int) -> int:
        """Draws many cards by chance where nothing looks on in between; the same cards as one by one."""
        held, log, own, where = list(mc.zones[source]), mc.log, mc.own, mc.where
        drawn = []
        for _ in range(many):
            card = held.pop(int(random() * len(held)))
            where[card] = to
            drawn.append(card)
            log = (("draw", origin, own, card, source, to), log)
        mc.zones[source], mc.log = tuple(held), log
        mc.zones[to] = tuple(sorted((*mc.zones[to], *drawn)))
        mc.dirty |= 1 << source | 1 << to
        return many

    def gather(self, mc: Machine, cards: tuple[int, ...], to: int) -> None:
        """Takes many cards to one place."""
        moving = set(cards)
        for source in {mc.where[card] for card in cards}:
            mc.zones[source] = tuple(card for card in mc.zones[source] if card not in moving)
            mc.dirty |= 1 << source
        laid = mc.zones[to] + cards
        mc.zones[to] = laid if self._ordered[to] else tuple(sorted(laid))
        for card in cards:
            mc.where[card] = to
        mc.dirty |= 1 << to

    def zone(self, node: e.Expression, expressions: Expressions) -> Callable[[Machine], int | None]:
        """The place that a zone expression names, None where its owner is none."""
        assert isinstance(node, m.InZone)
        base = self._material.first_place[node.zone]
        if node.whose is None:
            return lambda mc: base
        if isinstance(node.whose, m.OwnPlayer):
            return lambda mc: base + mc.own
        who = expressions.value(node.whose)
        return lambda mc: None if (seat := who(mc, mc.own, None)) is None else base + seat

    def _move(self, cards: tuple[e.Expression, ...], to: e.Expression, expressions: Expressions, origin: int) -> Built:
        place = self.zone(to, expressions)
        if len(cards) == 1 and not kind_of(cards[0]).many:
            return self._move_one(expressions.value(cards[0]), place, origin)
        parts = [expressions.many(each) for each in cards]

        def evaluate(mc: Machine) -> Any:
            target = place(mc)
            if target is None:
                return None
            own = mc.own
            moving = parts[0](mc, own, None)
            for part in parts[1:]:
                moving = moving + part(mc, own, None)
            return (tuple(dict.fromkeys(moving)) if len(parts) > 1 else moving, target) if moving else None

        def execute(mc: Machine, what: Any) -> None:
            moving, target = what
            sources = tuple([mc.where[card] for card in moving])
            if len(moving) == 1:
                self.put(mc, moving[0], target)
            else:
                self.gather(mc, moving, target)
            mc.log = (("move", origin, mc.own, moving, sources, target), mc.log)

        return evaluate, execute

    def _move_one(self, card: Value, place: Callable[[Machine], int | None], origin: int) -> Built:
        def evaluate(mc: Machine) -> Any:
            moving, target = card(mc, mc.own, None), place(mc)
            return None if moving is None or target is None else (moving, target)

        def execute(mc: Machine, what: Any) -> None:
            moving, target = what
            source = mc.where[moving]
            self.take(mc, source, mc.zones[source].index(moving), target)
            mc.log = (("move", origin, mc.own, (moving,), (source,), target), mc.log)

        return evaluate, execute

    def _exchange(self, one: e.Expression, other: e.Expression, expressions: Expressions, origin: int) -> Built:
        a, b = expressions.many(one), expressions.many(other)

        def evaluate(mc: Machine) -> Any:
            mine, theirs = a(mc, mc.own, None), b(mc, mc.own, None)
            return (mine, theirs) if mine and theirs and not set(mine) & set(theirs) else None

        def execute(mc: Machine, what: Any) -> None:
            mine, theirs = what
            where = mc.where
            sources = (tuple([where[card] for card in mine]), tuple([where[card] for card in theirs]))
            if len(mine) == len(theirs):
                for card, other_card in zip(mine, theirs, strict=True):
                    self._swap(mc, card, other_card)
            else:
                to_them, to_me = where[theirs[0]], where[mine[0]]
                self.gather(mc, mine, to_them)
                self.gather(mc, theirs, to_me)
            mc.log = (("exchange", origin, mc.own, mine, theirs, sources), mc.log)

        return evaluate, execute

    def _swap(self, mc: Machine, card: int, other: int) -> None:
        """Two cards take each other's place, in a row exactly so."""
        zones, where = mc.zones, mc.where
        here, there = where[card], where[other]
        if here == there:
            if self._ordered[here]:
                turned = {card: other, other: card}
                zones[here] = tuple(turned.get(each, each) for each in zones[here])
        else:
            for place, out, into in ((here, card, other), (there, other, card)):
                held = zones[place]
                at = held.index(out)
                laid = (*held[:at], into, *held[at + 1 :])
                zones[place] = laid if self._ordered[place] else tuple(sorted(laid))
            where[card], where[other] = there, here
        mc.dirty |= 1 << here | 1 << there

    def _show(self, cards: e.Expression, to: e.Expression, expressions: Expressions, origin: int) -> Built:
        shown, who = expressions.many(cards), expressions.many(to)

        def evaluate(mc: Machine) -> Any:
            return (shown(mc, mc.own, None), who(mc, mc.own, None))

        def execute(mc: Machine, what: Any) -> None:
            cards, players = what
            sources = tuple([mc.where[card] for card in cards])
            mc.log = (("show", origin, mc.own, cards, sources, players), mc.log)

        return evaluate, execute

    # ---- counters, notes, the next player

    def variables(self, target: e.Expression, expressions: Expressions) -> Callable[[Machine], tuple[int, ...]]:
        """The counters or notes that an expression names, by number."""
        assert isinstance(target, m.OnCounter | m.OnNote)
        name = target.counter if isinstance(target, m.OnCounter) else target.note
        base = self._material.first_variable[name]
        if target.whose is None:
            return lambda mc: (base,)
        who = expressions.many(target.whose)
        return lambda mc: tuple([base + seat for seat in who(mc, mc.own, None)])

    def _set(self, target: e.Expression, value: e.Expression, expressions: Expressions, origin: int) -> Built:
        which, amount = self.variables(target, expressions), expressions.value(value)
        clamp = self._clamp(target)

        def evaluate(mc: Machine) -> Any:
            return which(mc), amount(mc, mc.own, None)

        def execute(mc: Machine, what: Any) -> None:
            for variable in what[0]:
                self._change(mc, variable, clamp(what[1]), origin)

        return evaluate, execute

    def _add(
        self, amount: e.Expression, target: e.Expression, expressions: Expressions, origin: int, sign: int
    ) -> Built:
        which, much = self.variables(target, expressions), expressions.value(amount)
        clamp = self._clamp(target)

        def evaluate(mc: Machine) -> Any:
            return which(mc), (much(mc, mc.own, None) or 0) * sign

        def execute(mc: Machine, what: Any) -> None:
            for variable in what[0]:
                self._change(mc, variable, clamp((mc.variables[variable] or 0) + what[1]), origin)

        return evaluate, execute

    def _change(self, mc: Machine, variable: int, value: int | None, origin: int) -> None:
        old = mc.variables[variable]
        if value == old:
            return
        mc.variables[variable] = value
        mc.dirty |= 1 << (len(self._ordered) + variable)
        mc.log = (("change", origin, mc.own, variable, old, value), mc.log)

    def _clamp(self, target: e.Expression) -> Callable[[int | None], int | None]:
        if not isinstance(target, m.OnCounter):
            return lambda value: value
        holder = self._material.rules.names.counters[target.counter]
        low = LEAST_NUMBER if holder.below is None else holder.below
        high = MOST_NUMBER if holder.above is None else holder.above

        def clamp(value: int | None) -> int:
            value = value or 0
            return value if low <= value <= high else low if value < low else high

        return clamp

    def _is_next(self, player: e.Expression, expressions: Expressions, origin: int) -> Built:
        who = expressions.value(player)

        def evaluate(mc: Machine) -> Any:
            return who(mc, mc.own, None)

        def execute(mc: Machine, what: Any) -> None:
            mc.next = what
            mc.log = (("next", origin, mc.own, what), mc.log)

        return evaluate, execute
