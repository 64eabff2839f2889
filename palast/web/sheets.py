"""Rule sheets as data for the page."""

from palast.verdict.words import Language
from palast.web import protocol as p
from palast.web.naming import load
from rulespec.wording import sheets


def printed(request: p.Sheet, language: Language) -> p.RuleSheet:
    """The rules in words."""
    rules = load(request.rules, request.texts)
    against = None if request.against is None else load(request.against, request.texts)
    made = sheets.sheet(rules, language, against)
    if request.only_changes:
        made = made.only_changes
    return p.RuleSheet(made.title, made.against, [*map(_section, made.sections)], [*made.gone])


def _section(section: sheets.Section) -> p.Section:
    return p.Section(section.name, section.heading, [*map(_entry, section.entries)])


def _entry(entry: sheets.SheetEntry) -> p.Entry:
    sentences = [p.Sentence(each.text, each.depth) for each in entry.sentences]
    cites = [*map(str, entry.cites)]
    return p.Entry(
        entry.key, entry.label, entry.text, sentences, cites, entry.is_written, entry.is_of_block, entry.changed
    )
