"""The names that a composed ruleset declares, each with one meaning."""

from collections.abc import Collection

from attrs import define, field, frozen

from rulespec.compose import Composed
from rulespec.errors import Problem, problem
from rulespec.language.grammar import RESERVED
from rulespec.language.limits import COMPARED
from rulespec.language.mistakes.idioms import other_word
from rulespec.language.parser import words_near
from rulespec.language.source import Span
from rulespec.language.suggest import did_you_mean, distance, nearest
from rulespec.tree import declarations as d
from rulespec.tree.kinds import Kind
from rulespec.tree.node import Node


class WrongError(Exception):
    """A mistake in an expression or a statement; `problem` None where it follows from one already told."""

    def __init__(self, problem: Problem | None) -> None:
        super().__init__(problem)
        self.problem = problem


def wrong(code: str, node: Node, message: str, remedy: str = "") -> WrongError:
    return WrongError(problem(code, node.span, message, remedy))


@define
class Compared:
    """How many names unknown ones have been compared with so far, while a ruleset is resolved."""

    names: int = 0


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
    compared: Compared = field(factory=Compared)
    lost: set[str] = field(factory=set)  # names that a choice would bind, had it not been wrong

    def taken(self) -> dict[str, str]:
        """Every declared name with what it is."""
        taken = dict.fromkeys(self.lists, "list") | dict.fromkeys(self.words, "word")
        taken |= dict.fromkeys(self.zones, "zone") | dict.fromkeys(self.counters, "counter")
        taken |= dict.fromkeys(self.notes, "note") | dict.fromkeys(self.values, "value")
        return taken | dict.fromkeys(self.calls, "named condition")

    def unknown(self, what: str, name: str, span: Span, allowed: set[str]) -> WrongError:
        """The mistake of a name that nothing of this sort has."""
        return self._unknown(f"unknown {what} '{name}'", name, span, allowed)

    def no_property(self, kind: Kind, name: str, span: Span, allowed: set[str]) -> WrongError:
        """The mistake of a name that means something, but nothing that things of this kind have."""
        return self._unknown(f"no {kind.name} has a '{name}'", name, span, allowed)

    def _unknown(self, message: str, name: str, span: Span, allowed: set[str]) -> WrongError:
        """The mistake with a remedy; none where the name has been reported already."""
        if name in self.composed.unread or name in self.lost:
            return WrongError(None)
        if name in self.composed.renamed:
            new, item = self.composed.renamed[name]
            remedy = f"'{name}' was renamed to '{new}' at {item.span}"
        else:
            remedy = self._meant(name, span.word(name), allowed)
        return WrongError(problem("E020", span.word(name), message, remedy))

    def near(self, name: str, names: Collection[str]) -> str | None:
        """The name that a wrong one is a slip of; not sought any longer where a file has very many of both."""
        if self.compared.names > COMPARED:
            return None
        self.compared.names += len(names)
        return nearest(name, names)

    def _meant(self, name: str, span: Span, allowed: set[str]) -> str:
        if self.compared.names > COMPARED:
            return ""
        near = self.near(name, {*allowed, *words_near(span)})
        said = other_word(name)
        if near is not None and not (said and distance(name, near) > 1.05):
            return f"did you mean '{near}'?"
        return said or did_you_mean(name, allowed)

    def no_word(self, name: str, list_: d.WordList, span: Span, alike: Collection[str] = ()) -> WrongError:
        """The mistake of a name that is not a word of a list, nor one of the names `alike` that stand for a word."""
        allowed = set(list_.words)
        allowed = allowed if self.near(name, alike) is None else {*allowed, *alike}
        return self._unknown(f"'{name}' is not a word of '{list_.name}'", name, span, allowed)


def declared(composed: Composed) -> tuple[Names, list[Problem]]:
    """The names of a ruleset, and which of them cannot be used."""
    words: dict[str, str] = {}
    problems: list[Problem] = []
    first: dict[str, Span] = {}

    def claim(name: str, span: Span, word: bool = False) -> None:
        if name in RESERVED:
            at = _word_span(span, name) if word else span
            problems.append(problem("E023", at, f"'{name}' is a word of the language", "choose another name"))
        elif name in first:
            at = _word_span(span, name) if word else span
            problems.append(
                problem("E022", at, f"'{name}' already has a meaning", f"given at {first[name].word(name)}")
            )
        first.setdefault(name, span)

    for list_ in composed.of(d.WordList):
        for word in list_.words:
            claim(word, list_.span, word=True)
            words[word] = list_.name
    for each in composed.of(d.WordList, d.NumberList, d.Zone, d.Counter, d.Note, d.Value, d.Table, d.Call):
        claim(each.name, each.span)
    reasons: dict[str, Span] = {}
    for reason in composed.of(d.Reason):
        if reason.name in reasons:
            what = f"two reasons to end are called '{reason.name}'"
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
    for cards in composed.of(d.Cards):
        for deck in cards.decks:
            for factor in deck.factors:
                lists |= _lists_of(factor.words, known, words) or known  # that it names none is told there
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
