"""More cards, or fewer."""

from collections.abc import Iterator

from attrs import evolve

from palast.drafts.blocks import commented, replacing
from palast.drafts.examples import new_game
from palast.drafts.ideas import Idea, Names
from palast.drafts.laws import no_card_lost
from palast.drafts.report import Refused
from palast.drafts.said import say
from palast.drafts.table import all_cards, cards_by_players
from rulespec import Ruleset
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import walk


def ideas(rules: Ruleset, names: Names) -> Iterator[Idea] | Refused:
    """Each group of cards with more of them, or fewer."""
    if not rules.composed.of(d.Cards):
        return Refused("cards", f"{rules.name} is played without cards", "try a 'person' instead: a new word to choose")
    return (
        _idea(rules, names, cards, changed, comment)
        for cards in rules.composed.of(d.Cards)
        for changed, comment in _changes(rules, cards)
    )


def _changes(rules: Ruleset, cards: d.Cards) -> Iterator[tuple[d.Cards, str]]:
    """The cards with one more of each in a line, with one more card, or with fewer; and what to change."""
    numbered = [(at, deck) for at, deck in enumerate(cards.decks) if isinstance(deck.copies, int)]
    for more in (1, -1):
        for at, deck in reversed(numbered):
            copies = int(deck.copies) + more
            if copies > 0:
                decks = (*cards.decks[:at], evolve(deck, copies=copies), *cards.decks[at + 1 :])
                comment = f"Change the numbers in front, or add more lines: the {copies} was {deck.copies} before."
                yield evolve(cards, decks=decks), comment
        for deck in reversed(cards.decks) if more == 1 else ():
            factors = tuple(_one(rules, each) for each in deck.factors)
            comment = "Change the last line, which is new, or add more."
            yield evolve(cards, decks=(*cards.decks, evolve(deck, copies=1, factors=factors))), comment


def _one(rules: Ruleset, factor: d.Factor) -> d.Factor:
    """One word, or one number, of several that cards show."""
    lists = rules.resolved.names.lists
    said = [each.text for each in walk(factor.words) if isinstance(each, e.Name | e.Noun)]
    taken = next((lists[name] for name in said if name in lists), None)
    if not factor.each or taken is None:
        return factor
    one: e.Expression
    if isinstance(taken, d.NumberList):
        one = e.Number(factor.between.low if factor.between else taken.low, span=factor.span)
    else:
        one = e.Name(next(word for word in taken.words if word not in said), span=factor.span)
    return evolve(factor, each=False, words=one, between=None)


def _idea(rules: Ruleset, names: Names, cards: d.Cards, changed: d.Cards, comment: str) -> Idea:
    before = cards_by_players(rules)

    def shows(there: Ruleset) -> Iterator[str]:
        for players, number in _changed(before, cards_by_players(there)):
            yield new_game(
                names.free("so-many-cards"),
                f"With {players} players there are {number} cards instead of {before[players]}",
                players,
                f"holds cards in {all_cards(there)} is {number}",
            )

    def says(there: Ruleset, language: str) -> str:
        after = cards_by_players(there)
        players, number = next(_changed(before, after))
        numbers = {"before": str(before[players]), "after": str(number)}
        if len({*after.values()}) == 1:
            return say(language, "cards", **numbers)
        return say(language, "cards of players", players=str(players), **numbers)

    return Idea(
        "The deck is different.",
        (commented([comment], replacing(changed)),),
        shows,
        says,
        lambda there: no_card_lost(there, names),
        frozenset([cards.key]),
        spares=1,
    )


def _changed(before: dict[int, int], after: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The numbers of players with whom there are not as many cards as before, with how many there are."""
    return ((players, after[players]) for players in after if after[players] != before[players])
