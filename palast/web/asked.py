"""Decisions as data: the options with their atoms, and which remain as one atom after the other is clicked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from palast.question import parts_of
from palast.web import protocol as p
from palast.web.cardset import CardSet
from palast.web.story import block_and_cites
from palast.web.table import Things
from rulespec import Card, Decision, Option
from rulespec.agents import Worth
from rulespec.engine.options import ENOUGH
from rulespec.engine.pending import Atom
from rulespec.game.api import View
from rulespec.wording.narration.narration import rule_of
from rulespec.wording.questions import atom_text, option_text, question
from rulespec.wording.reasons.vocabulary import plain, understood
from rulespec.wording.sentences.lexicon import shown_by

LISTED = 200  # options that are sent
HINTED = 40  # options of a hint that are sent


def asked(view: View, decision: Decision, things: Things, cards: CardSet | None = None) -> p.Asked:
    """The decision of a view's player, which may ask for a set of cards."""
    game, options, listed = view.game, decision.options, decision.options[:LISTED]
    named = names_of(view, decision, things)
    sizes = [len(option.atoms) for option in options if option.atoms] or [0]
    if cards is not None:
        sizes = [max(1, cards.fewest), cards.most]
        listed = tuple(each for each in options if not each.atoms)
        options = (*listed, *(cards.site.option((card,)) for card in cards.possible()))
    return p.Asked(
        question(things.words, decision, view),
        *block_and_cites(rule_of(game.rules, decision.block)),
        _atoms(view, options, things),
        min(sizes),
        max(sizes),
        [_option(view, decision, each, things, named.get(each.text, [])) for each in listed],
        len(options),
        [things.numbers[card] for card in _left_out(view, options)],
    )


def meant(view: View, decision: Decision, things: Things, answer: str) -> Option | None:
    """The option that is meant by its text, or by one of its names; None if there is none."""
    by_text = next((each for each in decision.options if each.text == answer), None)
    if by_text is not None:
        return by_text
    named, wanted = names_of(view, decision, things), plain(answer)
    found = [each for each in decision.options if wanted in map(plain, named.get(each.text, ()))]
    return found[0] if found else understood(things.words, answer, decision, view)


def names_of(view: View, decision: Decision, things: Things) -> dict[str, list[str]]:
    """What options can be called in the language, by their texts: all that means one of them alone, shortest first."""
    options = decision.options[:LISTED]
    calls = {option.text: [*_calls(view, decision, option, things)] for option in options}
    often = Counter(plain(name) for names in calls.values() for name in dict.fromkeys(names))
    return {
        text: sorted((name for name in dict.fromkeys(names) if often[plain(name)] == 1), key=len)
        for text, names in calls.items()
    }


def _calls(view: View, decision: Decision, option: Option, things: Things) -> Iterator[str]:
    """All that an option can be called, whatever else is offered."""
    match option.atoms:
        case (Card() as card,):
            yield from map(things.called.word, shown_by(card))
            yield things.called.cards([card])
    yield option_text(things.words, option, decision, view)


def _left_out(view: View, options: Iterable[Option]) -> list[Card]:
    """The visible cards that are not offered, in zones of which other cards are."""
    offered = {atom for option in options for atom in option.atoms if isinstance(atom, Card)}
    looks = (view.zone(*place.where) for place in view.game.material.places)
    seen = [cards for cards in looks if isinstance(cards, tuple) and offered.intersection(cards)]
    return [card for cards in seen for card in cards if card not in offered]


def chosen(
    view: View, decision: Decision, things: Things, clicked: Sequence[str], cards: CardSet | None = None
) -> p.Chosen:
    """The options that contain the clicked atoms, in any order.

    Where several options have the same atoms, as with two cards under two names, the order of the clicks decides.
    """
    if cards is not None:
        return _chosen_of(cards, view, decision, things, clicked)
    wanted = Counter(clicked)
    left = [(option, keys_of(option, things)) for option in decision.options]
    left = [(option, keys) for option, keys in left if len(keys) >= len(clicked) and wanted <= Counter(keys)]
    whole = [(option, keys) for option, keys in left if len(keys) == len(clicked)]
    if not clicked:  # declining has its own button
        whole = []
    in_order = [option for option, keys in whole if keys == [*clicked]]
    found = in_order or [option for option, _ in whole]
    further = {key for _, keys in left for key in Counter(keys) - wanted}
    following = [atom for atom in _atoms(view, [option for option, _ in left], things) if atom.key in further]
    named = names_of(view, decision, things) if found else {}
    made = _option(view, decision, found[0], things, named.get(found[0].text, [])) if found else None
    return p.Chosen(following, made, len(left))


def _chosen_of(cards: CardSet, view: View, decision: Decision, things: Things, clicked: Sequence[str]) -> p.Chosen:
    """The same for a set of cards."""
    numbers = {f"card {card}": card for card in cards.order}
    if not numbers.keys() >= {*clicked}:
        return p.Chosen([], None, 0)
    picked = [numbers[key] for key in clicked]
    further = [cards.site.option((card,)) for card in cards.possible(picked)]
    whole = cards.option(picked)
    made = None if whole is None else _option(view, decision, whole, things, [])
    return p.Chosen(_atoms(view, further, things), made, len(further) + (made is not None))


def hinted(view: View, decision: Decision, worths: Iterable[Worth], things: Things, *, wins: bool) -> p.Hinted:
    """The options that a search has tried, the most promising first."""
    tried = sorted((each for each in worths if each.playouts), key=lambda each: (-each.playouts, -each.mean))
    named = names_of(view, decision, things)
    told = [
        p.Worth(
            _option(view, decision, each.option, things, named.get(each.option.text, [])),
            each.playouts,
            float(each.mean),
        )
        for each in tried[:HINTED]
    ]
    return p.Hinted(1.0, told, sum(each.playouts for each in tried), wins)


def _option(view: View, decision: Decision, option: Option, things: Things, names: Sequence[str]) -> p.Option:
    what: p.Answered = "choice"
    if option.atoms == (True,) and option.atoms[0] is True:
        what = "yes"
    elif not option.atoms:
        what = "enough" if option.text == ENOUGH else "decline"
    said = option_text(things.words, option, decision, view)
    return p.Option(option.text, said, [*names], what, keys_of(option, things))


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


def _atoms(view: View, options: Iterable[Option], things: Things) -> list[p.Atom]:
    """The distinct atoms of some options, those that are asked for first before the others."""
    found: dict[str, p.Atom] = {}
    places: dict[str, int] = {}
    for option in options:
        for place, (atom, text) in enumerate(zip(option.atoms, parts_of(option), strict=False)):
            key = _key(atom, text, things)
            if key in found:
                continue
            places[key] = place
            said = atom_text(things.words, atom if isinstance(atom, Card) else text, view)
            match atom:
                case Card():
                    found[key] = p.Atom(key, "card", text, said, things.numbers[atom])
                case bool():
                    found[key] = p.Atom(key, "yes", text, things.words.phrase("do it"))
                case int() if text != str(atom):
                    found[key] = p.Atom(key, "seat", text, said)
                case int():
                    found[key] = p.Atom(key, "number", text, said)
                case str():
                    found[key] = p.Atom(key, "word", text, said)
    return sorted(found.values(), key=lambda atom: places[atom.key])
