"""Laws of a base that no longer hold, and laws that nearly always hold: each with a short game."""

from collections.abc import Container, Iterator, Sequence

from attrs import evolve, frozen

from rulespec.experiments.failures import breach
from rulespec.experiments.mining.conjecture import Summand
from rulespec.experiments.mining.conjectures import share
from rulespec.experiments.mining.declared_laws import with_laws
from rulespec.experiments.mining.fresh_games import DECISIONS, tried
from rulespec.experiments.mining.miner import GAMES, NEARLY, SEEN, conjectures_of, mine, named, written
from rulespec.experiments.mining.report import ChangedLaw, MinedLaw
from rulespec.experiments.mining.sample import Sample, sample
from rulespec.game.api import Ruleset, State
from rulespec.game.history import answers, beginning

TOLD = 5  # of what no longer holds
SHORTENING = 5_000  # answers that are tried to shorten a game


@frozen
class Changes:
    """Laws that a layer breaks, those that fail most often first; and laws that nearly always hold."""

    broken: tuple[ChangedLaw, ...]
    nearly: tuple[ChangedLaw, ...]
    held: int  # how many laws of the base were looked at
    games: int  # from which the shares are


def changes(
    rules: Ruleset, base: Ruleset | None, *, games: int = GAMES, seed: int = 0, decisions: int = DECISIONS,
    looked_into: int = SEEN, effort: int = SHORTENING,
) -> Changes:  # fmt: skip
    """Mines laws in the base and checks them in games of the rules; without a base, only laws that nearly hold."""
    held = () if base is None else mine(base, games=games, seed=seed, decisions=decisions, seen=looked_into).laws
    seen = sample(rules, looked_into, seed)
    there = [carried for law in held if (carried := _carried(law, seen)) is not None]
    near = named(
        rules, [conjecture for conjecture, _ in conjectures_of(seen).nearly][:NEARLY], [law.name for law in there]
    )
    looked_at = with_laws(rules, written([*there, *near]))
    fresh = tried(looked_at, [law.key for law in (*there, *near)], games, seed, decisions)
    broken = list(_changed(there, seen, fresh.broken.keys(), None if base is None else base.name))
    worst = sorted(broken, key=lambda each: -each.share)[:TOLD]
    nearly = list(_changed(near, seen, fresh.broken.keys(), None))
    shown = [[_shown(each, fresh.broken.get(each.law.key), rules, effort) for each in all_] for all_ in (worst, nearly)]
    return Changes(tuple(shown[0]), tuple(shown[1]), len(there), seen.played)


def _carried(law: MinedLaw, seen: Sample) -> MinedLaw | None:
    """The same law of other rules; None if they lack one of its quantities."""
    there = {(each.scope, each.written): each for all_ in seen.quantities.values() for each in all_}
    terms = [(there.get((term.quantity.scope, term.quantity.written)), term.times) for term in law.conjecture.terms]
    known = tuple(Summand(quantity, times) for quantity, times in terms if quantity is not None)
    return evolve(law, conjecture=evolve(law.conjecture, terms=known)) if len(known) == len(terms) else None


def _changed(laws: Sequence[MinedLaw], seen: Sample, failed: Container[str], base: str | None) -> Iterator[ChangedLaw]:
    for law in laws:
        often, instead = share(seen, law.conjecture)
        if often or law.key in failed:
            yield ChangedLaw(law, often, instead.most_common(1)[0][0] if instead else None, None, base)


def _shown(changed: ChangedLaw, state: State | None, rules: Ruleset, effort: int) -> ChangedLaw:
    """The same with the shortest game found, of the rules as they are."""
    if state is None:
        return changed
    found = breach(state, changed.law.key, effort=effort).state
    here = beginning(found, rules.game(found.players))
    for option in answers(found):
        here = here.apply(option.text)
    return evolve(changed, state=here)
