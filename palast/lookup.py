"""Looking up rules during a game: what a block says, and what a card does."""

from rulespec.explain import find, stated
from rulespec.game import Game
from rulespec.rulebook import RuleBook


def rule(rules: RuleBook, words: str) -> list[str]:
    """The lines of a block with the rulings that it cites; or of a message that suggests others."""
    try:
        return stated(rules, find(rules, words))
    except LookupError as error:
        return [str(error.args[0])]


def about(game: Game, said: str) -> list[str]:
    """The actions named by what a card shows; for other names the block. Several are separated by commas."""
    rules, found = game.rules, list[str]()
    for name in said.split(", "):
        card = next((each for each in game.material.cards if each.name.casefold() == name.casefold()), None)
        if card is None:
            found += rule(rules, name)
            continue
        shown = [str(word) for word in card.attributes.values()]
        actions = [action for word in shown if (action := rules.resolved.action(word)) is not None]
        for action in actions:
            found += stated(rules, action.key)
        if not actions:
            found.append(f"{card.name} shows {', '.join(shown)}; no action is called by that")
    return list(dict.fromkeys(found)) if len(said.split(", ")) > 1 else found
