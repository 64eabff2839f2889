"""How often each clause of the rules ran in the games of a hunt, and with which outcome."""

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field

from rulespec.experiments.hunt.tracks import BEGUN, Mark, entrance
from rulespec.experiments.hunt.walk import HuntTable, WalkStep
from rulespec.experiments.scenarios import outcomes
from rulespec.game.api import Ruleset, State
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.roles import ORIGIN, having
from rulespec.plan.plan import Plan
from rulespec.plan.uses import effects_of

WAYS = 2  # in which each scenario is tried


@define(eq=False)
class Coverage:
    """How often each block and statement ran, by its outcome (see `tracks.py`), summed over all tables.

    Either in all games, or `plainly` in those from which shares are computed.
    """

    _rules: Ruleset
    _tables: Sequence[HuntTable]
    _plainly: bool = False
    _places: dict[int, dict[int, list[int]]] = field(init=False, factory=dict)  # by number of players and node

    def __attrs_post_init__(self) -> None:
        for table in self._tables:
            places = self._places[table.players] = {}
            for node, pc in _said_at(table.game.plan, self._rules):
                places.setdefault(id(node), []).append(pc)

    def begun(self, block: str) -> int:
        """How often a block began; 1 for a block that does nothing."""
        tables = [table for table in self._tables if block in table.game.plan.blocks]
        begins = [entrance(table.game.plan, block) for table in tables]
        return sum(
            1 if pc is None else self._counts(table)[pc, BEGUN] for table, pc in zip(tables, begins, strict=True)
        )

    def looked(self, law: str) -> int:
        """How often a law was looked at."""
        return sum(table.looked(law) for table in self._tables)

    def knows(self, node: Node) -> bool:
        """True if a statement has instructions that are traced."""
        return any(self._marks(node))

    def times(self, node: Node, *ways: str) -> int:
        """How often a statement or an effect had one of these outcomes."""
        return sum(self._counts(table)[pc, way] for table, pc in self._marks(node) for way in ways)

    def first(self, node: Node, way: str) -> tuple[HuntTable, WalkStep] | None:
        """The table and step of the shortest game in which a node first had this outcome; None if it never had."""
        firsts = [(table, table.first((pc, way))) for table, pc in self._marks(node)]
        found = [(table, step) for table, step in firsts if step is not None]
        return min(found, key=lambda each: len(each[1].way), default=None)

    def places(self, node: Node, players: int) -> list[int]:
        """The program counters of its instructions in the plan for a number of players."""
        return self._places.get(players, {}).get(id(node), [])

    def _counts(self, table: HuntTable) -> Counter[Mark]:
        return table.plain if self._plainly else table.counts

    def _marks(self, node: Node) -> Iterator[tuple[HuntTable, int]]:
        for table in self._tables:
            for pc in self.places(node, table.players):
                yield table, pc


def by_scenarios(rules: Ruleset) -> Coverage:
    """How often each clause ran in those scenarios of the top layer itself that hold: its author wants it to run."""
    tables = dict[int, HuntTable]()

    def ended(state: State) -> None:
        if state.players not in tables:
            tables[state.players] = HuntTable(rules, state.players)
        tables[state.players].follow(state)

    top = rules.composed.layers[-1].path
    own = [each.key for each in rules.resolved.of(d.Scenario) if each.span.source.path == top]
    for _ in outcomes(rules, own, ways=WAYS, ended=ended):
        pass
    return Coverage(rules, list(tables.values()))


def _said_at(plan: Plan, rules: Ruleset) -> Iterator[tuple[Node, int]]:
    """The nodes that are traced, with their program counters; effects of equal text in a block count as one."""
    branches = plan.branches
    for pc, branching in branches.items():
        yield branching.statement, pc
    by_text: dict[tuple[str, str], list[Node]] = {}
    for key, block in rules.resolved.blocks.items():
        for node in walk(block) if isinstance(block, d.Block) else ():
            if isinstance(node, s.Effect):
                by_text.setdefault((key, show(node)), []).append(node)
    for pc, instruction in enumerate(plan.code):
        for origin in _origins(instruction):
            said = plan.origins[origin]
            for node in by_text.get((said.block, said.text), ()):
                yield node, pc


def _origins(instruction: i.Instruction) -> tuple[int, ...]:
    """The origins of the effects that an instruction carries out and that may change nothing."""
    by_effects = (effect.origin for effect in effects_of(instruction))
    return (*by_effects, *(having(ORIGIN, instruction) if instruction.reasons == "look" else ()))
