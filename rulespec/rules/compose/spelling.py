"""Misspelt declarations: nothing uses a declared name, and a similar name is used but not declared."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from attrs import evolve, field, frozen

from rulespec.language.errors import Meant, Problem, problem
from rulespec.language.grammar import reserved, words_of_rules
from rulespec.language.mistakes.idioms import other_word
from rulespec.language.suggest import distance, meant, nearest, strange_letter
from rulespec.language.tree import declarations as d
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree import statements as s
from rulespec.language.tree.limits import COMPARED
from rulespec.language.tree.node import Node, names_in, renamed, walk
from rulespec.language.tree.source import Span
from rulespec.rules.compose.composed import Layer

_DECLARED = (d.WordList, d.NumberList, d.Zone, d.Counter, d.Note, d.Value, d.Table, d.Call)
_APART = (  # declarations whose names are not used in expressions
    d.SourceText, d.Ruling, d.Cards, d.BeforeTurn, d.AfterTurn, d.AfterRound, d.Reason, d.Always, d.Scenario,
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_][\w-]*")
NEARER = 0.4  # how much nearer a used name may be than an unused one that is meant
_Place = tuple[int, int]  # in a file: the first line of a block, and an offset in it


def respelt(layers: Sequence[Layer]) -> tuple[tuple[Layer, ...], list[Problem]]:
    """The layers with misspelt names corrected, and the problems."""
    files = [[_names_in(item) for item in layer.tree.items] for layer in layers]
    spelling = _Spelling(layers, files)
    trees = [spelling.mended(layer.tree, names) for layer, names in zip(layers, files, strict=True)]
    mended = tuple(evolve(layer, tree=tree) for layer, tree in zip(layers, trees, strict=True))
    return mended, spelling.problems


@frozen(eq=False)
class _Names:
    """The names that an item declares, binds and uses, with their spans."""

    turn: bool = False  # whether it is the turn, whose bound names are known in all blocks
    declared: dict[str, Span] = field(factory=dict)
    chosen: dict[str, Span] = field(factory=dict)
    used: dict[str, dict[_Place, Span]] = field(factory=dict)


class _Spelling:
    """Finds and collects misspellings."""

    def __init__(self, layers: Sequence[Layer], files: Sequence[Sequence[_Names]]) -> None:
        self.problems: list[Problem] = []
        blocks = [names for file in files for names in file]
        broken = {word for layer in layers for span in layer.tree.broken for word in _WORD.findall(span.text)}
        self._used = {*broken, *(name for names in blocks for name in names.used)}
        self._turn = next((names for names in reversed(blocks) if names.turn), _Names())
        self._known = {*broken, *self._turn.chosen, *(name for names in blocks for name in names.declared)}
        words = (word for layer in layers for word in _WORD.findall(layer.tree.span.source.text.casefold()))
        self._written = Counter(words)  # in comments and strings, too
        self._compared = 0

    def mended(self, tree: d.RuleFile, blocks: Sequence[_Names]) -> d.RuleFile:
        """A file with its misspellings corrected."""
        declared = {name: place for names in blocks for name, place in names.declared.items()}
        turned = self._turn.chosen if self._turn in blocks else {}
        used = _joined(names.used for names in blocks)
        local = {name for names in blocks if names is not self._turn for name in names.chosen}
        instead = self._slips(declared, used, local, "declared") | self._slips(turned, used, local, "chosen")
        settled = {*instead, *instead.values()}
        items = []
        for item, names in zip(tree.items, blocks, strict=True):
            chosen = {} if names.turn else names.chosen
            inside = instead | self._slips(chosen, names.used, settled, "chosen")
            items.append(_respelt(item, inside) if inside else item)
        return evolve(tree, items=tuple(items))

    def _slips(
        self, places: dict[str, Span], used: dict[str, dict[_Place, Span]], others: Collection[str], done: str
    ) -> dict[str, str]:
        """Corrections of unused names at these places, or of similar names that are used; each is reported."""
        idle = {name for name in places if name not in self._used}
        instead: dict[str, str] = {}
        for name in used if idle else ():
            if name in reserved() or name in self._known or name in places or name in others:
                continue
            words = words_of_rules() - {name} if len(used[name]) == 1 else set()
            self._compared += len(self._known) + len(places) + len(words)
            slip = nearest(name, {*self._known, *places, *words}) if self._compared <= COMPARED else None
            unused = nearest(name, idle) if slip is not None and slip not in idle else None
            if slip is not None and unused is not None and distance(name, unused) <= distance(name, slip) + NEARER:
                slip = unused
            if slip is None or slip not in idle or slip in instead.values() or slip in instead:
                continue
            often = len(used[name])
            if often == 1 and other_word(name) and distance(name, slip) > 0.5:
                continue  # other languages' words have a remedy of their own
            if often > 1 or self._likelier(name, slip, places):
                times = "once" if often == 1 else f"{often} times"
                what = f"'{slip}' is {done} but never used, and '{name}' is used {times} but never {done}"
                self.problems.append(problem("E020", places[slip].word(slip), what, meant(slip, name)))
                instead[slip] = name
            else:
                there = f"{done} in line {places[slip].word(slip).line}"
                remedy = Meant(f"did you mean '{slip}', {there}?{strange_letter(name, slip)}", name, slip)
                place = next(iter(used[name].values())).word(name)
                self.problems.append(problem("E020", place, f"unknown name '{name}'", remedy))
                instead[name] = slip
        return instead

    def _likelier(self, name: str, slip: str, places: dict[str, Span]) -> bool:
        """Whether a name that is used once is rather right than the declared one."""
        if name.casefold() == slip.casefold():
            beside = [each for each in places if _at(places[each]) == _at(places[slip])]
            alike = beside if len(beside) > 1 else list(places)
            return 2 * sum(each[0].isupper() == name[0].isupper() for each in alike) > len(alike)
        return self._written[name.casefold()] > 1 == self._written[slip.casefold()]


def _names_in(item: d.Item) -> _Names:
    """The names in an item."""
    found = _Names(turn=isinstance(getattr(item, "declaration", None), d.Turn))
    if isinstance(item, d.AddWord):
        found.declared[item.word] = item.span
    elif isinstance(item, d.Rename):
        found.declared[item.new] = item.span
    elif isinstance(item, d.Changes):
        return found  # scenarios are called by nothing else
    elif isinstance(item, d.Remove | d.Cite):
        _use(found, item.reference, _WORD.findall(item.reference.key))
    declares = isinstance(item, d.Plain | d.AddBlock)
    for node in walk(item):
        if isinstance(node, s.Pick):
            found.chosen.update(dict.fromkeys(node.names, node.span))
        elif isinstance(node, _DECLARED) and declares:
            new = (node.name, *(node.words if isinstance(node, d.WordList) else ()))
            found.declared.update(dict.fromkeys(new, node.span))
            _use(found, node, [name for name in names_in(node) if name not in new])
        elif isinstance(node, d.Cards):
            _use(found, node, [node.zone])
        elif not isinstance(node, _APART):
            _use(found, node, names_in(node))
    return found


def _use(found: _Names, node: Node, names: Iterable[str]) -> None:
    for name in names:
        if (isinstance(node, d.Note) and name == "player") or (isinstance(node, sc.Said) and name == "seat"):
            continue  # a keyword there
        found.used.setdefault(name, {})[_at(node.span)] = node.span


def _at(span: Span) -> _Place:
    return span.source.first, span.start


def _joined(used: Iterable[dict[str, dict[_Place, Span]]]) -> dict[str, dict[_Place, Span]]:
    joined: dict[str, dict[_Place, Span]] = {}
    for names in used:
        for name, places in names.items():
            joined.setdefault(name, {}).update(places)
    return joined


def _respelt(item: d.Item, names: dict[str, str]) -> d.Item:
    """An item with names replaced."""
    if isinstance(item, d.AddWord):
        return evolve(item, word=names.get(item.word, item.word))
    if isinstance(item, d.Rename):
        return evolve(item, new=names.get(item.new, item.new))
    respelt: d.Item = renamed(item, names)
    return respelt
