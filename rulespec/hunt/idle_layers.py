"""A layer that changes nothing: blocks that say the same as those they replace, or a whole file."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from attrs import define, evolve

from rulespec.api import Ruleset
from rulespec.comparisons import first_difference
from rulespec.compose import Composed, Layer, compose, digest, is_played
from rulespec.errors import RulesError, problem
from rulespec.hunt.observer import Budget, Played
from rulespec.hunt.report import Finding, Searched
from rulespec.load import checked
from rulespec.resolve.ruleset import resolve
from rulespec.tree import declarations as d

IN_STEP = 60  # games that are played with the uppermost file and without it


@define(eq=False)
class IdleLayers:
    """Compares the uppermost file with what it lies on, block by block."""

    _rules: Ruleset
    _budget: Budget

    def looks(self, played: Played) -> Iterable[Finding]:
        """Nothing: games do not show it."""
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """Each block that replaces one by the same, and a file of which nothing changes the game."""
        *beneath, top = self._rules.composed.layers
        if beneath:
            base = _renamed_only(beneath, top)
            repeated = [item for item in top.tree.items if _repeats(item, base)]
            yield from map(_repeated, repeated)
            if self._rules.composed.digest == base.digest:
                changing = [item for item in top.tree.items if _is_meant_to_change(item)]
                says_something = changing or any(map(_is_tested, top.tree.items))
                if len(changing) > len(repeated) or not says_something:
                    yield _nothing_changed(top, note=not changing)
            elif not self._budget.is_over:
                yield from self._in_step(base, top)

    def _in_step(self, base: Composed, top: Layer) -> Iterator[Finding]:
        """A file by which games go as they go without it; it may be that what it changes is rare."""
        games = min(IN_STEP, self._budget.effort)
        try:
            beneath = Ruleset(checked(*resolve(base)))
        except RulesError:
            return  # it is no game without the file
        if games and first_difference(self._rules, beneath, games=games, seed=self._budget.seed) is None:
            what = f"'{top.tree.header.name}' made no difference in {games} games played with and without it"
            remedy = "is what it changes so rare? compare the rules with and without it in more games"
            yield Finding(problem("W064", top.tree.header.span, what, remedy), note=True)


def _renamed_only(beneath: Iterable[Layer], top: Layer) -> Composed:
    """What a file lies on, with the names that it gives."""
    renames = tuple(item for item in top.tree.items if isinstance(item, d.Rename))
    return compose((*beneath, evolve(top, tree=evolve(top.tree, items=renames))))[0]


def _repeats(item: d.Item, base: Composed) -> bool:
    """Whether a replacement says what stands there already."""
    if not isinstance(item, d.Replace) or not is_played(item.declaration):
        return False
    there = base.entries.get(item.declaration.key)
    return there is not None and digest(there.declaration) == digest(item.declaration)


def _is_meant_to_change(item: d.Item) -> bool:
    """Whether something in the file is about how the game is played."""
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
    """Whether something in the file is a law or a scenario, there or no longer there: so it need not change play."""
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
