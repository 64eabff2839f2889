"""What `palast lsp` says of the server instead of serving, as JSON."""

from typing import Annotated

from attrs import frozen


@frozen
class Abilities:
    """What the language server can do, for programs that connect an editor with it."""

    version: Annotated[str, "the version of palast"]
    language: Annotated[str, "the language of player-facing text"]
    requests: Annotated[list[str], "the requests and notifications it supports"]
    commands: Annotated[list[str], "the commands of `workspace/executeCommand`"]
