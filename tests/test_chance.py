"""What has to hold wherever chance decides, whatever it decides."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

import palast
from rulespec import Chance, Over, Ruleset, State
from rulespec.adapters.encoding import limits
from rulespec.adapters.encoding.actions import Encoding
from rulespec.engine.events import kinds as k
from rulespec.engine.events.chance import decided
from rulespec.engine.events.log import events
from rulespec.engine.events.sentences import Teller
from rulespec.game.history import moves
from tests.effort import draws_until, short_of
from tests.library import drawn_file

ANSWERS = 50  # in a game, at most


def at_once(state: State) -> Iterator[Any]:
    """What comes of random numbers that lie evenly between 0 and 1, one for each outcome."""
    program, many = state.game.program, len(state.raws)
    for number in range(many):
        mc = state.machine()
        mc.random = cycle([(number + 0.5) / many]).__next__
        mc.run(program.code, program.costs, mc.pc)
        told = map(k.read, events(mc.log, state.raw_log))
        yield next(answer for event in told if (answer := decided(event, program.material)) is not None)


def decisions(rules: Ruleset, seed: int) -> int:
    """How often chance has decided in a game; each time all of these hold."""
    random = Random(seed)
    state = rules.new_game(rules.players[0])
    game, encoding, tell, many = state.game, Encoding(state.game), Teller(state.game.program), 0
    for _ in range(ANSWERS):
        pending = state.pending
        if isinstance(pending, Over):
            break
        option = random.choice(pending.options)
        after = state.apply(option)
        if isinstance(pending, Chance):
            many += 1
            assert len(option.atoms) == option.text.count(", ") + 1
            for atom in option.atoms:
                assert atom in game.vocabulary
                assert encoding.actions[encoding.number(atom)] == str(atom)
                assert encoding.number(atom) < encoding.outcomes <= len(encoding.actions)
            assert option.names == pending.binds
            told = events(after.raw_log, state.raw_log)
            raw = state.raws[pending.options.index(option)]
            assert raw in [decided(k.read(event), game.material) for event in told]
            assert any(set(option.atoms) <= {*event.atoms} for event in tell.tell(told))
            assert sorted(at_once(state)) == sorted(state.raws)
            whose, pc, what = list(moves(after))[-1]
            assert (whose, what) == (None, raw)
            assert game.asks[pc].site.origin == game.asks[state.position.pc].site.origin
        state = after
    if seed % 5 == 0:  # that takes longer than all the rest
        assert many <= limits(game).draws
    return many


def test_what_chance_decides_is_told_numbered_and_counted_and_remembered() -> None:
    found = Counter(decisions=decisions(palast.load("ksr"), 1))
    for number in draws_until(15, 500, lambda: short_of(found, {"decisions": 80, "games with chance": 12})):
        many = decisions(drawn_file(number).rules, number)
        found["decisions"] += many
        found["games with chance"] += many > 0
