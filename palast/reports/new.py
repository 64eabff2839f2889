"""What `palast new` would write, as JSON."""

from typing import Annotated

from attrs import field, frozen


@frozen
class Begun:
    """The beginning of a house rule or of a game."""

    files: Annotated[dict[str, str], "the text of each file, by its name"]
    about: Annotated[str, "what is different with it, or what it is"]
    changed: Annotated[list[str], "scenarios beneath it that hold no longer, as it says"] = field(factory=list)
    removed: Annotated[list[str], "laws beneath it that it takes away"] = field(factory=list)


@frozen
class Undrafted:
    """Why there is no such change of these rules; the exit status is 1."""

    refused: Annotated[str, "the reason"]
    remedy: Annotated[str, "what can be done instead"]
