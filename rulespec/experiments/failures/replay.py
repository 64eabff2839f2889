"""A script of moves played again, although they may no longer all fit: each is used where it fits, else the closest."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.experiments.failures.attempt import Attempt
from rulespec.experiments.failures.failing_game import FailingGame, found
from rulespec.experiments.failures.moves import Move, question, target
from rulespec.experiments.failures.trials import Trials
from rulespec.game.api import State
from rulespec.rules.material import Where

COMPARED = 200  # options at most
SAME = 10  # the weight of an equal word; of an attribute that two cards share it is 1
LOOK = 3  # how many answers to the same question are considered for one that can be given
MORE = 3  # answers after those of the script

Shown = Mapping[str, frozenset[object]]  # what each card shows, by its name

_NOTHING: frozenset[object] = frozenset()


@frozen
class Script:
    """A game to be played: the number of players, the seat that begins, and the moves."""

    players: int
    first: int
    moves: tuple[Move, ...]


def replay(
    script: Script, trials: Trials, trunk: FailingGame, most: int, more: int, *, as_needed: bool
) -> FailingGame | None:
    """The game of a script up to where it fails; None if it does not within `most` answers of players.

    After the last answer of the script, players are asked at most `more` times. Cards are drawn as in the script, or
    `as_needed` for the answers to come. The common prefix with the game `trunk` is not played again.
    """
    return _Replay(script, trials, trunk, as_needed).run(most, more)


@define(eq=False)
class _Replay:
    """The remaining moves of a script: answers by seat and question, draws by where the card goes or by question."""

    script: Script
    trials: Trials
    trunk: FailingGame
    as_needed: bool
    _asked: dict[Any, deque[int]] = field(init=False, factory=lambda: defaultdict(deque))
    _drawn: dict[Any, deque[Move]] = field(init=False, factory=lambda: defaultdict(deque))
    _left: dict[int, Move] = field(init=False, factory=dict)
    _needs: "Needs | None" = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        for at, each in enumerate(self.script.moves):
            if each.chance:
                self._drawn[each.spots[0][1] if each.spots else each.question].append(each)
            else:
                self._asked[each.seat, each.question].append(at)
                self._left[at] = each

    def run(self, most: int, more: int) -> FailingGame | None:
        attempt = self.trials.beginning(self.script.players, self.script.first)
        trunk = self.trunk if self.trunk.way[0] is attempt else None
        way: list[Attempt] = [attempt]
        options: list[Option] = []
        asked = beyond = 0
        while not attempt.failed:
            state = attempt.state
            pending = state.pending
            if isinstance(pending, Over):
                return None
            if isinstance(pending, Decision):
                beyond += not self._left
                asked += 1
                if asked > most or beyond > more:
                    return None
                option = self._answered(state, pending)
            else:
                option = self._drawn_by(state, pending)
            at = len(options)
            if trunk is not None and at < len(trunk.moves) and trunk.moves[at].text == option.text:
                attempt = trunk.way[at + 1]
            else:
                if trunk is not None:
                    self.trials.again(at)
                trunk, attempt = None, self.trials.after(attempt, option)
            way.append(attempt)
            options.append(option)
        if trunk is not None:
            self.trials.again(len(options))
        return found(way, options)

    # ---- answers

    def _answered(self, state: State, decision: Decision) -> Option:
        """The next answer of the script to this question that can be given, else the closest option to the next one."""
        queue = self._asked.get((decision.player, question(state)))
        if not queue:
            return plainest(decision.options)
        offered = {option.text: option for option in decision.options}
        for at in range(min(LOOK, len(queue))):
            option = offered.get(self.script.moves[queue[at]].text)
            if option is not None:
                for _ in range(at + 1):
                    self._take(queue)
                return option
        return alike(self._take(queue), decision.options, self.trials.shown)

    def _take(self, queue: deque[int]) -> Move:
        self._needs = None
        return self._left.pop(queue.popleft())

    def _drawn_by(self, state: State, chance: Chance) -> Option:
        offered = {option.text: option for option in chance.options}
        spot = target(state)
        queue = self._drawn.get(question(state) if spot is None else spot)
        if spot is None:
            return self._as_before(queue, offered) or chance.options[0]
        if not self.as_needed and (before := self._as_before(queue, offered)):
            return before
        needs = self._needs = self._needs or Needs(self._left.values())
        needed = needs.at(spot, offered)
        if needed is not None:
            return offered[needed]
        free = {text: option for text, option in offered.items() if text not in needs.first}
        return self._as_before(queue, free) or offered[needs.least(offered)]

    def _as_before(self, queue: deque[Move] | None, offered: dict[str, Option]) -> Option | None:
        while queue:
            option = offered.get(queue.popleft().text)
            if option is not None:
                return option
        return None


@frozen
class Needs:
    """Where each card is first needed by the answers to come."""

    answers: Iterable[Move]
    first: dict[str, Where] = field(init=False)  # by the card's name, in the order of need

    @first.default
    def _first(self) -> dict[str, Where]:
        found: dict[str, Where] = {}
        for each in self.answers:
            for card, spot in each.spots:
                found.setdefault(card, spot)
        return found

    def at(self, spot: Where | None, offered: Iterable[str]) -> str | None:
        """The offered card that is needed soonest at a spot; None if none is."""
        there = set(offered)
        return next((card for card, wanted in self.first.items() if wanted == spot and card in there), None)

    def least(self, offered: Iterable[str]) -> str:
        """The first offered card that is not needed, else the one that is needed latest."""
        order = {card: at for at, card in enumerate(self.first)}
        return max(offered, key=lambda card: order.get(card, len(order)))


def plainest(options: Sequence[Option]) -> Option:
    """The first option with the fewest atoms: to decline, where one can."""
    return min(options, key=lambda option: len(option.atoms))


def alike(wanted: Move, options: Sequence[Option], shown: Shown) -> Option:
    """The option that shares most words with an answer; different cards count by the attributes that both show."""
    best, most = plainest(options), 0
    for option in options[:COMPARED]:
        words = option.text.split(", ")
        common = -abs(len(words) - len(wanted.words))
        for one, other in zip(words, wanted.words, strict=False):
            common += SAME if one == other else len(shown.get(one, _NOTHING) & shown.get(other, _NOTHING))
        if common > most:
            best, most = option, common
    return best
