"""Conditions that are always or never true: those that are reported, and that none of them ever turns out otherwise."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest
from attrs import evolve

from rulespec import Over, Ruleset, State, load
from rulespec.engine.python.position import thawed
from rulespec.game.pipeline import warnings
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import CARD, PLAYER, Kind
from rulespec.language.tree.node import Node, children, walk
from rulespec.language.tree.scopes import going_through
from rulespec.rules.checks.settled import settled_conditions
from rulespec.rules.resolve.bounds import Bounding, chosen
from rulespec.rules.resolve.itself import Member
from rulespec.rules.resolve.settled import Standpoint, Truths
from tests.effort import draws_until, tried
from tests.library import (
    EXAMPLE_GAMES,
    HOUSE_RULES,
    KNOWN_GAMES,
    OFFICIAL,
    READINGS,
    SMALL,
    drawn_file,
    ruleset,
)

GAME = """ruleset asked "A game that asks one condition"
players 2 to 4
at most 9 turns
word suit: red, blue, green
word kind: lone
numbers rank: 1 to 9
cards deck in pile
    2 of each rank in each suit
    1 of lone
zone pile, shuffled
zone hand of player, seen by owner
zone table, in a row, seen by all
counter points of player, never below 0, never above 20
counter pot
note mark of player: suit
note friend of player: player
value partner of player: own left
value dear of player: own left if own points is at least 3, own right otherwise
value target: 3
call player rich if own points is at least 7
call game late if pile is empty
set-up
    players: draw 2 from pile to own hand
turn
    choose card from own hand
    move card to table
    if CONDITION: add 1 to own points
