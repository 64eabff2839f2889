"""What lies on the table of a drawn rule file, and where its rules come from."""

from typing import get_args

from attrs import evolve

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.declared import Declared, Valued
from rulespec.experiments.testing.drawing import Drawing
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import NUMBER
from rulespec.language.tree.node import Citation
from rulespec.language.tree.numbers import Numbers

LISTS = {"suit": ("red", "blue", "green"), "rank": ("low", "middle", "high")}
SEATS = ("colour", ("white", "black", "grey", "brown", "golden"))
CARDS = 24  # so many at most, or somewhat more
ENOUGH = 14  # of these, if others are not few on purpose
MANY = 54  # in some files, so that not all answers can be listed


def origins(draw: Drawing) -> list[d.Declaration]:
    """The sources and rulings that the file can cite from here on."""
    found: list[d.Declaration] = []
    if draw.perhaps(3):
        found.append(d.SourceText(name="book", title="the rule book, 2nd edition", lines=9, **n.NOWHERE))
        draw.cited += (Citation("book", ((draw.number(1, 4), 4), (6, 6))),)
    if draw.perhaps(3):
        reason = draw.of(None, "It has always been so.")
        readings = draw.some(lambda: d.Reading("left", "The player to the left.", **n.NOWHERE), 0, 1)
        found.append(d.Ruling(name="R1", question="Who?", answer="All.", reason=reason, readings=readings, **n.NOWHERE))
        draw.cited += (Citation("R1"),)
    return found


def material(draw: Drawing) -> tuple[Declared, list[d.Declaration]]:
    """The names of a file, and the declarations that give them."""
    least = draw.of(2, 2, 3, 3, 1, 4)
    most = min(5, least + draw.of(0, 0, 1, 1, 2, 3))
    drawn = _Material(draw, Declared(least, most, many=draw.perhaps(6)))
    return drawn.declared, drawn.declarations()


