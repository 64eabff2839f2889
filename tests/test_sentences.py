"""Sentences that are worked out from the tree: every construct, every shipped file and drawn ones, in each language."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import palast
from rulespec import Ruleset
from rulespec.language.files import LANGUAGES
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node, walk
from rulespec.rules.texts.grammar import german
from rulespec.rules.texts.grammar.forms import Noun, forms
from rulespec.rules.texts.grammar.template import phrases
from rulespec.wording import Wording, wording
from tests.effort import DEEP, draws_until, some
from tests.library import GAMES, KNOWN_GAMES, drawn_file, ruleset

SAID = set(get_args(e.Expression | e.Condition | e.Sieve | s.Statement | s.Effect | s.Pick))
UNRESOLVED = {each for each in get_args(e.Expression) if issubclass(each, e.Unresolved)} | {e.SelfPlayer}
SHIPPED = [*some([*GAMES], 8), *some([*KNOWN_GAMES], 4)]
UNSAID = (d.SourceText, d.Ruling, d.Scenario)
PROGRAMS = re.compile(r"[{}\[\]<>=_*|]|\x01| [.,;:]|  |\b(?:seat \d|True|False|None)\b|,[.,:;]")
QUOTED = re.compile(r'"[^"]*"|„[^“]*“')


def said(words: Wording) -> Iterator[tuple[d.Declaration, str]]:
    """Each block with the sentences that say it."""
    for block in words.rules.resolved.blocks.values():
        if not isinstance(block, UNSAID):
            for sentence in words.sentences.sentences(block):
                yield block, str(sentence)


def check_said(rules: Ruleset, language: str) -> Counter[type[Node]]:
    """The constructs of rules, all of which are said by sentences for people."""
    for block, text in said(wording(rules, language)):
        bare = QUOTED.sub("X", text)
        assert PROGRAMS.search(bare) is None, (rules.name, block.key, text)
        assert text[-1] in ".:" and (text[0].isupper() or not text[0].isalpha()), (rules.name, block.key, text)
    return constructs(rules)


def constructs(rules: Ruleset) -> Counter[type[Node]]:
    blocks = [block for block in rules.resolved.blocks.values() if not isinstance(block, UNSAID)]
    return Counter(type(node) for block in blocks for node in walk(block))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_blocks_of_every_shipped_game_are_said(language: str) -> None:
    seen = Counter[type[Node]]()
    for name in SHIPPED:
        seen += check_said(ruleset(name), language)
    assert len(SAID & set(seen)) > 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_construct_is_said_in_drawn_files(language: str) -> None:
    """Or, each time, in a shipped game."""
    seen = sum((constructs(ruleset(name)) for name in SHIPPED if not DEEP), Counter[type[Node]]())

    def missing() -> set[type[Node]]:
        return SAID - UNRESOLVED - set(seen)

    for number in draws_until(8, 400, missing):
        rules = drawn_file(number).rules
        if DEEP or number < 8 or missing() & set(constructs(rules)):
            seen.update(check_said(rules, language))
    print(language, {kind.__name__: count for kind, count in seen.most_common() if kind in SAID})


def test_every_phrase_is_there_in_both_languages() -> None:
    english, german = (phrases(language) for language in LANGUAGES)
    assert set(english) ^ set(german) == set()
    empty = [key for key in english if not english[key] or not german[key]]
    assert len(english) > 200 and empty == []


def test_choices_are_called_by_what_they_are() -> None:
    """No sentence has the name that a choice binds."""
    counted = 0
    for name in ("ksr", "magier", "review"):
        rules = palast.load(name)
        for language in LANGUAGES:
            for block, text in said(wording(rules, language)):
                if isinstance(block, d.Block):
                    bound = {each for node in walk(block) if isinstance(node, s.AnyChoice) for each in node.names}
                    for bare in bound - {"card"}:
                        counted += 1
                        assert re.search(rf"\b{bare}\b", text) is None or bare in ("one", "another"), (bare, text)
    assert counted > 50


SENTENCES = {
    "action Zofe": (
        "Choose a card from your hand. The chosen card goes to the discards. Draw a card from the pile to your hand.",
        "Wähle eine Karte aus deiner Hand. Die gewählte Karte kommt auf die Ablage. "
        "Ziehe eine Karte vom Stapel auf deine Hand.",
    ),
    "round ends whisper": (
        "The round ends as soon as somebody has a person twice. "
        "All players who do not have a person twice get 1 point.",
        "Die Runde endet, sobald jemand eine Person doppelt hat. "
        "Alle Spieler, die keine Person doppelt haben, bekommen 1 Punkt.",
    ),
    "game ends favour": (
        "The game ends after a round if somebody has at least 6 points (5 with 4 players, 4 with 5).",
        "Das Spiel endet nach einer Runde, wenn jemand mindestens 6 Punkte (5 zu viert, 4 zu fünft) hat.",
    ),
    "winners": (
        "The winners are all players with the most points, among these those with the most cards in their display.",
        "Es gewinnen alle Spieler mit den meisten Punkten, unter diesen die mit den meisten Karten in der eigenen "
        "Auslage.",
    ),
    "action Wächter": (
        "Choose a card from your display, but not the card played. The chosen card goes to your hand.",
        "Wähle eine Karte aus deiner Auslage, aber nicht die gespielte Karte. Die gewählte Karte kommt auf deine Hand.",
    ),
}


@pytest.mark.parametrize("key", SENTENCES)
def test_what_is_said_of_some_blocks(key: str) -> None:
    rules = palast.load("ksr")
    block = rules.resolved.blocks[key]
    for language, sentence in zip(LANGUAGES, SENTENCES[key], strict=True):
        assert " ".join(each.text for each in wording(rules, language).sentences.sentences(block)) == sentence


OF_OTHER_GAMES = {  # sentences by game and block, in English and German
    ("crazy-eights", "turn"): ("If no card was chosen:", "Wenn keine Karte gewählt wurde:"),
    ("crazy-eights", "set-up"): (
        "Everybody draws 7 cards (5 with 3, 4, 5, 6 and 7 players) from the draw pile to their hand.",
        "Alle ziehen 7 Karten (5 zu dritt, zu viert, zu fünft, zu sechst und zu siebt) vom Ziehstapel auf die eigene "
        "Hand.",
    ),
    ("crazy-eights", "game ends out"): (
        "The game ends as soon as the hand of at least one player is empty.",
        "Das Spiel endet, sobald die Hand mindestens eines Spielers leer ist.",
    ),
    ("cribbage", "call stuck"): (
        "A player has to pass if no card in their hand can be laid.",
        "Ein Spieler muss passen, wenn keine Karte auf der eigenen Hand spielbar ist.",
    ),
    ("cribbage", "value size"): (
        "Number of cards of a set of cards: the number of cards in them.",
        "Kartenzahl einer Menge: die Anzahl der Karten in ihnen.",
    ),
    ("durak", "value target"): (
        "Card to beat: the card of the attack whose number is the number of cards in the defence plus 1.",
        "Angreifende Karte: die Karte des Angriffs, deren Nummer die Anzahl der Karten in der Abwehr plus 1 ist.",
    ),
    ("durak", "set-up"): (
        "If the lowest trump is set: the attacker is now the owner of the lowest trump.",
        "Wenn der niedrigste Trumpf schon festgelegt ist: Der Angreifer ist jetzt der Besitzer des niedrigsten "
        "Trumpfes.",
    ),
    ("euchre", "call resting"): (
        "A player sits out if their partner has exactly 1 lone hand.",
        "Ein Spieler setzt aus, wenn das eigene Gegenüber genau 1 Alleinspiel hat.",
    ),
    ("euchre", "action order-up"): ("You are now the maker.", "Du bist jetzt der Trumpfmacher."),
    ("skat", "action bid"): (
        "Choose a bid value that is more than the bids.",
        "Wähle einen Reizwert, der mehr als die Gebote ist.",
    ),
    ("gin-rummy", "returns"): (
        "Each player gets their points minus the points of the player to their left.",
        "Jeder bekommt die eigenen Punkte minus die Punkte des linken Nachbarn.",
    ),
}


@pytest.mark.parametrize(("game", "key"), OF_OTHER_GAMES)
def test_what_is_said_of_some_blocks_of_other_games(game: str, key: str) -> None:
    rules = ruleset(game)
    for language, sentence in zip(LANGUAGES, OF_OTHER_GAMES[game, key], strict=True):
        found = [str(each) for each in wording(rules, language).sentences.sentences(rules.resolved.blocks[key])]
        assert sentence in found


@pytest.mark.parametrize(
    ("forms_", "genitive"),
    [
        ("der Stapel; die Stapel", "des Stapels"),
        ("der Hofnarr, den Hofnarren; die Hofnarren", "des Hofnarren"),
        ("das Herz, das Herz, dem Herzen; die Herzen", "des Herzens"),
        ("das Ass; die Asse", "des Asses"),
        ("der niedrigste Trumpf, den niedrigsten Trumpf; die Trümpfe", "des niedrigsten Trumpfes"),
        ("die gezeigte Hand, die gezeigte Hand, der gezeigten Hand; die Hände", "der gezeigten Hand"),
    ],
)
def test_a_genitive_follows_from_the_other_cases(forms_: str, genitive: str) -> None:
    noun = forms(forms_, "de", predicate=False)
    assert isinstance(noun, Noun)
    assert german.phrase(noun, "the").in_case("of") == genitive


def test_a_name_without_forms_is_said_by_common_words_or_its_identifier(tmp_path: Path) -> None:
    text = (
        "ruleset bare\nplayers 2\nat most 9 turns\nword suit: high, low\ncards deck in pile\n    9 of each suit\n"
        "zone pile, shuffled\nzone lost-cards\nzone hand of player, seen by owner\ncounter visits of player\n"
        "set-up\n    players: draw 3 from pile to own hand\n"
        "turn\n    choose scrap from own hand\n    move scrap to lost-cards\n    add 1 to own visits\n"
        "game ends out: some player where own hand is empty\nwinners: players\n"
    )
    (tmp_path / "bare.rules").write_text(text, "utf-8")
    rules = palast.load(tmp_path / "bare.rules")
    assert {text for block, text in said(wording(rules, "de")) if block.key == "turn"} == {
        "Wähle eine Karte aus deiner Hand.",
        "Die gewählte Karte kommt zum Lost-Cards.",
        "Dein Visits steigt um 1.",
    }
    assert {text for block, text in said(wording(rules, "en")) if block.key == "turn"} == {
        "Choose a card from your hand.",
        "The chosen card goes to the lost cards.",
        "You get 1 visit.",
    }
    for language in LANGUAGES:
        for _, sentence in said(wording(rules, language)):
            assert re.search(r"\b(?:zone|counter|note|value|word|Zone|Zähler|Notiz)\b|\"|„", sentence) is None, sentence
