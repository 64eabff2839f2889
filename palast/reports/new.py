"""What `palast new` would write, as JSON."""

from typing import Annotated

from attrs import field, frozen


@frozen
class Begun:
    """The beginning of a house rule or of a game."""

    files: Annotated[dict[str, str], "the text of each file, by its name"]
    about: Annotated[str, "a description of the draft"]
    changed: Annotated[list[str], "scenarios that it declares changed"] = field(factory=list)
    removed: Annotated[list[str], "laws that it removes"] = field(factory=list)


@frozen
class Undrafted:
    """Why there is no such change of these rules; the exit status is 1."""

    refused: Annotated[str, "the reason"]
    remedy: Annotated[str, "the remedy"]
