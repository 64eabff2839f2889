"""What beginners write, and what they are told: every block in rules/beginners.txt, with the answer behind `#!`.

`python tests/test_beginners.py` writes the answers anew; read the diff as somebody who has read the manual once.
"""

import re
from functools import cache
from pathlib import Path

from rulespec.game.loading import remembered
from rulespec.language.errors import RulesError
from rulespec.language.tree.source import Source, uniform
from rulespec.rules.compose import File
from tests.effort import some

TABLE = Path(__file__).parent / "rules" / "beginners.txt"
MARK = "#! "
GAME = """ruleset bazaar "At the bazaar"
players 2 to 4
at most 60 turns
word ware: tea, silk, spice, gold
numbers price: 1 to 5
cards goods in pile
    1 of each ware in each price
zone pile, shuffled
zone hand of player, seen by owner
zone stall of player, in a row, seen by all
zone bin, seen by all
zone row of ware, in a row, seen by all
counter points of player
counter made of player by ware
counter sold of ware
note keeper of ware: player
value held of player by ware: cards in (own hand, where its ware is that ware)
call cards meld if cards in it is 3 and different ware in it is 1
set-up
    players: draw 3 from pile to own hand
game ends sold: pile is empty
winners: players, with most total price in own stall
turn
    choose card from own hand
    move card to own stall
    draw 1 from pile to own hand
"""


def parts() -> list[str]:
    """The blocks, each with its answers."""
    return TABLE.read_text("utf-8").strip("\n").split("\n\n")


def blocks() -> list[str]:
    """What beginners wrote, block by block."""
    return ["\n".join(line for line in part.split("\n") if not line.startswith(MARK.strip())) for part in parts()]


def game(block: str) -> str:
    """A game that ends with a block, which may be part of a turn."""
    written = f"turn\n{block}" if block.startswith(" ") else block
    first = re.escape(written.split("\n")[0].split()[0].rstrip(":"))
    return re.sub(rf"(?ms)^{first}\b(?=:|$).*?(?=^\S|\Z)", "", GAME) + f"{written}\n"


@cache
def told(block: str) -> list[str]:
    """What is said of a block in a game: its code, its line and column in the block, the message and the remedy."""
    text = game(block)
    above = text.count("\n") - block.count("\n") - 1
    try:
        remembered((File(Source("bazaar", uniform(text))),))
    except RulesError as wrong:
        return [
            f"{each.code} {each.line - above}:{each.column} {each.message} | {each.remedy}".rstrip("| ")
            for each in wrong.errors
        ]
    return []


def test_every_beginner_is_told_what_to_write_instead() -> None:
    assert len(parts()) >= 150
    for part, block in some([*zip(parts(), blocks(), strict=True)], 33):
        answers = told(block)
        assert part == "\n".join([block, *(MARK + answer for answer in answers)])
        assert answers, f"this loads: {block}"


def test_nearly_every_beginner_gets_one_answer_with_a_remedy() -> None:
    """By the answers that are written there; that they are those, the test above says."""
    answers = [[line for line in part.split("\n") if line.startswith(MARK)] for part in parts()]
    assert sum(len(each) == 1 for each in answers) >= 0.95 * len(answers)
    assert sum(" | " in each[0] for each in answers) >= 0.9 * len(answers)


def write() -> None:
    answered = ["\n".join([block, *(MARK + answer for answer in told(block))]) for block in blocks()]
    TABLE.write_text("\n\n".join(answered) + "\n", "utf-8")


if __name__ == "__main__":
    write()
