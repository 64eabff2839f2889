"""Possible worlds: what a player may have in mind, made of nothing but what he heard."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice, takewhile
from pathlib import Path
from random import Random

import pytest
from scipy.stats import chisquare

import palast
import rulespec
from rulespec import Over, Ruleset, State
from rulespec.engine.events import kinds as k
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import events
from rulespec.engine.events.motions import motions
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.machine import Machine, Operation
from rulespec.engine.python.memory import BitMemory
from rulespec.experiments.testing.files import loaded
from rulespec.game.api import View
from rulespec.game.history import answers, beginning, history
from rulespec.knowledge import chain, sampling
from rulespec.knowledge import steps as knowledge_steps
from rulespec.knowledge.perspective import Perspective
from rulespec.language.errors import WorldsError
from tests.effort import moments, some, tried
from tests.library import FOLDERS, GAMES, ROOT, drawn_file

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


@pytest.mark.parametrize("name", some(list(GAMES), 4, start=0))
def test_a_sample_cannot_be_told_from_the_true_state(name: str) -> None:
    shares = []
    for share, state in moments(GAMES[name], tried(40, 2), 70):
        shares.append(share)
        view = state.view(len(shares) % state.players)
        world = view.sample(Random(7))
        assert world.view(view.player) == view
        assert world.view(view.player).log == view.log
        assert pickle.dumps(world.view(view.player)) == pickle.dumps(view)
    assert max(shares) == 1 and sum(shares) >= len(shares) * 0.4


@pytest.mark.parametrize("name", some(list(GAMES), 4, start=1))
def test_a_sample_depends_on_the_view_alone(name: str) -> None:
    rules = GAMES[name]
    for players in (rules.players[0], rules.players[-1]):
        state = reached(rules, players, 3, 30)
        view = state.view(players - 1)
        world = view.sample(Random(1))
        kept = pickle.loads(pickle.dumps(view))
        assert told_apart(kept.sample(Random(1))) == told_apart(world)
        assert told_apart(world.view(players - 1).sample(Random(1))) == told_apart(world)


@pytest.mark.parametrize("name", some(list(GAMES), 4, start=0))
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


def _position(unknown: Mapping[object, list[str]], seed: int, steps: int) -> State:
    """A position of three players in which only these cards are unknown to the first: all others lie open."""
    rules = GAMES["ksr"]
    zones: dict[object, list[str]] = {("hand", 0): ["Zofe rot", "Wächter rot"], **unknown}
    used = {card for cards in zones.values() for card in cards}
    cards = [str(card) for card in rules.game(3).material.cards]
    zones["open"] = sorted((card for card in cards if card not in used), key=lambda card: " " not in card)
    return reached(rules, 3, seed, steps, zones)


SMALL: dict[object, list[str]] = {
    ("hand", 1): ["Zofe gelb", "Wächter gelb"],
    ("hand", 2): ["Zauberer gelb", "Hofnarr rot"],
    "pile": ["Hofmarschall rot", "Zofe grün"],
}
LARGER: dict[object, list[str]] = {
    ("hand", 1): ["Zofe gelb", "Wächter gelb", "Zauberer grün"],
    ("hand", 2): ["Zauberer gelb", "Hofnarr rot"],
    "pile": ["Hofmarschall rot", "Zofe grün", "Hofnarr grün", "Wächter grün", "Mundschenk rot", "Mundschenk gelb"],
}


def _uneven(found: Counter[object], expected: float, kinds: int) -> float:
    """By how many standard deviations of chi square the counts are too uneven."""
    freedom = max(1, kinds - 1)
    spread = sum((found[each] - expected) ** 2 for each in found) + (kinds - len(found)) * expected**2
    return float((spread / expected - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize(
    "state",
    [
        *(reached(KUHN, 2, seed, 5) for seed in range(3)),
        *(reached(LEDUC, 2, seed, 5 + seed) for seed in range(3)),
        *(_position(SMALL, seed, steps) for seed, steps in ((0, 0), (3, 3), (5, 5))),
    ],
    ids=lambda state: f"{state.rules.name}-{len(state.log)}",
)
def test_every_world_is_sampled_equally_often(state: State) -> None:
    view, random = state.view(0), Random(5)
    worlds, times = {told_apart(world) for world in view.worlds()}, tried(1500, 300)
    found = Counter[object](told_apart(view.sample(random)) for _ in range(times))
    assert set(found) <= worlds
    assert _uneven(found, times / len(worlds), len(worlds)) < 4


FLIP = """ruleset flip "Two ends of a pile, of which each sees one for himself"
players 2
at most 12 turns
numbers worth: 1 to 6
cards lots in bag
    1 of each worth
