"""W073, public notes and counters that tell what somebody laid where he alone sees it."""

from collections.abc import Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.node import Node, walk
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.lying import lying, seen_by_all
from rulespec.rules.resolve.ruleset import Rules

REMEDY = "let all players see the card, or store something else"


@demand(first=False)
def telling(rules: Rules) -> Iterator[Problem]:
    """What a card shows that its chooser laid where he alone sees it is set on no note and no counter."""
    top = rules.composed.layers[-1].path
    for block in rules.of(d.Block):
        if block.span.source.path != top or not block.within(e.Shown):
            continue
        hidden = _hidden(rules, block)
        for effect in block.within(s.AnyEffect):
            for change in s.changes(effect):
                told = next((node for node in walk(change.by) if _tells(node, hidden)), None)
                if told is not None and not _is_bookkeeping(rules, change):
                    what = f"'{show(effect)}' reveals a hidden card to all players"
                    yield problem("W073", effect.span, what, REMEDY)


def _tells(node: Node, hidden: frozenset[str]) -> bool:
    return isinstance(node, e.Shown) and isinstance(node.of, e.Chosen) and node.of.name in hidden


def _hidden(rules: Rules, block: d.Block) -> frozenset[str]:
    """The cards that somebody chooses where not all see them, and that are laid only where their owner alone does."""
    chosen, hidden, seen = set[str](), set[str](), set[str]()
    revealed = _revealed(rules, block, frozenset())
    for node in walk(block):
        if isinstance(node, s.Choose):
            for pick in node.picks:
                if isinstance(pick, s.PickOne) and not seen_by_all(pick.source, rules, _no):
                    chosen.add(pick.name)
        elif isinstance(node, s.AnyEffect):
            for cards, to in s.motions(node):
                found = lying(to, rules)
                private = found is not None and found.sight == d.PRIVATE and found.zone not in revealed
                (hidden if private else seen).update(_names(cards))
            for cards, _ in s.shown(node):
                seen |= _names(cards)
    return frozenset(chosen & hidden - seen)


def _names(cards: Node) -> set[str]:
    return {each.name for each in walk(cards) if isinstance(each, e.Chosen)}


def _revealed(rules: Rules, block: d.Block, above: frozenset[str]) -> frozenset[str]:
    """The zones whose cards a block, or an action that it surely performs, moves into sight or shows to all."""
    found = set[str]()
    for node in walk(block):
        match node:
            case s.Move(cards=cards, to=to) if (place := lying(to, rules)) is not None and place.sight.is_public:
                found |= {each.zone for each in cards if isinstance(each, e.InZone)}
            case s.Show(cards=e.InZone(zone=zone), to=e.AllPlayers()):
                found.add(zone)
            case s.Perform(word=word):
                words = {word.word} if isinstance(word, e.WordOf) else rules.words(str(kind_of(word).list))
                actions = [each for each in rules.of(d.Action) if each.name in words and each.key not in above]
                ways = [_revealed(rules, each, above | {each.key}) for each in actions]
                found |= frozenset.intersection(*ways) if ways else frozenset()
            case _:
                pass
    return frozenset(found)


def _no(name: str) -> bool:
    """That everybody sees a card of which only its name is known is not taken for granted."""
    return False


def _is_bookkeeping(rules: Rules, change: s.Change) -> bool:
    names = rules.names
    held = names.counters.get(change.name) if isinstance(change.target, e.OnCounter) else names.notes.get(change.name)
    return held is not None and held.bookkeeping
