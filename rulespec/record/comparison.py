"""A recorded game under other rules: its first difference, and the first answer that becomes illegal."""

from attrs import frozen

from rulespec.api import Ruleset, State
from rulespec.history import beginning, history
from rulespec.lockstep import Lockstep, Pair, parting, refused
from rulespec.record.notation import Headings, asked, who


@frozen
class ReplayDifference:
    """A place in a game, by its heading and last answer, and what happens there by the recorded and the other rules.

    `after` is the number of moves of players and chance before it.
    """

    heading: str
    answer: str
    recorded: str
    other: str
    after: int


@frozen
class ReplayComparison:
    """The first difference, and the first illegal answer; None if there is none."""

    different: ReplayDifference | None
    illegal: ReplayDifference | None


def compare(state: State, rules: Ruleset) -> ReplayComparison:
    """Plays a game again under other rules, as far as that is possible.

    A `ValueError` if these have none of its cards, or are not for its number of players.
    """
    pair = _begun(state, rules)
    headings, heading, answer = Headings(), "", ""
    different: ReplayDifference | None = None
    for after, option in enumerate((*(option for _, option in history(state)), None)):
        begins = headings.next(pair.one)
        before = heading, answer
        if begins is not None:
            heading, answer = begins, ""
        found = None if different else parting(pair)
        if found is not None:
            at = before if found.happened else (heading, answer)
            different = ReplayDifference(*at, str(found.one), str(found.other), after)
        if option is None:
            break
        answer = f"{who(pair.one)} {asked(pair.one)}".rstrip() + f": {option.text}"
        refusal = refused(pair, option)
        if refusal is not None:
            illegal = ReplayDifference(heading, answer, str(refusal[0]), str(refusal[1]), after)
            return ReplayComparison(different or illegal, illegal)
        pair = pair.after(option)
    return ReplayComparison(different, None)


def _begun(state: State, rules: Ruleset) -> Pair:
    """The beginning of the game by both rules."""
    if state.players not in rules.players:
        raise ValueError(f"{rules.name} is not for {state.players} players")
    step = Lockstep.of(state.game, rules.game(state.players))
    lacks, _ = step.between.lacking
    if len(lacks) == len(state.game.material.cards) > 0:
        named = ", ".join(sorted(lacks)[:3])
        raise ValueError(f"{rules.name} has none of the cards of {state.rules.name}: no {named}")
    return step.beginning(beginning(state))
