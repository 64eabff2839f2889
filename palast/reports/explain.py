"""What `palast explain` tells, as JSON."""

from typing import Annotated

from attrs import field, frozen

from rulespec import Ruleset
from rulespec.rules.compose import Entry


@frozen
class File:
    """A file of the rules."""

    name: Annotated[str, "its name"]
    kind: Annotated[str, "`ruleset` or `layer`"]
    path: Annotated[str, "its path"]


@frozen
class Change:
    """What a file did to a block."""

    what: Annotated[str, "kind of change, such as `declared` or `replaced`"]
    layer: Annotated[str, "the name of the file"]
    path: Annotated[str, "its path"]
    line: Annotated[int, "the line, from 1"]
    cites: Annotated[list[str], "its citations for that"]


@frozen
class Block:
    """A block as it stands after all layers."""

    key: Annotated[str, "its key"]
    cites: Annotated[list[str], "the lines of sources, and the rulings, that it rests on"]
    changes: Annotated[list[Change], "its history, the declaration first"]
    said: Annotated[list[str], "its text for players, line by line; empty without a BLOCK"]
    lines: Annotated[list[str], "its explanation, line by line; empty without a BLOCK"]


@frozen
class PlanText:
    """What a block, or all of it, is compiled to."""

    block: Annotated[str, "the key of the block; empty if it is the whole plan"]
    players: Annotated[int, "for how many players"]
    lines: Annotated[list[str], "the plan, line by line"]


@frozen
class Explained:
    """Rules, or some blocks of them."""

    rules: Annotated[str, "the name of the rules"]
    title: Annotated[str, "their title"]
    files: Annotated[list[File], "their files, each on top of those before it"]
    blocks: Annotated[list[Block], "the requested blocks, else all blocks"] = field(factory=list)
    plan: Annotated[list[PlanText], "with `--plan`: the compiled instructions"] = field(factory=list)


def explained(rules: Ruleset, blocks: list[Block], plan: list[PlanText]) -> Explained:
    """What was asked for of some rules."""
    files = [File(each.name, each.tree.header.kind, each.path) for each in rules.composed.layers]
    return Explained(rules.name, rules.title, files, blocks, plan)


def block(entry: Entry, said: list[str], lines: list[str]) -> Block:
    """A block, with what is told of it."""
    changes = [
        Change(each.what, each.layer, each.span.source.path, each.span.line, [*map(str, each.cites)])
        for each in entry.changes
    ]
    return Block(entry.declaration.key, [*map(str, entry.cites)], changes, said, lines)
