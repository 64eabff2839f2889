"""Scenarios between text and tree: how they are built and printed, as far as they are not regular."""

from collections.abc import Callable, Iterator
from typing import Any, assert_never

from lark import Token

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.source import Span

INDENT = "    "


class ScenarioBuilder:
    """The part of the tree's builder for scenarios: a method for each rule that is not regular."""

    def _given(self, span: Span, seating: Any, *laid: sc.Laid | None) -> sc.Given:
        players, first = seating or (None, None)
        return sc.Given(players, first, tuple(each for each in laid if each is not None), span=span)

    def _seating(self, span: Span, *said: Any) -> tuple[int | None, sc.Seat | None]:
        players = next((int(each) for each in said if isinstance(each, Token)), None)
        return players, next((each for each in said if isinstance(each, sc.Seat)), None)

    def _when(self, span: Span, *lines: sc.Line) -> sc.When:
        return sc.When(lines, span=span)

    def _then(self, span: Span, *claims: sc.Claim) -> sc.Then:
        return sc.Then(claims, span=span)

    def _as_the_round_ends(self, span: Span, *claims: sc.Claim) -> sc.Then:
        return sc.Then(claims, ending=True, span=span)

    # ---- lines

    def _answered(self, span: Span, seat: sc.Seat, names: tuple[str, ...] | None, *said: Any) -> sc.Answered:
        return sc.Answered(seat, names or (), said, span=span)

    def _anything(self, span: Span, seat: sc.Seat, names: tuple[str, ...] | None) -> sc.Answered:
        return sc.Answered(seat, names or (), (), span=span)

    def _bound(self, span: Span, *names: Token) -> tuple[str, ...]:
        return tuple(map(str, names))

    # ---- claims

    def _has(self, span: Span, share: sc.Share, *cards: sc.Said) -> sc.Has:
        return sc.Has(share, cards, True, span=span)

    def _has_no(self, span: Span, share: sc.Share, *cards: sc.Said) -> sc.Has:
        return sc.Has(share, cards, False, span=span)

    def _knows(self, span: Span, seat: sc.Seat, share: sc.Share, *cards: sc.Said) -> sc.Knows:
        return sc.Knows(seat, share, cards, span=span)

    def _heard(self, span: Span, seat: sc.Seat, *said: Token) -> sc.Heard:
        return sc.Heard(seat, tuple(str(each)[1:-1] for each in said), span=span)

    def _round_is_over(self, span: Span, reason: Token) -> sc.Ends:
        return sc.Ends(False, str(reason), span=span)

    def _game_is_over(self, span: Span, reason: Token) -> sc.Ends:
        return sc.Ends(True, str(reason), span=span)

    def _round_goes_on(self, span: Span) -> sc.GoesOn:
        return sc.GoesOn(False, span=span)

    def _game_goes_on(self, span: Span) -> sc.GoesOn:
        return sc.GoesOn(True, span=span)

    def _offered(self, span: Span, *offers: sc.Offer) -> sc.Offered:
        return sc.Offered(offers, span=span)

    def _offered_only(self, span: Span, *offers: sc.Offer) -> sc.Offered:
        return sc.Offered(offers, True, span=span)

    def _not_offered(self, span: Span, *said: Any) -> sc.NotOffered:
        *offers, by = said
        return sc.NotOffered(tuple(offers), by, span=span)

    # ---- pieces

    def _share(self, span: Span, name: Token, of: Any, by: Token | None) -> sc.Share:
        word = by if by is None else int(by) if by.type == "INT" else str(by)
        return sc.Share(str(name), of, word, span=span)

    def _share_of_number(self, span: Span, name: Token, number: Token) -> sc.Share:
        return sc.Share(str(name), None, int(number), span=span)

    def _of_players(self, span: Span) -> str:
        return "players"

    def _of_others(self, span: Span) -> str:
        return "others"

    def _seat(self, span: Span, word: Token) -> sc.Seat:
        return sc.Seat(int(word) if word.type == "INT" else str(word), span=span)

    def _content(self, span: Span, *parts: sc.Content) -> tuple[sc.Content, ...]:
        return parts

    def _some_cards(self, span: Span, number: Token, source: e.Expression | None) -> sc.SomeCards:
        return sc.SomeCards(int(number), source, span=span)

    def _said(self, span: Span, *words: Token | int) -> sc.Said:
        return sc.Said(tuple(each if isinstance(each, int) else str(each) for each in words), span=span)

    def _figure(self, span: Span, number: Token) -> int:
        return int(number)

    def _aside(self, span: Span, said: sc.Said) -> sc.Aside:
        return sc.Aside(said.words, span=span)


