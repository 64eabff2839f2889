"""Observations as arrays: the same that a player's view shows, whatever was observed before."""

from collections.abc import Iterator
from pathlib import Path as File
from random import Random

import pytest

import palast
from rulespec import Decision, Over, Ruleset, State, load
from rulespec.adapters.encoding.actions import Encoding, Path
from rulespec.adapters.encoding.observations import Observations
from rulespec.game.api import LastSeen, View
from rulespec.language.tree import declarations as d
from tests.effort import some

GOOD = File(__file__).parent / "rules" / "good"
NAMES = ("ksr", "magier", "review+wertung", "auction", "goofspiel", "leduc", "market", "whispers", "whist")


def rules(name: str) -> Ruleset:
    return load(name, library=GOOD) if (GOOD / f"{name}.rules").exists() else palast.load(name)


def shown(view: View, encoding: Encoding, so_far: Path) -> Iterator[float]:
    """What a view shows, number by number, from nothing but the view."""
    material, cards = view.game.material, encoding.cards
    for who in (view.player, view.active, view.asked):
        yield from (float(seat == who) for seat in range(view.players))
    for place in material.places:
        held, shares = view.zone(place.zone.name, place.owner), [0.0] * cards
        assert not isinstance(held, LastSeen)  # in none of these games
        if not isinstance(held, int):
            for at, card in enumerate(held):
                shares[encoding.number(card)] = (at + 1) / len(held) if place.zone.ordered else 1.0
        yield from (*shares, (held if isinstance(held, int) else len(held)) / cards)
    for variable in material.variables:
        holder = variable.holder
        if isinstance(holder, d.Counter):
            value = view.counter(holder.name, variable.owner)
            yield value / (1 + abs(value))
        else:
            words = range(view.players) if holder.of == "player" else material.words(holder.of)
            yield from (float(view.note(holder.name, variable.owner) == word) for word in words)
    yield from (float(action in so_far) for action in range(len(encoding.actions)))


def states(rules: Ruleset, players: int, seed: int) -> Iterator[State]:
    """A random game, chance included."""
    random, state = Random(seed), rules.new_game(players)
    while not isinstance(state.pending, Over):
        yield state
        state = state.apply(random.choice(state.pending.options))
    yield state


@pytest.mark.parametrize("name", some(NAMES, 5))
def test_an_observation_is_what_the_view_shows_in_whatever_order_states_are_looked_at(name: str) -> None:
    table, random = rules(name), Random(1)
    for players in {table.players[0], table.players[-1]}:
        encoding = Encoding(table.game(players))
        observations, seen = Observations(encoding), set[tuple[float, ...]]()
        looked = [state for seed in (1, 2) for state in states(table, players, seed)]
        for state in random.sample(looked, min(60, len(looked))) + looked[:20]:
            player = random.randrange(players)
            so_far = tuple(random.sample(range(len(encoding.actions)), random.randrange(3)))
            numbers = observations.observe(state, player, so_far).tolist()
            assert numbers == pytest.approx([*shown(state.view(player), encoding, so_far)], abs=1e-7)
            assert len(numbers) == observations.size == sum(size for _, size in observations.pieces)
            seen.add(tuple(numbers))
        assert len(seen) > 15


@pytest.mark.parametrize("name", some(NAMES, 5, start=1))
def test_every_answer_has_its_own_actions_and_none_is_the_beginning_of_another(name: str) -> None:
    table, compound = rules(name), 0
    encoding = Encoding(table.game(table.players[-1]))
    for state in states(table, table.players[-1], seed=4):
        if not isinstance(state.pending, Decision) or len(state.raws) > 300:
            continue
        site = state.game.program.asks[state.position.pc].site
        found = dict(encoding.offer(site, state.raws).answers())
        assert sorted(map(repr, found.values())) == sorted(map(repr, state.raws))
        assert not any(path[:size] in found for path in found for size in range(1, len(path)))
        for path, raw in found.items():
            atoms = [str(atom) for atom in state.option(raw).atoms]
            assert [encoding.actions[action] for action in path][: len(atoms)] == atoms
            assert encoding.path(site, raw, state.raws) == path
        compound += any(len(path) > 1 for path in found)
    assert compound or name in ("auction", "leduc", "goofspiel", "whist", "whispers")
