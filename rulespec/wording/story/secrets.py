"""Secret answers in a story, and which of them the events that follow tell as well."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from attrs import field, frozen

from rulespec.engine.events.event import Answered, Event
from rulespec.engine.game import Game
from rulespec.engine.options import Site
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import CARD

Carried: TypeAlias = dict[tuple[str, int | None], list[Event]]  # those that move or show what a player chose as a name


@frozen(eq=False)
class Secrets:
    """Decides by the rules alone which secret answers a story leaves out, so it tells every seat of the same ones."""

    game: Game
    _asked: Mapping[int, frozenset[Site]] = field(init=False, repr=False)
    _handled: Mapping[int, frozenset[str]] = field(init=False, repr=False)

    @_asked.default
    def _by_origin(self) -> Mapping[int, frozenset[Site]]:
        found: dict[int, frozenset[Site]] = {}
        for ask in self.game.asks.values():
            for origin in {ask.site.origin, ask.site.origin if ask.part is None else ask.part}:
                found[origin] = found.get(origin, frozenset()) | {ask.site}
        return found

    @_handled.default
    def _by_statement(self) -> Mapping[int, frozenset[str]]:
        names = {each.span: frozenset(_handled(each)) for each in self.game.rules.resolved.anywhere(s.AnyEffect)}
        return {at: names.get(each.span, frozenset()) for at, each in enumerate(self.game.plan.origins)}

    def is_secret(self, event: Answered) -> bool:
        """True if only the player who gave an answer knows all of it, at least at first."""
        sites = self._sites(event)
        return event.kind in ("pick", "commit") or (
            event.kind == "choose" and not all(_is_public(each) for each in sites)
        )

    def carry(self, event: Event, carried: Carried) -> None:
        """Notes the chosen cards that an event moves or shows."""
        for name in self._handled.get(-1 if event.statement is None else event.statement, ()):
            carried[name, event.player] = [event]
            carried.setdefault((name, None), []).append(event)

    def is_told(self, event: Answered, carried: Carried) -> bool:
        """True if later events move or show all cards of a secret choice."""
        sites, whose = self._sites(event), event.player if event.kind == "choose" else None
        if not sites or not all(each.names and {kind.one for kind in each.kinds} == {CARD} for each in sites):
            return False
        names = [name for each in sites for name in each.names]
        by = [carried.get((name, whose), []) for name in names]
        if event.kind == "choose":  # what precedes is about an earlier answer
            for name in names:
                carried.pop((name, whose), None)
        named = {card for some in by for each in some for card in each.named}
        return all(by) and (event.option is None or {*event.option.atoms} <= named)

    def _sites(self, event: Answered) -> frozenset[Site]:
        return self._asked.get(-1 if event.statement is None else event.statement, frozenset())


def _is_public(site: Site) -> bool:
    return all(site.public)


def _handled(effect: s.AnyEffect) -> Iterator[str]:
    """The names of chosen cards that an effect moves or shows; a set that only depends on them does not count."""
    for cards, _ in (*s.motions(effect), *s.shown(effect)):
        yield from _chosen(cards)


def _chosen(node: e.Expression) -> Iterator[str]:
    if isinstance(node, e.Chosen):
        yield node.name
    elif isinstance(node, e.Plus):
        yield from (*_chosen(node.one), *_chosen(node.other))
