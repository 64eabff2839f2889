"""Prints the tree in the language: the canonical text of each node."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, assert_never

from attrs import evolve, fields_dict

from rulespec.language.phrases import PROPERTIES, Phrase, Slot, parts, phrases, properties
from rulespec.language.scenarios import scenario_lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Citations, Node
from rulespec.language.tree.slots import UndeclaredError

INDENT = "    "

_RELATIONS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


def cited(cites: Citations) -> str:
    """Citations as at the end of a line; "" for none."""
    return f"({', '.join(map(str, cites))})" if cites else ""


def rule_text(block: str, cites: Citations) -> str:
    """The name of a rule: a block's key with its citations."""
    return f"{block} {cited(cites)}".strip()


Sayable = e.Expression | e.Condition | e.Sieve | e.Case | e.Noun | e.Extreme | e.Member | s.Effect


def show(node: Sayable) -> str:
    """An expression, a condition or an effect in one line."""
    if isinstance(node, e.Condition):
        return _condition(node)
    match node:
        case e.PlayersWho(adjective, wanted, starting):
            first = f" starting with {_closed(starting)}" if starting else ""
            return f"players{first} who are {'' if wanted else 'not '}{adjective}"
        case e.Plus(one, other):
            return f"{_sum(one)} plus {_factor(other)}"
        case e.Minus(one, other):
            return f"{_sum(one)} minus {_factor(other)}"
        case e.Except(one, other):
            return f"{_sum(one)} except {_factor(other)}"
        case e.Times(one, other):
            return f"{_factor(one)} times {_term(other)}"
        case e.DividedDown(one, other) | e.DividedUp(one, other):
            rounded = "down" if isinstance(node, e.DividedDown) else "up"
            return f"{_factor(one)} divided by {_term(other)} rounded {rounded}"
        case e.Own() | e.Its() | e.Of():
            return _owned(node)
        case e.SetsOf(of=of):
            return f"sets of {_sizes(node)}cards in {_term(of)}"
        case e.LeastTotal(name, of, low, _, adjective):
            sizes = "" if low is None else f" of {_sizes(node)}cards"
            return f"least total {name} in {_term(of)} outside sets{sizes} that are {adjective}"
        case e.Extreme(most, measure, by_height=by_height):
            most_or_highest, fewest_or_lowest = ("highest", "lowest") if by_height else ("most", "fewest")
            return f"{most_or_highest if most else fewest_or_lowest} {_sum(measure)}"
        case e.Member(players, among):
            if players and isinstance(among, e.OtherPlayers):
                return "other player"
            if isinstance(among, e.SetsOf) and not players and node.list is None:
                return f"set of {_sizes(among)}cards in {_sum(among.of)}"
            all_words = isinstance(among, e.Listed) and among.list == node.list
            member = node.list or ("player" if players else "card")
            return member if among is None or all_words else f"{member} in {_sum(among)}"
        case s.Perform(word, times):
            return f"perform {_sum(word)}" + (f" {_term(times)} times" if times else "")
        case s.ChooseByChance(picks, sieves):
            return ", ".join((_chooses(picks), *map(show, sieves), "by chance"))
        case s.Choose(picks, sieves, afterwards, if_several):
            said = [_chooses(picks), *map(show, sieves)]
            said += [f"so that afterwards {show(afterwards)}"] if afterwards else []
            return ", ".join((*said, *(["if several"] if if_several else []), *node.adverbs))
        case e.Meaning():
            return _meaning(node)
        case _:
            return _regular(node)


def _owned(node: e.Own | e.Its | e.Of) -> str:
    """What somebody or something has, with the word by which it is asked for."""
    match node:
        case e.Own(noun):
            said = f"own {noun.text}"
        case e.Its(name):
            said = f"its {name}"
        case e.Of(noun, of):
            said = f"{noun.text} of {_before_by(of) if node.by else _term(of)}"
        case _:
            assert_never(node)
    return said if node.by is None else f"{said} by {_term(node.by)}"


def _before_by(node: e.Expression) -> str:
    """What stands between `of` and `by`, in brackets where the word behind would be taken for one of its own."""
    return f"({show(node)})" if _ends_open(node) else _term(node)


def _ends_open(node: Node) -> bool:
    """Whether `by` behind it would belong to the last noun in it."""
    return any(_takes_by(each) for each in _ends(node))


def _takes_by(node: Node) -> bool:
    """Whether `by` right behind it would be its own."""
    match node:
        case e.Own(by=by) | e.Its(by=by) | e.Of(by=by):
            return by is None
        case (
            e.InZone(whose=of, by=by)
            | e.OnCounter(whose=of, by=by)
            | e.OnNote(whose=of, by=by)
            | e.OfValue(of=of, by=by)
        ):
            return by is None and of is not None
        case _:
            return isinstance(node, e.Shown | e.Beside)


def _closed(node: e.Expression) -> str:
    """A player before `who are`, in brackets if this would else go with the players that are named last in it."""
    said = any(isinstance(each, e.AllPlayers | e.PlayersStartingWith) for each in _ends(node))
    return f"({show(node)})" if said else _term(node)


