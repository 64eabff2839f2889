"""A changed rule has another generated sheet: no sentence hides an actor, a bracket, a number or a condition."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulespec
from palast import RulesError
from rulespec.experiments.mutation import Mutant, mutants_of
from rulespec.game.api import Ruleset
from rulespec.language.files import LANGUAGES
from rulespec.wording.sheets import sheet
from tests.effort import DEEP, some
from tests.library import CARDS, SHELF, drawn_file

BARE = ("kuhn", "leduc", "hearts", "durak", "crazy-eights", "mau-mau", "cribbage", "oh-hell", "euchre", "skat", "ksr")
MUTANTS = None if DEEP else 40  # of each file


def generated(rules: Ruleset, language: str) -> list[tuple[str, str]]:
    """The sentences of a sheet as they follow from the rules, each with its label."""
    entries = sheet(rules, language).entries
    return [(each.label, str(said)) for each in entries for said in each.sentences or [each.text]]


def loaded(rules: Ruleset) -> Iterator[tuple[Mutant, Ruleset]]:
    several = list(mutants_of(rules))
    step = 1 if MUTANTS is None else max(1, len(several) // MUTANTS)
    for mutant in several[::step]:
        try:
            yield mutant, mutant.load()
        except RulesError:
            continue


def is_same_player(mutant: Mutant) -> bool:
    """True if a mutant names the same player in another way: in a turn, `own`, `self` and `active` mean one player."""
    old, new = (re.sub(r"\bown (\S+)", r"\1 of self", " ".join(each)) for each in (mutant.old, mutant.new))
    return re.sub(r"\bactive\b", "self", old) == re.sub(r"\bactive\b", "self", new) or (old, new) == ("self", "")


def check(rules: Ruleset) -> int:
    """How many mutants were compared; each has another sheet in each language.

    Blocks on which nothing rests are not on a sheet.
    """
    before = {language: generated(rules, language) for language in LANGUAGES}
    told = {each.key for each in sheet(rules, "en").entries}
    compared = 0
    for mutant, changed in loaded(rules):
        if mutant.key not in told or is_same_player(mutant):
            continue
        for language in LANGUAGES:
            assert generated(changed, language) != before[language], (language, str(mutant))
            compared += 1
    return compared


@pytest.mark.parametrize("name", some([*BARE], 4))
def test_each_mutant_of_a_game_has_another_sheet(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.rules"  # without its texts
    [source] = [folder / path.name for folder in (CARDS, SHELF) if (folder / path.name).is_file()]
    path.write_text(source.read_text("utf-8"), "utf-8")
    assert check(rulespec.load(path)) > 20


def test_each_mutant_of_a_drawn_file_has_another_sheet() -> None:
    compared = Counter({number: check(drawn_file(number).rules) for number in range(40 if DEEP else 3)})
    assert compared.total() > 80
