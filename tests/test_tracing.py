"""Names in rule files: where they are declared and mentioned, through all layers, and what renaming them leaves."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from rulespec.editing.assistance import (
    Renaming,
    RenamingError,
    Shelf,
    Spot,
    definitions,
    folds,
    outline,
    references,
    renamable,
    renaming,
)
from rulespec.editing.assistance.mentions import Mention
from rulespec.editing.assistance.renaming import written
from rulespec.editing.assistance.symbols import CHOICE, FILE, on_top
from rulespec.editing.assistance.tracing import mentions_in
from rulespec.game.loading import examined
from rulespec.language.printer import lines
from rulespec.language.tree.origins import origins
from tests.effort import some, tried
from tests.library import CARDS, GOOD, SHIPPED, drawn_file

SMALL = Shelf((GOOD,), (GOOD, CARDS))
NEW = "never-used-before"
# A game, a layer that changes an action and gives a list another name, and one on top of it.
GAME = """ruleset game "A game"
players 2
at most 30 turns
word suit: red, black
cards pack in pile
    3 of each suit
zone pile, shuffled
zone hand of player, seen by owner
counter taken of player
value most: 3
round
    players: draw 2 from pile to own hand
turn
    choose card from own hand
    move card to pile
    add 1 to own taken
    perform suit of card
next turn: left of active is next
action red: nothing
action black
    choose gift from own hand
    move gift to pile
round ends empty: cards in hand of players is 0
always few: taken of active is at most most
game ends once after round: cards in pile is at least 0
winners: players, with most own taken
scenario first
    given 2 players, seat 0 begins
        hand of seat 0: red, black
        hand of seat 1: black
    when
        seat 0 card: red
    then
        pile: 4 cards
        seat 0 heard "seat 0 moves red from own hand to the pile"
"""
MIDDLE = """layer middle "In the middle"
tried on game
rename taken to stolen
replace action red
    choose swap from own hand
    move swap to pile
    add 1 to own stolen
"""
TOP = """layer top "On top" extends middle
tried on game
replace value most: 4
replace action black: add 2 to stolen of active
"""
TEXTS = """texts en

names
    suit: suit; suits
    red: red-
    taken: card taken; cards taken

action black
    You lose one of your cards, as {the red} does not.
    gift: Which card do you lose, beside {card}?

value most
    not: {it} is more than {most}.
