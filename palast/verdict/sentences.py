"""The sentences of a verdict: how long, how fair, how dull a game becomes.

A sentence claims only what the intervals prove.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from palast.verdict.fairness import fairness
from palast.verdict.measures import bounds_of, extents, measure, places, reason, values
from palast.verdict.numerals import count, percents
from palast.verdict.words import Language, Say
from rulespec.experiments.impact import Difference, Impact, Trial
from rulespec.experiments.impact.quantiles import between
from rulespec.experiments.impact.report import Kind
from rulespec.experiments.simulation.measures import LIMIT

DASH = " \N{EN DASH} "
SEVERAL = 0.001  # mean number of winners above one from which on "several can win"
RARE = 10  # if fewer than one in so many pairs differs, not the games are too few, but the pairs that differ
ENDS_TOLD = 2  # ways to end that a sentence names


@frozen
class Verdict:
    """The sentences by subject, in order."""

    about: Mapping[Say, str]

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(self.about.values())

    def __str__(self) -> str:
        return "\n".join(self.sentences)


@frozen
class _Said:
    """The claim for some players, and what was found with them."""

    claim: Say
    found: tuple[str, ...]


def verdict(impact: Impact, language: Language = "en") -> Verdict:
    """The verdict of an impact: that the rules are the same, or what they do; games that were cut off come first."""
    if impact.alike:
        return Verdict({Say.EQUAL: Say.SAME_RULES(language)})
    cut_off = any(trial.cut_off for trial in impact.trials)
    told = {
        **({Say.TO_THE_END: _cut_off} if cut_off else {}),
        Say.LENGTH: _length,
        Say.FAIRNESS: _fairness,
        Say.DULLNESS: _dullness,
    }
    return Verdict({about: _sentence(impact, language, said) for about, said in told.items()})


def _sentence(impact: Impact, language: Language, said: Callable[[Trial, float, Language], _Said]) -> str:
    """A sentence with one claim for all players, or one for each kind of them."""
    level = 1 - (1 - impact.level) / len(impact.trials)
    trials = [(players(trial.agents, language), said(trial, level, language)) for trial in impact.trials]
    claims = {each.claim for _, each in trials}
    if len(trials) > 1 and len(claims) == 1:
        start = f"{Say.WHOEVER(language)} {claims.pop()(language)}"
        parts = [f"{who.rstrip(',')}{DASH}{', '.join(each.found)}" for who, each in trials if each.found]
        text = f"{start}: {'; '.join(parts)}" if parts else start
    else:
        inner = ", " if len(trials) > 1 else "; "
        text = "; ".join(
            f"{who} {each.claim(language)}" + (f": {inner.join(each.found)}" if each.found else "")
            for who, each in trials
        )
    return f"{text[:1].upper()}{text[1:]}."


def players(agents: Sequence[str], language: Language) -> str:
    """The players of a trial in words, for the beginning of a sentence."""
    if len(set(agents)) > 1:
        return Say.MIXED(language, names=", ".join(agents))
    match agents[0].partition(":")[0]:
        case "random":
            return Say.RANDOM(language)
        case "ismcts":
            return Say.SEARCHING(language, name=agents[0])
        case "rollouts":
            return Say.TRYING(language, name=agents[0])
        case _:
            return Say.OTHERS(language, name=agents[0])


def _cut_off(trial: Trial, level: float, language: Language) -> _Said:
    if trial.cut_off is None:
        return _Said(Say.NOT_CUT_OFF, ())
    return _Said(Say.CUT_OFF, tuple(_sides(trial.cut_off, Say.SHARE_CUT_OFF, language, Say.SHARE_CUT_OFF_ALIKE)))


def _length(trial: Trial, level: float, language: Language) -> _Said:
    turns = _measure(trial, "turns")
    if turns is None:
        return _Said(Say.LENGTH_NONE, ())
    sides = tuple(_sides(turns, Say.TURNS, language, Say.TURNS_ALIKE))
    if trial.cut_off is not None:
        return _length_at_least(turns, trial.cut_off, language)
    if turns.told == "rare" and turns.differing * RARE > turns.pairs:
        return _Said(Say.LENGTH_FEW, sides)
    claims = {
        "more": Say.LONGER, "less": Say.SHORTER, "unclear": Say.LENGTH_OPEN, "same": Say.LENGTH_SAME,
        "rare": Say.LENGTH_RARE, "only here": Say.LENGTH_NONE,
    }  # fmt: skip
    return _Said(claims[turns.told], (*sides, *_extent(turns, trial, level, language)))


def _length_at_least(turns: Difference, cut_off: Difference, language: Language) -> _Said:
    """The claim that holds despite games that were cut off: the side which alone has such games is longer."""
    if turns.told not in ("more", "less") or (cut_off.base if turns.told == "more" else cut_off.variant):
        return _Said(Say.LENGTH_CUT_OFF, ())
    assert turns.interval is not None
    [least] = extents(turns, [min(abs(turns.interval.low), abs(turns.interval.high))], language)
    claim = Say.LONGER if turns.told == "more" else Say.SHORTER
    return _Said(claim, (Say.BY_AT_LEAST(language, least=least),))


def so_far(turns: Difference, language: Language) -> str:
    """A sentence about the means so far, which claims nothing."""
    [found] = _sides(turns, Say.TURNS, language, Say.TURNS_ALIKE)
    said = Say.SO_FAR(language, found=found)
    return f"{said[:1].upper()}{said[1:]}."


def _fairness(trial: Trial, level: float, language: Language) -> _Said:
    wins = _wins(trial)
    if not any(each.base or each.variant for each in wins):
        return _Said(Say.NOBODY_WINS if trial.games else Say.FAIR_NONE, ())
    first = wins[0] if places(trial) else _measure(trial, "began") or _never(trial, "began", "")
    found = [*_sides(first, Say.BEGINS, language, Say.BEGINS_ALIKE)]
    if trial.cut_off is not None:
        judged = fairness(wins, level, trial.cut_off) if places(trial) else "open"
        return _Said({"fairer": Say.FAIRER, "less fair": Say.LESS_FAIR, "open": Say.FAIR_CUT_OFF}[judged], tuple(found))
    found += _extent(first, trial, level, language)
    found.append(_equal_share(wins, language))
    others = [each for each in wins if each is not first and each.told in ("more", "less")]
    if len(wins) > 2 or not places(trial):
        for other in sorted(others, key=lambda each: -abs(each.difference))[:1]:
            base, variant = values(other, language)
            said = Say.PLACE_WINS if places(trial) else Say.SEAT_WINS
            found.append(said(language, place=other.of, seat=other.of, base=base, variant=variant))
    stakes = _measure(trial, "stakes")
    if stakes is not None and stakes.told in ("more", "less"):
        found += _sides(stakes, Say.STAKES, language)
    return _Said(_fair(trial, first, wins, level), tuple(found))


def _wins(trial: Trial) -> list[Difference]:
    """The wins of all places or seats, including those that never win."""
    there = {each.of: each for each in trial.differences if each.kind == "wins"}
    if places(trial):
        return [there.get(of) or _never(trial, "wins", of) for of in map(str, range(1, len(trial.agents) + 1))]
    return [*there.values(), *[_never(trial, "wins", "")] * (len(trial.agents) - len(there))]


def _never(trial: Trial, kind: Kind, of: str) -> Difference:
    """The difference of a measure that was always 0."""
    return Difference(kind, of, 0.0, 0.0, trial.games, 0, None, None)


def _equal_share(wins: Sequence[Difference], language: Language) -> str:
    """The share that each would win with equal chances; less than 1 / n where games can have no winner."""
    shares = [sum(side) / len(wins) for side in ([each.base for each in wins], [each.variant for each in wins])]
    base, variant = percents([round(share, 3) for share in shares], language)
    said = Say.EQUAL_SHARE if base == variant else Say.EQUAL_SHARES
    share = said(language, base=base, variant=variant, fair=base)
    return Say.SEVERAL_WIN(language, share=share) if max(shares) * len(wins) > 1 + SEVERAL else share


def _fair(trial: Trial, first: Difference, wins: Sequence[Difference], level: float) -> Say:
    """The claim: about all places if all players are alike, else about the first player."""
    if all(each.told == "same" for each in (first, *wins)):
        return Say.FAIR_SAME
    judged = fairness(wins, level) if places(trial) else "open"
    everybody = {each.told for each in (first, *wins)}
    if judged == "open" and everybody in ({"more"}, {"less"}):  # more games are shared, or have no winner
        return Say.ALL_WIN_MORE if "more" in everybody else Say.ALL_WIN_LESS
    match judged, first.told:
        case "fairer", _:
            return Say.FAIRER
        case "less fair", _:
            return Say.LESS_FAIR
        case _, "more":
            return Say.BEGINS_MORE
        case _, "less":
            return Say.BEGINS_LESS
        case _:
            return Say.FAIR_OPEN if places(trial) else Say.BEGINS_OPEN


def _dullness(trial: Trial, level: float, language: Language) -> _Said:
    signs: dict[Kind, Say] = {"forced_share": Say.FORCED, "lead_rate": Say.LEAD_CHANGES, "led_since": Say.LED_SINCE}
    there = {kind: each for kind in signs if (each := _measure(trial, kind)) is not None and each.only is None}
    if trial.cut_off is not None:
        return _Said(Say.DULL_CUT_OFF if there else Say.DULL_NONE, ())
    told = [each for each in there.values() if each.told in ("more", "less")]
    found = [text for each in told for text in _sides(each, signs[each.kind], language)]
    found += _ends(trial, language)
    untold = [_untold(each, trial, language) for each in there.values() if each.told in ("unclear", "rare")]
    if untold:
        found.append(Say.UNTOLD(language, what=", ".join(untold)))
    if trial.games and not (trial.base.lead_changes.count or trial.variant.lead_changes.count):
        found.append(Say.NO_SCORE(language))
    if there and all(each.told == "same" for each in there.values()):
        found += _at_most(min(each.pairs for each in there.values()), trial, level, language)
    duller = {each.told == ("more" if each.kind == "forced_share" else "less") for each in told}
    if not there:
        claim = Say.DULL_NONE
    elif len(duller) == 2:
        claim = Say.BOTH_WAYS
    elif duller:
        claim = Say.DULLER if True in duller else Say.LIVELIER
    else:
        claim = Say.DULL_SAME if all(each.told == "same" for each in there.values()) else Say.DULL_OPEN
    return _Said(claim, tuple(found))


def _ends(trial: Trial, language: Language) -> Iterator[str]:
    """The ways to end that changed most."""
    ways = [each for each in trial.differences if each.kind in ("rounds_ended", "ended") and each.of != LIMIT]
    told = [each for each in ways if each.told in ("more", "less", "only here")]
    for each in sorted(told, key=lambda way: -abs(way.difference))[:ENDS_TOLD]:
        if each.told == "only here":
            said = Say.NEW_END if each.only == "variant" else Say.NO_END
            yield said(language, reason=reason(each, language))
        else:
            yield from _sides(each, Say.ROUNDS_END if each.kind == "rounds_ended" else Say.GAMES_END, language)


def _untold(each: Difference, trial: Trial, language: Language) -> str:
    """A measure that cannot be told, and how large its difference could be."""
    what = measure(each, trial, language)
    if each.interval is None or _is_loose(each):
        return Say.UNTOLD_RARE(
            language, what=what, differing=count(each.differing, language), pairs=count(each.pairs, language)
        )
    fewer, more = bounds_of(each, language)
    return (Say.UNTOLD_POINTS if each.in_percent else Say.UNTOLD_OF)(language, what=what, fewer=fewer, more=more)


def _sides(each: Difference, said: Say, language: Language, alike: Say | None = None, **named: str) -> Iterator[str]:
    """A phrase with both values; another one if their texts are equal."""
    base, variant = values(each, language)
    if alike is not None and base == variant:
        yield alike(language, base=base)
    else:
        yield said(language, base=base, variant=variant, reason=reason(each, language), **named)


def _extent(each: Difference, trial: Trial, level: float, language: Language) -> Iterator[str]:
    """The size of the difference, or its bounds."""
    if each.told == "rare" or _is_loose(each):
        yield Say.CHANGED(language, differing=count(each.differing, language), pairs=count(each.pairs, language))
    if each.interval is None:
        if each.told == "same":
            yield from _at_most(each.pairs, trial, level, language)
        return
    low, high = each.interval.low, each.interval.high
    if each.told in ("more", "less"):
        ends = extents(each, sorted((abs(low), abs(high))), language)
        span = ends[0] if ends[0] == ends[1] else Say.SPAN(language, low=ends[0], high=ends[1])
        more, fewer = (Say.POINTS_MORE, Say.POINTS_FEWER) if each.in_percent else (Say.MORE, Say.FEWER)
        yield (more if each.told == "more" else fewer)(language, span=span)
    elif low < high and not _is_loose(each):
        at_most = bounds_of(each, language)
        yield (Say.POINTS_WITHIN if each.in_percent else Say.WITHIN)(language, fewer=at_most[0], more=at_most[1])


def _is_loose(each: Difference) -> bool:
    """True if so few games differ in an amount that only worst-case bounds are known."""
    exact = each.interval is not None and each.interval.method == "exact"
    return each.told == "unclear" and exact and not each.in_percent


def _at_most(pairs: int, trial: Trial, level: float, language: Language) -> Iterator[str]:
    """The upper bound of the share of games that differ, if none did."""
    judged = sum(each.only is None for each in trial.differences)
    if pairs:
        most = between(0, pairs, (1 - level) / max(1, judged))[1]
        yield Say.AT_MOST(language, share=percents([most], language)[0])


def _measure(trial: Trial, kind: Kind) -> Difference | None:
    return next((each for each in trial.differences if each.kind == kind), None)
