"""Mines laws: conjectures from some games that follow from no declared law, tried again in many others."""

from collections.abc import Iterable, Sequence
from itertools import chain, count

from rulespec.experiments.mining.amounts import AmountsSaid
from rulespec.experiments.mining.conjecture import Conjecture
from rulespec.experiments.mining.conjectures import COVERED, Conjectures
from rulespec.experiments.mining.declared_laws import Declared, condition_in, with_laws
from rulespec.experiments.mining.fresh_games import DECISIONS, tried
from rulespec.experiments.mining.quantities import ALL
from rulespec.experiments.mining.report import Mined, MinedLaw, NearLaw
from rulespec.experiments.mining.sample import Sample, sample
from rulespec.game.api import Ruleset
from rulespec.language.tree import declarations as d

GAMES = 20_000  # in which laws are tried again, by default
SEEN = 40_000  # decisions of the games from which they are mined
LAWS = 20  # that are told at most
TRIED = 40  # that are tried at most, as some of them fail
NEARLY = 5  # that are told of what nearly holds
SUMS, TRENDS = 12, 4  # that are told rather than bounds


def mine(
    rules: Ruleset, *, games: int = GAMES, seed: int = 0, decisions: int = DECISIONS, seen: int = SEEN
) -> Mined:  # fmt: skip
    """Mines laws that seem to hold in every game and are not declared yet, each tried in about so many other games.

    Where games are long there are fewer of them, so that no more than so many `decisions` are made. In those that they
    are mined from there are about as many decisions as are to be `seen`. The same seed and numbers give the same laws.
    """
    if games < 1:
        raise ValueError(f"games must be at least 1, not {games}")
    games_seen = sample(rules, seen, seed)
    conjectures = conjectures_of(games_seen)
    laws = new_laws(rules, _chosen(conjectures.always), conjectures.declared)[:TRIED]
    fresh = tried(with_laws(rules, written(laws)), [law.key for law in laws], games, seed, decisions)
    held = [law for law in laws if law.key not in fresh.broken]
    told = set(held[:LAWS])
    rarely = [NearLaw(law, 0.0) for law in laws if law.key in fresh.broken]
    near = named(rules, [conjecture for conjecture, _ in conjectures.nearly], [law.name for law in laws])
    nearly = [NearLaw(law, share) for law, (_, share) in zip(near, conjectures.nearly, strict=True)]
    order = list(conjectures.always)
    return Mined(
        rules, tuple(sorted(told, key=lambda law: order.index(law.conjecture))), tuple([*nearly, *rarely][:NEARLY]),
        len(held) - len(told), games_seen.played, games_seen.decisions, fresh.games, fresh.decisions, games, seed,
    )  # fmt: skip


def conjectures_of(seen: Sample) -> Conjectures:
    """All that seems to hold by some games."""
    return Conjectures(seen, Declared(seen.rules, seen.quantities), AmountsSaid(seen.rules))


def written(laws: Iterable[MinedLaw]) -> dict[str, str]:
    """Laws as `with_laws` takes them."""
    return {law.name: law.behind for law in laws}


def _chosen(conjectures: Sequence[Conjecture]) -> list[Conjecture]:
    """Conjectures, in the order in which many of them are reported."""
    sums = [each for each in conjectures if each.relation == "is"]
    trends = [each for each in conjectures if each.amounts is None]
    bounds = [each for each in conjectures if each not in sums and each not in trends]
    return [*sums[:SUMS], *trends[:TRENDS], *bounds, *sums[SUMS:], *trends[TRENDS:]]


def new_laws(rules: Ruleset, conjectures: Sequence[Conjecture], declared: Declared) -> list[MinedLaw]:
    """Laws of some conjectures, without those that are parts of laws that there are."""
    laws = named(rules, conjectures)
    composed = with_laws(rules, written(laws))
    return [law for law in laws if not _is_said(law, composed, declared)]


def _is_said(law: MinedLaw, composed: Ruleset, declared: Declared) -> bool:
    """True if a law is a part of one that there is."""
    parts = condition_in(composed, law.name)
    return any((moment, part) in declared.parts for moment in COVERED[law.moment] for part in parts)


def named(rules: Ruleset, conjectures: Iterable[Conjecture], taken: Iterable[str] = ()) -> list[MinedLaw]:
    """Conjectures as laws with names of their own."""
    names, found = {*taken, *(law.name for law in rules.resolved.of(d.Always) if isinstance(law, d.Always))}, []
    for conjecture in conjectures:
        stem, at = (
            conjecture.stem,
            "" if conjecture.moment == "asked or over" else f"-{conjecture.moment.replace(' ', '-')}",
        )
        in_all = (
            f"{stem}-in-all" if conjecture.scope == ALL and not conjecture.terms[0].quantity.holder.is_single else stem
        )
        some = chain([stem, in_all, f"{stem}{at}", f"{in_all}{at}"], (f"{in_all}{at}-{number}" for number in count(2)))
        name = next(each for each in some if each not in names)
        names.add(name)
        found.append(MinedLaw(name, conjecture))
    return found
