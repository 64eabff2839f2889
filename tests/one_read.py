"""Drawn rule files in each of which one choice reads one thing that its chooser may not see."""

from random import Random
from typing import TypeVar

from attrs import define, field

T = TypeVar("T")

FRAME = """ruleset drawn "One read"
players {players}
at most 5 turns
word suit: red, blue
word deed: look, give
numbers pips: 1 to 22
cards deck in pile
    1 of each suit in each pips
zone pile, shuffled
zone hand of player, seen by owner
zone open of player, in a row, seen by all
zone brow of player, in a row, seen by others
zone chest of player, in a row
zone table, in a row, seen by all
zone heap, in a row, last seen by all
zone stack, in a row
zone bin
counter points of player
value hues of player: suit of own hand
value marks of player: suit of own brow
value held of player: own hand
value kin of card by player: (hand of that player, where its suit is suit of that card)
value peers of card by player: (brow of that player, where its suit is suit of that card)
value high of card: 1 if its pips is more than 11, 0 otherwise
value lead: first of (players, with fewest own points)
call player bright if red is in own hand
call player marked if red is in own brow
set-up
    players
        draw 3 from pile to own hand
        draw 2 from pile to own brow
        draw 2 from pile to own chest
        draw 2 from pile to own open
    draw 3 from pile to stack
    move stack to heap
    draw 2 from pile to stack
    draw 2 from pile to table
{body}
game ends over: pile is empty
winners: players
"""

ONE = ("partner", "own left", "own right", "active", "lead", "self")
SEVERAL = ("players", "other players")
SECRETLY = ("", "", ", secretly")


