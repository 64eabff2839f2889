"""The two-world test: no rules that are shipped leak, and what is planted in rules or engine is found and named."""

import gc
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, Phase, find, settings

import palast
from rulespec import Decision, IllegalAction, Option, Over, RulesError, Ruleset, State
from rulespec.engine.events import kinds as k
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.options import HIDDEN, Site
from rulespec.engine.python.choices import Choice
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Asking, Program
from rulespec.engine.python.unheard import reveal_later
from rulespec.engine.rawstate import RawState
from rulespec.experiments.laws import LawWatch
from rulespec.experiments.leaks import Leak, find_leak, leaks
from rulespec.experiments.leaks.fork import fork_of_offer
from rulespec.experiments.leaks.leak_search import ForkedGame
from rulespec.game import api
from rulespec.game.api import View
from rulespec.game.history import answers, beginning
from rulespec.game.pipeline import trees
from rulespec.knowledge.knowing import Knowing
from rulespec.knowledge.perspective import Perspective
from rulespec.language.errors import WorldsError
from rulespec.plan.nodes.choices import Query
from rulespec.rules.compose import compose
from rulespec.rules.finding import stack
from rulespec.rules.material import Card, Material, Place
from rulespec.rules.resolve.resolution import resolve
from rulespec.testing import leak_test, two_worlds
from tests.effort import some, tried
from tests.library import GAMES, HOUSE_RULES

THOROUGHLY = settings(  # whatever the profile says: found, and shrunk
    max_examples=100,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[*HealthCheck],
)


# ---- no false alarm


@pytest.mark.parametrize("name", some(list(GAMES), 4, start=1))
def test_nothing_leaks_in_the_rules_that_are_shipped(name: str) -> None:
    for seed in range(tried(2, 1)):
        assert find_leak(GAMES[name], seed=seed, effort=tried(5_000, 2_000)) is None


@pytest.mark.parametrize("name", some(list(GAMES), 4))
def test_nothing_leaks_to_whoever_asks_why_or_takes_back(name: str) -> None:
    rules = GAMES[name]
    assert find_leak(rules, rules.players[0], seed=4, effort=tried(400, 100), why=True) is None


def test_where_no_world_can_be_found_the_search_for_leaks_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("TRIED", "LISTED"):
        monkeypatch.setattr(f"rulespec.knowledge.worlds.{bound}", 0)
    monkeypatch.setattr("rulespec.knowledge.steps.EFFORT", 0)
    with pytest.raises(WorldsError):
        GAMES["kuhn"].new_game(2).apply("Queen").apply("King").view(0).sample(Random(1))
    assert find_leak(GAMES["kuhn"], 2, effort=200, why=True) is None


@pytest.mark.parametrize("path", some(sorted(HOUSE_RULES.glob("*.rules")), 2), ids=lambda path: path.stem)
def test_nothing_leaks_under_a_house_rule(path: Path) -> None:
    assert find_leak(palast.load(f"ksr+{path}"), effort=tried(5_000, 2_000)) is None


test_nothing_leaks_as_a_property = leak_test(GAMES["review"], 3, how=settings(max_examples=tried(20, 8), deadline=None))


ROWS = """ruleset rows
players 2
at most 4 turns
numbers pips: 1 to 6
cards deck in pile
    1 of each pips
zone pile
zone hand of player, seen by owner
zone row of player, in a row
zone heap, seen by all
set-up
    players: draw 3 from pile to own hand
turn
    choose one from own hand
    move one to own row
    choose two from own hand
    move two to own row
    {}
game ends out after turn: hand of active is empty
game ends low before turn: cards in hand of active is 1
winners: players
"""


