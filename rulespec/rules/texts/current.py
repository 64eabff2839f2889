"""Which texts stand: those that speak of what no layer has changed since they were written."""

import re
from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field, frozen

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.findings import kept
from rulespec.language.tree.node import names_in, walk
from rulespec.language.tree.source import Span
from rulespec.rules.compose import Change, Composed, Entry, Layer
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.texts.choices import Asked, asked_in, offered_in
from rulespec.rules.texts.parser import (
    AIM,
    CHANGES,
    GAME,
    LOOKS,
    NAMES,
    TITLE,
    TOLD,
    BlockText,
    NameLine,
    always_said,
    fillings,
    language_of,
    parsed,
    renamed,
    settled,
)

_WRITTEN = ("declared", "added", "replaced")
_CHANGED = (*_WRITTEN, "extended")
_COUNTS = re.compile(  # a number from two on
    r"\b(?:[2-9]|\d\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|both"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|beide[nr]?)\b",
    re.IGNORECASE,
)
_PAIR = {"2", "two", "both", "zwei", "beide", "beiden", "beider"}
_REASONS = (" not", " not afterwards")
_OF_GAME = (d.GameEnds, d.Winners, d.Returns, d.Score)


@frozen
class Stale:
    """A text that no longer stands, and what a layer has changed of that on which it rests."""

    text: BlockText
    language: str
    key: str
    change: Change


OF_A_CHOICE = (" not afterwards", " not", " cannot", " cannot told", " told")
_OFFER = ("may", "no may", f"may {TOLD}", f"no may {TOLD}")
_LANGUAGES = {"en": "English", "de": "German"}


@define
class TextsInForce:
    """The texts in one language that stand, by block and label; names and looks by name; and what is stale."""

    texts: dict[tuple[str, str], BlockText] = field(factory=dict)
    names: dict[str, NameLine] = field(factory=dict)
    looks: dict[str, NameLine] = field(factory=dict)
    titles: dict[str, BlockText] = field(factory=dict)  # of each file, by its name
    changes: dict[str, BlockText] = field(factory=dict)  # what each layer says is different with it, by its name
    stale: list[Stale] = field(factory=list)


def standing(rules: Rules, language: str) -> TextsInForce:
    """The texts in a language that stand, each layer's over those of the layers beneath."""
    composed = rules.composed
    found, outdated = TextsInForce(), dict[str, tuple[NameLine, Change]]()
    later = dict[str, _Later]()  # by the paths of the files of texts
    for layer in composed.layers:
        names = renames_above(composed, layer)
        above = _later(rules, _above(composed, layer))
        besides = _beside(composed, layer)
        whole = _later(rules, [*above.paths, *besides]) if besides else above
        later |= {source.path: whole for source in layer.texts}
        for source in sorted(layer.texts, key=lambda each: language_of(each) == language):
            texts = parsed(source)[0]
            if language_of(source) == language:
                found.titles.update((layer.name, text) for text in texts.texts if text.label == TITLE)
                found.changes.update((layer.name, text) for text in texts.texts if text.label == CHANGES)
                for text in (renamed(each, names) for each in texts.texts):
                    if not _ignores_options(rules, text):
                        found.texts[text.key, text.label] = settled(text, composed.options.values)
                for line in _not_renamed(texts.names, names):
                    change = above.changes.get(f"call {line.name}")  # its forms say what the condition means
                    outdated.pop(line.name, None)
                    if change is None:
                        found.names[line.name] = line
                    else:
                        found.names.pop(line.name, None)
                        outdated[line.name] = line, change
            # how words look is said once for all languages, unless this one says it otherwise
            found.looks |= {names.get(line.name, line.name): line for line in texts.looks}
    for name, (line, change) in outdated.items():
        text = BlockText(f"call {name}", "", (), line.span, line.span)
        found.stale.append(Stale(text, language, text.key, change))
    for at, text in list(found.texts.items()):
        changed = _changed(rules, text, later[text.span.source.path])
        if changed is not None:
            del found.texts[at]
            key, change = changed
            if change is not None:
                found.stale.append(Stale(text, language, key, change))
    return found


