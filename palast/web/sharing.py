"""Fragments of addresses: JSON, deflated and base64-encoded.

Their content is untrusted: sizes are limited before and after decompression, it becomes data of the protocol or is
refused, and nothing in it is evaluated.
"""

import json
import zlib
from base64 import b64decode, urlsafe_b64encode

import attrs
from attrs import frozen

from palast.web.failing import PageError
from palast.web.naming import check_names
from palast.web.reading import of_class, parsed

VERSION = 1
LONGEST = 100_000  # characters of a fragment, which most programs still pass on
INFLATED = 1_000_000  # characters of its content

_RAW = -zlib.MAX_WBITS
_REMEDY = "ask for the whole link again; some programs cut long ones"


@frozen
class Shared:
    """Rules with the texts that are not in the library, their players, and a game if there is one."""

    rules: str
    texts: dict[str, str]
    players: int | None
    seats: list[str] | None
    record: str | None


def sent(what: Shared) -> str:
    """The fragment; a `PageError` if it would be too long."""
    text = json.dumps({"version": VERSION, **attrs.asdict(what)}, ensure_ascii=False, separators=(",", ":"))
    squeeze = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    fragment = urlsafe_b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode().rstrip("=")
    if len(fragment) > LONGEST or len(text) > INFLATED:
        raise PageError("fragment", "the rule is too long for a link", "send the rule as a file")
    return fragment


def received(fragment: str) -> Shared:
    """The content of a fragment; a `PageError` if it is invalid."""
    if len(fragment) > LONGEST:
        raise PageError("fragment", f"the link is too long (limit {LONGEST:,} characters)", _REMEDY)
    try:
        return _read(_inflated(fragment.removeprefix("#")))
    except PageError as error:
        raise PageError("fragment", f"cannot read this link: {error.message}", _REMEDY) from None


def _inflated(fragment: str) -> str:
    try:
        squeezed = b64decode(fragment + "=" * (-len(fragment) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj(_RAW)
        said = inflate.decompress(squeezed, 4 * INFLATED)
        if not inflate.eof or inflate.unused_data:
            raise PageError("fragment", "it is cut off or too long")
        return said.decode()
    except (ValueError, zlib.error):
        raise PageError("fragment", "it is damaged") from None


def _read(text: str) -> Shared:
    data = parsed(text, INFLATED)
    if not isinstance(data, dict) or type(data.get("version")) is not int:
        raise PageError("fragment", "another program wrote it")
    if data["version"] != VERSION:
        raise PageError("fragment", "another version of this page wrote it")
    found: Shared = of_class(Shared, {name: each for name, each in data.items() if name != "version"}, "address")
    check_names(found.rules, found.texts)
    return found
