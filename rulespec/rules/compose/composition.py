"""Layers laid over a base in order: each item of a file changes the blocks so far, or is an error."""

import re
from collections.abc import Iterable
from operator import itemgetter
from typing import assert_never

from attrs import define, evolve, field

from rulespec.language.errors import Fix, Meant, Problem, problem
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import PROBLEMS
from rulespec.language.tree.node import renamed
from rulespec.language.tree.source import Span
from rulespec.rules.compose.composed import Change, Composed, Entry, Layer, Options, Setting
from rulespec.rules.compose.hashing import BESIDE_PLAY, digest
from rulespec.rules.compose.options import filled, options, options_in

_USING = re.compile(
    r"\b(own |of |from |in |except |)(\w+(?:-\w+)*)"
)  # after these a name is used, not declared or bound


def compose(layers: Iterable[Layer], settings: Iterable[Setting] = ()) -> tuple[Composed, list[Problem]]:
    """Lays the files over one another, the base first; the composed ruleset, and the problems.

    `settings` choose values for options; the values of all options are filled in.
    """
    composed = tuple(layers)
    settled, chosen, problems = options(composed, settings)
    composition = _Composition(settled, problems=problems)
    for layer in composed:
        composition.lay(layer)
    composition.conflicts()
    composition.fill()
    whole = Composed(
        composed,
        chosen,
        composition.options,
        composition.entries,
        composition.renamed,
        composition.reported,
        tuple(composition.absent),
    )
    return whole, composition.problems


