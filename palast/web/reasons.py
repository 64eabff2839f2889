"""Why a card cannot be clicked where an answer has several parts: by what the whole answers with it are left out."""

from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from palast.question import parts_of
from palast.web.asked import keys_of
from palast.web.table import Things
from rulespec import Decision
from rulespec.api import View

TRIED = 24  # whole answers with the card
ELSEWHERE = "is not among the choices"  # what is told of an answer that no line of the rule speaks of


def reasons(view: View, decision: Decision, things: Things, name: str, clicked: Sequence[str]) -> list[str]:
    """Why something is offered or not beside what was clicked, as `View.why` tells it of whole answers."""
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
    """Whole answers with these parts, in each order."""
    for more in permutations(others, max(0, fewest - len(parts))):
        yield from (", ".join(each) for each in permutations([*parts, *more]))
