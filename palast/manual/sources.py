"""What the site is made of: the manual, the pages of the project that it links to, and the reference of the library."""

import re
import shutil
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from palast.manual.pages import FOLDER, SECTIONS, Page, pages
from palast.manual.reference import MODULES, reference
from palast.rulesets import shipped
from rulespec.language.files import SUFFIX

BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md")  # pages of the project, to which the manual links
FIRST = "README.md"
API = "api"
_PICTURE = re.compile(r'<picture>.*?srcset="([^"]*)".*?src="([^"]*)" alt="([^"]*)".*?</picture>', re.DOTALL)
_NAMED = re.compile(r"`((?:docs|benchmarks)/([\w-]+)\.md)`")
_RULES = re.compile(r"^```rules[^\n]*\n((?:ruleset|layer|scenarios) (\S++).*?)^```$", re.MULTILINE | re.DOTALL)


def texts() -> dict[str, str]:
    """The texts, by their paths from the project's folder, so that their links to each other hold."""
    manual = pages()
    found = {"index.md": f"{_opened(shipped(FIRST).read_text('utf-8'))}\n{_contents(manual)}"}
    found |= {f"{FOLDER}/{name}.md": page.text for name, page in manual.items()}
    found |= {name: shipped(name).read_text("utf-8") for name in BESIDE}
    return found | {f"{API}/{name}.rst": text for name, text in reference()}


def lay_out(found: Mapping[str, str], folder: Path) -> None:
    """Writes texts into a folder, with the pictures that they show."""
    for name, text in found.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copytree(shipped(FOLDER) / "pictures", folder / FOLDER / "pictures")


def lay_out_rules(found: Mapping[str, str], folder: Path) -> None:
    """Writes the rule files that stand in texts into a folder, since other examples lie on them."""
    folder.mkdir()
    for text in found.values():
        for rules, name in _RULES.findall(text):
            (folder / f"{name}{SUFFIX}").write_text(rules, "utf-8")


def _opened(readme: str) -> str:
    """The first page: pictures that follow the theme, and links to the pages whose paths it names."""

    def pictures(found: re.Match[str]) -> str:
        dark, light, said = found.groups()
        themes = {"light": light, "dark": dark}.items()
        return "\n".join(f"```{{image}} {path}\n:alt: {said}\n:class: only-{name}\n```\n" for name, path in themes)

    return _NAMED.sub(r"[\2](\1)", _PICTURE.sub(pictures, readme))


def _contents(manual: Mapping[str, Page]) -> str:
    """The table of contents, which stands beside each page; a page that is in no section is in the last one."""
    listed = {*chain.from_iterable(SECTIONS.values())}
    *sections, (last, names) = SECTIONS.items()
    sections += [(last, (*names, *(name for name in manual if name not in listed)))]
    entries = {section: [f"{FOLDER}/{name}" for name in names] for section, names in sections}
    entries[last] += [str(Path(name).with_suffix("")) for name in BESIDE]
    entries["Reference"] = [*(f"{API}/{name}" for name in MODULES), "genindex"]
    return "\n".join(
        "\n".join((f"```{{toctree}}\n:caption: {section}\n:hidden:\n:maxdepth: 2\n", *names, "```\n"))
        for section, names in entries.items()
    )
