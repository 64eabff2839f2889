"""The text of a draft, in its canonical form."""

import re

from attrs import frozen

from palast.drafts.blocks import commented
from rulespec import reformat

_KEY = re.compile(r"^(?:scenario|always) (\S+?):?(?: |$)", re.MULTILINE)


@frozen
class Written:
    """What stands in a draft."""

    name: str
    title: str
    about: str
    on: str
    blocks: tuple[str, ...]
    removed: tuple[str, ...] = ()  # laws
    law: str = ""
    scenario: str = ""

    @property
    def scenarios(self) -> list[str]:
        """The names of its scenarios."""
        return _KEY.findall(self.scenario)

    @property
    def laws(self) -> list[str]:
        """The names of its laws."""
        return _KEY.findall(self.law)


def written(draft: Written, changed: tuple[str, ...], *, alone: bool = True) -> str:
    """The text of a layer; or what to write at the end of another one."""
    first = [f'layer {draft.name} "{draft.title}"', f"# {draft.about} Describe here the difference at your table."]
    first += [f"tried on {draft.on}"] if draft.on else []
    changes = f"changes {', '.join(changed)}\n" if changed else ""
    blocks = [*draft.blocks]
    if draft.removed:
        laws = "\n".join(f"remove always {law}" for law in draft.removed)
        blocks.append(commented(["This no longer always holds. Write a law that does."], f"{laws}\n"))
    if draft.law:
        blocks.append(commented(["This holds in every game: 'palast test' checks it."], draft.law))
    if draft.scenario:
        blocks.append(commented(["An example of the rule: change it with the rule."], draft.scenario))
    head = "\n".join(first) + "\n" + changes
    formed = reformat("\n".join([head, *blocks]), f"{draft.name}.rules")
    return formed.text if alone else _without_first(formed.text, len(first))


def _without_first(text: str, lines: int) -> str:
    """The text without the lines that only a file of its own begins with."""
    return "".join(text.splitlines(keepends=True)[lines:]).lstrip("\n")


def titled(name: str) -> str:
    """A title, from a name."""
    said = name.replace("-", " ").replace("_", " ").strip()
    return said[:1].upper() + said[1:]
