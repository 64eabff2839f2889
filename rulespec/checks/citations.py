from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.language.source import Span
from rulespec.language.suggest import did_you_mean
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree.node import Citation, Cited, walk


def citations(rules: Rules) -> Iterator[Problem]:
    """Only declared rulings and lines of declared sources are cited, and every ruling is cited somewhere."""
    sources = {each.name: each for each in rules.composed.of(d.SourceText)}
    rulings = {each.name: each for each in rules.composed.of(d.Ruling)}
    used = {cite.source for cite, _ in _cited_by_layers(rules)}
    for cite, span in _cited(rules):
        if not cite.lines:
            if cite.source not in rulings:
                remedy = did_you_mean(cite.source, rulings) or f'declare it: ruling {cite.source} "..."'
                yield problem("E033", span, f"there is no ruling '{cite.source}'", remedy)
            continue
        if cite.source not in sources:
            remedy = did_you_mean(cite.source, sources) or f'declare it: source {cite.source} "..." N lines'
            yield problem("E033", span, f"there is no source '{cite.source}'", remedy)
            continue
        last = sources[cite.source].lines
        for low, high in cite.lines:
            if not 1 <= low <= high <= last:
                what = f"'{cite}' is not in the source '{cite.source}', which has {last} lines"
                yield problem("E033", span, what, "cite from a lower to a higher line")
    for name, ruling in rulings.items():
        if name not in used:
            what = f"no block rests on the ruling '{name}'"
            yield problem("W052", ruling.span, what, f"cite it where it decides: ({name})")


def _cited_by_layers(rules: Rules) -> Iterator[tuple[Citation, Span]]:
    """All that any of the files cites, also in blocks that a later file replaces."""
    for layer in rules.composed.layers:
        for node in walk(layer.tree):
            if isinstance(node, Cited):
                yield from ((cite, node.span) for cite in node.cites)


def _cited(rules: Rules) -> Iterator[tuple[Citation, Span]]:
    for entry in rules.composed.entries.values():
        for node in walk(entry.declaration):
            if isinstance(node, Cited):
                yield from ((cite, node.span) for cite in node.cites)
        for change in entry.changes:
            if change.what not in ("declared", "added", "replaced"):
                yield from ((cite, change.span) for cite in change.cites)
    for layer in rules.composed.layers:
        for item in layer.tree.items:
            if isinstance(item, d.Rename):
                yield from ((cite, item.span) for cite in item.cites)