@define
class OneRead:
    """The text of a file, and the choice in it."""

    seed: int
    choice: str = field(init=False)
    text: str = field(init=False)
    _random: Random = field(init=False)
    _card: bool = field(init=False, default=False)  # whether a card has been chosen
    _actions: dict[str, list[str]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._random = Random(self.seed)
        self._actions = {"look": ["nothing"], "give": ["nothing"]}
        players = self._of("2", "3", "2 to 3")
        lines = ["choose partner from other players"]
        if self._of(True, True, False):
            lines += self._chosen()
        for _ in range(self._of(0, 1, 1, 2, 3)):
            lines += self._step(1)
        choice = self._choice(for_two=players == "2")
        self.choice = choice[0].split(",")[0]
        rest = ["move first of own hand to bin", "draw 1 from pile to own hand", "add 1 to points of partner"]
        asked, after = self._of("", "", "", *ONE[:3], "other players", "action", "after"), list[str]()
        if asked == "action":
            self._actions["look"] = choice
            lines += [self._of("", "partner: ", "own left: ") + "perform look", *rest]
        elif asked == "after":
            lines, after = lines + rest, ["after turn asking", "    own left", *_indented(choice, 8)]
        else:
            lines += [asked, *_indented(choice), *rest] if asked else [*choice, *rest]
        actions = [line for word, does in self._actions.items() for line in (f"action {word}", *_indented(does))]
        self.text = FRAME.format(players=players, body="\n".join(["turn", *_indented(lines), *after, *actions]))

    def _of(self, *ways: T) -> T:
        return self._random.choice(ways)

    # ---- before the choice

    def _chosen(self) -> list[str]:
        self._card = True
        source = self._of(
            "own hand", "own hand", "own open", "brow of partner", "own hand plus own open", "own hand plus table"
        )
        return [f"choose card from {source}{self._of(*SECRETLY)}"]

    def _step(self, deep: int) -> list[str]:
        """An effect that shows or moves something, perhaps in a branch, for others or in an action."""
        moved = (
            "card"
            if self._card and self._of(True, False)
            else f"first of {self._zone('hand', 'open', 'brow', 'chest')}"
        )
        way = self._random.randrange(10 if deep else 5)
        if way < 2:
            shown = "card" if self._card and self._of(True, False) else self._cards()
            return [f"show {shown} to {self._of(*ONE, *SEVERAL)}{self._of(*SECRETLY)}"]
        if way < 4:
            return [f"move {moved} to {self._place()}"]
        if way == 4:
            other = f"first of {self._zone('open', 'brow', 'chest', 'hand')}"
            return [
                self._of(
                    f"draw 1 from {self._of('pile', 'stack')} to {self._place()}", f"exchange {moved} with {other}"
                )
            ]
        if way == 5 and not self._card:
            return self._chosen()
        if way == 6:
            self._actions["give"] = self._step(0)
            return ["perform give"]
        if way == 7:
            return ["at the same time", f"    move {moved} to {self._place()}", "    add 1 to own points"]
        around = self._of(
            "may", "if red is in own hand", "if partner is own left", "if red is in own open", "partner", *SEVERAL
        )
        return [around, *_indented(self._step(0))]

    def _zone(self, *names: str) -> str:
        name, whose = self._of(*names), self._of("own", "own", *ONE[:4])
        return f"own {name}" if whose == "own" else f"{name} of {whose}"

    def _place(self) -> str:
        return self._of(self._zone("hand", "brow", "chest", "open"), "table", "heap", "bin", "stack")

    def _cards(self) -> str:
        """Some cards, or one of them."""
        name, whose = self._of("hand", "hand", "brow", "brow", "chest", "open"), self._of("own", "own", *ONE, *SEVERAL)
        cards = f"own {name}" if whose == "own" else f"{name} of {whose}"
        cards = self._of(cards, cards, cards, self._of("heap", "stack", "table", "bin"))
        return self._of(cards, cards, f"first of {cards}")

    # ---- the choice

    def _choice(self, *, for_two: bool) -> list[str]:
        """A choice that is asked even if its sieve leaves nothing; its options differ with what it reads."""
        cards = "card" if self._card and self._of(True, False) else self._cards()
        one = cards if cards == "card" or cards.startswith("first") else f"first of {cards}"
        place, rivals = self._of("hand", "brow", "open", "chest"), "players" if for_two else self._of(*SEVERAL)
        asked, of, value = self._of(*ONE), f"({cards}, where it is red)", self._of("hues", "marks")
        kin, higher, alike = (
            self._of("kin", "peers"),
            "its pips is more than pips of that card",
            f"its suit is suit of {one}",
        )
        ways = [
            f"choose wish from suit, preferring it is suit of {one}",
            f"choose wish from suit, preferring some card in {cards} where its suit is that suit",
            f"choose n from 0 to smaller of 40 and cards in {of}",
            f"choose n from 0 to smaller of 40 and pips of {one}",
            f"choose n from 0 to smaller of 9 and cards in {cards}",
            f"choose n from 0 to smaller of 9 and cards in held of {asked}",
            f"choose reply from own hand, preferring its suit is suit of {one}",
            f"choose reply from own hand plus table, preferring some card in {cards} where {higher}",
            f"choose rival from {rivals}, preferring red is in {place} of it",
            f"choose rival from {rivals}, with most total pips in own {place}",
            f"choose rival from {rivals}, preferring it is {self._of('bright', 'marked')}",
            f"choose wish from suit, preferring it is in {value} of {asked}",
            f"choose reply from own hand plus own open, preferring its {kin} by {asked} is not empty",
            f"choose take from {cards}",
            f"choose 0 to 1 cards as lot from own hand, where lot is empty or (some card in lot where {alike})",
        ]
        if self._card:
            ways += [
                "choose rival from players, preferring it is owner of card",
                f"choose wish from suit, preferring it is in {value} of owner of card",
                "choose n from 0 to smaller of 2 and high of card",
            ]
        if self._random.randrange(8) == 0:
            condition = self._of(
                "red is in own hand", "red is in own open", "red is in brow of partner", "own points is at most 9"
            )
            line = self._of(
                "move first of own chest to own hand",
                "move first of own brow to own open",
                "add pips of first of own chest to own points",
                "exchange first of own hand with first of own open",
            )
            return [f"choose n from 0 to 1, so that afterwards n is 0 or {condition}, openly", line]
        return [f"{self._of(*ways)}, openly"]


def _indented(lines: list[str], spaces: int = 4) -> list[str]:
    return [" " * spaces + each for each in lines]
