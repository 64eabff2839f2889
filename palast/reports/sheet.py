"""What `palast sheet` prints, as JSON."""

from typing import Annotated

from attrs import frozen

from palast.reports.form import From


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
    worked_out: Annotated[list[Sentence], "what follows from the rules, sentence by sentence", From("sentences")]
    cites: Annotated[list[str], "the lines of sources, and the rulings, that it rests on"]
    written: Annotated[bool, "whether somebody has written the text", From("is_written")]
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

    rules: Annotated[str, "the name of the rules", From("name")]
    title: Annotated[str, "their title"]
    language: Annotated[str, "`en` or `de`"]
    against: Annotated[str, "with `--against`: the title of the other rules; else empty"]
    sections: Annotated[list[Section], "the parts"]
    gone: Annotated[list[str], "what is said of blocks that only the other rules have"]