def _ignores_options(rules: Rules, text: BlockText) -> bool:
    """True if a text describes defaults of options that have other values, and does not mention these options."""
    changing = rules.composed.options.changing
    if not changing or text.label not in ("", AIM) or (text.key == GAME and not text.label):
        return False
    rests = [text.key, *(_rests_on(rules, text.key) if text.key in rules.blocks or text.key == GAME else ())]
    if text.key == GAME:  # also on what ends the game with other options only
        rests += (key for key in changing if key.startswith(tuple(d.KEYWORDS[kind] for kind in _OF_GAME)))
    turned = frozenset[str]().union(*(changing.get(key, frozenset()) for key in rests))
    return not turned <= {each.name for each in fillings(text.parts)}


def stale_texts(rules: Rules) -> list[Problem]:
    """A warning for each change of a layer for which texts no longer stand, at its line."""
    found: dict[tuple[str, Span], list[Stale]] = {}
    for language in _LANGUAGES:
        for stale in standing(rules, language).stale:
            found.setdefault((stale.key, stale.change.span), []).append(stale)
    return [_warning(key, span, some) for (key, span), some in found.items()]


def _warning(of: str, span: Span, some: list[Stale]) -> Problem:
    languages = " and ".join(dict.fromkeys(_LANGUAGES[each.language] for each in some))
    first = {(each.text.span.source.path, each.text.key): each.text.span.line for each in reversed(some)}
    keys = list(dict.fromkeys(each.text.key for each in some))
    why = "" if keys == [of] else f": it depends on '{of}', which is changed here"
    where: dict[str, list[int]] = {}
    for (path, _), line in reversed(first.items()):
        where.setdefault(path, []).append(line)
    places = ", ".join(f"{path}:{_listed(map(str, sorted(lines)))}" for path, lines in where.items())
    said = _listed(f"'{each}'" for each in keys)
    describes = "text for {} describes" if len(keys) == 1 else "texts for {} describe"
    what = f"the {languages} {describes.format(said)} the rules you replaced{why} ({places})"
    remedy = "write a new text in a file beside the layer; until then, a generated sentence is used"
    return problem("W074", span, what, remedy)


def _listed(said: Iterable[str]) -> str:
    """Some words, joined by commas and `and`."""
    *first, last = said
    return f"{', '.join(first)} and {last}" if first else last


def _not_renamed(lines: Iterable[NameLine], names: Mapping[str, str]) -> Iterator[NameLine]:
    """The lines but those of names that are gone, which had forms of their own."""
    return (line for line in lines if line.name not in names)


def _above(composed: Composed, layer: Layer) -> list[str]:
    order = [each.path for each in composed.layers]
    return order[order.index(layer.path) + 1 :]


def renames_above(composed: Composed, layer: Layer) -> dict[str, str]:
    """The names that layers above one have changed, with what they are now."""
    return renames(composed, _above(composed, layer))


def renames(composed: Composed, paths: Iterable[str]) -> dict[str, str]:
    """The names that some layers have changed, one after the other, with what they are now."""
    found: dict[str, str] = {}
    for path in paths:
        here = {old: new for old, (new, item) in composed.renamed.items() if item.span.source.path == path}
        first = {old: new for old, new in here.items() if old not in found.values()}
        found = {old: here.get(new, new) for old, new in found.items()} | first
    return found


def _beside(composed: Composed, layer: Layer) -> list[str]:
    """The layers beneath one of which it knows nothing: it was written for rules without them."""
    below = composed.layers[: composed.layers.index(layer)]
    return [each.path for each in below if each.tree.header.kind == "layer" and each.path not in layer.beneath]


@frozen
class _Later:
    """Layers that a text knows nothing of, by their paths, as those above its own; and what they changed."""

    paths: list[str]
    changes: Mapping[str, Change]  # by the keys of the blocks


