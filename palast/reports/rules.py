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
    shelf: Annotated[str, "where it is listed among the examples; empty if it is none"] = ""
    path: Annotated[str | None, "the file, if it is one alone"] = None
    players: Annotated[list[int], "the numbers of players; of an example, only if it was asked for"] = field(
        factory=list
    )
    beneath: Annotated[list[str], "the files that it lies on"] = field(factory=list)
    sources: Annotated[list[Source], "the sources that it is taken from"] = field(factory=list)
    layers: Annotated[list[str], "the layers that go on a ruleset; of an example, those that it alone has"] = field(
        factory=list
    )
    goes_on: Annotated[list[str], "the library's rulesets that a layer goes on"] = field(factory=list)
    readable: Annotated[bool, "whether all of the file can be read; else it goes on nothing until it is mended"] = True
