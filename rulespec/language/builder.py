"""From Lark's parse tree to the frozen classes of the tree; one method for each rule of the grammar."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, get_args

from attrs import evolve
from lark import Token, Tree
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from rulespec.language.citing import MiscitedError, citations
from rulespec.language.source import Source, Span
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Citations

_SIMPLE: dict[str, Callable[..., Any]] = {
    "none": e.NoneYet,
    "it": e.It,
    "self_": e.SelfPlayer,
    "active": e.Active,
    "the_game": e.TheGame,
    "own": e.Own,
    "of": e.Of,
    "last": e.Last,
    "first": e.First,
    "next_of": e.NextOf,
    "owner_of": e.OwnerOf,
    "smaller": e.Smaller,
    "larger": e.Larger,
    "count_cards": e.CountCards,
    "number_of": e.NumberOf,
    "all_players": e.AllPlayers,
    "other_players": e.OtherPlayers,
    "not_": e.Not,
    "where": e.Where,
    "exchange": s.Exchange,
    "draw": s.Draw,
    "show": s.Show,
    "set_": s.Set,
    "add_to": s.Add,
    "take": s.Take,
    "perform": s.Perform,
    "is_next": s.IsNext,
    "nothing": s.Nothing,
}
_GATHERED: dict[str, Callable[..., Any]] = {
    "all_of": e.AllOf,
    "any_of": e.AnyOf,
    "preferring": e.Preferring,
    "with_extremes": e.WithExtremes,
}
_MARKS = frozenset(
    "ruleset layer source ruling players seats limit word numbers cards zone counter note value call "
    "set_up round turn before_turn after_turn after_round next_turn action round_ends game_ends winners returns score "
    "before after each_round each_turn player card game owner all nobody some no every shuffled in_row "
    "bookkeeping openly secretly".split()
)
_RELATIONS = {"at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<"}


class TreeBuilder(Transformer_NonRecursive[Token, Any]):
    """Builds the tree of one top-level block that begins at an offset of its source."""

    def __init__(self, source: Source, offset: int, text: str) -> None:
        super().__init__()
        self._file = source
        self._base = offset
        self._starts, self._ends = _written(text)

    def _call_userfunc(self, tree: Tree[Token], new_children: list[Any] | None = None) -> Any:
        parts = tree.children if new_children is None else new_children
        rule = str(tree.data)
        span = self._span(tree.meta)
        if not parts and rule in _MARKS:
            return rule
        if rule in _SIMPLE:
            return _SIMPLE[rule](*parts, span=span)
        if rule in _GATHERED:
            return _GATHERED[rule](tuple(parts), span=span)
        built = getattr(self, "_" + rule)(span, *parts)
        return (built,) if isinstance(built, d.Declaration | d.Item) else built

    def _span(self, meta: Meta) -> Span:
        """From the first word of a rule to its last; what it says ends before the comments and empty lines below."""
        start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
        last = self._ends[bisect_left(self._starts, end) - 1]
        return Span(self._file, self._base + start, self._base + max(start, min(end, last)))

    # ---- pieces

    def _header(self, span: Span, kind: str, name: Token, title: Token | None, extends: Any) -> d.Header:
        return d.Header(kind, str(name), _text(title), extends or (), span=span)

    def _names(self, span: Span, *names: Token) -> tuple[str, ...]:
        return tuple(str(name) for name in names)

    def _plain(self, span: Span, declared: tuple[d.Declaration, ...]) -> tuple[d.Item, ...]:
        return tuple(d.Plain(each, span=each.span) for each in declared)

    def _add(self, span: Span, declared: tuple[d.Declaration, ...]) -> tuple[d.Item, ...]:
        return tuple(d.AddBlock(each, span=each.span) for each in declared)

    def _replace(self, span: Span, pin: Token | None, declared: tuple[d.Declaration, ...]) -> tuple[d.Item, ...]:
        return tuple(d.Replace(each, _text(pin), span=each.span) for each in declared)

    def _add_word(self, span: Span, word: Token, list_: Token, cites: Token | None) -> d.Item:
        return d.AddWord(str(word), str(list_), span=span, cites=_cites(cites))

    def _remove(self, span: Span, reference: d.Reference, cites: Token | None) -> d.Item:
        return d.Remove(reference, span=span, cites=_cites(cites))

    def _rename(self, span: Span, old: Token, new: Token, cites: Token | None) -> d.Item:
        return d.Rename(str(old), str(new), span=span, cites=_cites(cites))

    def _put(self, span: Span, one: str, side: str, other: str, cites: Token | None) -> d.Item:
        return d.Put(one, side == "before", other, span=span, cites=_cites(cites))

    def _cite(self, span: Span, reference: d.Reference, cites: Token) -> d.Item:
        return d.Cite(reference, span=span, cites=_cites(cites))

    def _reference(self, span: Span, word: str, name: Token | None = None) -> d.Reference:
        words = _MARK_WORDS.get(word, word.replace("_", " "))
        return d.Reference(f"{words} {name}" if name else words, span=span)

    def _ref_word(self, span: Span, *words: str) -> str:
        return words[0]

    _ref_single = _ref_word

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

    def _reading(self, span: Span, name: Token, text: Token) -> d.Reading:
        return d.Reading(str(name), _string(text), span=span)

    def _players(self, span: Span, least: Token, most: Token | None, cites: Token | None) -> d.Declaration:
        return d.Players(int(least), int(most or least), span=span, cites=_cites(cites))

    def _seats(self, span: Span, list_: Token, words: tuple[str, ...], cites: Token | None) -> d.Declaration:
        return d.Seats(str(list_), words, span=span, cites=_cites(cites))

    def _limit(self, span: Span, turns: Token, cites: Token | None) -> d.Declaration:
        return d.Limit(int(turns), span=span, cites=_cites(cites))

    def _word(self, span: Span, name: Token, words: tuple[str, ...], cites: Token | None) -> d.Declaration:
        return d.WordList(name=str(name), words=words, span=span, cites=_cites(cites))

    def _numbers(self, span: Span, name: Token, low: Token, high: Token, cites: Token | None) -> d.Declaration:
        return d.NumberList(name=str(name), low=int(low), high=int(high), span=span, cites=_cites(cites))

    def _cards(self, span: Span, name: Token, zone: Token, cites: Token | None, *decks: d.Deck) -> d.Declaration:
        return d.Cards(name=str(name), zone=str(zone), decks=decks, span=span, cites=_cites(cites))

    def _deck(self, span: Span, copies: Token, *rest: Any) -> d.Deck:
        *factors, cites = rest
        number = int(copies) if copies.type == "INT" else str(copies)
        return d.Deck(number, tuple(factors), span=span, cites=_cites(cites))

    def _each(self, span: Span, words: e.Expression) -> d.Factor:
        return d.Factor(True, words, span=span)

    def _only(self, span: Span, word: Token) -> d.Factor:
        return d.Factor(False, e.Name(str(word), span=span), span=span)

    def _zone(self, span: Span, name: Token, per: bool | None, *rest: Any) -> d.Declaration:
        *properties, cites = rest
        zone = d.Zone(name=str(name), per_player=bool(per), span=span, cites=_cites(cites))
        for each in properties:
            match each:
                case "shuffled":
                    zone = evolve(zone, shuffled=True)
                case "in_row":
                    zone = evolve(zone, ordered=True)
                case "bookkeeping":
                    zone = evolve(zone, bookkeeping=True)
                case ("seen_by", seer):
                    zone = evolve(zone, seen_by=seer)
                case ("refilled_from", expression):
                    zone = evolve(zone, refill=expression)
        return zone

    def _per_player(self, span: Span) -> bool:
        return True

    def _seen_by(self, span: Span, seer: str) -> tuple[str, str]:
        return "seen_by", seer

    def _in_row(self, span: Span, *noise: Any) -> str:
        return "in_row"

    def _refilled_from(self, span: Span, expression: e.Expression) -> tuple[str, e.Expression]:
        return "refilled_from", expression

    def _counter(self, span: Span, name: Token, per: bool | None, *rest: Any) -> d.Declaration:
        *properties, cites = rest
        counter = d.Counter(name=str(name), per_player=bool(per), span=span, cites=_cites(cites))
        for each in properties:
            match each:
                case ("below", number):
                    counter = evolve(counter, below=number)
                case ("above", number):
                    counter = evolve(counter, above=number)
                case "bookkeeping":
                    counter = evolve(counter, bookkeeping=True)
                case _:
                    counter = evolve(counter, reset=each)
        return counter

    def _counter_property(self, span: Span, said: str) -> str:
        return _RESETS.get(said, said)

    _note_property = _counter_property

    def _never_below(self, span: Span, number: Token) -> tuple[str, int]:
        return "below", int(number)

    def _never_above(self, span: Span, number: Token) -> tuple[str, int]:
        return "above", int(number)

    def _note(self, span: Span, name: Token, per: Any, of: str, *rest: Any) -> d.Declaration:
        *properties, cites = rest
        note = d.Note(name=str(name), per_player=bool(per), of=of, span=span, cites=_cites(cites))
        for each in properties:
            note = evolve(note, bookkeeping=True) if each == "bookkeeping" else evolve(note, reset=each)
        return note

    def _note_of(self, span: Span, name: Token | None = None) -> str:
        return str(name) if name else "player"

    def _by(self, span: Span, name: Token | None = None) -> str:
        return str(name) if name else "players"

    def _value(self, span: Span, name: Token, parameter: str | None, set_: Any, cites: Token | None) -> d.Declaration:
        return d.Value(name=str(name), parameter=parameter, expression=set_, span=span, cites=_cites(cites))

    def _parameter(self, span: Span, kind: str) -> str:
        return kind

    def _table(self, span: Span, name: Token, by: str, *rest: Any) -> d.Declaration:
        *rows, otherwise, cites = rest
        return d.Table(name=str(name), by=by, rows=tuple(rows), otherwise=otherwise, span=span, cites=_cites(cites))

    def _row(self, span: Span, value: e.Expression, key: Token) -> d.Row:
        return d.Row(value, int(key) if key.type == "INT" else str(key), span=span)

    def _call(self, span: Span, subject: str, name: Token, condition: e.Condition, cites: Any) -> d.Declaration:
        return d.Call(name=str(name), subject=subject, condition=condition, span=span, cites=_cites(cites))

    def _winners(self, span: Span, players: e.Expression, cites: Token | None) -> d.Declaration:
        return d.Winners(players, span=span, cites=_cites(cites))

    def _returns(self, span: Span, amount: e.Expression, cites: Token | None) -> d.Declaration:
        return d.Returns(amount, span=span, cites=_cites(cites))

    def _score(self, span: Span, scored: e.Expression | e.Extreme, cites: Token | None) -> d.Declaration:
        if not isinstance(scored, e.Extreme):
            return d.Score(scored, span=span, cites=_cites(cites))
        return d.Score(scored.measure, not scored.most, scored.by_height, span=span, cites=_cites(cites))

    def _body(self, span: Span, cites: Token | None, *statements: s.Statement) -> tuple[Citations, d.Body]:
        return _cites(cites), statements

    def _set_up(self, span: Span, body: Any) -> d.Declaration:
        return d.SetUp(cites=body[0], body=body[1], span=span)

    def _round(self, span: Span, body: Any) -> d.Declaration:
        return d.Round(cites=body[0], body=body[1], span=span)

    def _turn(self, span: Span, body: Any) -> d.Declaration:
        return d.Turn(cites=body[0], body=body[1], span=span)

    def _next_turn(self, span: Span, body: Any) -> d.Declaration:
        return d.NextTurn(cites=body[0], body=body[1], span=span)

    def _before_turn(self, span: Span, name: Token | None = None, body: Any = None) -> Any:
        if name is None:
            return "before_turn"
        return d.BeforeTurn(name=str(name), cites=body[0], body=body[1], span=span)

    def _after_turn(self, span: Span, name: Token, body: Any) -> d.Declaration:
        return d.AfterTurn(name=str(name), cites=body[0], body=body[1], span=span)

    def _after_round(self, span: Span, name: Token, body: Any) -> d.Declaration:
        return d.AfterRound(name=str(name), cites=body[0], body=body[1], span=span)

    def _action(self, span: Span, names: tuple[str, ...], body: Any) -> Any:
        """One action for each name."""
        return tuple(d.Action(name=name, cites=body[0], body=body[1], span=span) for name in names)

    def _round_ends(self, span: Span, *parts: Any) -> d.Declaration:
        return self._reason_block(d.RoundEnds, span, *parts)

    def _game_ends(self, span: Span, *parts: Any) -> d.Declaration:
        return self._reason_block(d.GameEnds, span, *parts)

    def _reason_block(
        self,
        kind: type[d.RoundEnds] | type[d.GameEnds],
        span: Span,
        name: Token,
        moment: str | None,
        condition: e.Condition,
        rest: Any,
    ) -> d.Declaration:
        cites, body = rest if isinstance(rest, tuple) else (_cites(rest), ())
        when = (moment or "at_once").replace("_", " ")
        return kind(name=str(name), moment=when, condition=condition, body=body, cites=cites, span=span)

    # ---- statements

    def _do(self, span: Span, effect: s.Effect, cites: Token | None) -> s.Statement:
        return s.Do(effect, span=effect.span, cites=_cites(cites))

    def _suite_line(self, span: Span, effect: s.Effect, cites: Token | None) -> tuple[Citations, d.Body]:
        return _cites(cites), (s.Do(effect, span=effect.span),)

    _suite_block = _body

    def _otherwise(self, span: Span, suite: tuple[Citations, d.Body]) -> d.Body:
        """What is cited behind the word is cited by each of its statements."""
        cites, body = suite
        return tuple(evolve(each, cites=(*cites, *each.cites)) for each in body) if cites else body

    def _if_(
        self, span: Span, condition: e.Condition, adverb: str | None, suite: Any, otherwise: d.Body | None
    ) -> s.Statement:
        return s.If(condition, suite[1], otherwise or (), _adverbs(adverb), span=span, cites=suite[0])

    def _unless(self, span: Span, condition: e.Condition, *rest: Any) -> s.Statement:
        return self._if_(span, e.Not(condition, span=condition.span), *rest)

    def _may(self, span: Span, adverb: str | None, suite: Any) -> s.Statement:
        """How a choice is asked that can be declined is an adverb of the choice."""
        cites, body = suite
        match body:
            case (s.Do(s.Choose() as choose) as first, *others):
                asked = evolve(choose, adverbs=_adverbs(adverb, *choose.adverbs))
                return s.May((evolve(first, effect=asked), *others), span=span, cites=cites)
        return s.May(body, _adverbs(adverb), span=span, cites=cites)

    def _together(self, span: Span, suite: Any) -> s.Statement:
        return s.Together(suite[1], span=span, cites=suite[0])

    def _who(self, span: Span, players: e.Expression, adverb: str | None, suite: Any) -> s.Statement:
        return s.Who(players, suite[1], _adverbs(adverb), span=span, cites=suite[0])

    def _choose(self, span: Span, *parts: Any) -> s.Effect:
        afterwards = [part for mark, part in (p for p in parts if isinstance(p, tuple)) if mark == "afterwards"]
        return s.Choose(
            tuple(part for part in parts if isinstance(part, s.Pick)),
            tuple(part for part in parts if isinstance(part, e.Sieve)),
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

    def _pick(self, span: Span, name: Token, other: Token | None, source: e.Expression) -> s.Pick:
        if other is None:
            return s.PickOne(str(name), source, span=span)
        return s.PickPair(str(name), str(other), source, span=span)

    def _pick_number(self, span: Span, name: Token, low: e.Expression, high: e.Expression) -> s.Pick:
        return s.PickNumber(str(name), low, high, span=span)

    def _pick_cards(self, span: Span, low: Any, high: Any, name: Token, source: e.Expression) -> s.Pick:
        return s.PickCards(str(name), low, high, source, span=span)

    def _move(self, span: Span, *parts: e.Expression) -> s.Effect:
        return s.Move(parts[:-1], parts[-1], span=span)

    # ---- expressions

    def _name(self, span: Span, token: Token) -> e.Expression:
        return e.Name(str(token), span=span)

    def _number(self, span: Span, token: Token) -> e.Expression:
        return e.Number(int(token), span=span)

    def _its(self, span: Span, token: Token) -> e.Expression:
        return e.Its(str(token), span=span)

    def _noun_name(self, span: Span, token: Token) -> e.Noun:
        return e.Noun(str(token), span=span)

    def _noun_left(self, span: Span) -> e.Noun:
        return e.Noun("left", span=span)

    def _noun_right(self, span: Span) -> e.Noun:
        return e.Noun("right", span=span)

    def _different(self, span: Span, name: Token, of: e.Expression) -> e.Expression:
        return e.Different(str(name), of, span=span)

    def _total(self, span: Span, name: Token, of: e.Expression) -> e.Expression:
        return e.Total(str(name), of, span=span)

    def _players_who(self, span: Span, name: Token) -> e.Expression:
        return e.PlayersWho(str(name), True, span=span)

    def _players_who_not(self, span: Span, name: Token) -> e.Expression:
        return e.PlayersWho(str(name), False, span=span)

    def _sum(self, span: Span, first: e.Expression, *parts: Any) -> e.Expression:
        for kind, part in parts:
            first = kind(first, part, span=Span(span.source, span.start, part.span.end))
        return first

    def _plus(self, span: Span, part: e.Expression) -> Any:
        return e.Plus, part

    def _minus(self, span: Span, part: e.Expression) -> Any:
        return e.Minus, part

    def _except_(self, span: Span, part: e.Expression) -> Any:
        return e.Except, part

    def _product(self, span: Span, first: e.Expression, *parts: e.Expression) -> e.Expression:
        for part in parts:
            first = e.Times(first, part, span=span)
        return first

    def _sieved(self, span: Span, set_: e.Expression, *sieves: e.Sieve) -> e.Expression:
        return e.Sieved(set_, sieves, span=span)

    def _most(self, span: Span, measure: e.Expression) -> e.Extreme:
        return e.Extreme(True, measure, span=span)

    def _highest(self, span: Span, measure: e.Expression) -> e.Extreme:
        return e.Extreme(True, measure, by_height=True, span=span)

    def _fewest(self, span: Span, measure: e.Expression) -> e.Extreme:
        return e.Extreme(False, measure, span=span)

    def _lowest(self, span: Span, measure: e.Expression) -> e.Extreme:
        return e.Extreme(False, measure, by_height=True, span=span)

    # ---- conditions

    def _is_(self, span: Span, subject: e.Expression, predicate: Any) -> e.Condition:
        return _about(span, subject, predicate)

    def _is_not(self, span: Span, subject: e.Expression, predicate: Any) -> e.Condition:
        return e.Not(_about(span, subject, predicate), span=span)

    def _quantified(self, span: Span, quantifier: str, member: e.Member, condition: e.Condition) -> e.Condition:
        return e.Quantified(quantifier, member, condition, span=span)

    def _quantified_is(self, span: Span, quantifier: str, member: e.Member, predicate: Any) -> e.Condition:
        return e.Quantified(quantifier, member, _about(span, e.It(span=member.span), predicate), span=span)

    def _quantified_is_not(self, span: Span, quantifier: str, member: e.Member, predicate: Any) -> e.Condition:
        about = e.Not(_about(span, e.It(span=member.span), predicate), span=span)
        return e.Quantified(quantifier, member, about, span=span)

    def _member_player(self, span: Span, among: e.Expression | None) -> e.Member:
        return e.Member(True, among, span=span)

    def _member_other(self, span: Span) -> e.Member:
        return e.Member(True, e.OtherPlayers(span=span), span=span)

    def _member_card(self, span: Span, among: e.Expression) -> e.Member:
        return e.Member(False, among, span=span)

    def _repeats(self, span: Span, of: e.Expression, name: Token) -> e.Condition:
        return e.Repeats(of, str(name), span=span)

    def _same(self, span: Span, other: e.Expression) -> Any:
        return "same", other

    def _within(self, span: Span, other: e.Expression) -> Any:
        return "within", other

    def _empty(self, span: Span) -> Any:
        return "empty", None

    def _at_least(self, span: Span, other: e.Expression) -> Any:
        return "at_least", other

    def _at_most(self, span: Span, other: e.Expression) -> Any:
        return "at_most", other

    def _more_than(self, span: Span, other: e.Expression) -> Any:
        return "more_than", other

    def _less_than(self, span: Span, other: e.Expression) -> Any:
        return "less_than", other


_RESETS = {"each_round": "round", "each_turn": "turn"}
_MARK_WORDS = {"set_up": "set-up", "seats": "players have"}


def _about(span: Span, subject: e.Expression, predicate: tuple[str, Any]) -> e.Condition:
    kind, other = predicate
    if kind == "same":
        return e.Is(subject, other, span=span)
    if kind == "within":
        return e.Within(subject, other, span=span)
    if kind == "empty":
        return e.Empty(subject, span=span)
    return e.Compare(subject, _RELATIONS[kind], other, span=span)


def _written(text: str) -> tuple[list[int], list[int]]:
    """Where what the lines say begins and ends, comments and empty lines aside."""
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
