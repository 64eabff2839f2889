"""Positions that cards move to (E044), and secret ones that the number of moved cards reveals (W077)."""

from collections.abc import Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import NUMBER
from rulespec.language.tree.node import walk
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def in_rows(rules: Rules) -> Iterator[Problem]:
    """Only a row has positions that cards can move to."""
    for effect in rules.within(s.Insert):
        if isinstance(effect.to, e.InZone) and not rules.zone(effect.to.zone).ordered:
            what = f"'{effect.to.zone}' is not a row and has no positions"
            yield problem("E044", effect.to.span, what, "declare the zone 'in a row', or remove 'at position'")


@demand(first=False)
def secret(rules: Rules) -> Iterator[Problem]:
    """A number that is chosen secretly does not show by how many cards move out of a row that gets cards back."""
    for block in rules.of(d.Block):
        secret = _secret(block)
        effects = list(block.within(s.AnyEffect)) if secret else []
        for at, effect in enumerate(effects):
            for row, number in _taken(effect):
                name = next(
                    (node.name for node in walk(number) if isinstance(node, e.Chosen) and node.name in secret), None
                )
                if name is None or rules.zone(row.zone).sight.is_public:
                    continue
                if any(
                    isinstance(to, e.InZone) and to.zone == row.zone
                    for later in effects[at:]
                    for _, to in s.motions(later)
                ):
                    what = f"'{show(effect)}' reveals '{name}', which was chosen secretly: players can count the cards"
                    remedy = f"write: {_instead(effect, row, name)}"
                    yield problem("W077", effect.span, what, remedy)


def _secret(block: d.Block) -> set[str]:
    """The numbers that are chosen secretly in a block."""
    chosen = [choose for choose in block.within(s.Choose) if "secretly" in choose.adverbs]
    return {name for choose in chosen for pick in choose.picks if pick.kind == NUMBER for name in pick.names}


def _instead(effect: s.AnyEffect, row: e.InZone, name: str) -> str:
    """An effect that puts cards back at a position."""
    cards = effect.cards if isinstance(effect, s.Move) else ()
    others = [
        show(each) for each in cards if not any(isinstance(node, e.FirstCards | e.LastCards) for node in walk(each))
    ]
    return f"move {' and '.join(others) or '...'} to {row.span.text} at position {name}"


def _taken(effect: s.AnyEffect) -> Iterator[tuple[e.InZone, e.Expression]]:
    """The zones that an effect takes so many first or last cards from, or draws so many."""
    for source, amount in s.drawings(effect):
        if isinstance(source, e.InZone):
            yield source, amount
    for cards, _ in s.motions(effect):
        for node in walk(cards):
            if isinstance(node, e.FirstCards | e.LastCards) and isinstance(node.of, e.InZone):
                yield node.of, node.number
