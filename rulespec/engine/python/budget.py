"""The budget of a question and of a game: how much rules may take, and the error where they take more."""

from functools import partial
from itertools import pairwise

from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Program
from rulespec.language.errors import BudgetExceededError
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Span
from rulespec.plan.nodes import choices as c
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import stepwise as p
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import Node, within
from rulespec.plan.plan import Plan
from rulespec.plan.remembered import Named, named_in
from rulespec.plan.stepwise.ways import MANY, ways

# What is worked out beside instructions, by the numbers that the native machine has, too; laws from LAWS down.
WINNERS, RETURNS, SCORE, LAWS = -1, -2, -3, -4

_DECLARED: dict[int, type[d.Winners | d.Returns | d.Score]] = {WINNERS: d.Winners, RETURNS: d.Returns, SCORE: d.Score}

_MANY: dict[type[Node], str] = {  # what can be many, the most first
    t.Outside: "ways to divide cards into sets", t.Subsets: "sets of cards",
    **dict.fromkeys((p.Completion, c.Choice, i.Gauge), "answers to choose from"),
}  # fmt: skip

At = int | str  # an instruction, one of the numbers above, or a block


def metered(program: Program, mc: Machine, at: At | None = None) -> Machine:
    """Gives a machine that is not running a whole budget; the error names what is worked out, else where it stands."""
    mc.left = min(program.budget, program.allowance - mc.spent)
    mc.exceeds = partial(exceeded, program, mc.pc if at is None else at, mc.left < program.budget)
    return mc


def exceeded(program: Program, at: At, in_game: bool) -> BudgetExceededError:
    """The error for a question, or a game, that has used up its budget: the block and line of what was worked out."""
    plan, rules = program.plan, program.material.rules
    node: Node | None = None
    if isinstance(at, int) and at >= 0:
        (key, place), node = said(program, at), plan.code[at]
    else:
        if isinstance(at, str):
            key = at
            node = plan.values[plan.named_values.index(key)] if key in plan.named_values else None
        elif at <= LAWS:
            key, node = [*rules.of(d.Always)][LAWS - at].key, plan.laws[LAWS - at].test
        else:
            key, node = rules.the(_DECLARED[at]).key, (plan.winners, plan.returns, plan.score)[-1 - at]
        place = _place(program, key)
    what = "the members of sets" if node is None else _answers(node, plan) or _gone_through(node, plan)
    budget = program.allowance if in_game else program.budget
    return BudgetExceededError(budget, in_game, key, place.source.path, place.line, what)


def said(program: Program, pc: int) -> tuple[str, Span]:
    """The block of an instruction, and where the statement stands that it belongs to."""
    plan = program.plan
    if pc in plan.branches:
        return plan.branches[pc].key, plan.branches[pc].statement.span
    key = next((key for key, places in plan.blocks.items() if pc in places), "")
    return key, _place(program, key)


def _place(program: Program, key: str) -> Span:
    """Where a block stands, by its key; "" for the rules as a whole."""
    blocks = program.material.rules.blocks
    return blocks[key].span if key in blocks else next(iter(blocks.values())).span


def _answers(node: Node, plan: Plan) -> str:
    """How many answers chance chooses from, and to what, if they are so many that they are counted before."""
    if not isinstance(node, i.Gauge | i.ChooseByChance):
        return ""
    for gauge, chooses in pairwise(plan.code):
        if isinstance(gauge, i.Gauge) and isinstance(chooses, i.ChooseByChance) and node in (gauge, chooses):
            many = 1
            for low, high, size in gauge.counted:
                assert isinstance(size, t.Constant)  # chance chooses no cards, and of all else the bound counts
                many = ways(many, size.value or 0, low, high)
            return f"{many:,} possible answers{' or more' if many == MANY else ''} to '{chooses.query.said}'"
    return ""


def _gone_through(node: Node, plan: Plan) -> str:
    """What an instruction, or a term, goes through that can be many, and in which named value if not by itself."""
    found, met = dict[type[Node], str](), set[Named]()
    left: list[tuple[Node, str]] = [(node, "")]
    for whole, key in left:
        for each in within(whole):
            found.setdefault(type(each), key)
            for named in {*named_in(each)} - met:
                met.add(named)
                is_test, number = named
                bodies, keys = (plan.conditions, plan.named_conditions) if is_test else (plan.values, plan.named_values)
                left.append((bodies[number], keys[number]))
    for kind, what in _MANY.items():
        if kind in found:
            return what + (f" in '{found[kind]}'" if found[kind] else "")
    return "the members of sets"
