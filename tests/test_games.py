"""Small games of many shapes, written in the language alone and played whole: what must hold in every one of them."""

import pickle
import subprocess
import sys
from collections import Counter as Tally
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec import Card, Decision, IllegalAction, LastSeen, Option, Over, RulesError, Ruleset, State, load
from rulespec.engine.events.event import Event
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import Source
from rulespec.language.trees import parse
from rulespec.rules.compose import Layer, compose, digest
from rulespec.rules.material import Where
from rulespec.testing import games, states
from tests.effort import some
from tests.library import EXAMPLE_GAMES, GOOD, SMALL, ruleset

LAYERED = ("stones+weighed", "stones+short", "pebbles+short", "stones+weighed+short")
NAMES = (*SMALL, *LAYERED, *EXAMPLE_GAMES)


def cards(state: State) -> list[Card]:
    """Every card on the table, wherever it lies."""
    return [card for place in _places(state) for card in state.zone(*place)]


def _places(state: State) -> Iterator[Where]:
    for place in state.game.material.places:
        yield place.where


def names(state: State, zone: str, seat: int | None = None) -> tuple[str, ...]:
    return tuple(str(card) for card in state.zone(zone, seat))


def ended(state: State) -> Over:
    assert isinstance(state.pending, Over)
    return state.pending


def told(state: State, player: int) -> tuple[str, ...]:
    return tuple(str(event) for event in state.view(player).log)


@st.composite
def any_game(draw: st.DrawFn) -> tuple[State, ...]:
    return draw(games(ruleset(draw(st.sampled_from(NAMES))), whole=True))


# ---- what holds in every game


@pytest.mark.parametrize("name", some(NAMES, 14))
def test_a_whole_game_can_be_played_with_every_number_of_players(name: str) -> None:
    for players in ruleset(name).players:
        random = Random(players)
        state = ruleset(name).new_game(players, first=players - 1)
        everything = sorted(map(str, cards(state)))
        while not isinstance(state.pending, Over):
            state = state.apply(random.choice(state.pending.options))
            assert sorted(map(str, cards(state))) == everything
        assert len(state.pending.returns) == players
        assert {event.kind for event in state.log} & {"game ends", "limit"}


@pytest.mark.parametrize("name", some(NAMES, 9, start=1))
def test_options_are_unique_and_accepted_and_all_else_is_refused(name: str) -> None:
    @given(states(ruleset(name)), st.data())
    @settings(max_examples=4)
    def holds(state: State, data: st.DataObject) -> None:
        if isinstance(state.pending, Over):
            return
        options = state.pending.options
        assert options
        assert len({option.text for option in options}) == len(options)
        assert len({option.atoms for option in options}) == len(options)
        before = (state.position, told(state, 0))
        option = data.draw(st.sampled_from(options))
        assert state.apply(option) == state.apply(option.text)
        for wrong in (None, "", "which does not exist", 7, Option((), "nothing like that"), [option]):
            with pytest.raises(IllegalAction):
                state.apply(wrong)  # type: ignore[arg-type]
        assert (state.position, told(state, 0)) == before

    holds()


@pytest.mark.parametrize("name", some(NAMES, 9, start=2))
def test_a_view_shows_what_the_zones_let_its_player_see(name: str) -> None:
    @given(states(ruleset(name)))
    @settings(max_examples=4)
    def holds(state: State) -> None:
        for viewer in range(state.players):
            view = state.view(viewer)
            for place in state.game.material.places:
                lying = state.zone(*place.where)
                sees = {"all": True, "owner": place.owner == viewer, "others": place.owner != viewer}
                last = LastSeen(len(lying), lying[-1] if lying else None)
                otherwise = last if place.zone.last_seen else len(lying)
                assert view.zone(*place.where) == (lying if sees.get(place.zone.seen_by, False) else otherwise)
            asked = isinstance(state.pending, Decision) and state.pending.player == viewer
            assert view.decision == (state.pending if asked else None)

    holds()


