"""What an end of a turn, a round or the game shows to a player comes after all decisions that it could influence."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rulespec import Card, Decision, Ruleset, State, load
from rulespec.engine.events.event import Event, Exchanged, Moved, Shown
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from tests.effort import draws_until, some
from tests.library import OFFICIAL, SHELF, ruleset

BASES = [*OFFICIAL, *sorted(path.stem for path in SHELF.glob("*.rules"))]
SHOWING = {"crazy-eights", "cribbage", "gin-rummy", "kuhn", "leduc", "liars-dice", "schwimmen", "skat"}
OFTEN = 4  # times that each line has to show something
LONG = 400  # answers after which a game is left
LAYERS = sorted(f"{path.parent.name}+{path.stem}" for path in SHELF.glob("*/*.rules") if path.parent.name in SHOWING)
MEANT = {  # lines that show something to a player who then decides by it
    ("gin-rummy", "show hand of knocker to left of knocker"),  # who lays off on what the knocker has laid out
    ("cribbage+muggins", "show crib to players"),  # the dealer says how much it counts
}
MELDS = (
    *("two spades", "three spades", "four spades", "five hearts", "five clubs", "five diamonds"),
    *("nine clubs", "nine spades", "nine hearts", "ace diamonds"),
)


def ending(rules: Ruleset) -> set[str]:
    """The blocks after a turn, after a round and of the reasons to end, with the actions that they perform."""
    resolved = rules.resolved
    found, waiting = set[str](), [each.key for each in resolved.of(d.Reason, d.AfterRound, d.AfterTurn)]
    while waiting:
        key = waiting.pop()
        found.add(key)
        for perform in resolved.blocks[key].within(s.Perform):
            word = perform.word
            words = [word.word] if isinstance(word, e.WordOf) else resolved.words(str(kind_of(word).list))
            actions = [f"action {each}" for each in words]
            waiting += [each for each in actions if each in resolved.blocks and each not in found]
    return found


def named(event: Event) -> set[Card]:
    if isinstance(event, Exchanged):
        return {card for cards in event.cards for card in cards}
    return {*event.cards} if isinstance(event, Moved | Shown) else set()


class Watching:
    """What each seat has seen in a round, and the lines of an end that have shown something new to it."""

    def __init__(self, state: State) -> None:
        self.name, self.ends, self.origins = state.rules.name, ending(state.rules), state.game.plan.origins
        places = state.game.material.places
        self.shown: list[list[str]] = [[] for _ in range(state.players)]
        self.shows = Counter[str]()
        lying = [[state.view(seat).zone(*each.where) for each in places] for seat in range(state.players)]
        self._seen = [{card for cards in zones if isinstance(cards, tuple) for card in cards} for zones in lying]
        self._read = [0] * state.players

    def looks(self, state: State) -> None:
        """Takes account of what has happened since the last time."""
        for seat, (seen, shown) in enumerate(zip(self._seen, self.shown, strict=True)):
            log = state.view(seat).log
            for event in log[self._read[seat] :]:
                if event.kind == "round":
                    seen.clear()
                    shown.clear()
                new = named(event) - seen
                seen |= new
                if isinstance(event, Shown) and event.block in self.ends and event.statement is not None and new:
                    line = self.origins[event.statement].text
                    self.shows[line] += 1
                    shown += [] if self._is_meant(line) else [line]
            self._read[seat] = len(log)

    def _is_meant(self, line: str) -> bool:
        return (self.name, line) in MEANT or (self.name.split("+")[0], line) in MEANT


def begun(rules: Ruleset, random: Random) -> State:
    """A game; of gin rummy a turn of a player with melds, since random players hardly ever knock."""
    if rules.name.split("+")[0] != "gin-rummy":
        return rules.begin(random.choice(rules.players), 0, random.random)
    others = [each.name for each in rules.game(2).material.cards if each.name not in MELDS]
    *theirs, thrown = random.sample(others, 11)
    zones = {("hand", 0): MELDS, ("hand", 1): theirs, "discards": [thrown]}
    return rules.at(2, zones, {"refusals": 3})


def shown_early(rules: Ruleset, seed: int, shows: Counter[str]) -> Iterator[str]:
    """The lines that showed cards at an end of a random game to somebody who had several options afterwards."""
    random = Random(seed)
    state = begun(rules, random)
    watching = Watching(state)
    for _ in range(LONG):
        watching.looks(state)
        pending = state.pending
        if isinstance(pending, Decision):
            if len(pending.options) > 1:
                yield from watching.shown[pending.player]
            state = state.advance(random.choice(pending.options), random.random)
        elif state.raws:
            state = state.next(random.choice(state.raws))
        else:
            break
    shows += watching.shows


def showing(rules: Ruleset) -> set[str]:
    """The lines that show cards at an end."""
    blocks = rules.resolved.blocks
    return {show(each) for key in ending(rules) for each in blocks[key].within(s.Show)}


@pytest.mark.parametrize("spec", [*sorted(SHOWING), *some(LAYERS, 4)])
def test_nobody_decides_by_what_an_end_has_shown_already(spec: str) -> None:
    rules, shows = ruleset(spec), Counter[str]()
    games = draws_until(4, 60, lambda: [line for line in showing(rules) if shows[line] < OFTEN])
    assert not [line for seed in games for line in shown_early(rules, seed, shows)]
    print(spec, dict(shows))


def test_these_games_show_something_at_an_end() -> None:
    assert {spec for spec in BASES if showing(ruleset(spec))} == SHOWING


TOO_SOON = {  # faults in games of the shelf: where a hand is shown, and before which line it would be shown too soon
    "gin-rummy": ("    show hand of left of knocker to knocker\n", "    knocker: perform lay-out 3 times\n"),
}


@pytest.mark.parametrize("spec", TOO_SOON)
def test_a_hand_that_is_shown_too_soon_is_noticed(spec: str) -> None:
    line, before = TOO_SOON[spec]
    text = (SHELF / f"{spec}.rules").read_text("utf-8")
    assert text.count(line) == text.count(before) == 1
    wrong = load(spec, texts={spec: text.replace(line, "").replace(before, line + before)})
    found, shows = Counter[str](), Counter[str]()
    for seed in draws_until(4, 60, lambda: [] if found else ["a hand"]):
        found.update(shown_early(wrong, seed, shows))
    assert {*found} == {line.strip()}


ROUNDS = """ruleset rounds "Everybody is shown the hands, and guesses"
players 2
at most 9 turns
numbers rank: 1 to 9
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
counter points of player
counter played
round
    add 1 to played
    move hand of players to pile
    players: draw 2 from pile to own hand
turn
    choose said from rank
round ends done after turn: said is at least 1
after round showing
    {lines}
game ends out after round: played is 2
winners: players, with most own points
"""
SHOW, GUESS = "show hand of players to players", "players: choose guess from rank"


@pytest.mark.parametrize(("lines", "is_early"), [((SHOW, GUESS), True), ((GUESS, SHOW), False)])
def test_a_guess_after_a_hand_is_shown_is_noticed(lines: tuple[str, str], is_early: bool) -> None:
    rules, shows = load("rounds", texts={"rounds": ROUNDS.format(lines="\n    ".join(lines))}), Counter[str]()
    found = {*shown_early(rules, 1, shows)}
    assert found == ({SHOW} if is_early else set())
    assert shows[SHOW] == 4
