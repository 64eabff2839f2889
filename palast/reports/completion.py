"""What `palast completion` prints, as JSON."""

from typing import Annotated

from attrs import frozen


@frozen
class Script:
    """What a shell has to know."""

    shell: Annotated[str, "the shell"]
    file: Annotated[str, "the file to append it to"]
    text: Annotated[str, "the text"]
