"""The change to a layer which says that an inherited scenario or law no longer holds on purpose."""

from collections.abc import Mapping
from pathlib import Path

from rulespec.editing.assistance import Repair
from rulespec.language.tree import declarations as d
from rulespec.language.tree.origins import origins
from rulespec.language.tree.source import uniform


def intended(broken: d.Scenario | d.Always, tree: d.RuleFile, texts: Mapping[str, str]) -> list[Repair]:
    """The change to the text of a tree, if that is one of `texts`."""
    source = tree.span.source
    text = texts.get(Path(source.path).stem)
    if text is None or tree.header.kind == "scenarios" or uniform(text) != source.text:
        return []
    match broken:
        case d.Always(name=name):
            at, written = len(source.text), f"\nremove always {name}\n"
        case d.Scenario(name=name):
            changes = [item for item in tree.items if isinstance(item, d.Changes)]
            if changes:
                at, written = changes[-1].span.word(changes[-1].scenarios[-1]).within(source).end, f", {name}"
            else:
                above = [tree.header, *(item for item in tree.items if isinstance(item, d.TriedOn))][-1]
                end = source.text.find("\n", above.span.within(source).end - 1)
                at, written = end, f"\nchanges {name}"
    place = origins(text).back(at)
    if place == len(text) and not text.endswith("\n"):
        written = f"\n{written}"
    return [Repair(place, place, written, f"write '{written.strip()}'")]