zone bag, shuffled
zone pile, in a row
zone won of player, in a row, seen by all
set-up
    draw 6 from bag to pile
turn
    show last of pile to self
    may: exchange first of pile with last of pile
    draw 1 from pile to own won
game ends emptied after turn: pile is empty
winners: players, with most total worth in own won
"""


@cache
def flip() -> Ruleset:
    return loaded(FLIP)


def _laid_open(
    name: str, hands: Sequence[Sequence[str]], pile: Sequence[str], top: str, seed: int, steps: int
) -> State:
    """A position of a shedding game in which all cards but those lie on its stack."""
    rules = GAMES[name]
    hidden = {*pile, top}.union(*hands)
    others = [str(card) for card in rules.game(len(hands)).material.cards if str(card) not in hidden]
    zones: dict[object, Sequence[str]] = {("hand", seat): hand for seat, hand in enumerate(hands)}
    return reached(rules, len(hands), seed, steps, {**zones, "pile": pile, "stack": [*others, top]})


def _few_hidden() -> Iterator[State]:
    """Positions in which little is hidden."""
    for seed, steps in ((1, 8), (2, 9)):
        yield reached(flip(), 2, seed, steps)
    yield reached(KUHN, 2, 1, 5)
    yield reached(LEDUC, 2, 0, 5)
    for seed, steps in ((0, 0), (3, 3), (5, 5), (1, 4), (2, 6)):
        yield _position(SMALL, seed, steps)
    for seed, steps in ((0, 0), (1, 3)):
        mine, theirs = ["Sieben Kreuz", "Neun Herz"], ["Dame Pik", "Zehn Karo", "As Karo"]
        pile = ["König Herz", "Acht Pik", "Neun Karo", "Dame Herz"]
        yield _laid_open("mau-mau", [mine, theirs], pile, "Zehn Herz", seed, steps)
        mine, theirs = ["one red 1", "two blue 1"], ["three green 1", "four green 1", "two red 1"]
        pile = ["five red 1", "six blue 1", "skip green 1", "seven red 1"]
        yield _laid_open("colours", [mine, theirs], pile, "four red 1", seed, steps)


def by_python(state: State) -> State:
    """The same state in a game that the interpreter plays."""
    game = state.game.played_by(Interpreter(state.game.program))
    return State.standing(game, state.position, state.where, state.raw_log, state.turns, state.dirty)


@pytest.mark.parametrize("same_past", [False, True])
def test_samples_are_spread_evenly_over_the_full_list(same_past: bool) -> None:
    several = 0
    for at, state in enumerate(some([*_few_hidden()], 7, start=same_past)):
        for each in (state, by_python(state)):
            view, random = each.view(0), Random(at)
            worlds = [told_apart(world) for world in view.worlds()]
            times = tried(60, 6) * len(worlds)
            found = Counter(told_apart(view.sample(random, same_past=same_past)) for _ in range(times))
            assert set(found) <= set(worlds)
            several += len(worlds) > 1
            assert len(worlds) == 1 or chisquare([found[world] for world in worlds]).pvalue > 1e-6
    assert several >= tried(22, 10)  # of eleven positions, or of five, by two engines


def test_a_sample_is_found_wherever_all_worlds_can_be_listed() -> None:
    listed = Counter[str]()
    drawn = [drawn_file(seed).rules for seed in range(tried(600, 8))]
    for rules in [flip(), *some([*GAMES.values()], 5, start=2), *drawn]:
        random = Random(rules.name)
        for _ in range(tried(6, 2)):
            state = reached(rules, random.choice(rules.players), random.randrange(1000), random.randrange(4, 40))
            seat = random.randrange(state.players)
            try:
                worlds = [told_apart(world) for world in islice(state.view(seat).worlds(), 200)]
            except WorldsError:
                continue
            if len(worlds) == 200:
                continue
            listed["one" if len(worlds) == 1 else "several"] += 1
            for number, each in enumerate((state, by_python(state))):
                view = each.view(seat)
                for same_past in (False, True):
                    assert told_apart(view.sample(Random(number), same_past=same_past)) in worlds
    assert listed["one"] > tried(10, 4) and listed["several"] > tried(400, 4)


@pytest.mark.parametrize(("name", "answers"), [("shedding", 300), ("tricks", 300), ("colours", 80)])
def test_late_in_long_games_of_a_hundred_cards_samples_are_found(name: str, answers: int) -> None:
    rules, found = rulespec.load(name, library=[*FOLDERS, ROOT / "benchmarks" / "games"]), 0
    for seed in range(tried(60, 2)):
        state = reached(rules, 4, seed, answers)
        if isinstance(state.pending, Over):
            continue
        each = by_python(state) if seed % 10 == 0 else state
        view = each.view(seed % 4)
        assert view.sample(Random(seed), same_past=seed % 3 == 0).view(view.player) == view
        found += 1
    assert found >= tried(15, 1)


def test_secret_answers_that_only_later_effects_tell_take_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MANY_MOVES", (0, 0))
    monkeypatch.setattr(sampling, "MOVES", (0, 0))
    told = steps = 0
    for number, (_, state) in enumerate(moments(GAMES["whispers"], tried(200, 40), 300)):
        view = state.view(number % state.players)
        assert view.sample(Random(number)).view(view.player) == view
        steps += view._worlds.steps.tried
        told += sum(event[0] == k.CHANGE for event in view.heard)
    assert told > tried(200, 40) and steps < 2_000 * tried(200, 40)


@pytest.mark.parametrize("seed", [1, 2])
def test_samples_with_the_same_past_begin_alike_and_lie_as_all_samples_do(seed: int) -> None:
    state, random = reached(GAMES["ksr"], 3, seed, 150), Random(seed)
    view, times = state.view(seed), tried(300, 60)
    worlds = [view.sample(random, same_past=True) for _ in range(times)]
    assert all(world.view(seed) == view for world in worlds)
    ways = zip(*([option.text for option in answers(world)] for world in worlds), strict=False)
    assert 40 < sum(1 for _ in takewhile(lambda step: len(set(step)) == 1, ways)) < 150
    found, plain = Counter[object](), Counter[object]()
    for world in worlds:
        found.update(enumerate(world.where))
        plain.update(enumerate(view.sample(random).where))
    assert len(found) > len(state.where) + 10  # many cards lie in one world here, in another there
    for lying in found | plain:
        share = (found[lying] + plain[lying]) / (2 * times)
        assert abs(found[lying] - plain[lying]) / times <= 4.5 * (2 * share * (1 - share) / times) ** 0.5


def test_a_sample_with_the_same_past_is_the_same_whatever_was_sampled_before() -> None:
    view, again = (reached(GAMES["ksr"], 3, 1, 150).view(0) for _ in range(2))
    view.sample(Random(5))
    view.sample(Random(6), same_past=True)
    assert told_apart(view.sample(Random(7), same_past=True)) == told_apart(again.sample(Random(7), same_past=True))


@pytest.mark.parametrize(("seed", "steps"), some([(0, 0), (4, 3), (7, 6)], 2))
def test_without_a_list_every_card_lies_everywhere_as_often_as_in_all_worlds(seed: int, steps: int) -> None:
    view, random = _position(LARGER, seed, steps).view(0), Random(seed)
    exact, found, times, worlds = Counter[object](), Counter[object](), tried(500, 150), 0
    for worlds, world in enumerate(view.worlds(), 1):  # noqa: B007 (how many there were)
        exact.update(enumerate(world.where))
    for _ in range(times):
        found.update(enumerate(view.sample(random).where))
    assert worlds > 500
    for lying, count in exact.items():
        share = count / worlds
        assert abs(found[lying] / times - share) <= 4.5 * (share * (1 - share) / times) ** 0.5
    assert not set(found) - set(exact)


ROWS = """
players 2
at most 4 turns
numbers pips: 1 to 6
cards deck in box
    1 of each pips
