import re
from collections.abc import Iterable, Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.suggest import did_you_mean, meant
from rulespec.language.tree import declarations as d
from rulespec.language.tree.findings import kept
from rulespec.language.tree.node import Citation, Cited
from rulespec.language.tree.source import Span
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=True)
def citations(rules: Rules) -> Iterator[Problem]:
    """Only declared rulings and lines of declared sources are cited, and every ruling is cited somewhere.

    What still stands cites what is declared in the end; what a later file has replaced or removed, what any file has.
    """
    sources = {each.name: each for each in rules.composed.of(d.SourceText)}
    rulings = {each.name: each for each in rules.composed.of(d.Ruling)}
    silent = set(rules.composed.reported)  # names whose declarations have been reported
    standing = list(_standing(rules))
    unknown = {cite.source for cite, _ in standing if cite.lines} - sources.keys() - silent
    uncited = sources.keys() - {cite.source for cite, _ in standing}
    if len(unknown) == len(uncited) == 1:
        name, cited = next(iter(uncited)), next(iter(unknown))
        silent.add(cited)
        what = f"unknown source '{cited}', and the source '{name}' is never cited"
        yield problem("E033", sources[name].span.word(name), what, meant(name, cited))
    told = set()
    for cite, span in standing:
        told.add((cite, span))
        if cite.source not in silent:
            yield from _undeclared(cite, span, sources, rulings)
    trees = [layer.tree for layer in rules.composed.layers]
    sources = {each.name: each for tree in trees for each in _named(tree) if isinstance(each, d.SourceText)} | sources
    rulings = {each.name: each for tree in trees for each in _named(tree) if isinstance(each, d.Ruling)} | rulings
    citing = [each for tree in trees for item in tree.items for each in _citing_in(item)]
    for cite, node in citing:
        if (cite, node.span) not in told and cite.source not in silent:
            yield from _undeclared(cite, node.span, sources, rulings)
    used = {cite.source for cite, node in citing if not isinstance(node, d.Scenario)}
    for ruling in rules.composed.of(d.Ruling):
        if ruling.name not in used:
            what = f"no block cites the ruling '{ruling.name}'"
            yield problem("W052", ruling.span, what, f"cite it in the block that it decides: ({ruling.name})")


def _named(tree: d.RuleFile) -> Iterator[d.SourceText | d.Ruling]:
    """What a file declares that can be cited."""
    for item in tree.items:
        if isinstance(item, d.Plain | d.AddBlock | d.Replace) and isinstance(item.declaration, d.SourceText | d.Ruling):
            yield item.declaration


def _citing_in(item: d.Item) -> Iterable[tuple[Citation, Cited]]:
    """What is cited in a block of a file, or by what changes another one."""
    if isinstance(item, d.Plain | d.AddBlock | d.Replace):
        return _citing(item.declaration)
    return [(cite, item) for cite in item.cites]


@kept
def _citing(of: d.Declared) -> tuple[tuple[Citation, Cited], ...]:
    """What is cited in a block, and by what."""
    return tuple((cite, node) for node in of.nodes if isinstance(node, Cited) for cite in node.cites)


def _undeclared(
    cite: Citation, span: Span, sources: dict[str, d.SourceText], rulings: dict[str, d.Ruling]
) -> Iterator[Problem]:
    if not cite.lines:
        if cite.source not in rulings:
            remedy = did_you_mean(cite.source, rulings) or f'declare it: ruling {cite.source} "..."'
            yield problem("E033", _cited(cite, span), f"unknown ruling '{cite.source}'", remedy)
    elif cite.source not in sources:
        remedy = did_you_mean(cite.source, sources) or f'declare it: source {cite.source} "..." N lines'
        yield problem("E033", _cited(cite, span), f"unknown source '{cite.source}'", remedy)
    else:
        last = sources[cite.source].lines
        for low, high in cite.lines:
            if not 1 <= low <= high <= last:
                what = f"invalid lines '{cite}'; the source '{cite.source}' has {last} lines"
                remedy = "write the lower line first" if low > high else f"cite lines from 1 to {last}"
                yield problem("E033", _cited(cite, span), what, remedy)


def _cited(cite: Citation, span: Span) -> Span:
    """Where something that begins there cites a ruling or a source."""
    named = re.compile(rf"\([^()\n]*?(?<![\w-])({re.escape(cite.source)})(?![\w-])")
    found = named.search(span.source.text, span.start)
    return Span(span.source, *found.span(1)) if found else span


def _standing(rules: Rules) -> Iterator[tuple[Citation, Span]]:
    """What the blocks cite as they stand after all files, and what was said in changing them.

    A scenario cites what any file declares: it may tell of rules that a later file has changed.
    """
    for entry in rules.composed.entries.values():
        if isinstance(entry.declaration, d.Scenario):
            continue
        yield from ((cite, node.span) for cite, node in _citing(entry.declaration))
        for change in entry.changes:
            if change.what not in ("declared", "added", "replaced"):
                yield from ((cite, change.span) for cite in change.cites)