def _ends(node: Node | None) -> Iterator[Node]:
    """A node, the part with which it ends as it is written, the part with which that ends, up to a bracket."""
    while node is not None and _holds(node) == _TERM:
        yield node
        node = _end(node)


def _end(node: Node) -> Node | None:
    match node:
        case e.Own(by=by) | e.Its(by=by):
            return by
        case e.InZone(whose=of, by=by) | e.OnCounter(whose=of, by=by) | e.OnNote(whose=of, by=by):
            return of if by is None else by
        case e.Of(of=of, by=by) | e.OfValue(of=of, by=by):
            return of if by is None else by
        case e.Shown(of=of) | e.Beside(of=of) | e.SumOver(set=of) | e.EndOver(set=of) | e.SetsOf(of=of):
            return of
        case e.TotalOf(part) | e.HighestOf(part) | e.LowestOf(part) | e.SumOf(part) | e.EndOf(_, part):
            return part
        case _:
            ends_in_term = phrases().get(type(node), ())[-1:] == (Slot("term"),)
            end: Node | None = getattr(node, parts(type(node))[-1]) if ends_in_term else None
            return end


def _regular(node: Node) -> str:
    """A node of a regular class: its phrase with its parts in the slots."""
    kind = type(node)
    if kind not in phrases():
        raise UndeclaredError(f"{kind.__name__} has no regular phrase in the grammar, and no case in the printer")
    return _filled(phrases()[kind], [getattr(node, name) for name in parts(kind)])


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
    if isinstance(part, d.Stretch):
        return str(part)
    said = show(part)
    return said if _holds(part) >= _PLACES.get(rule, _WHOLE) else f"({said})"


