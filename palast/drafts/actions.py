"""Another action for a card; where no card has one, a block that does something more."""

from collections.abc import Iterator

from palast.drafts.blocks import INDENT, commented, with_more
from palast.drafts.effects import Small, small
from palast.drafts.examples import shown_by
from palast.drafts.ideas import Idea, Names
from palast.drafts.report import Refused
from palast.drafts.said import say, sentences
from rulespec import Ruleset
from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk

SHORT = 3  # actions that are tried, the shortest first


def ideas(rules: Ruleset, names: Names) -> Iterator[Idea] | Refused:
    """The shortest action with something more; or the turn, or what comes after it, where there are no actions."""
    effects = [*small(rules, names.free("chosen-one"))]
    if not effects:
        return Refused(
            "action",
            f"{rules.name} has no pile, no hands and no counters for a small effect",
            "try 'numbers' or an 'end' instead",
        )
    actions = sorted(rules.composed.of(d.Action), key=lambda each: len(lines(each)))
    blocks: list[d.NamedBlock | d.Block] = [*actions[:SHORT]]
    blocks += [*rules.composed.of(d.Turn), *rules.composed.of(d.AfterTurn)]
    return (_idea(names, block, effect) for block in blocks for effect in effects if _fits(block, effect))


def _fits(block: d.Block, effect: Small) -> bool:
    """Whether a block does not do the same already, so that something is different."""
    return not any(isinstance(each, s.Choose) and effect.who in each.names for each in walk(block))


def _idea(names: Names, block: d.Block, effect: Small) -> Idea:
    key = block.key
    what = f"'{key}'" if isinstance(block, d.NamedBlock) else f"the {key}"
    more = [f"{INDENT}# This is new: change it, or the lines above it."]
    more += [f"{INDENT}{line}" for line in effect.lines]

    def says(there: Ruleset, language: str) -> str:
        does = " ".join(sentences(there, language, key)[-len(effect.lines) :])
        if isinstance(block, d.Action):
            return say(language, "action", word=f"{{{block.name}}}", does=does)
        return say(language, "turn", does=does)

    return Idea(
        f"One more thing happens in {what}.",
        (commented(["As before, with something more at the end."], with_more(block, more)),),
        lambda there: shown_by(there, key, names.free("one-thing-more"), f"The new effect in {what}", effect),
        says,
        touches=frozenset([key]),
    )
