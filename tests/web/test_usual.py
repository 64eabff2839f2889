"""The bot that sits where nobody has chosen one, and the backs of cards, as the page has them."""

import json

import pytest

from palast.web.session import Session
from palast.web.usual import FEWEST, MOST, USUAL, usual
from tests.library import KNOWN_GAMES, OFFICIAL, ruleset


def test_the_usual_bot_plays_out_fewer_games_where_they_are_longer() -> None:
    names = {name: usual(ruleset(name).new_game(ruleset(name).players[0])) for name in (*OFFICIAL, *KNOWN_GAMES)}
    playouts = {name: int(bot.partition(":")[2]) for name, bot in names.items() if bot != "random"}
    assert all(FEWEST <= each <= MOST for each in playouts.values()) and len(playouts) >= 12
    assert playouts["kuhn"] == MOST > playouts["ksr"] > FEWEST
    assert usual(ruleset("hearts").new_game(4)) == "random"  # one game of it would take too long


def test_the_usual_bot_is_resolved_as_a_game_begins_and_the_same_each_time() -> None:
    sits = []
    for _ in range(2):
        request = {"kind": "new", "rules": "ksr", "players": 3, "seats": ["person", USUAL, "random"]}
        answer = json.loads(Session().ask(json.dumps(request)))["answer"]
        sits.append([seat["sits"] for seat in answer["seats"]])
    (person, bot, other), again = sits
    assert (person, other) == ("person", "random") and bot.startswith("ismcts:")
    assert again == [person, bot, other]


@pytest.mark.parametrize("rules", ["ksr", "mau-mau"])
def test_cards_of_other_lists_have_another_back(rules: str) -> None:
    session = Session()
    game = json.loads(session.ask(json.dumps({"kind": "new", "rules": rules})))["answer"]
    table = json.loads(session.ask(json.dumps({"kind": "look", "seat": 0})))["answer"]
    lists = {tuple(card["shows"]): card["pack"] for card in game["cards"]}
    assert sorted(lists.values()) == [*range(len(lists))] and len(lists) == (2 if rules == "ksr" else 1)
    piles = {share["zone"]: share["pack"] for share in table["shares"] if share["hidden"] and share["owner"] is None}
    assert {*piles.values()} == {*lists.values()}
