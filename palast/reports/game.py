"""Games that `palast play` and `palast replay` tell, as JSON."""

from collections.abc import Iterable
from typing import Annotated

from attrs import frozen

from palast.reports.form import From
from rulespec.experiments.suite.saved_game import text_of
from rulespec.records import Record


@frozen
class Result:
    """How a game ended."""

    winners: Annotated[list[str], "the seats that won, by their names"]
    returns: Annotated[dict[str, str], "the return of each seat, as a whole number or a fraction such as `1/2`"]


@frozen
class Game:
    """A game, as far as it went."""

    rules: Annotated[str, "the name of the rules"]
    title: Annotated[str, "their title"]
    seats: Annotated[list[str], "the names of the seats, from seat 0 on"]
    first: Annotated[str, "who began"]
    seat: Annotated[str | None, "with `--seat`: the player whose view this is"]
    bots: Annotated[str | None, "the bots, if they are not random players"]
    engine: Annotated[str | None, "the engine that searching bots started with: `native` or `python`"]
    seed: Annotated[int | None, "the random seed; none with `--seat`"]
    turns: Annotated[int, "how many turns there were"]
    finished: Annotated[bool, "whether the game is over"]
    result: Annotated[Result | None, "how it ended, if it is over"]
    story: Annotated[list[str], "the game in lines, in the language asked for"]
    record: Annotated[str | None, "the game as `palast replay` reads it; none with `--seat`"]


@frozen
class Parting:
    """A place in a game, and what is so there by either rules."""

    heading: Annotated[str, "the round or turn"]
    answer: Annotated[str, "the answer before it; empty if it is none"]
    recorded: Annotated[str, "the event under the rules of the record; empty if these are not available"]
    other: Annotated[str, "the result under the other rules"]
    after: Annotated[int, "number of answers and draws before it"]


@frozen
class Misfit:
    """An answer or draw that is not possible under other rules."""

    move: Annotated[int, "its number among the answers and draws, from 1", From(lambda found: found.after + 1)]
    heading: Annotated[str, "the round or turn"]
    seat: Annotated[str, "the player who answers or draws"]
    question: Annotated[str, "the question"]
    answer: Annotated[str, "the answer, as the record has it"]
    recorded: Annotated[str, "the event under the rules of the record; empty if these are not available"]
    other: Annotated[str, "why the other rules forbid it"]
    after: Annotated[int, "the number of answers and draws before it"]


@frozen
class Under:
    """A game played by other rules."""

    recorded: Annotated[str, "the name of the rules of the record"]
    other: Annotated[str, "the name of the other rules"]
    fitting: Annotated[int, "number of answers and draws, from the first, that fit the other rules"]
    different: Annotated[Parting | None, "the first difference, if there is one"]
    illegal: Annotated[Misfit | None, "the first answer or draw that does not fit, if there is one"]


def game(record: Record, seat: int | None, story: Iterable[str]) -> Game:
    """A game as it is told in a story: all of it, or what a seat saw."""
    names = record.state.game.seat_names
    result = None
    if record.finished:
        over = record.result
        returns = {name: str(each) for name, each in zip(names, over.returns, strict=True)}
        result = Result([names[each] for each in over.winners], returns)
    return Game(
        rules=record.rules.name,
        title=record.rules.title,
        seats=[*names],
        first=names[record.first],
        seat=None if seat is None else names[seat],
        bots=record.bots,
        engine=record.engine,
        seed=record.seed if seat is None else None,
        turns=record.state.turns,
        finished=record.finished,
        result=result,
        story=[*story],
        record=text_of(record) if seat is None else None,
    )
