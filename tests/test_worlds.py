"""Possible worlds: what a player may have in mind, made of nothing but what he heard."""

import pickle
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palast
from rulespec import Over, Ruleset, State
from rulespec.engine.hearing import Hearing, raw_events
from rulespec.engine.memory import Memory, motions
from rulespec.history import answers, beginning, history
from rulespec.testing import states

ROOT = Path(__file__).parent.parent
GAMES = {
    **{
        name: palast.load(name)
        for name in ("ksr", "magier", "review", "ksr+wertung", "magier+wertung", "review+wertung")
    },
    **{path.stem: palast.load(path) for path in sorted((ROOT / "examples").glob("*.rules"))},
    **{
        path.stem: palast.load(path)
        for path in sorted((ROOT / "tests" / "rules" / "good").glob("*.rules"))
        if path.read_text(encoding="utf-8").startswith("ruleset")
    },
}
KUHN, LEDUC = GAMES["kuhn"], GAMES["leduc"]


def reached(
    rules: Ruleset, players: int, seed: int, steps: int, at: Mapping[object, Sequence[str]] | None = None
) -> State:
    random = Random(seed)
    state = rules.new_game(players) if at is None else rules.at(players, zones=at)
    for _ in range(steps):
        if isinstance(state.pending, Over):
            break
        state = state.apply(random.choice(state.pending.options))
    return state


def everything(state: State) -> Iterator[State]:
    """All states of a game that begins here."""
    yield state
    if not isinstance(state.pending, Over):
        for option in state.pending.options:
            yield from everything(state.apply(option))


def told_apart(state: State) -> tuple[object, ...]:
    return beginning(state).position, tuple(option.text for option in answers(state)), state.position


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_sample_cannot_be_told_from_the_true_state(name: str, data: st.DataObject) -> None:
    rules = GAMES[name]
    state = data.draw(states(rules))
    view = state.view(data.draw(st.integers(0, state.players - 1)))
    world = view.sample(Random(7))
    assert world.view(view.player) == view
    assert world.view(view.player).log == view.log


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_depends_on_the_view_alone(name: str) -> None:
    rules = GAMES[name]
    for players in (rules.players[0], rules.players[-1]):
        state = reached(rules, players, 3, 30)
        view = state.view(players - 1)
        world = view.sample(Random(1))
        kept = pickle.loads(pickle.dumps(view))
        assert told_apart(kept.sample(Random(1))) == told_apart(world)
        assert told_apart(world.view(players - 1).sample(Random(1))) == told_apart(world)


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_has_a_history_that_leads_to_it(name: str) -> None:
    rules = GAMES[name]
    world = reached(rules, rules.players[-1], 5, 25).view(0).sample(Random(2))
    here = beginning(world)
    for before, option in history(world):
        assert before == here
        here = before.apply(option)
    assert here == world


def test_what_a_sample_shows_of_others_is_not_what_they_have() -> None:
    state = reached(GAMES["ksr"], 4, 1, 26)
    view = state.view(0)
    hands = {world.zone("hand", 1) for world in (view.sample(Random(seed)) for seed in range(20))}
    assert len(hands) > 5


def test_in_kuhn_poker_the_other_card_is_one_of_two() -> None:
    deal = KUHN.new_game(2).apply("Queen").apply("King")
    view = deal.view(0)
    worlds = list(view.worlds())
    assert sorted(str(world.zone("hand", 1)[0]) for world in worlds) == ["Jack", "King"]


@pytest.mark.parametrize("seed", range(4))
def test_all_worlds_are_all_states_that_look_the_same(seed: int) -> None:
    for rules in (KUHN, LEDUC) if seed == 3 else (KUHN,):
        state = reached(rules, 2, seed, 3 + seed)
        view = state.view(seed % 2)
        same = [each for each in everything(rules.new_game(2)) if each.view(seed % 2) == view]
        assert Counter(map(told_apart, view.worlds())) == Counter(map(told_apart, same))


def _small(seed: int, steps: int) -> State:
    """A position in which few cards are unknown: all others lie open."""
    rules = GAMES["ksr"]
    zones: dict[object, list[str]] = {
        ("hand", 0): ["Zofe rot", "Wächter rot"],
        ("hand", 1): ["Zofe gelb", "Wächter gelb"],
        ("hand", 2): ["Zauberer gelb", "Hofnarr rot"],
        "pile": ["Hofmarschall rot", "Zofe grün"],
    }
    used = {card for cards in zones.values() for card in cards}
    cards = [str(card) for card in rules.material(3).cards]
    zones["open"] = sorted((card for card in cards if card not in used), key=lambda card: " " not in card)
    return reached(rules, 3, seed, steps, zones)


@pytest.mark.parametrize(
    "state",
    [
        *(reached(KUHN, 2, seed, 5) for seed in range(3)),
        *(reached(LEDUC, 2, seed, 5 + seed) for seed in range(3)),
        *(_small(seed, steps) for seed, steps in ((0, 0), (3, 3), (5, 5))),
    ],
    ids=lambda state: f"{state.rules.name}-{len(state.log)}",
)
def test_every_world_is_sampled_equally_often(state: State) -> None:
    view, random = state.view(0), Random(5)
    worlds = [told_apart(world) for world in view.worlds()]
    times = 1500
    found = Counter(told_apart(view.sample(random)) for _ in range(times))
    assert set(found) <= set(worlds)
    expected = times / len(worlds)
    spread = sum((found[world] - expected) ** 2 / expected for world in worlds)
    freedom = len(worlds) - 1
    assert spread <= freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations of chi square


@pytest.mark.parametrize("name", GAMES)
def test_no_card_lies_where_memory_says_it_cannot(name: str) -> None:
    rules = GAMES[name]
    for seed, players in enumerate(rules.players):
        state = reached(rules, players, seed, 150)
        ears = Hearing(rules.program(players), players - 1)
        lying = list(rules.material(players).start)
        heard, where = [], []
        for raw in raw_events(state._log):
            for card, _, to in motions(raw):
                lying[card] = to
            event = ears.event(raw)
            if event is not None:
                heard.append(event)
                where.append(tuple(lying))
        memory = Memory(rules.material(players), tuple(heard))
        for places, may in zip(where, memory.may, strict=True):
            assert all(each >> place & 1 for place, each in zip(places, may, strict=True))