zone box
zone stack, in a row
zone hand of player, seen by owner
turn
    may: draw 1 from stack to own hand
game ends dry: stack is empty
winners: players, with most total pips in own hand
"""


@pytest.mark.parametrize("drawn", [0, 1])
def test_a_row_that_nobody_sees_can_lie_in_any_order_in_a_given_position(drawn: int, tmp_path: Path) -> None:
    path = tmp_path / "rows.rules"
    path.write_text(f"ruleset rows{ROWS}", "utf-8")
    state = palast.load(path).at(2, zones={"stack": ["5", "1", "3"]})
    for _ in range(drawn):
        state = state.apply(state.pending.options[0])  # type: ignore[union-attr]
    view, random, times = state.view(0), Random(3), tried(1500, 400)
    worlds = [world.zone("stack") for world in view.worlds()]
    assert len(worlds) == len(set(worlds)) == (6 * 5 * 4 if drawn == 0 else 5 * 4)
    assert state.zone("stack") in worlds
    found = Counter[object](view.sample(random).zone("stack") for _ in range(times))
    assert set(found) <= set(worlds)
    assert _uneven(found, times / len(worlds), len(worlds)) < 4


# ---- rules that say more about hidden cards than anybody hears

HARD = {
    "sorted": """
players 2 to 3
at most 3 turns
numbers pip: 1 to 3
word suit: sun, moon, star
players have suit sun, moon, star
cards deck in box
    1 of each pip in each suit
