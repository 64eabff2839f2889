"""What `palast sheet` prints, as JSON."""

from typing import Annotated

from attrs import frozen

from rulespec.wording import sheets


@frozen
class Sentence:
    """A sentence that follows from the rules."""

    text: Annotated[str, "the sentence"]
    depth: Annotated[int, "how deep it stands under others"]


@frozen
class Entry:
    """What is said of a block."""

    key: Annotated[str, "its key"]
    label: Annotated[str, "the word whose action it is; empty if it is none"]
    text: Annotated[str, "the text that somebody has written, else what follows from the rules"]
    worked_out: Annotated[list[Sentence], "what follows from the rules, sentence by sentence"]
    cites: Annotated[list[str], "the lines of sources, and the rulings, that it rests on"]
    written: Annotated[bool, "whether somebody has written the text"]
    changed: Annotated[bool, "with `--against`: whether the other rules say something else"]


@frozen
class Section:
    """A part of a sheet."""

    name: Annotated[str, "what it is about, such as `actions`"]
    heading: Annotated[str, "what stands above it"]
    entries: Annotated[list[Entry], "what it says"]


@frozen
class Sheet:
    """Rules in words."""

    rules: Annotated[str, "the name of the rules"]
    title: Annotated[str, "their title"]
    language: Annotated[str, "`en` or `de`"]
    against: Annotated[str, "with `--against`: the title of the other rules; else empty"]
    sections: Annotated[list[Section], "the parts"]
    gone: Annotated[list[str], "what is said of blocks that only the other rules have"]


def sheet(made: sheets.Sheet) -> Sheet:
    """A rule sheet."""
    sections = [Section(each.name, each.heading, [*map(_entry, each.entries)]) for each in made.sections]
    return Sheet(made.name, made.title, made.language, made.against, sections, [*made.gone])


def _entry(entry: sheets.SheetEntry) -> Entry:
    sentences = [Sentence(each.text, each.depth) for each in entry.sentences]
    cites = [*map(str, entry.cites)]
    return Entry(entry.key, entry.label, entry.text, sentences, cites, entry.is_written, entry.changed)
