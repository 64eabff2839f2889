"""Answers that others do not hear at once: those given at the same time as theirs, and those given secretly."""

from typing import TYPE_CHECKING

from attrs import frozen

from rulespec.engine.machine import Machine, Raw
from rulespec.engine.options import Site
from rulespec.engine.together import lapse_in_secret, reveal_later
from rulespec.tree import statements as s

if TYPE_CHECKING:
    from rulespec.engine.lines import Lines


@frozen
class Unheard:
    """How an answer to a statement becomes known: `part` is the origin of what others hear instead of it."""

    part: int
    together: bool
    secretly: bool
    optional: bool

    def answered(self, mc: Machine, site: Site, here: int, raw: Raw) -> None:
        """What is told when the answer is complete, now or at the close."""
        if not self.secretly:
            reveal_later(mc, site, here, raw)
        elif not self.together:
            mc.note(("commit", self.part, mc.own))
        elif raw is None and not self.optional:
            lapse_in_secret(mc, site.origin)


def unheard(lines: "Lines", adverbs: s.Adverbs, origin: int, *, optional: bool) -> Unheard | None:
    """How the answers to a statement become known; None where all hear them."""
    secretly = "secretly" in adverbs
    if lines.part is not None:
        return Unheard(lines.part, True, secretly, optional)
    return Unheard(origin, False, True, optional) if secretly else None
