"""Answers as small numbered actions, for frameworks that know no others: an atom each, asked one after the other."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from attrs import field, frozen

from rulespec.game import Game
from rulespec.plan.nodes.choices import DECLINE, NOTHING
from rulespec.plan.options import ENOUGH, RawAnswer, Site
from rulespec.run.program import ChanceNode
from rulespec.tree.kinds import CARD

Path = tuple[int, ...]  # the actions of an answer, one asked after the other

MANY = 50_000  # answers that are remembered at one place that asks


@frozen(eq=False, init=False)
class Encoding:
    """The actions of a game.

    An action is an atom of the vocabulary or, after those, a way to answer without one; the first numbers are the
    cards. What chance decides is numbered like an answer.
    """

    game: Game
    actions: tuple[str, ...]  # what each number is called
    _numbers: dict[Any, int] = field(repr=False)
    # kept, since most answers are asked for again and again
    _singles: dict[Site, dict[RawAnswer, int]] = field(repr=False)
    _paths: dict[Site, dict[RawAnswer, Path]] = field(repr=False)

    def __init__(self, game: Game) -> None:
        atoms, wordless = game.vocabulary, (DECLINE, ENOUGH, NOTHING)
        numbers = {_kind(atom): number for number, atom in enumerate(chain(atoms, wordless))}
        self.__attrs_init__(game, tuple(map(str, (*atoms, *wordless))), numbers, {}, {})

    def __deepcopy__(self, memo: object) -> "Encoding":
        return self  # nothing that shows ever changes, and frameworks copy whatever holds it

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.game,)

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return len(self.game.material.cards)

    @property
    def outcomes(self) -> int:
        """The outcomes of chance are numbered below this: if it decides nothing but which card is drawn, the cards."""
        kinds = {kind for ask in self.game.asks.values() if isinstance(ask, ChanceNode) for kind in ask.site.kinds}
        return self.cards if kinds <= {CARD} else len(self.actions)

    def number(self, atom: Any) -> int:
        """The number of an atom."""
        return self._numbers[_kind(atom)]

    # ---- answers

    def offer(self, site: Site, raws: Sequence[RawAnswer]) -> "Offer":
        """The answers at a place that asks, to be given action by action."""
        if site.is_of_cards:  # which have the numbers of their actions
            paths = [raw if raw and type(raw) is tuple else self._path(site, raw) for raw in raws]
        else:
            try:
                single = self._singles[site]
                return Offer([single[raw] for raw in raws], raws)
            except KeyError:  # one of them has several actions, or is asked for the first time
                known = self._paths.get(site, {})
                paths = [known.get(raw) or self._path(site, raw) for raw in raws]
        return CompoundOffer(raws, paths, self._enough)

    def path(self, site: Site, raw: RawAnswer, raws: Sequence[RawAnswer] = ()) -> Path:
        """The actions of an answer, where these can be given."""
        path = self._path(site, raw)
        goes_on = any(other != raw and self._path(site, other)[: len(path)] == path for other in raws)
        return (*path, self._enough) if goes_on else path

    @property
    def _enough(self) -> int:
        return self._numbers[_kind(ENOUGH)]

    def _path(self, site: Site, raw: RawAnswer) -> Path:
        """The actions of an answer, as far as they do not depend on the other answers."""
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
    """The answers that can be given at a place that asks, each by one action."""

    __slots__ = ("_next", "_raws", "actions")

    actions: list[int]  # that are legal now, ascending

    def __init__(self, next_: list[int], raws: Sequence[RawAnswer]) -> None:
        self._next = next_  # by answer, its action
        self._raws = raws
        self.actions = sorted(next_)

    def after(self, action: Any) -> Any:
        """The answer that an action completes, in the engine's numbers, or the `Offer` of those that go on from it.

        One that is not legal is a `ValueError`.
        """
        return self._raws[self._next.index(action)]

    def answers(self) -> Iterator[tuple[Path, RawAnswer]]:
        """All answers, each with the actions that lead there from here."""
        for action in self.actions:
            further = self.after(action)
            if isinstance(further, Offer):
                yield from (((action, *path), raw) for path, raw in further.answers())
            else:
                yield (action,), further


class CompoundOffer(Offer):
    """The answers that can be given, or completed, at a place that asks, some of them by several actions.

    None of them is the beginning of another: where one goes on from another, that one ends with an action that says so.
    """

    __slots__ = ("_depth", "_enough", "_paths")

    def __init__(self, raws: Sequence[RawAnswer], paths: Sequence[Path], enough: int, depth: int = 0) -> None:
        self._next = [path[depth] if len(path) > depth else enough for path in paths]
        self._raws = raws
        self._paths = paths  # by answer, all its actions
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
    """A number and a truth value are different atoms."""
    return type(atom), atom
