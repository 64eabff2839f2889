"""Every word of the language that is not reserved can be the name of anything, and no word becomes reserved."""

import re

import pytest

import rulespec
from rulespec import Over, reformat
from rulespec.agents.play import play, random_players
from rulespec.editing.assistance import stretches
from rulespec.language.grammar import after, keywords, legal, reserved
from rulespec.language.printer import written
from rulespec.language.tree.source import Source
from rulespec.language.trees import parse
from tests.effort import some
from tests.library import ROOT

RULES = """ruleset names "Names"
source heft "notebook" 9 lines
ruling R1 "Who?"
    answer "They do."
    reading {reading} "the oldest"
players 2 to 3
at most 12 turns
word {list}: {word}, {act}, silk
numbers {pips}: 1 to 3
numbers spots: 1 to 2
cards {deck} in {zone}
    1 of each {list} in each {pips}
zone {zone}, in a row, seen by all
zone {hand} of player, seen by owner
zone {share} of {list}, in a row
zone bin, refilled from {zone}
counter {total} of player, never below 0, never above 9
counter {plain}, never below 0, never above 9
counter {made} of player by {list}
note {note}: {list}
note {lead}: player
note {mark} of player: {list}
value {worth} of card: its {pips} times 2
value {rich} of player: own {total} plus {plain}
value {top}: last of {zone}
value {some_cards}: {zone} except first of {zone}
value {who}: players, where own {total} is 0
value {fee}: 0 if {zone} is empty, {plain} if {plain} is more than 1, 1 otherwise
value {table} by players: 1 for 2, 2 for 3
value {luxury} by {list}: 3 for {word}, 0 otherwise
value {held} of player by {list}: cards in (own {hand}, where its {list} is that {list})
call player {adj} if own {total} is at least 1
call card {dear} if its {pips} is more than 2
call cards {meld} if cards in it is at least 2
call game {late} if {zone} is empty
set-up
    players: draw 2 from {zone} to own {hand}
    set {note} to {word}
    set {lead} to active
    move {top} to {share} of {word}
before turn {before}
    add 1 to {plain}
turn
    choose {card} from own {hand}, where it is not {dear} or {plain} is 0 or {plain} is more than 0,
        with most {worth} of it then fewest {pips} of it
    move {card} to {zone}
    choose {n} from 0 to {table}
    choose 0 to 2 cards as {lot} from {zone}, where total {worth} in {lot} is at most 40
    choose {player} from {who}, preferring own {total} is 0 else own {rich} is 1, with lowest own {total}, if several
    if {lot} is {meld}: add 1 to {total} of {player}
    if {zone} is not empty and {note} is {word} and {plain} is {n} and {lead} is {player}: add {n} to own {total}
    otherwise if {n} is more than 0 or {note} is not {word}: set {mark} of self to {list} of {card}
    unless game is {late}: add {worth} of {card} to own {total}
    set {plain} to {n} plus {table} minus {fee} times {luxury} of {word}
    perform {list} of {card}
    perform {word} ({n}) times
    {who}: add {luxury} of {word} to {plain}
    {who}, openly: add 1 to {plain}
    {lead} is next
    {player} is next
    {who}
        add 1 to own {total}
    each {list}: add 1 to own {made} by that {list}
    each ({list} except {word}): move {share} of that {list} to bin
    each {list}
        add {held} of {player} by that {list} to {total} of {lead}
    move {some_cards} and {top} to bin
    exchange {top} with {card}
    show {card} to {player}
    show {some_cards} to {who}, secretly
    deal {zone} to {hand} of players
    deal bin evenly to {hand} of {who}
    draw {n} from bin to own {hand}
    draw {plain} from bin to own {hand}
    take {n} from {plain}
    set {lead} to {player}
    may: draw 1 from bin to {zone}
    at the same time
        players: add {plain} to own {total}
action {word}, {act}
    add {luxury} of {word} to {plain}
action silk: nothing
after round {after}
    add {held} of {lead} by {word} to {plain}
round ends {reason} after turn: {plain} is 9 or {zone} is empty
game ends {over}: {plain} is 9
game ends tired: {lead} is {adj} and (some player where {lead} is self) and {n} is 0
always {law} after turn: {plain} is at least 0 and (every card in {zone} where {worth} of it is more than 0)
score: most {rich} of self
winners: {who}
"""
ROLES = list(dict.fromkeys(re.findall(r"{(\w+)}", RULES)))
RESERVED = """
active and are at cards different earlier empty every first game highest if in is it its larger last least left less
lowest more next no none not number or other own owner players position previous remainder right self sets smaller some
that those total
""".split()
FREE = sorted({*keywords().values()} - reserved())


def load(text: str) -> rulespec.Ruleset:
    return rulespec.load("names", (), texts={"names": text})


def test_no_word_has_become_reserved() -> None:
    """A word that joins this list takes a name from rule files that load today: let it begin no value or condition."""
    assert sorted(reserved()) == RESERVED


def test_the_manual_lists_the_reserved_words() -> None:
    section = (ROOT / "docs" / "language.md").read_text("utf-8").split("### Reserved words")[1].split("\n#")[0]
    quoted = "".join(line for line in section.splitlines() if line.startswith(">"))
    assert sorted(re.findall(r"`([^`]+)`", quoted)) == RESERVED


@pytest.mark.parametrize("first", some(range(len(FREE)), 12))
def test_a_word_of_the_language_can_name_anything(first: int) -> None:
    """In each file, every role has another word; over all files each word has every role."""
    words = [FREE[(first + at) % len(FREE)] for at in range(len(ROLES))]
    names = dict(zip(ROLES, words, strict=True))
    if names["list"] in ("card", "player"):  # 'that card' and 'that player' mean something else
        names["list"] = "wares"
    text = RULES.format(**names)
    rules = load(text)
    game = play(rules, random_players(2, first), first)
    assert isinstance(game.state.pending, Over)
    form = reformat(text)
    assert not form.problems and load(form.text) == rules
    tree, _ = parse(Source("names", text))
    assert tree is not None and parse(Source("names", written(tree)))[0] == tree


SMALL = """ruleset small "Whoever it is"
players 2
at most 2 turns
note NAME: player
counter sum of player
turn
    set NAME to active
    NAME: add 1 to own sum
    NAME, openly: add 1 to own sum
    NAME
        add 1 to own sum
    if NAME is self and sum of NAME is 3: add 4 to sum of NAME
    otherwise: nothing
    NAME is next
game ends done: some player where own sum is 10
winners: players, with most own sum
"""
OPENERS = [keywords()[each] for each in legal(after("TURN", "_NL", "_INDENT")) if each in keywords()]


def test_a_word_that_opens_statements_is_a_name_where_nothing_else_makes_sense() -> None:
    words = sorted({*OPENERS} - reserved() - {"may"})  # which makes sense in each of these lines
    assert len(words) >= 14
    for word in words:
        text = SMALL.replace("NAME", word)
        rules = load(text)
        assert play(rules, random_players(2, 1), 1).state.counter("sum", 0) == 10, word
        form = reformat(text)
        assert not form.problems and load(form.text) == rules
        colours = {text[each.start : each.end]: each.kind for each in stretches(text)[30:] if each.kind == "note"}
        assert word in colours, word
