"""A plan as text: each instruction with its place and its fields by name, below the line of the rules it is from."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from attrs import fields, frozen, has

from rulespec.language.printer import show
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import Query
from rulespec.plan.nodes.roles import MASK, Node
from rulespec.plan.plan import EVERYTHING, LastSeenPlace, Plan

WIDTH = 16  # of the column with what an instruction is


@frozen
class Printed:
    """The plan of one block: a line for each instruction, or what a named value or condition is."""

    block: str
    players: int
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)


def printed(plan: Plan, block: str | None = None) -> Printed:
    """The plan of a block by its key, or all of it; a `LookupError` where a block is no part of play."""
    printing = _Printing(plan)
    if block is None:
        return Printed("", plan.table.players, tuple(printing.everything()))
    lines = tuple(printing.block(block))
    if not lines:
        raise LookupError(f"'{block}' is not compiled to anything: nothing of it happens in play")
    return Printed(block, plan.table.players, lines)


def written(part: Any) -> str:
    """A term, an effect, a choice or any other part of a plan: what it is, with its fields in brackets."""
    match part:
        case t.Constant(value):
            return "none" if value is None else str(value)
        case t.Listed(values):
            return f"{{{' '.join(map(str, values))}}}"
        case t.Column(name):
            return name
        case Query(origin):
            return f"question {origin}"
        case None:
            return "none"
        case tuple() | frozenset():
            return f"[{', '.join(map(written, part))}]"
    if not has(type(part)):
        return str(part)
    inner = _values(part) if isinstance(part, Node) and type(part).sort in t.TERMS else _fields(part)
    return f"{_words(part)}({', '.join(inner)})" if inner else _words(part)


def _values(term: Any) -> list[str]:
    """The fields of a term, of which its name says enough; those that are so or not, by their names."""
    said = [(each.name, getattr(term, each.name)) for each in fields(type(term))]
    return [name if value is True else written(value) for name, value in said if _is_telling(value)]


def _fields(part: Any) -> list[str]:
    """The fields of anything else by their names, without those that are empty."""
    said = [(each.name, getattr(part, each.name)) for each in fields(type(part)) if each.repr]
    masks = (
        {name for name, shape in part.shapes.items() if MASK.letter in shape.letters} if isinstance(part, Node) else ()
    )
    return [f"{name}={_bits(value) if name in masks else written(value)}" for name, value in said if _is_telling(value)]


def _bits(mask: Any) -> str:
    """What can have changed, by number; see `Watch`."""
    if isinstance(mask, tuple):
        return f"[{', '.join(map(_bits, mask))}]"
    if mask == EVERYTHING:
        return "everything"
    return f"{{{' '.join(str(bit) for bit in range(mask.bit_length()) if mask >> bit & 1)}}}"


class _Printing:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        outcomes = {"winners": plan.winners, "returns": plan.returns, "score": plan.score}
        self._named: dict[str, Any] = {
            **dict(zip(plan.named_values, plan.values, strict=True)),
            **dict(zip(plan.named_conditions, plan.conditions, strict=True)),
            **{key: term for key, term in outcomes.items() if term is not None},
            **{key: law.test for key, law in zip(plan.named_laws, plan.laws, strict=True)},
        }

    def everything(self) -> Iterator[str]:
        """All that is named, then all instructions in their order."""
        for key in self._named:
            yield from self._defined(key)
        yield from map(self._last_seen, self._plan.table.lasts)
        yield from map(self._watch, range(len(self._plan.watches)))
        yield from chain.from_iterable(map(self._lines, range(len(self._plan.code))))

    def block(self, key: str) -> Iterator[str]:
        yield from self._defined(key)
        places = self._plan.blocks.get(key, ())
        yield from (self._last_seen(row) for row in self._plan.table.lasts if self._origin(row) == key)
        for number, watch in enumerate(self._plan.watches):
            if watch.to in places:
                yield self._watch(number)
        yield from chain.from_iterable(map(self._lines, places))

    def _defined(self, key: str) -> Iterator[str]:
        if key in self._plan.named_values:
            yield f"value {self._plan.named_values.index(key)} = {written(self._named[key])}  ; {key}"
        elif key in self._plan.named_conditions:
            yield f"condition {self._plan.named_conditions.index(key)} = {written(self._named[key])}  ; {key}"
        elif key in self._named:
            yield f"{key} = {written(self._named[key])}"

    def _last_seen(self, row: LastSeenPlace) -> str:
        return f"last seen = place {row.place}  ; {self._origin(row)}"

    def _origin(self, row: LastSeenPlace) -> str:
        return self._plan.origins[row.origin].block

    def _watch(self, number: int) -> str:
        return f"watch {number} = {written(self._plan.watches[number])}"

    def _lines(self, pc: int) -> Iterator[str]:
        instruction = self._plan.code[pc]
        comment = self._comment(pc, instruction)
        if comment:
            yield f"{'':6}; {comment}"
        yield f"{pc:4}  {_words(instruction):{WIDTH}}{', '.join(_fields(instruction))}".rstrip()

    def _comment(self, pc: int, instruction: i.Instruction) -> str:
        query = getattr(instruction, "query", None)  # of whatever waits for an answer, of a player or of chance
        if isinstance(query, Query):
            return query.said
        match instruction:
            case i.Happen(effect) | i.Defer(_, effect):
                return self._plan.origins[effect.origin].text
            case i.ReasonBegins(origin=origin):
                return self._plan.origins[origin].text
        branching = self._plan.branches.get(pc)
        return "" if branching is None else show(branching.part)


def _is_telling(value: Any) -> bool:
    return value is not None and value is not False and value != ()


def _words(part: Any) -> str:
    """The name of a class in words: `EachNext` is "each next"."""
    name = type(part).__name__
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
