"""Choices: from what somebody may choose, which of it is legal, and what an answer binds."""

from collections.abc import Callable
from itertools import chain, combinations, product
from typing import Any

from rulespec.plan.material import Material
from rulespec.resolve.expressions import kind_of
from rulespec.run.expressions import Expressions, Test
from rulespec.run.machine import Machine, Raw
from rulespec.run.options import Site
from rulespec.run.pairs import apart
from rulespec.run.sieves import Candidates, Narrow, narrow
from rulespec.tree import declarations as d
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.kinds import CARDS, NUMBER, Kind
from rulespec.tree.node import Node, walk

Source = Callable[[Machine, Any], list[Any]]


class Choice:
    """A `choose` statement: its candidates, narrowed by its sieves and by what must hold afterwards."""

    def __init__(self, choose: s.Choose, expressions: Expressions, site: Site) -> None:
        self.site = site
        self.choose = choose
        self.if_several = choose.if_several
        self._single = len(site.names) == 1
        self._slot = site.slots[0]
        self._candidates = self._all(choose, expressions)
        asked = self._asked(choose)
        self._narrow: Narrow | None = None
        if choose.sieves:
            self._narrow = self._narrowed(choose, expressions, asked)
        self.steps = [(sieve, narrow((sieve,), asked, expressions)) for sieve in choose.sieves]
        self._afterwards: Test | None = None
        if choose.afterwards is not None:
            self._afterwards = expressions.test(choose.afterwards)
        self.apply: Callable[[Machine], None] | None = None  # the next statement, for `so that afterwards`
        self.foresee: Callable[[Machine, list[Raw]], list[Raw]] | None = None  # the same for all answers at once

    def candidates(self, mc: Machine) -> list[Raw]:
        """Everything that could be chosen from, before any sieve."""
        return self._candidates(mc, mc.own)

    def raws(self, mc: Machine) -> list[Raw]:
        """The legal answers, in a fixed order."""
        found = self._candidates(mc, mc.own)
        if self._narrow is not None and found:
            found = self._narrow(mc, mc.own, found)
        if self._afterwards is not None and found:
            found = self.foresee(mc, found) if self.foresee else self.afterwards(mc, found)
        return found

    def afterwards(self, mc: Machine, candidates: list[Raw]) -> list[Raw]:
        """Those after which the condition holds, tried out one by one on a copy."""
        assert self._afterwards is not None and self.apply is not None
        zones, variables, where, names, log, dirty = mc.zones, mc.variables, mc.where, mc.names, mc.log, mc.dirty
        next_, found = mc.next, []
        for raw in candidates:
            mc.zones, mc.variables, mc.where, mc.names = zones.copy(), variables.copy(), where.copy(), names.copy()
            self.bind(mc, raw)
            self.apply(mc)
            if self._afterwards(mc, mc.own, None):
                found.append(raw)
            mc.next = next_
        mc.zones, mc.variables, mc.where, mc.names, mc.log, mc.dirty = zones, variables, where, names, log, dirty
        return found

    def bind(self, mc: Machine, raw: Raw) -> None:
        """Gives the names of the choice their values."""
        if self._single:
            mc.names[self._slot] = raw
        else:
            for slot, value in zip(self.site.slots, raw, strict=True):
                mc.names[slot] = value

    def _narrowed(self, choose: s.Choose, expressions: Expressions, asked: Candidates) -> Narrow:
        names, slots = self.site.names, self.site.slots
        steps = [
            apart(sieve, names, slots, expressions) or narrow((sieve,), asked, expressions) for sieve in choose.sieves
        ]

        def narrowed(mc: Machine, own: Any, candidates: list[Raw]) -> list[Raw]:
            for step in steps:
                candidates = step(mc, own, candidates)
            return candidates

        return steps[0] if len(steps) == 1 else narrowed

    def _asked(self, choose: s.Choose) -> Candidates:
        """How sieves see what can be chosen: as `it`, and by the names of the choice where they use them."""
        pick = choose.picks[0]
        single = self._single and isinstance(pick, s.PickOne)
        players = isinstance(pick, s.PickOne) and single and kind_of(pick.source).name == "player"
        used = {node.name for each in choose.sieves for node in walk(each) if isinstance(node, m.Chosen)}
        named = not self._single or bool(used & set(choose.names))
        return Candidates(players, self._name if named else None)

    def _name(self, mc: Machine, raw: Raw) -> None:
        if raw is None:
            for slot in self.site.slots:
                mc.names[slot] = None
        else:
            self.bind(mc, raw)

    def _all(self, choose: s.Choose, expressions: Expressions) -> Source:
        parts = [_pick(pick, expressions) for pick in choose.picks]
        if len(parts) == 1:
            return parts[0]
        nested = [isinstance(pick, s.PickPair) for pick in choose.picks]

        def together(mc: Machine, own: Any) -> list[Any]:
            found = product(*(part(mc, own) for part in parts))
            raws = (
                tuple(chain.from_iterable(each if pair else (each,) for each, pair in zip(raw, nested, strict=True)))
                for raw in found
            )
            return [raw for raw in raws if _distinct(raw, self.site.kinds)]

        return together


