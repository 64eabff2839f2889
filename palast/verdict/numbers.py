"""The table of all measures, as texts."""

from collections.abc import Iterator

from palast.verdict.line import Line
from palast.verdict.measures import extents, measure, values
from palast.verdict.numerals import count, numeral
from palast.verdict.words import Language, Say
from rulespec.experiments.impact import Difference, Trial


def lines(trial: Trial, language: Language) -> Iterator[Line]:
    """The lines of a trial."""
    for each in trial.differences:
        name = measure(each, trial, language)
        base, variant = values(each, language)
        difference = extents(each, [each.difference], language)[0]
        plus = "+" if each.difference > 0 else ""
        yield Line(
            f"{name[:1].upper()}{name[1:]}",
            base,
            variant,
            f"{plus}{difference}",
            _interval(each, language),
            "" if each.correlation is None else numeral(each.correlation, 2, language),
            _told(each, trial, language),
            each.told in ("more", "less"),
        )


def _interval(each: Difference, language: Language) -> str:
    if each.interval is None:
        return ""
    ends = (each.interval.low, each.interval.high)
    low, high = (
        text if value <= 0 else f"+{text}" for text, value in zip(extents(each, ends, language), ends, strict=True)
    )
    return Say.SPAN(language, low=low, high=high)


def _told(each: Difference, trial: Trial, language: Language) -> str:
    match each.told:
        case "more":
            return Say.CONCLUSION_MORE(language)
        case "less":
            return Say.CONCLUSION_LESS(language)
        case "same":
            return Say.CONCLUSION_SAME(language)
        case "unclear":
            return Say.CONCLUSION_UNCLEAR(language)
        case "rare":
            told = {"differing": count(each.differing, language), "pairs": count(each.pairs, language)}
            return Say.CONCLUSION_RARE(language, **told)
        case "only here":
            return Say.ONLY(language, rules=(trial.base if each.only == "base" else trial.variant).rules)
