"""A rule sheet as one page of HTML, to be read on a screen or printed on A5 or A4."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from rulespec import Ruleset
from rulespec.language.printer import cited, lines
from rulespec.language.tree import declarations as d
from rulespec.wording import Wording
from rulespec.wording.sentences.effects import Sentence
from rulespec.wording.sheets import Section, Sheet, SheetEntry

_SMALL = ("small print", "sources")
_TABLES = ("material", "actions", "scoring", "meaning")


def printed(sheet: Sheet, words: Wording, rules: Ruleset, *, worked_out: bool = False) -> str:
    """The whole page; each sentence leads to its block, which stands at the end and is not printed."""
    style = files("palast.sheets").joinpath("sheet.css").read_text("utf-8")
    body = "\n".join(_body(sheet, words, rules, worked_out=worked_out))
    return (
        f'<!doctype html>\n<html lang="{sheet.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(sheet.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _body(sheet: Sheet, words: Wording, rules: Ruleset, *, worked_out: bool) -> Iterator[str]:
    yield f"<main>\n<header><h1>{escape(sheet.title)}</h1>"
    if sheet.against:
        yield f"<p class=against>{escape(words.phrase('sheet.marked', mark='▸', base=sheet.against))}</p>"
    yield "</header>"
    for section in sheet.sections:
        yield from _section(section, words, worked_out=worked_out)
    if sheet.gone:
        yield f"<section id=part-gone class=gone>\n<h2>{escape(words.phrase('sheet.gone'))}</h2>"
        yield from (f"<div class=entry><s>{escape(said)}</s></div>" for said in sheet.gone)
        yield "</section>"
    yield "</main>"
    yield from _blocks(sheet, words, rules)


def _section(section: Section, words: Wording, *, worked_out: bool) -> Iterator[str]:
    small = " class=small" if section.name in _SMALL else ""
    yield f'<section id="part-{_anchor(section.name)}"{small}>\n<h2>{escape(section.heading)}</h2>'
    if section.name in _TABLES:
        yield "<table>"
        for entry in section.entries:
            said = f"{_mark(entry)}{_said(entry, words, worked_out=worked_out)}"
            if entry.label:
                yield f"<tr><th scope=row>{escape(entry.label)}</th><td>{said}</td></tr>"
            else:
                yield f"<tr><td colspan=2>{said}</td></tr>"
        if section.name == "material":
            yield from _looks(words)
        yield "</table>"
    elif section.numbered:
        yield "<ol>"
        for entry in section.entries:
            yield _steps(entry, words, worked_out=worked_out)
        yield "</ol>"
    else:
        for entry in section.entries:
            label = f"<b>{escape(entry.label)}.</b> " if entry.label else ""
            yield f"<div class=entry>{_mark(entry)}{label}{_said(entry, words, worked_out=worked_out)}</div>"
    yield "</section>"


def _looks(words: Wording) -> Iterator[str]:
    """A row for each list of words that have a color or a symbol."""
    for block in words.rules.resolved.of(d.WordList):
        shown = [(word, *words.looks[str(word)]) for word in block.words if str(word) in words.looks]
        if any(color for _, color, _ in shown):
            chips = "".join(
                f'<span class=chip><i style="background:{escape(color) or "none"}"></i>'
                f"{escape(symbol)} {escape(words.names.word(word, '').nominative)}</span> "
                for word, color, symbol in shown
            )
            label = words.sentences.term(block)
            yield f"<tr><th scope=row>{escape(label)}</th><td>{chips}</td></tr>"


def _steps(entry: SheetEntry, words: Wording, *, worked_out: bool) -> str:
    """The steps of a block as items of a numbered list: a written text is one step."""
    if entry.is_written:
        return f"<li>{_mark(entry)}{_said(entry, words, worked_out=worked_out)}</li>"
    steps = list[list[Sentence]]()
    for sentence in entry.sentences:
        if sentence.depth == 0 or not steps:
            steps.append([])
        steps[-1].append(sentence)
    links = [*[""] * (len(steps) - 1), _link(entry)]
    said = (_sentences(tuple(step), link) for step, link in zip(steps, links, strict=True))
    return "\n".join(f"<li>{_mark(entry)}{each}</li>" for each in said)


def _mark(entry: SheetEntry) -> str:
    return '<span class=mark aria-hidden="true">▸ </span>' if entry.changed else ""


def _said(entry: SheetEntry, words: Wording, *, worked_out: bool) -> str:
    """The text of an entry, with a link to its block."""
    if not entry.is_written:
        return _sentences(entry.sentences, _link(entry))
    written = escape(entry.text) + _link(entry)
    if not worked_out or not entry.sentences:
        return written
    label = escape(words.phrase("sheet.worked out"))
    return f"<mark>{written}</mark><div class=worked><i>{label}:</i> {_sentences(entry.sentences)}</div>"


def _link(entry: SheetEntry) -> str:
    return f' <a href="#{_anchor(entry.key)}" title="{escape(entry.key)}">§</a>' if entry.is_of_block else ""


def _sentences(sentences: tuple[Sentence, ...], link: str = "") -> str:
    """Sentences one after the other, a link behind the last one at the margin; those under another form a list."""
    said, depth = "", 0
    last = max((at for at, each in enumerate(sentences) if each.depth == 0), default=-1)
    for at, sentence in enumerate(sentences):
        while depth < sentence.depth:
            said, depth = f"{said}<ul>", depth + 1
        while depth > sentence.depth:
            said, depth = f"{said}</ul>", depth - 1
        text = escape(sentence.text) + (link if at == last else "")
        said += f"<li>{text}</li>" if depth else f"{' ' if said else ''}{text}"
    return said + "</ul>" * depth


def _blocks(sheet: Sheet, words: Wording, rules: Ruleset) -> Iterator[str]:
    """The blocks to which the sentences lead, as the rule files have them."""
    yield f"<aside>\n<h2>{escape(words.phrase('sheet.blocks'))}</h2>"
    for entry in sheet.entries:
        block = rules.composed.entries.get(entry.key)
        if block is not None and not entry.name:
            text = "\n".join(lines(block.declaration))
            where = f"{block.declaration.span.source.path.rsplit('/', 1)[-1]}:{block.declaration.span.line}"
            cites = f" {cited(entry.cites)}" if entry.cites else ""
            yield f'<pre id="{_anchor(entry.key)}">{escape(text)}\n<small>{escape(where + cites)}</small></pre>'
    yield "</aside>"


def _anchor(key: str) -> str:
    return escape(key.replace(" ", "-"))