# ---- printed


Show = Callable[[Any], str]  # how an expression, or a condition, is printed


def scenario_lines(scenario: d.Scenario, tail: str, show: Show) -> Iterator[str]:
    """A scenario as lines of a rule file."""
    title = "" if scenario.title is None else f' "{scenario.title}"'
    yield f"{scenario.key}{title}" + (f"    {tail}" if tail else "")
    if scenario.given is not None:
        yield from _indented(_given(scenario.given, show))
    for step in scenario.steps:
        yield from _indented(_step(step, show))


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (INDENT + line for line in lines)


def _given(given: sc.Given, show: Show) -> Iterator[str]:
    said = [] if given.players is None else [f"{given.players} player{'' if given.players == 1 else 's'}"]
    said += [] if given.first is None else [f"{given.first.called} begins"]
    yield " ".join(("given", ", ".join(said))).rstrip()
    for laid in given.laid:
        yield f"{INDENT}{_share(laid.share)}: {_content(laid.content, show)}"


def _step(step: sc.Step, show: Show) -> Iterator[str]:
    match step:
        case sc.When(lines):
            yield "when"
            yield from (INDENT + _line(line) for line in lines)
        case sc.Then(claims, ending):
            yield "then as the round ends" if ending else "then"
            yield from (INDENT + claimed(claim, show) for claim in claims)
        case _:
            assert_never(step)


def _line(line: sc.Line) -> str:
    match line:
        case sc.Answered(seat, names, said):
            return f"{' '.join((seat.called, ' and '.join(names))).rstrip()}: {_texts(said) or 'anything'}"
        case sc.Drawn(seat, said):
            return f"{seat.called} draws: {_texts(said)}"
        case sc.Dealt(seat, said):
            return f"{seat.called} is dealt: {_texts(said)}"
        case _:
            assert_never(line)


def claimed(claim: sc.Claim, show: Show) -> str:
    """What is claimed, in one line."""
    match claim:
        case sc.Holds(condition):
            return f"holds {show(condition)}"
        case sc.Shows(share, content):
            return f"{_share(share)}: {_content(content, show)}"
        case sc.Has(share, cards, wanted):
            return f"{_share(share)} has {'' if wanted else 'no '}{_texts(cards)}"
        case sc.Knows(seat, share, cards):
            return f"{seat.called} knows {_share(share)}: {_texts(cards) or 'nothing'}"
        case sc.Heard(seat, texts):
            told = ", ".join(f'"{text}"' for text in texts)
            return f"{seat.called} heard {told or 'nothing'}"
        case sc.NextIs(seat):
            return f"next: {seat.called}"
        case sc.AskedIs(seat):
            return f"asked: {seat.called}"
        case sc.Ends(game, reason):
            return f"{'game' if game else 'round'} ends {reason}"
        case sc.GoesOn(game):
            return f"{'game' if game else 'round'} goes on"
        case sc.Offered(offers, only):
            return f"offered {'only ' if only else ''}{_offers(offers)}"
        case sc.NotOffered(offers, by):
            return f"not offered {_offers(offers)}" + (f" by {by.key}" if by else "")
        case sc.WinnersAre(seats):
            return f"winners: {', '.join(seat.called for seat in seats) or 'nobody'}"
        case sc.ReturnsAre(numbers):
            return f"returns: {', '.join(map(str, numbers))}"
        case _:
            assert_never(claim)


def _share(share: sc.Share) -> str:
    if share.of is None:
        return share.name if share.by is None else f"{share.name} of {share.by}"
    by = "" if share.by is None else f" by {share.by}"
    return f"{share.name} of {share.of.called if isinstance(share.of, sc.Seat) else share.of}{by}"


def _content(content: tuple[sc.Content, ...], show: Show) -> str:
    return ", ".join(_part(each, show) for each in content) or "nothing"


def _part(part: sc.Content, show: Show) -> str:
    match part:
        case sc.Said():
            return part.text
        case sc.SomeCards(number, source):
            return f"{number} card{'' if number == 1 else 's'}" + (f" from {show(source)}" if source else "")
        case sc.TheRest():
            return "the rest"
        case _:
            assert_never(part)


def _texts(said: tuple[sc.Said | sc.Aside, ...]) -> str:
    return ", ".join(each.text for each in said)


def _offers(offers: tuple[sc.Offer, ...]) -> str:
    return " or ".join(each.text for each in offers)
