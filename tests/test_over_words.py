"""Totals and ends of what there is for several words, or of several players, on many tables and with both engines."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from rulespec import RulesError, Ruleset, State
from rulespec.engine.python.interpreter import Interpreter
from rulespec.experiments.testing.files import loaded
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.source import Source
from rulespec.rules.resolve.bounds import bounds
from tests.effort import tried

FRAME = """ruleset game "Sheets"
players 3
at most 9 turns
word box: ones, twos, full
numbers slot: 1, 3
cards deck in pile
    2 of each box
zone pile
zone hand of player, seen by all
counter sheet of player by box, never below 0, never above 9
counter sold of box
counter found
note mark of player by slot: box
note best: box
note rival: player
value worth of player by box: own sheet by that box times 2 plus cards in own hand
value held of player by box: cards in (own hand, where it is that box)
value liked of player: total its sheet by box
turn
    choose n from 1 to 2
    {line}
game ends stop after turn: 1 is 1
winners: players, with most total own sheet by box
"""
BOXES, SLOTS = ("ones", "twos", "full"), (1, 3)


class Table:
    """A table laid out by chance."""

    def __init__(self, dice: Random) -> None:
        self.sheet = [{box: dice.choice((0, 1, 4, 9)) for box in BOXES} for _ in range(3)]
        self.sold = {box: dice.randint(-3, 3) for box in BOXES}
        self.marks = {slot: dice.choice((None, *BOXES)) for slot in SLOTS}
        self.rival = dice.choice((None, 0, 1, 2))
        self.cards: list[list[str]] = [[], [], []]
        for card in dice.sample([f"{box} {copy}" for box in BOXES for copy in (1, 2)], dice.randrange(7)):
            self.cards[dice.randrange(3)].append(card)
        self.hands = [Counter(card.split()[0] for card in hand) for hand in self.cards]

    @property
    def mine(self) -> list[int]:
        return list(self.sheet[1].values())

    def but_full(self, seat: int) -> int:
        return self.sheet[seat]["ones"] + self.sheet[seat]["twos"]

    def mine_as_held(self, seat: int) -> int:
        return sum(number for box, number in self.sheet[1].items() if self.hands[seat][box])

    def ones(self, seat: int) -> int:
        return 2 * self.sheet[seat]["ones"] + len(self.cards[seat])

    def worth(self, seat: int) -> int:
        return 2 * sum(self.sheet[seat].values()) + 3 * len(self.cards[seat])

    def of(self, asked: Callable[[int], int]) -> int:
        """What is asked of the rival; 0 without one."""
        return 0 if self.rival is None else asked(self.rival)

    def laid(self, rules: Ruleset) -> State:
        counters = {("sheet", seat, box): n for seat, sheet in enumerate(self.sheet) for box, n in sheet.items()}
        notes = {("mark", 1, slot): box for slot, box in self.marks.items() if box}
        rival = {} if self.rival is None else {"rival": self.rival}
        zones = {("hand", seat): hand for seat, hand in enumerate(self.cards)}
        sold = {("sold", box): n for box, n in self.sold.items()}
        return rules.at(3, zones, {**counters, **sold, **notes, **rival}, active=1)


SAID: dict[str, Callable[[Table], int]] = {  # what a line of rules says, and what that is in Python, of a table
    "total own sheet by box": lambda at: sum(at.sheet[1].values()),
    "total sheet of players by box": lambda at: sum(sum(each.values()) for each in at.sheet),
    "total sheet of other players by twos": lambda at: at.sheet[0]["twos"] + at.sheet[2]["twos"],
    "total sheet of rival by (box except full)": lambda at: at.of(at.but_full),
    "total sold in box": lambda at: sum(at.sold.values()),
    "total own worth by box": lambda at: at.worth(1),
    "total worth of rival by box": lambda at: at.of(at.worth),
    "total worth of players by box": lambda at: sum(map(at.worth, range(3))),
    "total held of (players, where own hand is not empty) by full": lambda at: sum(hand["full"] for hand in at.hands),
    "total liked in players": lambda at: sum(sum(each.values()) for each in at.sheet),
    "highest own sheet by box minus lowest own sheet by box": lambda at: max(at.mine) - min(at.mine),
    "highest worth of other players by ones": lambda at: max(at.ones(0), at.ones(2)),
    "total own sheet by (box, where held of rival by it is more than 0)": lambda at: at.of(at.mine_as_held),
}


def test_a_total_over_words_is_the_sum_of_what_there_is_for_each() -> None:
    lines = [f"set found to {said}" for said in SAID]
    rules = [loaded(FRAME.format(line=line)) for line in [*lines, "set best to highest own mark by slot"]]
    dice, seen = Random(3), Counter[int]()
    for _ in range(tried(200, 12)):
        table = Table(dice)
        marked = [BOXES.index(box) for box in table.marks.values() if box]
        for each, wanted in zip(rules, [*(found(table) for found in SAID.values()), None], strict=True):
            state, game = table.laid(each), each.game(3)
            for engine in (game.engine, Interpreter(game.program)):
                now = state.within(game.played_by(engine)).apply("1")
                if wanted is None:
                    assert now.value("best") == (BOXES[max(marked)] if marked else None)
                else:
                    assert now.counter("found") == wanted
                    seen[wanted] += 1
    assert len(seen) > 20 and seen[0], seen


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("choose k from 0 to total own sheet by box", (0, 27)),
        ("choose k from 0 to total sheet of players by box", (0, 81)),
        ("choose k from 0 to total sheet of players by ones", (0, 27)),
        ("choose k from 0 to highest own sheet by box", (0, 9)),
        ("choose k from 0 to total liked in players", (0, 81)),
    ],
)
def test_a_total_over_words_is_bounded_by_what_each_can_be(line: str, wanted: tuple[int, int]) -> None:
    rules = loaded(FRAME.format(line=line)).resolved
    high = next(pick.high for pick in rules.within(s.PickNumber) if pick.name == "k")
    assert isinstance(high, e.SumOf | e.EndOf | e.SumOver)
    assert bounds(high, rules, 6, 3) == wanted


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("set found to total own sheet", "total own sheet by box"),
        ("set found to total worth of rival", "total worth of rival by box"),
        ("set found to total sheet in players", "total sheet of players by box"),
        ("set found to total sheet in box", "total own sheet by box"),
        ("set found to total held in box", "total own held by box"),
        ("set found to total sold of box", "total sold in box"),
        ("set found to total liked of players", "total liked in players"),
        ("set found to lowest liked of (players, where 1 is 1)", "lowest liked in (players, where 1 is 1)"),
    ],
)  # fmt: skip
def test_the_total_that_was_meant_is_told_and_loads(line: str, remedy: str) -> None:
    with pytest.raises(RulesError) as wrong:
        loaded(FRAME.format(line=line))
    (error,) = wrong.value.errors
    assert f"write '{remedy}'" == error.remedy
    (fix,) = error.fixes
    text = FRAME.format(line=line)
    place = fix.span.within(Source("", text))
    mended = text[: place.start] + fix.text + text[place.end :]
    loaded(mended)
    assert remedy in mended
