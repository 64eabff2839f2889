"""Drawn choices that read one thing: none that is accepted leaks it, and nearly all that are refused would."""

from collections import Counter
from random import Random

from rulespec import Decision, Over, Ruleset, State
from rulespec.engine.events.log import events
from rulespec.experiments.leaks.fork import Fork
from rulespec.experiments.leaks.witness import Witness
from rulespec.game.history import beginning, raw_answers
from rulespec.game.pipeline import trees
from rulespec.language.tree.limits import LISTED
from rulespec.language.tree.source import Source
from rulespec.rules.checks import check
from rulespec.rules.compose import File, compose
from rulespec.rules.resolve.resolution import resolve
from tests.effort import tried
from tests.one_read import OneRead

Worlds = tuple[State, State]


def unchecked(text: str) -> tuple[Ruleset, set[str]]:
    """The rules of a text, and the codes of what is wrong with them."""
    composed, clashes = compose(trees([File(Source("drawn.rules", text))])[0])
    rules, unresolved = resolve(composed, LISTED)
    wrong = [*clashes, *unresolved, *check(rules)]
    return Ruleset(rules), {each.code for each in wrong if each.code.startswith("E")}


def leak(rules: Ruleset, choice: str, random: Random, *, games: int, twins: int) -> Worlds | bool:
    """Two games that are the same to a player who is asked there, and who is offered different options.

    The games differ by some cards that the player does not see, or by an answer that somebody else gave. Without two
    such games, whether the choice was reached.
    """
    reached = False
    for number in range(games):
        players = rules.players[number % len(rules.players)]
        state = rules.new_game(players, random.randrange(players))
        while not isinstance(state.pending, Over):
            if isinstance(state.pending, Decision) and choice in state.pending.prompt:
                reached = True
                for _ in range(twins):
                    twin = _exchanged(state, random) if random.random() < 0.8 else _answered(state, random)
                    if twin is not None and _options(twin) != _options(state):
                        return state, twin
            state = state.next(random.choice(state.raws))
    return reached


def _options(state: State) -> tuple[str, ...]:
    assert isinstance(state.pending, Decision)
    return tuple(option.text for option in state.pending.options)


def _exchanged(state: State, random: Random) -> State | None:
    """The same game with hidden cards exchanged, if the player who is asked cannot tell them apart."""
    witness = Witness(state.game.program, state.own)
    hidden = [card for place, cards in enumerate(state.position.zones) if not witness.sees(place) for card in cards]
    cards = tuple(random.sample(hidden, min(len(hidden), random.choice((2, 2, 2, 3, 4, 6)))))
    fork = Fork(state, state, (), (witness,), again=True).of(cards) if len(cards) > 1 else None
    is_whole = fork is not None and fork.state.raw_log == state.raw_log
    return fork.beside if fork and is_whole and any(each.player == state.own for each in fork.unsure) else None


def _answered(state: State, random: Random) -> State | None:
    """The same game with another answer of somebody else, if the player who is asked cannot tell them apart."""
    answers, here = list(raw_answers(state)), beginning(state)
    changed = random.randrange(max(0, len(answers) - 6), len(answers))
    for raw in answers[:changed]:
        here = here.next(raw)
    others = [each for each in here.raws if each != answers[changed]]
    if not isinstance(here.pending, Decision) or here.own == state.own or not others:
        return None
    witness, twin = Witness(state.game.program, state.own), here
    for raw, beside in zip(answers[changed:], [random.choice(others), *answers[changed + 1 :]], strict=True):
        if beside not in twin.raws:
            return None
        after = here.next(raw), twin.next(beside)
        if (after[0].pc, after[0].own) != (after[1].pc, after[1].own):
            return None
        if _heard(witness, here, after[0]) != _heard(witness, twin, after[1]):
            return None
        here, twin = after
    return twin


def _heard(witness: Witness, before: State, after: State) -> object:
    return witness.account(before, after, events(after.raw_log, before.raw_log))


def test_choices_are_refused_for_what_they_leak_and_for_hardly_anything_else() -> None:
    seen, harmless = Counter[str](), list[str]()
    for seed in range(tried(400, 24)):
        drawn = OneRead(seed)
        rules, wrong = unchecked(drawn.text)
        assert wrong <= {"E035"}, drawn.text
        games, twins = (tried(60, 12), 12) if wrong else (tried(20, 4), 6)
        found = leak(rules, drawn.choice, Random(seed), games=games, twins=twins)
        if not wrong:
            assert not isinstance(found, tuple), drawn.text
        elif found is True:
            harmless.append(drawn.text)
        seen["refused" if wrong else "accepted"] += found is not False
    assert seen["refused"] >= tried(100, 5)
    assert seen["accepted"] >= tried(100, 5)
    assert len(harmless) <= seen["refused"] * tried(1, 2) // tried(20, 8), "\n\n".join(harmless)
