"""A game that is kept, told in lines: its heading, all of it, or what one player saw."""

from collections.abc import Iterator

from palast.prompt.board import Board
from palast.prompt.called import Called
from rulespec import SPECTATOR
from rulespec.engine.events.log import events
from rulespec.game.history import history
from rulespec.records import Record
from rulespec.rules.texts.grammar.phrase import alike
from rulespec.wording import Wording
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.narration.standings import known_by_all
from rulespec.wording.page import Page


def head(record: Record, out: Page, words: Wording, human: int | None, *, seed: bool) -> list[str]:
    """The heading: the game and the players; the seed is not for players, as it reveals all draws."""
    names = [alike(words.names.seat(each)) for each in record.state.game.seat_names]
    said = [each.nominative for each in names]
    if human is not None:
        said[human] = words.phrase("heading.you", player=names[human])
    many = words.phrase("players.one", least=str(record.players))
    parts = [words.phrase("heading", players=many, names=", ".join(said))]
    parts += [words.phrase("heading.bots", bots=record.bots)] if record.bots else []
    parts += [words.phrase("heading.seed", seed=str(record.seed))] if seed else []
    return [*out.lines(f"{words.title} ({record.rules.name})"), *out.lines("; ".join(parts))]


def story(record: Record, out: Page, words: Wording) -> Iterator[str]:
    """The whole game, with all cards."""
    view = record.state.view(SPECTATOR)
    narrator = Narrator(record.state.game, out, words, lambda: record.state, view=lambda: view)
    told, log = 0, record.state.log
    for until, said in _remarks(record):
        yield from narrator.tell(log[told:until])
        yield from out.lines(said, lead="    # ", hang=6)
        told = until
    yield from narrator.tell(log[told:])
    if record.finished:
        yield from narrator.outcome(record.result)
    yield from Board(Called(words, record.state.game), view, out).cards()


def seen(record: Record, seat: int, out: Page, words: Wording) -> Iterator[str]:
    """The game as one player saw it, from his view alone."""
    view, state = record.state.view(seat), known_by_all(record.rules, lambda: record.state)
    narrator = Narrator(record.state.game, out, words, state, hearer=seat, view=lambda: view)
    yield from narrator.tell(view.log)
    if view.result is not None:
        yield from narrator.outcome(view.result)
    yield from Board(Called(words, record.state.game), view, out).lines()


def _remarks(record: Record) -> Iterator[tuple[int, str]]:
    """The comments of a record, each with the number of events before it."""
    if not record.comments:
        return
    log, hearing = record.state.log, record.state.game.hearing(None)
    reached = [here for here, _ in history(record.state)]
    before, until = None, 0  # how far events are counted
    for comment in record.comments:
        if comment.after == len(reached):
            yield len(log), comment.text
            continue
        if comment.after:
            here = reached[comment.after].raw_log
            before, until = here, until + len(hearing.teller.tell(hearing.events(events(here, before))))
        told = until
        while told and log[told - 1].kind in ("round", "turn"):
            told -= 1  # before the heading of what begins next
        yield told, comment.text
