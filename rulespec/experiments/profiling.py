"""The cost of rules: the steps that random games are charged, by block and line. `plan/prices.py` has the prices."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from random import Random
from typing import Any

from attrs import define, field, frozen

from rulespec.engine.game import Game
from rulespec.engine.python.budget import said
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.machine import Machine, Operation
from rulespec.engine.python.program import Program
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.python.values import Value, Values
from rulespec.experiments.loop import GameLoop, Stopped
from rulespec.game.api import Ruleset
from rulespec.language.tree.source import Span
from rulespec.plan.prices import Prices
from rulespec.plan.remembered import Named

GAMES = 20  # that are played if nothing else is said
Place = Named | int  # a named value or condition, or an instruction


@frozen
class Cost:
    """The cost of one line: its block, its place, and the steps that games were charged for it."""

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
    """The costs of the lines of some rules in random games, the most expensive first."""

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

    A line is a statement, or a named value or condition; a small value counts for the line that uses it.
    It ends early once all games together have taken as many `steps`. Raises a `ValueError` unless there is a game, and
    a `BudgetExceededError` where a question goes beyond its budget.
    """
    if games < 1:
        raise ValueError(f"games must be at least 1, not {games}")
    playing = _ProfileLoop(rules, games, seed, steps)
    for _ in playing.run():
        pass
    tables, whole, questions = playing.tables, playing.steps, playing.questions
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
    return Profile(rules.name, playing.played, questions, whole, playing.dearest, rules.budget, tuple(costs))


@define(eq=False)
class _ProfileLoop(GameLoop[Iterator[int], None]):
    """Random games with each number of players in turn, until all together have taken as many steps as wanted."""

    rules: Ruleset
    games: int
    seed: int
    most: int | None  # steps
    tables: dict[int, "_Table"] = field(init=False)
    played: int = field(init=False, default=0)
    questions: int = field(init=False, default=0)
    steps: int = field(init=False, default=0)
    dearest: int = field(init=False, default=0)  # steps of the most expensive question

    @tables.default
    def _made(self) -> dict[int, "_Table"]:
        return {players: _Table.of(self.rules.game(players)) for players in self.rules.players[: self.games]}

    def population(self) -> Iterator[tuple["_Table", Random]]:
        for number, table in enumerate(islice(cycle(self.tables.values()), self.games)):
            yield table, Random(f"{self.seed} {number}")

    def observe(self, table: "_Table", random: Random) -> Iterator[int]:
        return table.play(random)

    def judge(self, seen: Iterator[int]) -> Iterable[None]:
        self.played, self.questions = self.played + 1, self.questions - 1  # as the set-up answers no question
        for taken in seen:
            self.questions, self.steps, self.dearest = self.questions + 1, self.steps + taken, max(self.dearest, taken)
            if self.stops():
                break
        return ()

    def stops(self) -> Stopped | None:
        return super().stops() if self.most is None or self.steps < self.most else "games"


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
    """Games with one number of players, and their charges."""

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
        """The block of a place, and its position in the file."""
        plan, blocks = self.game.program.plan, self.game.program.material.rules.blocks
        if not isinstance(place, int):
            is_test, number = place
            key = (plan.named_conditions if is_test else plan.named_values)[number]
            return key, blocks[key].span
        return said(self.game.program, place)
