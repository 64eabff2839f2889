"""Looking up rules during a game: what a block says, and what a card does, as it is written or in plain words."""

from collections.abc import Collection

from palast.prompt.called import Called, plain
from palast.prompt.said import say
from rulespec.engine.game import Game
from rulespec.game.explain import find, stated
from rulespec.language.suggest import nearest
from rulespec.rules.material import Card
from rulespec.rules.rulebook import RuleBook
from rulespec.wording import Wording


def rule(rules: RuleBook, words: str, language: str) -> list[str]:
    """The lines of a block with the rulings that it cites; or of a message that suggests others."""
    try:
        return stated(rules, find(rules, words), language)
    except LookupError as error:
        return [str(error.args[0])]


def about(game: Game, said: str, language: str) -> list[str]:
    """The actions named by what a card shows; for other names the block. Several are separated by commas."""
    rules, found = game.rules, list[str]()
    for name in said.split(", "):
        card = next((each for each in game.material.cards if each.name.casefold() == name.casefold()), None)
        if card is None:
            found += rule(rules, name, language)
            continue
        shown = [str(word) for word in card.attributes.values()]
        actions = [action for word in shown if (action := rules.resolved.action(word)) is not None]
        for action in actions:
            found += stated(rules, action.key, language)
        if not actions:
            found.append(f"{card.name} has no action ({', '.join(shown)})")
    return list(dict.fromkeys(found)) if len(said.split(", ")) > 1 else found


def in_words(called: Called, said: str, answers: Collection[str] = ()) -> list[str]:
    """What cards do, or what other blocks say, in plain words. Several are separated by commas.

    Of parts of `answers` that are neither, it asks which card is meant.
    """
    parts = {part for answer in answers for part in answer.split(", ")}
    return list(dict.fromkeys(line for name in said.split(", ") for line in _in_words(called, name, parts)))


def _in_words(called: Called, name: str, parts: Collection[str]) -> list[str]:
    """The actions of what a card shows, of a word by itself, or of another name."""
    words, rules = called.words, called.game.rules
    card = called.card_called(name)
    if card is not None:
        actions = {called.word(word): action for _, word in card.shown if (action := rules.resolved.action(str(word)))}
        if not actions:
            return [say(words, "does nothing", card=called.card(card))]
        return [_explained(called, shown, action.key) for shown, action in actions.items()]
    for shown, word in _words(called).items():
        action = rules.resolved.action(word)
        if action is not None and plain(name) in (plain(shown), plain(word)):
            return [_explained(called, shown, action.key)]
    if name in parts and name in called.game.seat_names:
        return [say(words, "explain what")]
    try:
        return [_explained(called, "", find(rules, name))]
    except LookupError:
        if name in parts:
            return [say(words, "explain what")]
        near = nearest(name, [*_words(called), *map(called.card, called.game.material.cards)])
        return [say(words, "unknown.near" if near else "unknown", name=name, near=near or "")]


def deeds(called: Called, card: Card) -> list[str]:
    """What a card does: a paragraph for each of its words that has an action."""
    actions = (called.game.rules.resolved.action(str(word)) for _, word in card.shown)
    return [said for action in actions if action is not None and (said := in_one(called, action.key))]


def in_one(called: Called, key: str) -> str:
    """What a block says, as it is written, else worked out; nothing of what the rules only rest on."""
    return called.words.said(key, players=called.game.players) or worked_out(called.words, key)


def _explained(called: Called, name: str, key: str) -> str:
    """What a block says, as it is written, else worked out; what the rules only rest on is shown.

    What a card shows stands before it by `name`.
    """
    text = in_one(called, key)
    if not text:
        return "\n".join(stated(called.game.rules, key, called.words.language))
    return say(called.words, "explained", name=name, text=text) if name else text


def worked_out(words: Wording, key: str) -> str:
    """What a block says as it follows from the rules, in one paragraph; nothing of what the rules only rest on."""
    block = words.rules.resolved.blocks.get(key)
    return "" if block is None else " ".join(map(str, words.sentences.sentences(block)))


def _words(called: Called) -> dict[str, str]:
    """What cards show, by what it is called in the language."""
    shown = {str(word) for card in called.game.material.cards for _, word in card.shown}
    return {called.word(word): word for word in sorted(shown)}
