"""Why things are as they are, in words, and why a card cannot be clicked where an answer has several atoms."""

from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from palast.question import parts_of
from palast.web import protocol as p
from palast.web.asked import keys_of
from palast.web.cardset import CardSet
from palast.web.table import Things
from rulespec import Card, Decision
from rulespec.game.api import View
from rulespec.knowledge.causes import NotAmong
from rulespec.knowledge.why import why_refused
from rulespec.wording import reasons as wording
from rulespec.wording.sentences.effects import begun
from rulespec.wording.sentences.filler import Filler

TRIED = 24  # answers with the card that are asked about


def reasons(view: View, things: Things, name: str | None = None) -> list[p.Reason]:
    """Whose turn it is and how it came about; or why an option is offered or not."""
    found = wording.reasons(things.words, view, name)
    return [p.Reason(each.text, *_block_and_cites(each.rule)) for each in found if each.text]


def _block_and_cites(rule: str) -> tuple[str, str]:
    """A block's key and its citations, which stand in brackets."""
    block, _, cites = rule.partition(" (")
    return block, cites.removesuffix(")")


def reasons_beside(
    view: View, decision: Decision, things: Things, name: str, clicked: Sequence[str], cards: CardSet | None = None
) -> list[p.Reason]:
    """Why an atom is offered or not beside the clicked ones, by what leaves out whole answers with it."""
    sizes = {len(option.atoms) for option in decision.options if option.atoms}
    offered = {option.text for option in decision.options}
    if cards is not None and name in (cards.site.option((card,)).text for card in cards.possible()):
        return [_no_way_on(things, name, beside=bool(clicked))]
    if sizes <= {1} or name in offered:
        return reasons(view, things, name)
    known = {
        key: text
        for option in decision.options
        for key, text in zip(keys_of(option, things), parts_of(option), strict=False)
    }
    parts = [known[key] for key in clicked if key in known]
    others = [text for text in dict.fromkeys(known.values()) if text not in (name, *parts)]
    for whole in islice(_wholes([*parts, name], others, min(sizes)), TRIED):
        left_out = why_refused(view.perspective(), whole)
        if whole not in offered and (left_out is None or not isinstance(left_out.cause, NotAmong)):
            return reasons(view, things, whole)
    return [_no_way_on(things, name, beside=bool(parts))]


def _no_way_on(things: Things, name: str, *, beside: bool) -> p.Reason:
    """That no whole answer has an atom, perhaps beside others."""
    card = next((each for each in things.game.material.cards if each.name == name), None)
    thing: Card | str = card if card is not None else name
    it = Filler(things.words.names).said([thing], "the")
    return p.Reason(begun(things.words.phrase("reason.no way on" if beside else "reason.generic", it=it)), "", "")


def _wholes(parts: Sequence[str], others: Sequence[str], fewest: int) -> Iterator[str]:
    """Answers with these parts and others, in all orders."""
    for more in permutations(others, max(0, fewest - len(parts))):
        yield from (", ".join(each) for each in permutations([*parts, *more]))
