"""Explanations of blocks: the text after all layers, its history, and what it rests on."""

import unicodedata
from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import evolve

from rulespec.language.errors import shortened
from rulespec.language.files import ENGLISH
from rulespec.language.printer import cited, lines
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Citation, Cited, names_in, walk
from rulespec.language.tree.source import Span
from rulespec.rules.compose import Composed, Entry, Layer
from rulespec.rules.material import Card, Material
from rulespec.rules.rulebook import RuleBook
from rulespec.rules.texts.grammar.template import Template, phrases

_WRITTEN = ("declared", "added", "replaced")  # changes that write the whole block


# ---- which block is meant


def find(rules: RuleBook, words: str) -> str:
    """The key of the block that some words mean, by key, name, word or part; a `LookupError` suggests others."""
    composed = rules.composed
    said = unicodedata.normalize("NFC", " ".join(words.split()))
    said = " ".join(composed.renamed[word][0] if word in composed.renamed else word for word in said.split(" "))
    for matches in (_exactly, _by_name, _by_word, _in_part):
        found = matches(composed, said.casefold())
        if len(found) > 1:  # part of a name rather means a rule
            found = [key for key in found if not isinstance(composed.entries[key].declaration, d.Scenario)] or found
        if len(found) == 1:
            return found[0]
        if found:
            raise LookupError(shortened(f"'{said}' could be {', '.join(found)}"))
    names = set(composed.entries) | {key.split()[-1] for key in composed.entries}
    raise LookupError(shortened(f"{composed.name} has no block '{said}'; {did_you_mean(said, names)}"))


def _exactly(composed: Composed, said: str) -> list[str]:
    return [key for key in composed.entries if key.casefold() == said]


def _by_name(composed: Composed, said: str) -> list[str]:
    named = (d.Named, d.NamedBlock)
    return [
        key
        for key, entry in composed.entries.items()
        if isinstance(entry.declaration, named) and entry.declaration.name.casefold() == said
    ]


def _by_word(composed: Composed, said: str) -> list[str]:
    lists = [each for each in composed.of(d.WordList) if said in map(str.casefold, each.words)]
    return [each.key for each in lists]


def _in_part(composed: Composed, said: str) -> list[str]:
    return [key for key in composed.entries if said in key.casefold()] if said else []


# ---- labels


class Labels:
    """The labels of explanations in a language."""

    def __init__(self, language: str) -> None:
        self._phrases = phrases(language)

    def __call__(self, key: str, **parts: str) -> str:
        return Template(self._phrases[f"explain.{key}"]).clause(parts)


# ---- all blocks


def overview(rules: RuleBook, language: str = ENGLISH) -> list[str]:
    """All blocks in order, each with its citations and the layers that changed it: lines, with labels in a language."""
    say = Labels(language)
    composed = rules.composed
    said = [f"{rules.title} ({rules.name})", "", say("files")]
    said += [f"  {layer.tree.header.kind} {layer.name}: {layer.path}" for layer in composed.layers]
    for title, kind in (("sources", d.SourceText), ("rulings", d.Ruling)):
        if composed.of(kind):
            listed = [each for each in composed.entries.values() if isinstance(each.declaration, kind)]
            said += ["", say(title), *(f"  {_in_short(each, say)}" for each in listed)]
    said += ["", say("blocks")]
    apart = d.SourceText | d.Ruling | d.Scenario
    rest = [e for e in composed.entries.values() if not isinstance(e.declaration, apart)]
    wide = max((len(entry.declaration.key) for entry in rest), default=0)
    cites = max((len(cited(entry.cites)) for entry in rest), default=0)
    for entry in rest:
        line = f"  {entry.declaration.key:<{wide}}  {cited(entry.cites):<{cites}}  {_origin(entry, say)}"
        said.append(line.rstrip())
    tried = [entry for entry in composed.entries.values() if isinstance(entry.declaration, d.Scenario)]
    if tried:
        said += ["", say("scenarios"), *(f"  {_in_short(entry, say)}" for entry in tried)]
    return said


