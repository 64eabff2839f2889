"""Games of the shelf in step with OpenSpiel's own, and wrong rules planted in them, which have to be noticed."""

from collections import Counter, defaultdict
from typing import Any

import pyspiel
import pytest

from rulespec import Decision, Ruleset, openspiel
from rulespec.language.tree.declarations import Zone
from tests.effort import DEEP, draws_until, short_of, some, tried
from tests.twins import (
    crazy_eights,
    cribbage,
    euchre,
    gin_rummy,
    go_fish,
    hearts,
    kuhn,
    leduc,
    liars_dice,
    oh_hell,
    pig,
    spades,
)
from tests.twins.lockstep import DifferError, Twin, game_of, histories, in_step, rules_of

TWINS: dict[str, Twin] = {
    twin.spec: twin
    for twin in (
        crazy_eights.TWIN,
        cribbage.TWIN,
        euchre.TWIN,
        gin_rummy.TWIN,
        go_fish.TWIN,
        hearts.TWIN,
        kuhn.TWIN,
        leduc.TWIN,
        liars_dice.TWIN,
        oh_hell.TWIN,
        pig.TWIN,
        spades.TWIN,
    )
}
LEAST = 100  # how often each kind of move is made, and each branch of the scoring is gone through, in the deep profile


def _game(twin: Twin, seed: int) -> tuple[int, bool]:
    """The number of players, and whether all answer at random: with the seeds, each number of players both ways."""
    return twin.players[seed // 2 % len(twin.players)], seed % 2 == 0


@pytest.mark.parametrize("twin", TWINS.values(), ids=str)
def test_both_engines_are_in_step_to_the_end_of_every_game(twin: Twin) -> None:
    rules, met = rules_of(twin), Counter[str]()
    wanted = dict.fromkeys([*twin.kinds, *twin.endings] if DEEP else twin.kinds, LEAST if DEEP else 1)
    for seed in draws_until(4, 10_000, lambda: short_of(met, wanted)):
        players, at_random = _game(twin, seed)
        end, moves = in_step(twin, rules, players, seed, at_random=at_random)
        met.update(moves)
        met.update(twin.ended(end))
    print(f"{twin}: {', '.join(f'{what} {many:,}' for what, many in sorted(met.items()))}")
    assert set(met) <= {*twin.kinds, *twin.endings}


def _noticed(twin: Twin, rules: Ruleset) -> DifferError | None:
    for seed in range(twin.patience):
        players, at_random = _game(twin, seed)
        try:
            in_step(twin, rules, players, seed, at_random=at_random)
        except DifferError as error:
            return error
    return None


@pytest.mark.parametrize("twin", TWINS.values(), ids=str)
def test_ten_wrong_rules_are_noticed(twin: Twin) -> None:
    assert len({*twin.faults}) == 10
    faults = some(twin.faults, 1, start=[*TWINS].index(twin.spec))
    assert len(faults) >= tried(3, 1)
    assert not [fault for fault in faults if _noticed(twin, rules_of(twin, fault)) is None]


@pytest.mark.parametrize("twin", [twin for twin in TWINS.values() if twin.sights], ids=str)
def test_a_wrong_sight_is_noticed(twin: Twin) -> None:
    for sight in twin.sights:
        noticed = _noticed(twin, rules_of(twin, sight))
        assert noticed is not None and "the cards that seat" in str(noticed)


def test_only_a_game_that_hides_nothing_is_compared_without_sights() -> None:
    zones = {spec: rules_of(twin).composed.of(Zone) for spec, twin in TWINS.items()}
    hiding = {spec for spec, some in zones.items() if any(zone.seen_by == "owner" for zone in some)}
    assert {spec for spec, twin in TWINS.items() if twin.sights} == hiding == TWINS.keys() - {"pig+openspiel"}


def test_a_hand_that_is_shown_before_the_knocker_lays_out_is_noticed() -> None:
    twin = TWINS["gin-rummy+openspiel"]
    laying, showing = "    knocker: perform lay-out 3 times\n", "    show hand of players to players\n"
    noticed = _noticed(twin, rules_of(twin, (laying, showing + laying)))
    assert noticed is not None and "the cards that seat" in str(noticed)


# ---- what players know


@pytest.mark.parametrize("name", ["kuhn", "leduc", *(["liars-dice+openspiel"] if DEEP else [])])
def test_information_sets_part_the_histories_alike(name: str) -> None:
    twin = TWINS[name]
    theirs, ours = defaultdict[Any, set[Any]](set), defaultdict[Any, set[Any]](set)
    for state, other in histories(twin, rules_of(twin), 2):
        assert isinstance(state.pending, Decision)
        player = state.pending.player
        known, said = (player, state.view(player).key), (player, other.information_state_string(player))
        theirs[known].add(said)
        ours[said].add(known)
    assert all(len(each) == 1 for each in (*theirs.values(), *ours.values()))
    assert len(ours) == {"kuhn": 12, "leduc": 936, "liars-dice+openspiel": 6 * 2**11}[name]


@pytest.mark.parametrize(("name", "iterations"), [("kuhn", tried(50, 20)), *([("leduc", 30)] if DEEP else [])])
def test_a_solver_gets_equally_far_in_both(name: str, iterations: int) -> None:
    twin = TWINS[name]
    left = list[float]()
    for game in (openspiel.game(rules_of(twin)), game_of(twin, 2)):
        solver = pyspiel.CFRSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        left.append(pyspiel.exploitability(game, solver.tabular_average_policy()))
    assert left[0] == pytest.approx(left[1], abs=1e-9)
    assert 0 < left[0] < 3
