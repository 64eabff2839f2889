"""What `palast completion` prints, as JSON."""

from typing import Annotated

from attrs import frozen


@frozen
class Script:
    """What a shell has to know."""

    shell: Annotated[str, "the shell"]
    file: Annotated[str, "the file that it belongs into"]
    text: Annotated[str, "the text"]
