"""Who is asked secretly is asked whatever he holds, and others hear the same of all that he can answer."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import palast
from rulespec import Decision, IllegalAction, Over, RulesError, Ruleset, State
from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations
from rulespec.adapters.openspiel.observers import is_open
from rulespec.experiments.leaks import find_leak
from rulespec.game.api import View
from rulespec.game.history import answers, beginning
from rulespec.records import Record
from rulespec.records.undo import undo
from tests.effort import tried

FRAME = """ruleset secret "In secret"
players 2 to 3
at most 2 turns
word suit: red, blue
numbers pips: 1 to 3
cards deck in pile
    1 of each suit in each pips
zone pile
zone hand of player, seen by owner
zone bin
counter points of player
game ends out before turn: hand of active is empty
winners: players, with most own points
"""
DEALT = """set-up
    players: draw 2 from pile to own hand
"""
MAY = """turn
    may secretly
        choose card from own hand, where its suit is red
        move card to bin
    choose n from pips
    add n to own points
"""
MAY_EFFECT = """turn
    may secretly: move (own hand, where its suit is red) to bin
    choose n from pips
    add n to own points
"""
CHOOSE = """turn
    choose card from own hand, where its suit is red, secretly
after turn adding
    choose n from pips
    add n to own points
"""
SETS = """turn
    may secretly
        choose 1 to 2 cards as lot from own hand, where not lot repeats suit
    choose n from pips
    add n to own points
"""
WORD = """turn
    choose wish from suit, secretly
    choose n from pips, secretly
    choose rival from other players, secretly
    choose m from pips
    add m to own points
