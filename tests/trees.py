"""Hypothesis strategies of trees that the grammar can say, with any names: each class of the tree by its fields.

Each is made once: to make them anew wherever one holds another took most of the time of the tests.
"""

from functools import cache
from itertools import count
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from attrs import fields, resolve_types
from hypothesis import strategies as st

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Citation, Node
from rulespec.language.tree.source import Source, Span

Strategy = st.SearchStrategy[Any]

NOWHERE = Span(Source("nowhere", ""), 0, 0)
NAMES = st.sampled_from("red blue hand pile card heart-of-oak Wächter R2 it2 nothing_at_all ß".split())
FIGURES = st.integers(-(10**9 - 1), 10**9 - 1)
UNIONS = (Union, UnionType)
RESOLVED = (e.Meaning, e.Fits, e.Cases)  # what is meant, and never written; or only by itself, as a value
DEEP = 4  # how many nodes lie in one another; statements aside, in which all else begins anew


def _some(of: Strategy, least: int = 1) -> Strategy:
    return st.lists(of, min_size=least, max_size=least + 2).map(tuple)


# what a field can hold, where its type does not say it
_PARTS: dict[tuple[type[Node], str], Strategy] = {
    (e.EndedBy, "of"): st.sampled_from(["round", "game"]),
    (e.That, "list"): NAMES.filter("card".__ne__),  # `that card` is a card
    (e.InAnswers, "name"): NAMES.filter("card".__ne__),  # `perform red card offered times` would be about a card
    (e.Noun, "text"): NAMES | st.sampled_from(["left", "right"]),
    **{(kind, "adverbs"): st.just(()) for kind in (s.Choose, s.May, s.If, s.ForEach, s.ForEachWord)},
    (sc.Said, "words"): _some(NAMES.filter("card".__ne__) | FIGURES),  # `2 card` would be any two cards
    (sc.Heard, "said"): _some(st.sampled_from(["seat 0 chooses", "it is over"]), 0),
    (sc.ReturnsAre, "numbers"): _some(FIGURES),
}
_LEAST = {  # how many of several there are at least, if not one
    (e.AllOf, "parts"): 2,
    (e.AnyOf, "parts"): 2,
    **dict.fromkeys([(s.If, "otherwise"), (s.Choose, "sieves")], 0),
    **dict.fromkeys([(sc.Given, "laid"), (sc.Laid, "content"), (sc.Shows, "content"), (sc.Knows, "cards")], 0),
    **dict.fromkeys([(sc.Answered, "names"), (sc.Answered, "said"), (sc.WinnersAre, "seats")], 0),
}


_CARD = e.Name("card", span=NOWHERE)


def _sized(kind: type[e.SetsOf | e.LeastTotal]) -> Any:
    """Sets of cards, of which the most that each has is said with the least."""

    def sized(low: e.Expression | None, high: e.Expression | None, **parts: Any) -> Node:
        low, high = (None if each == _CARD else each for each in (low, high))  # `sets of card cards` is no size
        return kind(low=low, high=None if low is None else high, **parts)

    return sized


_SIZED: dict[type[Node], Any] = {kind: _sized(kind) for kind in (e.SetsOf, e.LeastTotal)}


def _node(kind: Any, *parts: Strategy, **named: Strategy) -> Strategy:
    return st.builds(kind, *parts, span=st.just(NOWHERE), **named)


@cache
def some_of(kind: object, deep: int = DEEP, least: int = 1) -> Strategy:
    """What a field of this type can hold: nodes of a class or of a union, or several of them, and what names them."""
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(0, 10**9 - 1)
    if kind is str:
        return NAMES
    if kind is NoneType:
        return st.none()
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is tuple:
        return _some(some_of(get_args(kind)[0], deep), least)
    if get_origin(kind) in UNIONS:
        enough = next(more for more in count(deep) if _fits(kind, more))
        return st.one_of([some_of(each, enough) for each in get_args(kind) if _fits(each, enough)])
    return st.deferred(lambda: _nodes(kind, deep))


@cache
def _nodes(kind: type[Node], deep: int) -> Strategy:
    whole = {e.Member: _members, sc.Rule: _rules, sc.Share: _shares}.get(kind)
    if whole is not None:
        return whole()
    made = _SIZED.get(kind, kind)
    return _node(made, **{str(each.alias): _part(kind, each, deep) for each in _fields(kind)})


def _part(kind: type[Node], part: Any, deep: int) -> Strategy:
    at = kind, part.name
    if at in _PARTS:
        return _PARTS[at]
    if part.type is str and not part.metadata.get("names"):
        raise TypeError(f"what the field '{part.name}' of {kind.__name__} can hold is not said in _PARTS")
    outer = issubclass(kind, s.Statement) and part.type != tuple[s.Statement, ...]
    return some_of(part.type, DEEP if outer else max(0, deep - 1), _LEAST.get(at, 1))


