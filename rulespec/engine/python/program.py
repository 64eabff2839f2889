"""A program: a plan made ready to run, with what is said of it to people."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Any, cast

from attrs import define, field, frozen

from rulespec.engine.options import Site
from rulespec.engine.python.choices import Choice
from rulespec.engine.python.executor import Executor
from rulespec.engine.python.lastseen import LastCards
from rulespec.engine.python.machine import Operation
from rulespec.engine.python.reader import Reader
from rulespec.engine.python.stepwise.bits import Bit
from rulespec.engine.python.values import Test, Value, Values
from rulespec.engine.python.waiting import Answer, Waiting
from rulespec.language.tree import statements as s
from rulespec.language.tree.limits import GAME, QUESTION
from rulespec.plan.alike import waiting_moves
from rulespec.plan.course import plan_of
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.choices import ALWAYS
from rulespec.plan.nodes.roles import BY_CHANCE
from rulespec.plan.nodes.terms import Term
from rulespec.plan.plan import Origin, Plan
from rulespec.plan.prices import Prices
from rulespec.rules.material import Material


@frozen(eq=False)
class ChanceNode:
    """A place where chance decides among outcomes that are equally likely."""

    site: Site
    program: "Program" = field(repr=False)
    pc: int
    part: None = None  # see Asking

    @property
    def answer(self) -> Answer:
        """The operation of the Python engine that takes an outcome."""
        return self.program.executor.waits[self.pc].answer


@frozen(eq=False)
class Asking:
    """A place where a player is asked: who it is follows from the state (`own`)."""

    site: Site
    program: "Program" = field(repr=False)
    pc: int
    instruction: i.Ask | i.AskPart | i.AskWhether = field(repr=False)
    choose: s.Choose | None  # None where the question is whether to do something

    @property
    def part(self) -> int | None:
        """The origin of the event that others hear once an answer given unseen is complete; None if they hear it."""
        return None if self.instruction.unheard is None else self.instruction.unheard.part

    @property
    def optional(self) -> bool:
        """True if the player can decline."""
        return isinstance(self.instruction, i.AskWhether) or self.instruction.optional

    @property
    def asked(self) -> int:
        """The condition for asking a choice: `ALWAYS`, `IF_SEVERAL` or `IF_ANY`."""
        return ALWAYS if isinstance(self.instruction, i.AskWhether) else self.instruction.choice.asked

    @property
    def at(self) -> int | None:
        """The number of the part of an answer that is asked for; None if the whole answer is."""
        return self.instruction.at if isinstance(self.instruction, i.AskPart) else None

    def is_begun(self, stage: tuple[int, ...] | None) -> bool:
        """True if a part of the answer has been given, with the cards of the set so far in the `stage`."""
        return self.at is not None and (self.at > 0 or bool(stage))

    @property
    def is_in_parts(self) -> bool:
        """True if this asks for one of several parts of an answer."""
        return isinstance(self.instruction, i.AskPart) and len(self.instruction.completion.parts) > 1

    @property
    def answer(self) -> Answer:
        """The operation of the Python engine that takes an answer."""
        return self._waiting.answer

    @property
    def choice(self) -> Choice | None:
        """The choice as the Python engine enumerates it; None where the question is whether to do something."""
        return self._waiting.choice

    @property
    def bit(self) -> Bit | None:
        """The part of the answer as the Python engine enumerates it; None if the whole answer is asked for."""
        return self._waiting.bit

    @property
    def _waiting(self) -> Waiting:
        waiting = self.program.executor.waits[self.pc]
        assert isinstance(waiting, Waiting)
        return waiting


@define(eq=False, slots=False)
class Program:
    """A plan with the places that ask and, made when first needed, the operations of the Python engine."""

    material: Material
    plan: Plan
    values: Values | None = field(default=None, repr=False)  # makes the closures of its terms, if not the usual ones do
    budget: int = QUESTION  # steps that a question may take
    watched: list[Operation] | None = field(default=None, repr=False)  # operations that run instead of its own
    asks: dict[int, Asking | ChanceNode] = field(init=False, repr=False)
    made: dict[Any, Any] = field(init=False, repr=False, factory=dict)  # derived data that all its games share

    def __attrs_post_init__(self) -> None:
        self.asks = {pc: ask for pc, each in enumerate(self.plan.code) if (ask := self._asking(pc, each)) is not None}

    def _asking(self, pc: int, instruction: i.Instruction) -> Asking | ChanceNode | None:
        if instruction.varies == BY_CHANCE:
            query = cast(i.Draw | i.ChooseByChance, instruction).query
            return ChanceNode(Site(query, self.material), self, pc)
        match instruction:
            case i.Ask() | i.AskPart() | i.AskWhether():
                said = self.plan.branches[pc].statement
                choose = said if isinstance(said, s.Choose) else None
                return Asking(Site(instruction.query, self.material), self, pc, instruction, choose)
            case _:
                return None

    # ---- the Python engine's side of it

    @cached_property
    def prices(self) -> Prices:
        """The price of each node."""
        return Prices(self.plan) if self.values is None else self.values.prices

    @cached_property
    def executor(self) -> Executor:
        """The operations and closures of the plan."""
        return Executor(self.plan, self.values or Values(self.plan, self.prices))

    @cached_property
    def lasts(self) -> LastCards:
        """The rows whose last card everybody sees."""
        return LastCards(self.plan.table)

    @property
    def code(self) -> list[Operation]:
        """The operations that run, one for each instruction."""
        return self.executor.code if self.watched is None else self.watched

    @property
    def costs(self) -> list[int]:
        """The price of each operation, charged when it begins."""
        return self.executor.costs

    @cached_property
    def winners(self) -> Value | None:
        """The closure of the winners' seats."""
        return self._value(self.plan.winners)

    @cached_property
    def returns(self) -> Value | None:
        """The closure of a player's return."""
        return self._value(self.plan.returns)

    @cached_property
    def score(self) -> Value | None:
        """The closure of a player's score."""
        return self._value(self.plan.score)

    def _value(self, term: Term | None) -> Value | None:
        return None if term is None else self.executor.values.value(term)

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
        assert self.executor  # made before, so that both share it
        program = copy(self)
        program.watched = code
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