"""
EACH = {"may": MAY, "may-effect": MAY_EFFECT, "choose": CHOOSE, "sets": SETS, "word": WORD}
REDS, BLUES, MIXED = ["red 1", "red 2"], ["blue 1", "blue 2"], ["red 3", "blue 3"]


Write = Callable[[str], Ruleset]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(rules: str) -> Ruleset:
        path = tmp_path / "secret.rules"
        path.write_text(FRAME + ("" if rules.startswith(DEALT) else "set-up\n    nothing\n") + rules, "utf-8")
        return palast.load(path)

    return written


def first(rules: Ruleset, hand: list[str]) -> State:
    """A turn of the first of two players, who holds these cards."""
    return rules.at(2, zones={("hand", 0): hand, ("hand", 1): ["red 3" if "red 3" not in hand else "red 1"]})


def told(state: State, player: int) -> tuple[object, ...]:
    view, observations = state.view(player), Observations(Encoding(state.game))
    seen = observations.observe(state, player).tolist(), observations.recall(view, 12).tolist()
    return view, view.key, view.heard, tuple(map(str, view.log)), view.why(), view.asked, repr(view), seen


def answered(state: State) -> Iterator[State]:
    """The states after each answer to a question in secret, when all of it is answered."""
    assert isinstance(state.pending, Decision)
    for option in state.pending.options:
        after = state.apply(option)
        if isinstance(after.pending, Decision) and after.pending.prompt == state.pending.prompt:
            yield from answered(after)
        else:
            yield after


@pytest.mark.parametrize("name", EACH)
def test_others_hear_the_same_of_every_answer_and_of_none(name: str, write: Write) -> None:
    rules, seen = write(EACH[name]), 0
    asked = [first(rules, hand) for hand in (REDS, BLUES)]
    assert len({str(told(state, palast.SPECTATOR)[1]) for state in asked}) == 1
    for state in asked:
        assert isinstance(state.pending, Decision)
        assert state.pending.player == 0
    heard = set()
    for state in asked:
        for after in answered(state):
            moved = len(after.zone("hand", 0)) < len(state.zone("hand", 0))
            if not moved:  # to lay a card aside shows, as the hand is smaller then
                seen += 1
                heard.add(str(tuple(told(after, player)[1:] for player in (1, palast.SPECTATOR))))
    assert len(heard) == 1
    assert seen >= 2


def test_whoever_has_nothing_is_asked_all_the_same(write: Write) -> None:
    for name, none in (("may", "(decline)"), ("may-effect", "(decline)"), ("choose", "(none)")):
        pending = first(write(EACH[name]), BLUES).pending
        assert isinstance(pending, Decision)
        assert [option.text for option in pending.options] == [none]


def test_he_himself_hears_what_he_answered(write: Write) -> None:
    said = [str(event) for event in first(write(CHOOSE), BLUES).apply("(none)").view(0).log]
    assert "seat 0 cannot choose card from own hand" in " ".join(said)
    said = [str(event) for event in first(write(MAY), REDS).apply("red 1").view(0).log]
    assert "seat 0 commits to red 1" in said


def everything(state: State, depth: int) -> Iterator[State]:
    yield state
    if depth and not isinstance(state.pending, Over):
        for option in state.pending.options:
            yield from everything(state.apply(option), depth - 1)


def apart(state: State) -> tuple[object, ...]:
    return beginning(state).position, tuple(option.text for option in answers(state)), state.position


@pytest.mark.parametrize("name", EACH)
def test_the_worlds_of_a_player_are_all_that_look_the_same_to_him(name: str, write: Write) -> None:
    rules, compared = write(EACH[name].replace("from pips", "from 1 to 2")), 0
    cards = [card for card in map(str, rules.game(2).material.cards) if card != "red 3"]
    deals = [
        rules.at(2, zones={("hand", 0): hand, ("hand", 1): ["red 3"]}) for hand in map(list, combinations(cards, 2))
    ]
    states = [state for deal in deals for state in everything(deal, 4)]
    by_view: dict[object, list[State]] = {}
    for state in states:
        if len(answers(state)) < 3:
            by_view.setdefault(state.view(1), []).append(state)
    for view, same in list(by_view.items())[:6]:
        assert isinstance(view, View)
        deeper = [state for state in states if len(answers(state)) >= 3 and state.view(1) == view]
        assert Counter(map(apart, view.worlds())) == Counter(map(apart, [*same, *deeper]))
        compared += len(set(map(apart, same))) > 1
    assert compared > 1


@pytest.mark.parametrize("name", EACH)
def test_a_record_keeps_what_was_answered_in_secret(name: str, write: Write, tmp_path: Path) -> None:
    rules = write(EACH[name])
    state = rules.new_game(2)
    while not isinstance(state.pending, Over):
        state = state.apply(state.pending.options[-1])
    record = Record(state)
    record.write(tmp_path / "kept.game")
    assert Record.read(tmp_path / "kept.game", palast.load) == record


def test_what_was_chosen_secretly_decides_nothing_that_another_is_offered(write: Write) -> None:
    with pytest.raises(RulesError) as refused:
        write(WORD + "    own left\n        choose k from pips, where it is at least n\n        add k to own points\n")
    assert [error.code for error in refused.value.errors] == ["E035"]
    assert "chosen secretly" in refused.value.errors[0].message


@pytest.mark.parametrize("words", ["if several, secretly", "openly, secretly"])
def test_a_choice_does_not_contradict_itself(words: str, write: Write) -> None:
    with pytest.raises(RulesError) as refused:
        write(CHOOSE.replace("secretly", words))
    assert [error.code for error in refused.value.errors] == ["E044"]


FOLLOWED = {
    "an effect": "    add 1 to own points\n",
    "a card that moves": "    move card to bin\n",
    "a question": "    choose k from pips\n",
}


@pytest.mark.parametrize("line", FOLLOWED.values(), ids=FOLLOWED)
def test_a_secret_that_comes_out_by_what_follows_is_found(line: str, write: Write) -> None:
    leak = find_leak(write(DEALT + CHOOSE.replace("secretly\n", f"secretly\n{line}")), effort=4_000)
    assert leak is not None
    assert (leak.clause.block, leak.clause.part) == ("turn", "where its suit is red")
    harmless = write(DEALT + MAY.replace("        move card to bin\n", f"    {line}"))
    assert find_leak(harmless, effort=tried(2_000, 700)) is None


def test_a_secret_that_decides_what_is_asked_is_found(write: Write) -> None:
    looks = """turn
    choose wish from suit, secretly
    if wish is red
        choose n from pips
        add n to own points
    otherwise: add 1 to own points
