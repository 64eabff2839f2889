"""What `palast rules` lists, as JSON."""

from typing import Annotated

from attrs import field, frozen


@frozen
class Source:
    """A source that rules are taken from."""

    name: Annotated[str, "its name"]
    title: Annotated[str, "its title"]
    lines: Annotated[int, "how many lines it has"]


@frozen
class Listed:
    """A ruleset or a layer."""

    name: Annotated[str, "its name"]
    title: Annotated[str, "its title; empty if it has none"]
    kind: Annotated[str, "`ruleset` or `layer`"]
    shelf: Annotated[str, "its shelf among the examples; empty for other files"] = ""
    path: Annotated[str | None, "the file, if it is a single one"] = None
    players: Annotated[list[int], "the numbers of players; for an example, only if it was requested"] = field(
        factory=list
    )
    beneath: Annotated[list[str], "the files beneath it"] = field(factory=list)
    sources: Annotated[list[Source], "its sources"] = field(factory=list)
    layers: Annotated[list[str], "the layers that fit a ruleset; for an example, its own"] = field(factory=list)
    goes_on: Annotated[list[str], "the library's rulesets that a layer fits"] = field(factory=list)
    readable: Annotated[bool, "whether the whole file can be read"] = True
