"""Why a card cannot be clicked where an answer has several atoms: what excludes the answers with it."""

from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from palast.question import parts_of
from palast.web.asked import keys_of
from palast.web.table import Things
from rulespec import Decision
from rulespec.api import View

TRIED = 24  # answers with the card that are asked about
ELSEWHERE = "is not among the choices"  # in the reply for an answer that no line of the rules excludes


def reasons(view: View, decision: Decision, things: Things, name: str, clicked: Sequence[str]) -> list[str]:
    """Why an atom is offered or not beside the clicked ones, by `View.why` for whole answers."""
    sizes = {len(option.atoms) for option in decision.options if option.atoms}
    if sizes <= {1}:
        return view.why(name).splitlines()
    known = {
        key: text
        for option in decision.options
        for key, text in zip(keys_of(option, things), parts_of(option), strict=False)
    }
    parts = [known[key] for key in clicked if key in known]
    others = [text for text in dict.fromkeys(known.values()) if text not in (name, *parts)]
    for whole in islice(_wholes([*parts, name], others, min(sizes)), TRIED):
        said = view.why(whole)
        if ELSEWHERE not in said and f"'{whole}' is offered" not in said:
            return said.splitlines()
    beside = f" beside {', '.join(parts)}" if parts else ""
    return [f"'{name}' is in no answer{beside}: {decision.prompt}"]


def _wholes(parts: Sequence[str], others: Sequence[str], fewest: int) -> Iterator[str]:
    """Answers with these parts and others, in all orders."""
    for more in permutations(others, max(0, fewest - len(parts))):
        yield from (", ".join(each) for each in permutations([*parts, *more]))