@pytest.mark.parametrize("line", ["show own row to other players", "move own row to heap", "move own row to own hand"])
def test_a_hidden_row_is_seen_in_its_order_when_it_is_turned_over(line: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.rules"
    path.write_text(ROWS.format(line), "utf-8")
    rules = palast.load(path)
    logs = set()
    for first, second in (("1", "2"), ("2", "1")):
        state = rules.at(2, zones={("hand", 0): ["1", "2", "3"], ("hand", 1): ["4", "5", "6"]})
        logs.add(tuple(map(str, state.apply(first).apply(second).view(1).log)))
    assert len(logs) == (1 if line.endswith("own hand") else 2)
    assert find_leak(rules, effort=tried(4_000, 1_500)) is None


DECKS = """ruleset decks "Two decks go through the same hands"
players 2 to 3
at most 40 turns
word role: thief, king, builder
word house: inn, tower, church
cards roles in stage
    2 of each role
cards houses in pile
    6 of each house
zone stage
zone pile
zone hand of player, seen by owner
zone town of player, in a row, seen by all
set-up
    players: draw 1 from stage to own hand
    players: draw 3 from pile to own hand
turn
    choose part from own hand, where its role is not none
    show part to other players
    choose built from own hand, where its house is not none
    move built to own town
    if part is king: draw 1 from pile to own hand
    move part to stage
    draw 1 from stage to own hand
game ends done: no card in hand of active where its house is not none
winners: players, with most cards in own town
always one-part when asked: every player where cards in (own hand, where its role is not none) is at most 1
always some-part after turn: every player where some card in own hand where its role is not none
"""


def test_two_decks_that_go_through_one_zone_are_not_mixed_up(tmp_path: Path) -> None:
    path = tmp_path / "decks.rules"
    path.write_text(DECKS, "utf-8")
    assert find_leak(palast.load(path), effort=tried(200_000, 8_000)) is None


def test_both_worlds_are_games_that_the_rules_allow(tmp_path: Path) -> None:
    """Played again answer by answer they come to where they are, and no law of the game is broken on the way."""
    path = tmp_path / "decks.rules"
    path.write_text(DECKS, "utf-8")
    apart: Counter[str] = Counter()
    for rules in (palast.load(path), *(GAMES[name] for name in some(list(GAMES), 5))):
        for seed in range(tried(120, 30)):
            players = rules.players[seed % len(rules.players)]
            fork = ForkedGame(rules, players, 7 * seed % 100, 4, seed, why=False).fork()
            watch = LawWatch(rules.game(players))
            state, broken = watch.begin(beginning(fork.beside).active)
            assert broken is None
            for answer in answers(fork.beside):
                state, broken = watch.apply(state, answer.text)
                assert broken is None
            assert state.position == fork.beside.position
            apart[rules.name] += state.position.zones != fork.state.position.zones
    assert apart["decks"] > tried(8, 2) and len(+apart) > tried(12, 4), apart


@pytest.mark.parametrize("name", ["ksr", "kuhn", "goofspiel", "whist"])
def test_the_worlds_that_are_compared_are_really_two(name: str) -> None:
    """A test that never had anything to tell apart would find nothing, either."""
    rules, apart = GAMES[name], 0
    for seed in range(tried(40, 20)):
        lockstep = ForkedGame(rules, rules.players[0], seed, 4, seed, why=False).fork().worlds(Random(seed).randrange)
        assert lockstep.leak(4) is None
        apart += lockstep.one.position.zones != lockstep.other.position.zones
    assert apart > tried(10, 5)


def test_cards_that_are_offered_later_are_exchanged_and_the_game_goes_on_towards_their_offer() -> None:
    """Other cards are offered then in the other world, as often as not; and both are games that the rules allow."""
    offers, exchanged, reached = 0, 0, 0
    for name in some(list(GAMES), 4):
        rules = GAMES[name]
        for seed in range(tried(60, 12)):
            chance = Random(seed)
            way = walked(rules.new_game(rules.players[seed % len(rules.players)]), 20, chance)
            if len(way) == 1:
                continue
            start, towards = way[max(0, len(way) - 4)], way[-1]
            offers += 1
            fork = fork_of_offer(start, towards, chance.randrange)
            exchanged += fork.state.position.zones != fork.beside.position.zones
            worlds = fork.worlds(chance.randrange, towards=towards)
            assert worlds.leak(len(way)) is None
            reached += list(answers(worlds.one))[: len(way) - 1] == list(answers(towards))[: len(way) - 1]
    assert offers > tried(60, 12) and exchanged > offers // 3 and reached > offers // 3, (offers, exchanged, reached)


def walked(state: State, answered: int, chance: Random) -> list[State]:
    """A random game up to the last of so many answers after which somebody is asked for a card."""
    way, last = [state], 0
    while len(way) <= answered and way[-1].raws:
        way.append(way[-1].next(chance.choice(way[-1].raws)))
        options = way[-1].pending.options if isinstance(way[-1].pending, Decision) else ()
        if any(isinstance(atom, Card) for option in options for atom in option.atoms):
            last = len(way) - 1
    return way[: last + 1]


# ---- leaks in rules

FRAME = """ruleset planted "A leak is planted here"
players 2 to 3
at most 30 turns
word suit: red, blue
numbers pips: 1 to 6
cards deck in pile
    1 of each suit in each pips
zone pile
zone hand of player, seen by owner
zone table, in a row, seen by all
zone bin
counter points of player
note told: suit
set-up
    players: draw 3 from pile to own hand
game ends out before turn: hand of active is empty
winners: players, with most own points
"""


@frozen
class Plant:
    """Rules that leak, the block they leak in, and the part that does it; None for a whole statement."""

    name: str
    rules: str
    block: str
    part: str

    def __str__(self) -> str:
        return self.name.replace(" ", "-")


UNCHECKED = (  # no check of the file derives these
    Plant(
        "a turn that ends before the card is shown",
        """turn
    choose card from own hand
    choose second from own hand except card, where its suit is suit of card, openly
    show card to other players
    move card and second to bin
after turn answering
    own left
        choose reply from own hand, preferring its suit is suit of card
        move reply to bin
""",
        "after turn answering",
        "preferring its suit is suit of card",
    ),
    Plant(
        "a note that names somebody else by now",
        """note helper: player
turn
    choose card from own hand
    set helper to own left
    show card to helper
    set helper to own right
    helper
        choose reply from own hand, preferring its suit is suit of card
        move reply to bin
    move card to bin
""",
        "turn",
        "preferring its suit is suit of card",
    ),
    Plant(
        "a hand that decides who is asked",
        """turn
    choose card from own hand
    move card to bin
    (other players, with most total pips in own hand)
        choose trash from own hand
        move trash to bin
""",
        "turn",
        "other players, with most total pips in own hand",
    ),
    Plant(
        "an if that decides what is asked",
        """turn
    if some card in pile where its pips is 6
        choose card from own hand
        move card to bin
    otherwise
        choose trash from own hand
        move trash to bin
""",
        "turn",
        "some card in pile where its pips is 6",
    ),
    Plant(
        "an if that decides who is asked",
        """turn
    choose card from own hand
    move card to bin
    if some card in bin where its suit is blue
        own left
            choose trash from own hand
            move trash to bin
""",
        "turn",
        "some card in bin where its suit is blue",
    ),
    Plant(
        "an action that is performed by a hidden card",
        """turn
    choose card from own hand
    move card to bin
    own left: perform suit of first of pile
action red
    choose trash from own hand
    move trash to bin
action blue
    nothing
""",
        "turn",
        "suit of first of pile",
    ),
)
REFUSED = (  # the files do not load: the rules are put together past the check
    Plant(
        "a card that was shown to somebody else",
        """turn
    choose card from own hand
    show card to own left
    own right
        choose reply from own hand, where its suit is suit of card
        move reply to bin
    move card to bin
""",
        "turn",
        "where its suit is suit of card",
    ),
    Plant(
        "a card that is shown only later",
        """turn
    choose card from own hand
    own left
        choose reply from own hand, preferring its suit is suit of card
        move reply to bin
    move card to table
""",
        "turn",
        "preferring its suit is suit of card",
    ),
    Plant(
        "a card that somebody else chose in secret",
        """turn
    own left
        choose gift from own hand
        move gift to bin
    choose card from own hand, preferring its suit is suit of gift
    move card to bin
""",
        "turn",
        "preferring its suit is suit of gift",
    ),
    Plant(
        "what holds afterwards",
        """turn
    choose rival from other players, where own hand is not empty, so that afterwards own hand repeats suit
    move first of hand of rival to own hand
    choose card from own hand
    move card to bin
""",
        "turn",
        "own hand repeats suit",
    ),
    Plant(
        "a sieve that looks into another hand",
        """turn
    choose rival from other players, where some card in own hand is red
    add 1 to points of rival
    choose card from own hand
    move card to bin
""",
        "turn",
        "where some card in own hand is red",
    ),
    Plant(
        "a set that lies in another hand",
        """turn
    choose card from hand of own left
    move card to bin
""",
        "turn",
        "card from hand of own left",
    ),
    Plant(
        "a preference that looks at the pile",
        """turn
    choose card from own hand, preferring its suit is suit of first of pile
    move card to bin
""",
        "turn",
        "preferring its suit is suit of first of pile",
    ),
    Plant(
        "a number that hidden cards bound",
        """turn
    choose card from own hand
    choose bid from pips, where it is at most pips of first of pile
    add bid to own points
    move card to bin
""",
        "turn",
        "where it is at most pips of first of pile",
    ),
    Plant(
        "a named value",
        """value dark: cards in (pile, where its suit is blue)
turn
    choose bid from pips, where it is at most dark
    add bid to own points
    choose card from own hand
    move card to bin
""",
        "turn",
        "where it is at most dark",
    ),
    Plant(
        "a named condition",
        """call player lucky if some card in own hand where its pips is 6
turn
    choose card from own hand
    move card to bin
    choose rival from players who are not lucky
    add 1 to points of rival
""",
        "turn",
        "rival from players who are not lucky",
    ),
    Plant(
        "what somebody may do",
        """turn
    choose card from own hand
    move card to bin
    own left
        may
            choose trash from own hand, where its suit is suit of first of bin
            move trash to bin
""",
        "turn",
        "where its suit is suit of first of bin",
    ),
    Plant(
        "a commitment at the same time",
        """turn
    at the same time
        players
            choose card from own hand, preferring its suit is suit of first of pile
            move card to bin
""",
        "turn",
        "preferring its suit is suit of first of pile",
    ),
    Plant(
        "a choice in another block",
        """turn
    choose card from own hand
    move card to bin
next turn
    choose follower from players, with most total pips in own hand
    follower is next
""",
        "next turn",
        "with most total pips in own hand",
    ),
    Plant(
        "a card at its place",
        """zone row of player, in a row
turn
    draw 2 from pile to own row
    choose card from own hand
    move card to bin
    choose trash from own hand, preferring its suit is suit of position 2 in own row
    move trash to table
""",
        "turn",
        "preferring its suit is suit of position 2 in own row",
    ),
    Plant(
        "a card on the forehead",
        """zone brow of player, seen by others
turn
    draw 1 from pile to own brow
    choose card from own hand, preferring its suit is suit of first of own brow
    move card and own brow to table
""",
        "turn",
        "preferring its suit is suit of first of own brow",
    ),
    Plant(
        "a value by cases",
        """value wanted: red if first of bin is red, blue otherwise
turn
    choose card from own hand
    move card to bin
    choose trash from own hand, preferring its suit is wanted
    move trash to table
""",
        "turn",
        "preferring its suit is wanted",
    ),
)


OF_OTHERS = (  # what everybody hears of somebody who is asked, or not
    Plant(
        "who was asked at the same time as others shows by what he said",
        """turn
    at the same time
        players
            if some card in own hand where its suit is red
                choose n from 1 to 2
                add n to own points
""",
        "turn",
        "some card in own hand where its suit is red",
    ),
    Plant(
        "who may do something has a card for it",
        """turn
    choose card from own hand
    move card to bin
    may
        choose extra from own hand, where its suit is red
        move extra to bin
""",
        "turn",
        "where its suit is red",
    ),
    Plant(
        "who may do something has cards for it",
        """turn
    choose card from own hand
    move card to bin
    may: move (own hand, where its suit is red) to bin
""",
        "turn",
        "move (own hand, where its suit is red) to bin",
    ),
    Plant(
        "a card laid face down that is asked about",
        """turn
    choose card from own hand
    move card to bin
    if suit of card is red
        may: draw 1 from pile to own hand
""",
        "turn",
        "suit of card is red",
    ),
    Plant(
        "who has nothing to choose",
        """turn
    choose extra from own hand, where its suit is red
    move extra to bin
    choose card from own hand
    move card to bin
""",
        "turn",
        "where its suit is red",
    ),
    Plant(
        "who is asked only where there are several",
        """turn
    choose card from own hand, where its suit is red, if several
    move card to bin
    choose trash from own hand
    move trash to bin
""",
        "turn",
        "where its suit is red",
    ),
    Plant(
        "who is skipped by an if",
        """turn
    if some card in own hand is red
        choose extra from own hand
        move extra to bin
    otherwise: move own hand to bin
""",
        "turn",
        "some card in own hand is red",
    ),
    Plant(
        "the order of questions",
        """turn
    if some card in own hand is red
        own left
            choose extra from own hand
            move extra to bin
        choose card from own hand
        move card to bin
    otherwise
        choose card from own hand
        move card to bin
        own left
            choose extra from own hand
            move extra to bin
""",
        "turn",
        "some card in own hand is red",
    ),
    Plant(
        "players who are asked for what they hold",
        """turn
    (other players, where some card in own hand is red)
        choose extra from own hand
        move extra to bin
    choose card from own hand
    move card to bin
""",
        "turn",
        "other players, where some card in own hand is red",
    ),
    Plant(
        "who has declined at the same time",
        """turn
    at the same time
        players
            may: move (own hand, where its suit is red) to bin
    choose card from own hand
    move card to bin
""",
        "turn",
        "move (own hand, where its suit is red) to bin",
    ),
    Plant(
        "who has declined a number at the same time",
        """turn
    at the same time
        players
            may
                choose n from 1 to cards in (own hand, where its suit is red)
                add n to own points
    choose card from own hand
    move card to bin
""",
        "turn",
        "n from 1 to cards in (own hand, where its suit is red)",
    ),
    Plant(
        "who had nothing to choose at the same time",
        """turn
    at the same time
        players
            choose card from own hand, where its suit is red
            move card to bin
    choose trash from own hand
    move trash to bin
""",
        "turn",
        "where its suit is red",
    ),
)


@pytest.fixture
def planted(tmp_path: Path) -> Callable[[Plant], Path]:
    def written(plant: Plant) -> Path:
        path = tmp_path / "planted.rules"
        path.write_text(FRAME + plant.rules, "utf-8")
        return path

    return written


def past_the_checks(path: Path) -> Ruleset:
    layers, unread = trees(stack(path))
    composed, wrong = compose(layers)
    rules, unresolved = resolve(composed)
    assert not (*unread, *wrong, *unresolved)
    return Ruleset(rules)


def named(leak: Leak | None) -> tuple[str, str]:
    assert leak is not None
    return leak.clause.block, leak.clause.part


def answered(state: State, player: int) -> Any:
    decision = state.view(player).decision
    return decision and (decision.prompt, tuple(map(str, decision.options)))


@pytest.mark.parametrize("plant", some(UNCHECKED, 2, start=1), ids=str)
def test_a_leak_that_no_check_of_the_file_sees_is_found_and_its_clause_named(
    plant: Plant, planted: Callable[[Plant], Path]
) -> None:
    assert named(find_leak(palast.load(planted(plant)))) == (plant.block, plant.part)


@pytest.mark.parametrize("plant", some(OF_OTHERS, 2), ids=str)
def test_what_others_hear_of_being_asked_is_a_leak_unless_it_is_said_openly(
    plant: Plant, planted: Callable[[Plant], Path]
) -> None:
    rules = palast.load(planted(plant))
    leak = find_leak(rules)
    assert leak is not None and named(leak) == (plant.block, plant.part)
    assert leak.what.startswith("others ")
    assert "write 'openly'" in leak.problem.remedy
    assert find_leak(palast.load(planted(openly(plant, leak.clause.span.line))), effort=tried(4_000, 2_000)) is None


def openly(plant: Plant, line: int) -> Plant:
    """The same where the line that tells says that it may."""
    lines = (FRAME + plant.rules).splitlines()
    at = line - 2 if lines[line - 2].strip() == "may" else line - 1
    said, mark, rest = lines[at].partition(":")
    lines[at] = f"{said}{'' if said.strip() == 'may' else ','} openly{mark}{rest}"
    return evolve(plant, rules="\n".join(lines)[len(FRAME) :] + "\n")


@pytest.mark.parametrize("plant", some(REFUSED, 3), ids=str)
def test_a_leak_that_the_check_refuses_is_found_without_it_and_its_clause_named(
    plant: Plant, planted: Callable[[Plant], Path]
) -> None:
    path = planted(plant)
    with pytest.raises(RulesError) as refused:
        palast.load(path)
    assert {error.code for error in refused.value.errors} == {"E035"}
    assert named(find_leak(past_the_checks(path))) == (plant.block, plant.part)


@pytest.mark.parametrize("plant", some([UNCHECKED[1], REFUSED[2], REFUSED[4], REFUSED[8]], 1, start=3), ids=str)
def test_two_worlds_shrink_to_the_clause_that_leaks(plant: Plant, planted: Callable[[Plant], Path]) -> None:
    rules = past_the_checks(planted(plant))
    leak = find(two_worlds(rules), lambda leak: leak is not None, settings=THOROUGHLY)
    assert leak is not None
    assert named(leak) == (plant.block, plant.part)
    assert len(leak.exchanged) <= 4  # two for two, where a hand holds two cards of a suit
    assert max(world.turns for world in leak.worlds) <= 2
    assert leak.worlds[0].players == (3 if "own right" in plant.rules else 2)


@pytest.mark.parametrize("plant", some([*UNCHECKED, *OF_OTHERS, *REFUSED], 6, start=2), ids=str)
def test_a_leak_test_at_its_default_finds_what_the_search_finds(plant: Plant, planted: Callable[[Plant], Path]) -> None:
    rules = past_the_checks(planted(plant))
    assert named(find_leak(rules)) == (plant.block, plant.part)
    with pytest.raises(AssertionError, match=f"by '{re.escape(plant.part)}'"):
        leak_test(rules)()


def test_a_leak_test_fails_and_says_where_the_leak_is(planted: Callable[[Plant], Path]) -> None:
    path = planted(UNCHECKED[0])
    with pytest.raises(AssertionError) as failed:
        leak_test(palast.load(path), 2, how=THOROUGHLY)()
    said = str(failed.value).splitlines()
    line, at = next(
        (number, text.index("preferring") + 1)
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1)
        if "preferring" in text
    )
    assert "from the options, seat" in said[0]
    assert said[1].endswith("by 'preferring its suit is suit of card'")
    assert said[2] == f"  {path}:{line}:{at}"
    assert said[3].startswith("  in one world:   ")


