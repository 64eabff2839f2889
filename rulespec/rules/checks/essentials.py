from collections.abc import Iterator
from difflib import get_close_matches

from rulespec.language.errors import Fix, Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Span
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules

_NEEDED: tuple[tuple[tuple[type[d.Declaration], ...], str, str], ...] = (
    ((d.Players,), "number of players", "write: players 2 to 4"),
    ((d.Limit,), "turn limit", "write: at most 500 turns"),
    ((d.Turn,), "turn", "write a block 'turn' and indent its effects below it"),
    ((d.GameEnds,), "end of the game", "write: game ends NAME: CONDITION"),
    ((d.Winners, d.Returns), "winners", "write: winners: SET, or returns: NUMBER"),
)

_WRITTEN: dict[type[d.Declaration], str] = {d.Limit: "most"}


@demand(first=True)
def essentials(rules: Rules) -> Iterator[Problem]:
    """A ruleset says how many play, how long at most, what a turn is, when the game ends and who wins."""
    header = next(each for each in rules.composed.layers if each.tree.header.kind == "ruleset").tree.header
    for kinds, what, remedy in _NEEDED:
        first_words = {_WRITTEN.get(kind, d.KEYWORDS[kind].split()[0]) for kind in kinds}
        if not rules.composed.of(*kinds) and not _misread(first_words, rules.composed.reported):
            yield problem("E030", header.span, f"the rules declare no {what}", remedy, *_beneath(header, remedy))


def _beneath(header: d.Header, remedy: str) -> Iterator[Fix]:
    """The line to write under the header, where it is a whole one."""
    line = remedy.removeprefix("write: ")
    if line != remedy and line.islower():
        end = header.span.start + len(header.span.text.rstrip())
        yield Fix(Span(header.span.source, end, end), f"\n{line}")


def _misread(words: set[str], broken: frozenset[str]) -> bool:
    """Whether a block that could not be read is likely the one that is missing."""
    return any(get_close_matches(word, broken, cutoff=0.8) for word in words)