def _later(rules: Rules, paths: list[str]) -> _Later:
    known: dict[tuple[str, ...], _Later] = rules.worked_out.setdefault(_later, {})
    later = known.get((*paths,))
    if later is None:  # for speed: they are the same in each language
        made = ((key, _made(rules.composed, key, paths, _CHANGED)) for key in rules.composed.entries) if paths else ()
        later = known[*paths,] = _Later(paths, {key: change for key, change in made if change is not None})
    return later


def _changed(rules: Rules, text: BlockText, later: _Later) -> tuple[str, Change | None] | None:
    """The later changes to the blocks that a text depends on; a removed block has no change."""
    composed, above = rules.composed, later.paths
    if not above:
        return None
    if text.key not in (GAME, NAMES, LOOKS) and text.key not in composed.entries:
        gone = any(each.path in above and _removes(each, text.key) for each in composed.layers)
        return (text.key, None) if gone else None
    own = later.changes.get(text.key)
    if own is not None:
        return text.key, own if text.label in labels_of(rules, text.key) else None
    if text.key == GAME and text.label != AIM:
        return None
    if text.key == GAME:
        removals = (_reason_removed(composed, each) for each in _layers(composed, above))
        removed = next((each for each in removals if each is not None), None)
        if removed is not None:
            return removed
    changed = [key for key in _rests_on(rules, text.key) if key in later.changes]
    if not changed:
        return None
    counted = _counted(text)
    if text.label not in ("", AIM):
        counted -= _PAIR  # where two things are chosen, it is the choice that says so
        if not counted and text.label != TOLD and not f" {text.label}".endswith(_REASONS):
            return None  # a question or an answer, which rests on nothing but its choice
    filled = {each for part in fillings(text.parts) for each in (part.name, part.article)}
    for key in changed:
        declaration = composed.entries[key].declaration
        if isinstance(declaration, d.Value | d.Table) and declaration.name in filled:
            continue  # which the text says as it is now
        if counted or not isinstance(declaration, d.WordList | d.NumberList):
            return key, later.changes[key]
    return None


@kept
def _counted(text: BlockText) -> frozenset[str]:
    """The words in a text that say of something how many there are."""
    return frozenset(each.lower() for each in _COUNTS.findall("".join(always_said(text.parts))))


def labels_of(rules: Rules, key: str) -> frozenset[str]:
    """The labels of texts for a block: none, fixed ones for its kind, or the names bound to its answers."""
    block = rules.blocks.get(key)
    if block is None:
        return frozenset(("", AIM, TITLE, CHANGES))
    return _labels(block).union(*(_of_words(rules, each) for each in choices_of(block)))


def labels_of_versions(rules: Rules, key: str) -> frozenset[str]:
    """The labels of texts for a block with other options."""
    return frozenset[str]().union(*map(_labels, rules.composed.options.versions.get(key, ())))


@kept
def _labels(block: d.Declaration) -> frozenset[str]:
    own: tuple[str, ...] = ("",)
    match block:
        case d.Reason():
            own = ("", TOLD)
        case d.Value() | d.Table() | d.Call():
            own = ("", "not")
        case d.Block() if offered_in(block):
            own = ("", *_OFFER)
    return frozenset(own).union(*(of_choice(each) for each in choices_of(block)))


def choices_of(block: d.Declaration | None) -> tuple[Asked, ...]:
    """The choices in a block."""
    return asked_in(block) if isinstance(block, d.Block) else ()


def of_choice(choice: Asked) -> tuple[str, ...]:
    """The labels of texts for a choice."""
    declined = [f"no {choice.names}", f"no {choice.names} {TOLD}"] if choice.free else []
    return (choice.names, *declined, *(f"{choice.names}{each}" for each in OF_A_CHOICE))


def _of_words(rules: Rules, choice: Asked) -> Iterator[str]:
    """The labels of texts for a single answer of a choice from a list of words."""
    lists = [kind.list for pick in choice.choice.picks if len(pick.names) == 1 and (kind := pick.kind).list is not None]
    if len(lists) == len(choice.choice.picks) == 1:
        yield from (f"{word} {TOLD}" for word in rules.names.lists[lists[0]].members)


