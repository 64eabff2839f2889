"""The extension, called with what it is not for: each method of each of its types, and with everything that there is.

`python -m tests.misused FIRST LAST` makes some rounds of calls, each from its own seed; `.ci/sanitized` does so with a
machine that notices each fault. A result is right, and so is an exception
other than `SystemError`; a crash ends the process.
"""

import signal
import sys
from array import array
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define, field

from rulespec import Option, State
from rulespec.adapters.batch.layout import layout_of
from rulespec.adapters.batch.rows import rows_for
from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.encoding.observations import Observations
from rulespec.engine.game import Game
from rulespec.engine.native.engine import EXTENSION
from rulespec.engine.native.hearing import table_of
from rulespec.engine.native.image import image_of
from rulespec.engine.pending import Chance, Decision
from rulespec.engine.python.explorer import ExploredLaw, led
from rulespec.engine.python.position import frozen as standing
from rulespec.records.lockstep.coupling import keys_of
from tests.library import ruleset

CALLS = 400  # in a round
KEPT = 40  # objects of a type
PATIENCE = 2.0  # seconds of the processor for one call, after which it is interrupted as by Ctrl-C
GAMES = (("ksr", 3), ("kuhn", 2), ("colours", 3), ("fishing", 2), ("market", 2))

Arguments = tuple[Any, ...]


def types() -> dict[str, type]:
    """All types of the extension."""
    return {name: each for name, each in vars(EXTENSION).items() if isinstance(each, type)}


def methods() -> set[str]:
    """What can be called on their objects, or makes them, other than what every object has."""
    found = {"outcomes"}
    for name, each in types().items():
        own = [method for method in dir(each) if method not in dir(object) and callable(getattr(each, method))]
        made = ["__new__"] if "__new__" in vars(each) else []
        found |= {f"{name}.{method}" for method in own + made}
    return found


# ---- what they are called with