@pytest.mark.parametrize("name", some(NAMES, 9, start=1))
def test_a_compound_answer_can_be_given_atom_by_atom(name: str) -> None:
    @given(states(ruleset(name)))
    @settings(max_examples=4)
    def holds(state: State) -> None:
        if isinstance(state.pending, Decision):
            wanted = {option.atoms for option in state.pending.options}
            assert set(_reached(state.pending, (), wanted)) == wanted

    holds()


def _reached(decision: Decision, so_far: tuple[Any, ...], wanted: set[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    following = decision.next_atoms(so_far)
    assert len(set(following)) == len(following)
    assert following or so_far in wanted, f"dead end after {so_far}"
    if so_far in wanted:
        yield so_far
    for atom in following:
        yield from _reached(decision, (*so_far, atom), wanted)


@pytest.mark.parametrize("name", some(NAMES, 9))
def test_a_pickled_state_goes_on_the_same(name: str) -> None:
    @given(states(ruleset(name)), st.integers(0, 2**16))
    @settings(max_examples=3)
    def holds(state: State, seed: int) -> None:
        copy: State = pickle.loads(pickle.dumps(state))
        assert copy == state
        assert hash(copy) == hash(state)
        assert copy.pending == state.pending
        random = Random(seed)
        for _ in range(20):
            if isinstance(state.pending, Over):
                break
            option = random.choice(state.pending.options)
            state, copy = state.apply(option), copy.apply(option.text)
            assert copy == state
            assert [told(copy, seat) for seat in range(copy.players)] == [
                told(state, seat) for seat in range(state.players)
            ]

    holds()


@given(any_game(), st.data())
def test_the_same_choices_lead_to_equal_states_and_positions(game: tuple[State, ...], data: st.DataObject) -> None:
    again = game[0].rules.new_game(game[0].players, first=game[0].active)
    for state, following in pairwise(game):
        assert again == state
        step = next(option for option in _options(state) if state.apply(option) == following)
        again = again.apply(step.text)
    assert (again, again.position, hash(again)) == (game[-1], game[-1].position, hash(game[-1]))


def _options(state: State) -> tuple[Option, ...]:
    assert not isinstance(state.pending, Over)
    return state.pending.options


# ---- big sets of cards


def _big(folder: Path, least: int, most: int, hand: int) -> State:
    """A player is to pick so many cards of his hand that there are too many sets to list."""
    kinds = [f"c{number}" for number in range(1, hand + 1)]
    path = folder / "big.rules"
    path.write_text(
        f"ruleset big\nplayers 2\nat most 1 turns\nword kind: {', '.join(kinds)}\n"
        "cards deck in box\n    1 of each kind\n"
        "zone box\nzone hand of player, seen by owner\nzone laid, in a row, seen by all\n"
        f"turn\n    choose {least} to {most} cards as lot from own hand\n    move lot to laid\n"
        "game ends done after turn: box is empty\nwinners: players, where own hand is empty\n",
        "utf-8",
    )
    return load(path).at(2, zones={("hand", 0): kinds})


@pytest.mark.parametrize(("least", "most", "hand"), [(6, 8, 30), (20, 20, 30), (0, 30, 30), (29, 30, 30), (5, 99, 24)])
def test_big_sets_are_asked_card_by_card_without_dead_ends(tmp_path: Path, least: int, most: int, hand: int) -> None:
    begin = _big(tmp_path, least, most, hand)
    for seed in range(20):
        random, state, asked = Random(seed), begin, 0
        while not isinstance(state.pending, Over):
            assert 1 <= len(state.pending.options) <= hand + 1
            state, asked = state.apply(random.choice(state.pending.options)), asked + 1
        laid = [int(name[1:]) for name in names(state, "laid")]
        assert laid == sorted(set(laid))
        assert least <= len(laid) <= min(most, hand)
        assert asked <= min(most, hand) + 1


def test_every_set_of_a_big_choice_is_reached_in_one_way(tmp_path: Path) -> None:
    found: Tally[tuple[str, ...]] = Tally()
    waiting = [_big(tmp_path, 3, 11, 14)]
    while waiting:
        state = waiting.pop()
        if isinstance(state.pending, Over):
            found[names(state, "laid")] += 1
        else:
            waiting += [state.apply(option) for option in state.pending.options]
    kinds = [f"c{number}" for number in range(1, 15)]
    assert set(found) == {lot for size in range(3, 12) for lot in combinations(kinds, size)}
    assert set(found.values()) == {1}


def test_a_big_choice_that_was_begun_goes_on_in_another_process(tmp_path: Path) -> None:
    state = _big(tmp_path, 6, 8, 30).apply("c2").apply("c5")
    path = tmp_path / "state"
    path.write_bytes(pickle.dumps(state))
    code = (
        "import pickle, sys; state = pickle.load(open(sys.argv[1], 'rb')).apply('c9');"
        "print([option.text for option in state.pending.options])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([option.text for option in _options(state.apply("c9"))])


# ---- Leduc poker


@cache
def leduc() -> tuple[State, ...]:
    found, waiting = [], [ruleset("leduc").new_game(2)]
    while waiting:
        state = waiting.pop()
        found.append(state)
        if not isinstance(state.pending, Over):
            waiting += [state.apply(option) for option in state.pending.options]
    return tuple(found)


def test_leduc_has_the_published_number_of_information_states_and_ends() -> None:
    """936 where every card counts as its own, 288 where suits do not matter; 5520 ends over all deals of cards."""
    ends = [state for state in leduc() if isinstance(state.pending, Over)]
    asked = [(state, state.pending.player) for state in leduc() if isinstance(state.pending, Decision)]
    found = {(player, told(state, player)) for state, player in asked}
    assert (len(ends), len(asked), len(found)) == (5520, 3780, 936)
    ranks = {(player, tuple(_without_suits(line) for line in log)) for player, log in found}
    assert len(ranks) == 288


def _without_suits(line: str) -> str:
    return line.replace(" hearts", "").replace(" spades", "")


def test_leduc_is_zero_sum_and_nobody_loses_more_than_thirteen() -> None:
    results = [ended(state).returns for state in leduc() if isinstance(state.pending, Over)]
    assert all(first + second == 0 for first, second in results)
    assert {abs(first) for first, _ in results} == {0, 1, 3, 5, 7, 9, 11, 13}


def test_leduc_is_won_by_a_pair_then_by_rank_then_by_nobody() -> None:
    rank = ("Jack", "Queen", "King").index
    for state in leduc():
        if isinstance(state.pending, Over) and "game ends showdown" in {event.block for event in state.log}:
            held = [names(state, "hand", seat)[0].split()[0] for seat in range(2)]
            board = names(state, "board")[0].split()[0]
            strength = [(each == board, rank(each)) for each in held]
            stakes = {state.counter("stake", seat) for seat in range(2)}
            assert len(stakes) == 1
            sign = (strength[0] > strength[1]) - (strength[0] < strength[1])
            assert state.pending.returns[0] == sign * stakes.pop()


def test_leduc_under_uniform_play_is_worth_what_a_calculation_by_hand_says() -> None:
    def value(state: State) -> Fraction:
        pending = state.pending
        if isinstance(pending, Over):
            return pending.returns[0]
        share = Fraction(1, len(pending.options))
        return sum((share * value(state.apply(option)) for option in pending.options), Fraction(0))

    assert value(ruleset("leduc").new_game(2)) == _leduc_by_hand()


def _leduc_by_hand() -> Fraction:
    """Leduc poker under uniformly random play, without any engine; ranks are 0, 1, 2."""
    deals = list(permutations((0, 0, 1, 1, 2, 2), 3))
    return sum((_deal_by_hand(*deal) for deal in deals), Fraction(0)) / len(deals)


def _deal_by_hand(first: int, second: int, board: int) -> Fraction:
    strength = [(rank == board, rank) for rank in (first, second)]
    sign = (strength[0] > strength[1]) - (strength[0] < strength[1])

    def street(number: int, stakes: tuple[int, int], seat: int, raises: int, spoken: bool) -> Fraction:
        mine, other = stakes[seat], stakes[1 - seat]
        results = [Fraction(mine if seat else -mine)] if mine < other else []
        if not spoken:
            results.append(street(number, (other, other), 1 - seat, raises, True))
        else:
            results.append(street(1, (other, other), 0, 0, False) if number == 0 else Fraction(sign * other))
        if raises < 2:
            raised = other + (2, 4)[number]
            results.append(street(number, (other, raised) if seat else (raised, other), 1 - seat, raises + 1, True))
        return sum(results, Fraction(0)) / len(results)

    return street(0, (1, 1), 0, 0, False)


# ---- a trick-taking game


@given(games(ruleset("whist"), whole=True))
def test_whist_follows_suit_and_the_taker_of_a_trick_leads(game: tuple[State, ...]) -> None:
    order = ("nine", "ten", "jack", "queen", "king", "ace")
    trick: list[tuple[int, Card]] = []
    for state, following in pairwise(game):
        if not isinstance(state.pending, Decision):
            trick = []
            continue
        player = state.pending.player
        hand = state.zone("hand", player)
        option = next(each for each in state.pending.options if state.apply(each) == following)
        offered = {each.atoms[0] for each in state.pending.options}
        if trick:
            led = trick[0][1].attributes["suit"]
            fitting = {card for card in hand if card.attributes["suit"] == led}
            assert offered == (fitting or set(hand))
        else:
            assert offered == set(hand)
        card = option.atoms[0]
        assert isinstance(card, Card)
        trick.append((player, card))
        if len(trick) == state.players:
            trump, led = state.value("trump"), trick[0][1].attributes["suit"]
            taker = max(
                trick,
                key=lambda played: (
                    played[1].attributes["suit"] == trump,
                    played[1].attributes["suit"] == led,
                    order.index(str(played[1].attributes["rank"])),
                ),
            )[0]
            trick = []
            if isinstance(following.pending, Decision):
                assert following.pending.player == taker
                assert len(following.zone("won", taker)) == len(state.zone("won", taker)) + state.players


@given(games(ruleset("whist"), whole=True))
def test_whist_shares_out_five_tricks_a_round(game: tuple[State, ...]) -> None:
    over = game[-1]
    rounds = [event.kind for event in over.log].count("round")
    points = [over.counter("points", seat) for seat in range(over.players)]
    assert sum(points) == 5 * rounds
    assert max(points) >= 8
    assert ended(over).winners == tuple(seat for seat, each in enumerate(points) if each == max(points))
    starts = [event.player for event in over.log if event.kind == "next" and event.block == "round"]
    ends = [event.player for event in over.log if event.kind == "round ends"]
    assert starts[1:] == ends[:-1]


# ---- simultaneous games


@given(games(ruleset("goofspiel"), whole=True))
def test_goofspiel_hides_bids_until_all_are_made(game: tuple[State, ...]) -> None:
    for state, following in pairwise(game):
        if (
            isinstance(state.pending, Decision)
            and isinstance(following.pending, Decision)
            and state.turns == following.turns
        ):
            bids = [state.apply(option) for option in state.pending.options]
            for other in set(range(state.players)) - {state.pending.player}:
                assert len({told(bid, other) for bid in bids}) == 1
                assert len({bid.view(other).zone("hand", state.pending.player) for bid in bids}) == 1
                assert len({bid.view(other).zone("offer", state.pending.player) for bid in bids}) == 1
                assert told(bids[0], other)[-1] == f"{state.seat_name(state.pending.player)} has committed"
            assert len({str(bid.pending) for bid in bids}) == 1


@given(games(ruleset("goofspiel"), whole=True))
def test_goofspiel_gives_each_prize_to_the_highest_bid_and_to_nobody_where_it_is_tied(game: tuple[State, ...]) -> None:
    over = game[-1]
    bids = {seat: [_pip(event) for event in _commitments(over, seat)] for seat in range(over.players)}
    prizes = [_pip(event) for event in over.log if event.kind == "draw"]
    points = [0] * over.players
    for turn, prize in enumerate(prizes):
        high = max(bids[seat][turn] for seat in bids)
        takers = [seat for seat in bids if bids[seat][turn] == high]
        if len(takers) == 1:
            points[takers[0]] += prize
    assert points == [over.counter("points", seat) for seat in range(over.players)]
    assert all(sorted(each) == [1, 2, 3, 4] for each in bids.values())
    assert sorted(prizes) == [1, 2, 3, 4]


def _pip(event: object) -> int:
    return next(int(word) for word in str(event).split() if word.isdigit())


@given(games(ruleset("scissors"), whole=True))
def test_scissors_ends_at_two_wins_and_is_zero_sum(game: tuple[State, ...]) -> None:
    over = game[-1]
    points = [over.counter("points", seat) for seat in range(2)]
    if not ended(over).winners:
        assert over.turns == 51
        return
    assert sorted(points)[1] == 2
    assert ended(over).returns == (Fraction(points[0] - points[1]), Fraction(points[1] - points[0]))
    beats = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    first, second = ([str(event).split()[-1] for event in _commitments(over, seat)] for seat in range(2))
    assert points[0] == sum(pair in beats for pair in zip(first, second, strict=True))
    assert points[1] == sum(pair in beats for pair in zip(second, first, strict=True))


def _commitments(state: State, seat: int) -> list[Event]:
    return [event for event in state.log if event.kind == "pick" and event.player == seat]


@given(games(ruleset("auction"), whole=True))
def test_an_auction_sells_each_lot_to_a_highest_bidder_for_his_bid(game: tuple[State, ...]) -> None:
    start = {2: 10, 3: 8}.get(game[0].players, 6)
    for state in game:
        if isinstance(state.pending, Decision) and state.pending.binds == ("sum",):
            purse = state.counter("purse", state.pending.player)
            assert [option.atoms for option in state.pending.options] == [(bid,) for bid in range(purse + 1)]
        if isinstance(state.pending, Decision) and state.pending.binds == ("buyer",):
            offered = [option.atoms[0] for option in state.pending.options]
            held = [state.counter("bid", seat) for seat in range(state.players)]
            assert set(offered) == {seat for seat, bid in enumerate(held) if bid == max(held)}
            assert len(offered) > 1
    over = game[-1]
    assert sum(len(over.zone("bought", seat)) for seat in range(over.players)) == 6
    assert all(0 <= over.counter("purse", seat) <= start for seat in range(over.players))
    strength = [
        (sum(int(card.attributes["worth"]) for card in over.zone("bought", seat)), over.counter("purse", seat))
        for seat in range(over.players)
    ]
    assert ended(over).winners == tuple(seat for seat, each in enumerate(strength) if each == max(strength))


# ---- elimination, reactions, fishing


@given(games(ruleset("duel"), whole=True))
def test_in_a_duel_the_next_turn_skips_the_dead_and_one_survives(game: tuple[State, ...]) -> None:
    dead: set[int] = set()
    for state in game:
        dead |= {seat for seat in range(state.players) if state.turns and not state.counter("lives", seat)}
        if isinstance(state.pending, Decision):
            assert state.pending.player not in dead
            if state.pending.binds == ("victim",):
                alive = set(range(state.players)) - dead - {state.pending.player}
                assert {option.atoms[0] for option in state.pending.options} == alive
        for seat in dead:
            assert state.counter("lives", seat) == 0
    assert ended(game[-1]).winners == tuple(sorted(set(range(game[0].players)) - dead))
    assert len(ended(game[-1]).winners) == 1


@given(games(ruleset("duel"), whole=True))
def test_in_a_duel_turns_go_leftwards_among_the_living(game: tuple[State, ...]) -> None:
    for state, following in pairwise(game):
        if state.turns and following.turns == state.turns + 1:
            seats = [(state.active + step) % state.players for step in range(1, state.players)]
            assert following.active == next(seat for seat in seats if following.counter("lives", seat))


@given(games(ruleset("riposte"), whole=True))
def test_others_may_answer_an_attack_until_one_of_them_does(game: tuple[State, ...]) -> None:
    for state, following in pairwise(game):
        if isinstance(state.pending, Decision) and state.pending.binds == ("answer",):
            player, attack = state.pending.player, state.zone("table")[-1]
            assert player != state.active
            better = {
                card
                for card in state.zone("hand", player)
                if card.attributes["suit"] == attack.attributes["suit"]
                and int(card.attributes["might"]) > int(attack.attributes["might"])
            }
            assert {option.atoms for option in state.pending.options} == {(), *((card,) for card in better)}
            answered = following.counter("answered") and following.turns == state.turns
            again = (
                isinstance(following.pending, Decision)
                and following.pending.binds == ("answer",)
                and following.turns == state.turns
            )
            assert not (answered and again)


@given(games(ruleset("riposte"), whole=True))
def test_hands_are_refilled_to_three_while_the_pile_lasts(game: tuple[State, ...]) -> None:
    for state in game:
        if isinstance(state.pending, Decision) and state.pending.binds == ("attack",) and state.zone("pile"):
            assert [len(state.zone("hand", seat)) for seat in range(state.players)] == [3] * state.players


@given(games(ruleset("fishing"), whole=True))
def test_a_fisher_asks_for_what_he_holds_and_goes_again_if_he_gets_it(game: tuple[State, ...]) -> None:
    for state in game:
        if isinstance(state.pending, Decision) and state.pending.binds == ("wanted",):
            hand = state.zone("hand", state.active)
            assert {option.text for option in state.pending.options} == {card.attributes["kind"] for card in hand}
            for option in state.pending.options:
                whom = int(str(state.log[-1]).rsplit(" ", 1)[1])
                giving = [card for card in state.zone("hand", whom) if card.attributes["kind"] == option.text]
                after = state.apply(option)
                assert len(after.zone("hand", whom)) == len(state.zone("hand", whom)) - len(giving)
                if giving:
                    assert not set(after.zone("hand", whom)) & set(giving)


@given(games(ruleset("fishing"), whole=True))
def test_pairs_are_of_one_kind_and_decide_the_game(game: tuple[State, ...]) -> None:
    over = game[-1]
    for seat in range(over.players):
        kinds = [card.attributes["kind"] for card in over.zone("pairs", seat)]
        assert kinds[::2] == kinds[1::2]
    counts = [len(over.zone("pairs", seat)) for seat in range(over.players)]
    assert ended(over).winners == tuple(seat for seat, each in enumerate(counts) if each == max(counts))


# ---- a market of many constructs


@given(games(ruleset("market"), whole=True))
def test_market_draws_the_last_of_the_shelf_and_lots_without_a_double(game: tuple[State, ...]) -> None:
    for state, following in pairwise(game):
        if isinstance(state.pending, Decision) and state.pending.binds == ("lot",):
            for option in state.pending.options:
                wares = [atom.attributes["ware"] for atom in option.atoms if isinstance(atom, Card)]
                assert len(set(wares)) == len(wares) <= 2
            hand = len(state.zone("hand", state.active))
            assert len(state.pending.options) <= 1 + hand + hand * (hand - 1) // 2
        assert following.counter("sold") >= 0
    fetched = [event for event in game[-1].log if event.block == "before turn fetching" and "shelf to" in str(event)]
    assert fetched
    left = any(game[-1].zone(zone) for zone in ("pile", "bin", "shelf"))  # else all has been bought up
    if ended(game[-1]).winners and left:
        assert max(game[-1].counter("points", seat) for seat in range(game[-1].players)) in range(25, 31)


@given(games(ruleset("market"), whole=True))
def test_market_shows_a_hand_to_the_rival_alone(game: tuple[State, ...]) -> None:
    over = game[-1]
    for seat in range(over.players):
        for event in over.view(seat).log:
            if event.kind == "show":
                giver = int(str(event).split()[1])
                sees = seat in (giver, (giver + 1) % over.players)
                assert (" cards from own hand to " in str(event)) != sees


# ---- layers


def test_each_layer_operation_changes_what_it_names_and_nothing_else() -> None:
    stones, pebbles = ruleset("stones"), ruleset("pebbles")
    old, new = stones.composed.entries, pebbles.composed.entries
    assert set(old) - set(new) == {"call greedy", "zone taken"}
    assert set(new) - set(old) == {"source second", "action red", "zone bag"}
    order = [key for key in new if key.startswith("game ends")]
    assert order == ["game ends hoard", "game ends cleared"]
    assert [str(card) for card in pebbles.game(2).material.cards][:3] == [
        "small white 1",
        "small white 2",
        "small white 3",
    ]
    assert {str(card).split()[1] for card in pebbles.game(2).material.cards} == {"white", "black", "red"}
    assert {str(card).split()[0] for card in pebbles.game(2).material.cards} == {"small", "huge"}
    assert [str(cite) for cite in new["turn"].cites] == ["leaf:5-6", "second:3"]
    assert [change.what for change in new["turn"].changes] == ["declared", "cited"]
    assert [change.layer for change in new["value most_at_once"].changes] == ["stones", "pebbles"]
    unchanged = ("counter points", "note last_taker", "players", "limit", "winners")
    assert all(digest(old[key].declaration) == digest(new[key].declaration) for key in unchanged)


def test_pebbles_lets_three_be_taken_and_punishes_the_last() -> None:
    assert [option.text for option in _options(ruleset("pebbles").new_game(2))] == ["1", "2", "3"]
    assert [option.text for option in _options(ruleset("stones").new_game(2))] == ["1", "2"]
    for name, zone, points in (("stones", "taken", 3), ("pebbles", "bag", -3)):
        _, *rest = names(ruleset(name).new_game(4), "heap")
        taken = {(zone, seat): rest[seat * 5 : seat * 5 + 5] for seat in range(4)}
        state = ruleset(name).at(4, zones=taken, active=3).apply("1")
        assert state.counter("points", 3) == points
        assert [event.block for event in state.log if event.kind == "game ends"] == ["game ends cleared"]


def test_a_layer_lies_on_any_ruleset_with_its_names() -> None:
    state = ruleset("stones+weighed").new_game(2).apply("1")
    assert [str(event) for event in state.log if event.block.startswith(("action", "after"))] == ["seat 0: points is 2"]
    assert ruleset("stones+weighed").name == "stones+weighed"
    assert ruleset("stones+weighed").title == "Taking stones + The colour of stones counts"
    with pytest.raises(RulesError) as broken:
        load("pebbles+weighed", library=GOOD)
    assert {error.code for error in broken.value.errors} == {"E020"}
    assert "'taken' was renamed to 'bag'" in str(broken.value)


def test_layers_commute_where_they_touch_different_blocks() -> None:
    assert ruleset("stones+weighed+short") != ruleset("stones+weighed")
    assert list(ruleset("stones+short").players) == [2]
    again = load("stones+short+weighed", library=GOOD)
    assert {key: digest(entry.declaration) for key, entry in again.composed.entries.items()} == {
        key: digest(entry.declaration) for key, entry in ruleset("stones+weighed+short").composed.entries.items()
    }


def _layer(folder: Path, base: str, *lines: str) -> Ruleset:
    path = folder / "changed.rules"
    path.write_text("layer changed\n" + "\n".join(lines) + "\n", "utf-8")
    return load(f"{base}+{path}", library=GOOD)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("E012", "remove call nice"),
        ("E012", "replace value nothing_there: 3"),
        ("E012", "rename nobody_there to somebody"),
        ("E012", "put hoard before nothing_there"),
        ("E012", "put hoard before hoard"),
        ("E012", "cite action green    (leaf: 1)"),
        ("E012", "add green to shade"),
        ("E013", "add value most_at_once: 3"),
        ("E013", "add white to colour"),
        ("E013", "rename white to black"),
        ("E015", 'replace pinned "00000000" value most_at_once: 3'),
        ("E016", "value most_at_once: 3"),
        ("E016", "counter fresh"),
        ("E020", "remove value most_at_once"),
        ("E022", "add counter white"),
        ("E030", "remove turn"),
        ("E033", "cite turn    (leaf: 99)"),
    ],
)
def test_a_layer_operation_that_does_not_fit_is_an_error(tmp_path: Path, code: str, line: str) -> None:
    with pytest.raises(RulesError) as broken:
        _layer(tmp_path, "stones", line)
    assert [error.code for error in broken.value.errors] == [code]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_reasons_stand_where_they_were_last_put(data: st.DataObject) -> None:
    names = [f"r{number}" for number in range(6)]
    base = Source("base.rules", "ruleset base\n" + "".join(f"game ends {name}: deck is empty\n" for name in names))
    order, lines = list(names), []
    for _ in range(data.draw(st.integers(1, 12))):
        one, other = data.draw(st.permutations(order))[:2]
        what = data.draw(st.sampled_from(["before", "after", "before", "after", "remove"]))
        order.remove(one)
        if what == "remove":
            lines.append(f"remove game ends {one}")
            if len(order) < 2:
                break
        else:
            lines.append(f"put {one} {what} {other}")
            order.insert(order.index(other) + (what == "after"), one)
    read = [parse(base), parse(Source("top.rules", "\n".join(["layer top", *lines, ""])))]
    trees = [tree for tree, problems in read if tree is not None and not problems]
    composed, problems = compose(
        Layer(tree, frozenset({"base.rules"} - {str(tree.span.source.path)})) for tree in trees
    )
    assert (len(trees), problems) == (2, [])
    assert [each.name for each in composed.of(d.GameEnds)] == order


def test_renames_happen_all_at_once_and_before_other_operations(tmp_path: Path) -> None:
    swapped = _layer(
        tmp_path,
        "stones",
        "rename white to black",
        "rename black to white",
        "replace action white",
        "    add 7 to points of active",
    )
    assert [str(card) for card in swapped.game(2).material.cards[:4:3]] == ["small black 1", "small white 1"]
    changed = swapped.composed.entries
    assert [change.what for change in changed["action black"].changes] == ["declared", "renamed"]
    assert [change.what for change in changed["action white"].changes] == ["declared", "renamed", "replaced"]


def test_two_layers_that_change_one_block_conflict(tmp_path: Path) -> None:
    for name, most in (("one", 3), ("two", 4)):
        (tmp_path / f"{name}.rules").write_text(f"layer {name}\nreplace value most_at_once: {most}\n", "utf-8")
    with pytest.raises(RulesError) as broken:
        load(f"stones+{tmp_path / 'one.rules'}+{tmp_path / 'two.rules'}", library=GOOD)
    assert [error.code for error in broken.value.errors] == ["E014"]
    above = tmp_path / "above.rules"
    above.write_text("layer above extends one, two\nreplace value most_at_once: 5\n", "utf-8")
    assert [option.text for option in _options(load(f"stones+{above}", library=GOOD).new_game(2))] == [
        "1",
        "2",
        "3",
        "4",
        "5",
    ]
