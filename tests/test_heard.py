"""What was heard grows with the game: going on from what was known before tells the same as beginning anew."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from threading import Thread
from typing import Any

import pytest

from rulespec import Over, Ruleset, State
from rulespec.engine.events import kinds as k
from rulespec.engine.events.heard import Heard, heard_all
from rulespec.engine.events.known import Known
from rulespec.engine.events.log import events
from rulespec.engine.events.motions import shown
from rulespec.engine.options import HIDDEN
from rulespec.engine.python.machine import Machine
from rulespec.experiments.testing.files import loaded
from rulespec.game.api import SPECTATOR, View
from rulespec.knowledge.recall import UNSEEN
from tests.effort import draws_until, short_of, some, tried
from tests.library import GAMES
from tests.test_native_knowledge import native


def afresh(state: State) -> State:
    """The same state, of which nobody knows anything yet."""
    return pickle.loads(pickle.dumps(state))  # type: ignore[no-any-return]


def wandering(rules: Ruleset, players: int, random: Random, steps: int) -> Iterator[tuple[State, State]]:
    """States of a game that now and then goes on from an earlier one, each with an earlier one of its way."""
    way = [rules.new_game(players)]
    for _ in range(steps):
        if isinstance(way[-1].pending, Over) or random.random() < 0.1:
            del way[random.randrange(len(way)) // 2 + 1 :]
        options = way[-1].pending.options  # type: ignore[union-attr]  # the game is not over where it has gone on
        way.append(way[-1].apply(random.choice(options)))
        yield way[-1], random.choice(way)


@pytest.mark.parametrize("name", some(list(GAMES), 6, start=0))
def test_what_is_known_step_by_step_is_what_is_known_from_scratch(name: str) -> None:
    rules, random = GAMES[name], Random(name)
    compared, longest, new = 0, 0, 0
    for players in (rules.players[0], rules.players[-1]):
        for state, before in wandering(rules, players, random, tried(400, 120)):
            seat = random.choice((SPECTATOR, *range(players)))
            view, earlier = state.view(seat), before.view(seat)
            hash(view.key)  # it is asked at each state, and compared now and then
            if random.random() < 0.3:
                continue
            once = afresh(state).view(seat)
            assert (view.key, hash(view.key)) == (once.key, hash(once.key))
            assert view.heard == once.heard and tuple(view.heard) == tuple(once.heard)
            if random.random() < 0.3:
                assert view.log == once.log == pickle.loads(pickle.dumps(view)).log
                assert view.log == earlier.log + view.news(earlier) == earlier.log + once.news(earlier)
                new += len(view.news(earlier))
            compared, longest = compared + 1, max(longest, len(view.heard))
    assert compared > 50 and new > 20 and longest > 10


@pytest.mark.parametrize("name", some(list(GAMES), 6, start=3))
def test_what_an_engine_says_was_heard_is_what_is_hidden_of_the_log_event_by_event(name: str) -> None:
    rules, random = GAMES[name], Random(name)
    longest = 0
    for players in (rules.players[0], rules.players[-1]):
        for state, before in wandering(rules, players, random, tried(200, 60)):
            log = events(state.raw_log)
            for seat in (SPECTATOR, *range(players)):
                earlier, heard = before.view(seat).heard, state.view(seat).heard
                assert len(earlier) <= len(heard)  # and is there before the later one is read
                expected = state.game.hearing(seat).events(log)
                assert list(heard) == expected and heard == heard_all(expected)
                assert heard.since(earlier) == expected[len(earlier) :]
                longest = max(longest, len(expected))
    assert longest > 10


@pytest.mark.parametrize("name", some(list(GAMES), 4, start=2))
def test_reasons_that_go_on_from_earlier_ones_are_those_from_scratch(name: str) -> None:
    rules, random = GAMES[name], Random(name)
    compared, saved = 0, 0
    for players in (rules.players[0], rules.players[-1]):
        for state, _ in wandering(rules, players, random, tried(300, 60)):
            view = state.view(random.choice((SPECTATOR, *range(players))))
            why = view.why()  # it is asked at each state, and compared now and then
            if random.random() < 0.6:
                continue
            once = afresh(state).view(view.player)
            assert why == once.why()
            recall, whole = view._seen.recall, once._seen.recall
            for index in random.sample(range(1, len(view.heard) + 1), min(4, len(view.heard))):
                assert table(recall.before(index)) == table(whole.before(index))
            compared, saved = compared + 1, saved + (recall.retraced < whole.retraced)
    assert compared > 20 and saved > 5


def table(machine: Machine) -> tuple[object, ...]:
    """What lies on a table that was retraced; what was not seen is said as such."""
    zones = [[card is UNSEEN or card for card in zone] for zone in machine.zones]
    names = [name is UNSEEN or name for name in machine.names]
    return zones, machine.variables, names, machine.active, machine.next, machine.own


@pytest.mark.parametrize("name", some(list(GAMES), 5, start=1))
def test_what_was_sampled_before_does_not_change_a_sample(name: str) -> None:
    rules, random = GAMES[name], Random(name)
    players, sampled = rules.players[-1], 0
    state = rules.new_game(players)
    for moment, (state, _) in enumerate(wandering(rules, players, random, 30)):
        if moment % 15 == 14:
            view = state.view(random.randrange(players))
            for seed in range(3):
                once = afresh(state).view(view.player).sample(Random(seed))
                assert view.sample(Random(seed)) == once
                assert once.view(view.player).key == view.key
                sampled += 1
    assert sampled == 6


@pytest.mark.parametrize("name", some(list(GAMES), 4, start=1))
def test_keys_are_equal_if_and_only_if_the_same_was_heard_and_is_asked(name: str) -> None:
    rules, random = GAMES[name], Random(name)
    players, views, seen = rules.players[0], list[View](), Counter[str]()
    for _ in draws_until(quick=4, deep=12, missing=lambda: short_of(seen, {"same": 1, "keys": 6})):
        for state, _ in wandering(rules, players, Random(random.random()), 8):
            view = state.view(random.randrange(players))
            for other in views:
                equal = (*view.now, tuple(view.heard)) == (*other.now, tuple(other.heard))
                assert (view.key == other.key) == equal == (view == other)
                assert not equal or hash(view.key) == hash(other.key)
                seen["same"] += equal
            views.append(view)
            seen["keys"] = len({view.key for view in views})


def test_hearers_that_come_and_go_hear_the_same() -> None:
    rules, random, heard = GAMES["ksr"], Random(1), 0
    game = rules.game(3)
    engine = native(game)
    snapshot = engine.begin(*game.opening(0))
    for number in range(150):  # more than what is kept with a log
        snapshot = snapshot.next(random.choice(snapshot.raws))
        hearing = game.hearing(number % 3)
        told = engine.hearer(hearing).heard(snapshot)
        assert hash(told) == hash(heard_all(hearing.log(snapshot.log))) and tuple(told) == hearing.log(snapshot.log)
        heard += len(told)
    assert heard > 5000


def test_two_who_go_on_from_one_do_not_hear_each_other() -> None:
    one = heard_all([("a",), ("b",)])
    further, elsewhere = one.extended([("c",)]), one.extended([("d",)])
    assert [*one] == [("a",), ("b",)]
    assert [*further, *elsewhere] == [("a",), ("b",), ("c",), ("a",), ("b",), ("d",)]
    assert further != elsewhere and further == heard_all([("a",), ("b",), ("c",)])
    assert further.since(one) == [("c",)] and elsewhere[-1] == ("d",) and elsewhere[:2] == tuple(one)
    with pytest.raises(IndexError):
        one[2]


def test_threads_that_go_on_from_one_do_not_hear_each_other() -> None:
    one, found = heard_all([(0,)]), dict[int, Heard]()

    def go_on(thread: int) -> None:
        heard = one
        for number in range(200):
            heard = heard.extended([(thread, number)])
        found[thread] = heard

    threads = [Thread(target=go_on, args=(each,)) for each in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for thread, heard in found.items():
        assert [*heard] == [(0,), *((thread, number) for number in range(200))]
    assert len(found) == 8


class Overtaken(Heard):
    """What somebody has heard, and what another thread does just when it is read."""

    __slots__ = ("meanwhile",)
    meanwhile: Callable[[], object]

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        meanwhile, self.meanwhile = self.meanwhile, list
        meanwhile()
        return found


def test_what_two_threads_are_told_at_once_is_told_once() -> None:
    random = Random(1)
    state = GAMES["ksr"].begin(3, 0, random.random)
    for _ in range(10):
        state = state.advance(random.choice(state.snapshot.options), random.random)
    alone = state.known(0)
    heard = Overtaken(list(alone.heard), len(alone.heard), hash(alone.heard))
    shared, other = Known(alone.hearing, alone.at, heard), list[Any]()
    heard.meanwhile = lambda: other.append(shared.told)
    assert shared.told == alone.told == shared.told
    assert other == [alone.told]
    assert len(alone.told) > 20


SHOWN = """ruleset shown "Cards are shown where they lie"
players 3
at most 1 turns
numbers pip: 1 to 9
cards deck in box
    1 of each pip