def written(file: d.RuleFile) -> str:
    """The text of a whole rule file."""
    header = file.header
    title = f' "{header.title}"' if header.title is not None else ""
    extends = f" extends {', '.join(header.extends)}" if header.extends else ""
    blocks = [[f"{header.kind} {header.name}{title}{extends}"], *map(item_lines, file.items)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def item_lines(item: d.Item) -> list[str]:
    """A declaration, or what a layer does, as lines of a rule file."""
    if item.applies is not None:
        return [f"if {show(item.applies)}", *(INDENT + line for line in item_lines(evolve(item, applies=None)))]
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
        case d.Option(title=title, default=default, numbers=numbers):
            name = declaration.key if title is None else f'{declaration.key} "{title}"'
            values = f"{default}, {declaration}" if numbers else str(declaration)
            return [_line(f"{name}: {values}", tail)]
        case d.Cards(zone=zone, decks=decks):
            return [_line(f"{declaration.key} in {zone}", tail), *(INDENT + _deck(deck) for deck in decks)]
        case d.Zone() | d.Counter() | d.Note():
            return [_line(_holder(declaration), tail)]
        case d.Value(expression=expression):
            return [_line(f"{_about(declaration)}: {show(expression)}", tail)]
        case d.Table(rows=rows, otherwise=otherwise):
            said = [f"{_sum(row.value)} for {row.for_}" for row in rows]
            said += [f"{_sum(otherwise)} otherwise"] if otherwise else []
            return [_line(f"{_about(declaration)}: {', '.join(said)}", tail)]
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
            score = _sum(amount)
            score = f"({score})" if score.startswith(("highest ", "lowest ")) else score  # else it says what leads
            return [_line(f"score: {leads}{score}", tail)]
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
        case s.If(e.Not(part)):
            yield from _branches(f"unless {show(part)}", statement)
        case s.If(condition):
            yield from _branches(f"if {show(condition)}", statement)
        case s.May(body):
            yield _line(" ".join(("may", *statement.adverbs)), tail)
            yield from block(body)
        case s.Together(body):
            yield _line("at the same time", tail)
            yield from block(body)
        case s.ForEach(players, body):
            yield _line(", ".join((_sum(players), *statement.adverbs)), tail)
            yield from block(body)
        case s.ForEachWord(pick, body):
            yield _line(", ".join((f"each {_sum(pick.source)}", *statement.adverbs)), tail)
            yield from block(body)
        case _:
            assert_never(statement)


def _branches(head: str, statement: s.If) -> Iterator[str]:
    yield _line(", ".join((head, *statement.adverbs)), cited(statement.cites))
    yield from block(statement.then)
    match statement.otherwise:
        case ():
            pass
        case (s.If(condition) as other,):
            yield from _branches(f"otherwise if {show(condition)}", other)
        case other:
            yield "otherwise"
            yield from block(other)


def _meaning(node: e.Meant) -> str:
    match node:
        case e.WordOf(text) | e.Listed(text) | e.Chosen(text):
            return text
        case e.Circumstance(name):
            return name
        case e.Looked():
            return "it"
        case e.Outer(_, said):
            return f"{'those' if node.kind.many else 'that'} {said}"
        case e.OwnPlayer():
            return "self"
        case e.InZone(name, None, by) | e.OnCounter(name, None, by) | e.OnNote(name, None, by) if by is not None:
            return f"{name} of {_term(by)}"
        case e.InZone(by=by) | e.OnCounter(by=by) | e.OnNote(by=by) if by is not None:
            return f"{_had(node.name, node.whose, before_by=True)} by {_term(by)}"
        case e.OfValue(name, of, by) if by is not None:
            return f"{_had(name, of, before_by=True)} by {_term(by)}"
        case e.InZone(name, of) | e.OnCounter(name, of) | e.OnNote(name, of) | e.OfValue(name, of) | e.Shown(name, of):
            return _had(name, of)
        case e.Beside(left, of):
            side = "left" if left else "right"
            return f"own {side}" if isinstance(of, e.OwnPlayer) else f"{side} of {_term(of)}"
        case e.SumOver(set_, measure):
            return f"total {_noun(measure)} in {_term(set_)}"
        case e.EndOver(highest, set_, measure):
            return f"{'highest' if highest else 'lowest'} {_noun(measure)} in {_term(set_)}"
        case e.SumOf(several):
            return f"total {show(several)}"
        case e.EndOf(highest, several):
            return f"{'highest' if highest else 'lowest'} {show(several)}"
        case e.Outside():
            return _outside(node)
        case _:
            assert_never(node)


def _outside(node: e.Outside) -> str:
    match node.sets:
        case e.Sieved(e.SetsOf() as sets, (e.Where(e.Fits(adjective)),)):
            sizes = "" if sets.low is None else f" of {_sizes(sets)}cards"
            return f"least total {_noun(node.measure)} in {_term(sets.of)} outside sets{sizes} that are {adjective}"
    raise TypeError(f"{node} leaves out other sets than are named")


def _sizes(sets: e.SetsOf | e.LeastTotal) -> str:
    """How many cards sets of cards have, where that is said."""
    said = " to ".join(_size(each) for each in (sets.low, sets.high) if each is not None)
    return f"{said} " if said else ""


def _size(node: e.Expression) -> str:
    said = show(node)
    named = isinstance(node, e.Number | e.Name | e.Chosen | e.OnCounter | e.OfValue) and " " not in said
    return said if named else f"({said})"


def _noun(measure: e.Expression) -> str:
    """What each member of a set has, by its name alone."""
    return show(measure).removeprefix("its ")


def _had(name: str, of: e.Expression | None, *, before_by: bool = False) -> str:
    """What somebody or something has of a name."""
    match of:
        case e.OwnPlayer():
            return f"own {name}"
        case e.Looked():
            return f"its {name}"
        case None:
            return name
        case _:
            return f"{name} of {_before_by(of) if before_by else _term(of)}"


def brief(effect: s.Effect) -> str:
    """An effect in one line, a choice without what narrows it."""
    if not isinstance(effect, s.AnyChoice):
        return show(effect)
    chooses = _chooses(map(_plainly, effect.picks))
    return f"{chooses}, by chance" if isinstance(effect, s.ChooseByChance) else chooses


def _chooses(picks: Iterable[s.Pick]) -> str:
    return f"choose {' and '.join(map(pick, picks))}"


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
            about_it = said.startswith("it is ") and not isinstance(inner, e.AllOf | e.AnyOf | e.Implies)
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
        case e.AllOf() | e.AnyOf() | e.Not() | e.Implies() | e.Quantified() | e.Atomic():
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
        case e.Sieved() | e.Cases() | e.AllOf() | e.AnyOf() | e.Implies() | e.Quantified():
            return _WHOLE
        case e.Plus() | e.Minus() | e.Except():
            return _SUM
        case e.Times() | e.DividedDown() | e.DividedUp():
            return _PRODUCT
        case _:
            return _SUM if isinstance(node, e.Condition) else _TERM


def _at(place: int, node: Any) -> str:
    return show(node) if _holds(node) >= place else f"({show(node)})"


_sum, _factor, _term, _unit = (partial(_at, place) for place in (_SUM, _PRODUCT, _TERM, _UNIT))


def _line(text: str, tail: str) -> str:
    return f"{text}    {tail}" if tail else text


def _about(value: d.Value | d.Table) -> str:
    """The name of a value with what it is about."""
    of, by = (f" {word} {said}" if said else "" for word, said in (("of", value.parameter), ("by", value.by)))
    return f"{value.key}{of}{by}"


def _deck(deck: d.Deck) -> str:
    return _line(f"{deck.copies} of {' in '.join(map(_factor_of, deck.factors))}", cited(deck.cites))


def _factor_of(factor: d.Factor) -> str:
    if not factor.each:
        return show(factor.words)
    between = f" from {factor.between.low} to {factor.between.high}" if factor.between else ""
    return f"each {_sum(factor.words)}{between}"


def _holder(holder: d.Zone | d.Counter | d.Note) -> str:
    said = holder.key + (" of player" if holder.per_player else "")
    said += f" {'by' if holder.per_player else 'of'} {holder.by}" if holder.by is not None else ""
    said += f": {holder.of}" if isinstance(holder, d.Note) else ""
    declared = fields_dict(type(holder))
    for rule, phrase in properties().items():
        name, value = PROPERTIES[rule]
        if name in declared:
            there = getattr(holder, name)
            if there != declared[name].default if value is None else there == value:
                said += f", {_filled(phrase, [there])}"
    return said