"""


def layered(folder: Path, **texts: str) -> Shelf:
    """A folder with a game and layers on it, some of them with other texts."""
    there = {"game": GAME, "middle": MIDDLE, "top": TOP, **texts}
    for name, text in there.items():
        (folder / f"{name}.rules").write_text(text, "utf-8")
    (folder / "game.en.texts").write_text(TEXTS, "utf-8")
    return Shelf((folder,))


def said(shelf: Shelf, spots: tuple[Spot, ...]) -> set[str]:
    """Places as `file:line word`."""
    return {
        f"{Path(each.path).name}:{shelf.written(each.path).count(chr(10), 0, each.start) + 1} "
        f"{shelf.written(each.path)[each.start : each.end]}"
        for each in spots
    }


def sampled(shelf: Shelf, many: int, chance: Random) -> list[tuple[str, int, Mention]]:
    """Some names of all files, each with its path and its offset in the text as it is written."""
    there = [(path, each) for path in some(shelf.files(), 10) for each in mentions_in(shelf, path)]
    drawn = chance.sample(there, min(many, len(there)))
    return [(path, origins(shelf.written(path)).back(each.start), each) for path, each in drawn]


# ---- where names stand


@pytest.mark.parametrize("shelf", [SHIPPED, SMALL], ids=["cards", "small games"])
def test_every_name_is_declared_somewhere_and_references_have_its_declaration_and_itself(shelf: Shelf) -> None:
    seen = Counter[str]()
    for path, offset, mention in sampled(shelf, tried(deep=2_000, quick=10), Random(3)):
        declared, mentioned = definitions(shelf, path, offset), references(shelf, path, offset)
        assert declared, (path, mention)
        assert any((each.path, each.start) == (path, offset) for each in mentioned), (path, mention)
        assert mention.symbols[0].space == FILE or {*declared} <= {*mentioned}, (path, mention)
        seen[mention.symbols[0].space] += 1
    assert sum(seen.values()) >= tried(deep=30, quick=10) and len(seen) > 2, seen


def test_every_name_that_a_ruleset_declares_is_found_where_it_says_so() -> None:
    names = 0
    for path in sorted(CARDS.glob("*.rules")):
        file = on_top(SHIPPED.stacks(str(path))[0], SHIPPED.around(str(path)))
        declared = [each for each in mentions_in(SHIPPED, str(path)) if each.declares]
        there = {(each.name, symbol) for each in declared for symbol in each.symbols}
        for (_, name), symbol in file.here.items():
            if symbol.path == str(path):
                assert (name, symbol) in there
                names += 1
    assert names > 100


def test_a_name_is_followed_through_layers_and_what_they_rename(tmp_path: Path) -> None:
    shelf = layered(tmp_path)
    game, middle, top = (str(tmp_path / f"{name}.rules") for name in ("game", "middle", "top"))
    assert said(shelf, definitions(shelf, top, TOP.index("stolen"))) == {"middle.rules:3 stolen"}
    assert said(shelf, references(shelf, top, TOP.index("stolen"))) == {
        "middle.rules:3 stolen", "middle.rules:7 stolen", "top.rules:4 stolen",
    }  # fmt: skip
    assert said(shelf, references(shelf, game, GAME.index("taken"))) == {
        *(f"game.rules:{line} taken" for line in (9, 16, 24, 26)), "middle.rules:3 taken", "game.en.texts:6 taken",
    }  # fmt: skip
    assert said(shelf, definitions(shelf, top, TOP.index("most"))) == {"game.rules:10 most", "top.rules:3 most"}
    assert said(shelf, definitions(shelf, top, TOP.index("middle"))) == {"middle.rules:1 "}
    assert said(shelf, references(shelf, middle, MIDDLE.index("swap"))) == {
        "middle.rules:5 swap",
        "middle.rules:6 swap",
    }
    assert "game.en.texts:10 gift" in said(shelf, references(shelf, game, GAME.index("gift")))
    assert "game.rules:35 red" in said(shelf, references(shelf, game, GAME.index("red")))  # in what somebody heard


def test_names_that_a_layer_gives_each_other_are_told_apart(tmp_path: Path) -> None:
    swapped = "layer swapped\ntried on game\nrename red to black\nrename black to red\ncite action red (R1)\n"
    shelf = layered(tmp_path, swapped=swapped)
    path = str(tmp_path / "swapped.rules")
    assert said(shelf, references(shelf, path, swapped.rindex("red"))) == {
        "swapped.rules:4 red", "swapped.rules:5 red",
    }  # fmt: skip
    assert "game.rules:4 black" in said(shelf, references(shelf, path, swapped.rindex("black")))
    assert "game.rules:4 red" in said(shelf, references(shelf, path, swapped.index("red")))


def test_a_text_that_is_not_saved_counts_for_more_than_its_file(tmp_path: Path) -> None:
    layered(tmp_path)
    game = str(tmp_path / "game.rules")
    shelf = Shelf((tmp_path,), texts={game: GAME.replace("most", "limit-of-all")})
    top = str(tmp_path / "top.rules")
    assert definitions(shelf, game, shelf.written(game).index("limit-of-all"))
    assert said(shelf, definitions(shelf, top, TOP.index("most"))) == {"top.rules:3 most"}


# ---- other names


def test_renaming_changes_all_files_and_leaves_the_rules_as_they_were_but_for_the_name() -> None:
    done = Counter[str]()
    for shelf, many in ((SHIPPED, tried(deep=300, quick=2)), (SMALL, tried(deep=300, quick=8))):
        for path, offset, mention in sampled(shelf, many, Random(8)):
            new = "R999" if mention.symbols[0].space == "ruling" else NEW
            made = _renamed(shelf, path, offset, new)
            if made is None:
                assert mention.symbols[0].space in (FILE, CHOICE) or shelf is SHIPPED, mention
                done["refused"] += 1
                continue
            after = written(shelf, made)
            assert len({(each.path, each.start) for each in made.spots}) == len(made.spots)
            for other in {each.path for each in made.spots if each.path.endswith(".rules")}:
                _same(shelf, after, other, mention.name, new)
            done[mention.symbols[0].space] += 1
    assert sum(done.values()) - done["refused"] >= tried(deep=15, quick=5) and len(done) > 2, done


def test_renaming_a_name_of_a_drawn_file_leaves_its_rules_as_they_were_but_for_the_name() -> None:
    done = Counter[str]()
    for number in range(tried(deep=400, quick=3)):
        path = "drawn.rules"
        shelf = Shelf(texts={path: drawn_file(number).text})
        chance = Random(number)
        for mention in chance.sample(mentions_in(shelf, path), 3):
            if mention.symbols[0].space in (FILE, "ruling", "source"):
                continue
            made = renaming(shelf, path, mention.start, NEW)
            _same(shelf, written(shelf, made), path, mention.name, NEW)
            done[mention.symbols[0].space] += 1
    assert len(done) > 1, done


def _renamed(shelf: Shelf, path: str, offset: int, new: str) -> Renaming | None:
    try:
        return renaming(shelf, path, offset, new)
    except RenamingError:
        return None


def _same(before: Shelf, after: Shelf, path: str, old: str, new: str) -> None:
    """Checks that a file says the same, on each ruleset, but for the word that has changed."""
    word = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])")
    for files, others in zip(before.stacks(path), after.stacks(path), strict=True):
        was, now = examined(files)[0], examined(others)[0]
        assert len(examined(files)[1]) == len(examined(others)[1])
        assert len(was.entries) == len(now.entries)
        for entry, changed in zip(was.entries.values(), now.entries.values(), strict=True):
            one, other = (word.sub(new, " ".join(lines(each.declaration))).split() for each in (entry, changed))
            assert one == other, (path, old)


def test_a_name_of_the_game_is_changed_in_every_layer_and_in_the_texts(tmp_path: Path) -> None:
    shelf = layered(tmp_path, top=TOP.replace("2 to", "most to"))
    game, top = str(tmp_path / "game.rules"), str(tmp_path / "top.rules")
    made = renaming(shelf, top, TOP.index("most"), "highest-of-all")
    assert {Path(each.path).name for each in made.spots} == {"game.rules", "top.rules", "game.en.texts"}
    assert {*renaming(shelf, game, GAME.index("most:"), "highest-of-all").spots} == {*made.spots}
    after = written(shelf, made)
    assert "value highest-of-all\n" in after.written(str(tmp_path / "game.en.texts"))
    assert "replace value highest-of-all: 4" in after.written(top)
    for path in (game, top, str(tmp_path / "middle.rules")):
        assert all(examined(files)[1] == () for files in after.stacks(path))


def test_a_name_is_refused_that_is_none_or_is_taken_or_that_others_use(tmp_path: Path) -> None:
    shelf = layered(tmp_path, reader='layer reader "Reads"\ntried on game\nadd value spare: 1\n')
    game = str(tmp_path / "game.rules")
    for offset, new, why in (
        (GAME.index("most:"), "two words", "is not a name"),
        (GAME.index("most:"), "7", "is not a name"),
        (GAME.index("most:"), "move", ""),
        (GAME.index("most:"), "not", "word of the language"),
        (GAME.index("most:"), "pile", "is already used"),
        (GAME.index("gift"), "card", "chosen in the turn"),
        (GAME.index("most:"), "spare", "causes an error at"),
        (GAME.index("game"), "other", "is the name of a file"),
        (GAME.index("players"), "others", "no known name here"),
    ):
        if why:
            with pytest.raises(RenamingError, match=why):
                renaming(shelf, game, offset, new)
        else:
            assert renaming(shelf, game, offset, new).spots
    top = str(tmp_path / "mine" / "top.rules")
    alone = Shelf((tmp_path / "mine",), (tmp_path,), {top: TOP})
    with pytest.raises(RenamingError, match="not in your folders; to rename it in your layer, write: rename most to"):
        renamable(alone, top, TOP.index("most"))


def test_cards_that_are_named_in_braces_are_renamed_with_their_rules(tmp_path: Path) -> None:
    shelf = layered(tmp_path)
    texts = tmp_path / "game.en.texts"
    texts.write_text(TEXTS + "\nround\n    Everybody draws {most pack}.\n", "utf-8")
    after = written(shelf, renaming(shelf, str(tmp_path / "game.rules"), GAME.index("pack"), "deck"))
    assert "{most deck}" in after.written(str(texts))
    assert all(examined(files)[1] == () for files in after.stacks(str(tmp_path / "game.rules")))


def test_a_taken_name_is_refused_though_texts_are_wrong_before(tmp_path: Path) -> None:
    shelf = layered(tmp_path)
    wrong = "\nround\n    {nothing} here.\n\nnext turn\n    {nobody} there.\n"
    (tmp_path / "game.en.texts").write_text(TEXTS + wrong, "utf-8")
    game = str(tmp_path / "game.rules")
    assert sum(len(examined(files)[1]) for files in shelf.stacks(game)) == 2
    with pytest.raises(RenamingError, match="'hand' is already a zone"):
        renaming(shelf, game, GAME.index("gift"), "hand")
    assert renaming(shelf, game, GAME.index("gift"), "present").spots


def test_what_was_installed_below_a_folder_is_not_ones_own(tmp_path: Path) -> None:
    installed = tmp_path / "venv" / "site-packages"
    installed.mkdir(parents=True)
    layered(installed)
    (tmp_path / "top.rules").write_text(TOP, "utf-8")
    shelf, path = Shelf((tmp_path,), (installed,)), str(tmp_path / "top.rules")
    assert shelf.files() == (path,)
    with pytest.raises(RenamingError, match="not in your folders"):
        renamable(shelf, path, TOP.index("most"))


# ---- what a text has


def test_an_outline_has_every_block_and_a_fold_ends_behind_its_line() -> None:
    blocks = folded = 0
    for path in some(SHIPPED.files(), 8):
        text = SHIPPED.written(path)
        found = outline(text)
        assert all(text[each.name_start : each.name_end] == each.name and each.title for each in found)
        assert all(one.end <= other.start for one, other in pairwise(found))
        blocks += len(found)
        for fold in folds(text):
            assert "\n" in text[fold.start : fold.end] and fold.end <= len(text)
            folded += 1
    assert blocks > tried(deep=200, quick=80) and folded > tried(deep=300, quick=100)
    assert outline("") == () and folds("") == () and outline("((( \n x") != ()
