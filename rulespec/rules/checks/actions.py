from collections.abc import Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=True)
def names_of_actions(rules: Rules) -> Iterator[Problem]:
    """Every action is that of a word."""
    known = {*rules.names.words, *rules.composed.reported}
    for action in rules.composed.of(d.Action):
        if action.name not in known:
            remedy = did_you_mean(action.name, rules.names.words)
            place = action.span.word(action.name)
            yield problem(
                "E020", place, f"unknown word '{action.name}'; actions are named after the words of a list", remedy
            )


@demand(first=False)
def actions(rules: Rules) -> Iterator[Problem]:
    """Every word that can be performed has an action."""
    asked: set[str] = set()
    known = {action.name for action in rules.of(d.Action)}
    lists: set[str] = set()  # of which any word may be performed
    for node in rules.within(s.Perform):
        list_ = str(kind_of(node.word).list)
        if isinstance(node.word, e.WordOf):
            words: tuple[str, ...] = (node.word.word,)
        elif list_ in lists:
            continue
        else:
            words = rules.words(list_)
            lists.add(list_)
        missing = [word for word in words if word not in known and word not in asked]
        if missing:
            asked |= set(missing)
            what = ", ".join(f"'{word}'" for word in missing)
            remedy = f"declare 'action {', '.join(missing)}', with 'nothing' below it if it has no effect"
            yield problem("E031", node.span, f"no action for {what}", remedy)
