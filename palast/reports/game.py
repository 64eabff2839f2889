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
    returns: Annotated[dict[str, str], "what each seat gets, as a whole number or a fraction such as `1/2`"]


@frozen
class Game:
    """A game, as far as it went."""

    rules: Annotated[str, "the name of the rules"]
    title: Annotated[str, "their title"]
    seats: Annotated[list[str], "the names of the seats, from seat 0 on"]
    first: Annotated[str, "who began"]
    seat: Annotated[str | None, "with `--seat`: whose view is told"]
    bots: Annotated[str | None, "who played at the seats without a person, if not players at random"]
    engine: Annotated[str | None, "the engine that bots which simulate games began with: `native` or `python`"]
    seed: Annotated[int | None, "what decides chance and the players at random; with `--seat`, nothing of this is told"]
    turns: Annotated[int, "how many turns there were"]
    finished: Annotated[bool, "whether the game is over"]
    result: Annotated[Result | None, "how it ended, if it is over"]
    story: Annotated[list[str], "the game in lines, in the language asked for"]
    record: Annotated[str | None, "the game as `palast replay` reads it; with `--seat`, it is not told"]


@frozen
class Parting:
    """A place in a game, and what is so there by either rules."""

    heading: Annotated[str, "the round or turn"]
    answer: Annotated[str, "the answer before it; empty if it is none"]
    recorded: Annotated[str, "what happens under the rules of the record; empty if these are not available"]
    other: Annotated[str, "what is so by the other rules"]
    after: Annotated[int, "after how many answers and draws it is"]


@frozen
class Misfit:
    """An answer or draw that is not possible under other rules."""

    move: Annotated[int, "its number among the answers and draws, from 1", From(lambda found: found.after + 1)]
    heading: Annotated[str, "the round or turn"]
    seat: Annotated[str, "who answers or draws"]
    question: Annotated[str, "the question"]
    answer: Annotated[str, "the answer, as the record has it"]
    recorded: Annotated[str, "the same under the rules of the record; empty if they are not at hand"]
    other: Annotated[str, "why it is not possible under the other rules"]
    after: Annotated[int, "the number of answers and draws before it"]


@frozen
class Under:
    """A game played by other rules."""

    recorded: Annotated[str, "the name of the rules of the record"]
    other: Annotated[str, "the name of the other rules"]
    fitting: Annotated[int, "how many answers and draws fit the other rules, from the first one on"]
    different: Annotated[Parting | None, "where it first goes differently; nothing if it never does"]
    illegal: Annotated[Misfit | None, "the first answer or draw that does not fit, if one does not"]


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
