"""Answers that others do not hear at once: those given at the same time as theirs, and those given secretly."""

from typing import Any

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.machine import Machine
from rulespec.plan.nodes.choices import Query, Unheard

TOLD = -1  # in place of the number of an effect: an event that waits for the close


def answered(unheard: Unheard, mc: Machine, query: Query, here: int, raw: RawAnswer) -> None:
    """What is told when the answer is complete, now or at the close."""
    if not unheard.secretly:
        reveal_later(mc, query, here, raw)
    elif not unheard.together:
        mc.note((k.COMMIT, unheard.part, mc.own))
    elif raw is None and not unheard.optional:
        lapse_in_secret(mc, query.origin)


def reveal_later(mc: Machine, query: Query, here: int, raw: RawAnswer) -> None:
    """What everybody may know of an answer waits for the close."""
    if any(query.public) or not query.names:
        wait_for_close(mc, TOLD, (k.REVEAL, query.origin, mc.own, here, raw))


def lapse_unseen(mc: Machine, origin: int) -> None:
    """That he has nothing to choose could tell what he has chosen before."""
    mc.note((k.LAPSE, origin, mc.own, r.HIMSELF))  # at the end, who hears it
    wait_for_close(mc, TOLD, (k.LAPSE, origin, mc.own, r.OTHERS))


def lapse_in_secret(mc: Machine, origin: int) -> None:
    """He was asked, and had nothing to choose, which nobody else hears."""
    wait_for_close(mc, TOLD, (k.LAPSE, origin, mc.own, r.HIMSELF))


def wait_for_close(mc: Machine, number: int, what: Any) -> None:
    """What an effect is about, or an event that is to be told, waits with who is doing it."""
    mc.together = (*(mc.together or ()), (number, (mc.own, what)))


def has_lapsed(mc: Machine) -> bool:
    """Whether the subject has had nothing to choose in this part."""
    return any(number == TOLD and who == mc.own and what[0] == k.LAPSE for number, (who, what) in mc.together or ())
