from collections.abc import Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.rules.checks.demands import demand
from rulespec.rules.material import Material
from rulespec.rules.resolve.ruleset import Rules


@demand(first=False)
def cards(rules: Rules) -> Iterator[Problem]:
    """No two cards are called the same."""
    around = rules.surroundings.findings
    if around.get(cards):
        return
    declared = rules.the(d.Players)
    for players in {declared.least, declared.most}:
        seen = set()
        for card in Material(rules, players).cards:
            if card.name in seen:
                where = rules.of(d.Cards)[-1].span
                what = f"two different cards have the name '{card.name}'"
                yield problem("E042", where, what, "use different words in their lists")
                return
            seen.add(card.name)
    around.keep(cards, None, True)
