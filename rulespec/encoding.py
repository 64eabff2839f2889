"""Answers as small numbered actions, for frameworks that know no others: an atom each, asked one after the other."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from attrs import field, frozen

from rulespec.game import Game
from rulespec.plan.choices import DECLINE, NOTHING
from rulespec.plan.options import ENOUGH, RawAnswer, Site
from rulespec.run.program import ChanceNode
from rulespec.tree.kinds import CARD

Path = tuple[int, ...]  # the actions of an answer, one asked after the other
Answers = dict[int, Any]  # by action the answer that it completes, in the engine's numbers, or the actions that follow

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

    def answers(self, site: Site, raws: Sequence[RawAnswer]) -> Answers:
        """The answers at a place that asks, action by action; none of them is the beginning of another."""
        try:
            single = self._singles[site]
            return {single[raw]: raw for raw in raws}
        except KeyError:  # one of them has several actions, or is asked for the first time
            answers: Answers = {}
            known = self._paths.get(site, {})
            for raw in raws:
                self._add(answers, known.get(raw) or self._path(site, raw), raw)
            return answers

    def path(self, answers: Answers, site: Site, raw: RawAnswer) -> Path:
        """The actions of one of these answers."""
        path = self._path(site, raw)
        for action in path:
            answers = answers[action]
        return (*path, self._enough) if isinstance(answers, dict) else path

    def _add(self, answers: Answers, path: Path, raw: RawAnswer) -> None:
        """Puts in one more answer, which ends with `ENOUGH` where others go on from it."""
        *before, last = path
        for action in before:
            further = answers.get(action)
            if not isinstance(further, dict):
                further = answers[action] = {} if action not in answers else {self._enough: further}
            answers = further
        further = answers.get(last)
        if isinstance(further, dict):
            further[self._enough] = raw
        else:
            answers[last] = raw

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


def paths(answers: Answers, so_far: Path = ()) -> Iterator[tuple[Path, RawAnswer]]:
    """All answers, each with its actions."""
    for action, further in answers.items():
        if isinstance(further, dict):
            yield from paths(further, (*so_far, action))
        else:
            yield (*so_far, action), further


def _kind(atom: Any) -> tuple[type, Any]:
    """A number and a truth value are different atoms."""
    return type(atom), atom
