"""What laws and claims can ask of a moment: what they are told of it is what the game says of itself."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import palast
import rulespec
from rulespec import Decision, Over, RulesError, State
from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.experiments.laws import LawWatch, circumstances
from rulespec.experiments.scenarios import run
from rulespec.language.tree import declarations as d
from rulespec.plan.circumstances import circumstances as every
from tests.effort import draws_until, short_of
from tests.library import drawn_file
from tests.test_engines import ENGINES
from tests.test_laws import walk, written

TURNS = """ruleset turns
players 3
at most 6 turns
word step: on, back, skip
word fruit: fig
numbers pips: 1 to 3
cards deck in pile
    1 of each fruit in each pips
zone pile
counter passed
turn
    choose way from step
    add 1 to passed
    if way is back: reverse the order of play
    if way is skip: left of left of active is next
round ends turned after turn: way is back
round ends third after turn: passed is 3
game ends late after round: passed is 5
winners: active
"""


def told(state: State) -> dict[str, tuple[int, ...]]:
    """All circumstances of a state by name, their members in order."""
    names = every(state.game.rules.resolved.names)
    found = circumstances(state.game, state.snapshot, range(len(names)))
    return {names[number]: tuple(sorted(members)) for number, members in found.items()}


def expected(state: State) -> dict[str, tuple[int, ...]]:
    """The same, but who is next, by what anybody can ask of a state."""
    pending, game, cards = state.pending, state.game, list(state.game.material.cards)
    options = pending.options if isinstance(pending, Decision) else ()
    sorts = {kind.name for kind in game.asks[state.pc].site.kinds} if options else set()
    atoms = {atom for option in options for atom in option.atoms if atom is not True}
    numbers = {atom for atom in atoms if isinstance(atom, int)}
    found = {
        "asked": (pending.player,) if isinstance(pending, Decision) else (),
        "answers": (len(options),) if options else (),
        "winners": pending.winners if isinstance(pending, Over) else (),
        "cards offered": tuple(sorted(cards.index(atom) for atom in atoms if atom in cards)),
    }
    if not {"player", "number"} <= sorts:  # else nothing tells a seat from a number
        found["players offered"] = tuple(sorted(numbers)) if "player" in sorts else ()
    for name, list_ in game.rules.resolved.names.lists.items():
        if isinstance(list_, d.WordList):
            found[f"{name} offered"] = tuple(at for at, word in enumerate(list_.words) if word in atoms)
        elif not {"player", "number"} <= sorts:
            within = numbers.intersection(list_.members) if "number" in sorts else ()
            found[f"{name} offered"] = tuple(sorted(within))
    reasons = [each.key for each in game.rules.resolved.of(d.Reason)]
    for of, kind in (("round", k.RoundEnds), ("game", k.GameEnds)):
        ended = [event.origin for each in events(state.raw_log) if isinstance(event := k.read(each), kind)]
        found[of] = tuple(reasons.index(game.plan.origins[each].block) for each in ended[-1:])
    return found


def test_what_laws_are_told_of_a_moment_is_what_the_state_says() -> None:
    seen: Counter[str] = Counter()
    least = dict.fromkeys(["asked", "answers", "winners", "cards", "players", "words", "numbers", "round", "game"], 3)
    for seed in draws_until(30, 400, lambda: short_of(seen, least)):
        rules, random = drawn_file(seed).rules, Random(seed)
        state = rules.begin(rules.players[0], 0, random.random)
        for _ in range(30):
            said = told(state)
            assert {name: said[name] for name in expected(state)} == expected(state)
            for name, members in said.items():
                sort = rules.resolved.names.lists.get(name.removesuffix(" offered"))
                words = None if sort is None else "words" if isinstance(sort, d.WordList) else "numbers"
                seen[words or name.removesuffix(" offered")] += bool(members)
            if not state.raws:
                break
            state = state.next(random.choice(state.raws), random.random)


def loaded(folder: Path, text: str, **engine: str) -> rulespec.Ruleset:
    return palast.load(written(folder, "turns", TURNS + text), **engine)  # type: ignore[arg-type]


def test_who_is_next_is_who_has_the_turn_that_follows(tmp_path: Path) -> None:
    rules, seen = loaded(tmp_path, ""), Counter[bool]()
    for seed in range(12):
        state, random = rules.begin(3, seed % 3, Random(seed).random), Random(seed)
        assert told(state)["next"] == ((state.active + 1) % 3,)
        while not isinstance(state.pending, Over):
            ways = {raw: state.next(raw) for raw in state.raws}
            assert all(told(way)["next"] == () for way in ways.values() if isinstance(way.pending, Over))
            on, skip = ways[0], ways[2]
            if on.raws and skip.raws:
                assert told(state)["next"] == (on.active,)  # nobody is named, and the order stays
                seen[on.active == skip.active] += 1
            state = ways[random.choice(state.raws)]
    assert seen[True] > 3 and seen[False] > 3  # rightwards, two to the left is one to the right


@pytest.mark.parametrize(
    ("law", "case"),
    [
        ("after turn: next is left of active or next is right of active", None),
        ("after turn: if way is skip then next is left of left of active", None),
        ("when asked: active is earlier next", " and earlier next is seat "),
        ("when asked: asked is active and answers is 3 and on is in step offered and players offered is empty", None),
        ("when asked: earlier answers is answers", "earlier answers is none and answers is 3"),
        ("when asked: 1 is in pips offered", "not true: 1 is in pips offered"),
        ("after round: round ended by turned or round ended by third or passed is 5", None),
        ("after round: if round ended by turned then way is back", None),
        ("after round: round ended by turned", "not true: round ended by turned"),
        ("after game: if game ended by late then passed is 5", None),
        ("after game: winners is empty", "winners is seat "),
        ("after game: every player in winners where it is active", None),
    ],
)
def test_a_law_can_ask_for_what_only_its_moment_tells(tmp_path: Path, law: str, case: str | None) -> None:
    cases = {engine: list[str]() for engine in ENGINES}
    for engine, found in cases.items():
        rules = loaded(tmp_path, f"always so {law}\n", engine=engine)
        for seed in range(8):
            watch = LawWatch(rules.game(3))
            found += [each.case for each in walk(watch, seed)[1]]
            assert watch.looked["always so"] or "after game" in law or "after round" in law
    assert len({tuple(found) for found in cases.values()}) == 1
    assert [each for each in cases["python"] if case is None or case not in each] == []
    assert bool(cases["python"]) is (case is not None)


def test_a_claim_can_ask_for_all_of_it(tmp_path: Path) -> None:
    claims = [
        "asked is active",
        "answers is 3",
        "next is left of asked",
        "step offered is not empty",
        "winners is empty",
    ]
    claims += ["if round ended by third then passed is 3", "not game ended by late", "cards offered is empty"]
    text = "scenario so\n    when\n        seat 0: on\n    then\n" + "".join(
        f"        holds {each}\n" for each in claims
    )
    (outcome,) = run(loaded(tmp_path, text))
    assert outcome.held
    for claim in ("next is asked", "answers is 2", "winners is not empty", "round ended by turned"):
        (outcome,) = run(loaded(tmp_path, f"scenario so\n    then\n        holds {claim}\n"))
        assert not outcome.held and f"expected 'holds {claim}', but " in outcome.message


def test_names_of_the_rules_mean_what_they_mean_there(tmp_path: Path) -> None:
    """No word is taken from those who write rules; what a law could mean by it is then said by nobody."""
    rules = loaded(
        tmp_path, "counter answers\ncounter winners\ncounter round\ncounter offered\nalways so: answers is round\n"
    )
    watch = LawWatch(rules.game(3))
    assert walk(watch, 1)[1] == [] and watch.looked["always so"] > 5
    with pytest.raises(RulesError, match="expected a set, got a number"):
        loaded(tmp_path, "counter winners\nalways so after game: winners is empty\n")