zone box, shuffled
zone hand of player, seen by owner
zone bid of player, in a row, seen by all
set-up
    players: move (box, where its suit is own suit) to own hand
turn
    choose offer from own hand
    move offer to own bid
game ends sold: some player where own hand is empty
winners: players
""",
    "stacked": """
players 2
at most 2 turns
numbers pip: 1 to 5
cards deck in pile
    1 of each pip
zone pile, shuffled
zone stack, in a row
zone hand of player, seen by owner
zone lit, in a row, seen by all
set-up
    draw 3 from pile to stack
    players: draw 1 from pile to own hand
turn
    exchange first of own hand with first of stack
    draw 1 from stack to lit
    choose n from 0 to 1
game ends empty after turn: stack is empty
winners: players
""",
    "vaulted": """
players 3
at most 4 turns
numbers pip: 1 to 6
cards deck in pile
    1 of each pip
zone pile, shuffled
zone vault
zone crypt
zone hand of player, seen by owner
zone table, in a row, seen by all
set-up
    players
        draw 1 from pile to own hand
    draw 1 from pile to vault
    draw 1 from pile to crypt
turn
    choose n from 0 to 1
    if n is 0: exchange (crypt plus vault) with (hand of own left plus hand of own right)
    if n is 1: exchange vault with (hand of own left plus hand of own right)
    move crypt to table
game ends done after turn: crypt is empty
winners: players
""",
    "committed": """
players 2
at most 1 turns
numbers pip: 1 to 5
cards deck in pile
    1 of each pip
zone pile
zone hand of player, seen by owner
zone dark of player
set-up
    move pile to own hand
turn
    at the same time
        active
            choose n from 0 to 4
            choose n cards as lot from own hand
            move lot to own dark
        own left: choose me from 0 to 1
game ends dealt after turn: pile is empty
winners: players
""",
    "answered twice": """
players 3
at most 2 turns
numbers pip: 1 to 4
cards deck in pile
    1 of each pip
zone pile, shuffled
zone hand of player, seen by owner
counter got of player
set-up
    players: draw 1 from pile to own hand
turn
    at the same time
        players
            other players
                choose n from 0 to 1
                add n to own got
game ends told after turn: pile is not empty
winners: players
""",
    "remembered": """
