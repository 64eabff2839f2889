"""On the page the cards of a set are picked in any order, whatever the order is in which the engine asks for them."""

from collections import Counter
from random import Random

import rulespec
from palast.web.cardset import CardSet
from rulespec import State
from rulespec.engine.python.snapshot import Snapshot
from tests.effort import draws_until, short_of, tried
from tests.library import FOLDERS, drawn_file
from tests.web.page import Page

MANY = 300  # sets of one question that are compared


def _sets(start: Snapshot, most: int) -> set[frozenset[int]]:
    """All whole sets that the engine offers, by what it asks for one card after another."""
    found, open_ = set[frozenset[int]](), [(start, frozenset[int]())]
    while open_ and len(found) <= most:
        here, named = open_.pop()
        for raw in here.raws:
            if raw == ():
                found.add(named)
            elif raw is not None:
                there = here.next(raw)
                stage = (*(here.stage or ()), *raw)
                still = there.pc == start.pc and there.own == start.own and there.stage == stage
                if still:
                    open_.append((there, named | {*raw}))
                else:
                    found.add(named | {*raw})
    return found - {frozenset()}


def _is_as_listed(state: State, random: Random) -> bool:
    """Whether a set was asked for, of which all picks were compared with all sets that there are."""
    cards = CardSet.asked(state)
    if cards is None:
        return False
    there = _sets(state.snapshot, MANY)
    if len(there) > MANY:
        return False
    for _ in range(6):
        picked: list[int] = []
        while True:
            with_them = [each for each in there if each >= {*picked}]
            further = {card for each in with_them for card in each} - {*picked}
            assert {*cards.possible(picked)} == further
            whole = cards.option(picked)
            assert (whole is not None) == ({*picked} in there)
            if whole is not None:
                now = state
                random.shuffle(texts := whole.text.split(", "))
                for each in cards.texts(", ".join(texts)):
                    now = now.apply(each)
                assert not now.position.stage or now.pc != state.pc
                assert {*picked} == {card for raw in cards._answers(picked) or () for card in raw}
            if not further or (whole is not None and random.random() < 0.3):
                break
            picked.append(random.choice(sorted(further)))
        impossible = [card for card in cards.order if card not in further and card not in picked]
        assert not impossible or cards.option([*picked, random.choice(impossible)]) is None
    return True


def test_any_order_of_picks_makes_each_set_and_no_other() -> None:
    random, compared = Random(1), Counter[str]()
    games = [
        rulespec.load(name, library=FOLDERS, listed=8).new_game(players)
        for name, players in (("hearts", 4), ("market", 2), ("payment", 2), ("vows", 2))
    ]
    least = {"shipped": tried(40, 8), "drawn": tried(100, 15)}
    for number in draws_until(20, 200, lambda: short_of(compared, least)):
        if number < len(games):
            what, state = "shipped", games[number]
        else:
            rules = drawn_file(number, 8).rules
            what, state = "drawn", rules.new_game(rules.players[0])
        for _ in range(60):
            if not state.raws:
                break
            compared[what] += _is_as_listed(state, random)
            state = state.next(random.choice(state.raws), random.random)


def test_the_cards_of_a_set_are_one_answer_and_are_taken_back_together() -> None:
    page = Page()
    page.new("hearts", players=4, seats=["person"] * 4, texts={}, seed="3")
    before = page.ask("look", seat=0)
    asked = before["asked"]
    assert (asked["fewest"], asked["most"], len(asked["atoms"]), len(asked["options"])) == (3, 3, 13, 200)
    keys = [atom["key"] for atom in asked["atoms"]]
    for order in ([12, 11, 10], [12, 0, 5], [5, 12, 0], [0, 5, 12]):
        text = page.click(0, [keys[at] for at in order])
        assert page.ask("why", seat=0, option=text.split(", ")[0], clicked=[])["reasons"]
    assert page.ask("choose", seat=0, clicked=[keys[12], keys[11]])["whole"] is None
    assert page.ask("choose", seat=0, clicked=["card 999"])["next"] == []
    after = page.ask("answer", seat=0, option=text)
    assert after["waits"] == 1
    assert page.ask("why", seat=0, option=None)["reasons"]


def test_a_hint_for_a_set_names_a_whole_set() -> None:
    page = Page()
    page.new("hearts", players=4, seats=["person"] + ["random"] * 3, texts={}, seed="3")
    hint = page.ask("hint", seat=0, playouts=24)
    assert {len(worth["option"]["atoms"]) for worth in hint["worths"]} == {3}
    slices = 0
    while (hint := page.ask("hint", seat=0, playouts=24, within=0))["done"] < 1:
        slices += 1
    assert slices > 3 and len(hint["worths"][0]["option"]["atoms"]) == 3
    page.ask("hint", seat=0, playouts=24, within=0)
    assert page.ask("hint", seat=0, playouts=24, enough=True)["done"] == 1
    assert page.ask("answer", seat=0, option=hint["worths"][0]["option"]["text"])["asked"] is None