@pytest.mark.parametrize("plant", some([UNCHECKED[0], REFUSED[2], REFUSED[5], REFUSED[6]], 1, start=2), ids=str)
def test_a_leak_shows_two_games_that_differ_for_its_player_by_that_alone(
    plant: Plant, planted: Callable[[Plant], Path]
) -> None:
    """Told without the tool: he heard the same in both, and sees the same, and is offered something else."""
    seen = 0
    for leak in (find_leak(past_the_checks(planted(plant)), seed=seed) for seed in range(3)):
        assert leak is not None
        one, other = (world.view(leak.player) for world in leak.worlds)
        if leak.what == "the options":
            seen += 1
            assert one.log == other.log
            assert one.decision != other.decision
            assert (one.variables, one.active, one.asked) == (other.variables, other.active, other.asked)
            for place in one.game.material.places:
                where = place.zone.name, place.owner
                assert one.zone(*where) == other.zone(*where)
    assert seen


# ---- faults of the engine


@frozen
class Fault:
    """Something wrong with the engine; by what it shows, and the block that the leak is told of."""

    name: str
    make: Callable[[pytest.MonkeyPatch], None]
    game: str
    what: str
    block: str
    why: bool = False
    interpreted: bool = False  # whether it is in the operations in Python

    def __str__(self) -> str:
        return self.name.replace(" ", "-")


