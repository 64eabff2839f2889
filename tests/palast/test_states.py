"""States and options of whole games: what is offered is accepted, all else is refused, and no state changes."""

import pickle
import subprocess
import sys
from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import palast
from palast import Card, Decision, IllegalAction, Option, Over, State
from palast.rulesets import CARDS
from rulespec.testing import games
from tests.effort import some, tried
from tests.library import OFFICIAL, WITH_LAYERS, ruleset

every = pytest.mark.parametrize("spec", WITH_LAYERS)
each_time = pytest.mark.parametrize("spec", some(WITH_LAYERS, 3))


@each_time
@given(data=st.data())
def test_every_offered_option_is_accepted_and_no_state_ever_changes(spec: str, data: st.DataObject) -> None:
    game = data.draw(games(ruleset(spec), whole=True))
    assert isinstance(game[-1].pending, Over) and game[-1].turns > 5, "so much is looked at"
    for state in game[:: max(1, len(game) // tried(40, 8))]:
        kept: State = pickle.loads(pickle.dumps(state))
        options = [] if isinstance(state.pending, Over) else state.pending.options
        after = [state.apply(option) for option in options]
        assert after == [state.apply(option.text) for option in options]
        assert len(set(after)) == len(options)
        unchanged(state, kept)


@each_time
def test_what_is_offered_elsewhere_in_a_game_is_refused_here(spec: str) -> None:
    seen = 0

    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        nonlocal seen
        game = data.draw(games(ruleset(spec), whole=True))
        everything = {option for state in game if isinstance(state.pending, Decision) for option in offered(state)}
        state = data.draw(st.sampled_from([state for state in game if isinstance(state.pending, Decision)]))
        foreign = sorted(everything - set(offered(state)), key=lambda option: option.text)
        seen += len(foreign)
        refused(state, foreign if len(foreign) <= MANY else data.draw(st.permutations(foreign))[:MANY])

    check()
    assert seen > tried(5000, 50)


MANY = tried(1000, 40)  # more refusals than this are drawn from, at one decision


@pytest.mark.parametrize("spec", some(WITH_LAYERS, 3, 1))
def test_an_offered_option_with_an_atom_changed_is_refused(spec: str) -> None:
    seen = 0

    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        nonlocal seen
        game = data.draw(games(ruleset(spec), whole=True))
        choices = [state for state in game if isinstance(state.pending, Decision)]
        state = data.draw(st.sampled_from(choices))
        everything = [option for each in choices for option in offered(each)]
        known = sorted({(option.atoms[0], option.text) for option in everything if len(option.atoms) == 1}, key=str)
        changed = [other for option in offered(state) for other in with_an_atom_changed(option, known)]
        wrong = sorted(set(changed) - set(offered(state)), key=str)[:MANY]
        seen += len(wrong)
        refused(state, wrong)

    check()
    assert seen > tried(5000, 50)


def with_an_atom_changed(option: Option, known: Iterable[tuple[Card | int | str | bool, str]]) -> Iterable[Option]:
    texts = option.text.split(", ") if option.atoms else []
    for at in range(len(option.atoms)):
        for atom, text in known:
            if atom != option.atoms[at]:
                atoms = (*option.atoms[:at], atom, *option.atoms[at + 1 :])
                said = ", ".join((*texts[:at], text, *texts[at + 1 :]))
                yield evolve(option, atoms=atoms, text=said)


def offered(state: State) -> tuple[Option, ...]:
    assert isinstance(state.pending, Decision)
    return state.pending.options


def refused(state: State, options: Iterable[Option]) -> None:
    kept: State = pickle.loads(pickle.dumps(state))
    texts = {option.text for option in offered(state)}
    in_order = {in_alphabet(text) for text in texts}
    for option in options:
        assert option.text not in texts, (option, offered(state))
        is_other_order = in_alphabet(option.text) in in_order  # in which a player may name the cards of a set, too
        for answer in (option,) if is_other_order else (option, option.text):
            with pytest.raises(IllegalAction) as refusal:
                state.apply(answer)
            assert refusal.value.reason
            assert refusal.value.rule
    unchanged(state, kept)


def in_alphabet(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split(", ")))


def unchanged(state: State, kept: State) -> None:
    assert state == kept
    assert hash(state) == hash(kept)
    assert state.pending == kept.pending
    assert state.log == kept.log


@every
def test_the_same_choices_lead_to_equal_states_with_equal_hashes(spec: str) -> None:
    rules = ruleset(spec)
    one = played(rules.new_game(4), seed=3)
    other = played(palast.load(spec).new_game(4), seed=3)
    assert one == other
    assert [hash(state) for state in one] == [hash(state) for state in other]
    assert len(set(one)) == len(one)
    assert all(before != after for before, after in pairwise(one))


def test_states_of_different_rulesets_differ_though_their_cards_lie_alike() -> None:
    assert palast.load("ksr").new_game(3) != palast.load("ksr+wertung").new_game(3)


@every
def test_after_the_end_nothing_is_accepted(spec: str) -> None:
    over = played(ruleset(spec).new_game(3), seed=1)[-1]
    for answer in ("Zofe rot", ""):
        with pytest.raises(IllegalAction, match="the game is over"):
            over.apply(answer)


def played(state: State, seed: int) -> list[State]:
    """A game from a state to its end, chance and choices alike uniform."""
    random, reached = Random(seed).random, [state]
    while not isinstance(state.pending, Over):
        options = state.pending.options
        state = state.apply(options[int(random() * len(options))])
        reached.append(state)
    return reached


# ---- in other processes

PLAY = """
import sys, palast
for spec in sys.argv[1:]:
    for players in (3, 5):
        agents = [palast.random_agent(seat) for seat in range(players)]
        record = palast.play(palast.load(spec), agents, seed=7)
        print(spec, players, record.result.winners, *record.state.log, sep="\\n")
"""

GO_ON = """
import pickle, sys
from random import Random
from palast import Over
for state in pickle.load(sys.stdin.buffer):
    random = Random(5).random
    while not isinstance(state.pending, Over):
        options = state.pending.options
        state = state.apply(options[int(random() * len(options))])
    print(*state.log, state.pending.winners, sep="\\n")
"""


def run(script: str, *arguments: str, given: bytes = b"", hashes: str = "0") -> str:
    """What a Python process of its own prints."""
    path = str(CARDS.parent)
    environment = {"PYTHONHASHSEED": hashes, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-c", script, *arguments], input=given, env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_the_same_seed_gives_the_same_games_in_every_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    specs = some(WITH_LAYERS, 3, 1)
    monkeypatch.setattr(sys, "argv", ["", *specs])
    exec(PLAY, {})
    here = capsys.readouterr().out
    assert run(PLAY, *specs, hashes="2718") == here
    assert len(here.splitlines()) > tried(1000, 500)


def test_games_kept_in_mid_choice_go_on_the_same_in_a_fresh_process() -> None:
    kept: dict[tuple[str, ...], State] = {}
    for spec in some(WITH_LAYERS, 3):
        for seed in range(tried(4, 2)):
            for state in played(ruleset(spec).new_game(3), seed):
                pending = state.pending
                asking = (pending.block, *pending.binds) if isinstance(pending, Decision) else (type(pending).__name__,)
                kept.setdefault((spec, *asking), state)
    asked = {name for kind in kept for name in kind}
    assert {"partner", "n", "mine", "theirs", "gift", "scrap", "one", "another", "back", "follower", "card"} <= asked
    states = list(kept.values())
    here = [played(state, 5)[-1] for state in states]
    told = "".join("\n".join([*map(str, state.log), str(winners(state))]) + "\n" for state in here)
    assert run(GO_ON, given=pickle.dumps(states), hashes="99") == told


def winners(state: State) -> tuple[int, ...]:
    assert isinstance(state.pending, Over)
    return state.pending.winners


@pytest.mark.parametrize("spec", OFFICIAL)
def test_a_kept_state_is_equal_to_itself_when_it_comes_back(spec: str) -> None:
    for state in played(ruleset(spec).new_game(5), seed=2)[::25]:
        back = pickle.loads(pickle.dumps(state))
        unchanged(state, back)
        assert [back.view(seat).log for seat in range(5)] == [state.view(seat).log for seat in range(5)]
