"""What always holds: of an end, of new cards, or of any game."""

from collections.abc import Iterator

from palast.drafts.ideas import Names
from palast.drafts.table import all_cards, by_players, cards_by_players, scores, single_counters
from rulespec import Ruleset
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Node, children


def of_any_game(rules: Ruleset, names: Names) -> Iterator[str]:
    """Laws that each game can have, the one that says most first: of cards, of counters, of whoever is asked."""
    yield from no_card_lost(rules, names)
    for counter in scores(rules):
        yield f"always {names.free('never-below')}: every player where own {counter.name} is at least 0\n"
    for counter in single_counters(rules):
        yield f"always {names.free('never-below')}: {counter.name} is at least 0\n"
    yield f"always {names.free('an-answer')} when asked: answers is at least 1\n"


def no_card_lost(rules: Ruleset, names: Names) -> Iterator[str]:
    """A law that says how many cards there are, where there are any and that can be said."""
    number = by_players(cards_by_players(rules))
    if number not in (None, "0"):
        yield f"always {names.free('no-card-lost')}: cards in {all_cards(rules)} is {number}\n"


def no_card_of_a_word_lost(rules: Ruleset, names: Names, word: str) -> Iterator[str]:
    """A law that says how many cards show a word, where there are any and that can be said."""
    number = by_players({players: _showing(rules, players, word) for players in rules.players})
    if number not in (None, "0"):
        yield f"always {names.free('new-cards')}: cards in ({all_cards(rules)}, where it is {word}) is {number}\n"


def _showing(rules: Ruleset, players: int, word: str) -> int:
    return sum(word in card.attributes.values() for card in rules.game(players).material.cards)


def ended_so(names: Names, key: str, condition: str) -> str:
    """A law that says what held whenever the reason with a key was an end."""
    of, _, reason = key.split()
    return f"always {names.free('ended-so')} after {of}: if {of} ended by {reason} then {condition}\n"


def at_its_end(names: Names, reason: d.Reason) -> str:
    """The same of what a reason says: as it is nobody's turn then, what is said of `own` is said of some player."""
    said = show(reason.condition)
    return ended_so(names, reason.key, f"some player where {said}" if _speaks_of_own(reason.condition) else said)


def _speaks_of_own(node: Node) -> bool:
    """Whether it speaks of somebody's own whom it does not look at itself."""
    if isinstance(node, e.Quantified) and node.member.players:
        return False
    return isinstance(node, e.Own) or any(map(_speaks_of_own, children(node)))
