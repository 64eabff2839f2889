"""Prints the tree in the language: the canonical text of each node."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, assert_never

from attrs import evolve, fields_dict

from rulespec.language.phrases import PROPERTIES, Phrase, parts, phrases, properties
from rulespec.language.scenarios import scenario_lines
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Citations, Node

INDENT = "    "

_RELATIONS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


def cited(cites: Citations) -> str:
    """Citations as at the end of a line; "" for none."""
    return f"({', '.join(map(str, cites))})" if cites else ""


def rule_text(block: str, cites: Citations) -> str:
    """The name of a rule: a block's key with its citations."""
    return f"{block} {cited(cites)}".strip()


Sayable = e.Expression | e.Condition | e.Sieve | e.Noun | e.Extreme | e.Member | s.Effect


def show(node: Sayable) -> str:
    """An expression, a condition or an effect in one line."""
    if isinstance(node, e.Condition):
        return _condition(node)
    match node:
        case e.PlayersWho(adjective, wanted):
            return f"players who are {'' if wanted else 'not '}{adjective}"
        case e.Plus(one, other):
            return f"{_sum(one)} plus {_factor(other)}"
        case e.Minus(one, other):
            return f"{_sum(one)} minus {_factor(other)}"
        case e.Except(one, other):
            return f"{_sum(one)} except {_factor(other)}"
        case e.Times(one, other):
            return f"{_factor(one)} times {_term(other)}"
        case e.Extreme(most, measure, by_height=by_height):
            most_or_highest, fewest_or_lowest = ("highest", "lowest") if by_height else ("most", "fewest")
            return f"{most_or_highest if most else fewest_or_lowest} {_sum(measure)}"
        case e.Member(players, among):
            if players and isinstance(among, e.OtherPlayers):
                return "other player"
            return ("player" if players else "card") + (f" in {_sum(among)}" if among else "")
        case s.Choose(picks, sieves, afterwards, if_several):
            said = [f"choose {' and '.join(map(pick, picks))}", *map(show, sieves)]
            said += [f"so that afterwards {show(afterwards)}"] if afterwards else []
            return ", ".join((*said, *(["if several"] if if_several else []), *node.adverbs))
        case e.Meaning():
            return _meaning(node)
        case _:
            return _regular(node)


def _regular(node: Node) -> str:
    """A node of a regular class: its phrase with its parts in the slots."""
    return _filled(phrases()[type(node)], [getattr(node, name) for name in parts(type(node))])


def _filled(phrase: Phrase, values: Iterable[Any]) -> str:
    """A phrase with its slots filled."""
    said, left = "", iter(values)
    for part in phrase:
        if isinstance(part, str):
            said = _joined(said, part)
            continue
        value = next(left)
        for index, each in enumerate((value,) if part.between is None else value):
            said = _joined(said, part.between) if index and part.between else said
            said = _joined(said, _part(part.rule, each))
    return said


def _joined(said: str, word: str) -> str:
    return f"{said} {word}" if said and word not in (":", ",") else said + word


def _part(rule: str, part: Any) -> str:
    if isinstance(part, tuple):
        return ", ".join(part)
    if isinstance(part, str | int):
        return f'"{part}"' if rule == "STRING" else str(part)
    if isinstance(part, d.Reference):
        return part.key
    said = show(part)
    return said if _holds(part) >= _PLACES.get(rule, _WHOLE) else f"({said})"


