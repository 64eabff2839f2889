"""The names that a composed ruleset declares, each with one meaning."""

from functools import cached_property

from attrs import field, frozen

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import Number
from rulespec.language.tree.findings import Alike, Circumstances
from rulespec.language.tree.node import Node
from rulespec.language.tree.source import Span
from rulespec.rules.compose import Composed

_NAMING = (d.Option, d.WordList, d.NumberList, d.Zone, d.Counter, d.Note, d.Value, d.Table, d.Call)
_TOLD, _SAID_OF_VALUES = Alike(), Alike()


@frozen
class Names:
    """Declared names by what they name."""

    composed: Composed = field(repr=False)
    lists: dict[str, d.WordList | d.NumberList]
    words: dict[str, str]  # a word -> its list
    zones: dict[str, d.Zone]
    counters: dict[str, d.Counter]
    notes: dict[str, d.Note]
    values: dict[str, d.Value | d.Table]
    calls: dict[str, d.Call]
    shown: frozenset[str]  # the lists that cards show a word of
    seats: d.Seats | None

    @cached_property
    def told(self) -> Circumstances:
        """All that these names tell a block that uses them: of values and conditions only what they are about."""
        values = [(each.name, type(each), each.parameter, each.by) for each in self.values.values()]
        calls = [(each.name, each.subject) for each in self.calls.values()]
        holders = *self.zones.values(), *self.counters.values(), *self.notes.values()
        others = self.shown, self.seats, self.composed.one(d.Players), *self.composed.entries
        return _TOLD.of((*self.lists.values(), *holders, *values, *calls, *others))

    @cached_property
    def said_of_values(self) -> Circumstances:
        """All that is said of what values are."""
        return _SAID_OF_VALUES.of((*self.values.values(),))

    def holder(self, name: str) -> d.Zone | d.Counter | d.Note | None:
        """The zone, counter or note of a name, if it is one."""
        return self.zones.get(name) or self.counters.get(name) or self.notes.get(name)

    def held(self, node: e.AnyHeld) -> d.Zone | d.Counter | d.Note:
        """The zone, counter or note that an expression is about."""
        found = self.holder(node.name)
        assert found is not None
        return found

    def taken(self) -> dict[str, str]:
        """Every declared name with what it is."""
        taken = dict.fromkeys(self.lists, "list") | dict.fromkeys(self.words, "word")
        taken |= dict.fromkeys(self.zones, "zone") | dict.fromkeys(self.counters, "counter")
        taken |= {each.name: "option" for each in self.composed.of(d.Option)}
        taken |= dict.fromkeys(self.notes, "note") | dict.fromkeys(self.values, "value")
        return taken | dict.fromkeys(self.calls, "named condition")


def declared(composed: Composed) -> tuple[Names, list[Problem]]:
    """The names of a ruleset, and which of them cannot be used."""
    from rulespec.language.grammar import reserved

    words: dict[str, str] = {}
    problems: list[Problem] = []
    first: dict[str, Span] = {}

    def claim(name: str, span: Span, word: bool = False) -> None:
        if name in reserved():
            at = _word_span(span, name) if word else span
            problems.append(problem("E023", at, f"'{name}' is a keyword", "choose another name"))
        elif name in first:
            at = _word_span(span, name) if word else span
            problems.append(
                problem(
                    "E022",
                    at,
                    f"'{name}' is already declared",
                    f"declared at {first[name].word(name)}; choose another name",
                )
            )
        first.setdefault(name, span)

    for list_ in composed.of(d.WordList):
        for word in list_.words:
            claim(word, list_.span, word=True)
            words[word] = list_.name
    for each in composed.of(*_NAMING):
        claim(each.name, each.span)
    reasons: dict[str, Span] = {}
    for reason in composed.of(d.Reason):
        if reason.name in reasons:
            what = f"two reasons to end have the name '{reason.name}'"
            problems.append(problem("E022", reason.span, what, f"the other one is at {reasons[reason.name]}"))
        reasons[reason.name] = reason.span
    names = Names(
        composed=composed,
        lists={each.name: each for each in composed.of(d.WordList, d.NumberList)},
        words=words,
        zones={each.name: each for each in composed.of(d.Zone)},
        counters={each.name: each for each in composed.of(d.Counter)},
        notes={each.name: each for each in composed.of(d.Note)},
        values={each.name: each for each in composed.of(d.Value, d.Table)},
        calls={each.name: each for each in composed.of(d.Call)},
        shown=_shown(composed, words),
        seats=composed.one(d.Seats),
    )
    return names, problems


def _shown(composed: Composed, words: dict[str, str]) -> frozenset[str]:
    lists: set[str] = set()
    known = {each.name for each in composed.of(d.WordList, d.NumberList)}
    if not composed.of(d.Cards) and any(layer.tree.broken for layer in composed.layers):
        return frozenset(known)  # the cards may be in a block that cannot be read
    for cards in composed.of(d.Cards):
        for deck in cards.decks:
            for factor in deck.factors:
                if isinstance(factor.words, Number):
                    lists |= {each.name for each in composed.of(d.NumberList) if factor.words.value in each.members}
                    continue
                lists |= _lists_of(factor.words, known, words) or known  # that it names none is reported there
    return frozenset(lists)


def _lists_of(node: Node, known: set[str], words: dict[str, str]) -> set[str]:
    """The lists that the words of a factor come from; `except` and `of` take from their first part."""
    inner = node
    while not hasattr(inner, "text"):
        inner = getattr(inner, "one", None) or getattr(inner, "set", None) or getattr(inner, "noun", None) or inner
        if inner is node:
            return set()
        node = inner
    name = inner.text
    return {name} & known or ({words[name]} if name in words else set())


def _word_span(span: Span, word: str) -> Span:
    """The last place of a word in the text that lists it, where it stands there by this name."""
    at = span.text.rfind(word)
    return span if at < 0 else Span(span.source, span.start + at, span.start + at + len(word))
