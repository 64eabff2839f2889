from collections.abc import Iterator

from rulespec.checks.demands import demand
from rulespec.errors import Problem, problem
from rulespec.material import Material
from rulespec.plan.stepwise.subsets import COUNTED
from rulespec.plan.stepwise.ways import Way, Ways, chooses
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import statements as s
from rulespec.tree.findings import kept
from rulespec.tree.limits import LISTED


@demand(first=False)
def answers(rules: Rules) -> Iterator[Problem]:
    """All answers to a choice can be listed, or asked bit by bit, with each number of players."""
    around = rules.surroundings
    blocks = [block for block in rules.of(d.Block) if _choices(block) and not block.findings.get(_choices, around)]
    found = [(block.key, *each) for block in blocks for each in _choices(block)]
    uncertain, told = set[str](), set[int]()
    for players in _counts(rules) if found else ():
        ways = Ways(Material(rules, players))
        for number, (key, choose, following) in enumerate(found):
            if number in told or ways.certain(choose, following):
                continue
            uncertain.add(key)
            way = ways.of(choose, following)
            if way.refused:
                told.add(number)
                yield _problem(choose, way, players, rules)
    for block in blocks:
        if block.key not in uncertain:
            block.findings.keep(_choices, around, True)


@kept
def _choices(block: d.Block) -> list[tuple[s.AnyChoice, s.Statement | None]]:
    """The choices of a block that have several parts, each with what comes after it."""
    return [each for each in chooses(block.body) if _is_compound(each[0]) and _goes_on(*each)]


def _is_compound(choose: s.AnyChoice) -> bool:
    return len(choose.picks) > 1 or isinstance(choose.picks[0], s.PickPair | s.PickCards)


def _goes_on(choose: s.AnyChoice, following: s.Statement | None) -> bool:
    """Whether the next line is one to look ahead at, if that is asked for; where it is not, another check says so."""
    return not isinstance(choose, s.Choose) or choose.afterwards is None or isinstance(following, s.Do)


def _counts(rules: Rules) -> range:
    players = rules.the(d.Players)
    return range(players.least, players.most + 1)


def _problem(choose: s.AnyChoice, way: Way, players: int, rules: Rules) -> Problem:
    many = f"{way.answers:,}" if way.answers < COUNTED else "far too many"
    what = f"with {players} players this could have {many} answers, and at most {rules.listed:,} are listed"
    if isinstance(choose, s.ChooseByChance):
        return problem("E045", choose.span, what, "let chance choose one after the other")
    if way.node is None:
        return problem("E045", choose.span, f"{what}; card by card it would take too long", LISTED.remedy)
    what += f"; card by card it cannot be asked, since it goes by {way.refused}"
    return problem("E045", way.node.span, what, f"{LISTED.remedy}; or go by sums and counts of the set")