game ends out: pile is empty
winners: players
"""
ALWAYS = """own points is at least 0
own points is at most 20
own points is at least 3 or own points is less than 3
pot is 3 or pot is not 3
own points is more than pot or pot is at least own points
card is red or card is not red
own hand is empty or own hand is not empty
game is late or pile is not empty
left of right of self is self
some player where own points is at least 0
every player where it is not own partner
rank of card is none or rank of card is not none
cards in pile is at most 55"""
NEVER = """own points is more than 20
own points is at least 3 and own points is less than 2
pot is 3 and pot is 4
own points is more than pot and pot is at least own points
card is red and card is blue
own mark is red and own mark is none
own hand is empty and cards in own hand is 2
game is late and pile is not empty
self is left of self
active is partner of active
dear of self is self
some player where it is own partner
some player where own points is more than 20
some card in (own hand, where it is red) where it is blue
rank of card is at least 10
cards in pile is at least 56
suit of card is more than blue and suit of card is at most blue
some suit where it is red and it is blue"""
OPEN = """own points is at least 1
own points is at least 3 or own points is less than 2
pot is less than 0
target is 4
number of players is 2
card is red or card is blue or card is green
suit of card is more than blue or suit of card is at most blue
own mark is red or own mark is none
left of left of self is self
self is left of friend of self and friend of self is right of self
friend of self is left of friend of active
rank of card is at least 1
rank of card is at most 9
some card in own hand where it is in hand of active
some player where it is self
self is rich and own points is less than 9
every card in own hand where it is red"""


TRIED = {"quick": 15, "deep": 600}  # drawn files
LEAST = tried(deep=300, quick=8)  # settled conditions of each sort
RELATIONS, QUANTIFIERS = get_args(e.Relation), get_args(e.Quantifier)
MOST = 40  # conditions that are made of those of one file
STATES = 6  # of its games


def asked(condition: str) -> Ruleset:
    return load("asked", texts={"asked": GAME.replace("CONDITION", condition)})


def settled(rules: Ruleset) -> list[tuple[str, bool]]:
    return [(node.span.text, truth) for node, _, truth in settled_conditions(rules.resolved)]


def truths_of(rules: Ruleset) -> Truths:
    cards, players = len(rules.game(rules.players[-1]).material.cards), rules.players[-1]
    bounding = Bounding(rules.resolved, cards, players, chosen(rules.resolved, cards, players))
    return Truths(rules.resolved, bounding)


@pytest.mark.parametrize(
    ("conditions", "truth"), [(ALWAYS, True), (NEVER, False), (OPEN, None)], ids=["always", "never", "open"]
)
def test_a_condition_is_settled_by_its_form(conditions: str, truth: bool | None) -> None:
    for condition in conditions.splitlines():
        rules = asked(condition)
        (asking,) = rules.resolved.within(s.If)
        assert truths_of(rules).truth(asking.condition, Standpoint(Member(None))) is truth, condition
        assert settled(rules) == ([] if truth is None else [(condition, truth)]), condition


def test_a_part_of_a_condition_and_a_filter_behind_another_are_settled_by_themselves() -> None:
    part = asked("pot is 7 and (own points is at least 0 or pot is 8)")
    assert settled(part) == [("own points is at least 0 or pot is 8", True)]
    inner = asked("some card in own hand where it is in own hand")
    assert settled(inner) == [("it is in own hand", True)]
    behind = asked("some card in (own hand, where it is red, where it is blue) where its rank is 3")
    assert settled(behind) == [("it is blue", False)]
    number = load("asked", texts={"asked": GAME.replace("choose card", "choose n from 1 to 5, where n is at most 7 "
                  "and n is not 3\n    choose card").replace("CONDITION", "n is 9")})  # fmt: skip
    assert settled(number) == [("n is at most 7", True), ("n is 9", False)]


def test_own_in_a_filter_over_players_is_explained() -> None:
    rules = asked("some player where it is own partner or it is active")
    (found,) = (each for each in warnings(rules) if each.code == "W076")
    assert found.message == "'it is own partner' is never true"
    assert "write 'of self'" in found.remedy


def test_only_conditions_of_the_top_layer_count() -> None:
    texts = {"asked": GAME.replace("CONDITION", "own points is at least 0"), "more": "layer more\nadd counter extra\n"}
    assert not settled(load("asked+more", texts=texts))


def test_no_shipped_rules_have_a_settled_condition() -> None:
    specs = [*OFFICIAL, *EXAMPLE_GAMES, *KNOWN_GAMES, *SMALL]
    for path in (each for folder in (HOUSE_RULES, READINGS) for each in sorted(folder.glob("*.rules"))):
        tried_on = re.search(r"^tried on (.*)$", path.read_text("utf-8"), re.MULTILINE)
        bases = tried_on.group(1).split(",") if tried_on else ["ksr"]
        specs += [f"{base.strip()}+{path}" for base in bases]
    assert len(specs) > 70
    for spec in specs:
        assert not settled(ruleset(spec)), spec


# ---- drawn conditions, asked on the tables of games


@pytest.mark.native
def test_what_is_settled_never_turns_out_otherwise() -> None:
    seen = Counter[tuple[bool, str]]()
    wanted = {(truth, about) for truth in (True, False) for about in ("game", "player", "card")}
    for number in draws_until(**TRIED, missing=lambda: {each for each in wanted if seen[each] < LEAST}):
        random, rules = Random(number), drawn_file(number).rules
        truths, states = truths_of(rules), list(reached(rules, random))
        for about, conditions in by_member(rules).items():
            for _ in range(MOST if conditions else 0):
                condition = mixed(conditions, random)
                truth = truths.truth(condition, Standpoint(Member(about)))
                if truth is not None:
                    for state in states:
                        assert set(answers(state, condition, about)) <= {truth}, (number, show(condition))
                    seen[truth, "game" if about is None else about.name] += 1


def by_member(rules: Ruleset) -> dict[Kind | None, list[e.Condition]]:
    """The conditions that ask nothing that only the course of a block can tell, by what `it` is in them."""
    found: dict[Kind | None, list[e.Condition]] = {None: [], PLAYER: [], CARD: []}
    for block in rules.resolved.of(d.Block):
        waiting: list[tuple[Node, Kind | None]] = [(block, None)]
        while waiting:
            node, about = waiting.pop()
            names = (e.Chosen, e.Outer, e.Circumstance, e.EndedBy, e.Earlier, s.AnyChoice)
            plain = about in found and not any(isinstance(each, names) for each in walk(node))
            if plain and isinstance(node, e.Condition):
                found[about].append(node)
            through = going_through(node)
            inside = () if through is None else through[1]
            for child in children(node):
                if not isinstance(node, s.AnyChoice) or not isinstance(child, e.Sieve):
                    within = through is not None and any(child is each for each in inside)
                    waiting.append((child, kind_of(through[0]).one if through and within else about))
    return found


def mixed(conditions: list[e.Condition], random: Random) -> e.Condition:
    """Some conditions and their contraries, joined by `and` and `or`."""
    few = random.sample(conditions, min(len(conditions), random.choice((1, 1, 2))))
    parts = tuple(varied(random.choice(few), random) for _ in range(random.choice((1, 2, 2, 3))))
    parts = tuple(e.Not(each, span=each.span) if random.random() < 0.4 else each for each in parts)
    return parts[0] if len(parts) == 1 else random.choice((e.AllOf, e.AnyOf))(parts, span=parts[0].span)


def varied(condition: e.Condition, random: Random) -> e.Condition:
    """A condition, or the same with another relation, another number or another quantifier."""
    match condition:
        case e.Compare(_, _, e.Number(value) as number):
            other = evolve(number, value=max(0, value + random.choice((-1, 0, 1))))
            return evolve(condition, relation=random.choice(RELATIONS), other=other)
        case e.Compare():
            return evolve(condition, relation=random.choice(RELATIONS))
        case e.Quantified():
            return evolve(condition, quantifier=random.choice(QUANTIFIERS))
        case _:
            return condition


def reached(rules: Ruleset, random: Random) -> Iterator[State]:
    for players in (rules.players[0], rules.players[-1]):
        state = rules.new_game(players)
        for step in range(STATES * 4):
            if isinstance(state.pending, Over):
                break
            state = state.apply(random.choice(state.pending.options))
            if step % 4 == 3:
                yield state


def answers(state: State, condition: e.Condition, about: Kind | None) -> Iterator[bool]:
    """What a condition is for each player or card, or by itself."""
    table = thawed(state.position, state.where, None, state.turns, state.dirty)
    test = state.game.program.reader().test(condition)
    if about is None:
        yield test(table, 0, None)
    elif about == PLAYER:
        yield from (test(table, seat, seat) for seat in range(state.players))
    else:
        yield from (test(table, 0, card) for card in range(len(state.game.material.cards)))
