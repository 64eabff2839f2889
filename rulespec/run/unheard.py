"""Answers that others do not hear at once: those given at the same time as theirs, and those given secretly."""

from attrs import frozen

from rulespec.run.machine import Machine, Raw
from rulespec.run.options import Site
from rulespec.tree import statements as s

TOLD = -1  # in place of the number of an effect: an event that waits for the close


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


def reveal_later(mc: Machine, site: Site, here: int, raw: Raw) -> None:
    """What everybody may know of an answer waits for the close."""
    if any(site.public) or not site.names:
        wait_for_close(mc, TOLD, ("reveal", site.origin, mc.own, here, raw))


def lapse_unseen(mc: Machine, origin: int) -> None:
    """That he has nothing to choose could tell what he has chosen before."""
    mc.note(("lapse", origin, mc.own, "himself"))  # at the end, who hears it
    wait_for_close(mc, TOLD, ("lapse", origin, mc.own, "others"))


def lapse_in_secret(mc: Machine, origin: int) -> None:
    """He was asked, and had nothing to choose, which nobody else hears."""
    wait_for_close(mc, TOLD, ("lapse", origin, mc.own, "himself"))


def wait_for_close(mc: Machine, index: int, what: Raw) -> None:
    mc.together = (*(mc.together or ()), (index, (mc.own, what)))
