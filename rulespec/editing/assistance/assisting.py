"""Everything that an editor asks of a text, in one call."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import evolve

from rulespec.editing.assistance.answer import Assistance, Mistake, Repair, Token
from rulespec.editing.assistance.blocks import blocks_of
from rulespec.editing.assistance.completing import completions
from rulespec.editing.assistance.hovering import hover
from rulespec.editing.assistance.known import KnownBlocks
from rulespec.editing.assistance.tokens import tokens
from rulespec.game.loading import examined
from rulespec.game.pipeline import trees
from rulespec.language.errors import Fix, Problem, RulesError, require_type
from rulespec.language.files import find, kind_of, path_of
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import BYTES
from rulespec.language.tree.origins import Origins, origins
from rulespec.language.tree.source import Source, Span, uniform
from rulespec.language.trees import parse
from rulespec.rules.compose import Composed, Entry, File, compose
from rulespec.rules.finding import NONE, stack
from rulespec.rules.texts.parser import parsed

_UNNAMED = "untitled"


def assist(
    text: str,
    offset: int | None = None,
    *,
    on: str = "",
    name: str = _UNNAMED,
    library: Path | Sequence[Path] = (),
    texts: Mapping[str, str] = NONE,
) -> Assistance:
    """The problems and tokens of a rule file, and the completions and hover at an `offset` in characters.

    The text need not be saved. Its `name` is the name that other files use for it, or the path without suffix of the
    file that it replaces. A layer is checked `on` a ruleset: a library name, or several joined by plus. Other `texts`
    are found by name, as in `load`.
    """
    require_type("text", text, str, "the text of a rule file (a str)")
    require_type("offset", offset, (int, type(None)), "a number of characters (an int)")
    require_type("name", name, str, "the name of a rule file (a str)")
    require_type("on", on, str, "the name of a ruleset (a str)")
    size = _size(text)
    if size > BYTES.most:
        return Assistance((Mistake("E001", 0, 0, BYTES.told(size), BYTES.remedy, ()),), _unread(text))
    source, places = Source(path_of(name), uniform(text)), origins(text)
    known, problems = _loaded(source, on, _around(on, library), {**texts, name: text})
    blocks = tuple(blocks_of(source))
    written = _written(tokens(source.text, blocks, known), places, len(text))
    mistakes = tuple(_mistake(each, source, places) for each in problems)
    if offset is None:
        return Assistance(mistakes, written)
    at = places.there(max(0, min(offset, len(text))))
    offered = (
        evolve(each, start=places.back(each.start), end=places.back(each.end))
        for each in completions(source, at, known, Path(name).name)
    )
    told = hover(blocks, at, known)
    if told is not None:
        told = evolve(told, start=places.back(told.start), end=places.back(told.end))
    return Assistance(mistakes, written, tuple(offered), told)


def stretches(text: str, *, on: str = "", library: Sequence[Path] = ()) -> tuple[Token, ...]:
    """The tokens of a text alone. Of one without a header, the blocks take the place of those `on` which it is laid.

    A layer that is laid on nothing is laid on the first ruleset that it is tried on.
    """
    if _size(text) > BYTES.most:
        return _unread(text)
    head = "" if kind_of(uniform(text)) else f"{'layer' if on else 'ruleset'} {_UNNAMED}\n"
    whole = f"{head}{text}"
    source = Source(path_of(_UNNAMED), uniform(whole))
    on = on or _tried_on(source)
    known = _known((_laid(source, on), on), tuple(library), {_UNNAMED: whole})
    if head and known.composed is not None:
        known = evolve(known, composed=_replaced(known.composed))
    found = _written(tokens(source.text, blocks_of(source), known), origins(whole), len(whole))
    away = len(head)
    return tuple(Token(max(each.start - away, 0), each.end - away, each.kind) for each in found if each.end > away)


def _tried_on(source: Source) -> str:
    tree = parse(source)[0]
    return next(iter(tree.tried_on if tree is not None else ()), "")


def _replaced(composed: Composed) -> Composed:
    """Blocks in which those of the top file are taken up that do not say what they do to the ones beneath."""
    plain = (item.declaration for item in composed.layers[-1].tree.items if isinstance(item, d.Plain))
    return evolve(composed, entries={**composed.entries, **{block.key: Entry(block, ()) for block in plain}})


def _around(on: str, library: Path | Sequence[Path]) -> tuple[Path, ...]:
    """Where names are looked up: in a library, and in the folder of what only this ruleset has."""
    folders = (library,) if isinstance(library, Path) else tuple(library)
    base = find(on.partition("+")[0], folders)
    return folders if base is None else (*folders, base.with_suffix(""))


def _size(text: str) -> int:
    """How many bytes a text has, half characters included."""
    return len(text.encode("utf-8", "surrogatepass"))


def _unread(text: str) -> tuple[Token, ...]:
    return (Token(0, len(text), "text"),)


def _laid(source: Source, on: str) -> str:
    """What a text is laid as: a ruleset by itself, anything else on what it is written for."""
    return f"{on}+{source.path}" if on and kind_of(source.text) != "ruleset" else source.path


def proofread(text: str, files: tuple[File, ...], path: str) -> tuple[Mistake, ...]:
    """The problems of a file of texts that lies beside one of these files."""
    source, places = Source(path, uniform(text)), origins(text)
    problems = examined(files)[1] if files else ()
    own = [each for each in problems if each.path == path]
    found = own or parsed(source)[1]  # texts are looked at with rules that are right, else by themselves
    return tuple(_mistake(each, source, places) for each in found)


def mistakes(
    text: str,
    on: str,
    *,
    name: str,
    library: Path | Sequence[Path] = (),
    texts: Mapping[str, str] = NONE,
) -> tuple[Mistake, ...]:
    """The problems of a rule file alone; all is as for `assist`."""
    if _size(text) > BYTES.most:
        return assist(text).problems
    source, places = Source(path_of(name), uniform(text)), origins(text)
    found = _examined(source, on, _around(on, library), {**texts, name: text})[1]
    return tuple(_mistake(each, source, places) for each in found)


def on_all(found: Mapping[str, Sequence[Mistake]]) -> tuple[Mistake, ...]:
    """The problems that a text has on some rulesets, by their names: equal ones once, others with where they are."""
    same: dict[tuple[int, int, str, str], dict[str, Mistake]] = {}
    for ruleset, some in found.items():
        for each in some:
            same.setdefault((each.start, each.end, each.code, each.message), {}).setdefault(ruleset, each)
    return tuple(_said_of(there, everywhere=len(there) == len(found)) for there in same.values())


def _said_of(there: Mapping[str, Mistake], *, everywhere: bool) -> Mistake:
    first, *_ = there.values()
    return first if everywhere else evolve(first, message=f"on {', '.join(there)}: {first.message}")


def _loaded(
    source: Source, on: str, library: tuple[Path, ...], texts: Mapping[str, str]
) -> tuple[KnownBlocks, tuple[Problem, ...]]:
    """The names that are known to a text, and its problems."""
    composed, problems = _examined(source, on, library, texts)
    return _known((on,), library, texts) if composed is None else KnownBlocks(composed, library), problems


def _examined(
    source: Source, on: str, library: tuple[Path, ...], texts: Mapping[str, str]
) -> tuple[Composed | None, tuple[Problem, ...]]:
    """The blocks of a text and all beneath it, if they can be found; and its problems."""
    try:
        return examined(stack(_laid(source, on), library, texts))
    except RulesError as error:
        return None, error.errors


def _known(specs: Iterable[str], library: tuple[Path, ...], texts: Mapping[str, str]) -> KnownBlocks:
    """The names of the first of these rules that can be laid."""
    for spec in filter(None, specs):
        with suppress(RulesError):
            return KnownBlocks(compose(trees(stack(spec, library, texts))[0])[0], library)
    return KnownBlocks(None, library)


def _mistake(found: Problem, source: Source, places: Origins) -> Mistake:
    """A problem as a mistake; one in another file is put on the first line, and says where it is."""
    fixes = tuple(_repair(fix, source, places) for fix in found.fixes if fix.span.source.path == source.path)
    if found.span is None or found.span.source.path != source.path:
        where = f"{found.path}:{found.line}: " if found.span is not None else ""
        end = source.text.find("\n")
        return Mistake(found.code, 0, places.back(end), where + found.message, found.remedy, fixes)
    start, end = _written_at(found.span, source, places)
    return Mistake(found.code, start, end, found.message, found.remedy, fixes)


def _written_at(span: Span, source: Source, places: Origins) -> tuple[int, int]:
    """Where a stretch of a source begins and ends in the text as it was written."""
    there = span.within(source)
    return places.back(there.start), places.back(there.end)


def _repair(fix: Fix, source: Source, places: Origins) -> Repair:
    said = fix.span.text
    label = f"write '{fix.text.strip()}'" if fix.text.strip() else f"remove '{said.strip()}'"
    return Repair(*_written_at(fix.span, source, places), fix.text, label)


def _written(found: tuple[Token, ...], places: Origins, length: int) -> tuple[Token, ...]:
    """Tokens of the normalised text mapped to the original one, which they cover without gaps."""
    if places.same:
        return found
    ends = [places.back(token.end) for token in found[:-1]] + [length]
    starts = [0, *ends[:-1]]
    return tuple(
        Token(start, end, token.kind) for start, end, token in zip(starts, ends, found, strict=True) if start < end
    )
