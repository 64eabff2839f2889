"""A recorded game under other rules: its first difference, and the first answer that becomes illegal."""

from attrs import evolve, field, frozen

from rulespec.engine.events.log import events
from rulespec.engine.pending import Option, Over
from rulespec.game.api import Ruleset, State
from rulespec.game.history import beginning, history
from rulespec.records.lockstep import Lockstep, Pair, Said, parting, refused
from rulespec.records.lockstep.sentences import told
from rulespec.records.lockstep.subjects import Happens
from rulespec.records.notation import SET_UP, Headings, asked, who
from rulespec.wording import Wording
from rulespec.wording.sentences.effects import begun


@frozen
class ReplayDifference:
    """A place in a game, by its heading and last answer, and what happens there by the recorded and the other rules.

    `after` is the number of moves of players and chance before it. Of an answer that does not fit, `seat` gave it to
    `question`. `recorded` is empty if the recorded rules are not at hand.
    """

    heading: str
    answer: str
    recorded: str
    other: str
    after: int
    seat: str = ""
    question: str = ""
    sides: tuple[Said, Said] | None = field(default=None, eq=False, repr=False)  # what happens there, as data
    given: Said | None = field(default=None, eq=False, repr=False)  # the answer, as data

    def told(self, words: Wording) -> "ReplayDifference":
        """The same in sentences of a language, in the words of the recorded rules."""
        if self.sides is None:
            return self
        recorded, other = (f"{Said(told(each, words.language), each.rule)}" for each in self.sides)
        answer = "" if self.given is None else told(self.given, words.language)
        return evolve(self, heading=_heading(self.heading, words), answer=answer, recorded=recorded, other=other)


@frozen
class ReplayComparison:
    """The first difference, and the first answer that does not fit; None if there is none.

    `recorded` and `other` name the rules. `fitting` answers and draws fit the other rules, from the first one on.
    """

    different: ReplayDifference | None
    illegal: ReplayDifference | None
    recorded: str = ""
    other: str = ""
    fitting: int = 0


def compare(state: State, rules: Ruleset) -> ReplayComparison:
    """Plays a game again under other rules, as far as that is possible.

    A `ValueError` if these have none of its cards, or are not for its number of players.
    """
    pair = _begun(state, rules)
    headings, heading, answer = Headings(), "", ""
    given: Said | None = None
    different: ReplayDifference | None = None
    names = state.rules.name, rules.name
    for after, option in enumerate((*(option for _, option in history(state)), None)):
        begins = headings.next(pair.one)
        before = heading, answer, given
        if begins is not None:
            heading, answer, given = begins, "", None
        found = None if different else parting(pair)
        if found is not None:
            where, answered, last = before if found.happened else (heading, answer, given)
            sides = found.one, found.other
            different = ReplayDifference(
                where, answered, str(found.one), str(found.other), after, sides=sides, given=last
            )
        if option is None:
            break
        answer = f"{who(pair.one)} {asked(pair.one)}".rstrip() + f": {option.text}"
        given = _given(pair.one, option, answer)
        refusal = refused(pair, option)
        if refusal is not None:
            texts = str(refusal[0]), str(refusal[1])
            pending = pair.one.pending
            assert not isinstance(pending, Over)
            illegal = ReplayDifference(heading, answer, *texts, after, who(pair.one), pending.prompt, refusal, given)
            return ReplayComparison(different or illegal, illegal, *names, after)
        pair = pair.after(option)
    return ReplayComparison(different, None, *names, after)


def _given(state: State, option: Option, text: str) -> Said:
    """An answer, as what happens first when it is given."""
    after = state.next(option.raw)
    new = events(after.raw_log, state.raw_log)
    return Said(text, about=Happens(after, new[0]) if new else None)


def _heading(heading: str, words: Wording) -> str:
    """A heading of a record, in the words of a language."""
    match heading.split(" ", 2):
        case ["round", number]:
            return words.phrase("story.round", number=number)
        case ["turn", number, seat]:
            return words.phrase("report.parting.turn", number=number, player=words.names.seat(seat))
        case _:
            return begun(words.phrase("report.block.set-up")) if heading == SET_UP else heading


def _begun(state: State, rules: Ruleset) -> Pair:
    """The beginning of the game by both rules."""
    if state.players not in rules.players:
        raise ValueError(f"{rules.name} does not allow {state.players} players")
    step = Lockstep.of(state.game, rules.game(state.players))
    lacks, _ = step.between.lacking
    if len(lacks) == len(state.game.material.cards) > 0:
        named = ", ".join(sorted(lacks)[:3])
        raise ValueError(f"{rules.name} lacks cards of {state.rules.name}: {named}")
    return step.beginning(beginning(state))