def choice_for(rules: Rules, key: str, label: str) -> Asked | None:
    """The last choice in a block that a label belongs to; None if it belongs to the block."""
    asked = choices_of(rules.blocks.get(key))
    own = next((each for each in reversed(asked) if label in of_choice(each)), None)
    return own or next((each for each in reversed(asked) if label in _of_words(rules, each)), None)


def is_deed(label: str) -> bool:
    """True for a text on an answer: a predicate, with its verb first."""
    return label.endswith(f" {TOLD}")


def _made(composed: Composed, key: str, above: list[str], kinds: tuple[str, ...]) -> Change | None:
    entry = composed.entries.get(key)
    changes = () if entry is None else entry.since_written
    return next((each for each in changes if each.what in kinds and each.span.source.path in above), None)


def _layers(composed: Composed, paths: list[str]) -> list[Layer]:
    return [each for each in composed.layers if each.path in paths]


def _reason_removed(composed: Composed, layer: Layer) -> tuple[str, Change] | None:
    """The first reason to end for which there were points that a layer takes away."""
    for item in layer.tree.items:
        if isinstance(item, d.Remove) and _gave_points(composed, item.reference.key):
            return item.reference.key, Change("removed", layer.name, item.span, ())
    return None


def _gave_points(composed: Composed, key: str) -> bool:
    """True if a reason to end, as some layer wrote it, counted something or ended the game."""
    written = (node for layer in composed.layers for item in layer.tree.items for node in walk(item))
    reasons = [each for each in written if isinstance(each, d.Reason) and each.key == key]
    return any(
        isinstance(each, d.GameEnds) or any(isinstance(n, s.Add | s.Take) for n in walk(each)) for each in reasons
    )


def _removes(layer: Layer, key: str) -> bool:
    return any(isinstance(item, d.Remove) and item.reference.key == key for item in layer.tree.items)


def _rests_on(rules: Rules, key: str) -> list[str]:
    """The keys of the lists, values and conditions that a block names, directly or not."""
    known: dict[str, list[str]] = rules.worked_out.setdefault(_rests_on, {})
    if key not in known:  # for speed: several texts in each language are about the same block
        known[key] = _rested_on(rules.composed, key, _named(rules))
    return known[key]


def _rested_on(composed: Composed, key: str, by_name: Mapping[str, str]) -> list[str]:
    to_read, found = [key], list[str]()
    if key == GAME:  # of which only the aim rests on anything
        to_read = [key for key, each in composed.entries.items() if _tells_how_to_win(each)]
        found += to_read
    seen = set(to_read)
    while to_read:
        for name in _names_in(composed.entries[to_read.pop()].declaration):
            other = by_name.get(name)
            if other is not None and other not in seen:
                seen.add(other)
                to_read.append(other)
                found.append(other)
    return found


@kept
def _names_in(block: d.Declaration) -> tuple[str, ...]:
    """All names in a block, each once."""
    return tuple(dict.fromkeys(name for node in block.nodes for name in names_in(node)))


def _named(rules: Rules) -> dict[str, str]:
    """The keys of lists, values and conditions by their names."""
    if _named not in rules.worked_out:
        declared = ((key, each.declaration) for key, each in rules.composed.entries.items())
        rules.worked_out[_named] = {each.name: key for key, each in declared if isinstance(each, _NAMEABLE)}
    found: dict[str, str] = rules.worked_out[_named]
    return found


def _tells_how_to_win(entry: Entry) -> bool:
    """True if the aim depends on a block; it ignores reasons to end a round that layers have added."""
    if isinstance(entry.declaration, d.RoundEnds):
        return entry.changes[0].what == "declared"
    return isinstance(entry.declaration, _OF_GAME)


_NAMEABLE = (d.Value, d.Table, d.Call, d.WordList, d.NumberList)