def _distinct(raw: tuple[Any, ...], kinds: tuple[Kind, ...]) -> bool:
    """One card cannot be chosen twice in one answer."""
    cards = [card for value, kind in zip(raw, kinds, strict=True) if kind.name == "card" for card in _cards(value)]
    return len(set(cards)) == len(cards)


def _cards(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _pick(pick: s.Pick, expressions: Expressions) -> Source:
    match pick:
        case s.PickOne(source=source):
            members = expressions.many(source)
            return lambda mc, own: list(members(mc, own, None))
        case s.PickPair(source=source):
            members = expressions.many(source)
            return lambda mc, own: list(combinations(members(mc, own, None), 2))
        case s.PickNumber(low=low, high=high):
            a, b = expressions.value(low), expressions.value(high)
            return lambda mc, own: list(range(a(mc, own, None) or 0, (b(mc, own, None) or 0) + 1))
        case s.PickCards(low=low, high=high, source=source):
            members, least = expressions.many(source), expressions.value(low)
            most = expressions.value(high or low)

            def sets(mc: Machine, own: Any) -> list[Any]:
                cards = members(mc, own, None)
                sizes = range(max(0, least(mc, own, None) or 0), min(most(mc, own, None) or 0, len(cards)) + 1)
                return list(chain.from_iterable(combinations(cards, size) for size in sizes))

            return sets
        case _:
            raise TypeError(type(pick))


def picked_kinds(choose: s.Choose) -> tuple[Kind, ...]:
    """The kinds of the names that a choice binds."""
    kinds: list[Kind] = []
    for pick in choose.picks:
        match pick:
            case s.PickOne(source=source) | s.PickPair(source=source):
                kinds += [kind_of(source).one] * len(pick.names)
            case s.PickNumber():
                kinds.append(NUMBER)
            case _:
                kinds.append(CARDS)
    return tuple(kinds)


def publicity(choose: s.Choose, material: Material) -> tuple[bool, ...]:
    """For each name of a choice, whether everybody may know what was chosen.

    Players, numbers and words are public; a card is, where everybody sees what it is chosen from. Not so in secret.
    """
    if "secretly" in choose.adverbs:
        return (False,) * len(choose.names)
    public = []
    for pick in choose.picks:
        source = pick.source if isinstance(pick, s.PickOne | s.PickPair | s.PickCards) else None
        seen = source is None or kind_of(source).name != "card" or _seen_by_all(source, material)
        public += [seen] * len(pick.names)
    return tuple(public)


def _seen_by_all(source: Node, material: Material) -> bool:
    for node in walk(source):
        match node:
            case m.OfValue(name, _):
                if not _seen_by_all(material.rules.blocks[f"value {name}"], material):
                    return False
            case m.InZone(zone, _):
                if material.rules.names.zones[zone].seen_by != "all":
                    return False
            case m.Chosen(name) if node.kind.name == "card":
                if not _chosen_in_public(name, material):
                    return False
    return True


def _chosen_in_public(name: str, material: Material) -> bool:
    blocks = material.rules.of(d.Block)
    chooses = [node for block in blocks for node in walk(block) if isinstance(node, s.Choose) and name in node.names]
    return all(publicity(choose, material)[choose.names.index(name)] for choose in chooses)
