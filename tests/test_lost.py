"""What gets lost: cards that are not dealt, what is added to a counter that nobody reads, what is overwritten."""

import pytest

import palast
from rulespec.experiments.hunt.exploration import exploration
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.hunt.overwritten_effects import Overwritten
from rulespec.experiments.hunt.report import Searched
from rulespec.experiments.hunt.short_deals import ShortDeals
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.game.api import Ruleset
from rulespec.rules.checks import check
from tests.hunted import found
from tests.pairs import spec


def planted(folder: str, name: str) -> Ruleset:
    return palast.load(spec(folder, name))


def test_a_deal_without_enough_cards_is_told_with_its_numbers_of_players() -> None:
    (short,) = found(planted("faults", "deal"), ShortDeals, 0)
    assert short.problem.message.endswith("gets too few cards in every deal with 5 players")
    assert short.level == "warning"
    assert short.state is not None
    assert [len(short.state.zone("hand", seat)) for seat in range(5)] == [6, 6, 6, 6, 4]
    assert found(planted("sound", "deal"), ShortDeals, 0) == []


@pytest.mark.parametrize("name", ["liars-dice+openspiel", "oh-hell+long-rounds"])
def test_a_short_deal_of_the_game_beneath_is_a_note(name: str) -> None:
    rules = planted("faults", "long-rounds") if "long-rounds" in name else palast.load(name)
    assert {each.level for each in found(rules, ShortDeals, 0)} == {"note"}


@pytest.mark.parametrize(("name", "counter"), [("kitty", "kitty"), ("chest", "chest")])
def test_a_counter_that_is_added_to_and_never_read_is_told(name: str, counter: str) -> None:
    assert [each.message.split("'")[1] for each in check(planted("faults", name).resolved)] == [counter]
    assert list(check(planted("sound", name).resolved)) == []


@pytest.mark.native
@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("trumps", ["set trump to leaf", "set trump to suit of card"]),
        ("honour", ["first of (players, with most own tricks) is next"]),
    ],
)
def test_what_is_overwritten_before_it_is_read_is_told_even_if_it_is_sometimes_alike(
    name: str, lost: list[str]
) -> None:
    assert overwritten(planted("faults", name)) == lost
    assert overwritten(planted("sound", name)) == []


def overwritten(rules: Ruleset) -> list[str]:
    """The effects of the top layer that are lost in a few thousand decisions with the fewest players."""
    observer, each = Overwritten(rules, HuntBudget(effort=0)), exploration(HuntTable(rules, min(rules.players)), 0)
    assert each is not None
    assert list(each.plays(20_000))
    assert list(observer.explored(each)) == []
    return [told.problem.message.split("'")[1] for told in observer.sums_up(Searched()) if told.level == "warning"]
