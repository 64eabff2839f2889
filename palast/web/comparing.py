"""An impact of random players in slices, told and drawn in all languages."""

from collections.abc import Sequence

from attrs import evolve

from palast import pictures
from palast.verdict import so_far, verdict
from palast.verdict.method import after, measured, promised
from palast.verdict.numbers import lines
from palast.verdict.words import LANGUAGES, Language, Say
from palast.web import protocol as p
from palast.web.failing import PageError
from palast.web.naming import load
from palast.web.slices import Slices
from rulespec import Ruleset
from rulespec.experiments.impact import Difference, Experiment, Impact, impacting
from rulespec.experiments.impact.output import in_words
from rulespec.experiments.impact.pairs import Counted
from rulespec.experiments.suite.saved_game import text_of
from rulespec.wording import wording
from rulespec.wording.reports import Reporting

SLICE = 4  # pairs of games
PICTURES = pictures.lengths, pictures.wins, pictures.ends, pictures.differences
HEADS = Say.MEASURE, Say.DIFFERENCE, Say.TRUTH, Say.CORRELATION, Say.CONCLUSION


def compared(request: p.Compare) -> Slices:
    """Plays pairs of games; a `KeyboardInterrupt` thrown in ends them, and what was played is told."""
    base, variant = load(request.base, request.texts), load(request.variant, request.texts)
    try:
        going = impacting(
            Experiment(
                base, variant, "random", request.games, request.seed,
                players=request.players, seconds=request.seconds, chunk=SLICE,
            )
        )  # fmt: skip
        here = next(going)
    except ValueError as error:
        raise PageError("request", str(error)) from None
    while not isinstance(here, Impact):
        try:
            yield p.Progress(here.counted.pairs, here.of, False, [], [], _under_way(here.counted), "")
        except KeyboardInterrupt as enough:
            here = going.throw(enough)
        else:
            here = next(going)
    yield _progress(here, request, over=here.alike or here.trials[0].first is None)
    found = next(going)
    assert isinstance(found, Impact)
    yield _progress(found, request, over=True)


def _under_way(counted: Counted) -> p.Effect:
    """The counts so far; every game has turns."""
    turns = counted.sums["turns", ""]
    found = Difference("turns", "", turns.base, turns.variant, turns.n, turns.differing, None, None)
    told = {language: so_far(found, language) for language in LANGUAGES}
    return p.Effect(counted.pairs, counted.differing, told, None, None)


def _progress(found: Impact, request: p.Compare, over: bool) -> p.Progress:
    """The result, with the game in which the rule mattered if it is known."""
    games, differing = (found.trials[0].games, found.trials[0].differing) if found.trials else (0, 0)
    record = None
    if found.mattered is not None:
        rules = request.base if found.mattered.by == "base" else request.variant
        record = text_of(evolve(found.mattered.record, spec=rules))
    both = [load(rules, request.texts) for rules in (request.base, request.variant)]
    told = {language: _told(found, both, language) for language in LANGUAGES}
    effect = p.Effect(games, differing, {}, told, record)
    return p.Progress(games, games, over, [], [], effect, "")


def _told(found: Impact, rules: Sequence[Ruleset], language: Language) -> p.Told:
    """The result in a language, in the words of the rules on both sides."""
    found = in_words(found, Reporting([wording(each, language) for each in rules]))
    what, *others = [each(language) for each in HEADS]
    trials = pictures.named(found)
    return p.Told(
        compared=Say.COMPARED(language, base=found.base, variant=found.variant, players=str(found.players)),
        verdict=tuple([p.Said(about(language), text) for about, text in verdict(found, language).about.items()]),
        remarks=(Say.ONLY_RANDOM(language),) if trials else (),
        pictures=tuple([picture(trial, language) for trial in trials for picture in PICTURES]),
        heads=(what, found.base, found.variant, *others),
        lines=tuple([line for trial in trials for line in lines(trial, language)]),
        method=(*[measured(trial, language) for trial in trials], *([promised(found, language)] if trials else [])),
        noticed=_noticed(found, language),
    )


def _noticed(found: Impact, language: Language) -> p.Noticed | None:
    """Where the rule mattered."""
    mattered = found.mattered
    if mattered is None:
        return None
    sides = ((found.base, mattered.base), (found.variant, mattered.variant))
    because = f"{Say.BECAUSE(language)} {', '.join(mattered.because)}" if mattered.because else ""
    return p.Noticed(
        after(found, mattered, language),
        tuple([p.Said(Say.BY_RULES(language, rules=rules), text) for rules, text in sides]),
        because,
    )