players 2
at most 2 turns
numbers pip: 1 to 6
cards deck in pile
    1 of each pip
zone pile, shuffled
zone hand of player, seen by owner
zone table, seen by all
set-up
    players: draw 3 from pile to own hand
turn
    choose secret from own hand
    move hand of players to table
    choose n from 0 to 1
    move table to own hand
    choose second from own hand, where its pip is more than pip of secret
game ends told after turn: pile is empty
winners: players
""",
    "sets": """
players 2
at most 1 turns
numbers pip: 1 to 8
cards deck in market
    1 of each pip
zone market, seen by all
counter points of player
turn
    at the same time
        players
            choose 2 to 4 cards as lot from market
            add cards in lot to own points
after turn ending
    choose n from 0 to 1
game ends told after turn: some player where own points is at least 1
winners: players, with most own points
""",
}


@pytest.mark.parametrize("name", some(list(HARD), 4))
def test_hidden_cards_that_only_the_rules_know_of_are_found_and_none_more_often(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hard.rules"
    path.write_text(f"ruleset hard{HARD[name]}", "utf-8")
    rules = palast.load(path)
    times = tried(400, 100)
    for seed, players in enumerate(rules.players):
        for steps in range(0, 14, tried(1, 3)):
            state = reached(rules, players, seed, steps)
            view = state.view(steps % players)
            worlds = [told_apart(world) for world in view.worlds()]
            random = Random(steps)
            found = Counter[object](told_apart(view.sample(random)) for _ in range(times))
            assert len(set(worlds)) == len(worlds) and set(found) <= set(worlds)
            assert _uneven(found, times / len(worlds), len(worlds)) < 5


def test_large_sets_that_came_to_light_are_found_card_by_card(tmp_path: Path) -> None:
    path = tmp_path / "hard.rules"
    large = HARD["sets"].replace("1 to 8", "1 to 20").replace("2 to 4 cards", "6 to 9 cards")
    path.write_text(f"ruleset hard{large}", "utf-8")
    state = palast.load(path).new_game(2)
    for answer in "2 5 7 13 16 19 (enough) 1 7 13 17 18 19 20 (enough)".split():
        state = state.apply(answer)
    [world] = state.view(0).worlds()
    assert told_apart(state.view(0).sample(Random(1))) == told_apart(world) == told_apart(state)


BIT_BY_BIT = """ruleset sets "Sets named card by card, of which the other only hears how many cards they are"
players 2
at most 14 turns
numbers worth: 1 to 6
word suit: red, blue, green
cards deck in pile
    1 of each worth in each suit
zone pile
zone heap, seen by all
zone bin
zone hand of player, seen by owner
counter points of player
set-up
    players: draw 4 from pile to own hand
turn
    if own points is at least 2
        choose 0 to 4 cards as held from own hand, where total worth in held is at most 9
        move held to heap
    otherwise
        choose 1 to 3 cards as held from own hand, where total worth in held is at least 4
        move held to heap
    players
        choose 0 to 2 cards as gone from own hand, where total worth in gone is at most 6
        move gone to bin
    add 1 to own points
    draw 2 from pile to own hand
