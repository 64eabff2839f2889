"""A person at a seat of a match: asked at the terminal until the game ends, or he leaves and it is kept."""

import sys

from palast.human import Human, QuitError, TakeBackError
from palast.keeping import Keeper
from palast.match import Match
from palast.options import KEPT
from palast.prompt.said import say
from rulespec import Decision
from rulespec.game.history import history
from rulespec.language.errors import called
from rulespec.records import Record
from rulespec.wording import Wording
from rulespec.wording.page import Page

LEFT = KEPT / "left"  # the folder for games that were left
_NO = ("n", "no", "nein")


def sit_in(match: Match, seat: int, keeper: Keeper, out: Page, words: Wording) -> bool:
    """Plays with a person at a seat; whether the game has ended."""
    human = Human(match.record.state.game, out, lambda: match.record.state, match.take_back, words, seat)
    try:
        if _is_untouched(match.record, seat):
            human.welcome()
            print()
        _play_on(match, seat, human, keeper)
    except (QuitError, KeyboardInterrupt) as left:
        interrupted = isinstance(left, KeyboardInterrupt)
        print("\n" * interrupted, end="")
        if keeper.path is None and not _is_untouched(match.record, seat) and _wants_it_kept(words):
            keeper.keep_somewhere(match.record, LEFT)
        remedy = say(words, "go on", file=called(keeper.path)) if keeper.path else ""
        for said in filter(None, (say(words, "left"), remedy)):
            for line in out.lines(said):
                print(line)
        if interrupted:
            raise
        return False
    view = match.record.state.view(seat)
    human.hear(view)
    human.show_end(view, match.record.state, match.record.result)
    return True


def _play_on(match: Match, seat: int, human: Human, keeper: Keeper) -> None:
    _wait(match, human)
    while (decision := match.asked) is not None:
        try:
            match.answer(human(match.record.state.view(seat), decision))
        except TakeBackError:
            human.go_back(match.record.state.view(seat))
        keeper.keep_if_possible(match.record)
        _wait(match, human)


def _wait(match: Match, human: Human) -> None:
    """Goes on until the person is asked; only players that think take their time."""
    if match.record.bots is None or match.asked is not None:
        match.go_on()
    else:
        human.wait(match.go_on)


def _is_untouched(record: Record, seat: int) -> bool:
    """Whether a seat has answered nothing yet."""
    return not any(
        isinstance(state.pending, Decision) and state.pending.player == seat for state, _ in history(record.state)
    )


def _wants_it_kept(words: Wording) -> bool:
    """Asks whether to keep a game that was left; without a terminal it is kept, and where somebody leaves at once."""
    if not sys.stdin.isatty():
        return True
    try:
        return input(f"{say(words, 'keep')} ").strip().casefold() not in _NO
    except (EOFError, KeyboardInterrupt):
        print()
        return True
