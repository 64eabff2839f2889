"""What was received in an address or a file, described before any of it is used."""

import re
from collections.abc import Mapping, Sequence

from palast.web import protocol as p
from palast.web.failing import PageError
from palast.web.headers import header_of
from palast.web.naming import OWN, laid
from palast.web.sharing import Shared
from palast.web.shelves import names_on
from palast.web.sitting import check_bots
from rulespec.language.errors import visible
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import PLAYERS
from rulespec.language.tree.source import uniform
from rulespec.records.notation import BOTS, TITLE, UNFINISHED

_PLAYERS = re.compile(r"^players (.+)$", re.MULTILINE)
_RULES = re.compile(r"^rules (.+)$", re.MULTILINE)
_HUMAN = re.compile(r"^human (.+)$", re.MULTILINE)
_BOTS = re.compile(rf"^bots ({BOTS.pattern})$", re.MULTILINE)
_TURN = re.compile(r"^turn ", re.MULTILINE)
_RESULT = re.compile(rf"^result (?!{UNFINISHED})", re.MULTILINE)
_SHOWN = 200  # characters of a line of a record
_REMEDY = "ask the sender for the rule as a file"


def unfolded(what: Shared) -> p.Received:
    """Shared data divided into the parts of the page; a `PageError` if no page would share it so."""
    _check_seats(what.players, what.seats)
    base, layers, text = _apart(what.rules, what.texts)
    again = laid(text, base, layers)
    if again.rules != what.rules or what.texts.keys() - {again.name}:
        raise PageError("fragment", "this link contains texts that are not part of its rules", _REMEDY)
    parts = what.rules.split("+")
    known = names_on(parts[0])
    return p.Received(
        what.rules,
        base,
        layers,
        again.name,
        _title(text),
        text,
        "\n".join(map(visible, uniform(text).splitlines())),
        again.name in known,
        [part for part in parts if part not in known and part != again.name],
        what.players,
        what.seats,
        what.record,
        None if what.record is None else glimpsed(what.record),
    )


def _apart(rules: str, texts: Mapping[str, str]) -> tuple[str, list[str], str]:
    """The base, the layers and the text that make up these rules."""
    first, *others = rules.split("+")
    if len(texts) > 1:
        raise PageError("fragment", f"this link contains {len(texts)} texts (limit 1)", _REMEDY)
    for name, text in texts.items():
        if name == first and laid(text, "", []).kind == "ruleset":
            return "", others, text
        if others[-1:] == [name] and name not in names_on(first):
            others.pop()
        return first, others, text
    return first, others, ""


def _check_seats(players: int | None, seats: Sequence[str] | None) -> None:
    if players is not None and not 1 <= players <= PLAYERS.most:
        raise PageError("fragment", f"no game is for {players} players", _REMEDY)
    if seats is not None:
        if len(seats) > PLAYERS.most:
            raise PageError("fragment", PLAYERS.told(len(seats)), _REMEDY)
        check_bots(seats, len(seats))


def _title(text: str) -> str:
    tree = header_of(OWN, text) if text.strip() else None
    return visible(tree.header.title or "") if tree is not None else ""


def recognized(text: str) -> p.Recognized:
    """What kind of file a text is."""
    if text.lstrip().startswith(TITLE):
        return p.Recognized(glimpsed(text), "", "", [])
    tree = header_of(OWN, text)
    if tree is None:
        return p.Recognized(None, "", "", [])
    tried = [name for item in tree.items if isinstance(item, d.TriedOn) for name in item.rulesets]
    told = laid(text, OWN, [])
    return p.Recognized(None, told.name, told.kind, tried)


def glimpsed(record: str) -> p.Glimpse:
    """What a record claims, unverified."""
    rules, players, human, bots = (
        "" if found is None else visible(found[1][:_SHOWN])
        for found in (each.search(record) for each in (_RULES, _PLAYERS, _HUMAN, _BOTS))
    )
    names = [name.strip() for name in players.split(",")] if players else []
    return p.Glimpse(
        rules,
        names,
        [p.PERSON if name == human.strip() else bots or "random" for name in names],
        len(_TURN.findall(record)),
        _RESULT.search(record) is not None,
    )