class Odd:
    """Something that says of itself whatever is asked."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> Any:
        return self.value

    def __len__(self) -> Any:
        return self.value

    def __getitem__(self, at: Any) -> Any:
        return self.value

    def __hash__(self) -> Any:
        return self.value

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.value

    table = property(lambda self: self.value)


def _raising(*given: Any) -> Any:
    raise LookupError("misused")


NUMBERS = (
    0, 1, -1, 2, 3, 5, 17, 63, 64, 65, 255, 2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**100,
    -2, -(2**31), -(2**63), -(2**63) - 1, -(2**100),
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0.0, 0.5, 1.0, -1.5, float("nan"), float("inf"), "", "x", "\ud800", b"", b"x", bytes(8),
    bytes(999), b"\xff" * 64, bytearray(16), (), (0,), (1, 2), ((),), ((0, 1),), (2**63,), (None, None), [], [0],
    [2**63, -1], [[]], {}, {1: 2}, set(), range(3), object(), slice(None), slice(-(2**63), 2**63 - 1, -1), int, Option,
    slice(0, 5, 0), memoryview(bytes(24))[1:9], _raising, lambda *given: 0.5, lambda *given: 1.0,
    lambda *given: float("nan"), Odd(0), Odd(-1), Odd(2**63), Odd(None), Odd(b"xyz" * 7), Odd("x"),
)  # fmt: skip


@define(eq=False)
class Misuse:
    """Objects of all types, in games of several rulesets, and what becomes of them in a round."""

    dice: Random
    objects: dict[str, list[Any]] = field(factory=lambda: {name: [] for name in types()})
    seen: Counter[str] = field(factory=Counter)
    sound: list[dict[str, Arguments]] = field(factory=list)  # arguments of each game, by method
    depth: int = 0

    def __attrs_post_init__(self) -> None:
        for name, players in self.dice.sample(GAMES, 2):
            self._game(name, players)
        for name, each in types().items():
            made: Any
            for made in (each, type(name, (each,), {}) if each.__flags__ & 1 << 10 else each):
                try:
                    self.keep(made.__new__(made))
                except TypeError:
                    self.seen["cannot be made"] += 1

    # ---- objects

    def keep(self, found: Any) -> None:
        """Something that a call gave, with what it is made of, to be used in other calls."""
        for each in found if isinstance(found, tuple | list) else (found,):
            for name, kind in types().items():
                if isinstance(each, kind):
                    kept = self.objects[name]
                    if len(kept) < KEPT:
                        kept.append(each)
                    else:
                        kept[self.dice.randrange(KEPT)] = each

    def _game(self, name: str, players: int) -> None:
        game, dice = Game(ruleset(name), players), self.dice  # made anew, as its objects are spoilt
        state = State.begin(game, 0)
        states = [state]
        for _ in range(dice.choice((3, 30, 400))):
            if not state.raws:
                break
            state = state.next(dice.choice(state.raws))
            states.append(state)
        chosen = [states[0], states[-1], *dice.sample(states, min(4, len(states)))]
        plan = EXTENSION.Plan(
            image_of(game.plan, EXTENSION.NODES), lambda pc, raw: (pc, raw), lambda given: given, 10**6
        )
        self.keep(plan)
        for each in chosen:
            self.keep([each, each.snapshot, each.pending])
            pending = each.pending
            if isinstance(pending, Chance | Decision):
                self.keep(pending.options[0])
            if isinstance(pending, Chance):
                self.keep([pending.outcomes, pending.outcomes[:2]])
        engine: Any = game.engine
        heard: Any = [game.hearer(seat) for seat in range(players)]
        asked = array("q", bytes(8 * len(game.plan.code))).tobytes()
        mine = tuple([each.raw for each in heard])
        self.keep(EXTENSION.Tree(engine._plan, (states[0].snapshot,), mine, asked, 1.4, dice.random))
        self.keep([engine._plan, engine.numbers(3), EXTENSION.Watch(bytes(len(game.plan.code)), None, None, None)])
        for seat in range(players):
            hearer = engine._plan.hearer(table_of(game.hearing(seat)), game.material)
            now = self.dice.choice(chosen).snapshot
            memory = hearer.memory(now)
            comparison = hearer.comparison(memory)
            stretch = comparison.stretch(0, max(0, len(memory) - 1), lambda snapshot: True)
            self.keep(
                [hearer, hearer.summary(now), memory, memory.may, memory.heard, memory.sizes, comparison, stretch]
            )
            if stretch is not None:
                self.keep(stretch.listing(chosen[0].snapshot, 0))
        encoding = Encoding(game)
        observations = Observations(encoding)
        explorer = engine.explorer([ExploredLaw(number, -1) for number in range(len(game.plan.laws))])
        self.keep(explorer)
        rows = rows_for(4, players, len(encoding.actions), observations.size)
        opening = game.opening(0)
        games = engine.games(*opening, layout_of(encoding, observations), rows.arrays, 4, 2)
        games.reset(dice.randrange(99))
        if dice.randrange(3):
            games.step(rows.asked.copy())
        self.keep(games)
        self._sound(game, states, rows, layout_of(encoding, observations))

    # ---- arguments as they should be, before they are spoilt

    def _sound(self, game: Any, states: list[State], rows: Any, layout: bytes) -> None:
        dice, mc = self.dice, game.opening(0)
        engine: Any = game.engine
        plan, snapshot = engine._plan, dice.choice(states).snapshot
        mine = {name: dice.choice(kept) if kept else None for name, kept in self.objects.items()}
        cards, seats = list(range(min(4, len(game.material.cards)))), game.players
        watch = EXTENSION.Watch(bytes(len(game.plan.code)), lambda *given: None, [], None)
        raws = snapshot.raws or (0,)
        opening, later = standing(mc[0]), (mc[0].dirty, mc[0].turns, mc[1])
        where = snapshot.position, snapshot.log, snapshot.turns, snapshot.dirty
        begun, actions = dice.choice((opening, where[0])), rows.asked.copy()
        memory: Any = mine["Memory"]
        self.sound.append({
            "outcomes": (type(mine["Outcomes"]) if mine["Outcomes"] else EXTENSION.Outcomes, lambda count: count),
            "Plan.__new__": (EXTENSION.Plan, image_of(game.plan, EXTENSION.NODES), None, lambda given: given, 9999),
            "Plan.adopt": (watch, snapshot),
            "Plan.begin": (opening, mc[0].log, mc[0].turns, mc[0].dirty, mc[1], dice.random, watch),
            "Plan.stand": (*where, watch),
            "Plan.hearer": (table_of(game.hearing(0)), game.material),
            "Snapshot.next": (dice.choice(raws), dice.random),
            "Snapshot.take": (dice.choice(snapshot.options) if snapshot.options else None, dice.random),
            "Snapshot.playout": ((dice.random,) * seats, 7, None),
            "Snapshot.coupled": (keys_of(game), 3, None),
            "Snapshot.retold": ([each.snapshot for each in states[:3]],),
            "Snapshot.failing": ([(0, None, {}, {}), (0, snapshot, {0: (1,)}, {3: (), 1: (0, 2)})],),
            "Snapshot.outcome": (),
            "Snapshot.scores": (),
            "Snapshot.happened": (2**20 - 1,),
            "Snapshot.turns_from": (2**20 - 1, (0,) * len(game.plan.origins)),
            "Explorer.__new__": (
                EXTENSION.Explorer, plan, array("q", led(game.plan)).tobytes(), bytes(len(game.plan.code)),
                ((0, 31, True, -1), (1, 9, False, 7)), game.plan.turn_ended, game.plan.round_ended,
                len(game.plan.origins)
            ),
            "Explorer.games": (snapshot, None, mine["Numbers"], 300, 100, True, True, True),
            "Explorer.visits": (tuple([each.snapshot for each in states[-3:]]), 200, 2**20),
            "Explorer.counts": (),
            "Explorer.looked": (),
            "Explorer.broken": (),
            "Explorer.written": (),
            "Explorer.taken": (snapshot.pc, dice.choice(raws)),
            "Explorer.tally": (),
            "Watch.__new__": (EXTENSION.Watch, bytes(len(game.plan.code)), None, [], watch),
            "Hearer.key": (snapshot,),
            "Hearer.summary": (snapshot,),
            "Hearer.memory": (snapshot, memory),
            "Hearer.recalled": (tuple(memory.heard),),
            "Hearer.comparison": (memory,),
            "Summary.goes_on": (mine["Summary"],),
            "Summary.events": (mine["Summary"],),
            "Summary.alike": (snapshot,),
            "Memory.unsure": (0, max(0, len(memory) - 1)),
            "Comparison.begun": (states[0].snapshot,),
            "Comparison.after": (states[0].snapshot, 0, (states[0].raws or (0,))[0]),
            "Comparison.stretch": (0, len(memory) - 1, lambda now: True),
            "Stretch.sample": (
                states[0].snapshot, 0, 2, dice.random, tuple(cards), (0,), 2000, 20, 100, None, (), ()
            ),
            "Stretch.ways": (((states[0].snapshot, 0),), 50, 200),
            "Stretch.listing": (states[0].snapshot, 0),
            "Listing.next": (200,),
            "Tree.__new__": (
                EXTENSION.Tree, plan, (snapshot, states[0].snapshot),
                tuple([plan.hearer(table_of(game.hearing(seat)), game.material) for seat in range(seats)]),
                array("q", range(len(game.plan.code))).tobytes(), 1.4, dice.random
            ),
            "Tree.simulate": (3,),
            "Tree.tried": (),
            "Numbers.__new__": (type(mine["Numbers"]), 5),
            "Numbers.__call__": (),
            "Games.__new__": (EXTENSION.Games, plan, begun, *later, layout, rows.arrays, 4, 2),
            "Games.illegal": (actions,),
            "Games.step": (actions,),
            "Games.play_out": (),
            "Games.pick": (actions,),
            "Games.reset": (5,),
            "Games.observe": (actions, rows.observations),
            "Games.place": (0,),
            "Games.kept": (0,),
            "Games.restore": (0, where[0], where[3], where[2], (), array("I", Random(5).getstate()[1]).tobytes(), 5),
            "Moments.__getitem__": (0,),
            "Standing.__new__": (type(states[0]), game, snapshot),
            "Standing.after": (snapshot,),
            "Standing.apply": (None,),
            "Standing.advance": (None, dice.random),
            "Outcomes.__getitem__": (0,),
        })  # fmt: skip

    # ---- calls

    def anything(self) -> Any:
        dice = self.dice
        match dice.randrange(8):
            case 0 | 1:
                return dice.choice(NUMBERS)
            case 2 | 3:
                return dice.choice(VALUES)
            case 4:
                return dice.choice(self.objects[dice.choice(list(self.objects))] or [None])
            case 5:
                return self.again
            case 6:
                return dice.choice(list(dice.choice(self.sound).values()) or [()])
            case _:
                return dice.choice([each for given in dice.choice(self.sound).values() for each in given])

    def again(self, *given: Any) -> Any:
        """What calls the extension, in the middle of a call, and then gives something back."""
        if self.depth < 3:
            self.call()
        return self.dice.choice((0.5, 0.5, None, True, *given[:1], self.dice.choice(VALUES)))

    def spoilt(self, part: Any, often: float) -> Any:
        """An argument, or something in it, replaced."""
        dice = self.dice
        if dice.random() > often:
            return part
        if isinstance(part, tuple | list) and part and dice.random() < 0.7:
            parts = list(part)
            at = dice.randrange(len(parts))
            parts[at] = self.spoilt(parts[at], 1)
            return type(part)(parts) if type(part) in (tuple, list) else tuple(parts)
        if type(part) is int and dice.random() < 0.5:
            return part + dice.choice((-1, 1, 2, 7))
        if callable(part) and dice.random() < 0.5:
            return self.again
        return self.anything()

    def arguments(self, method: str) -> Arguments:
        dice = self.dice
        if method in (sound := dice.choice(self.sound)) and dice.random() < 0.85:
            given = sound[method]
            often = dice.choice((0, 0.2, 0.2, 0.5))
            found = tuple([self.spoilt(each, often) for each in given])
            return found if dice.random() < 0.95 else found[: dice.randrange(len(found) + 1)]
        return tuple([self.anything() for _ in range(dice.choice((0, 1, 1, 2, 3, 4, 8)))])

    def call(self) -> None:
        """One call of a method or a slot of an object, or a look at what it has."""
        dice = self.dice
        self.depth += 1
        method = dice.choice(METHODS)
        name, _, what = method.partition(".")
        kept = self.objects.get(name)
        try:
            if not what:
                found = getattr(EXTENSION, method)(*self.arguments(method))
            elif what == "__new__":
                found = types()[name].__new__(*self.arguments(method))
            elif not kept:
                return
            elif dice.random() < 0.3:
                method = f"{name} by a slot"
                found = self.look(dice.choice(kept))
            else:
                of, given = dice.choice(kept), self.arguments(method)
                if what in ("apply", "advance") and dice.random() < 0.5:  # whose answers no other state has
                    given = (dice.choice(of.pending.options), *given[1:])
                found = getattr(of, what)(*given)
            self.keep(found)
            self.seen[f"{method}: fine"] += 1
        except SystemError:  # a call that forgot an exception
            raise
        except Exception as error:
            self.seen[f"{method}: {type(error).__name__}"] += 1
        finally:
            self.depth -= 1

    def look(self, of: Any) -> Any:
        """What any object can be asked, or have done to it."""
        dice = self.dice
        match dice.randrange(12):
            case 0:
                return hash(of), bool(of), len(of)
            case 1:
                return repr(of), str(of)
            case 2:
                return of == self.anything(), of != of, of < of
            case 3:
                return next(iter(of), None), list(of)
            case 4:
                return of[self.anything()]
            case 5:
                return of[dice.choice((-(2**63), 2**63 - 1, -1, 0, slice(None, None, -1)))]
            case 6:
                return of(*self.arguments(""))
            case 7:
                return of.__reduce_ex__(2)
            case 8 | 9:
                return [getattr(of, each, None) for each in object.__dir__(of) if not each.startswith("__")]
            case 10:
                return setattr(of, dice.choice(list(object.__dir__(of))), self.anything())
            case _:
                return delattr(of, dice.choice(list(object.__dir__(of))))


METHODS = sorted(methods())


class Late(BaseException):
    """A call takes too long."""


def _late(number: int, frame: Any) -> None:
    raise Late


def outcomes(
    rounds: range, told: Callable[[int], None] = lambda number: None, patience: float = PATIENCE
) -> Counter[str]:
    """What came of the calls; alike for the same rounds, but for what took too long."""
    signal.signal(signal.SIGVTALRM, _late)
    seen = Counter[str]()
    for number in rounds:
        told(number)
        misuse = Misuse(Random(number))
        for _ in range(CALLS):
            misuse.depth = 0  # it is not counted down where a call is interrupted at that very line
            try:  # whose end is behind both: the time can be over while it is stopped
                signal.setitimer(signal.ITIMER_VIRTUAL, patience)
                misuse.call()
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            except Late:
                seen["interrupted"] += 1
        seen += misuse.seen
    return seen


def main() -> None:
    first, last = map(int, sys.argv[1:3])
    seen = outcomes(range(first, last), lambda number: print(number, file=sys.stderr) if "-v" in sys.argv else None)
    fine = sum(times for what, times in seen.items() if what.endswith(": fine"))
    print(f"{seen.total()} calls of {len(METHODS)} methods, {fine} of them with a result")
    for what, times in sorted(seen.items()):
        print(times, what)


if __name__ == "__main__":
    main()
