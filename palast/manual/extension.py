"""What the site adds to Sphinx: rules in colours, what an example is run with, and classes without fields."""

import re
from collections.abc import Iterator
from functools import partial

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.highlighting import lexer_classes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from palast.manual.reference import is_told
from rulespec.editing.pygments import RulesLexer

LANGUAGES = ("rules", "console")  # whose fences say more than their language
PLAIN = ("record", "texts")  # which are text to all but the project
_NAMED = re.compile(r"<(?:function|class) '?(?:\w++\.)*+(\w++)[^>]*+>")
_BLANK = "<BLANKLINE>"  # what a test needs to see that a line is empty; Sphinx leaves it out of Python by itself


class _Example(SphinxDirective):
    """A fence with the rest of its first line, such as ```` ```rules on=ksr,magier ````."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        said = dict(part.split("=", 1) for part in " ".join(self.arguments).split())
        code = "\n".join("" if line == _BLANK else line for line in self.content)
        block = nodes.literal_block(code, code, language=self._language(said))
        told = ", ".join(_told(said))
        if not told:
            return [block]
        return [nodes.container("", nodes.caption(told, told), block, literal_block=True, classes=["example"])]

    def _language(self, said: dict[str, str]) -> str:
        """The name of the lexer, which knows the rules beneath the example."""
        beneath = said.get("in") or said.get("on", "").partition(",")[0]
        if self.name != "rules" or not beneath:
            return str(self.name)
        name = f"rules on {beneath}"
        lexer_classes[name] = partial(RulesLexer, on=beneath, library=[self.config.manual_library])
        return name


def _told(said: dict[str, str]) -> Iterator[str]:
    """What is told of an example above it."""
    if "in" in said:
        yield f"in the game {said['in']}"
    if "on" in said:
        *some, last = said["on"].split(",")
        yield f"on top of {', '.join(some)} and {last}" if some else f"on top of {last}"
    if "same" in said:
        yield f"the same as {said['on']}"
    if "wrong" in said:
        yield f"refused with {said['wrong']}"
    if "fails" in said:
        yield f"{said['fails']} does not hold"
    if said.get("exit", "0") != "0":
        yield f"exit status {said['exit']}"


def _skipped(app: Sphinx, what: str, name: str, value: object, skip: bool, options: object) -> bool:
    return skip or (what in ("class", "exception") and not is_told(value))


def _signed(
    app: Sphinx, what: str, name: str, value: object, options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """A signature in which defaults that are functions or classes have their names; Sphinx cannot read their `repr`."""
    return signature and _NAMED.sub(r"\1", signature), returned


def setup(app: Sphinx) -> ExtensionMetadata:
    """Makes this a part of Sphinx."""
    app.add_config_value("manual_library", "", "env")
    for language in LANGUAGES:
        app.add_directive(language, _Example)
    for language in PLAIN:
        app.add_lexer(language, TextLexer)
    app.connect("autodoc-skip-member", _skipped)
    app.connect("autodoc-process-signature", _signed)
    return {"parallel_read_safe": True}
