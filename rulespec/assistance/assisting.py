"""The whole answer: what is wrong, what each stretch is, what may stand at an offset, what the name there means."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve

from rulespec.assistance.answer import Assistance, Mistake, Repair, Token
from rulespec.assistance.blocks import blocks_of
from rulespec.assistance.completing import completions
from rulespec.assistance.hovering import hover
from rulespec.assistance.known import Known
from rulespec.assistance.tokens import tokens
from rulespec.compose import compose
from rulespec.errors import Fix, Problem, RulesError
from rulespec.load import NONE, examined, gather, kind_of, path_of
from rulespec.tree.limits import BYTES
from rulespec.tree.origins import Origins, origins
from rulespec.tree.source import Source, uniform


def assist(
    text: str,
    offset: int | None = None,
    *,
    on: str = "",
    name: str = "untitled",
    library: Path | Sequence[Path] = (),
    texts: Mapping[str, str] = NONE,
) -> Assistance:
    """What an editor needs to know of a rule file: of all of it, and of what stands at an offset.

    The text lies in no file; others find it by its `name`. A layer is laid `on` rules, as `load` has them: a name of
    the library, or several with a plus between them; other files say themselves what they extend. Other `texts` lie
    beside it, as for `load`.
    """
    folders = (library,) if isinstance(library, Path) else tuple(library)
    if len(text) > BYTES.most or len(text.encode("utf-8", "surrogatepass")) > BYTES.most:
        whole = (Token(0, len(text), "text"),)
        size = len(text.encode("utf-8", "surrogatepass"))
        return Assistance((Mistake("E001", 0, 0, BYTES.told(size), BYTES.remedy, ()),), whole)
    source, places = Source(path_of(name), uniform(text)), origins(text)
    known, problems = _loaded(source, on, name, folders, {**texts, name: text})
    blocks = tuple(blocks_of(source))
    stretches = _written(tuple(tokens(source.text, blocks, known)), places, len(text))
    mistakes = tuple(_mistake(each, source, places) for each in problems)
    if offset is None:
        return Assistance(mistakes, stretches)
    at = places.there(max(0, min(offset, len(text))))
    offered = (
        evolve(each, start=places.back(each.start), end=places.back(each.end))
        for each in completions(source, at, known, name)
    )
    told = hover(blocks, at, known)
    if told is not None:
        told = evolve(told, start=places.back(told.start), end=places.back(told.end))
    return Assistance(mistakes, stretches, tuple(offered), told)


def _loaded(
    source: Source, on: str, name: str, library: tuple[Path, ...], texts: Mapping[str, str]
) -> tuple[Known, tuple[Problem, ...]]:
    """What is known where a text lies, and what is wrong with it."""
    laid = f"{on}+{name}" if on and kind_of(source.text) != "ruleset" else name
    try:
        layers, unread = gather(laid, library, texts)
    except RulesError as error:
        return _beneath(on, library, texts), error.errors
    composed, problems = examined(layers, unread)
    return Known(composed, library), problems


def _beneath(on: str, library: tuple[Path, ...], texts: Mapping[str, str]) -> Known:
    """What is known of the rules alone on which a text lies that cannot be laid on them."""
    try:
        return Known(compose(gather(on, library, texts)[0])[0] if on else None, library)
    except RulesError:
        return Known(None, library)


def _mistake(found: Problem, source: Source, places: Origins) -> Mistake:
    """A problem at its place in the text; one of another file stands at the beginning, and says where it is."""
    fixes = tuple(_repair(fix, places) for fix in found.fixes if fix.span.source == source)
    if found.span is None or found.span.source != source:
        where = f"{found.path}:{found.line}: " if found.span is not None else ""
        end = source.text.find("\n")
        return Mistake(found.code, 0, places.back(end), where + found.message, found.remedy, fixes)
    start, end = places.back(found.span.start), places.back(found.span.end)
    return Mistake(found.code, start, end, found.message, found.remedy, fixes)


def _repair(fix: Fix, places: Origins) -> Repair:
    said = fix.span.text
    label = f"write '{fix.text.strip()}'" if fix.text.strip() else f"leave out '{said.strip()}'"
    return Repair(places.back(fix.span.start), places.back(fix.span.end), fix.text, label)


def _written(found: tuple[Token, ...], places: Origins, length: int) -> tuple[Token, ...]:
    """Stretches of the uniform text as stretches of the written one, which they cover from its beginning to its end."""
    ends = [places.back(token.end) for token in found[:-1]] + [length]
    starts = [0, *ends[:-1]]
    return tuple(
        Token(start, end, token.kind) for start, end, token in zip(starts, ends, found, strict=True) if start < end
    )