"""
    leak = find_leak(write(DEALT + looks), effort=4_000)
    assert leak is not None
    assert leak.clause.part == "wish is red"
    assert leak.exchanged == ()  # it is told by what was answered alone
    assert find_leak(write(DEALT + looks.replace("is red", "is red, openly")), effort=tried(4_000, 1_000)) is None


def test_a_secret_at_the_same_time_that_comes_out_is_found(write: Write) -> None:
    chosen = "choose card from own hand, where its suit is red, secretly\n            move card to bin"
    together = (
        "turn\n    at the same time\n        players\n            {}\n    choose n from pips\n    add n to own points\n"
    )
    leak = find_leak(write(DEALT + together.format(chosen)), effort=4_000)
    assert leak is not None
    assert leak.what == "the events after a secret answer"
    assert leak.clause.part == "where its suit is red"


@pytest.mark.parametrize("name", EACH)
def test_nothing_else_tells_a_secret(name: str, write: Write) -> None:
    rules = write(DEALT + (EACH[name] if name != "choose" else CHOOSE))
    assert find_leak(rules, effort=tried(4_000, 1_000)) is None
    assert find_leak(rules, 2, effort=tried(300, 100), why=True) is None


def test_nobody_tries_out_what_another_has_chosen_secretly(write: Write) -> None:
    """Whoever could take back what he did once a rule has looked at the secret would learn it for nothing."""
    looks = """turn
    own left: choose wish from suit, secretly
    choose guess from suit
    if guess is wish: add 1 to own points
    choose n from pips
    add n to own points
"""
    rules = write(looks)
    asked = first(rules, REDS).apply("red")
    with pytest.raises(IllegalAction) as refused:
        undo(asked.apply("blue"), 0)
    assert "shown" not in refused.value.reason
    without = write(looks.replace("guess is wish", "guess is red"))
    assert undo(first(without, REDS).apply("red").apply("blue"), 0) == first(without, REDS).apply("red")
    assert find_leak(write(DEALT + looks), effort=tried(4_000, 1_000)) is None


def test_a_game_in_which_somebody_answers_secretly_is_not_open_to_all(write: Write) -> None:
    """In OpenSpiel it has imperfect information, even where all cards are seen."""
    seen = (FRAME.replace("seen by owner", "seen by all").replace("zone pile", "zone pile, seen by all"), WORD)
    lying = write(WORD).composed.layers[0].tree.span.source.path
    for rules, is_it in ((WORD, False), (WORD.replace(", secretly", ""), True)):
        Path(lying).write_text(seen[0].replace("zone bin", "zone bin, seen by all") + "set-up\n    nothing\n" + rules)
        assert is_open(palast.load(lying).game(2)) is is_it


BITS = """ruleset bits "Secret sets that are too large to list"
players 2
at most 8 turns
word suit: sun, moon
numbers might: 1 to 20
cards deck in pile
    1 of each suit in each might
zone pile, shuffled
zone hand of player, seen by owner
counter points of player
set-up
    players: draw 16 from pile to own hand
turn
    may secretly
        choose 1 to 9 cards as lot from own hand, where total might in lot is at most 40
    choose n from 1 to 3
    add n to own points
game ends rich before turn: some player where own points is at least 12
winners: players, with most own points
"""


def test_nobody_hears_how_many_answers_a_secret_takes(tmp_path: Path) -> None:
    path = tmp_path / "bits.rules"
    path.write_text(BITS, "utf-8")
    state, random, between = palast.load(path).new_game(2), Random(2), 0
    while not isinstance(state.pending, Over):
        asked, after = state.pending, state.apply(random.choice(state.pending.options))
        goes_on = isinstance(after.pending, Decision) and after.pending.prompt == asked.prompt
        if isinstance(asked, Decision) and goes_on:
            between += 1
            for listener in (1 - asked.player, palast.SPECTATOR):
                assert state.view(listener) == after.view(listener)
        state = after
    assert between > 5
