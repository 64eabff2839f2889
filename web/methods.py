"""The methods of classes as `attrs` writes them, compiled while the page is built.

`attrs` writes methods as text and has it compiled whenever a module is imported, which took half of the page's start.
"""

import builtins
import hashlib
import marshal
import re
from pathlib import Path
from types import CodeType
from typing import Any

from attr import _make

KEPT = Path(__file__).with_suffix(".bin")  # codes by a fingerprint of their texts
_SALT = re.compile(r"^ +-?\d+,$", re.MULTILINE)  # of the hashes of a class, another one in each run


def compiled(text: str) -> CodeType:
    """A text as a module of the page is compiled: without docstrings, and as nobody reads it, without lines."""
    return _bare(builtins.compile(text, "<methods>", "exec", dont_inherit=True, optimize=2))


def _bare(code: CodeType) -> CodeType:
    within = tuple(_bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=within)


def keep() -> dict[bytes, CodeType]:
    """What is compiled for classes from now on."""
    kept = dict[bytes, CodeType]()

    def keeping(text: str, name: str, _: str) -> CodeType:
        return kept.setdefault(_fingerprint(text, name), compiled(text))

    _compile_by(keeping)
    return kept


def written(kept: dict[bytes, CodeType]) -> bytes:
    """The file that `use` reads."""
    return marshal.dumps(kept)


def use() -> None:
    """Has classes made from now on take what was kept; what was not is compiled."""
    kept: dict[bytes, CodeType] = marshal.loads(KEPT.read_bytes())

    def using(text: str, name: str, _: str) -> CodeType:
        return kept.get(_fingerprint(text, name)) or compiled(text)

    _compile_by(using)


def _compile_by(function: Any) -> None:
    _make.compile = function  # type: ignore[attr-defined]  # in the place of the function of that name for this module


def _fingerprint(text: str, name: str) -> bytes:
    return hashlib.blake2b(f"{name}{_SALT.sub('', text)}".encode(), digest_size=12).digest()
