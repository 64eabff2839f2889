"""Decisions as data: the options with their atoms, and which remain as one atom after the other is clicked."""

from collections import Counter
from collections.abc import Iterable, Sequence

from palast.question import parts_of
from palast.web import protocol as p
from palast.web.story import block_and_cites
from palast.web.table import Things
from rulespec import Card, Decision, Option
from rulespec.agents import Worth
from rulespec.api import View
from rulespec.narration.telling import rule_of
from rulespec.pending import Atom
from rulespec.plan.options import ENOUGH
from rulespec.wording import wording
from rulespec.wording.questions import question

LISTED = 200  # options that are sent
HINTED = 40  # options of a hint that are sent


def asked(view: View, decision: Decision, things: Things) -> p.Asked:
    """The decision of a view's player."""
    game, options = view.game, decision.options
    sizes = [len(option.atoms) for option in options if option.atoms] or [0]
    return p.Asked(
        question(wording(view.rules, "en"), decision, view),
        *block_and_cites(rule_of(game.rules, decision.block)),
        _atoms(options, things),
        min(sizes),
        max(sizes),
        [_option(each, things) for each in options[:LISTED]],
        len(options),
    )


def chosen(decision: Decision, things: Things, clicked: Sequence[str]) -> p.Chosen:
    """The options that contain the clicked atoms, in any order.

    Where several options have the same atoms, as with two cards under two names, the order of the clicks decides.
    """
    wanted = Counter(clicked)
    left = [(option, keys_of(option, things)) for option in decision.options]
    left = [(option, keys) for option, keys in left if len(keys) >= len(clicked) and wanted <= Counter(keys)]
    whole = [(option, keys) for option, keys in left if len(keys) == len(clicked)]
    if not clicked:  # declining has its own button
        whole = []
    in_order = [option for option, keys in whole if keys == [*clicked]]
    found = in_order or [option for option, _ in whole]
    further = {key for _, keys in left for key in Counter(keys) - wanted}
    following = [atom for atom in _atoms([option for option, _ in left], things) if atom.key in further]
    return p.Chosen(following, _option(found[0], things) if found else None, len(left))


def hinted(worths: Iterable[Worth], things: Things, *, wins: bool) -> p.Hinted:
    """The options that a search has tried, the most promising first."""
    tried = sorted((each for each in worths if each.playouts), key=lambda each: (-each.playouts, -each.mean))
    told = [p.Worth(_option(each.option, things), each.playouts, float(each.mean)) for each in tried[:HINTED]]
    return p.Hinted(1.0, told, sum(each.playouts for each in tried), wins)


def _option(option: Option, things: Things) -> p.Option:
    what: p.Answered = "choice"
    if option.atoms == (True,) and option.atoms[0] is True:
        what = "yes"
    elif not option.atoms:
        what = "enough" if option.text == ENOUGH else "decline"
    return p.Option(option.text, str(option), what, keys_of(option, things))


def keys_of(option: Option, things: Things) -> list[str]:
    """The keys of the atoms of an option."""
    return [_key(atom, text, things) for atom, text in zip(option.atoms, parts_of(option), strict=False)]


def _key(atom: Atom, text: str, things: Things) -> str:
    """The key of an atom; seats are integers, too, but are written as names."""
    match atom:
        case Card():
            return f"card {things.numbers[atom]}"
        case bool():
            return "yes"
        case int():
            return f"number {atom}" if text == str(atom) else f"seat {atom}"
        case str():
            return f"word {atom}"


def _atoms(options: Iterable[Option], things: Things) -> list[p.Atom]:
    """The distinct atoms of some options, those that are asked for first before the others."""
    found: dict[str, p.Atom] = {}
    places: dict[str, int] = {}
    for option in options:
        for place, (atom, text) in enumerate(zip(option.atoms, parts_of(option), strict=False)):
            key = _key(atom, text, things)
            if key in found:
                continue
            places[key] = place
            match atom:
                case Card():
                    found[key] = p.Atom(key, "card", text, things.numbers[atom])
                case bool():
                    found[key] = p.Atom(key, "yes", text)
                case int() if text != str(atom):
                    found[key] = p.Atom(key, "seat", text)
                case int():
                    found[key] = p.Atom(key, "number", text)
                case str():
                    found[key] = p.Atom(key, "word", text)
    return sorted(found.values(), key=lambda atom: places[atom.key])