zone box, shuffled
zone hand of player, seen by owner
zone dark of player
zone heap, in a row
zone table, seen by all
set-up
    players
        draw 1 from box to own hand
        draw 1 from box to own dark
    draw 2 from box to heap
    draw 1 from box to table
turn
    show {what} to {whom}
    choose n from 0 to 1
game ends done after turn: box is empty
winners: players
"""
SHOWING = ("own hand", "dark of active", "heap", "table", "own hand plus dark of active", "hand of players")


def test_who_looks_on_sees_the_cards_that_are_shown_where_every_seat_sees_them() -> None:
    seen = Counter[bool]()
    for what in SHOWING:
        for whom in ("players", "other players", "self", "own left"):
            state = loaded(SHOWN.format(what=what, whom=whom)).begin(3, 0, Random(what + whom).random)
            game, log = state.game, events(state.raw_log)
            [at] = [at for at, event in enumerate(log) if isinstance(k.read(event), k.Show)]
            heard = [state.game.hearer(viewer).heard(state.snapshot)[at] for viewer in (SPECTATOR, *range(3))]
            assert heard == [game.hearing(viewer).event(log[at]) for viewer in (SPECTATOR, *range(3))]
            onlooker, *seats = ({card for card, _, _ in shown(event)} - {HIDDEN} for event in heard)
            assert onlooker == set.intersection(*seats)
            seen[bool(onlooker)] += 1
            view = state.view(SPECTATOR)
            assert view.sample(Random(1)).view(SPECTATOR) == view == pickle.loads(pickle.dumps(view))
    assert seen[True] >= 9 and seen[False] >= 9
