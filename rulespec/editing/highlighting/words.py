"""Where a word is a keyword, as far as the words beside it on its line can tell."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from attrs import evolve, frozen
from lark.grammar import NonTerminal, Rule, Symbol
from lark.parsers.grammar_analysis import calculate_sets

from rulespec.language.grammar import keywords, parser, reserved

_LINE = frozenset({"_NL", "_INDENT", "_DEDENT"})
_GOES_ON = frozenset({"_C", "_AND", "_OR", "LPAR"})  # behind these, a line can end and go on in the next
_SIGNS = {"_C": ",", "COLON": ":", "STRING": '"', "INT": "0", "NEGATIVE": "0"}


@frozen
class Heading:
    """The keywords that a block begins with, and of what kind the name behind them is, if it has one."""

    words: tuple[str, ...]
    names: str = ""
    opens: bool = False  # whether lines that belong to it are indented beneath it


@frozen(order=True)
class Surroundings:
    """What a keyword stands behind: words, signs (`0` is any number), or the beginning of a line.

    If it can stand behind names as well, or cannot be a name, the words are those behind which a name stands instead.
    """

    anywhere: bool = False
    line: bool = False
    words: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


@cache
def before_headings(*what: str) -> tuple[str, ...]:
    """The keywords behind which a block is declared (`replace`), or mentioned (`remove`)."""
    behind = what or ("declaration", "reference")
    runs = (run for rule in _of("item") for run in _runs(rule.expansion))
    return tuple(sorted({words[0] for words, rest in runs if len(words) == 1 and _begins(rest, *behind)}))


@cache
def headings() -> tuple[Heading, ...]:
    """All beginnings of blocks, the longest first."""
    kinds = {" ".join(words) for symbol in ("kind", "ref_word") for words in _keywords_alone(NonTerminal(symbol))}
    found = dict[tuple[str, ...], Heading]()
    for rule in (rule for origin in ("header", "item", "declaration", "reference") for rule in _of(origin)):
        for words, rest in _runs(rule.expansion):
            if words and not _begins(rest, "declaration", "reference"):
                names = next((kind for kind in (" ".join(words), words[0]) if kind in kinds and _is_name(rest)), "")
                heading = found.setdefault(words, Heading(words, names))
                found[words] = evolve(heading, opens=heading.opens or _opens(rest))
    return tuple(sorted(found.values(), key=lambda each: (-len(each.words), each.words)))


@cache
def opening() -> tuple[str, ...]:
    """The keywords at the beginning of a line within a block beneath which lines are indented."""
    found = set[str]()
    for rule in parser().rules:
        words, rest = next(_runs(rule.expansion))
        if words and rule.origin.name not in ("declaration", "item", "suite") and _opens(rest):
            found.add(words[0])
    return tuple(sorted(found))


@cache
def surroundings() -> dict[str, Surroundings]:
    """Of each keyword, what it stands behind where it does not begin a block."""
    known, found = keywords(), dict[str, Surroundings]()
    for name, word in known.items():
        before = {one for one, other in _beside() if other == name}
        if word in reserved():
            found[word] = Surroundings(anywhere=True)
        elif "NAME" in before:
            instead = {one for one, other in _beside() if other == "NAME"} - before - _beginning()
            found[word] = Surroundings(anywhere=True, words=_texts(instead))
        else:
            signs = tuple(sorted({_SIGNS[each] for each in before if each in _SIGNS}))
            found[word] = Surroundings(False, not before.isdisjoint(_LINE | _GOES_ON), _texts(before), signs)
    return found


@cache
def alike() -> tuple[tuple[Surroundings, tuple[str, ...]], ...]:
    """The keywords that are found within blocks, by what they stand behind; what can stand anywhere comes last."""
    found = defaultdict[Surroundings, list[str]](list)
    for word, behind in sorted(surroundings().items()):
        if behind != Surroundings():
            found[behind].append(word)
    return tuple((behind, tuple(words)) for behind, words in sorted(found.items()))


@cache
def verbs() -> tuple[str, ...]:
    """The keywords that say at the beginning of a line what it is about."""
    lines = {other for one, other in _beside() if one in _LINE}
    values = {symbol.name for symbol in _sets(reverse=False)[0][NonTerminal("expr")]}
    return _texts(lines - values)


@cache
def before_names() -> tuple[str, ...]:
    """The keywords within blocks behind which every word is a name, and that are no names themselves there."""
    known = keywords()
    after = {name: {other for one, other in _beside() if one == name} & {"NAME", *known} for name in known}
    sure = (name for name, word in known.items() if word in reserved() or not surroundings()[word].anywhere)
    return _texts(name for name in sure if after[name] == {"NAME"} and name not in _beginning())


@cache
def answering() -> tuple[str, ...]:
    """The keywords behind whoever answers in a scenario, where otherwise the names of his answer stand."""
    return _texts(symbol.name for rule in _of("line") for symbol in rule.expansion if symbol.is_term)


# ---- the grammar


def _of(origin: str) -> Iterator[Rule]:
    return (rule for rule in parser().rules if rule.origin.name == origin)


@cache
def _sets(*, reverse: bool) -> Any:
    """The terminals with which each symbol begins, or in reverse ends; and the symbols that can be nothing at all."""
    turned = [Rule(rule.origin, rule.expansion[::-1] if reverse else rule.expansion) for rule in parser().rules]
    analysed: Any = calculate_sets  # which tells no types
    begins, _, nothing = analysed(turned)
    return begins, nothing


@cache
def _beside() -> frozenset[tuple[str, str]]:
    """The terminals that can stand beside each other."""
    (first, nothing), (last, _) = _sets(reverse=False), _sets(reverse=True)
    found = set[tuple[str, str]]()
    for rule in parser().rules:
        for at, one in enumerate(rule.expansion):
            for other in rule.expansion[at + 1 :]:
                found.update((end.name, begin.name) for end, begin in product(last[one], first[other]))
                if other not in nothing:
                    break
    return frozenset(found)


@cache
def _beginning() -> frozenset[str]:
    """The terminals that begin a block, which are names more often than others."""
    first, _ = _sets(reverse=False)
    return frozenset(symbol.name for start in ("header", "item") for symbol in first[NonTerminal(start)])


def _texts(names: Iterable[str]) -> tuple[str, ...]:
    """The keywords of some terminals."""
    return tuple(sorted(keywords()[name] for name in names if name in keywords()))


def _runs(expansion: Sequence[Symbol]) -> Iterator[tuple[tuple[str, ...], Sequence[Symbol]]]:
    """The keywords that a rule begins with, and the symbols behind them."""
    known = keywords()
    if expansion and expansion[0].name in known:
        for words, rest in _runs(expansion[1:]):
            yield (known[expansion[0].name], *words), rest
    elif expansion and (inner := _keywords_alone(expansion[0])):
        for words, rest in _runs(expansion[1:]):
            yield from (((*each, *words), rest) for each in inner)
    else:
        yield (), expansion


def _keywords_alone(symbol: Symbol) -> list[tuple[str, ...]]:
    """The words that a symbol is always made of; none where it can be something else."""
    known = keywords()
    found = [[known.get(each.name, "") for each in rule.expansion] for rule in _of(symbol.name)]
    return [tuple(words) for words in found] if all(found) and all(map(all, found)) else []


def _begins(rest: Sequence[Symbol], *names: str) -> bool:
    return bool(rest) and rest[0].name in names


def _is_name(rest: Sequence[Symbol]) -> bool:
    return bool(rest) and {each.name for each in _sets(reverse=False)[0][rest[0]]} == {"NAME"}


def _opens(rest: Sequence[Symbol]) -> bool:
    return any(symbol.name in ("suite", "_INDENT") for symbol in rest)
