"""A program: a plan made ready to run, with what is said of it to people."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from rulespec.material import Material
from rulespec.plan.alike import waiting_moves
from rulespec.plan.course import plan_of
from rulespec.plan.options import Site
from rulespec.plan.plan import Origin, Plan
from rulespec.plan.prices import GAME, QUESTION
from rulespec.run.choices import Choice
from rulespec.run.executor import Executor
from rulespec.run.machine import Operation
from rulespec.run.reader import Reader
from rulespec.run.stepwise.bits import Bit
from rulespec.run.values import Test, Value, Values
from rulespec.run.waiting import Answer, Waiting, WaitingForChance
from rulespec.tree import statements as s


@frozen(eq=False)
class Asking:
    """A place where a player is asked: who it is follows from the state (`own`)."""

    site: Site
    answer: Answer = field(repr=False)
    choose: s.Choose | None  # None where he is asked whether to do something
    choice: Choice | None
    bit: Bit | None  # where the answer is one part of what is chosen
    part: int | None  # of what is chosen unseen, the origin of what others hear when all of it is answered
    optional: bool  # whether it can be declined

    @property
    def is_in_parts(self) -> bool:
        """Whether this asks for one of several parts of an answer."""
        return self.bit is not None and len(self.bit.completion.plan.parts) > 1


@frozen(eq=False)
class ChanceNode:
    """A place where chance decides among outcomes that are equally likely."""

    site: Site
    answer: Answer = field(repr=False)
    part: None = None  # see Asking


@define(eq=False, slots=False)
class Program:
    """The operations of a plan, the places that ask, and how their options are written."""

    material: Material
    plan: Plan
    values: Values | None = field(default=None, repr=False)  # what makes closures of its terms
    budget: int = QUESTION  # steps that a question may take
    executor: Executor = field(init=False, repr=False)
    code: list[Operation] = field(init=False, repr=False)
    costs: list[int] = field(init=False, repr=False)  # what each operation is charged as it begins
    asks: dict[int, Asking | ChanceNode] = field(init=False, repr=False)
    winners: Value | None = field(init=False, repr=False)
    returns: Value | None = field(init=False, repr=False)
    score: Value | None = field(init=False, repr=False)
    made: dict[Any, Any] = field(init=False, repr=False, factory=dict)  # what else comes of it, for all its games

    def __attrs_post_init__(self) -> None:
        plan = self.plan
        self.executor = Executor(plan, self.values)
        self.code, self.costs = self.executor.code, self.executor.costs
        self.asks = {pc: self._asking(pc, waiting) for pc, waiting in self.executor.waits.items()}
        value = self.executor.values.value
        self.winners = None if plan.winners is None else value(plan.winners)
        self.returns = None if plan.returns is None else value(plan.returns)
        self.score = None if plan.score is None else value(plan.score)

    def _asking(self, pc: int, waiting: Waiting | WaitingForChance) -> Asking | ChanceNode:
        site = Site(waiting.query, self.material)
        if isinstance(waiting, WaitingForChance):
            return ChanceNode(site, waiting.answer)
        said = self.plan.branches[pc].statement
        part = None if waiting.unheard is None else waiting.unheard.part
        choose = said if isinstance(said, s.Choose) else None
        return Asking(site, waiting.answer, choose, waiting.choice, waiting.bit, part, waiting.optional)

    # ---- what is needed beside play

    @property
    def allowance(self) -> int:
        """The steps that a whole game may take."""
        return GAME // QUESTION * self.budget

    @cached_property
    def chances(self) -> Mapping[int, int]:
        """By the number of a statement in which chance decides, a place where it does."""
        return {ask.site.origin: pc for pc, ask in self.asks.items() if isinstance(ask, ChanceNode)}

    @cached_property
    def heard_origins(self) -> tuple[int, ...]:
        """By the number of a statement, the number by which players hear of it: one for all that read alike in a block.

        A condition that a player cannot check may decide which of two equal lines is carried out, or which of two
        actions that have such lines.
        """
        first: dict[tuple[Origin, bool], int] = {}
        waiting = waiting_moves(self.plan.code)
        waiting |= {self.plan.heard_as[each] for each in waiting if each in self.plan.heard_as}
        found = [first.setdefault((each, at in waiting), at) for at, each in enumerate(self.plan.origins)]
        for at, other in self.plan.heard_as.items():
            found[at] = found[other]
        return tuple(found)

    def told(self, origin: int) -> Origin:
        """The statement that players hear of, by the number of the one that is carried out."""
        return self.plan.origins[self.heard_origins[origin]]

    @cached_property
    def heard_asks(self) -> tuple[int, ...]:
        """By the number of an instruction, the one that players hear of in an answer: one for all that read alike."""
        first: dict[object, int] = {}
        many = Counter[int]()
        found = list(range(len(self.plan.code)))
        for pc, ask in sorted(self.asks.items()):
            site = ask.site
            asked = self.heard_origins[site.origin], many[site.origin]
            many[site.origin] += 1
            found[pc] = first.setdefault((asked, type(ask), site.names, site.slots, site.kinds, site.public), pc)
        return tuple(found)

    @cached_property
    def is_tacit(self) -> bool:
        """Whether a card can be chosen that nobody hears of: who has one answer only is not asked everywhere."""
        asks = [ask for ask in self.asks.values() if isinstance(ask, Asking)]
        tacit = [ask for ask in asks if ask.choose is not None and ask.choose.if_several]
        return any(kind.name == "card" for ask in tacit for kind in ask.site.kinds)

    @cached_property
    def laws(self) -> tuple[Test, ...]:
        """Whether what each law of the plan says is the case."""
        return tuple(self.executor.values.test(law.test) for law in self.plan.laws)

    def running(self, code: list[Operation]) -> "Program":
        """The same program with other operations, which do what these do and more: to watch it."""
        program = copy(self)
        program.code = code
        return program

    @cached_property
    def _readers(self) -> dict[str, Reader]:
        return {}

    def named_value(self, name: str) -> Value:
        """The closure of a named value."""
        return self.executor.values.named_value(self.plan.named_values.index(f"value {name}"))

    def reader(self, block: str = "") -> Reader:
        """Reads expressions of the rules as a block of them does: it knows the names of the turn and its own."""
        if block not in self._readers:
            slots = {**self.plan.names["turn"], **self.plan.names.get(block, {})}
            self._readers[block] = Reader(self.material, slots, self.executor.values)
        return self._readers[block]


def program_of(material: Material, budget: int = QUESTION) -> Program:
    """The program of a ruleset for a number of players; a question may take as many steps as the budget says."""
    return Program(material, plan_of(material), budget=budget)
