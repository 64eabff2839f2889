"""Circumstances in laws and claims: who is next, what is offered, why a round ended. Play cannot ask for them."""

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import CARDS, NUMBER, PLAYER, PLAYERS, Kind
from rulespec.language.tree.node import Node
from rulespec.rules.resolve.wrong import UnknownNames, wrong


@frozen
class _Known:
    """Of what kind a circumstance is, and at which moments of laws there is such a thing."""

    kind: Kind
    moments: tuple[d.Moment, ...]


_NAMED: Mapping[str, _Known] = MappingProxyType({
    "next": _Known(PLAYER, ("when asked", "after each effect", "after turn", "after round", "asked or over")),
    "asked": _Known(PLAYER, ("when asked",)),
    "answers": _Known(NUMBER, ("when asked",)),
    "winners": _Known(PLAYERS, ("after game",)),
})  # fmt: skip
_OFFERED: Mapping[str, Kind] = MappingProxyType({"cards": CARDS, "players": PLAYERS})
_ENDED: Mapping[str, tuple[type[d.RoundEnds | d.GameEnds], d.Moment]] = MappingProxyType({
    "round": (d.RoundEnds, "after round"), "game": (d.GameEnds, "after game"),
})  # fmt: skip


def named(looked: d.Looked | None) -> dict[str, Kind]:
    """The names that stand for something at a moment, with its kind."""
    return {name: known.kind for name, known in _NAMED.items() if looked in ("claimed", *known.moments)}


def is_offered(looked: d.Looked | None) -> bool:
    """Whether there is something offered at a moment."""
    return looked in ("claimed", "when asked")


def ended(looked: d.Looked | None) -> dict[str, type[d.RoundEnds | d.GameEnds]]:
    """What may have ended by a moment, with the class of the reasons for it."""
    return {name: kind for name, (kind, moment) in _ENDED.items() if looked in ("claimed", moment)}


def circumstance(node: e.Name, looked: d.Looked | None) -> e.Expression | None:
    """What a name means that the rules do not declare; None for other names."""
    known = _NAMED.get(node.text)
    if known is None:
        return None
    _require(node, node.text, looked, known.moments)
    return e.Circumstance(node.text, kind=known.kind, span=node.span)


def offered(
    node: e.InAnswers, looked: d.Looked | None, mistakes: UnknownNames, kinds: Mapping[str, Kind]
) -> e.Expression:
    """The members of a sort, or of a list, that the answers speak of."""
    said = f"{node.name} offered"
    kind = _OFFERED.get(node.name) or kinds.get(node.name)
    if kind is None:
        raise mistakes.unknown("word list", node.name, node.span, {*_OFFERED, *kinds})
    _require(node, said, looked, ("when asked",))
    return e.Circumstance(said, kind=kind, span=node.span)


def ended_by(node: e.EndedBy, looked: d.Looked | None, mistakes: UnknownNames) -> e.EndedBy:
    """The condition, of a reason that is declared."""
    if node.of not in _ENDED:
        raise mistakes.unknown("thing that ends", node.of, node.span, set(_ENDED))
    kind, moment = _ENDED[node.of]
    _require(node, f"{node.of} ended by", looked, (moment,))
    known = {each.name for each in mistakes.names.composed.of(kind)}
    if node.reason not in known:
        raise mistakes.unknown(f"reason for the {node.of} to end", node.reason, node.span, known)
    return node


def _require(node: Node, said: str, looked: d.Looked | None, moments: tuple[d.Moment, ...]) -> None:
    if looked not in ("claimed", *moments):
        *some, last = [f"'{moment}'" for moment in moments if moment != "asked or over"]
        when = f"{', '.join(some)} or {last}" if some else last
        what = f"'{said}' is available only in a law {when}, and in a scenario after 'holds'"
        raise wrong("E024", node, what, f"write: always NAME {moments[0]}: ...")
