"""Answers that others do not hear at once: those given at the same time as theirs, and those given secretly."""

from attrs import frozen

from rulespec.engine.machine import Machine, Raw
from rulespec.engine.options import Site
from rulespec.engine.together import lapse_in_secret, reveal_later
from rulespec.tree import statements as s


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


def unheard(part: int | None, adverbs: s.Adverbs, origin: int, *, optional: bool) -> Unheard | None:
    """How the answers to a statement become known, None where all hear them; `part` of what is asked at once."""
    secretly = "secretly" in adverbs
    if part is not None:
        return Unheard(part, True, secretly, optional)
    return Unheard(origin, False, True, optional) if secretly else None
