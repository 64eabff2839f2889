"""What lies on the table of a drawn rule file, and where its rules come from."""

from attrs import define, evolve, field, frozen

from rulespec.testing.drawing import NOWHERE, Drawing
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.kinds import Kind, word_of
from rulespec.tree.node import Citation

LISTS = {"suit": ("red", "blue", "green"), "rank": ("low", "middle", "high")}
SEATS = ("colour", ("white", "black", "grey", "brown", "golden"))
CARDS = 24  # so many at most, or somewhat more
ENOUGH = 14  # of these, if others are not few on purpose
MANY = 54  # in some files, so that not all answers can be listed


@frozen
class Valued:
    """A named value; `parameter` is None, `player`, `card` or a list. What is `open` reads only what everybody sees."""

    parameter: str | None
    kind: Kind
    open: bool


@frozen
class Called:
    subject: str
    open: bool


@define
class Material:
    """The names that rules can speak of."""

    least: int
    most: int
    many: bool  # cards
    lists: dict[str, d.WordList | d.NumberList] = field(factory=dict)
    seats: str | None = None
    seated: tuple[str, ...] = ()  # what they show
    shown: list[str] = field(factory=list)  # the lists whose words or numbers cards show
    zones: dict[str, d.Zone] = field(factory=dict)
    counters: dict[str, d.Counter] = field(factory=dict)
    pace: str | None = None  # a counter of turns, to which nothing else is added
    notes: dict[str, d.Note] = field(factory=dict)
    values: dict[str, Valued] = field(factory=dict)
    calls: dict[str, Called] = field(factory=dict)
    performable: list[str] = field(factory=list)  # the lists whose words have actions

    def words(self) -> dict[str, tuple[str, ...]]:
        """The lists of words."""
        return {name: each.words for name, each in self.lists.items() if isinstance(each, d.WordList)}

    def shown_kind(self, name: str) -> Kind:
        """What a card shows of a list."""
        return word_of(name) if isinstance(self.lists[name], d.WordList) else Kind("number")

    def noted(self, note: d.Note) -> Kind:
        return Kind("player") if note.of == "player" else word_of(note.of)