def _in_short(entry: Entry, say: Labels) -> str:
    declared = entry.declaration
    if isinstance(declared, d.SourceText):
        return (
            f'{declared.name}  "{declared.title}", {say("lines", number=str(declared.lines))}  ({_origin(entry, say)})'
        )
    assert isinstance(declared, d.Ruling | d.Scenario)
    said = declared.question if isinstance(declared, d.Ruling) else declared.title
    return "  ".join(part for part in (declared.name, said, f"({_origin(entry, say)})") if part)


def _origin(entry: Entry, say: Labels) -> str:
    first, *later = entry.changes
    return ", ".join([first.layer, *dict.fromkeys(say(each.what, layer=each.layer) for each in later)])


# ---- one block


def explain(rules: RuleBook, key: str, language: str = ENGLISH) -> list[str]:
    """A block with its history, its sources and rulings, and for cards the resulting cards, line by line.

    The labels are in the language, the rules as they are written.
    """
    say = Labels(language)
    entry = rules.composed.entries[key]
    declared = entry.declaration
    said = list(lines(evolve(declared, cites=entry.cites)))
    said += _section(say("history"), _history(rules.composed, entry, say))
    if isinstance(declared, d.SourceText | d.Ruling):
        said += _section(say("citing"), _resting_on(rules.composed, declared.name))
        if isinstance(declared, d.Ruling):
            said += _section(say("readings"), _readings(rules.composed, declared))
        return said
    cites = _citations(entry)
    said += _section(say("texts"), _texts(rules.composed, cites))
    said += _section(say("cites"), _rulings(rules.composed, cites, say))
    said += _section(say("used"), _used(rules, key))
    if isinstance(declared, d.Cards):
        said += _section(say("cards"), _cards(rules, declared, say))
    return said


def stated(rules: RuleBook, key: str, language: str = ENGLISH) -> list[str]:
    """A block with the rulings that it cites, line by line: what players want to know."""
    entry, say = rules.composed.entries[key], Labels(language)
    said = list(lines(evolve(entry.declaration, cites=entry.cites)))
    return said + _section(say("cites"), _rulings(rules.composed, _citations(entry), say))


def rulings(composed: Composed, entry: Entry, language: str = ENGLISH) -> Iterator[str]:
    """The rulings that a block cites, with answer and reason, line by line."""
    return _rulings(composed, _citations(entry), Labels(language))


def _section(title: str, body: Iterable[str]) -> list[str]:
    told = [f"    {line}" if line else "" for line in body]
    return ["", f"{title}:", *told] if told else []


def _history(composed: Composed, entry: Entry, say: Labels) -> Iterator[str]:
    for change in entry.changes:
        yield f"{say(change.what, layer=change.layer)} {cited(change.cites)}".rstrip() + f"  {_place(change.span)}"
    for layer, rename in _renames_inside(composed, entry):
        said = say("renamed inside", old=rename.old, new=rename.new, layer=layer.name)
        yield f"{said} {cited(rename.cites)}".rstrip() + f"  {_place(rename.span)}"


def _renames_inside(composed: Composed, entry: Entry) -> Iterator[tuple[Layer, d.Rename]]:
    """The renames of names inside a block, which its changes do not list."""
    order = {layer.path: rank for rank, layer in enumerate(composed.layers)}
    written = max(order[each.span.source.path] for each in entry.changes if each.what in _WRITTEN)
    told = {change.span for change in entry.changes}
    names = {name for node in walk(entry.declaration) for name in names_in(node)}
    for new, rename in composed.renamed.values():
        rank = order[rename.span.source.path]
        if rank > written and new in names and rename.span not in told:
            yield composed.layers[rank], rename


def _place(span: Span) -> str:
    return f"{span.source.path}:{span.line}"


