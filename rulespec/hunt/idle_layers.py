"""W064, idle layers: a block equal to the one it replaces, or a whole file that changes nothing."""

from collections.abc import Iterator
from typing import assert_never

from attrs import define

from rulespec.comparisons import first_difference, same_cards
from rulespec.compose import Composed, Layer, compose, digest, is_played
from rulespec.errors import problem
from rulespec.hunt.observer import Observer
from rulespec.hunt.report import Finding, Searched
from rulespec.load import beneath, files_beneath, trees
from rulespec.tree import declarations as d

IN_STEP = 60  # games played in lockstep with the top file and without it


@define(eq=False)
class IdleLayers(Observer):
    """Compares the top file with what it lies on, block by block."""

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """Each replacement by an equal block, and a file that does not change the game."""
        layers = self._rules.composed.layers
        if files := files_beneath(layers):
            top, base = layers[-1], compose(trees(files)[0])[0]
            repeated = [item for item in top.tree.items if _repeats(item, base)]
            yield from map(_repeated, repeated)
            if self._rules.composed.digest == base.digest:
                changing = [item for item in top.tree.items if _is_meant_to_change(item)]
                says_something = changing or any(map(_is_tested, top.tree.items))
                if len(changing) > len(repeated) or not says_something:
                    yield _nothing_changed(top, note=not changing)
            elif not self._budget.is_over:
                yield from self._in_step(top)

    def _in_step(self, top: Layer) -> Iterator[Finding]:
        """A note on a file that makes no difference in random games; what it changes may be rare."""
        games, base = min(IN_STEP, self._budget.effort), beneath(self._rules)
        if not games or base is None or not same_cards(self._rules, base):
            return  # another card makes a difference, and may end the games in step before anybody is asked
        if first_difference(self._rules, base, games=games, seed=self._budget.seed) is None:
            what = f"'{top.tree.header.name}' made no difference in {games} games played with and without it"
            remedy = "is what it changes so rare? compare the rules with and without it in more games"
            yield Finding(problem("W064", top.tree.header.span, what, remedy), note=True)


def _repeats(item: d.Item, base: Composed) -> bool:
    """Whether a replacement equals the block that it replaces."""
    if not isinstance(item, d.Replace) or not is_played(item.declaration):
        return False
    there = base.entries.get(item.declaration.key)
    return there is not None and digest(there.declaration) == digest(item.declaration)


def _is_meant_to_change(item: d.Item) -> bool:
    """Whether an item is about how the game is played."""
    match item:
        case d.Plain(declaration) | d.AddBlock(declaration) | d.Replace(declaration):
            return is_played(declaration)
        case d.Remove(reference):
            return not reference.key.startswith(("source ", "ruling ", "always ", "scenario ", "score"))
        case d.AddWord() | d.Put():
            return True
        case d.Rename() | d.Cite() | d.TriedOn() | d.Changes():
            return False
        case _:
            assert_never(item)


def _is_tested(item: d.Item) -> bool:
    """Whether an item declares or removes a law or a scenario, so that the file need not change play."""
    match item:
        case d.Plain(declaration) | d.AddBlock(declaration) | d.Replace(declaration):
            return isinstance(declaration, d.Always | d.Scenario)
        case d.Remove(reference):
            return reference.key.startswith(("always ", "scenario "))
        case d.AddWord() | d.Rename() | d.Put() | d.Cite() | d.TriedOn() | d.Changes():
            return False
        case _:
            assert_never(item)


def _repeated(item: d.Item) -> Finding:
    assert isinstance(item, d.Replace)
    key = item.declaration.key
    remedy = f"to cite a source for it, write: cite {key} (...)" if item.declaration.cites else "leave it out"
    return Finding(problem("W064", item.declaration.span, f"'{key}' says the same as what it replaces", remedy))


def _nothing_changed(top: Layer, *, note: bool) -> Finding:
    header = top.tree.header
    what = f"'{header.name}' changes nothing of how the game is played"
    if note:
        return Finding(problem("W064", header.span, f"{what}, and says nothing that would", ""), note=True)
    return Finding(problem("W064", header.span, what, "is there something that it should change?"))
