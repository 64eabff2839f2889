"""Who is asked for what in a block, and what each of them knows of the other answers."""

from typing import assert_never

from attrs import define, evolve, field, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.findings import kept
from rulespec.language.tree.node import walk
from rulespec.rules.resolve.ruleset import Rules


@frozen(eq=False)
class Asked:
    """A choice in a block: the names that the answer gets, who is asked (None: who has the turn), and what came before.

    `block` is the number of the simultaneous block that it is in, if it is in one.
    """

    names: str
    choice: s.AnyChoice
    player: e.Expression | None
    block: int | None
    shown: tuple[s.Show, ...]
    free: bool = False  # whether it can be declined, or no card chosen

    def knows(self, other: "Asked", name: str, rules: Rules) -> bool:
        """True if the player asked here must know the answer given there."""
        if other.player == self.player:
            return True
        if other.block is not None and other.block == self.block:
            return False  # it is still hidden
        if "secretly" in getattr(other.choice, "adverbs", ()):
            return False
        [pick] = [each for each in other.choice.picks if name in each.names]
        if pick.kind.name != "card":
            return True
        return self._sees(pick, rules) or any(self._is_shown(each, name) for each in self.shown)

    def _sees(self, pick: s.Pick, rules: Rules) -> bool:
        """True if everybody sees the places of the cards to choose from."""
        zones = [each for each in walk(pick) if isinstance(each, e.InZone)]
        return bool(zones) and all(rules.zone(each.zone).seen_by == "all" for each in zones)

    def _is_shown(self, show: s.Show, name: str) -> bool:
        shows = isinstance(show.cards, e.Chosen) and show.cards.name == name
        return shows and (isinstance(show.to, e.AllPlayers) or show.to == self.player)


@kept
def asked_in(block: d.Block) -> tuple[Asked, ...]:
    """The choices of a block, in order."""
    found = _Asking()
    found.body(block.body, None, None)
    return tuple(found.asked)


def offered_in(block: d.Block) -> list[s.May]:
    """The offers of a block that do not begin with a choice, in order."""
    found: tuple[s.May, ...] = block.within(s.May)
    return [
        each for each in found if not (isinstance(each.body[0], s.Do) and isinstance(each.body[0].effect, s.Choose))
    ]


@define
class _Asking:
    """Goes through the statements of a block."""

    asked: list[Asked] = field(factory=list)
    _shown: tuple[s.Show, ...] = ()
    _blocks: int = 0

    def body(self, body: d.Body, player: e.Expression | None, block: int | None, *, free: bool = False) -> None:
        for at, statement in enumerate(body):
            match statement:
                case s.Do(s.AnyChoice() as choice):
                    names = " and ".join(name for pick in choice.picks for name in pick.names)
                    none = any(isinstance(each, s.PickCards) and each.high is not None for each in choice.picks)
                    self.asked.append(Asked(names, choice, player, block, self._shown, none or (free and at == 0)))
                case s.Do(s.Show() as show):
                    self._shown = (*self._shown, show)
                case s.Do():
                    pass
                case s.If(_, then, otherwise):
                    shown = self._shown  # what is shown in a branch is known there alone
                    for branch in (then, otherwise):
                        self.body(branch, player, block)
                        self._shown = shown
                case s.Together(inner):
                    self._blocks += 1
                    first, shown = len(self.asked), self._shown
                    self.body(inner, player, self._blocks)
                    self.asked[first:] = [evolve(each, shown=shown) for each in self.asked[first:]]
                case s.ForEach(players, inner):
                    self.body(inner, players, block)
                case s.May(inner):
                    shown = self._shown
                    self.body(inner, player, block, free=True)
                    self._shown = shown
                case s.ForEachWord(_, inner):
                    self.body(inner, player, block)
                case _:
                    assert_never(statement)