class _Material:
    def __init__(self, draw: Drawing, declared: Declared) -> None:
        self._draw = draw
        self.declared = declared

    def declarations(self) -> list[d.Declaration]:
        draw, declared = self._draw, self.declared
        return [
            d.Players(declared.least, declared.most, **n.NOWHERE, **draw.cites()),
            d.Limit(draw.number(2, 20), **n.NOWHERE, **draw.cites()),
            *self._lists(),
            *self._cards(),
            *self._zones(),
            *self._counters(),
            *self._notes(),
        ]

    def _lists(self) -> list[d.Declaration]:
        draw, declared, found = self._draw, self.declared, list[d.Declaration]()
        for name in LISTS if draw.perhaps() else ("suit",):
            list_ = d.WordList(name=name, words=LISTS[name][: draw.number(2, 3)], **n.NOWHERE, **draw.cites())
            declared.lists[name] = list_
            found.append(list_)
        if draw.perhaps():
            numbers = d.NumberList(name="pips", stretches=self._stretches(), **n.NOWHERE, **draw.cites())
            declared.lists["pips"] = numbers
            found.append(numbers)
        if draw.perhaps(3):
            name, words = SEATS
            declared.seats = name
            declared.lists[name] = colours = d.WordList(name=name, words=words, **n.NOWHERE)
            declared.seated = words[: draw.number(declared.most, 5)]
            found += [colours, d.Seats(name, declared.seated, **n.NOWHERE, **draw.cites())]
        return found

    def _stretches(self) -> tuple[d.Stretch, ...]:
        low = self._draw.number(0, 2)
        first = d.Stretch(low, low + self._draw.number(0, 3), **n.NOWHERE)
        if not self._draw.perhaps(3):
            return (first,)
        low = first.high + self._draw.number(1, 3)
        return first, d.Stretch(low, low + self._draw.number(0, 1), **n.NOWHERE)

    # ---- cards

    def _cards(self) -> list[d.Declaration]:
        draw, many, found = self._draw, self.declared.many, list[d.Declaration]()
        copies: int | str = draw.number(6, 9) if many else draw.number(1, 3)
        if not many and draw.perhaps(3):
            copies = "plenty"
        decks = [self._deck(copies, MANY if many else CARDS, ENOUGH)]
        if copies == "plenty":
            found.append(self._plenty(decks[0]))
        more = self._deck(1, 6) if draw.perhaps(3) else None
        if more is not None and draw.perhaps():
            decks.append(more)
        found.append(d.Cards(name="deck", zone="pile", decks=tuple(decks), **n.NOWHERE, **draw.cites()))
        if more is not None and more not in decks:
            found.append(d.Cards(name="extra", zone="tray", decks=(more,), **n.NOWHERE, **draw.cites()))
        return found

    def _plenty(self, deck: d.Deck) -> d.Declaration:
        """A value that says how many copies of each card on a line there are."""
        draw, declared = self._draw, self.declared
        listed = [each.words.text for each in deck.factors if each.each and isinstance(each.words, e.Name)]
        if listed and draw.perhaps():
            by = draw.of(*listed)
            declared.values["plenty"] = Valued(by, NUMBER, open=True)
            keys: list[str | int] = list(declared.lists[by].members)
            otherwise = n.number(1) if draw.perhaps() else None
            keys = keys if otherwise is None else keys[:1]
            rows = tuple(d.Row(n.number(draw.number(1, 3)), key, **n.NOWHERE) for key in keys)
            return d.Table(name="plenty", by=by, rows=rows, otherwise=otherwise, **n.NOWHERE, **draw.cites())
        declared.values["plenty"] = Valued(None, NUMBER, open=True)
        if draw.perhaps():
            players = range(declared.least, declared.most + 1)
            rows = tuple(d.Row(n.number(draw.number(1, 2)), count, **n.NOWHERE) for count in players)
            return d.Table(name="plenty", by="players", rows=rows, otherwise=None, **n.NOWHERE, **draw.cites())
        copies = n.number(draw.number(1, 3))
        return d.Value(name="plenty", parameter=None, expression=copies, **n.NOWHERE, **draw.cites())

    def _deck(self, copies: int | str, most: int, enough: int = 0) -> d.Deck:
        """A line of cards that are not too many, nor too few."""
        declared, size = self.declared, copies if isinstance(copies, int) else 3
        factors: list[d.Factor] = []
        for name in sorted(declared.lists, key="pips".__ne__):
            factor, times = self._factor(name)
            # a number tells two cards apart that would be called the same, and so it is on all cards or on none
            wanted = not factors or declared.many or size < enough // 2 or self._draw.perhaps()
            if name == "pips" or (wanted and size * times <= most):
                size *= times
                factors.append(factor)
                if name not in declared.shown:
                    declared.shown.append(name)
        if not factors:
            name, words = next(iter(declared.words().items()))
            factors = [d.Factor(False, n.name(words[0]), **n.NOWHERE)]
            declared.shown += [name] if name not in declared.shown else []
        if isinstance(copies, int) and size < enough:
            copies *= -(-enough // size)
        return d.Deck(copies, tuple(factors), **n.NOWHERE, **self._draw.cites())

    def _factor(self, name: str) -> tuple[d.Factor, int]:
        list_ = self.declared.lists[name]
        all_ = n.name(name)
        if isinstance(list_, d.NumberList):
            return self._numbers(all_, list_.members)
        many, word = len(list_.words), n.name(list_.words[-1])
        if name == self.declared.seats and self._draw.perhaps():
            return d.Factor(True, n.of(name, e.AllPlayers(**n.NOWHERE)), **n.NOWHERE), self.declared.most
        match self._draw.number(0, 3):
            case 3:
                return d.Factor(True, e.Except(all_, word, **n.NOWHERE), **n.NOWHERE), many - 1
            case 2:
                return d.Factor(False, word, **n.NOWHERE), 1
            case _:
                return d.Factor(True, all_, **n.NOWHERE), many

    def _numbers(self, all_: e.Name, numbers: Numbers) -> tuple[d.Factor, int]:
        match self._draw.number(0, 5):
            case 5:
                return d.Factor(False, n.number(numbers[-1]), **n.NOWHERE), 1
            case 4:
                between = d.Stretch(numbers[0], numbers[self._draw.number(0, len(numbers) - 1)], **n.NOWHERE)
                return d.Factor(True, all_, between, **n.NOWHERE), len(numbers.between(between.low, between.high))
            case _:
                return d.Factor(True, all_, **n.NOWHERE), len(numbers)

    # ---- zones, counters and notes

    def _zones(self) -> list[d.Declaration]:
        draw = self._draw
        zone = d.Zone(name="tray", seen_by="all", **n.NOWHERE)
        tray = evolve(zone, ordered=draw.perhaps(), bookkeeping=draw.perhaps(6))
        hand = evolve(zone, name="hand", per_player=True, seen_by="owner", ordered=draw.perhaps(4))
        row = evolve(zone, name="row", per_player=True, seen_by=draw.of("all", *get_args(d.Seer)))
        row = evolve(row, ordered=draw.perhaps(), shuffled=False)
        pile = evolve(zone, name="pile", seen_by=draw.of("nobody", "nobody", "all"), ordered=draw.perhaps(3))
        pile = evolve(pile, shuffled=not pile.ordered and draw.perhaps())
        pile, row, hand = (evolve(each, last_seen=self._shows_last(each)) for each in (pile, row, hand))
        made = [pile, tray, hand, *([row] if draw.perhaps() else []), *self._zones_by_word()]
        zones = {each.name: evolve(each, **draw.cites()) for each in made}
        if draw.perhaps(3):
            zones["pile"] = evolve(zones["pile"], refill=_refill(tray))
        self.declared.zones = zones
        return list(zones.values())

    def _zones_by_word(self) -> list[d.Zone]:
        """Seldom a zone for each word of a list, of players or of nobody."""
        draw, own = self._draw, self._draw.perhaps()
        if not draw.perhaps(5):
            return []
        seen_by: d.Seer = draw.of(*get_args(d.Seer)) if own else draw.of("all", "nobody")
        ordered = draw.perhaps()
        return [
            d.Zone(
                name="grid" if own else "stack",
                per_player=own,
                by=draw.of(*self.declared.lists),
                seen_by=seen_by,
                ordered=ordered,
                last_seen=ordered and seen_by != "all" and draw.perhaps(3),
                **n.NOWHERE,
            )
        ]

    def _shows_last(self, zone: d.Zone) -> bool:
        return zone.ordered and zone.seen_by != "all" and self._draw.perhaps(3)

    def _counters(self) -> list[d.Declaration]:
        draw, declared = self._draw, self.declared
        for name in ("pot", "steps") if draw.perhaps() else ("pot",):
            declared.counters[name] = self._counter(name, per_player=False)
        for name in ("points", "tricks") if draw.perhaps() else ("points",):
            declared.counters[name] = self._counter(name, per_player=True)
        if draw.perhaps(4):
            declared.counters["sales"] = self._counter("sales", per_player=False, by=draw.of(*declared.lists))
        if draw.perhaps(4):
            declared.counters["visits"] = self._counter("visits", per_player=True, by=draw.of(*declared.lists))
        if not draw.perhaps(3):
            declared.pace = "age"
            declared.counters["age"] = d.Counter(name="age", reset=draw.of("round", None), **n.NOWHERE)
        return list(declared.counters.values())

    def _counter(self, name: str, *, per_player: bool, by: str | None = None) -> d.Counter:
        draw = self._draw
        return d.Counter(
            name=name,
            per_player=per_player,
            by=by,
            reset=draw.of(None, None, "round", "turn"),
            below=draw.of(None, 0),
            above=draw.of(None, None, draw.number(1, 6)),
            bookkeeping=draw.perhaps(8),
            for_players=draw.perhaps(8),
            **n.NOWHERE,
            **draw.cites(),
        )

    def _notes(self) -> list[d.Declaration]:
        draw, declared = self._draw, self.declared
        names = draw.of((), ("leader",), ("leader", "trump"), ("leader", "trump", "guess", "rival"))
        for name in (*names, *(("keeper", "tip") if draw.perhaps(5) else ())):
            declared.notes[name] = d.Note(
                name=name,
                of="player" if name in ("leader", "rival", "keeper") else draw.of(*declared.words()),
                per_player=name in ("guess", "rival", "tip"),
                by=draw.of(*declared.lists) if name in ("keeper", "tip") else None,
                reset=draw.of(None, None, "round", "turn"),
                bookkeeping=draw.perhaps(8),
                for_players=draw.perhaps(8),
                **n.NOWHERE,
                **draw.cites(),
            )
        return list(declared.notes.values())


def _refill(tray: d.Zone) -> e.Expression:
    whole = n.name("tray")
    return e.Except(whole, e.Last(whole, **n.NOWHERE), **n.NOWHERE) if tray.ordered else whole
