"""What rules cost: the steps that random games are charged, by block and line. `plan/prices.py` has the prices."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any

from attrs import define, field, frozen

from rulespec.api import Ruleset
from rulespec.game import Game
from rulespec.plan.prices import Prices
from rulespec.plan.remembered import Named
from rulespec.run.budget import said
from rulespec.run.interpreter import Interpreter
from rulespec.run.machine import Machine, Operation
from rulespec.run.program import Program
from rulespec.run.snapshot import Snapshot
from rulespec.run.values import Value, Values
from rulespec.tree.source import Span

GAMES = 20  # that are played if nothing else is said
Place = Named | int  # a named value or condition, or an instruction


@frozen
class Cost:
    """What one line cost: its block, its place, and the steps that games were charged for it."""

    block: str
    span: Span = field(repr=False)
    steps: int
    share: float  # of all steps, from 0 to 1
    per_question: float

    @property
    def where(self) -> str:
        """The name of the file, and the line."""
        return f"{self.span.source.path.rpartition('/')[2]}:{self.span.line}"

    def __str__(self) -> str:
        place = f"'{self.block}' ({self.where})"
        return f"{place}: {self.share:.0%} of the work, {self.per_question:,.0f} steps per question"


@frozen
class Profile:
    """What the lines of some rules cost in random games, the most expensive first."""

    rules: str
    games: int
    questions: int
    steps: int
    dearest: int  # steps of the most expensive question
    budget: int  # steps that one question may take
    costs: tuple[Cost, ...]

    @property
    def summary(self) -> str:
        """The games in one line."""
        return (
            f"{self.games:,} games, {self.questions:,} questions, {self.steps:,} steps; "
            f"the most expensive question took {self.dearest:,} of {self.budget:,} steps"
        )


def profile(rules: Ruleset, *, games: int = GAMES, seed: int = 0, steps: int | None = None) -> Profile:
    """Plays random games, with each number of players in turn, and adds up what each line is charged.

    A line is a statement, or what a named value or condition says; a small value counts for the line that asks for it.
    It ends early once all games together have taken as many `steps`. Raises a `ValueError` unless there is a game, and
    a `BudgetExceededError` where a question goes beyond its budget.
    """
    if games < 1:
        raise ValueError(f"a profile takes one game at least, not {games}")
    tables = {players: _Table.of(rules.game(players)) for players in rules.players[:games]}
    played = whole = dearest = questions = 0
    for players in islice(cycle(tables), games):
        for taken in tables[players].play(Random(f"{seed} {played}")):
            questions, whole, dearest = questions + 1, whole + taken, max(dearest, taken)
            if steps is not None and whole >= steps:
                break
        played, questions = played + 1, questions - 1  # as the set-up answers no question
        if steps is not None and whole >= steps:
            break
    charged, blocks = Counter[Span](), dict[Span, str]()
    for table in tables.values():
        for place, some in table.charged.items():
            block, span = table.said(place)
            blocks[span] = block
            charged[span] += some
    costs = (
        Cost(blocks[span], span, some, some / max(whole, 1), some / max(questions, 1))
        for span, some in charged.most_common()
    )
    return Profile(rules.name, played, questions, whole, dearest, rules.budget, tuple(costs))


@define
class _Meter:
    """The steps of each place without those of the places inside it."""

    charged: Counter[Place] = field(factory=Counter)
    inside: int = 0

    def measured(self, place: Place, of: Value, price: int = 0) -> Value:
        """The same closure, measured; `price` is charged before it begins."""

        def measured(mc: Machine, own: Any, it: Any) -> Any:
            left, around, self.inside = mc.left, self.inside, 0
            found = of(mc, own, it)
            steps = left - mc.left + price
            self.charged[place] += steps - self.inside
            self.inside = around + steps
            return found

        return measured

    def operation(self, pc: int, operation: Operation, price: int) -> Operation:
        """The same operation, measured with the price of its instruction."""
        measured = self.measured(pc, lambda mc, own, it: operation(mc), price)
        return lambda mc: int(measured(mc, None, None))


@define(eq=False)
class _Measured(Values):
    """Terms of which the named ones are measured."""

    meter: _Meter = field(factory=_Meter)

    def asked(self, named: Named, found: Value) -> Value:
        return self.meter.measured(named, super().asked(named, found))


@define
class _Table:
    """Games with one number of players, and what was charged in them."""

    game: Game
    engine: Interpreter
    charged: Counter[Place]

    @classmethod
    def of(cls, game: Game) -> "_Table":
        plan, meter = game.program.plan, _Meter()
        program = Program(
            game.program.material, plan, _Measured(plan, Prices(plan, keeps=False), meter=meter), game.program.budget
        )
        code = [meter.operation(pc, operation, program.costs[pc]) for pc, operation in enumerate(program.code)]
        return cls(game, Interpreter(program, code), meter.charged)

    def play(self, random: Random) -> Iterator[int]:
        """Plays a game: the steps of its set-up, then of each answer."""
        snapshot: Snapshot = self.engine.begin(*self.game.opening(random.randrange(self.game.players)), random.random)
        yield snapshot.spent
        while raws := snapshot.raws:
            before, snapshot = snapshot, snapshot.next(random.choice(raws), random.random)
            yield snapshot.spent - before.spent

    def said(self, place: Place) -> tuple[str, Span]:
        """The block of a place, and where it is said."""
        plan, blocks = self.game.program.plan, self.game.program.material.rules.blocks
        if not isinstance(place, int):
            is_test, number = place
            key = (plan.named_conditions if is_test else plan.named_values)[number]
            return key, blocks[key].span
        return said(self.game.program, place)
