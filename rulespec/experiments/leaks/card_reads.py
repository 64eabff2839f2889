"""How surely a part of the rules reads cards that the player who is asked does not see: a static analysis."""

from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.node import Node, children
from rulespec.language.tree.scopes import going_through
from rulespec.language.tree.slots import by_size
from rulespec.rules.resolve.lying import Lying, lying
from rulespec.rules.resolve.ruleset import Rules

SURELY, PERHAPS, NOT = 2, 1, 0


def reads(node: Node, rules: Rules, own: bool = True) -> int:
    """SURELY, PERHAPS or NOT: whether a part reads cards hidden from the player asked; `own` if that word means him."""
    most, waiting, declared = NOT, [(node, own)], set[tuple[str, bool]]()
    while waiting:
        node, own = waiting.pop()
        found = lying(node, rules)
        if found is not None:
            most = max(most, _of_cards(found, own))
            waiting += ((each, own) for each in found.which)
            continue
        match node:
            case e.Chosen() if node.kind.name == "card":
                most = max(most, PERHAPS)
            case e.Chosen(name):
                if (name, own) not in declared:
                    declared.add((name, own))
                    chance = rules.within(s.ChooseByChance)
                    waiting += ((choice, own) for choice in chance if name in choice.names)
            case e.OfValue(_, of) | e.Fits(_, of):
                waiting += ((each, own) for each in children(node))
                own = own and isinstance(of, e.OwnPlayer | e.SelfPlayer)
                if (node.key, own) not in declared:
                    declared.add((node.key, own))
                    waiting += ((each, own) for each in children(rules.blocks[node.key]))
            case s.AnyChoice(picks=picks, sieves=sieves):
                waiting += ((each, own) for each in picks)
                waiting += ((each, own and not over_players(node)) for each in sieves)
            case _:
                through = going_through(node)
                if through is None:
                    counted, others = by_size(node)
                    sized = (each.which if isinstance(each, e.InZone) else (each,) for each in counted)
                    waiting += ((each, own) for part in (*sized, others) for each in part)
                else:
                    among, inside = through
                    waiting.append((among, own))
                    waiting += ((each, own and kind_of(among).name != "player") for each in inside)
    return most


def over_players(choose: s.AnyChoice) -> bool:
    """True if a choice is of one player: then `own` in its sieves means each candidate."""
    pick = choose.picks[0]
    return len(choose.picks) == 1 and isinstance(pick, s.PickOne) and kind_of(pick.source).name == "player"


def _of_cards(found: Lying, own: bool) -> int:
    owner, others = (NOT if sees else SURELY for sees in (found.sight.owner, found.sight.others))
    match found.whose:
        case e.SelfPlayer():
            return owner
        case e.OwnPlayer():
            return owner if own else others
        case e.Active():
            return owner if owner == others else PERHAPS
    return max(others, PERHAPS) if owner > others else others
