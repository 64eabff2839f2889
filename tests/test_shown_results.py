"""Every card whose face decides a result is seen by everybody at the table in that round."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rulespec import Card, Decision, Ruleset, State, load
from rulespec.engine.events.event import Event, Exchanged, Moved, Shown
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Node, walk
from rulespec.rules.resolve.hidden_reads import HiddenReads
from tests.effort import draws_until, some
from tests.library import OFFICIAL, SHELF, ruleset

LAYERS = sorted(f"{path.parent.name}+{path.stem}" for path in SHELF.glob("*/*.rules"))
BASES = [*OFFICIAL, *sorted(path.stem for path in SHELF.glob("*.rules"))]
LOOKING = ("crazy-eights", "kuhn", "leduc", "liars-dice", "schwimmen", "skat")
ENDS = ("round ends", "game ends")
LONG = 400  # answers after which a game is left
UNCOMPARED = {  # hidden zones at whose cards a result looks, and why nobody has to see these
    ("liars-dice", "round ends doubted"): {"rolling"},  # faces that the dice do not show: the lost die goes out of play
    ("skat", "round ends nobody-bids"): {"skat"},  # nobody plays, so the skat counts for nobody
}


def deciding(rules: Ruleset) -> dict[str, frozenset[str]]:
    """For each reason to end, and what follows it, the hidden zones at whose cards its result looks."""
    reads, resolved = HiddenReads(rules.resolved), rules.resolved
    over = [each.does for key in ("winners", "returns") for each in reads.lines.get(key, ()) if each.looks]
    over += [each.amount for each in resolved.of(d.Score) if reads.looks(each.amount)]
    scoring = [each.does for block in resolved.of(d.AfterRound) for each in reads.lines[block.key] if each.looks]
    found = dict[str, frozenset[str]]()
    for reason in resolved.of(d.Reason):
        looks: list[Node] = [each.does for each in reads.lines[reason.key] if each.looks]
        looks += [reason.condition] if reason.key in reads.conditions else []
        looks += over if isinstance(reason, d.GameEnds) else scoring
        zones = frozenset(zone for node in looks for zone in hidden_zones(rules, node))
        found |= {reason.key: zones - UNCOMPARED.get((rules.name.split("+")[0], reason.key), set())}
    return {key: zones for key, zones in found.items() if zones}


def hidden_zones(rules: Ruleset, node: Node) -> Iterator[str]:
    """The zones in a part of the rules, and in what it refers to, that not everybody sees."""
    waiting, read = [node], set[str]()
    while waiting:
        for each in walk(waiting.pop()):
            if isinstance(each, e.InZone) and not rules.resolved.zone(each.zone).sight.is_public:
                yield each.zone
            if isinstance(each, e.OfValue | e.Fits) and each.key not in read:
                read.add(each.key)
                waiting.append(rules.resolved.blocks[each.key])


def seen_in_round(state: State, seat: int, until: int) -> set[Card]:
    """The cards that a seat saw in the round that went on after so many events."""
    log = state.view(seat).log
    began = max((at for at, event in enumerate(log[:until]) if event.kind == "round"), default=0)
    return {card for event in log[began:] for card in named(event)}


def named(event: Event) -> set[Card]:
    if isinstance(event, Exchanged):
        return {card for cards in event.cards for card in cards}
    return {*event.cards} if isinstance(event, Moved | Shown) else set()


def unseen(rules: Ruleset, seed: int, ended: Counter[str]) -> Iterator[str]:
    """The ends of a random game, each as often as a seat did not see a card that its result looks at."""
    zones, random = deciding(rules), Random(seed)
    state = rules.begin(rules.players[seed % len(rules.players)], 0, random.random)
    for _ in range(LONG):
        if not isinstance(state.pending, Decision):
            break
        before, state = state, state.advance(random.choice(state.pending.options), random.random)
        for event in state.log[len(before.log) :]:
            if event.kind in ENDS and event.block in zones:
                places = [each.where for each in state.game.material.places if each.zone.name in zones[event.block]]
                compared = {card for where in places for card in before.zone(*where)}
                ended[event.block] += 1
                for seat in range(state.players):
                    if compared - seen_in_round(state, seat, len(before.view(seat).log)):
                        yield event.block


@pytest.mark.parametrize("spec", [*LOOKING, *some(LAYERS, 2)])
def test_the_cards_that_decide_a_result_are_seen_by_all_in_that_round(spec: str) -> None:
    rules, ended = ruleset(spec), Counter[str]()
    games = draws_until(3, 60, lambda: ["an end"] if deciding(rules) and not ended else [])
    assert not [block for seed in games for block in unseen(rules, seed, ended)]
    print(spec, dict(ended))


HIDDEN = """ruleset hidden "The higher card wins, and nobody sees it"
players 2
at most 4 turns
numbers rank: 1 to 9
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
set-up
    players: draw 1 from pile to own hand
turn
    choose said from rank
game ends{first} done after turn: said is at least 1
{lines}
winners: players, with highest rank of first of own hand
"""


@pytest.mark.parametrize(("lines", "is_seen"), [("", False), ("    show hand of players to players", True)])
def test_a_card_that_decides_a_result_unseen_is_noticed(lines: str, is_seen: bool) -> None:
    rules, ended = load("hidden", texts={"hidden": HIDDEN.format(first="", lines=lines)}), Counter[str]()
    assert bool([*unseen(rules, 1, ended)]) is not is_seen
    assert ended == {"game ends done": 1}


def test_the_results_of_these_games_look_at_hidden_cards() -> None:
    assert {spec for spec in BASES if deciding(ruleset(spec))} == {*LOOKING}
