"""W064, idle layers: a block equal to the one it replaces, or a whole file that changes nothing."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from attrs import define, field

from rulespec.experiments.comparison import games_alike
from rulespec.experiments.hunt.clauses import clauses
from rulespec.experiments.hunt.coverage import Coverage
from rulespec.experiments.hunt.exploration import Exploration
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.game.pipeline import beneath, files_beneath, settings_in, trees
from rulespec.language.errors import problem
from rulespec.language.tree import declarations as d
from rulespec.rules.compose import Composed, Layer, compose, digest, is_played
from rulespec.wording.amounts import many

GAMES = 3_000  # with each number of players, played with the top file and without it, where the effort is whole:
WHOLE = 40
TURNS = 300_000  # with each number of players, after which there are no more of them
ENOUGH = 2_000  # games from which on it is a warning that none was different,
OFTEN = 20  # if all that the file says came about so often


@define(eq=False)
class IdleLayers(Observer):
    """Compares the top file with the rules beneath it, block by block, and by games played with and without it."""

    _tables: list[HuntTable] = field(init=False, factory=list)

    def explored(self, exploration: Exploration) -> Iterable[Finding]:
        """No finding yet; the counts decide if the changes of the file are rare."""
        self._tables.append(exploration.table)
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """Each replacement by an equal block, and a file that does not change the game."""
        layers = self._rules.composed.layers
        if files := files_beneath(self._rules.composed):
            top, base = layers[-1], compose(trees(files)[0], settings_in(files))[0]
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
        """A note on a file that makes no difference in random games; its changes may be rare."""
        games, base = min(GAMES * self._budget.effort // WHOLE, GAMES), beneath(self._rules)
        if not self._budget.effort or base is None:
            return
        played = games_alike(self._rules, base, games=max(games, 1), turns=TURNS, seed=self._budget.seed)
        if played:
            what = f"'{top.tree.header.name}' made no difference in {many(played, 'game')} played with and without it"
            remedy = "if its changes are that rare, compare the rules with and without it in more games"
            yield Finding(
                problem("W064", top.tree.header.span, what, remedy), note=played < ENOUGH or self._is_rare(top)
            )

    def _is_rare(self, top: Layer) -> bool:
        """True if a clause of the top file hardly ever ran."""
        said = clauses(self._rules, Coverage(self._rules, self._tables))
        return not self._tables or any(each.times < OFTEN for each in said if each.node.span.source.path == top.path)


def _repeats(item: d.Item, base: Composed) -> bool:
    """True if a replacement equals the block that it replaces."""
    if not isinstance(item, d.Replace) or not is_played(item.declaration):
        return False
    there = base.entries.get(item.declaration.key)
    return there is not None and digest(there.declaration) == digest(item.declaration)


def _is_meant_to_change(item: d.Item) -> bool:
    """True if an item is about how the game is played."""
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
    """True if an item declares or removes a law or a scenario, so that the file need not change play."""
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
    remedy = f"to cite a source for it, write: cite {key} (...)" if item.declaration.cites else "remove it"
    return Finding(problem("W064", item.declaration.span, f"'{key}' is the same as the block it replaces", remedy))


def _nothing_changed(top: Layer, *, note: bool) -> Finding:
    header = top.tree.header
    if note:
        what = f"'{header.name}' contains nothing that changes how the game is played"
        return Finding(problem("W064", header.span, what, ""), note=True)
    what = f"'{header.name}' does not change how the game is played"
    return Finding(problem("W064", header.span, what, "should it change something?"))
