"""Mutants: rulesets with one small change each."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from attrs import evolve, field, frozen

from rulespec.experiments.mutation.blocks import changed
from rulespec.experiments.mutation.replacement import ChangeName
from rulespec.experiments.scenarios.files import KIND as SCENARIOS
from rulespec.game.api import Ruleset
from rulespec.game.pipeline import checked
from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Span
from rulespec.rules.compose import Composed, Entry, is_played, plain, uncited
from rulespec.rules.resolve.resolution import resolve

_WRITTEN = ("declared", "added", "replaced")  # the changes by a layer that give a block its text


@frozen
class Mutant:
    """A ruleset with one small change: the key of the block, the layer, and the lines before and after."""

    what: ChangeName
    key: str
    layer: str
    at: Span = field(repr=False)
    old: tuple[str, ...]
    new: tuple[str, ...]
    composed: Composed = field(repr=False, eq=False)
    listed: int = field(repr=False, eq=False)

    def load(self) -> Ruleset:
        """Its rules, made anew; a `RulesError` where they do not hold together."""
        return Ruleset(checked(*resolve(self.composed, self.listed)))

    @property
    def change(self) -> str:
        """The change in the words of the rules: `old -> new`."""
        return " -> ".join(" / ".join(said) or "nothing" for said in (self.old, self.new))

    def __str__(self) -> str:
        return f"{self.at}: {self.key}: {self.what}: {self.change}"


def mutants_of(rules: Ruleset, *, everything: bool = False) -> Iterator[Mutant]:
    """The mutants of the blocks that the top layer wrote, or of `everything`, without duplicates."""
    composed, listed = rules.composed, rules.resolved.listed
    top = None if everything else [each.name for each in composed.layers if each.tree.header.kind != SCENARIOS][-1]
    for key, entry in composed.entries.items():
        if not is_played(entry.declaration) or not _is_of(entry, top):
            continue
        known = {tuple(lines(plain(entry.declaration)))}
        for each in changed(entry.declaration, rules.resolved.names):
            said = tuple(lines(plain(each.block)))
            if said not in known:
                known.add(said)
                entries = {**composed.entries, key: evolve(entry, declaration=each.block)}
                old, new = _differing(_written(entry.declaration), _written(each.block))
                whole = evolve(composed, entries=entries)
                yield Mutant(each.what, key, _layer(entry), each.at, old, new, whole, listed)
    yield from _of_order(composed, top, listed)


def _of_order(composed: Composed, top: str | None, listed: int) -> Iterator[Mutant]:
    """The rules without one of the reasons to end, and with two reasons of one moment in the other order."""
    reasons = {key: entry for key, entry in composed.entries.items() if isinstance(entry.declaration, d.Reason)}
    before: dict[object, str] = {}  # the previous reason of each moment
    for key, entry in reasons.items():
        declared = entry.declaration
        assert isinstance(declared, d.Reason)
        if _is_of(entry, top):
            without = {each: kept for each, kept in composed.entries.items() if each != key}
            old = _written(declared)
            composed_without = evolve(composed, entries=without)
            yield Mutant("a reason dropped", key, _layer(entry), declared.span, old, (), composed_without, listed)
        earlier = before.get(declared.moment)
        before[declared.moment] = key
        if earlier is not None and (_is_of(entry, top) or _is_of(reasons[earlier], top)):
            swapped = {earlier: key, key: earlier}
            keys = [swapped.get(each, each) for each in composed.entries]
            turned = evolve(composed, entries={each: composed.entries[each] for each in keys})
            old, new = ((f"{one} before {other}",) for one, other in ((earlier, key), (key, earlier)))
            yield Mutant("reasons reordered", key, _layer(entry), declared.span, old, new, turned, listed)


def _written(block: d.Declaration) -> tuple[str, ...]:
    """The lines of a block in its author's words, without citations."""
    return tuple(lines(uncited(block)))


def _is_of(entry: Entry, layer: str | None) -> bool:
    """True if a layer gave a block its text or its place; True for None."""
    return layer in (None, _layer(entry)) or ("put", layer) in [(change.what, change.layer) for change in entry.changes]


def _layer(entry: Entry) -> str:
    """The layer that gave a block its text."""
    return [change.layer for change in entry.changes if change.what in _WRITTEN][-1]


def _differing(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that differ, regardless of indentation."""
    one, other = ([line.strip() for line in said] for said in (old, new))
    same = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    gone = [line for what, start, end, _, _ in same if what != "equal" for line in one[start:end]]
    come = [line for what, _, _, start, end in same if what != "equal" for line in other[start:end]]
    return (tuple(gone), tuple(come)) if gone or come else (tuple(one), tuple(other))
