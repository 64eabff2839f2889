"""Questions and answers in the words of a language."""

from collections.abc import Sequence

from attrs import evolve

from rulespec.engine.events.event import Answered
from rulespec.engine.options import DO_IT, ENOUGH
from rulespec.engine.pending import Decision, Option
from rulespec.engine.python.program import Asking, Program
from rulespec.game.api import View
from rulespec.language.printer import brief, show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.plan.nodes.choices import DECLINE
from rulespec.rules.material import Card
from rulespec.rules.texts.choices import asked_in, offered_in
from rulespec.rules.texts.grammar.phrase import alike
from rulespec.wording.answers import Thing, things
from rulespec.wording.language import ACTIVE, NOTHING_KNOWN, Wording
from rulespec.wording.sentences.effects import begun, tidy
from rulespec.wording.sentences.filler import Filler
from rulespec.wording.sentences.lexicon import shown_by
from rulespec.wording.sentences.scene import Scene

SIGNS = {DECLINE: "decline", DO_IT: "do it", ENOUGH: "enough"}  # phrases for answers that name nothing


def question(words: Wording, decision: Decision, view: View) -> str:
    """The question of a decision: as written, if the player knows everything in it; else derived from the rules."""
    if all(option.text in (DECLINE, ENOUGH) for option in decision.options):
        return words.phrase("nothing more")
    asked = written(words, decision, view) or worked_out(words, decision, view)
    chosen = so_far(decision, view)
    if not chosen:
        return asked
    listed = Filler(words.names).said(chosen, "")
    return f"{asked} {words.phrase('so far', cards=listed)}"


def written(words: Wording, decision: Decision, view: View) -> str | None:
    """A question as it is written, if it is and the player knows all that it speaks of."""
    text = words.texts.get((decision.block, label_of(decision)))
    if text is None:
        return None
    known = words.known(view) if text.mentioned else NOTHING_KNOWN
    return Filler(words.names, known, view.game.players, view.game.seat_name(decision.player)).filled(text.parts)


def worked_out(words: Wording, decision: Decision, view: View) -> str:
    """A question as it follows from the rules."""
    block = words.rules.resolved.blocks[decision.block]
    assert isinstance(block, d.Block)
    scene = scene_for(words, block, view)
    said = decision.prompt.partition(": ")[2]
    choices = [each for each in _asked_for(block, decision) if isinstance(each, s.Choose)]
    for choice in sorted(choices, key=lambda each: show(each) != said)[:1]:
        return _chosen(words, choice, scene, free=any(option.text == DECLINE for option in decision.options))
    offers = sorted(offered_in(block), key=lambda each: not said.startswith(f"may {_brief(each)}"))
    return _offered(words, offers[0].body if offers else (), scene)


def _chosen(words: Wording, choice: s.Choose, scene: Scene, *, free: bool) -> str:
    """The question of a choice, which may be `free` to decline."""
    asked = begun(tidy(words.sentences.choice(choice, scene)))
    return f"{begun(words.phrase('May.you'))}: {asked}." if free else f"{asked}."


def _offered(words: Wording, body: d.Body, scene: Scene) -> str:
    """The question of an offer that does not begin with a choice."""
    return words.phrase("Do it", what=" ".join(each.text for each in words.sentences.body(body, scene))).strip()


def questions(words: Wording, block: d.Block) -> dict[str, str]:
    """The questions of a block by their labels, as they follow from the rules, if each label has one question."""
    scene = evolve(words.sentences.scene(block), own=None, own_is_you=True)
    to_active, to_another = evolve(scene, active=None, active_is_you=True), evolve(scene, active_is_you=False)
    found = dict[str, set[str]]()
    for each in asked_in(block):
        if isinstance(each.choice, s.Choose):
            free = each.free and not any(isinstance(pick, s.PickCards) for pick in each.choice.picks)
            said = _chosen(words, each.choice, to_active if each.player is None else to_another, free=free)
            found.setdefault(each.names, set()).add(said)
    for offer in offered_in(block):
        found.setdefault("may", set()).add(_offered(words, offer.body, to_active))
    return {label: said for label, [said] in ((label, [*some]) for label, some in found.items() if len(some) == 1)}


def option_text(words: Wording, option: Option, decision: Decision, view: View) -> str:
    """An answer as it stands in a list: cards and players by their names, and what declining means."""
    if not option.atoms or option.text in SIGNS:
        nothing = option.text not in (DO_IT, ENOUGH)
        said = words.said(decision.block, f"no {label_of(decision)}", words.known(view)) if nothing else None
        return said or words.phrase(SIGNS.get(option.text, "no cards"))
    return ", ".join(atom_text(words, each, view) for each in things(option))


def atom_text(words: Wording, thing: Thing, view: View) -> str:
    """One thing that is chosen, as it stands in a list."""
    said = Filler(words.names).said([thing], "").nominative
    own = not isinstance(thing, Card) and view.asked is not None and thing == view.game.seat_name(view.asked)
    return f"{said} ({words.phrase('yourself')})" if own else said


# ---- what is asked


def label_of(decision: Decision) -> str:
    """The label of a question in a file of texts."""
    return " and ".join(decision.binds) or "may"


def _asked_for(block: d.Block, decision: Decision) -> list[s.AnyChoice]:
    """The choices of a block that a question can come from: those with its names, else those that it is a part of."""
    asked, binds = asked_in(block), set(decision.binds)
    named = [each.choice for each in asked if each.names == label_of(decision)]
    return named or [each.choice for each in asked if binds & {*each.names.split(" and ")}]


def scene_for(words: Wording, block: d.Block, view: View) -> Scene:
    """A block as who looks at it would say it: he is asked, and knows some of what was chosen."""
    scene = evolve(words.sentences.scene(block), own=None, own_is_you=True)
    if view.active != view.asked:
        active = alike(words.names.seat(view.game.seat_name(view.active)))
        scene = evolve(scene, active=active, active_is_you=False)
    else:
        scene = evolve(scene, active=None, active_is_you=True)
    filling = Filler(words.names, words.known(view), view.game.players)
    known = {name: some for name, some in filling.known.items() if name != ACTIVE and _tells(some)}
    return scene.choosing({name: filling.said(some, "the") for name, some in known.items()})


def _tells(things: Sequence[Thing]) -> bool:
    """True if the name of the chosen thing identifies it, unlike one of several equal cards."""
    return len(things) != 1 or not isinstance(things[0], Card) or things[0].name == " ".join(shown_by(things[0]))


def _brief(may: s.May) -> str:
    first = may.body[0]
    return brief(first.effect) if isinstance(first, s.Do) else ""


# ---- answers bit by bit


def is_part(decision: Decision, program: Program) -> bool:
    """True if a decision is one part of a choice that is asked in parts."""
    asks = (ask for ask in program.asks.values() if isinstance(ask, Asking) and ask.at is not None)
    return any(decision.prompt in ask.site.prompts for ask in asks)


def so_far(decision: Decision, view: View) -> list[Thing]:
    """The cards of a set that were chosen so far, where it is asked bit by bit."""
    return [thing for option in parts_so_far(decision, view) for thing in things(option)]


def parts_so_far(decision: Decision, view: View) -> list[Option]:
    """The answers that what is asked goes on with, where it is asked bit by bit: the last events that there were."""
    found = list[Option]()
    if not is_part(decision, view.game.program):
        return found
    for event in reversed(view.log):
        option = event.option if isinstance(event, Answered) and event.player == decision.player else None
        if option is None or event.block != decision.block or option.names != decision.binds:
            break
        found.insert(0, option)
    return found
