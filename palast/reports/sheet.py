"""What `palast sheet` prints, as JSON."""

from typing import Annotated

from attrs import frozen

from palast.reports.form import From


@frozen
class Sentence:
    """A sentence that follows from the rules."""

    text: Annotated[str, "the sentence"]
    depth: Annotated[int, "its depth under other sentences"]


@frozen
class Entry:
    """What is said of a block."""

    key: Annotated[str, "its key"]
    label: Annotated[str, "the word of an action; empty for other blocks"]
    text: Annotated[str, "the written text, else the sentences generated from the rules"]
    worked_out: Annotated[list[Sentence], "the sentences generated from the rules", From("sentences")]
    cites: Annotated[list[str], "the lines of sources, and the rulings, that it rests on"]
    written: Annotated[bool, "whether the text was written by hand", From("is_written")]
    changed: Annotated[bool, "with `--against`: whether the other rules differ"]


@frozen
class Section:
    """A part of a sheet."""

    name: Annotated[str, "its subject, such as `actions`"]
    heading: Annotated[str, "its heading"]
    entries: Annotated[list[Entry], "its text"]


@frozen
class Sheet:
    """Rules in words."""

    rules: Annotated[str, "the name of the rules", From("name")]
    title: Annotated[str, "their title"]
    language: Annotated[str, "`en` or `de`"]
    against: Annotated[str, "with `--against`: the title of the other rules; else empty"]
    sections: Annotated[list[Section], "the parts"]
    gone: Annotated[list[str], "the sentences of blocks that only the other rules have"]