def heard_unmasked(kind: int) -> Callable[[pytest.MonkeyPatch], None]:
    def make(patch: pytest.MonkeyPatch) -> None:
        hears = Hearing.event

        def heard(self: Hearing, event: RawEvent) -> RawEvent | None:
            return event if event[0] == kind else hears(self, event)

        def all_heard(self: Hearing, told: Iterable[RawEvent]) -> list[RawEvent]:
            return [each for event in told if (each := heard(self, event)) is not None]

        patch.setattr(Hearing, "event", heard)
        patch.setattr(Hearing, "events", all_heard)

    return make


def committed_each_time(patch: pytest.MonkeyPatch) -> None:
    def committed(mc: Machine, query: Query, here: int, raw: Any) -> None:
        mc.note((k.COMMIT, query.origin, mc.own))
        reveal_later(mc, query, here, raw)

    patch.setattr("rulespec.engine.python.unheard.reveal_later", committed)


def revealed_at_once(patch: pytest.MonkeyPatch) -> None:
    def revealed(mc: Machine, site: Site, here: int, raw: Any) -> None:
        mc.note((k.REVEAL, site.origin, mc.own, here, raw))

    patch.setattr("rulespec.engine.python.unheard.reveal_later", revealed)


def declined_in_silence(patch: pytest.MonkeyPatch) -> None:
    note = Machine.note

    def noted(self: Machine, event: tuple[Any, ...]) -> None:
        match self.log and self.log[0] and k.read(self.log[0]):
            case k.Pick(answer=None) if event[0] == k.COMMIT:
                pass
            case _:
                note(self, event)

    patch.setattr(Machine, "note", noted)


