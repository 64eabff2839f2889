"""The codes of errors and warnings, each explained beside the checks that raise it."""

import re
from functools import cache
from importlib.resources import files

from attrs import frozen

PAGE = "codes.md"  # in the package of the checks
_SECTION = re.compile(r"^## ([EW]\d{3}): ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


@frozen
class Code:
    """A code with the law behind it as its title, and a text in Markdown: the cause, an example and the fix."""

    name: str
    title: str
    text: str


@cache
def codes() -> dict[str, Code]:
    """All codes by name, in order."""
    pages = (folder.joinpath(PAGE) for folder in files("rulespec").iterdir() if folder.is_dir())
    texts = [page.read_text("utf-8") for page in pages if page.is_file()]
    found = (Code(name, title, text.strip()) for each in texts for name, title, text in _SECTION.findall(each))
    return {code.name: code for code in sorted(found, key=lambda code: code.name)}
