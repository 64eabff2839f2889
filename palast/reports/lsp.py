"""What `palast lsp` says of the server instead of serving, as JSON."""

from typing import Annotated

from attrs import frozen


@frozen
class Abilities:
    """What the language server can do, for programs that connect an editor with it."""

    version: Annotated[str, "the version of palast"]
    language: Annotated[str, "the language in which people are told of rules"]
    requests: Annotated[list[str], "what it answers and takes note of, as the protocol calls it"]
    commands: Annotated[list[str], "what `workspace/executeCommand` can ask for"]
