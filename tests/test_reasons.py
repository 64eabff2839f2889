"""What people are told about why something is so: that it is said, in their language, and is no more than they know."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

import palast
from rulespec import Decision, Ruleset, State, View
from rulespec.agents.play import play
from rulespec.game.history import history
from rulespec.language.errors import WorldsError
from rulespec.language.tree import declarations as d
from rulespec.rules.texts.current import choices_of
from rulespec.wording import Wording, wording
from rulespec.wording.questions import option_text
from rulespec.wording.reasons import cannot, reasons, understood, why, why_not
from tests.effort import DEEP, draws_until, some, tried
from tests.library import KNOWN_GAMES, OFFICIAL, ruleset

SHIPPED = [*OFFICIAL, *KNOWN_GAMES]
LANGUAGES = ("en", "de")
DECISIONS = tried(150, 15)
_NO_WORDS_FOR_PEOPLE = re.compile(r"[{}\[\]<>|]|\breason\.|\bNone\b|\bseat \d|\bown\b.*\bof\b.*\bactive\b")


@cache
def decided(rules: Ruleset, seed: int) -> list[tuple[State, Decision]]:
    """All decisions of a random game."""
    players = rules.players[0]
    record = play(rules, [palast.random_agent(seed + seat) for seat in range(players)], seed)
    found = [(state, state.pending) for state, _ in history(record.state)]
    return [(state, pending) for state, pending in found if isinstance(pending, Decision)]


def asked_in(rules: Ruleset, seed: int) -> list[tuple[State, Decision]]:
    """Some decisions of a random game; for speed, others of the same game each time, unless it is tried in depth."""
    decisions = decided(rules, seed if DEEP else 1)
    return Random(seed).sample(decisions, min(DECISIONS, len(decisions)))


def seen_cards(view: View) -> Iterator[str]:
    """The cards that a player sees."""
    for held in view.perspective().sight.zones:
        yield from (view.game.material.cards[card].name for card in held if isinstance(card, int))


@cache
def variables(rules: Ruleset) -> set[str]:
    """The names of choices that no word is called by, which nobody at a table says."""
    names = {name for block in rules.resolved.blocks.values() for name in rules_names(block)}
    return {name for name in names if "-" in name}


def rules_names(block: d.Declaration) -> Iterator[str]:
    for each in choices_of(block):
        yield from each.names.split(" and ")


def for_people(said: str, rules: Ruleset) -> bool:
    """Whether it is a sentence, and nothing in it is of the language of the rules."""
    words = set(re.findall(r"[\w-]+", said))
    return (
        said[:1] == said[:1].upper()
        and said[-1] in '.!?“"'
        and not (_NO_WORDS_FOR_PEOPLE.search(said) or variables(rules) & words)
    )


def at(rules: Ruleset, *answers: str, players: int = 3, **laid: Any) -> State:
    """A position, and what came of some answers."""
    state = rules.at(players=players, **laid)
    for answer in answers:
        state = state.apply(answer)
    return state


def spoken(rules: Ruleset) -> tuple[Wording, Wording]:
    return wording(rules, "en"), wording(rules, "de")


def said(state: State, option: str, seat: int | None = None) -> tuple[str, str]:
    """Why something cannot be chosen, in English and German."""
    pending = state.pending
    asked = pending.player if isinstance(pending, Decision) else 0
    view = state.view(asked if seat is None else seat)
    en, de = (why_not(words, view, option) for words in spoken(view.rules))
    return en, de


# ---- everywhere


@pytest.mark.parametrize("spec", SHIPPED)
def test_whatever_is_not_offered_has_a_reason_for_people(spec: str) -> None:
    rules = ruleset(spec)
    for state, decision in asked_in(rules, 1)[: tried(DECISIONS, 2)]:
        view = state.view(decision.player)
        offered = {part for option in decision.options for part in option.text.split(", ")}
        for name in sorted(set(seen_cards(view)) - offered):
            for words in spoken(rules):
                reason = why_not(words, view, name)
                assert for_people(reason, rules), (decision.prompt, name, reason)


def test_most_of_what_a_player_holds_is_refused_in_written_words() -> None:
    """Of cards that lie where one chooses from: elsewhere it is said where they lie."""
    counted = Counter[str]()
    for spec in SHIPPED:
        rules = ruleset(spec)
        words = wording(rules, "en")
        bare = evolve(words, texts={})
        for state, decision in asked_in(rules, 2)[: tried(15, 4)]:
            view = state.view(decision.player)
            offered = {part for option in decision.options for part in option.text.split(", ")}
            for name in sorted(set(seen_cards(view)) - offered):
                reason = why_not(words, view, name)
                written = reason != why_not(bare, view, name)
                counted["written" if written else "lies" if " lies " in reason else "worked out"] += 1
    assert min(counted["written"], counted["lies"]) > tried(50, 30) and counted["worked out"] < counted["written"], (
        counted
    )


@pytest.mark.parametrize("spec", SHIPPED)
def test_the_state_of_a_game_is_accounted_for_to_people(spec: str) -> None:
    rules = ruleset(spec)
    for state, _ in asked_in(rules, 3)[: tried(20, 5)]:
        for seat in range(2):
            for words in spoken(rules):
                found = reasons(words, state.view(seat))
                assert found
                assert all(for_people(each.text, rules) for each in found), found
                assert why(words, state.view(seat)) == "\n".join(each.text for each in found)


@pytest.mark.parametrize("spec", SHIPPED)
def test_every_answer_is_understood_as_it_is_written_and_as_it_is_called(spec: str) -> None:
    rules = ruleset(spec)
    for state, decision in asked_in(rules, 4):
        view = state.view(decision.player)
        for option in Random(0).sample(decision.options, min(5, len(decision.options))):
            assert understood(wording(rules, "en"), option.text.upper(), decision, view) in decision.options
            for words in spoken(rules):
                label = option_text(words, option, decision, view)
                meant = understood(words, label.lower(), decision, view)
                assert meant is not None, (label, decision.prompt)
                assert option_text(words, meant, decision, view) == label


# ---- what is said


def test_the_parts_of_an_answer_come_in_any_order_and_with_articles() -> None:
    zones = {("hand", 0): ["Zauberer rot", "Zofe rot", "Wächter gelb"], ("hand", 1): ["Zofe gelb", "Zofe grün"]}
    state = at(ruleset("ksr"), "Zauberer rot", "gelb", "2", zones=zones)
    view, (en, de) = state.view(0), spoken(ruleset("ksr"))
    decision = state.pending
    assert isinstance(decision, Decision)
    for words, answer in (
        (en, "yellow Wächter, red Zofe"),
        (de, "die rote Zofe, den gelben Wächter"),
        (de, "Zofe rot, wächter gelb"),
    ):
        meant = understood(words, answer, decision, view)
        assert meant is not None and set(meant.text.split(", ")) == {"Zofe rot", "Wächter gelb"}
    assert understood(de, "rote Zofe", decision, view) is None


@pytest.mark.parametrize("spec", OFFICIAL)
def test_what_can_be_refused_when_a_card_is_played(spec: str) -> None:
    zones = {("hand", 0): ["Zofe rot", "Wächter gelb"], ("display", 0): ["Wächter rot"], ("display", 2): ["Zofe grün"]}
    state = at(ruleset(spec), zones=zones)
    assert said(state, "Zofe gelb") == (
        "You do not hold the yellow Zofe.",
        "Die gelbe Zofe hast du nicht auf deiner Hand.",
    )
    assert said(state, "grüne Zofe")[1] == "Die grüne Zofe liegt in der Auslage von Grün."
    assert said(state, "Zofe grün") == (
        "The green Zofe lies in the display of Green.",
        "Die grüne Zofe liegt in der Auslage von Grün.",
    )
    assert said(state, "Zofe violett") == (
        "The violet Zofe is not in this game.",
        "Die violette Zofe gibt es in diesem Spiel nicht.",
    )
    assert said(state, "Unsinn") == ('There is no card called "Unsinn".', "Eine Karte namens „Unsinn“ gibt es nicht.")
    assert said(state, "Zofe rot", seat=1) == ("It is Red's turn.", "Rot ist dran.")


def test_a_person_who_lies_already_is_refused_in_written_words() -> None:
    zones = {("hand", 0): ["Zofe rot", "Wächter gelb"], ("display", 0): ["Wächter rot"]}
    state = at(ruleset("ksr"), zones=zones)
    assert said(state, "Wächter gelb") == (
        "A Wächter already lies before you. You may play another only when all cards in your hand show persons who lie "
        "there.",
        "Vor dir liegt schon ein Wächter. Noch einen Wächter darfst du nur spielen, wenn alle deine Handkarten "
        "Personen zeigen, die dort liegen.",
    )
    assert said(at(ruleset("magier"), zones=zones), "Wächter gelb")[0] == "That can be chosen."


def test_what_can_be_refused_in_a_swap() -> None:
    hands = {
        ("hand", 0): ["Zauberer rot", "Zofe rot", "Wächter gelb", "Zofe grün"],
        ("hand", 1): ["Zofe gelb", "Hofnarr rot"],
    }
    partner = at(ruleset("ksr"), "Zauberer rot", zones=hands)
    assert said(partner, "rot") == ("You cannot choose yourself here.", "Dich selbst kannst du hier nicht wählen.")
    assert said(partner, "grün") == ("Green has no cards in hand.", "Grün hat keine Handkarten.")
    assert said(partner, "violett") == ("Violet does not play.", "Violett spielt nicht mit.")
    number = at(ruleset("ksr"), "Zauberer rot", "gelb", zones=hands)
    assert said(number, "0") == ("It has to be at least 1.", "Es muss mindestens 1 sein.")
    assert said(number, "3") == ("It can be at most 2.", "Es darf höchstens 2 sein.")
    cards = at(ruleset("ksr"), "Zauberer rot", "gelb", "2", zones=hands)
    assert said(cards, "Zofe rot") == ("It has to be exactly 2 cards.", "Es müssen genau 2 Karten sein.")
    assert said(cards, "Zofe rot, Zofe rot") == ("You have taken that one already.", "Die hast du schon gewählt.")
    assert said(cards, "Zauberer rot, Zofe rot") == (
        "The red Zauberer lies in your display.",
        "Der rote Zauberer liegt in deiner Auslage.",
    )
    theirs = cards.apply("Zofe rot, Wächter gelb")
    assert said(theirs, "Zofe gelb", seat=0) == ("Yellow is asked now.", "Gelb ist gerade gefragt.")


def test_the_card_just_played_cannot_be_taken_back() -> None:
    zones = {("hand", 0): ["Wächter rot", "Zofe rot"], ("display", 0): ["Zauberer rot"], ("display", 1): ["Zofe gelb"]}
    state = at(ruleset("review"), "Wächter rot", zones=zones)
    assert said(state, "Wächter rot") == (
        "You cannot choose the card played here.",
        "Die gespielte Karte kannst du hier nicht wählen.",
    )
    assert said(state, "Zofe gelb")[1] == "Die gelbe Zofe liegt in der Auslage von Gelb."
    assert said(state, "Zofe rot")[0] == "The red Zofe lies in your hand."


def test_a_muted_person_did_nothing() -> None:
    zones = {("hand", 0): ["Zofe grün", "Zofe rot"], "open": ["Zofe"], ("hand", 2): ["Wächter rot"]}
    state = at(ruleset("ksr"), "Zofe grün", zones=zones)
    en, de = (why(words, state.view(1)) for words in spoken(ruleset("ksr")))
    assert "In Red's turn the Zofe did nothing, since the Zofe is the muted person." in en
    assert "Im Zug von Rot tat die Zofe nichts, weil die Zofe die mundtote Person ist." in de
    assert "It is Green's turn. Green is next, since their colour is the colour of the card played." in en


def test_what_is_said_where_there_was_nothing_to_choose() -> None:
    rules = ruleset("ksr")
    block = rules.resolved.blocks["action Wächter"]
    assert isinstance(block, d.Block)
    en, de = spoken(rules)
    assert cannot(en, block, "back", "rot") == "Nothing else lies before you, so the Wächter does nothing."
    assert cannot(de, block, "back", "rot").startswith("Sonst liegt nichts vor dir")
    bare = evolve(en, texts={})
    scrap = rules.resolved.blocks["action Zofe"]
    assert isinstance(scrap, d.Block)
    assert cannot(bare, scrap, "scrap", "rot") == "There is no card in your hand to choose, so it is left out."
    assert cannot(bare, block, "back", "rot") == "There is nothing to choose here, so it is left out."


@pytest.mark.parametrize("spec", ["ksr", "kuhn"])
def test_whoever_asks_is_spoken_to_and_never_named_where_the_reason_is_worked_out(spec: str) -> None:
    rules, said = ruleset(spec), set[str]()
    for seed in range(tried(3, {"ksr": 1, "kuhn": 3}[spec])):  # a game of kuhn is over in a few answers
        record = play(rules, [palast.random_agent(seed + seat) for seat in range(rules.players[0])], seed)
        for view in [*(each.view(0) for each, _ in history(record.state)), record.state.view(0)]:
            said |= {line for words in spoken(rules) for line in why(words, view).split("\n")}
    assert len(said) > {"ksr": 100, "kuhn": 10}[spec]
    me = {"ksr": "Red|Rot", "kuhn": "Player 1|Spieler 1"}[spec]
    assert not [line for line in said if re.search(rf"(?:It is|{me}) (?:{me})\b", line)]
    named = rf"(?:^|\. )(?:{me}) (?:is|chose|went|gets|wins|ist|hat [a-zä]+ |bekommt|gewinnt)|turn\. (?:{me}) is next"
    assert not [line for line in said if re.search(named, line)]
    assert any(line.startswith("It is your turn. The game began with it.") for line in said)


def test_who_chose_himself_went_on() -> None:
    rules, said = ruleset("ksr"), set[str]()
    wanted = (
        "You went on instead of choosing Yellow.",
        "Du hast weitergemacht, statt Gelb auszuwählen.",
        "chose you to be next, from",
        "Du hast Gelb ausgewählt, unter ",
    )

    def missing() -> list[str]:
        return [each for each in wanted if not any(each in line for line in said)]

    for seed in draws_until(1, 5, missing):
        record = play(rules, [palast.random_agent(seed + seat) for seat in range(3)], seed)
        views = [state.view(0) for state, _ in history(record.state)]
        said |= {why(words, view) for view in views for words in spoken(rules)}
    told = "\n".join(said)
    assert not re.search(r"You chose you|(\w+) chose \1\b|dich selbst ausgewählt|Du hast dich ausgewählt", told)


# ---- no more than one knows


@pytest.mark.parametrize("spec", some(["ksr", "review", "go-fish", "gin-rummy", "durak"], 3))
def test_in_two_worlds_that_one_cannot_tell_apart_the_same_is_said(spec: str) -> None:
    rules, compared = ruleset(spec), 0
    for number, (state, decision) in enumerate(asked_in(rules, 5)[: tried(20, 2)]):
        for seat in range(2):
            view = state.view(seat)
            try:
                other = view.sample(Random(number)).view(seat)
            except WorldsError:
                continue  # too much is hidden there to find another world
            compared += 1
            assert other == view
            names = [card.name for card in view.game.material.cards]
            for words in spoken(rules):
                assert reasons(words, view) == reasons(words, other)
                if seat == decision.player:
                    for name in names:
                        assert why_not(words, view, name) == why_not(words, other, name)
    assert compared