def _fields(kind: type[Node]) -> list[Any]:
    return [each for each in fields(resolve_types(kind)) if each.name not in ("span", "cites")]


@cache
def _fits(kind: object, deep: int) -> bool:
    """Whether something of a type can be made of so many nodes in one another."""
    if get_origin(kind) in UNIONS:
        return any(_fits(each, deep) for each in get_args(kind))
    if get_origin(kind) is tuple:
        return _fits(get_args(kind)[0], deep)
    if not (isinstance(kind, type) and issubclass(kind, Node)):
        return True
    return not issubclass(kind, RESOLVED) and deep >= 0 and all(_fits(each.type, deep - 1) for each in _fields(kind))


def _members() -> Strategy:
    among = some_of(e.Expression, 1)
    of_list = _node(e.Member, st.just(False), st.none() | among, list=NAMES.filter("card".__ne__))
    return of_list | _node(e.Member, st.just(True), st.none() | among) | _node(e.Member, st.just(False), among)


def _rules() -> Strategy:
    named = _node(sc.Rule, st.sampled_from(["value", "round ends"]), NAMES)
    return named | _node(sc.Rule, st.sampled_from(["next turn", "set-up"]), st.none())


def _shares() -> Strategy:
    number, whose = st.integers(0, 99), some_of(sc.Seat) | st.sampled_from(["players", "others"])
    of_word = _node(sc.Share, NAMES, st.none(), st.none() | number)  # of a word it is a seat's before it is resolved
    return of_word | _node(sc.Share, NAMES, whose, st.none() | NAMES | number)


def blocks() -> Strategy:
    """Blocks of each kind that holds one of these."""
    condition, body = some_of(e.Condition), some_of(tuple[s.Statement, ...], 3)
    return st.one_of(
        _node(
            d.Value,
            name=NAMES,
            parameter=st.none() | st.sampled_from(["player", "card", "cards", "suit"]),
            expression=some_of(e.Expression),
        ),
        _node(
            d.Value,
            name=NAMES,
            parameter=st.sampled_from(["player", "card", "cards", "suit"]),
            by=st.just("player") | NAMES,
            expression=some_of(e.Expression),
        ),
        _node(d.Value, name=NAMES, parameter=st.none(), expression=some_of(e.Cases)),
        _node(d.Call, name=NAMES, subject=st.sampled_from(["player", "card", "cards", "game"]), condition=condition),
        _node(d.Always, name=NAMES, moment=st.sampled_from(get_args(d.Moment)), condition=condition),
        _node(d.Action, name=NAMES, body=body),
        _node(d.Winners, some_of(e.Expression)),
        _node(d.GameEnds, name=NAMES, moment=st.just("at once"), condition=condition, body=st.just(()) | body),
    )


def scenarios() -> Strategy:
    """Scenarios with everything that can be given, answered and claimed in them."""
    given, steps = some_of(sc.Given | None), some_of(tuple[sc.Step, ...], 4)
    return _node(d.Scenario, name=NAMES, title=st.none() | st.just("What happens then"), given=given, steps=steps)


def layers() -> Strategy:
    """Whole layers, with everything that they can do to the blocks of a base."""
    cites = st.just((Citation("R1"), Citation("book", ((1, 2), (4, 4)))))
    words = st.sampled_from(sorted(set(d.KEYWORDS.values()) - _ALONE))
    alone = _node(d.Reference, st.sampled_from(sorted(_ALONE)))
    reference = alone | _node(d.Reference, st.builds("{} {}".format, words, NAMES))
    pin = st.none() | st.just("0a1b2c3d")
    block = _node(d.Value, name=NAMES, parameter=st.none(), expression=some_of(e.Expression, 1))
    item = st.one_of(
        _node(d.Plain, block),
        _node(d.AddBlock, block),
        _node(d.Replace, block, pin),
        _node(d.AddWord, NAMES, NAMES),
        _node(d.Remove, reference, cites=cites),
        _node(d.Rename, NAMES, NAMES),
        _node(d.Put, NAMES, st.booleans(), NAMES),
        _node(d.Cite, reference, cites=cites),
        _node(d.TriedOn, _some(NAMES | st.just("base+on-top")), cites=cites),
        _node(d.Changes, _some(NAMES), cites=cites),
    )
    title, beneath = st.none() | st.just("On top of it"), st.lists(NAMES, max_size=2).map(tuple)
    header = _node(d.Header, st.just("layer"), NAMES, title, beneath)
    return _node(d.RuleFile, header, _some(item))


_ALONE = {  # the keys that have no name
    "players", "players have", "limit", "set-up", "round", "turn", "next turn", "winners", "returns", "score",
}  # fmt: skip


_PARTS[s.ForEachWord, "pick"] = _node(s.PickOne, st.just(s.THAT), some_of(e.Expression))