class Materials(Drawing):
    """Draws the declarations that give names."""

    # ---- where rules come from

    def origins(self) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        if self.perhaps(3):
            found.append(d.SourceText(name="book", title="the rule book, 2nd edition", lines=9, **NOWHERE))
            self.cited += (Citation("book", ((self.number(1, 4), 4), (6, 6))),)
        if self.perhaps(3):
            reason = self.of(None, "It has always been so.")
            readings = self.some(lambda: d.Reading("left", "The player to the left.", **NOWHERE), 0, 1)
            found.append(
                d.Ruling(name="R1", question="Who?", answer="All.", reason=reason, readings=readings, **NOWHERE)
            )
            self.cited += (Citation("R1"),)
        return found

    # ---- what lies on the table

    def material(self) -> tuple[Material, list[d.Declaration]]:
        """The names of a file, and the declarations that give them."""
        least = self.of(2, 2, 3, 3, 1, 4)
        most = min(5, least + self.of(0, 0, 1, 1, 2, 3))
        table = Material(least, most, many=self.perhaps(6))
        declared: list[d.Declaration] = [
            d.Players(least, most, **NOWHERE, **self.cites()),
            d.Limit(self.number(2, 20), **NOWHERE, **self.cites()),
            *self._lists(table),
        ]
        declared += self._cards(table)
        declared += self._zones(table)
        declared += self._counters(table)
        declared += self._notes(table)
        return table, declared

    def _lists(self, table: Material) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        for name in LISTS if self.perhaps() else ("suit",):
            list_ = d.WordList(name=name, words=LISTS[name][: self.number(2, 3)], **NOWHERE, **self.cites())
            table.lists[name] = list_
            found.append(list_)
        if self.perhaps():
            low = self.number(0, 2)
            numbers = d.NumberList(name="pips", low=low, high=low + self.number(0, 3), **NOWHERE, **self.cites())
            table.lists["pips"] = numbers
            found.append(numbers)
        if self.perhaps(3):
            name, words = SEATS
            table.seats = name
            table.lists[name] = colours = d.WordList(name=name, words=words, **NOWHERE)
            table.seated = words[: self.number(table.most, 5)]
            found += [colours, d.Seats(name, table.seated, **NOWHERE, **self.cites())]
        return found

    def _cards(self, table: Material) -> list[d.Declaration]:
        found: list[d.Declaration] = []
        copies: int | str = self.number(6, 9) if table.many else self.number(1, 3)
        if not table.many and self.perhaps(6):
            value: d.Declaration
            if self.perhaps():
                rows = tuple(
                    d.Row(e.Number(self.number(1, 2), **NOWHERE), count, **NOWHERE)
                    for count in range(table.least, table.most + 1)
                )
                value = d.Table(name="plenty", by="players", rows=rows, otherwise=None, **NOWHERE, **self.cites())
            else:
                number = e.Number(self.number(1, 3), **NOWHERE)
                value = d.Value(name="plenty", parameter=None, expression=number, **NOWHERE, **self.cites())
            table.values["plenty"] = Valued(None, Kind("number"), open=True)
            found.append(value)
            copies = "plenty"
        decks = [self._deck(table, copies, MANY if table.many else CARDS, ENOUGH)]
        more = self._deck(table, 1, 6) if self.perhaps(3) else None
        if more is not None and self.perhaps():
            decks.append(more)
        found.append(d.Cards(name="deck", zone="pile", decks=tuple(decks), **NOWHERE, **self.cites()))
        if more is not None and more not in decks:
            found.append(d.Cards(name="extra", zone="tray", decks=(more,), **NOWHERE, **self.cites()))
        return found

    def _deck(self, table: Material, copies: int | str, most: int, enough: int = 0) -> d.Deck:
        """A line of cards that are not too many, nor too few."""
        size = copies if isinstance(copies, int) else 3
        factors: list[d.Factor] = []
        for name in sorted(table.lists, key="pips".__ne__):
            factor, times = self._factor(table, name)
            # a number tells two cards apart that would be called the same, and so it is on all cards or on none
            wanted = not factors or table.many or size < enough // 2 or self.perhaps()
            if name == "pips" or (wanted and size * times <= most):
                size *= times
                factors.append(factor)
                if name not in table.shown:
                    table.shown.append(name)
        if not factors:
            name, words = next(iter(table.words().items()))
            factors = [d.Factor(False, e.Name(words[0], **NOWHERE), **NOWHERE)]
            table.shown += [name] if name not in table.shown else []
        if isinstance(copies, int) and size < enough:
            copies *= -(-enough // size)
        return d.Deck(copies, tuple(factors), **NOWHERE, **self.cites())

    def _factor(self, table: Material, name: str) -> tuple[d.Factor, int]:
        list_ = table.lists[name]
        all_ = e.Name(name, **NOWHERE)
        if isinstance(list_, d.NumberList):
            return d.Factor(True, all_, **NOWHERE), list_.high - list_.low + 1
        many, word = len(list_.words), e.Name(list_.words[-1], **NOWHERE)
        if name == table.seats and self.perhaps():
            of_players = e.Of(e.Noun(name, **NOWHERE), e.AllPlayers(**NOWHERE), **NOWHERE)
            return d.Factor(True, of_players, **NOWHERE), table.most
        match self.number(0, 3):
            case 3:
                return d.Factor(True, e.Except(all_, word, **NOWHERE), **NOWHERE), many - 1
            case 2:
                return d.Factor(False, word, **NOWHERE), 1
            case _:
                return d.Factor(True, all_, **NOWHERE), many

    def _zones(self, table: Material) -> list[d.Declaration]:
        zone = d.Zone(name="tray", seen_by="all", **NOWHERE)
        tray = evolve(zone, ordered=self.perhaps(), bookkeeping=self.perhaps(6))
        hand = evolve(zone, name="hand", per_player=True, seen_by="owner", ordered=self.perhaps(4))
        row = evolve(zone, name="row", per_player=True, seen_by=self.of("all", "owner", "nobody"))
        row = evolve(row, ordered=self.perhaps(), shuffled=False)
        pile = evolve(zone, name="pile", seen_by=self.of("nobody", "nobody", "all"), ordered=self.perhaps(3))
        pile = evolve(pile, shuffled=not pile.ordered and self.perhaps())
        pile, row, hand = (evolve(each, last_seen=self._shows_last(each)) for each in (pile, row, hand))
        made = [pile, tray, hand, *([row] if self.perhaps() else [])]
        table.zones = {each.name: evolve(each, **self.cites()) for each in made}
        if self.perhaps(3):
            table.zones["pile"] = evolve(table.zones["pile"], refill=self._refill(tray))
        return list(table.zones.values())

    def _shows_last(self, zone: d.Zone) -> bool:
        return zone.ordered and zone.seen_by != "all" and self.perhaps(3)

    def _refill(self, tray: d.Zone) -> e.Expression:
        whole = e.Name("tray", **NOWHERE)
        return e.Except(whole, e.Last(whole, **NOWHERE), **NOWHERE) if tray.ordered else whole

    def _counters(self, table: Material) -> list[d.Declaration]:
        for name in ("pot", "steps") if self.perhaps() else ("pot",):
            table.counters[name] = self._counter(name, per_player=False)
        for name in ("points", "tricks") if self.perhaps() else ("points",):
            table.counters[name] = self._counter(name, per_player=True)
        if not self.perhaps(3):
            table.pace = "age"
            table.counters["age"] = d.Counter(name="age", reset=self.of("round", None), **NOWHERE)
        return list(table.counters.values())

    def _counter(self, name: str, *, per_player: bool) -> d.Counter:
        return d.Counter(
            name=name,
            per_player=per_player,
            reset=self.of(None, None, "round", "turn"),
            below=self.of(None, 0),
            above=self.of(None, None, self.number(1, 6)),
            bookkeeping=self.perhaps(8),
            **NOWHERE,
            **self.cites(),
        )

    def _notes(self, table: Material) -> list[d.Declaration]:
        for name in self.of((), ("leader",), ("leader", "trump"), ("leader", "trump", "guess", "rival")):
            of = "player" if name in ("leader", "rival") else self.of(*table.words())
            table.notes[name] = d.Note(
                name=name,
                of=of,
                per_player=name in ("guess", "rival"),
                reset=self.of(None, None, "round", "turn"),
                bookkeeping=self.perhaps(8),
                **NOWHERE,
                **self.cites(),
            )
        return list(table.notes.values())
