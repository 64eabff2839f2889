"""Error correction: finds the one answer that has to be replaced for the next checksum to be right."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from rulespec.engine.pending import Over
from rulespec.game.api import State
from rulespec.language.errors import IllegalAction
from rulespec.records.notation import Checksum, one_by_one, who

TRIALS = 50_000  # answers played to find it, at most half a second


@frozen
class Answer:
    """An answer with its line, the state that it answers, and the checksum before it."""

    line: int
    said: str
    state: State
    checksum: Checksum


def changed(answers: Sequence[Answer], below: Sequence[str], checksum: str) -> tuple[Answer, str] | None:
    """The answer that was changed and its original text; None if no single change explains the checksum.

    `below` are the texts of the answers that follow, up to the line with the checksum.
    """
    trials = TRIALS
    for at, answer in enumerate(answers):
        later = [*(each.said for each in answers[at + 1 :]), *below]
        pending = answer.state.pending
        for option in () if isinstance(pending, Over) else pending.options:
            trials -= 1 + len(later)
            if trials < 0:
                return None
            if option.text != answer.said and _checksum(answer, [option.text, *later]) == checksum:
                return answer, option.text
    return None


def texts(state: State, said: str) -> list[str]:
    """The answers in a line: several if chance decides one thing after another."""
    return [" ".join(text.split()) for text in (said.split(",") if one_by_one(state.pending) else [said])]


def _checksum(answer: Answer, later: Iterable[str]) -> str | None:
    """The checksum after these answers, starting at `answer`; None if one of them is illegal."""
    checksum, state = answer.checksum.copy(), answer.state
    try:
        for said in later:
            for text in texts(state, said):
                player, state = who(state), state.apply(text)
                checksum.take(f"{player}: {text}")
    except IllegalAction:
        return None
    return checksum.at(state)
