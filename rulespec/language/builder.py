"""From Lark's parse tree to the frozen classes of the tree: a method for each rule that is not regular."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import Any, cast, get_args

from attrs import evolve
from lark import Token, Tree
from lark.tree import Meta

from rulespec.language.citing import MiscitedError, citations
from rulespec.language.phrases import PROPERTIES, Slot, kinds, marks, parts, phrases, slots, ways
from rulespec.language.scenarios import ScenarioBuilder
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Citations, Cited
from rulespec.language.tree.slots import UndeclaredError
from rulespec.language.tree.source import Source, Span

_Sizes = tuple[e.Expression, e.Expression | None]  # of sets of cards: the least, and the most if it is another
_WHOLE = frozenset(get_args(d.Declaration | d.Item))  # what a block says; an action of several words says several
_PARTS: dict[str, type[e.Plus | e.Minus | e.Except | e.Times | e.DividedDown | e.DividedUp]] = {
    "plus": e.Plus, "minus": e.Minus, "except": e.Except,
    "times": e.Times, "divided_down": e.DividedDown, "divided_up": e.DividedUp,
}  # fmt: skip
_RELATIONS: dict[str, e.Relation] = {"at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<"}
_PREDICATES = {"same", "within", "empty", *_RELATIONS}


class TreeBuilder(ScenarioBuilder):
    """Builds the tree of one top-level block from a parse tree of a text.

    If this is not the text of the block, `written` returns the offset in the block for one in the text.
    """

    def __init__(self, block: Source, text: str, written: Callable[[int], int] = int) -> None:
        _require_grammar()
        self._block = block
        self._offset = written
        self._starts, self._ends = _written(text)

    def build(self, tree: Tree[Token]) -> Any:
        """The nodes of a parse tree, built bottom-up without recursion."""
        waiting, order = [tree], []
        while waiting:
            node = waiting.pop()
            order.append(node)
            waiting += [child for child in node.children if isinstance(child, Tree)]
        built: dict[int, Any] = {}
        for node in reversed(order):
            read = [built[id(child)] if isinstance(child, Tree) else child for child in node.children]
            built[id(node)] = self._built(str(node.data), read, self._span(node.meta))
        return built[id(tree)]

    def _built(self, rule: str, read: list[Any], span: Span) -> Any:
        if rule in PROPERTIES:
            name, value = PROPERTIES[rule]
            return name, _said(read[0]) if value is None else value
        if not read and rule in marks():
            return rule
        if rule in _PREDICATES or rule in _PARTS:
            return rule, *read
        irregular = _IRREGULAR.get(rule)
        built = irregular(self, span, *read) if irregular else _regular(rule).node(read, span)
        return (built,) if type(built) in _WHOLE else built

    def _span(self, meta: Meta) -> Span:
        """From the first word of a rule to its last, without the comments and empty lines below."""
        start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
        last = self._ends[bisect_left(self._starts, end) - 1]
        return Span(self._block, self._offset(start), self._offset(max(start, min(end, last))))

    # ---- pieces

    def _header(self, span: Span, kind: str, name: Token, title: Token | None, extends: Any) -> d.Header:
        return d.Header(kind, str(name), _text(title), extends or (), span=span)

    def _names(self, span: Span, *names: Token) -> tuple[str, ...]:
        return tuple(str(name) for name in names)

    def _plain(self, span: Span, declared: tuple[d.Declaration, ...]) -> tuple[d.Item, ...]:
        return tuple(d.Plain(each, span=each.span) for each in declared)

    def _add_block(self, span: Span, declared: tuple[d.Declaration, ...]) -> tuple[d.Item, ...]:
        return tuple(d.AddBlock(each, span=each.span) for each in declared)

    def _replace(self, span: Span, pin: Token | None, declared: tuple[d.Declaration, ...]) -> tuple[d.Item, ...]:
        return tuple(d.Replace(each, _text(pin), span=each.span) for each in declared)

    def _applying(self, span: Span, condition: e.Condition, *items: tuple[d.Item, ...]) -> tuple[d.Item, ...]:
        """Items that apply under a condition, each under those around it as well."""
        return tuple(evolve(item, applies=_both(condition, item.applies)) for some in items for item in some)

    def _put(self, span: Span, one: str, side: str, other: str, cites: Token | None) -> d.Item:
        return d.Put(one, side == "before", other, span=span, cites=_cites(cites))

    def _tried_on(self, span: Span, *rest: Any) -> d.Item:
        *rulesets, cites = rest
        return d.TriedOn(tuple(rulesets), span=span, cites=_cites(cites))

    def _spec(self, span: Span, *names: Token) -> str:
        return "+".join(names)

    def _reference(self, span: Span, word: str, name: Token | None = None) -> d.Reference:
        kind = _kind_words(word)
        return d.Reference(f"{kind} {name}" if name else kind, span=span)

    def _rule(self, span: Span, word: str, name: Token | None = None) -> sc.Rule:
        return sc.Rule(_kind_words(word), str(name) if name else None, span=span)

    def _reason_ref(self, span: Span, name: Token) -> str:
        return str(name)

    # ---- declarations

    def _source(self, span: Span, name: Token, title: Token, lines: Token) -> d.Declaration:
        return d.SourceText(name=str(name), title=_string(title), lines=int(lines), span=span)

    def _ruling(self, span: Span, name: Token, question: Token, answer: str, *rest: Any) -> d.Declaration:
        reason, *readings = rest
        return d.Ruling(
            name=str(name),
            question=_string(question),
            answer=answer,
            reason=reason,
            readings=tuple(readings),
            span=span,
        )

    def _answer(self, span: Span, text: Token) -> str:
        return _string(text)

    _reason = _answer

    def _players(self, span: Span, least: Token, most: Token | None, cites: Token | None) -> d.Declaration:
        return d.Players(int(least), int(most or least), span=span, cites=_cites(cites))

    def _number_option(
        self, span: Span, name: Token, title: Token | None, default: Token, numbers: d.Stretch, cites: Token | None
    ) -> d.Declaration:
        said = _text(title)
        return d.Option(
            name=str(name), title=said, default=int(default), numbers=numbers, span=span, cites=_cites(cites)
        )

    def _word_option(self, span: Span, name: Token, title: Token | None, *rest: Any) -> d.Declaration:
        *words, cites = rest
        said = tuple(map(str, words))
        return d.Option(name=str(name), title=_text(title), default=said[0], words=said, span=span, cites=_cites(cites))

    def _cards(
        self, span: Span, name: Token, zone: Token, cites: Token | None, *lines: tuple[d.Deck, ...]
    ) -> d.Declaration:
        decks = tuple(deck for line in lines for deck in line)
        return d.Cards(name=str(name), zone=str(zone), decks=decks, span=span, cites=_cites(cites))

    def _deck(self, span: Span, copies: Token, *rest: Any) -> tuple[d.Deck, ...]:
        """One line of cards for each of the alternatives that it lists."""
        *factors, cites = rest
        number = int(copies) if copies.type == "INT" else str(copies)
        return tuple(d.Deck(number, each, span=span, cites=_cites(cites)) for each in product(*factors))

    def _alternatives(self, span: Span, *factors: d.Factor) -> tuple[d.Factor, ...]:
        return factors

    def _each(self, span: Span, words: e.Expression) -> d.Factor:
        return d.Factor(True, words, span=span)

    def _each_between(self, span: Span, words: e.Expression, low: Token, high: Token) -> d.Factor:
        return d.Factor(True, words, d.Stretch(int(low), int(high), span=span), span=span)

    def _only_number(self, span: Span, number: Token) -> d.Factor:
        return d.Factor(False, e.Number(int(number), span=span), span=span)

    def _stretch(self, span: Span, low: Token, high: Token | None) -> d.Stretch:
        return d.Stretch(int(low), int(high or low), span=span)

    def _only(self, span: Span, word: Token) -> d.Factor:
        return d.Factor(False, e.Name(str(word), span=span), span=span)

    def _zone(self, span: Span, *parts: Any) -> d.Declaration:
        return d.Zone(span=span, **_held(*parts))

    def _counter(self, span: Span, *parts: Any) -> d.Declaration:
        return d.Counter(span=span, **_held(*parts))

    def _note(self, span: Span, name: Token, held_by: Any, of: str, *rest: Any) -> d.Declaration:
        return d.Note(of=of, span=span, **_held(name, held_by, *rest))

    def _of_player(self, span: Span, by: Token | None) -> dict[str, Any]:
        return {"per_player": True, "by": str(by) if by else None}

    def _of_word(self, span: Span, by: Token) -> dict[str, Any]:
        return {"by": str(by)}

    def _note_of(self, span: Span, name: Token | None = None) -> str:
        return str(name) if name else "player"

    def _by(self, span: Span, name: Token | None = None) -> str:
        return str(name) if name else "players"

    def _of_list(self, span: Span, name: Token) -> str:
        return str(name)

    def _parameter_by(self, span: Span, of: str, by: Token | None = None) -> dict[str, Any]:
        return {"parameter": of, "by": str(by) if by else "player"}

    def _value(self, span: Span, name: Token, about: Any, expression: e.Expression, cites: Any) -> d.Declaration:
        of = about if isinstance(about, dict) else {"parameter": about}
        return d.Value(name=str(name), expression=expression, span=span, cites=_cites(cites), **of)

    def _table(self, span: Span, name: Token, about: Any, *rest: Any) -> d.Declaration:
        *rows, otherwise, cites = rest
        of = about if isinstance(about, dict) else {"by": about}
        return d.Table(name=str(name), rows=tuple(rows), otherwise=otherwise, span=span, cites=_cites(cites), **of)

    def _row(self, span: Span, value: e.Expression, key: Token) -> d.Row:
        return d.Row(value, int(key) if key.type == "INT" else str(key), span=span)

    def _call(self, span: Span, subject: str, name: Token, condition: e.Condition, cites: Any) -> d.Declaration:
        return d.Call(name=str(name), subject=subject, condition=condition, span=span, cites=_cites(cites))

    def _score(self, span: Span, scored: e.Expression | e.Extreme, cites: Token | None) -> d.Declaration:
        if not isinstance(scored, e.Extreme):
            return d.Score(scored, span=span, cites=_cites(cites))
        return d.Score(scored.measure, not scored.most, scored.by_height, span=span, cites=_cites(cites))

    def _body(self, span: Span, cites: Token | None, *statements: s.Statement) -> tuple[Citations, d.Body]:
        return _cites(cites), statements

    def _action(self, span: Span, names: tuple[str, ...], body: Any) -> Any:
        """One action for each name."""
        return tuple(d.Action(name=name, cites=body[0], body=body[1], span=span) for name in names)

    def _round_ends(self, span: Span, *parts: Any) -> d.Declaration:
        return d.RoundEnds(span=span, **_reason(*parts))

    def _game_ends(self, span: Span, *parts: Any) -> d.Declaration:
        return d.GameEnds(span=span, **_reason(*parts))

    def _always(
        self, span: Span, name: Token, moment: str | None, condition: e.Condition, cites: Token | None
    ) -> d.Declaration:
        when = cast(d.Moment, (moment or "asked or over").replace("_", " "))
        return d.Always(name=str(name), moment=when, condition=condition, span=span, cites=_cites(cites))

    def _scenario_block(
        self, span: Span, name: Token, title: Token | None, cites: Token | None, given: sc.Given | None, *steps: sc.Step
    ) -> d.Declaration:
        return d.Scenario(name=str(name), title=_text(title), given=given, steps=steps, span=span, cites=_cites(cites))

    # ---- statements

    def _do(self, span: Span, effect: s.Effect, cites: Token | None) -> s.Statement:
        return s.Do(effect, span=effect.span, cites=_cites(cites))

    def _suite_line(self, span: Span, effect: s.Effect, cites: Token | None) -> tuple[Citations, d.Body]:
        return _cites(cites), (s.Do(effect, span=effect.span),)

    _suite_block = _body

    def _otherwise(self, span: Span, suite: tuple[Citations, d.Body] | s.If) -> d.Body:
        """Citations behind `otherwise` are those of each of its statements."""
        if isinstance(suite, s.If):  # `otherwise if`
            return (suite,)
        cites, body = suite
        return tuple(evolve(each, cites=(*cites, *each.cites)) for each in body) if cites else body

    def _if_(
        self, span: Span, condition: e.Condition, adverb: str | None, suite: Any, otherwise: d.Body | None
    ) -> s.Statement:
        return s.If(condition, suite[1], otherwise or (), _adverbs(adverb), span=span, cites=suite[0])

    def _unless(self, span: Span, condition: e.Condition, *rest: Any) -> s.Statement:
        return self._if_(span, e.Not(condition, span=condition.span), *rest)

    def _may(self, span: Span, adverb: str | None, suite: Any) -> s.Statement:
        """Adverbs of `may` are those of the choice that it begins with, if it does."""
        cites, body = suite
        match body:
            case (s.Do(s.Choose() as choose) as first, *others):
                asked = evolve(choose, adverbs=_adverbs(adverb, *choose.adverbs))
                return s.May((evolve(first, effect=asked), *others), span=span, cites=cites)
        return s.May(body, _adverbs(adverb), span=span, cites=cites)

    def _for_each(self, span: Span, players: e.Expression, adverb: str | None, suite: Any) -> s.Statement:
        return s.ForEach(players, suite[1], _adverbs(adverb), span=span, cites=suite[0])

    def _for_each_word(self, span: Span, words: e.Expression, adverb: str | None, suite: Any) -> s.Statement:
        pick = s.PickOne(s.THAT, words, span=words.span)
        return s.ForEachWord(pick, suite[1], _adverbs(adverb), span=span, cites=suite[0])

    def _choose_by_chance(self, span: Span, *parts: Any) -> s.Effect:
        return s.ChooseByChance(*_narrowed(parts), span=span)

    def _choose(self, span: Span, *parts: Any) -> s.Effect:
        afterwards = [part for mark, part in (p for p in parts if isinstance(p, tuple)) if mark == "afterwards"]
        return s.Choose(
            *_narrowed(parts),
            e.AllOf(tuple(afterwards), span=afterwards[0].span)
            if len(afterwards) > 1
            else next(iter(afterwards), None),
            any(part == ("if_several", None) for part in parts),
            _adverbs(*(part for part in parts if isinstance(part, str))),
            span=span,
        )

    def _afterwards(self, span: Span, condition: e.Condition) -> tuple[str, e.Condition]:
        return "afterwards", condition

    def _if_several(self, span: Span) -> tuple[str, None]:
        return "if_several", None

    def _perform(self, span: Span, word: e.Expression, times: e.Expression | None) -> s.Effect:
        return s.Perform(word, times, span=span)

    def _pick_cards(self, span: Span, low: Any, high: Any, name: Token, source: e.Expression) -> s.Pick:
        return s.PickCards(str(name), low, high, source, span=span)

    # ---- expressions

    def _own(self, span: Span, noun: e.Noun, by: e.Expression | None) -> e.Expression:
        return e.Own(noun, by, span=span)

    def _its(self, span: Span, name: Token, by: e.Expression | None) -> e.Expression:
        return e.Its(str(name), by, span=span)

    def _of(self, span: Span, noun: e.Noun, of: e.Expression, by: e.Expression | None) -> e.Expression:
        return e.Of(noun, of, by, span=span)

    def _players_who(self, span: Span, name: Token) -> e.Expression:
        return e.PlayersWho(str(name), True, span=span)

    def _players_who_not(self, span: Span, name: Token) -> e.Expression:
        return e.PlayersWho(str(name), False, span=span)

    def _starting_who(self, span: Span, first: e.Expression, name: Token) -> e.Expression:
        return e.PlayersWho(str(name), True, first, span=span)

    def _starting_who_not(self, span: Span, first: e.Expression, name: Token) -> e.Expression:
        return e.PlayersWho(str(name), False, first, span=span)

    def _who_is_next(self, span: Span) -> e.Expression:
        return e.Name("next", span=span)

    def _cards_in_answers(self, span: Span) -> e.Expression:
        return e.InAnswers("cards", span=span)

    def _players_in_answers(self, span: Span) -> e.Expression:
        return e.InAnswers("players", span=span)

    def _extreme(self, span: Span, word: Token, measure: e.Expression) -> e.Extreme:
        return e.Extreme(word in ("most", "highest"), measure, by_height=word in ("highest", "lowest"), span=span)

    def _sum(self, span: Span, first: e.Expression, *parts: Any) -> e.Expression:
        for rule, part in parts:
            first = _PARTS[rule](first, part, span=Span(span.source, span.start, part.span.end))
        return first

    _product = _sum

    def _sizes(self, span: Span, low: e.Expression, high: e.Expression | None) -> _Sizes:
        return low, high

    def _sets_of(self, span: Span, sizes: _Sizes | None, of: e.Expression) -> e.Expression:
        low, high = sizes or (None, None)
        return e.SetsOf(low, high, of, span=span)

    def _least_total(
        self, span: Span, name: Token, of: e.Expression, sizes: _Sizes | None, adjective: Token
    ) -> e.Expression:
        low, high = sizes or (None, None)
        return e.LeastTotal(str(name), of, low, high, str(adjective), span=span)

    # ---- conditions

    def _is_(self, span: Span, subject: e.Expression, predicate: Any) -> e.Condition:
        return _about(span, subject, predicate)

    def _is_not(self, span: Span, subject: e.Expression, predicate: Any) -> e.Condition:
        return e.Not(_about(span, subject, predicate), span=span)

    def _game_ended_by(self, span: Span, reason: Token) -> e.Condition:
        return e.EndedBy("game", str(reason), span=span)

    def _quantified_is(self, span: Span, quantifier: e.Quantifier, member: e.Member, predicate: Any) -> e.Condition:
        return e.Quantified(quantifier, member, _about(span, e.It(span=member.span), predicate), span=span)

    def _quantified_is_not(self, span: Span, quantifier: e.Quantifier, member: e.Member, predicate: Any) -> e.Condition:
        about = e.Not(_about(span, e.It(span=member.span), predicate), span=span)
        return e.Quantified(quantifier, member, about, span=span)

    def _member_player(self, span: Span, among: e.Expression | None) -> e.Member:
        return e.Member(True, among, span=span)

    def _member_other(self, span: Span) -> e.Member:
        return e.Member(True, e.OtherPlayers(span=span), span=span)

    def _member_card(self, span: Span, among: e.Expression) -> e.Member:
        return e.Member(False, among, span=span)

    def _member_set(self, span: Span, sizes: _Sizes | None, among: e.Expression) -> e.Member:
        return e.Member(False, self._sets_of(span, sizes, among), span=span)

    def _member_word(self, span: Span, name: Token, among: e.Expression | None) -> e.Member:
        return e.Member(False, among, list=str(name), span=span)


def _narrowed(parts: tuple[Any, ...]) -> tuple[tuple[s.Pick, ...], tuple[e.Sieve, ...]]:
    """What is chosen, and what narrows it."""
    picks = tuple(part for part in parts if isinstance(part, s.Pick))
    return picks, tuple(part for part in parts if isinstance(part, e.Sieve))


class _Regular:
    """Makes the nodes of a regular class: a field for each part, and citations if the class has them."""

    def __init__(self, kind: type[Any]) -> None:
        self._kind = kind
        self._fields = parts(kind)
        self._cited = issubclass(kind, Cited)
        self._gathers = next((index for index, slot in enumerate(self._slots) if slot.between is not None), None)
        self._plain = not self._cited and self._gathers is None

    @property
    def _slots(self) -> tuple[Slot, ...]:
        return slots(phrases().get(self._kind, ()))

    def node(self, read: list[Any], span: Span) -> Any:
        if self._plain:
            return self._kind(*[_said(part) if isinstance(part, Token) else part for part in read], span=span)
        if self._gathers is not None:
            end = len(read) - (len(self._fields) - self._gathers - 1) - (self._cited and self._fields[-1] != "body")
            read = [*read[: self._gathers], tuple(read[self._gathers : end]), *read[end:]]
        given = {name: _said(part) for name, part in zip(self._fields, read, strict=False)}
        if self._fields[-1:] == ("body",):
            given["cites"], given["body"] = read[-1]
        elif self._cited:
            given["cites"] = _cites(read[-1])
        return self._kind(**given, span=span)


@cache
def _regular(rule: str) -> _Regular:
    return _Regular(kinds()[rule])


_IRREGULAR = {
    name.removeprefix("_"): method
    for kind in (ScenarioBuilder, TreeBuilder)
    for name, method in vars(kind).items()
    if callable(method)
}
_INTERNAL = {"__init__", "build", "_built", "_span"}  # methods of the builder that build no single rule


@cache
def _require_grammar() -> None:
    require_rules(ways())


def require_rules(rules: Iterable[str]) -> None:
    """Checks that each rule and alias of the grammar builds something; an `UndeclaredError` names one that does not."""
    special = PROPERTIES.keys() | marks() | _PREDICATES | _PARTS.keys()
    regular = {name for name, kind in kinds().items() if kind in phrases()}
    for rule in sorted(rule for rule in rules if not rule.startswith("_")):
        if {rule, f"_{rule}"} & _INTERNAL:
            raise UndeclaredError(f"the rule '{rule}' of the grammar has the name of a method that builds them all")
        if rule not in special | regular | _IRREGULAR.keys():
            kind = kinds().get(rule)
            remedy = (
                "no class of the tree has this name"
                if kind is None
                else f"its slots do not fit the fields {', '.join(parts(kind)) or 'of its class'}"
            )
            raise UndeclaredError(f"the rule '{rule}' of the grammar builds nothing: {remedy}, nor does a method")


def _both(one: e.Condition, other: e.Condition | None) -> e.Condition:
    return one if other is None else e.AllOf((one, other), span=other.span)


def _said(part: Any) -> Any:
    if not isinstance(part, Token):
        return part
    return int(part) if part.type == "INT" else _string(part) if part.type == "STRING" else str(part)


def _held(name: Token, held_by: dict[str, Any] | None, *rest: Any) -> dict[str, Any]:
    """The fields of a zone, a counter or a note: `rest` are its properties and its citations."""
    *properties, cites = rest
    return {"name": str(name), "cites": _cites(cites), **(held_by or {}), **dict(properties)}


def _reason(name: Token, moment: str | None, condition: e.Condition, rest: Any) -> dict[str, Any]:
    """The fields of a reason to end: `rest` is its body with its citations, or these alone."""
    cites, body = rest if isinstance(rest, tuple) else (_cites(rest), ())
    when = (moment or "at_once").replace("_", " ")
    return {"name": str(name), "moment": when, "condition": condition, "body": body, "cites": cites}


_MARK_WORDS = {"set_up": "set-up", "seats": "players have"}


def _kind_words(mark: str) -> str:
    """The words of a kind of block, from its alias in the grammar."""
    return _MARK_WORDS.get(mark, mark.replace("_", " "))


def _about(span: Span, subject: e.Expression, predicate: tuple[Any, ...]) -> e.Condition:
    match predicate:
        case "same", other:
            return e.Is(subject, other, span=span)
        case "within", other:
            return e.Within(subject, other, span=span)
        case ("empty",):
            return e.Empty(subject, span=span)
        case relation, other:
            return e.Compare(subject, _RELATIONS[relation], other, span=span)
    raise ValueError(predicate)


def _written(text: str) -> tuple[list[int], list[int]]:
    """The offsets at which the lines of a text begin and end, without indentation, comments and empty lines."""
    starts, ends, at = [], [], 0
    for line in text.splitlines(keepends=True):
        said = line.strip()
        if said and not said.startswith("#"):
            starts.append(at + len(line) - len(line.lstrip()))
            ends.append(starts[-1] + len(said))
        at += len(line)
    return starts, ends


def _string(token: Token) -> str:
    return str(token)[1:-1]


def _text(token: Token | None) -> str | None:
    return None if token is None else _string(token)


def _adverbs(*adverbs: str | None) -> s.Adverbs:
    """Each once, in a fixed order."""
    return tuple(each for each in get_args(s.Adverb) if each in adverbs)


def _cites(token: Token | None) -> Citations:
    if token is None:
        return ()
    try:
        return citations(token)
    except MiscitedError as error:
        at = token.start_pos or 0
        raise MiscitedError(at + error.start, at + error.end) from None
