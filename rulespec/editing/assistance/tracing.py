"""Where what is called by a name is declared, and where it is mentioned, in all files that lie on each other."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import evolve, frozen

from rulespec.editing.assistance.mentions import Mention, mentions, mentions_in_texts
from rulespec.editing.assistance.shelf import Shelf, rules_of, texts_beside
from rulespec.editing.assistance.symbols import FILE, Symbol, on_top
from rulespec.language.files import LANGUAGES, TEXTS, find, path_of
from rulespec.language.tree.origins import origins
from rulespec.language.tree.source import UnreadableError
from rulespec.rules.compose import File


@frozen
class Spot:
    """A range in the text of a file, in code points of the text as it is written."""

    path: str
    start: int
    end: int


@frozen
class Traced:
    """A name in a file, in the places of its uniform text."""

    path: str
    mention: Mention


def definitions(shelf: Shelf, path: str, offset: int) -> tuple[Spot, ...]:
    """Where what a name means is declared or written anew, the topmost file first; of a file's name, that file."""
    found = mention_at(shelf, path, offset)
    if found is None:
        return ()
    files = _beneath(shelf, path)
    if any(each.space == FILE for each in found.symbols):
        named = _file(shelf, path, found.name)
        return () if named is None else (Spot(named, 0, 0),)
    there = dict.fromkeys([*files, *(each.path for each in found.symbols)])
    meant = {*found.symbols}
    declared = (each for each in traces(shelf, there, found.name) if each.mention.declares)
    return spots(shelf, (each for each in declared if not meant.isdisjoint(each.mention.symbols)))


def references(shelf: Shelf, path: str, offset: int) -> tuple[Spot, ...]:
    """Where a name is mentioned, its declaration included: in one's own files, and in those beneath this one."""
    found = mention_at(shelf, path, offset)
    return () if found is None else spots(shelf, together(shelf, path, found)[1])


def mention_at(shelf: Shelf, path: str, offset: int) -> Mention | None:
    """The name at an offset of a file, if it is known what it means; in the places of its uniform text."""
    try:
        at = origins(shelf.written(path)).there(offset)
    except UnreadableError:
        return None
    return next((each for each in mentions_in(shelf, path) if each.start <= at <= each.end), None)


def together(shelf: Shelf, path: str, found: Mention) -> tuple[frozenset[Symbol], list[Traced]]:
    """All that has to be called the same, and where: a file that goes on several rulesets ties what they call alike."""
    files = dict.fromkeys((*_beneath(shelf, path), *(each.path for each in found.symbols), *shelf.files()))
    there = list(traces(shelf, [*files, *texts_of(shelf, files)], found.name))
    meant, before = {*found.symbols}, 0
    while len(meant) > before:
        before = len(meant)
        for each in there:
            if not each.mention.unsure and not meant.isdisjoint(each.mention.symbols):
                meant |= {*each.mention.symbols}
    return frozenset(meant), [each for each in there if not meant.isdisjoint(each.mention.symbols)]


def traces(shelf: Shelf, files: Iterable[str], name: str) -> Iterator[Traced]:
    """The places of a name in some files, whatever it means there."""
    for path in files:
        try:
            said = name in shelf.source(path).text if path else False
        except UnreadableError:
            continue
        if said:  # for speed: most files need not be read
            yield from (Traced(path, each) for each in mentions_in(shelf, path) if each.name == name)


def mentions_in(shelf: Shelf, path: str) -> tuple[Mention, ...]:
    """The names in a file with all that they mean, on each of the rulesets that it is laid on."""
    found: dict[tuple[int, int], Mention] = {}
    rules = rules_of(path)
    for files in shelf.stacks(rules):
        file = on_top(files, shelf.around(rules))
        try:
            there = mentions_in_texts(shelf.source(path), file) if path.endswith(TEXTS) else mentions(file)
        except UnreadableError:
            return ()
        for each in there:
            known = found.setdefault((each.start, each.end), each)
            symbols = tuple(dict.fromkeys((*known.symbols, *each.symbols)))
            found[each.start, each.end] = evolve(known, symbols=symbols, unsure=known.unsure or each.unsure)
    return tuple(found[place] for place in sorted(found))


def spots(shelf: Shelf, found: Iterable[Traced]) -> tuple[Spot, ...]:
    """The places of some names in the texts as they are written."""
    by_file: dict[str, list[Mention]] = {}
    for each in found:
        by_file.setdefault(each.path, []).append(each.mention)
    made = []
    for path, those in by_file.items():
        places = origins(shelf.written(path))
        made += [Spot(path, places.back(each.start), places.back(each.end)) for each in those]
    return tuple(made)


def texts_of(shelf: Shelf, files: Iterable[str]) -> Iterator[str]:
    """The files of texts beside some rule files."""
    for path in files:
        for language in LANGUAGES:
            beside = f"{texts_beside(path)}{language}{TEXTS}"
            if beside in shelf.texts or (len(Path(path).parts) > 1 and Path(beside).is_file()):
                yield beside


def _beneath(shelf: Shelf, path: str) -> list[str]:
    """The files beneath one, and itself, the topmost first."""
    stacks: Iterable[tuple[File, ...]] = shelf.stacks(rules_of(path))
    return [*dict.fromkeys(file.path for files in stacks for file in reversed(files))]


def _file(shelf: Shelf, path: str, name: str) -> str | None:
    """The file that a name means, as another file says it."""
    if path_of(name) in shelf.texts:
        return path_of(name)
    own = next((each for each in _beneath(shelf, path) if Path(each).stem == name), None)
    found = find(name, shelf.around(rules_of(path)))
    return own or (None if found is None else str(found))