def _citations(entry: Entry) -> list[Citation]:
    """The citations of a block and of its statements."""
    inner = [cite for node in walk(entry.declaration) if isinstance(node, Cited) for cite in node.cites]
    return list(dict.fromkeys([*entry.cites, *inner]))


def _texts(composed: Composed, cites: list[Citation]) -> Iterator[str]:
    for cite in cites:
        source = composed.entries.get(d.key(d.SourceText, cite.source))
        if cite.lines and source is not None and isinstance(source.declaration, d.SourceText):
            yield f'{cite}  "{source.declaration.title}"'


def _rulings(composed: Composed, cites: list[Citation], say: Labels) -> Iterator[str]:
    for cite in cites:
        entry = composed.entries.get(d.key(d.Ruling, cite.source))
        if not cite.lines and entry is not None and isinstance(entry.declaration, d.Ruling):
            ruling = entry.declaration
            yield f"{ruling.name}  {ruling.question}  ({_origin(entry, say)})"
            yield f"    {ruling.answer}"
            if ruling.reason:
                yield f"    {say('because')} {ruling.reason}"
            for line in _readings(composed, ruling):
                yield f"    {say('reading')} {line}"


def _readings(composed: Composed, ruling: d.Ruling) -> Iterator[str]:
    """The other readings of a ruling, each with the path of its layer if there is one next to the ruleset's files."""
    folders = dict.fromkeys(Path(layer.path).parent for layer in composed.layers)
    for reading in ruling.readings:
        there = [path for folder in folders if (path := folder / f"{reading.name}.rules").is_file()]
        yield f"{reading.name}: {reading.text}" + (f"  {there[0]}" if there else "")


def _resting_on(composed: Composed, name: str) -> Iterator[str]:
    resting = {
        key: [cite for cite in _citations(entry) if cite.source == name] for key, entry in composed.entries.items()
    }
    wide = max((len(key) for key, cites in resting.items() if cites), default=0)
    for key, cites in resting.items():
        if cites:
            yield f"{key:<{wide}}  {cited(tuple(cites))}"


def _used(rules: RuleBook, key: str) -> Iterator[str]:
    """The values and named conditions that a block uses, which layers can replace."""
    keys: dict[str, None] = {}
    for node in walk(rules.resolved.blocks[key]):
        match node:
            case e.OfValue() | e.Fits():
                keys[node.key] = None
            case e.PlayersWho(adjective=name):
                keys[d.key(d.Call, name)] = None
    for used in keys:
        entry = rules.composed.entries[used]
        yield lines(evolve(entry.declaration, cites=entry.cites))[0]


# ---- the cards that follow from words


def _cards(rules: RuleBook, declared: d.Cards, say: Labels) -> Iterator[str]:
    """The cards of a group for each number of players, as differences to the previous number."""
    previous: Tally[str] = Tally()
    for players in rules.players:
        cards = Tally(card.name for card in _group(rules, declared, players))
        more = bool(previous) and previous <= cards
        listed = ", ".join((cards - previous if more else cards).elements())
        said = say("cards.same") if cards == previous else f"{say('cards.also')} {listed}" if more else listed
        yield f"{say('cards.of', players=str(players), number=str(cards.total()))} {said}"
        previous = cards


def _group(rules: RuleBook, declared: d.Cards, players: int) -> tuple[Card, ...]:
    """The cards of one group: `Material` has them group after group."""
    groups = list(rules.composed.of(d.Cards))
    upto = groups[: groups.index(declared)]
    start = len(_only(rules, upto, players))
    size = len(_only(rules, [*upto, declared], players)) - start
    return Material(rules.resolved, players).cards[start : start + size]


def _only(rules: RuleBook, groups: list[Any], players: int) -> tuple[Card, ...]:
    """The cards of these groups alone."""
    kept = {each.key for each in groups}
    blocks = {
        key: block for key, block in rules.resolved.blocks.items() if not isinstance(block, d.Cards) or key in kept
    }
    return Material(evolve(rules.resolved, blocks=blocks), players).cards
