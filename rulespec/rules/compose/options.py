"""Options: their values, the items that apply under them, and blocks with these values filled in."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from operator import ge, gt, le, lt
from typing import Any, assert_never

from attrs import define, evolve, field

from rulespec.language.errors import Problem, problem, shortened
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.findings import kept
from rulespec.language.tree.node import Node, renamed, rewrite, walk
from rulespec.language.tree.source import Span
from rulespec.rules.compose.composed import Layer, Options, Setting

Value = int | str
_NUMBER = re.compile(r"[0-9]{1,9}")
_RELATIONS: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}


def options(layers: Sequence[Layer], settings: Iterable[Setting]) -> tuple[Options, tuple[Setting, ...], list[Problem]]:
    """The options of some layers with their values, the settings that differ from the defaults, and the problems."""
    declared, problems = _declared(layers), list[Problem]()
    values: dict[str, Value] = {name: option.default for name, option in declared.items()}
    for option in declared.values():
        problems += _malformed(option)
    chosen: dict[str, Value] = {}
    for setting in settings:
        name = next((name for name in declared if setting.names(name)), None)
        path = shortened(setting.path)
        if name is None:
            what = f"unknown option '{shortened(setting.option)}'"
            remedy = did_you_mean(setting.option, declared) if declared else "these rules have no options; remove it"
            problems.append(Problem("E012", path, 0, 0, what, None, remedy))
            continue
        value = _value(declared[name], setting.value)
        if value is None:
            what = f"the option '{name}' cannot be '{shortened(setting.value)}'"
            problems.append(Problem("E065", path, 0, 0, what, None, f"choose a value {_range(declared[name])}"))
        elif chosen.setdefault(name, value) != value:
            what = f"the option '{name}' is set to both '{chosen[name]}' and '{value}'"
            problems.append(Problem("E065", path, 0, 0, what, None, "set it once"))
        else:
            values[name] = value
    found = Options(declared, values)
    if any(item.applies is not None for layer in layers for item in layer.tree.items):
        found = evolve(found, idle=frozenset(_idle(layers, found, problems)))
    kept = (name for name in chosen if values[name] != declared[name].default)
    return found, tuple(Setting(name, str(values[name])) for name in kept), problems


def _value(option: d.Option, said: str) -> Value | None:
    """The value of an option that is written so; None if it cannot have it."""
    if option.numbers is None:
        return said if said in option.words else None
    number = int(said) if _NUMBER.fullmatch(said) else None
    return number if number in option.members else None


def _declared(layers: Iterable[Layer]) -> dict[str, d.Option]:
    """The options after all layers, by name."""
    found: dict[str, d.Option] = {}
    for layer in layers:
        names = {item.old: item.new for item in layer.tree.items if isinstance(item, d.Rename)}
        if names and found:
            found = {new.name: new for new in (renamed(option, names) for option in found.values())}
        for item in layer.tree.items:
            match item:
                case d.Plain(d.Option() as option) | d.AddBlock(d.Option() as option) | d.Replace(d.Option() as option):
                    found[option.name] = option
                case d.Remove(reference):
                    kind, _, name = reference.key.rpartition(" ")
                    if kind == d.KEYWORDS[d.Option]:
                        found.pop(name, None)
                case _:
                    pass
    return found


def _malformed(option: d.Option) -> Iterator[Problem]:
    """The problems of an option by itself."""
    if option.numbers is not None and option.numbers.low > option.numbers.high:
        yield problem("E065", option.numbers.span, "the range is empty", "write the lower number first")
    elif option.numbers is not None and option.default not in option.members:
        what = f"the default {option.default} is not {option}"
        yield problem("E065", option.span.word(str(option.default)), what, "choose a default within the range")
    elif len(set(option.words)) < len(option.words):
        twice = next(word for word in option.words if option.words.count(word) > 1)
        yield problem("E065", option.span, f"the option lists '{twice}' twice", "list each value once")


def _range(option: d.Option) -> str:
    """The values of an option, after `value`."""
    return str(option) if option.numbers else f"of {', '.join(option.words[:-1])} or {option.words[-1]}"


def _idle(layers: Sequence[Layer], found: Options, problems: list[Problem]) -> Iterator[int]:
    """The items that do not apply, by identity; conditions are read with the names of their layer."""
    names: dict[str, str] = {}
    for layer in reversed(layers):
        filling = _Filling(found, (), problems)
        for item in layer.tree.items:
            if item.applies is None:
                continue
            declared = item.declaration if isinstance(item, d.Plain | d.AddBlock | d.Replace) else None
            if isinstance(declared, d.Option) or isinstance(item, d.Rename):
                what = "an option or a new name cannot depend on options"
                problems.append(problem("E065", item.span, what, "move it out of the 'if'"))
            condition = renamed(item.applies, names)
            before = len(problems)
            truth = filling.truth(condition)
            if truth is None and len(problems) == before:
                from rulespec.language.printer import show  # for speed: a load without mistakes needs no grammar

                what = f"'{show(condition)}' does not depend on options alone"
                example = next((f"if {each.name} is {each.members[-1]}" for each in found.declared.values()), "")
                remedy = f"in front of blocks, compare options: {example}" if example else "declare an option first"
                problems.append(problem("E065", condition.span, what, remedy))
            if not truth:
                yield id(item)
        here = {item.old: item.new for item in layer.tree.items if isinstance(item, d.Rename)}
        names = here | {old: new for old, new in names.items() if old not in here}
        names = {old: names.get(new, new) for old, new in names.items()}


def filled(
    declaration: d.Declaration, options: Options, words: frozenset[str], problems: list[Problem]
) -> d.Declaration | None:
    """A block with the values of options in place of their names; None if it cannot apply.

    `words` are all declared names. A block that uses no option is returned as it is.
    """
    used = options_in(declaration, options)
    if not used or isinstance(declaration, d.Option):
        return declaration
    values = tuple(sorted((name, options.values[name]) for name in used))
    key = (values, words, tuple(options.declared[name] for name in sorted(used)))
    known: list[d.Declaration | None] | None = declaration.findings.get(filled, key)
    if known is None:
        filling = _Filling(options, words, problems)
        before = len(problems)
        known = [filling.declaration(declaration)]
        if len(problems) > before:
            return known[0]
        declaration.findings.keep(filled, key, known)
    return known[0]


def options_in(declaration: d.Declaration, options: Options) -> frozenset[str]:
    """The options that a block uses."""
    return _names_in(declaration) & options.declared.keys()


@kept
def _names_in(declaration: d.Declared) -> frozenset[str]:
    """The names that a block uses where an option can stand."""
    return frozenset(_used(declaration))


def _used(node: Node) -> Iterator[str]:
    for each in walk(node):
        if isinstance(each, e.Name):
            yield each.text
        elif isinstance(each, d.Deck) and isinstance(each.copies, str):
            yield each.copies


def used_in(item: d.Item) -> Iterator[str]:
    """The names that an item uses where an option can stand, its condition included."""
    if isinstance(item, d.Plain | d.AddBlock | d.Replace):
        yield from _names_in(item.declaration)
    if item.applies is not None:
        yield from _used(item.applies)


@define
class _Filling:
    """Puts the values of options in place, and settles the conditions on them."""

    options: Options
    words: Collection[str]
    problems: list[Problem]
    _reported: set[Span] = field(factory=set)

    def declaration(self, declaration: d.Declaration) -> d.Declaration | None:
        if isinstance(declaration, d.Reason | d.Always) and self.truth(declaration.condition) is False:
            return None
        if isinstance(declaration, d.Block):
            body = self._body(declaration.body) or (_nothing(declaration) if declaration.body else ())
            declaration = evolve(declaration, body=body)
            if isinstance(declaration, d.Reason):
                return evolve(declaration, condition=self._node(declaration.condition))
            return declaration
        found: d.Declaration = self._node(declaration)
        return found

    # ---- statements

    def _body(self, body: d.Body) -> d.Body:
        return tuple(each for statement in body for each in self._statement(statement))

    def _statement(self, statement: s.Statement) -> d.Body:
        match statement:
            case s.If(condition, then, otherwise):
                truth = self.truth(condition)
                if truth is not None:
                    cites = statement.cites
                    return tuple(
                        evolve(each, cites=(*cites, *each.cites)) if cites else each
                        for each in self._body(then if truth else otherwise)
                    )
                left = self._body(then) or _nothing(statement)
                return (evolve(statement, condition=self._node(condition), then=left, otherwise=self._body(otherwise)),)
            case s.ForEach(players, body):
                left = self._body(body)
                return (evolve(statement, players=self._node(players), body=left),) if left else ()
            case s.ForEachWord(pick, body):
                left = self._body(body)
                return (evolve(statement, pick=self._node(pick), body=left),) if left else ()
            case s.May(body) | s.Together(body):
                left = self._body(body)
                return (evolve(statement, body=left),) if left else ()
            case s.Do():
                return (self._node(statement),)
            case _:
                assert_never(statement)

    # ---- expressions and conditions

    def _node(self, node: Any) -> Any:
        """A node with its options filled in."""
        match node:
            case e.Name(text) if text in self.options.declared:
                return self._value(node)
            case d.Deck(copies) if copies in self.options.declared:
                value = self.options.values[str(copies)]
                if not isinstance(value, int):
                    self._wrong(node, f"the option '{copies}' is not a number", "use an option with a range of numbers")
                    value = 1
                node = evolve(node, copies=value)
            case d.Cards(decks=decks):
                left = tuple(each for each in map(self._node, decks) if each.copies != 0)
                return evolve(node, decks=left)
            case e.Cases(cases, otherwise):
                return self._cases(node, cases, otherwise)
            case e.Sieved(of, sieves):
                left = self._sieves(sieves)
                return evolve(node, set=self._node(of), sieves=left) if left else self._node(of)
            case s.Choose() | s.ChooseByChance():
                rest = evolve(node, sieves=())
                return evolve(rewrite(rest, self._node), sieves=self._sieves(node.sieves))
            case e.AllOf(parts) | e.AnyOf(parts):
                deciding = isinstance(node, e.AnyOf)  # the truth of one part that decides the whole
                truths = [(part, self.truth(part)) for part in parts]
                left = tuple(self._node(part) for part, truth in truths if truth is None)
                if not left or any(truth is deciding for _, truth in truths):
                    return _settled(self.truth(node) is True, node.span)
                return left[0] if len(left) == 1 else type(node)(left, span=node.span)
        if isinstance(node, e.Condition) and (truth := self.truth(node)) is not None:
            return _settled(truth, node.span)
        return rewrite(node, self._node)

    def _sieves(self, sieves: tuple[e.Sieve, ...]) -> tuple[e.Sieve, ...]:
        left = (each for each in sieves if not (isinstance(each, e.Where) and self.truth(each.condition)))
        return tuple(map(self._node, left))

    def _cases(self, node: e.Cases, cases: tuple[e.Case, ...], otherwise: e.Expression) -> e.Expression:
        left = list[e.Case]()
        for case in cases:
            truth = self.truth(case.condition)
            if truth:
                otherwise = case.value
                break
            if truth is None:
                left.append(self._node(case))
        last: e.Expression = self._node(otherwise)
        return evolve(node, cases=tuple(left), otherwise=last) if left else last

    def _value(self, name: e.Name) -> e.Expression:
        """What the name of an option stands for."""
        value = self.options.values[name.text]
        if isinstance(value, int):
            return e.Number(value, span=name.span)
        if value not in self.words:
            words = self.options.declared[name.text].words
            what = f"the option '{name.text}' is {' or '.join(words)}, which are not words of a list"
            self._wrong(name, what, f"compare it: {name.text} is {words[-1]}")
            return e.NoneYet(span=name.span)
        return e.Name(value, span=name.span)

    def truth(self, condition: e.Condition) -> bool | None:
        """True or False if options decide the condition; None otherwise."""
        match condition:
            case e.Is(subject, other):
                return self._same(condition, subject, other)
            case e.Compare(subject, relation, other):
                one, two = self._constant(subject), self._constant(other)
                settled = isinstance(one, int) and isinstance(two, int) and self._names(condition)
                return _RELATIONS[relation](int(one or 0), int(two or 0)) if settled else None
            case e.Not(part):
                truth = self.truth(part)
                return None if truth is None else not truth
            case e.AllOf(parts) | e.AnyOf(parts):
                deciding = isinstance(condition, e.AnyOf)
                truths = [self.truth(part) for part in parts]
                return deciding if deciding in truths else None if None in truths else not deciding
            case e.Implies(one, other):
                first, second = self.truth(one), self.truth(other)
                return True if first is False or second else second if first else None
            case e.Within() | e.Empty() | e.Fits() | e.Quantified() | e.Atomic():
                return None
            case _:
                assert_never(condition)

    def _same(self, condition: e.Is, subject: e.Expression, other: e.Expression) -> bool | None:
        for one, two in ((subject, other), (other, subject)):
            option = self.options.declared.get(one.text) if isinstance(one, e.Name) else None
            if option is None:
                continue
            value = self.options.values[option.name]
            known = two.text if isinstance(two, e.Name) and two.text in option.words else self._constant(two)
            if known is None:
                if isinstance(two, e.Name) and two.text not in self.words:
                    remedy = did_you_mean(two.text, option.words)
                    self._wrong(condition, f"the option '{option.name}' is never '{two.text}'", remedy)
                    return False
                return None
            if known not in option.members and not isinstance(two, e.Name):
                remedy = f"compare it with a value {_range(option)}"
                self._wrong(condition, f"the option '{option.name}' is never {known}", remedy)
            return value == known
        first, second = self._constant(subject), self._constant(other)
        return first == second if None not in (first, second) and self._names(condition) else None

    def _constant(self, node: e.Expression) -> Value | None:
        """The value of an expression of numbers and options."""
        match node:
            case e.Number(value):
                return value
            case e.Name(text) if text in self.options.declared:
                return self.options.values[text]
            case e.Plus(one, other) | e.Minus(one, other) | e.Times(one, other):
                first, second = self._constant(one), self._constant(other)
                if not (isinstance(first, int) and isinstance(second, int)):
                    return None
                if isinstance(node, e.Times):
                    return first * second
                return first + second if isinstance(node, e.Plus) else first - second
            case _:
                return None

    def _names(self, node: Node) -> bool:
        """Whether a node names an option."""
        return any(name in self.options.declared for name in _used(node))

    def _wrong(self, node: Node, what: str, remedy: str) -> None:
        if node.span not in self._reported:
            self._reported.add(node.span)
            self.problems.append(problem("E065", node.span, what, remedy))


def _settled(truth: bool, span: Span) -> e.Condition:
    """A condition that always holds, or never."""
    return e.Is(e.Number(1, span=span), e.Number(1 if truth else 0, span=span), span=span)


def _nothing(node: s.If | d.Block) -> d.Body:
    return (s.Do(s.Nothing(span=node.span), span=node.span),)
