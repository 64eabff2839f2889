"""What `palast web` serves or has written, as JSON."""

from typing import Annotated

from attrs import frozen


@frozen
class Served:
    """Where the page is: served, or written."""

    address: Annotated[str | None, "the address, until Ctrl-C stops it"] = None
    folder: Annotated[str | None, "with `--out`: the folder that its files were written to"] = None
    file: Annotated[str | None, "with `--single`: the file that it was written to"] = None
