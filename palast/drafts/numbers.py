"""Other numbers: how many points win, how many cards are dealt, how many turns there are."""

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve

from palast.drafts.blocks import commented, replacing, swapped
from palast.drafts.examples import first_turn, new_game, shown_by_end
from palast.drafts.ideas import Idea, Names, Shows
from palast.drafts.laws import at_its_end
from palast.drafts.said import say, sentences
from rulespec import Ruleset
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk

LARGE = 10  # from here on a quarter is taken off


def ideas(rules: Ruleset, names: Names) -> Iterator[Idea]:
    """Numbers that decide when it is over, then those of what is dealt, then any; at last the limit of turns."""
    ends = [*rules.composed.of(d.GameEnds), *rules.composed.of(d.RoundEnds)]
    named = {name for each in ends for name in _named(each)}
    values = [each for each in rules.composed.of(d.Value, d.Table) if _is_plain(each)]
    for value in sorted(values, key=lambda each: each.name not in named):
        if value.name in named:
            yield _value(names, value, [each for each in ends if value.name in _named(each)])
    for reason in ends:
        for number in _compared(reason):
            yield _reason(names, reason, number)
    for block in (*rules.composed.of(d.SetUp), *rules.composed.of(d.Round)):
        for draw in walk(block):
            if isinstance(draw, s.Draw) and isinstance(draw.amount, e.Number) and isinstance(draw.to, e.Own):
                yield _dealt(names, block, draw.amount, draw.to.noun.text)
    for value in values:
        if value.name not in named:
            yield _value(names, value, [])
    yield _limit(names, rules.composed.the(d.Limit))


def _named(reason: d.Reason) -> set[str]:
    return {node.text for node in walk(reason) if isinstance(node, e.Name)}


def other(number: int) -> int:
    """A number that is a little different."""
    return number - number // 4 if number >= LARGE else number - 1 if number > 2 else number + 1


def _is_plain(value: d.Value | d.Table) -> bool:
    """Whether it is a number, or one for each number of players."""
    if isinstance(value, d.Value):
        return isinstance(value.expression, e.Number) and value.about == (None, None)
    return (
        value.by == "players"
        and value.parameter is None
        and any(isinstance(each, e.Number) for each in value.expressions)
    )


def _compared(reason: d.Reason) -> Iterator[e.Number]:
    """The numbers with which something is compared, but for 0."""
    for each in walk(reason.condition):
        if isinstance(each, e.Compare | e.Is) and isinstance(each.other, e.Number) and each.other.value > 0:
            yield each.other


def _numbers(declared: Node) -> list[e.Number]:
    return [each for each in walk(declared) if isinstance(each, e.Number)]


def _with_other(declared: Any, number: e.Number) -> Any:
    return swapped(declared, number, evolve(number, value=other(number.value)))


def _value(names: Names, value: d.Value | d.Table, ends: Sequence[d.Reason]) -> Idea:
    changed: Any = value
    for number in _numbers(value):
        changed = _with_other(changed, number)
    first = _numbers(value)[0].value

    def shows(there: Ruleset) -> Iterator[str]:
        for players in there.players:
            said = there.new_game(players).value(value.name)
            yield new_game(
                names.free("other-number"), f"With {players} players it is {said}", players, f"{value.name}: {said}"
            )

    return _idea(names, value.key, changed, first, shows, lambda there: (at_its_end(names, reason) for reason in ends))


def _reason(names: Names, reason: d.Reason, number: e.Number) -> Idea:
    def shows(there: Ruleset) -> Iterator[str]:
        title = f"The number is now {other(number.value)} instead of {number.value}"
        yield from shown_by_end(there, reason.key, names.free("other-number"), title)

    changed = _with_other(reason, number)
    return _idea(
        names,
        reason.key,
        changed,
        number.value,
        shows,
        lambda there: iter([at_its_end(names, changed)]),
    )


def _dealt(names: Names, block: d.Block, number: e.Number, zone: str) -> Idea:
    after = other(number.value)

    def shows(there: Ruleset) -> Iterator[str]:
        cards = "1 card" if after == 1 else f"{after} cards"
        title = f"{after} instead of {number.value} are drawn"
        least = there.players[0]
        for whose in ("players", there.game(least).seat_name(least - 1), there.game(least).seat_name(0)):
            yield new_game(names.free("other-number"), title, least, f"{zone} of {whose}: {cards}")

    return _idea(names, block.key, _with_other(block, number), number.value, shows)


def _limit(names: Names, limit: d.Limit) -> Idea:
    turns = limit.turns + max(1, limit.turns // 2)
    return _idea(
        names,
        limit.key,
        evolve(limit, turns=turns),
        limit.turns,
        lambda there: first_turn(
            there, names.free("first-turn"), "The first turn: change it into an example of your rule"
        ),
        after=turns,
    )


def _idea(
    names: Names,
    key: str,
    changed: d.Declaration,
    before: int,
    shows: Shows,
    laws: Shows = lambda there: iter(()),
    after: int | None = None,
) -> Idea:
    now = other(before) if after is None else after

    def says(there: Ruleset, language: str) -> str:
        told = [each for each in sentences(there, language, key) if str(now) in each]
        if told:
            return say(language, "numbers of", does=told[0], before=str(before))
        return say(language, "numbers", before=str(before), after=str(now))

    return Idea(
        f"One number is different: {now} instead of {before}.",
        (commented(["Use the numbers of your table."], replacing(changed)),),
        shows,
        says,
        laws,
        touches=frozenset([key]),
        spares=1,
    )