@define
class _Composition:
    """The blocks so far, and which layers touched them."""

    options: Options
    entries: dict[str, Entry] = field(factory=dict)
    renamed: dict[str, tuple[str, d.Rename]] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    absent: list[Problem] = field(factory=list)  # see `Composed`
    reported: frozenset[str] = frozenset()  # see `Composed`
    _touched: dict[str, list[tuple[Layer, d.Item]]] = field(factory=dict)  # the first item of each layer, by key
    _versions: dict[str, list[d.Declaration]] = field(factory=dict)  # see `Options`
    _conditional: set[str] = field(factory=set)  # see `Options`
    _puts: list[tuple[str, bool, str]] = field(factory=list)  # a key, whether before or after, and the other key

    def lay(self, layer: Layer) -> None:
        items = [item for item in layer.tree.items if self.options.applies(item)]
        if self.options.declared:
            self._keep_versions(layer)
        for broken in layer.tree.broken:
            self.reported |= _naming(broken)
        renames = [item for item in items if isinstance(item, d.Rename)]
        if renames:
            self._rename(layer, renames)
        for item in items:
            if len(self.problems) > PROBLEMS.most:
                return
            self._lay_item(layer, item)
        self._reorder()

    def conflicts(self) -> None:
        """Reports blocks that two layers change of which neither extends the other, unless a layer above both does."""
        for key, touches in self._touched.items():
            for index, (layer, item) in enumerate(touches):
                if layer.tree.header.kind == "ruleset":
                    continue
                for earlier, earlier_item in touches[:index]:
                    if earlier.tree.header.kind == "ruleset" or earlier.path in {layer.path, *layer.beneath}:
                        continue
                    settled = any({layer.path, earlier.path} <= above.beneath for above, _ in touches[index + 1 :])
                    if not settled:
                        what = f"'{layer.name}' and '{earlier.name}' both change '{key}'"
                        where = f"the other change is at {earlier_item.span}; use only one of the layers"
                        self.problems.append(problem("E014", item.span, what, where))

    def _keep_versions(self, layer: Layer) -> None:
        """Keeps the blocks of a layer that options change, whether or not they apply."""
        for item in layer.tree.items:
            if isinstance(item, d.Plain | d.AddBlock | d.Replace):
                block = item.declaration
                if item.applies is not None or options_in(block, self.options):
                    self._versions.setdefault(block.key, []).append(block)
                if item.applies is not None and self.options.applies(item):
                    self._conditional.add(block.key)
                else:
                    self._conditional.discard(block.key)

    def fill(self) -> None:
        """Fills in the values of options."""
        if not self.options.declared:
            return
        words, values = frozenset(self._declared()), self.options.values
        turned = {name for name, option in self.options.declared.items() if values[name] != option.default}
        changing = dict[str, frozenset[str]]()
        for key, entry in list(self.entries.items()):
            if used := options_in(entry.declaration, self.options) & turned:
                changing[key] = used
            declaration = filled(entry.declaration, self.options, words, self.problems)
            if declaration is None:
                del self.entries[key]
            elif declaration is not entry.declaration:
                self.entries[key] = Entry(declaration, entry.changes)
        versions = {key: tuple(some) for key, some in self._versions.items()}
        conditional = frozenset(self._conditional)
        self.options = evolve(self.options, changing=changing, versions=versions, conditional=conditional)

    def _lay_item(self, layer: Layer, item: d.Item) -> None:
        if layer.tree.header.kind == "scenarios" and not _is_beside_play(item):
            what = "a file of scenarios cannot contain rules"
            self._wrong("E057", item, what, "move it to a layer, and keep only scenarios here")
            return
        extends = bool(layer.beneath) or layer.tree.header.kind != "ruleset"
        match item:
            case d.Plain(declaration):
                if extends and not isinstance(declaration, BESIDE_PLAY):
                    known = declaration.key in self.entries
                    word = "replace" if known else "add"
                    there = self.entries[declaration.key].changes[-1].layer if known else ""
                    what = f"'{declaration.key}' already exists in {there}" if known else f"'{declaration.key}' is new"
                    fix = Fix(_before(item.span), f"{word} ")
                    self._wrong("E016", item, what, f"put '{word}' in front of it", fixes=[fix])
                else:
                    self._add(layer, item, declaration, "declared")
            case d.AddBlock(declaration):
                self._add(layer, item, declaration, "added")
            case d.Replace(declaration, pin):
                self._replace(layer, item, declaration, pin)
            case d.Remove(reference):
                if self._there(reference.key, item, "remove", reference.span):
                    self._touch(reference.key, layer, item)
                    self._reorder()
                    del self.entries[reference.key]
            case d.Cite(reference):
                if self._there(reference.key, item, "cite", reference.span):
                    self._record(reference.key, Change("cited", layer.name, item.span, item.cites))
            case d.AddWord(word, list_):
                self._add_word(layer, item, word, list_)
            case d.Put():
                self._put(layer, item)
            case d.Changes(scenarios):
                for name in scenarios:
                    if self._there(d.key(d.Scenario, name), item, "change", item.span):
                        self._record(d.key(d.Scenario, name), Change("changed", layer.name, item.span, item.cites))
            case d.Rename():
                pass  # done already, all of a layer's at once
            case d.TriedOn():
                pass  # no change: see `Composed.is_tried`
            case _:
                assert_never(item)

    def _add(self, layer: Layer, item: d.Item, declaration: d.Declaration, what: str) -> None:
        there = self.entries.get(declaration.key)
        if there is not None:
            where = f"declared at {there.changes[-1].span}"
            remedy = (
                f"{where}; to change it, write 'replace' in front of it" if layer.beneath else f"{where}; remove one"
            )
            if layer.beneath and what == "added":
                remedy = f"{where}; to change it, write 'replace' instead of 'add'"
            fixes = _written(item, "add", "replace") if layer.beneath and what == "added" else []
            self._wrong("E013", item, f"'{declaration.key}' exists already", remedy, fixes=fixes)
            return
        self._touch(declaration.key, layer, item)
        self.entries[declaration.key] = _new(declaration, what, layer.name)

    def _replace(self, layer: Layer, item: d.Item, declaration: d.Declaration, pin: str | None) -> None:
        if not self._there(declaration.key, item, "replace", declaration.span):
            if isinstance(declaration, d.Scenario):
                self._add(layer, item, declaration, "added")
            return
        entry = self.entries[declaration.key]
        if pin is not None and pin != (now := digest(entry.declaration)):
            what = f"'{declaration.key}' has changed since this replacement was pinned"
            where = f'check {entry.changes[-1].span}; if the replacement still fits, write: pinned "{now}"'
            self._wrong("E015", item, what, where, fixes=_written(item, f'"{pin}"', f'"{now}"'))
        self._touch(declaration.key, layer, item)
        change = Change("replaced", layer.name, declaration.span, declaration.cites)
        self.entries[declaration.key] = Entry(declaration, (*entry.changes, change))

    def _add_word(self, layer: Layer, item: d.AddWord, word: str, list_: str) -> None:
        key = d.key(d.WordList, list_)
        if not self._there(key, item, "add a word to", item.span):
            return
        entry = self.entries[key]
        words = entry.declaration
        assert isinstance(words, d.WordList)
        if word in words.words:
            self._wrong("E013", item, f"'{word}' is already in '{list_}'", "remove this line")
            return
        change = Change("extended", layer.name, item.span, item.cites)
        self.entries[key] = Entry(evolve(words, words=(*words.words, word)), (*entry.changes, change))

    def _put(self, layer: Layer, item: d.Put) -> None:
        reasons = {name: key for name in (item.reason, item.other) if (key := self._reason(name)) is not None}
        for name in (item.reason, item.other):
            if name not in reasons:
                known = (each.declaration for each in self.entries.values())
                remedy = did_you_mean(name, [each.name for each in known if isinstance(each, d.Reason)])
                self._wrong("E012", item, f"unknown reason to end '{name}'", remedy, name)
                return
        if item.reason == item.other:
            self._wrong("E012", item, f"'{item.reason}' cannot be put before or after itself", "name another reason")
            return
        moved, other = reasons[item.reason], reasons[item.other]
        self._record(moved, Change("put", layer.name, item.span, item.cites))
        self._touch(f"order of {moved}", layer, item)
        self._touch(f"order of {other}", layer, item)
        self._puts.append((moved, item.before, other))

    def _reorder(self) -> None:
        """Moves the blocks that were put elsewhere, in a circular linked list of keys with "" as its head."""
        if not self._puts:
            return
        order = ["", *self.entries]
        right = dict(zip(order, [*order[1:], ""], strict=True))
        left = {after: before for before, after in right.items()}
        for moved, before, other in self._puts:
            right[left[moved]], left[right[moved]] = right[moved], left[moved]
            left[moved] = left[other] if before else other
            right[moved] = right[left[moved]]
            right[left[moved]] = left[right[moved]] = moved
        entries, key = {}, right[""]
        while key:
            entries[key], key = self.entries[key], right[key]
        self.entries = entries
        self._puts.clear()

    def _reason(self, name: str) -> str | None:
        """The key of a reason to end by its name."""
        keys = (d.key(kind, name) for kind in (d.RoundEnds, d.GameEnds))
        return next((key for key in keys if key in self.entries), None)

    def _rename(self, layer: Layer, renames: list[d.Rename]) -> None:
        names: dict[str, str] = {}
        declared, old, new = self._declared(), {item.old for item in renames}, set[str]()
        for item in renames:
            if item.old not in declared:
                what = f"unknown name '{item.old}'"
                self._wrong("E012", item, what, self._whereabouts(item.old, declared), item.old)
            elif item.new in declared and item.new not in old:
                self._wrong("E013", item, f"'{item.new}' exists already", "choose another name")
            elif item.old in names or item.new in new:
                self._wrong("E013", item, f"'{item.old}' or '{item.new}' is renamed twice", "remove one of the lines")
            else:
                names[item.old] = item.new
                new.add(item.new)
                self.renamed[item.old] = (item.new, item)
        entries = {}
        saying: dict[str, list[tuple[int, d.Rename]]] = {}
        for order, item in enumerate(renames):
            saying.setdefault(item.old, []).append((order, item))
        for entry in self.entries.values():
            declaration = renamed(entry.declaration, names)
            own = dict.fromkeys((entry.declaration.key.split()[-1], *_words_of(entry.declaration)))
            changes = entry.changes
            for _, item in sorted(((at, item) for word in own for at, item in saying.get(word, ())), key=itemgetter(0)):
                changes = (*changes, Change("renamed", layer.name, item.span, item.cites))
            entries[declaration.key] = Entry(declaration, changes)
        self.entries = entries

        def key_of(key: str) -> str:
            return " ".join(names.get(word, word) for word in key.split())

        self._touched = {key_of(key): touches for key, touches in self._touched.items()}
        self._versions = {key_of(key): some for key, some in self._versions.items()}
        self._conditional = set(map(key_of, self._conditional))

    def _declared(self) -> set[str]:
        names = {key.split()[-1] for key, entry in self.entries.items() if hasattr(entry.declaration, "name")}
        return names | {word for list_ in self._lists() for word in list_.words}

    def _lists(self) -> list[d.WordList]:
        return [entry.declaration for entry in self.entries.values() if isinstance(entry.declaration, d.WordList)]

    def _there(self, key: str, item: d.Item, verb: str, span: Span) -> bool:
        if key in self.entries:
            return True
        if key.split()[-1] in self.reported:
            return False
        kind = key.rpartition(" ")[0]
        missing = self.problems
        if kind == d.KEYWORDS[d.Scenario] and key in self._versions:
            return False  # it applies with other options
        if kind == d.KEYWORDS[d.Scenario]:
            missing = self.absent  # it may be in a file of scenarios, or in another ruleset
        else:
            self.reported |= _words(item.span)
        alike = [known for known in self.entries if known.rpartition(" ")[0] == kind] or list(self.entries)
        alike = alike if len(self.problems) < PROBLEMS.most else []
        name = key.split()[-1]
        remedy = self._whereabouts(name, ()) or did_you_mean(key, alike)
        if isinstance(remedy, Meant) and remedy.right.rpartition(" ")[0] == kind:
            remedy = Meant(remedy, name, remedy.right.split()[-1])
        if verb == "replace" and not isinstance(remedy, Meant) and name not in self.renamed:
            remedy = "to declare a new block, write 'add' instead of 'replace'"
        if key in self._versions:
            remedy = "it exists with other options only; put this under the 'if' that it is under"
        place = span.word(key) if kind in ("", "next") else span.word(key.split()[-1])
        missing.append(problem("E012", place, f"cannot {verb} '{key}', which does not exist", remedy))
        return False

    def _whereabouts(self, name: str, declared: Iterable[str]) -> str:
        if name in self.renamed:
            new, item = self.renamed[name]
            return f"'{name}' was renamed to '{new}' at {item.span}"
        return did_you_mean(name, declared)

    def _touch(self, key: str, layer: Layer, item: d.Item) -> None:
        touches = self._touched.setdefault(key, [])
        if not touches or touches[-1][0] is not layer:
            touches.append((layer, item))

    def _record(self, key: str, change: Change) -> None:
        entry = self.entries[key]
        self.entries[key] = Entry(entry.declaration, (*entry.changes, change))

    def _wrong(
        self, code: str, item: d.Item, message: str, remedy: str, word: str = "", fixes: Iterable[Fix] = ()
    ) -> None:
        self.reported |= _words(item.span)
        self.problems.append(problem(code, item.span.word(word) if word else item.span, message, remedy, *fixes))