def all_is_seen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Place, "seen_by", lambda self, player: True)


def log_of_the_state(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(View, "log", property(lambda self: self._state.log))


def key_of_the_raw_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(View, "key", property(lambda self: (self.now, tuple(events(self._state.raw_log)))))


def secret(material: Material, zones: Sequence[tuple[int, ...]], player: int) -> int:
    """A number that changes with what a player does not see."""
    lying = enumerate(zip(material.places, zones, strict=True))
    return sum(at * card for at, (place, cards) in lying for card in cards if not place.seen_by(player))


def secret_of(state: RawState, player: int) -> int:
    return secret(state.game.program.material, state.position.zones, player)


def prompt_that_tells(patch: pytest.MonkeyPatch) -> None:
    waits = State.pending.__get__

    def wait(self: State) -> Any:
        pending = waits(self)
        if not isinstance(pending, Decision):
            return pending
        return evolve(pending, prompt=f"{pending.prompt} ({secret_of(self, pending.player)})")

    patch.setattr(State, "pending", property(wait))


def answers_with(change: Callable[[list[Any], int], list[Any]]) -> Callable[[pytest.MonkeyPatch], None]:
    def make(patch: pytest.MonkeyPatch) -> None:
        raws = Choice.raws
        material: dict[Choice, Material] = {}

        def material_of(choice: Choice) -> Material:
            if choice not in material:
                programs = [each for each in gc.get_objects() if isinstance(each, Program)]
                asks = [(ask, each.material) for each in programs for ask in each.asks.values()]
                found = {ask.choice: its for ask, its in asks if isinstance(ask, Asking) and ask.choice is not None}
                material.update(found)
            return material[choice]

        def changed(self: Choice, mc: Machine) -> list[Any]:
            found = raws(self, mc)
            return change(found, secret(material_of(self), mc.zones, mc.own)) if found else found

        patch.setattr(Choice, "raws", changed)

    return make


def fewer_options(raws: list[Any], told: int) -> list[Any]:
    """What would not help against the others' cards is not offered."""
    return [raw for at, raw in enumerate(raws) if at == 0 or (told + at) % 3]


def options_in_another_order(raws: list[Any], told: int) -> list[Any]:
    return raws[told % len(raws) :] + raws[: told % len(raws)] if raws else raws


def cards_with_pseudonyms(patch: pytest.MonkeyPatch) -> None:
    """Hidden cards keep an identity of their own, which a view that is sent away brings along."""

    sent = Perspective.__getstate__

    def kept(self: Perspective) -> dict[str, Any]:
        lying = zip(self.sight.zones, self._state.position.zones, strict=True)
        zones = tuple(tuple(f"?{7 * card % 97}" for card in held) if HIDDEN in seen else seen for seen, held in lying)
        return {**sent(self), "sight": evolve(self.sight, zones=zones)}

    patch.setattr(Perspective, "__getstate__", kept)


def view_with_its_state(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(View, "__getstate__", lambda self: {"player": self.player, "_state": self._state})


def repr_with_a_number(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(View, "__repr__", lambda self: f"<View of {hash(self._state.position.zones)}>")


def another_property(patch: pytest.MonkeyPatch) -> None:
    """Whatever a view will tell one day is looked at, too."""
    patch.setattr(View, "rest", property(lambda self: self._state.position.zones[0][:1]), raising=False)


def counters_of_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(View, "counter", lambda self, name, seat: secret_of(self._state, self.player))


def result_before_the_end(patch: pytest.MonkeyPatch) -> None:
    def foretold(self: View) -> Over:
        return Over((Fraction(secret_of(self._state, self.player)),), ())

    patch.setattr(View, "result", property(foretold))


def reasons_from_the_state(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(api, "why", lambda seen: f"it is about {secret_of(seen._state, seen.player)}")


def knowledge_from_the_state(patch: pytest.MonkeyPatch) -> None:
    def where(self: Knowing, card: int) -> tuple[tuple[int, int | None], ...]:
        return ((self._seen._state.where[card], None),)

    patch.setattr(Knowing, "where", where)


def offers_explained_from_the_state(patch: pytest.MonkeyPatch) -> None:
    def explained(seen: Perspective, option: Option | str) -> str:
        return f"{option} is worth {secret_of(seen._state, seen.player)}"

    patch.setattr(api, "why_option", explained)


def refusal_that_tells(patch: pytest.MonkeyPatch) -> None:
    def refuse(state: State, answer: object) -> IllegalAction:
        return IllegalAction(f"{answer} is not there: {state.where}", "")

    patch.setattr("rulespec.game.api.refuse", refuse)


def undo_that_tells(patch: pytest.MonkeyPatch) -> None:
    def undone(state: State, player: int) -> State:
        raise IllegalAction(f"somebody has seen {secret_of(state, player)} since", "")

    patch.setattr("rulespec.experiments.leaks.perceptions.undo", undone)


def sample_of_the_truth(patch: pytest.MonkeyPatch) -> None:
    def sample(self: View, random: Random) -> State:
        return self._state

    patch.setattr(View, "sample", sample)


FAULTS = (
    Fault("a draw that everybody hears", heard_unmasked(k.DRAW), "kuhn", "the log", "set-up", interpreted=True),
    Fault(
        "a card that everybody hears chosen",
        heard_unmasked(k.CHOOSE),
        "ksr",
        "the log",
        "action Zofe",
        interpreted=True,
    ),
    Fault("a discard that everybody hears", heard_unmasked(k.MOVE), "ksr", "the log", "action Zofe", interpreted=True),
    Fault(
        "cards exchanged that everybody hears",
        heard_unmasked(k.EXCHANGE),
        "ksr",
        "the log",
        "action Zauberer",
        interpreted=True,
    ),
    Fault(
        "a commitment that is told at once", heard_unmasked(k.PICK), "goofspiel", "the log", "turn", interpreted=True
    ),
    Fault("a commitment that is told of each answer", committed_each_time, "vows", "the log", "turn", interpreted=True),
    Fault("a commitment that comes to light at once", revealed_at_once, "auction", "the log", "turn", interpreted=True),
    Fault("a lapse that is told at once", heard_unmasked(k.LAPSE), "vows", "the log", "turn", interpreted=True),
    Fault("a secret answer that is heard", heard_unmasked(k.PICK), "whispers", "the log", "turn", interpreted=True),
    Fault(
        "a secret answer that is heard unless it is none",
        declined_in_silence,
        "whispers",
        "the log",
        "turn",
        interpreted=True,
    ),
    Fault("a beginning that everybody knows", heard_unmasked(k.BEGIN), "duel", "view.heard", "turn", interpreted=True),
    Fault("zones that all see", all_is_seen, "leduc", "zone 'pile'", "zone pile"),
    Fault("a log made from the state", log_of_the_state, "kuhn", "the log", "set-up"),
    Fault("a key of the raw log", key_of_the_raw_log, "kuhn", "view.key", "turn"),
    Fault("a prompt that tells a card", prompt_that_tells, "ksr", "the question", "turn"),
    Fault(
        "options that depend on other hands",
        answers_with(fewer_options),
        "ksr",
        "the options",
        "turn",
        interpreted=True,
    ),
    Fault(
        "options ordered by hidden cards",
        answers_with(options_in_another_order),
        "kuhn",
        "the options",
        "turn",
        interpreted=True,
    ),
    Fault("hidden cards that can be followed", cards_with_pseudonyms, "whist", "the kept view", "turn"),
    Fault("a view that brings its state along", view_with_its_state, "kuhn", "the kept view", "turn"),
    Fault("a view that prints a number", repr_with_a_number, "kuhn", "repr(view)", "turn"),
    Fault("a property that nobody thought of", another_property, "kuhn", "view.rest", "turn"),
    Fault("counters that count hidden cards", counters_of_hidden_cards, "kuhn", "counter 'stake' of", "counter stake"),
    Fault("a result that is told before the end", result_before_the_end, "kuhn", "view.result", "turn"),
    Fault("reasons from the state", reasons_from_the_state, "kuhn", "view.why()", "turn", why=True),
    Fault("knowledge from the state", knowledge_from_the_state, "kuhn", "the knowledge of each", "turn", why=True),
    Fault("offers explained from the state", offers_explained_from_the_state, "kuhn", "view.why('", "turn", why=True),
    Fault("a refusal that tells where cards lie", refusal_that_tells, "goofspiel", "the refusal of", "turn", why=True),
    Fault("an undo that tells what was drawn", undo_that_tells, "kuhn", "the possible undo", "turn", why=True),
    Fault("a sample of the truth", sample_of_the_truth, "kuhn", "view.sample()", "turn", why=True),
)


@pytest.mark.parametrize("fault", some(FAULTS, 4), ids=str)
def test_a_fault_of_the_engine_is_found_and_named(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = evolve(GAMES[fault.game], wanted="python") if fault.interpreted else GAMES[fault.game]
    fault.make(monkeypatch)
    leak = next(each for each in leaks(rules, effort=8_000, why=fault.why) if each.clause.block == fault.block)
    assert leak.what.startswith(fault.what)
    assert leak.problem.code == "W054"
    assert ("report it" in leak.problem.remedy) == (leak.what not in ("the question", "the options"))
