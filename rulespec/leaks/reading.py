"""How surely a part of the rules reads cards that whoever is asked does not see, without playing."""

from typing import assert_never

from rulespec.resolve.expressions import kind_of
from rulespec.resolve.lying import Lying, lying
from rulespec.resolve.ruleset import Rules
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.node import Node, children
from rulespec.tree.scopes import going_through

SURELY, PERHAPS, NOT = 2, 1, 0


def reads(node: Node, rules: Rules, own: bool = True, seen: frozenset[str] = frozenset()) -> int:
    """Whether cards of others are read; `own` says if that word means whoever is asked."""
    outside: list[Node] = []
    inside: list[Node] = []  # where `own` can be somebody else
    found = lying(node, rules)
    if found is not None:
        return _of_cards(found, own)
    match node:
        case e.CountCards(m.InZone()) | e.NumberOf(m.InZone()) | e.Empty(m.InZone()):
            return NOT
        case m.Chosen() if node.kind.name == "card":
            return PERHAPS
        case m.OfValue(name, of) | m.Fits(name, of):
            key = f"{'value' if isinstance(node, m.OfValue) else 'call'} {name}"
            known = isinstance(of, m.OwnPlayer | e.SelfPlayer)
            (outside if known else inside).extend(() if key in seen else children(rules.blocks[key]))
            seen |= {key}
        case s.Choose(picks, sieves):
            outside = [*picks]
            (inside if over_players(node) else outside).extend(sieves)
        case _:
            through = going_through(node)
            outside = [*children(node)] if through is None else [through[0]]
            if through is not None:
                (inside if kind_of(through[0]).name == "player" else outside).extend(through[1])
    parts = [reads(part, rules, own, seen) for part in outside]
    return max([*parts, *(reads(part, rules, False, seen) for part in inside)], default=NOT)


def over_players(choose: s.Choose) -> bool:
    """Whether a player is chosen: `own` in its sieves is then each that can be."""
    pick = choose.picks[0]
    return len(choose.picks) == 1 and isinstance(pick, s.PickOne) and kind_of(pick.source).name == "player"


def _of_cards(found: Lying, own: bool) -> int:
    match found.seen_by:
        case "all":
            return NOT
        case "owner":
            match found.whose:
                case e.SelfPlayer():
                    return NOT
                case m.OwnPlayer():
                    return NOT if own else SURELY
                case e.Active():
                    return PERHAPS
            return SURELY
        case "nobody":
            return SURELY
        case _:
            assert_never(found.seen_by)