def _new(declaration: d.Declaration, what: str, layer: str) -> Entry:
    """A block that nothing has changed since: one object in all rulesets that have it."""
    entry: Entry | None = declaration.findings.get(_new, (what, layer))
    if entry is None:
        entry = Entry(declaration, (Change(what, layer, declaration.span, declaration.cites),))
        declaration.findings.keep(_new, (what, layer), entry)
    return entry


def _written(item: d.Item, word: str, instead: str) -> list[Fix]:
    """The fix that replaces a word on the first line of an item."""
    source = item.span.source
    place = Span(source, source.start(item.span.line), item.span.end).word(word)
    return [Fix(place, instead)] if place.text == word else []


def _before(span: Span) -> Span:
    """The empty span before a span."""
    return Span(span.source, span.start, span.start)


def _is_beside_play(item: d.Item) -> bool:
    """Whether play does not depend on an item."""
    match item:
        case d.Plain(declaration) | d.AddBlock(declaration) | d.Replace(declaration):
            return isinstance(declaration, BESIDE_PLAY)
        case d.Remove(reference) | d.Cite(reference):
            return reference.key.startswith(tuple(d.KEYWORDS[kind] for kind in BESIDE_PLAY))
        case d.TriedOn() | d.Changes():
            return True
        case d.AddWord() | d.Rename() | d.Put():
            return False
        case _:
            assert_never(item)


def _naming(span: Span) -> frozenset[str]:
    """The words of an unreadable span that could be declared or bound there."""
    return frozenset(word for uses, word in _USING.findall(span.text) if not uses)


def _words(span: Span) -> frozenset[str]:
    return frozenset(re.findall(r"\w+(?:-\w+)*", span.text))


def _words_of(declaration: d.Declaration) -> tuple[str, ...]:
    return declaration.words if isinstance(declaration, d.WordList) else ()
