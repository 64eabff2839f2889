"""The measures of a game, from its events, its numbers of options and its scores."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from attrs import Factory, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import RawEvent
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Over
from rulespec.engine.python.snapshot import Trace
from rulespec.experiments.simulation.rows import Rows
from rulespec.experiments.simulation.sites import Sites
from rulespec.game.api import State

LIMIT = "limit of turns"  # how a game ended that no reason of the rules ended

_COURSE = frozenset((k.ROUND, k.ROUND_ENDS, k.GAME_ENDS))
_ANSWERS = frozenset((k.CHOOSE, k.PICK))
LOOKED_AT = sum(1 << kind for kind in (*_COURSE, *_ANSWERS, k.TURN, k.DRAW))  # bit mask of the kinds that are read
WORK = sum(1 << kind.number for kind in k.KINDS if kind.acts)  # bit mask of the kinds that change or show something

Stood = Sequence[tuple[int, tuple[int, ...]]]  # changes of the scores: the turn, and all scores from then on


@frozen
class FinishedGame:
    """A finished game with its number, seed and first seat, its final state and its trace."""

    game: int
    seed: int
    first: int
    end: State
    trace: Trace


def lead_changes(stood: Stood, fewest: bool) -> int:
    """How often the sole leader changed; shared leads do not count."""
    leaders = [seats[0] for seats in (ahead(scores, fewest) for _, scores in stood) if len(seats) == 1]
    return sum(one != other for one, other in pairwise(leaders))


def led_since(stood: Stood, fewest: bool, winners: Sequence[int], turns: int) -> float | None:
    """The share of the turns after which only winners had the best score until the end.

    1 if they did not lead at the end; None if no player or all have won, or there are no scores.
    """
    if not stood or not 0 < len(winners) < len(stood[0][1]):
        return None
    since, led = turns, False
    for turn, scores in stood:
        leads = set(ahead(scores, fewest)) <= set(winners)
        if leads and not led:
            since = max(turn - 1, 0)
        led = leads
    return min(since / turns, 1.0) if led and turns else 1.0


def ahead(scores: Sequence[int], fewest: bool) -> list[int]:
    """The seats with the best score."""
    best = min(scores) if fewest else max(scores)
    return [seat for seat, score in enumerate(scores) if score == best]


@frozen(eq=False)
class Measuring:
    """Measures one game after another, and collects their rows."""

    sites: Sites
    decisions: bool  # whether each decision is a row
    uses: bool = True  # whether to count what is chosen, which takes a third of the time
    rows: Rows = Factory(Rows)

    def measure(self, played: FinishedGame) -> None:
        """Adds the rows of a game."""
        game, (options, stood, bits) = played.game, played.trace
        going_on = frozenset(bits)
        told = played.end.snapshot.happened(LOOKED_AT)
        answers = [event for event in told if event[0] in _ANSWERS]
        assert len(answers) == len(options)
        if self.decisions:
            self._decided(game, told, options, going_on)
        if going_on:
            told, options, answers = _whole(told, options, going_on)
        kinds = [event[0] for event in told]
        turns, asked = kinds.count(k.TURN), len(options)
        over, fewest = played.end.pending, self.sites.fewest
        assert isinstance(over, Over)
        rounds, ended = self._course(game, told, kinds)
        self.rows.games.append((
            game, played.seed, played.first, turns, rounds, asked, options.count(1), kinds.count(k.DRAW), ended,
            lead_changes(stood, fewest) if stood else None, led_since(stood, fewest, over.winners, turns),
        ))  # fmt: skip
        for seat, returned in enumerate(over.returns):
            last = stood[-1][1][seat] if stood else None
            self.rows.seats.append((game, seat, int(seat in over.winners), float(returned), last))
        sites = Counter([event[3] for event in told if event[0] in _ANSWERS])
        self.rows.asked.extend([(game, site, times) for site, times in sites.items()])
        if self.uses:
            self._used(game, Counter([event[3:] for event in answers]))
        turns_of = played.end.snapshot.turns_from(WORK, self.sites.groups)
        worked = zip(self.sites.works, turns_of, strict=False)  # trailing zeros are left out
        self.rows.worked.extend([(game, block, turns) for block, turns in worked if turns])

    def _course(self, game: int, told: Sequence[RawEvent], kinds: Sequence[int]) -> tuple[int, str]:
        """Adds the rows of rounds; the number of rounds, and the block that ended the game."""
        origins, ended, number = self.sites.game.plan.origins, LIMIT, 0
        begun, reason, seat = 0, None, None
        course = [at for at, kind in enumerate(kinds) if kind in _COURSE]
        for at in [*course, len(told)]:
            kind = kinds[at] if at < len(told) else k.ROUND  # the end of the game ends the last round
            if kind == k.ROUND_ENDS:
                reason, seat = origins[told[at][1]].block, told[at][2]
            elif kind == k.GAME_ENDS:
                ended = origins[told[at][1]].block
            else:
                if number:
                    here = kinds[begun:at]
                    first = told[begun + here.index(k.TURN)][1] if k.TURN in here else None
                    asked = here.count(k.CHOOSE) + here.count(k.PICK)
                    self.rows.rounds.append((game, number, first, here.count(k.TURN), asked, reason, seat))
                if at < len(told):
                    begun, reason, seat, number = at, None, None, number + 1
        return number, ended

    def _used(self, game: int, answers: Mapping[tuple[int, RawAnswer], int]) -> None:
        """Adds the counts of the words that were chosen at each site."""
        times, sites = dict[int, int](), self.sites
        known = sites.known.get
        for answer, count in answers.items():
            for use in known(answer) or sites.uses(answer):
                times[use] = times.get(use, 0) + count
        self.rows.uses.extend([(game, use, count) for use, count in times.items()])

    def _decided(self, game: int, told: Sequence[RawEvent], options: Sequence[int], going_on: Collection[int]) -> None:
        """Adds a row for each decision; one that was asked bit by bit has one row."""
        turn, asked, number, first, rows = 0, 0, 0, 0, self.rows.decisions
        for event in told:
            if event[0] == k.TURN:
                turn += 1
            elif event[0] in _ANSWERS:
                _, _, seat, pc, raw = event
                said = self.sites.text(pc, raw)
                if asked in going_on:
                    *_, most, earlier = rows.pop()
                    rows.append((
                        game, number - 1, turn, seat, first, max(most, options[asked]),
                        earlier if raw == () else f"{earlier}, {said}",
                    ))  # fmt: skip
                else:
                    rows.append((game, number, turn, seat, pc, options[asked], said))
                    first, number = pc, number + 1
                asked += 1


def _whole(
    told: Sequence[RawEvent], options: Sequence[int], going_on: Collection[int]
) -> tuple[list[RawEvent], list[int], list[RawEvent]]:
    """Choices asked bit by bit joined into one each: the events, the most options of each choice, all answers."""
    events, most, chosen, asked = list[RawEvent](), list[int](), list[RawEvent](), 0
    for event in told:
        if event[0] not in _ANSWERS:
            events.append(event)
            continue
        if asked not in going_on:
            events.append(event)
            most.append(options[asked])
            chosen.append(event)
        else:
            most[-1] = max(most[-1], options[asked])
            if event[4] != ():  # () ends a choice that goes on
                chosen.append(event)
        asked += 1
    return events, most, chosen