def written(file: d.RuleFile) -> str:
    """The text of a whole rule file."""
    header = file.header
    title = f' "{header.title}"' if header.title is not None else ""
    extends = f" extends {', '.join(header.extends)}" if header.extends else ""
    blocks = [[f"{header.kind} {header.name}{title}{extends}"], *map(_item, file.items)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _item(item: d.Item) -> list[str]:
    tail = cited(item.cites)
    match item:
        case d.Plain(declaration):
            return lines(declaration)
        case d.AddBlock(declaration):
            return _after("add", declaration)
        case d.Replace(declaration, pin):
            return _after("replace" if pin is None else f'replace pinned "{pin}"', declaration)
        case d.Put(reason, before, other):
            return [_line(f"put {reason} {'before' if before else 'after'} {other}", tail)]
        case d.TriedOn(rulesets):
            return [_line(f"tried on {', '.join(rulesets)}", tail)]
        case d.AddWord() | d.Remove() | d.Rename() | d.Cite() | d.Changes():
            return [_line(_regular(item), tail)]
        case _:
            assert_never(item)


def _after(word: str, declaration: d.Declaration) -> list[str]:
    first, *more = lines(declaration)
    return [f"{word} {first}", *more]


def lines(declaration: d.Declaration) -> list[str]:
    """A declaration as lines of a rule file."""
    tail = cited(declaration.cites)
    match declaration:
        case d.SourceText(title=title, lines=count):
            return [f'{declaration.key} "{title}" {count} lines']
        case d.Ruling(question=question, answer=answer, reason=reason, readings=readings):
            said = [f'{declaration.key} "{question}"', f'{INDENT}answer "{answer}"']
            said += [f'{INDENT}because "{reason}"'] if reason else []
            return said + [INDENT + _regular(each) for each in readings]
        case d.Players(least, most):
            return [_line(f"players {least}" + (f" to {most}" if most > least else ""), tail)]
        case d.Cards(zone=zone, decks=decks):
            return [_line(f"{declaration.key} in {zone}", tail), *(INDENT + _deck(deck) for deck in decks)]
        case d.Zone() | d.Counter() | d.Note():
            return [_line(_holder(declaration), tail)]
        case d.Value(parameter=parameter, expression=expression):
            of = f" of {parameter}" if parameter else ""
            return [_line(f"{declaration.key}{of}: {show(expression)}", tail)]
        case d.Table(by=by, rows=rows, otherwise=otherwise):
            said = [f"{_sum(row.value)} for {row.for_}" for row in rows]
            said += [f"{_sum(otherwise)} otherwise"] if otherwise else []
            return [_line(f"{declaration.key} by {by}: {', '.join(said)}", tail)]
        case d.Call(name=name, subject=subject, condition=condition):
            return [_line(f"call {subject} {name} if {show(condition)}", tail)]
        case d.Reason(moment=moment, condition=condition, body=body):
            when = "" if moment == "at once" else f" {moment}"
            return [_line(f"{declaration.key}{when}: {show(condition)}", tail), *block(body)]
        case d.Always(moment=moment, condition=condition):
            when = "" if moment == "asked or over" else f" {moment}"
            return [_line(f"{declaration.key}{when}: {show(condition)}", tail)]
        case d.Block(body=body):
            return [_line(declaration.key, tail), *block(body)]
        case d.Score(amount, fewest, by_height):
            leads = ("lowest " if by_height else "fewest ") if fewest else "highest " if by_height else ""
            return [_line(f"score: {leads}{_sum(amount)}", tail)]
        case d.Scenario():
            return list(scenario_lines(declaration, tail, part))
        case d.Seats() | d.Limit() | d.WordList() | d.NumberList() | d.Winners() | d.Returns():
            return [_line(_regular(declaration), tail)]
        case _:
            assert_never(declaration)


def part(node: e.Expression | e.Condition) -> str:
    """An expression or a condition within a line, in brackets where it needs them."""
    return show(node) if isinstance(node, e.Condition) else _sum(node)


def block(body: d.Body) -> Iterator[str]:
    """The statements of a block as indented lines."""
    for statement in body:
        for line in _statement(statement):
            yield INDENT + line


def _statement(statement: s.Statement) -> Iterator[str]:
    tail = cited(statement.cites)
    match statement:
        case s.Do(effect):
            yield _line(show(effect), tail)
        case s.If(condition, then, otherwise):
            head = f"unless {show(condition.part)}" if isinstance(condition, e.Not) else f"if {show(condition)}"
            yield _line(", ".join((head, *statement.adverbs)), tail)
            yield from block(then)
            if otherwise:
                yield "otherwise"
                yield from block(otherwise)
        case s.May(body):
            yield _line(" ".join(("may", *statement.adverbs)), tail)
            yield from block(body)
        case s.Together(body):
            yield _line("at the same time", tail)
            yield from block(body)
        case s.ForEach(players, body):
            yield _line(", ".join((_sum(players), *statement.adverbs)), tail)
            yield from block(body)
        case _:
            assert_never(statement)


def _meaning(node: e.Meant) -> str:
    match node:
        case e.WordOf(text) | e.Listed(text) | e.Chosen(text):
            return text
        case e.Looked():
            return "it"
        case e.OwnPlayer():
            return "self"
        case e.InZone(name, of) | e.OnCounter(name, of) | e.OnNote(name, of) | e.OfValue(name, of) | e.Shown(name, of):
            if isinstance(of, e.OwnPlayer):
                return f"own {name}"
            if isinstance(of, e.Looked):
                return f"its {name}"
            return name if of is None else f"{name} of {_term(of)}"
        case e.Beside(left, of):
            return f"{'left' if left else 'right'} of {_term(of)}"
        case e.SumOver(set_, measure):
            return f"total {show(measure).removeprefix('its ')} in {_term(set_)}"
        case _:
            assert_never(node)


def brief(effect: s.Effect) -> str:
    """An effect in one line, a choice without what narrows it."""
    if not isinstance(effect, s.Choose):
        return show(effect)
    return f"choose {' and '.join(pick(_plainly(each)) for each in effect.picks)}"


def _plainly(part: s.Pick) -> s.Pick:
    match part:
        case (
            s.PickOne(source=e.Sieved(inner)) | s.PickPair(source=e.Sieved(inner)) | s.PickCards(source=e.Sieved(inner))
        ):
            return evolve(part, source=inner)
        case _:
            return part


def pick(part: s.Pick) -> str:
    """One pick of a choice."""
    match part:
        case s.PickCards(name, low, high, source):
            return f"{_sum(low)}{f' to {_sum(high)}' if high else ''} cards as {name} from {_sum(source)}"
        case s.PickOne() | s.PickPair() | s.PickNumber():
            return _regular(part)
        case _:
            assert_never(part)


def _condition(condition: e.Condition) -> str:
    is_not = isinstance(condition, e.Not)
    predicated = _predicated(condition.part if isinstance(condition, e.Not) else condition)
    if predicated is not None:
        subject, predicate = predicated
        return f"{subject} is {'not ' if is_not else ''}{predicate}"
    match condition:
        case e.Quantified(quantifier, member, inner):
            said = show(inner)
            about_it = said.startswith("it is ") and not isinstance(inner, e.AllOf | e.AnyOf)
            return f"{quantifier} {show(member)} {said[3:] if about_it else f'where {said}'}"
        case _:
            return _regular(condition)


def _predicated(condition: e.Condition) -> tuple[str, str] | None:
    """A subject and its predicate after `is`; None for other conditions."""
    match condition:
        case e.Is(subject, other):
            return _sum(subject), _sum(other)
        case e.Compare(subject, relation, other):
            return _sum(subject), f"{_RELATIONS[relation]} {_sum(other)}"
        case e.Within(subject, other):
            return _sum(subject), f"in {_members(other)}"
        case e.Empty(subject):
            return _sum(subject), "empty"
        case e.Fits(call, of):
            return _sum(of) if of else "game", call
        case e.AllOf() | e.AnyOf() | e.Not() | e.Quantified() | e.Atomic():
            return None
        case _:
            assert_never(condition)


def _members(node: e.Expression) -> str:
    """A set after `in`; the cards themselves where `resolve` has put the words that they show."""
    if isinstance(node, e.Shown) and isinstance(node.of, e.InZone | e.Chosen):
        return show(node.of)
    return _sum(node)


# ---- brackets, by precedence: each slot of the grammar has a least one

_WHOLE, _SUM, _PRODUCT, _TERM = range(4)
_UNIT = _SUM  # of conditions: all but those with `and`, `or` or `where`
_PLACES = {"expr": _SUM, "product": _PRODUCT, "term": _TERM, "unit": _UNIT}  # by the slots of the grammar


def _holds(node: Any) -> int:
    match node:
        case e.Sieved() | e.AllOf() | e.AnyOf() | e.Quantified():
            return _WHOLE
        case e.Plus() | e.Minus() | e.Except():
            return _SUM
        case e.Times():
            return _PRODUCT
        case _:
            return _SUM if isinstance(node, e.Condition) else _TERM


def _at(place: int, node: Any) -> str:
    return show(node) if _holds(node) >= place else f"({show(node)})"


_sum, _factor, _term, _unit = (partial(_at, place) for place in (_SUM, _PRODUCT, _TERM, _UNIT))


def _line(text: str, tail: str) -> str:
    return f"{text}    {tail}" if tail else text


def _deck(deck: d.Deck) -> str:
    factors = (f"each {_sum(each.words)}" if each.each else show(each.words) for each in deck.factors)
    return _line(f"{deck.copies} of {' in '.join(factors)}", cited(deck.cites))


def _holder(holder: d.Zone | d.Counter | d.Note) -> str:
    said = holder.key + (" of player" if holder.per_player else "")
    said += f": {holder.of}" if isinstance(holder, d.Note) else ""
    declared = fields_dict(type(holder))
    for rule, phrase in properties().items():
        name, value = PROPERTIES[rule]
        if name in declared:
            there = getattr(holder, name)
            if there != declared[name].default if value is None else there == value:
                said += f", {_filled(phrase, [there])}"
    return said
