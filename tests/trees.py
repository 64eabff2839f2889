"""Hypothesis strategies of trees that the grammar can say: expressions, sieves, conditions, statements.

Each is made once: to make them anew wherever one holds another took most of the time of the tests.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, get_args

from hypothesis import strategies as st

from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import scenarios as sc
from rulespec.tree import statements as s
from rulespec.tree.node import Citation
from rulespec.tree.source import Source, Span

NOWHERE = Span(Source("nowhere", ""), 0, 0)
NAMES = st.sampled_from("red blue hand pile card heart-of-oak Wächter R2 it2 nothing_at_all ß".split())
DEEP = 3  # how many nodes lie in one another


def _node(
    kind: Callable[..., Any], *parts: st.SearchStrategy[Any], **named: st.SearchStrategy[Any]
) -> st.SearchStrategy[Any]:
    return st.builds(kind, *parts, span=st.just(NOWHERE), **named)


def _some(of: st.SearchStrategy[Any], least: int = 1) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, min_size=least, max_size=least + 2).map(tuple)


@cache
def nouns() -> st.SearchStrategy[e.Noun]:
    return _node(e.Noun, NAMES | st.sampled_from(["left", "right"]))


@cache
def expressions(deep: int = DEEP) -> st.SearchStrategy[e.Expression]:
    """Everything that the grammar takes for an expression, narrowed sets included."""
    leaves = [
        _node(e.Name, NAMES), _node(e.Number, st.integers(0, 10**9 - 1)), _node(e.Own, nouns()), _node(e.Its, NAMES),
        _node(e.PlayersWho, NAMES, st.booleans()),
        *map(_node, (e.NoneYet, e.It, e.SelfPlayer, e.Active, e.TheGame, e.AllPlayers, e.OtherPlayers)),
    ]  # fmt: skip
    if not deep:
        return st.one_of(leaves)
    inner = st.deferred(lambda: expressions(deep - 1))
    of_one = (e.First, e.Last, e.NextOf, e.PreviousOf, e.Earlier, e.OwnerOf, e.CountCards, e.NumberOf)
    of_two = (e.Smaller, e.Larger, e.Plus, e.Minus, e.Except, e.Times)
    return st.one_of(
        *leaves,
        _node(e.Of, nouns(), inner),
        *(_node(kind, inner) for kind in of_one),
        *(_node(kind, NAMES, inner) for kind in (e.Different, e.Total)),
        *(_node(kind, inner, inner) for kind in of_two),
        _node(e.Sieved, inner, _some(st.deferred(lambda: sieves(deep - 1)))),
    )


@cache
def sieves(deep: int = DEEP) -> st.SearchStrategy[e.Sieve]:
    condition = st.deferred(lambda: conditions(max(0, deep - 1)))
    extreme = _node(
        e.Extreme, st.booleans(), st.deferred(lambda: expressions(max(0, deep - 1))), by_height=st.booleans()
    )
    return st.one_of(
        _node(e.Where, condition), _node(e.Preferring, _some(condition)), _node(e.WithExtremes, _some(extreme))
    )


@cache
def conditions(deep: int = DEEP) -> st.SearchStrategy[e.Condition]:
    expression = st.deferred(lambda: expressions(max(0, deep - 1)))
    simple = [
        _node(e.Is, expression, expression),
        _node(e.Compare, expression, st.sampled_from([">=", "<=", ">", "<"]), expression),
        _node(e.Within, expression, expression),
        _node(e.Empty, expression),
        _node(e.Repeats, expression, NAMES),
    ]
    if not deep:
        return st.one_of(simple)
    inner = st.deferred(lambda: conditions(deep - 1))
    member = st.one_of(
        _node(e.Member, st.just(True), st.none() | expression), _node(e.Member, st.just(False), expression)
    )
    return st.one_of(
        *simple,
        _node(e.AllOf, _some(inner, 2)),
        _node(e.AnyOf, _some(inner, 2)),
        _node(e.Not, inner),
        _node(e.Quantified, st.sampled_from(["some", "no", "every"]), member, inner),
    )


@cache
def picks() -> st.SearchStrategy[s.Pick]:
    inner = expressions(2)
    return st.one_of(
        _node(s.PickOne, NAMES, inner),
        _node(s.PickPair, NAMES, NAMES, inner),
        _node(s.PickNumber, NAMES, inner, inner),
        _node(s.PickCards, NAMES, inner, st.none() | inner, inner),
    )


@cache
def effects() -> st.SearchStrategy[s.Effect]:
    inner = expressions(3)
    return st.one_of(
        _node(
            s.Choose,
            _some(picks()),
            st.lists(sieves(2), max_size=2).map(tuple),
            st.none() | conditions(2),
            st.booleans(),
        ),
        _node(s.Move, _some(inner), inner),
        _node(s.Draw, inner, inner, inner),
        *(_node(kind, inner, inner) for kind in (s.Exchange, s.Show, s.Set, s.Add, s.Take)),
        _node(s.Perform, inner),
        _node(s.IsNext, inner),
        _node(s.Reverse),
        _node(s.Nothing),
    )


@cache
def statements(deep: int = 2) -> st.SearchStrategy[s.Statement]:
    do: st.SearchStrategy[s.Statement] = _node(s.Do, effects())
    if not deep:
        return do
    body = _some(st.deferred(lambda: statements(deep - 1)))
    return st.one_of(
        do,
        _node(s.If, conditions(3), body, st.just(()) | body),
        _node(s.May, body),
        _node(s.Together, body),
        _node(s.ForEach, expressions(3), body),
    )


def blocks() -> st.SearchStrategy[d.Declaration]:
    """Blocks of each kind that holds one of these."""
    return st.one_of(
        _node(d.Value, name=NAMES, parameter=st.none() | st.sampled_from(["player", "card"]), expression=expressions()),
        _node(d.Call, name=NAMES, subject=st.sampled_from(["player", "card", "game"]), condition=conditions()),
        _node(d.Always, name=NAMES, moment=st.sampled_from(get_args(d.Moment)), condition=conditions()),
        _node(d.Action, name=NAMES, body=_some(statements())),
        _node(d.Winners, expressions()),
        _node(d.GameEnds, name=NAMES, moment=st.just("at once"), condition=conditions(), body=_some(statements(1), 0)),
    )


def scenarios() -> st.SearchStrategy[d.Scenario]:
    """Scenarios with everything that can be given, answered and claimed in them."""
    number = st.integers(-(10**9 - 1), 10**9 - 1)
    seat = _node(sc.Seat, NAMES | st.integers(0, 9))
    share = _node(sc.Share, NAMES, st.none() | seat | st.sampled_from(["players", "others"]))
    said = _node(sc.Said, _some(NAMES.filter("card".__ne__) | number))  # `2 card` would be any two cards
    answer = _some(said | _node(sc.Aside, _some(NAMES)))
    some_cards = _node(sc.SomeCards, st.integers(0, 99), st.none() | expressions(1))
    content = _some(said | some_cards | _node(sc.TheRest), 0)
    line = _node(sc.Answered, seat, _some(NAMES, 0), answer) | _node(sc.Drawn, seat, _some(said))
    offers = _some(_node(sc.Offer, answer))
    rule = _node(sc.Rule, st.sampled_from(["value", "round ends"]), NAMES) | _node(
        sc.Rule, st.sampled_from(["next turn", "set-up"]), st.none()
    )
    claim = st.one_of(
        _node(sc.Holds, conditions(1)),
        _node(sc.Shows, share, content),
        _node(sc.Has, share, _some(said), st.booleans()),
        _node(sc.Knows, seat, share, _some(said, 0)),
        _node(sc.Heard, seat, _some(st.sampled_from(["seat 0 chooses", "it is over"]), 0)),
        _node(sc.Ends, st.booleans(), NAMES),
        _node(sc.GoesOn, st.booleans()),
        *(_node(kind, seat) for kind in (sc.NextIs, sc.AskedIs)),
        _node(sc.Offered, offers, st.booleans()),
        _node(sc.NotOffered, offers, st.none() | rule),
        _node(sc.WinnersAre, _some(seat, 0)),
        _node(sc.ReturnsAre, _some(number)),
    )
    laid = _some(_node(sc.Laid, share, content), 0)
    given = st.one_of(
        _node(sc.Given, st.none() | st.integers(0, 9), st.none(), laid),
        _node(sc.Given, st.none() | st.integers(0, 9), seat, laid),
    )
    step = _node(sc.When, _some(line)) | _node(sc.Then, _some(claim, 4))
    title = st.none() | st.just("What happens then")
    return _node(d.Scenario, name=NAMES, title=title, given=st.none() | given, steps=_some(step))


def layers() -> st.SearchStrategy[d.RuleFile]:
    """Whole layers, with everything that they can do to the blocks of a base."""
    cites = st.just((Citation("R1"), Citation("book", ((1, 2), (4, 4)))))
    words = st.sampled_from(sorted(set(d.KEYWORDS.values()) - _ALONE))
    alone = _node(d.Reference, st.sampled_from(sorted(_ALONE)))
    reference = alone | _node(d.Reference, st.builds("{} {}".format, words, NAMES))
    pin = st.none() | st.just("0a1b2c3d")
    block = _node(d.Value, name=NAMES, parameter=st.none(), expression=expressions(1))
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
