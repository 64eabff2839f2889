"""Answers as sequences of numbered actions, one for each atom, for machine learning."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from attrs import field, frozen

from rulespec.engine.game import Game
from rulespec.engine.options import ENOUGH, RawAnswer, Site
from rulespec.engine.python.program import ChanceNode
from rulespec.language.tree.kinds import CARD
from rulespec.plan.nodes.choices import DECLINE, NOTHING

Path = tuple[int, ...]  # the actions of an answer, in order

MANY = 50_000  # answers in the cache of a site


@frozen(eq=False, init=False)
class Encoding:
    """The actions of a game; outcomes of chance are numbered like answers.

    An action is an atom of the vocabulary, cards first, or after these a way to answer without atoms.
    """

    game: Game
    actions: tuple[str, ...]  # their names
    _numbers: dict[Any, int] = field(repr=False)
    # caches: answers of one action, and the paths of all answers
    _singles: dict[Site, dict[RawAnswer, int]] = field(repr=False)
    _paths: dict[Site, dict[RawAnswer, Path]] = field(repr=False)

    def __init__(self, game: Game) -> None:
        atoms, wordless = game.vocabulary, (DECLINE, ENOUGH, NOTHING)
        numbers = {_kind(atom): number for number, atom in enumerate(chain(atoms, wordless))}
        self.__attrs_init__(game, tuple(map(str, (*atoms, *wordless))), numbers, {}, {})

    def __deepcopy__(self, memo: object) -> "Encoding":
        return self  # immutable but for its caches

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.game,)

    @property
    def cards(self) -> int:
        """The number of cards."""
        return len(self.game.material.cards)

    @property
    def outcomes(self) -> int:
        """An upper bound of the numbers of chance's outcomes: the number of cards if it only draws cards."""
        kinds = {kind for ask in self.game.asks.values() if isinstance(ask, ChanceNode) for kind in ask.site.kinds}
        return self.cards if kinds <= {CARD} else len(self.actions)

    def number(self, atom: Any) -> int:
        """The action of an atom, or of an answer without atoms; a `KeyError` for anything else."""
        return self._numbers[_kind(atom)]

    # ---- answers

    def offer(self, site: Site, raws: Sequence[RawAnswer]) -> "Offer":
        """The answers `raws` at a site, to be given action by action."""
        if site.is_of_cards:  # cards have the numbers of their actions
            paths = [raw if raw and type(raw) is tuple else self._path(site, raw) for raw in raws]
        else:
            try:
                single = self._singles[site]
                return Offer([single[raw] for raw in raws], raws)
            except KeyError:  # one has several actions, or is not in the cache
                known = self._paths.get(site, {})
                paths = [known.get(raw) or self._path(site, raw) for raw in raws]
        return CompoundOffer(raws, paths, self._enough)

    def path(self, site: Site, raw: RawAnswer, raws: Sequence[RawAnswer] = ()) -> Path:
        """The actions of an answer where `raws` are offered."""
        path = self._path(site, raw)
        goes_on = any(other != raw and self._path(site, other)[: len(path)] == path for other in raws)
        return (*path, self._enough) if goes_on else path

    @property
    def _enough(self) -> int:
        return self._numbers[_kind(ENOUGH)]

    def _path(self, site: Site, raw: RawAnswer) -> Path:
        """The actions of an answer without the one that ends it, which depends on the other answers; memoised."""
        single, known = self._singles.setdefault(site, {}), self._paths.setdefault(site, {})
        path = known.get(raw)
        if path is None:
            if len(known) > MANY:
                single.clear()
                known.clear()
            option = site.option(raw)
            path = known[raw] = tuple([self.number(atom) for atom in option.atoms or (option.text,)])
            if len(path) == 1:
                single[raw] = path[0]
        return path


class Offer:
    """Answers that are given by one action each."""

    __slots__ = ("_next", "_raws", "actions")

    actions: list[int]  # that are legal now, ascending

    def __init__(self, next_: list[int], raws: Sequence[RawAnswer]) -> None:
        self._next = next_  # the next action of each answer
        self._raws = raws
        self.actions = sorted(next_)

    def after(self, action: Any) -> Any:
        """The raw answer that an action completes, or the `Offer` of the answers that continue it.

        An illegal action is a `ValueError`.
        """
        return self._raws[self._next.index(action)]

    def outcomes(self) -> list[tuple[int, float]]:
        """The actions that are legal now, each with the share of the answers that begin with it."""
        many, all_ = Counter(self._next), len(self._next)
        return [(action, many[action] / all_) for action in self.actions]

    def answers(self) -> Iterator[tuple[Path, RawAnswer]]:
        """All raw answers, each with the actions that lead to it."""
        for action in self.actions:
            further = self.after(action)
            if isinstance(further, Offer):
                yield from (((action, *path), raw) for path, raw in further.answers())
            else:
                yield (action,), further


class CompoundOffer(Offer):
    """Answers of which some take several actions.

    No path is a prefix of another: an answer that others continue ends with the action `ENOUGH`.
    """

    __slots__ = ("_depth", "_enough", "_paths")

    def __init__(self, raws: Sequence[RawAnswer], paths: Sequence[Path], enough: int, depth: int = 0) -> None:
        self._next = [path[depth] if len(path) > depth else enough for path in paths]
        self._raws = raws
        self._paths = paths  # all actions of each answer
        self._enough = enough
        self._depth = depth
        self.actions = sorted({*self._next})

    def after(self, action: Any) -> Any:
        further = [at for at, next_ in enumerate(self._next) if next_ == action]
        if not further:
            raise ValueError(action)
        paths, raws = [self._paths[at] for at in further], [self._raws[at] for at in further]
        depth = self._depth + 1
        return (
            raws[0] if len(paths) == 1 and len(paths[0]) <= depth else CompoundOffer(raws, paths, self._enough, depth)
        )


NO_OFFER = Offer([], ())


def _kind(atom: Any) -> tuple[type, Any]:
    """The key of an atom: 1 and True are different atoms."""
    return type(atom), atom
