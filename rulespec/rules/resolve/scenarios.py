"""Scenarios with the names in their conditions resolved; and the names in them that mean nothing."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar, assert_never

from attrs import evolve, frozen

from rulespec.language.errors import Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.kinds import CARDS
from rulespec.rules.compose import Composed
from rulespec.rules.resolve.expressions import Scope, condition, wanted
from rulespec.rules.resolve.held import Holder, which_of
from rulespec.rules.resolve.names import Names
from rulespec.rules.resolve.wrong import WrongError, wrong

T = TypeVar("T")

_OTHERWISE = {  # words of the language, or of English, where something else is written
    "and": "separate them with commas",
    "from": "write: N cards from ZONE",
    "rest": "write: the rest",
    "empty": "write: nothing",
    "no": "write: has no ...",
    "not": "write: has no ...",
}


def scenario(said: d.Scenario, scope: Scope) -> tuple[d.Scenario, list[Problem]]:
    """The scenario with what its names mean, without the lines that are wrong; and what is wrong with them."""
    resolver = _Resolver(scope, [])
    given = None if said.given is None else resolver.given(said.given)
    steps = tuple(resolver.step(step) for step in said.steps)
    if not any(isinstance(step, sc.Then) for step in steps):
        what = f"'{said.key}' expects nothing"
        remedy = "add 'then' and below it, indented, the expected result, for example: next: seat 1"
        resolver.problems.append(problem("E059", said.span.word(said.name), what, remedy))
    return evolve(said, given=given, steps=steps), resolver.problems


@frozen
class _Resolver:
    _scope: Scope
    problems: list[Problem]

    @property
    def _names(self) -> Names:
        return self._scope.names

    @property
    def _composed(self) -> Composed:
        return self._names.composed

    def given(self, given: sc.Given) -> sc.Given:
        self._each((given,), self._seated)
        return evolve(given, laid=self._each(given.laid, self._laid))

    def step(self, step: sc.Step) -> sc.Step:
        match step:
            case sc.When(lines):
                return evolve(step, lines=self._each(lines, self._line))
            case sc.Then(claims, ending):
                return evolve(step, claims=self._each(claims, self._as_it_ends if ending else self._claim))
            case _:
                assert_never(step)

    def _each(self, parts: Iterable[T], resolve: Callable[[T], T]) -> tuple[T, ...]:
        """Several lines, without those that are wrong."""
        found = []
        for part in parts:
            try:
                found.append(resolve(part))
            except WrongError as error:
                self._scope.mistakes.catch(error, self.problems)
        return tuple(found)

    # ---- given

    def _seated(self, given: sc.Given) -> sc.Given:
        declared = self._composed.one(d.Players)
        if given.players is not None and declared and not declared.least <= given.players <= declared.most:
            least, most = declared.least, declared.most
            count = f"{least}" if least == most else f"{least} to {most}"
            raise wrong(
                "E056", given, f"invalid number of players: {given.players}", f"the rules are for {count} players"
            )
        if given.first is not None:
            self._seat(given.first)
        return given

    def _laid(self, laid: sc.Laid) -> sc.Laid:
        share = self._share(laid.share, claimed=False)
        return evolve(laid, share=share, content=self._content(share, laid.content, claimed=False))

    # ---- when

    def _line(self, line: sc.Line) -> sc.Line:
        self._seat(line.seat)
        for said in line.said:
            if isinstance(said, sc.Said):
                self._words(said, self._answers)
        return line

    # ---- then

    def _as_it_ends(self, claim: sc.Claim) -> sc.Claim:
        """A claim about the moment at which a round ends, when nobody is asked and nothing has won."""
        if isinstance(claim, sc.AfterIt) or (isinstance(claim, sc.Ends) and claim.game):
            raise wrong("E056", claim, "this is not known yet when the round ends", "write it below a plain 'then'")
        return self._claim(claim)

    def _claim(self, claim: sc.Claim) -> sc.Claim:
        if isinstance(claim, sc.Shows | sc.Has | sc.Knows):
            claim = evolve(claim, share=self._share(claim.share, claimed=True))
        match claim:
            case sc.Holds(test):
                return evolve(claim, condition=condition(test, self._scope))
            case sc.Shows(share, content):
                return evolve(claim, content=self._content(share, content, claimed=True))
            case sc.Has(share, cards):
                self._cards(claim, share, cards)
            case sc.Knows(seat, share, cards):
                self._seat(seat)
                self._cards(claim, share, cards)
            case sc.NextIs(seat) | sc.AskedIs(seat) | sc.Heard(seat):
                self._seat(seat)
            case sc.WinnersAre(seats):
                for seat in seats:
                    self._seat(seat)
            case sc.Ends(game, reason):
                kind: type[d.RoundEnds | d.GameEnds] = d.GameEnds if game else d.RoundEnds
                known = {each.name for each in self._composed.of(kind)}
                if reason not in known:
                    raise self._scope.mistakes.unknown(
                        f"reason for the {'game' if game else 'round'} to end", reason, claim.span, known
                    )
            case sc.Offered(offers) | sc.NotOffered(offers):
                for said in (each for offer in offers for each in offer.said if isinstance(each, sc.Said)):
                    self._words(said, self._answers)
                if isinstance(claim, sc.NotOffered) and claim.by is not None:
                    self._rule(claim.by)
            case sc.GoesOn() | sc.ReturnsAre():
                pass
            case _:
                assert_never(claim)
        return claim

    def _cards(self, claim: sc.Claim, share: sc.Share, cards: tuple[sc.Said, ...]) -> None:
        if self._sort(share, claimed=True) != "zone":
            raise wrong("E056", claim, f"'{share.name}' is not a zone and has no cards", f"write: {share.name}: ...")
        for card in cards:
            self._words(card, self._names.words)

    def _rule(self, rule: sc.Rule) -> None:
        if rule.key not in self._composed.entries:
            alike = {key.rpartition(" ")[2] for key in self._composed.entries if key.rpartition(" ")[0] == rule.kind}
            raise self._scope.mistakes.unknown(rule.kind, rule.name or rule.kind, rule.span, alike)

    # ---- pieces

    def _share(self, share: sc.Share, *, claimed: bool) -> sc.Share:
        """A share with its word, where there is one for each word of a list: alone, that stands where a seat would."""
        sort, holder = self._sort(share, claimed=claimed), self._names.holder(share.name)
        value = self._names.values.get(share.name)
        if value is not None and value.about[1] is not None:
            what = f"'{share.name}' is a value of a {value.about[0]} by a {value.about[1]}"
            raise wrong("E024", share, what, f"write: holds {share.name} of ... by ... is ...")
        if holder is not None and holder.by is not None:
            share = self._by(share, holder)
        elif share.by is not None:
            raise wrong("E024", share, f"'{share.name}' has no key after 'by'", f"write: {share.name} ...")
        self._owner(share, sort)
        return share

    def _by(self, share: sc.Share, holder: Holder) -> sc.Share:
        if not holder.per_player and isinstance(share.of, sc.Seat) and isinstance(share.of.word, str):
            share = evolve(share, of=None, by=share.of.word) if share.by is None else share
        list_ = self._names.lists.get(str(holder.by))
        if share.by is None or list_ is None:
            raise which_of(holder, self._names, share)
        if share.by not in (holder.by, *list_.members):
            if isinstance(list_, d.WordList):
                raise self._scope.mistakes.no_word(str(share.by), list_, share.span, {list_.name})
            remedy = f"use one of {list_.name}, or '{list_.name}' for all of them"
            raise wrong("E056", share, f"'{share.name}' has no key {share.by}", remedy)
        return share

    def _sort(self, share: sc.Share, *, claimed: bool) -> str:
        """What a name stands for: something that can be laid out, or also what can be claimed."""
        names = self._names
        known: dict[str, Collection[str]] = {"zone": names.zones, "counter": names.counters, "note": names.notes}
        if claimed:
            known["value"] = names.values
        sort = next((sort for sort, among in known.items() if share.name in among), None)
        if sort is None:
            *some, last = known
            allowed = {name for among in known.values() for name in among}
            raise self._scope.mistakes.unknown(f"{', '.join(some)} or {last}", share.name, share.span, allowed)
        return sort

    def _owner(self, share: sc.Share, sort: str) -> None:
        names, name = self._names, share.name
        holder = {**names.zones, **names.counters, **names.notes, **names.values}[name]
        of = getattr(holder, "parameter", None) or (holder.by if isinstance(holder, d.Table) else None)
        if of not in (None, "player", "players"):
            what = f"'{name}' is a value of a {of}"
            raise wrong("E024", share, what, f"write: holds {name} of ... is ...")
        own = of == "player" or bool(getattr(holder, "per_player", False))
        if own and share.of is None:
            raise wrong(
                "E024", share, f"each player has their own '{name}'", f"write '{name} of seat 0' or '{name} of players'"
            )
        if not own and share.of is not None:
            raise wrong("E024", share, f"'{name}' has no owner", f"write: {name}: ...")
        if isinstance(share.of, sc.Seat):
            self._seat(share.of)

    def _seat(self, seat: sc.Seat) -> None:
        words, declared = self._names.seats, self._composed.one(d.Players)
        most = declared.most if declared else 0
        if isinstance(seat.word, int):
            if declared and seat.word >= most:
                raise wrong("E056", seat, f"unknown seat {seat.word}", f"seats go from 0 to {most - 1}")
        elif words is None:
            raise wrong("E056", seat, f"unknown player '{seat.word}'", "write 'seat 0'")
        elif seat.word not in words.words:
            raise self._scope.mistakes.unknown("player", seat.word, seat.span, set(words.words))

    def _content(self, share: sc.Share, content: tuple[sc.Content, ...], *, claimed: bool) -> tuple[sc.Content, ...]:
        sort = self._sort(share, claimed=claimed)
        for part in content:
            if isinstance(part, sc.Said):
                self._value(share, sort, part)
            elif sort not in ("zone", "value"):
                raise wrong("E056", part, f"'{share.name}' is a {sort} and has no cards")
            elif isinstance(part, sc.TheRest) and claimed:
                raise wrong("E056", part, "'the rest' is available only after 'given'", "write: N cards")
            elif isinstance(part, sc.SomeCards) and (part.source is None) != claimed:
                if claimed:
                    raise wrong("E056", part, "after 'then', cards are only counted", "write: N cards")
                remedy = f"write: {part.number} cards from ..."
                raise wrong("E056", part, "these cards need a source", remedy)
        if sort in ("counter", "note") and len(content) != (1 if content or sort == "counter" else 0):
            raise wrong(
                "E056", share, f"'{share.name}' is a {sort} and has a single value", f"write: {share.name}: ..."
            )
        scope = evolve(self._scope, chosen={})
        return tuple(
            evolve(part, source=wanted(part.source, scope, CARDS)) if isinstance(part, sc.SomeCards) and part.source
            else part
            for part in content
        )  # fmt: skip

    def _value(self, share: sc.Share, sort: str, said: sc.Said) -> None:
        number = len(said.words) == 1 and isinstance(said.words[0], int)
        if sort == "counter" and not number:
            raise wrong(
                "E056",
                said,
                f"the counter '{share.name}' needs a number, got '{said.text}'",
                "write a number, for example '2'",
            )
        if sort == "note":
            of = self._names.notes[share.name].of
            list_ = self._names.lists.get(of)
            if of == "player":
                self._words(said, self._players)
            elif isinstance(list_, d.WordList) and said.text not in list_.words:
                raise self._scope.mistakes.no_word(said.text, list_, said.span)
        elif sort != "counter":
            self._words(said, self._answers if sort == "value" else self._names.words)

    @property
    def _players(self) -> Collection[str]:
        """The words that a player is called by."""
        return self._names.seats.words if self._names.seats else ("seat",)

    @property
    def _answers(self) -> Collection[str]:
        """The words that an answer can be made of."""
        return {*self._names.words, *self._players}

    def _words(self, said: sc.Said, known: Collection[str]) -> None:
        for word in said.words:
            if isinstance(word, str) and word not in known:
                if word in _OTHERWISE:
                    raise wrong(
                        "E020", said, f"'{word}' is not part of a card, a player or an answer", _OTHERWISE[word]
                    )
                raise self._scope.mistakes.unknown("word", word, said.span, set(known))
