"""A new word: somebody new whose card does something, a new card, or something new to choose."""

from collections.abc import Iterator

from palast.drafts.blocks import INDENT, commented
from palast.drafts.effects import Small, small
from palast.drafts.examples import new_game, shown_by
from palast.drafts.ideas import Idea, Names
from palast.drafts.laws import no_card_lost, no_card_of_a_word_lost
from palast.drafts.laying import broken_laws, laid
from palast.drafts.report import Refused
from palast.drafts.said import say, sentences
from palast.drafts.table import all_cards, cards_by_players
from rulespec import Ruleset
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of


def ideas(rules: Ruleset, names: Names) -> Iterator[Idea] | Refused:
    """A new word of a list whose words are performed, else of one that cards show, else of one that is chosen from."""
    if not rules.composed.of(d.WordList):
        return Refused("person", f"{rules.name} has no lists of words", "try 'numbers' or an 'end' instead")
    return _ideas(rules, names)


def _ideas(rules: Ruleset, names: Names) -> Iterator[Idea]:
    lists = {each.name: each for each in rules.composed.of(d.WordList)}
    shown = [name for name in lists if name in rules.resolved.names.shown]
    acting = _performed(rules)
    for name in sorted((name for name in acting if name in lists), key=lambda name: name not in shown):
        spares = _spares(rules, names, lists[name])
        for effect in small(rules, names.free("chosen-one")):
            yield _acting(names, lists[name], effect, spares)
    for name in shown:
        if name not in acting:
            yield _lying(rules, names, lists[name])
    for name in lists:
        if name not in acting and name not in shown:
            yield _chosen(names, lists[name])


def _performed(rules: Ruleset) -> tuple[str, ...]:
    """The lists of which any word can be performed."""
    words = (each.word for each in rules.resolved.within(s.Perform))
    return tuple(dict.fromkeys(str(kind_of(word).list) for word in words if not isinstance(word, e.WordOf)))


def _spares(rules: Ruleset, names: Names, list_: d.WordList) -> int:
    """How many laws do not hold any more as soon as there is another word, whatever is done."""
    word = names.word(list_.words[-1])
    there = laid(rules, names.wanted, f"layer spared\nadd {word} to {list_.name}\nadd action {word}: nothing\n")
    return len(broken_laws(there)) if there is not None else 0


def _acting(names: Names, list_: d.WordList, effect: Small, spares: int) -> Idea:
    word = names.word(list_.words[-1])
    key = f"action {word}"
    body = "\n".join(f"{INDENT}{line}" for line in effect.lines)
    return Idea(
        f"There is a new {list_.name} with an action.",
        (
            commented(["Choose the name, here and below."], f"add {word} to {list_.name}\n"),
            commented(["Change the effect: 'palast manual language' lists them all."], f"add {key}\n{body}\n"),
        ),
        lambda there: shown_by(there, key, names.free("new-one"), f"The effect of {word}", effect),
        lambda there, language: say(
            language, "person acts", word=_named(word), does=" ".join(sentences(there, language, key))
        ),
        lambda there: no_card_of_a_word_lost(there, names, word),
        spares=spares,
        word=(word, list_.words[-1]),
    )


def _lying(rules: Ruleset, names: Names, list_: d.WordList) -> Idea:
    word = names.word(list_.words[-1])
    before = cards_by_players(rules)

    def shows(there: Ruleset) -> Iterator[str]:
        after = cards_by_players(there)
        for players in there.players:
            if after[players] > before[players]:
                yield new_game(
                    names.free("new-one"),
                    f"With {word} there are {after[players]} cards instead of {before[players]}",
                    players,
                    f"holds cards in ({all_cards(there)}, where it is {word}) is {after[players] - before[players]}",
                )
                return

    return Idea(
        f"There is a new {list_.name}, with cards of its own.",
        (commented(["Choose the name, here and below. It is ranked last."], f"add {word} to {list_.name}\n"),),
        shows,
        lambda there, language: say(language, "person lies", word=_named(word)),
        lambda there: no_card_lost(there, names),
        spares=1,
        word=(word, list_.words[-1]),
    )


def _chosen(names: Names, list_: d.WordList) -> Idea:
    word = names.word(list_.words[-1])
    count = len(list_.words) + 1
    return Idea(
        f"There is a new {list_.name}.",
        (commented(["Choose the name, here and below. It is ranked last."], f"add {word} to {list_.name}\n"),),
        lambda there: (
            new_game(names.free("new-one"), f"{word} {title}", there.players[0], claim)
            for title, claim in (
                ("can be chosen", f"offered {word}"),
                (f"is one of {count}", f"holds number of {list_.name} is {count}"),
            )
        ),
        lambda there, language: say(language, "person is chosen", word=_named(word)),
        word=(word, list_.words[-1]),
    )


def _named(word: str) -> str:
    """A word in a text for people, by its forms."""
    return f"{{{word}}}"