game ends done: pile is empty
winners: players
"""


@pytest.mark.parametrize("seed", [12, 129])
def test_worlds_are_found_in_the_middle_of_a_choice(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "sets.rules"
    path.write_text(BIT_BY_BIT, "utf-8")
    state, random, begun = rulespec.load(path, listed=3).new_game(2), Random(seed), 0
    while not isinstance(state.pending, Over):
        view = state.view(0)
        assert view.sample(Random(1)).view(0) == view
        begun += bool(state.position.stage)
        state = state.apply(random.choice(state.pending.options))
    assert begun > 3


def test_cards_that_go_between_unseen_zones_are_heard_with_the_way_that_they_went(tmp_path: Path) -> None:
    path = tmp_path / "hard.rules"
    path.write_text(f"ruleset hard{HARD['vaulted']}", "utf-8")
    state = reached(palast.load(path), 3, 1, 5)
    for answer in ("0", "1"):
        after = state.apply(answer)
        for seat in range(3):
            true, heard = (
                next(each for each in told if each[0] == k.EXCHANGE)
                for told in (events(after.raw_log), after.view(seat).heard)
            )
            ways = [sorted((source, to) for _, source, to in motions(event)) for event in (true, heard)]
            assert ways[0] == ways[1]


def test_too_many_worlds_are_an_error_that_names_the_way_out() -> None:
    view = reached(GAMES["fishing"], GAMES["fishing"].players[-1], 3, 60).view(0)
    with pytest.raises(palast.WorldsError, match=r"view\.sample\(random\)"):
        next(view.worlds())


def test_a_sample_without_random_numbers_is_refused() -> None:
    with pytest.raises(TypeError, match=r"random\.Random or a seed \(an int\), not '3'"):
        KUHN.new_game(2).view(0).sample("3")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", some(list(GAMES), 4, start=1))
def test_a_spectator_has_possible_worlds_and_reasons_too(name: str) -> None:
    state = reached(GAMES[name], GAMES[name].players[-1], 2, 20)
    view = state.view(palast.SPECTATOR)
    assert view.sample(Random(1)).view(palast.SPECTATOR) == view
    assert view.decision is None
    assert "spectator" in repr(view)
    assert view.why() and view.why("x")


@pytest.mark.parametrize("name", some(list(GAMES), 4, start=0))
def test_no_card_lies_where_memory_says_it_cannot(name: str) -> None:
    rules = GAMES[name]
    for seed, players in enumerate(rules.players):
        state = reached(rules, players, seed, 150)
        hearing = Hearing(rules.game(players).program, players - 1)
        lying = list(rules.game(players).material.start)
        heard, where = [], []
        for raw in events(state.raw_log):
            for card, _, to in motions(raw):
                lying[card] = to
            event = hearing.event(raw)
            if event is not None:
                heard.append(event)
                where.append(tuple(lying))
        memory = BitMemory(hearing, heard)
        for places, may in zip(where, memory.may, strict=True):
            assert all(each >> place & 1 for place, each in zip(places, may, strict=True))


@pytest.mark.native
def test_samples_are_found_late_in_games_that_announce_sums_of_hidden_hands() -> None:
    rules, found = rulespec.load("count", library=[ROOT / "tests" / "rules" / "worlds"], engine="native"), 0
    for seed in range(tried(60, 4)):
        state = reached(rules, 3 + seed % 2, seed, 75)
        if isinstance(state.pending, Over):
            continue
        view = state.view(seed % 3)
        assert view.sample(Random(seed)).view(view.player) == view
        found += 1
    assert found >= tried(15, 1)


# ---- what it costs


@pytest.mark.parametrize("name", some(["colours", "ksr", "mau-mau", "whist"], 2))
def test_a_search_ends_after_so_many_steps_found_or_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most, steps = 400, 0
    running = Machine.run

    def counted(self: Machine, code: list[Operation], costs: list[int], pc: int) -> None:
        nonlocal steps
        steps += 1
        running(self, code, costs, pc)

    monkeypatch.setattr(knowledge_steps, "EFFORT", most)
    monkeypatch.setattr(Machine, "run", counted)
    given_up = 0
    for _, state in moments(rulespec.load(name, library=FOLDERS, engine="python"), 4, 30):
        for seat in range(2):
            view = state.view(seat)
            for search in (partial(view.sample, Random(1)), partial(next, view.worlds())):
                steps = 0
                told = _outcome(search, view)
                assert told is None or (f"{most} steps" in told and ("view.sample(" in told or "none matches" in told))
                given_up += told is not None
                once = 3 * (1 + len(Perspective(state, seat).memory.cuts))  # what is done once for each stretch
                moves = sampling.MANY_MOVES[1] + (chain.LEAST + 2) * len(view.heard)  # once a world is found
                assert 0 < steps <= (most + 1) * (1 + once) + moves
    assert given_up > 2


def _outcome(search: Callable[[], State], view: View) -> str | None:
    """What is said where a search gives up; what it finds looks the same."""
    try:
        assert search().view(view.player) == view
    except WorldsError as error:
        return str(error)
    return None
