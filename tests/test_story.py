"""A game told in the words of a language: what is said, to whom, and that nobody hears more than he knows."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

import pytest

from rulespec import SPECTATOR, Decision, Over, Ruleset, State, load
from rulespec.engine.events.event import Answered, Exchanged, Moved
from rulespec.game.api import View
from rulespec.language.errors import WorldsError
from rulespec.rules.material import Where
from rulespec.rules.texts.parser import language_of
from rulespec.wording import wording
from rulespec.wording.narration.narration import Telling, Told
from rulespec.wording.narration.standings import known_by_all
from rulespec.wording.narration.steps import steps
from rulespec.wording.story.bookkeeping import Bookkeeping
from rulespec.wording.story.secrets import Secrets
from rulespec.wording.story.story import Story
from tests.effort import DEEP, some, tried
from tests.library import GOOD, OFFICIAL, SHELF, ruleset

LANGUAGES = ("en", "de")
SHELVED = sorted(path.stem for path in SHELF.glob("*.rules"))
EACH_IN = [  # one language each time, in turn
    (spec, language)
    for at, spec in enumerate((*OFFICIAL, *SHELVED))
    for language in (LANGUAGES if DEEP else LANGUAGES[at % 2 :][:1])
]
UNNAMED = sorted(path.stem for path in GOOD.glob("*.rules") if path.read_text("utf-8").startswith("ruleset"))
LONG = tried(120, 50)  # questions after which a game is left
TOLD = {"lapse", "choose", "draw", "move", "exchange", "show", "change", "next", "round ends", "game ends"}
RAW = re.compile(r"[{}<>|]|\bseat \d|\((?:decline|none|enough|do it)\)|  | [.,;]|[.,;][.,;]|\?\.|\bof you\b")
QUOTED = re.compile(r'"([^"]+)"|„([^“]+)“')
WORD = re.compile(r"[^\W\d]\w*+(?:-\w++)*+")
SENTENCE = re.compile(r"[A-ZÄÖÜ0-9\"„].*[.!?]", re.DOTALL)


@lru_cache(maxsize=8)
def reached(rules: Ruleset, players: int, seed: int, questions: int = LONG) -> State:
    """A state that random players have come to, after so many questions if the game is not over before."""
    random = Random(seed)
    state = rules.begin(players, seed % players, random.random)
    for _ in range(questions):
        pending = state.pending
        if isinstance(pending, Over):
            break
        assert isinstance(pending, Decision)
        state = state.advance(random.choice(pending.options), random.random)
    return state


def story(state: State, language: str, hearer: int | None, view: View | None = None) -> list[Told]:
    """What is told of a game, to somebody at the table, from a view, or to who sees everything."""
    log = state.log if view is None else view.log
    open_ = known_by_all(state.rules, lambda: state)
    seen = state.view(SPECTATOR) if view is None else view
    telling = Telling(state.game, wording(state.rules, language), open_, hearer=hearer, view=lambda: seen)
    told = [*telling.tell(log)]
    return told + ([*telling.outcome(state.pending)] if isinstance(state.pending, Over) else [])


def told_to_all(state: State, language: str) -> Iterator[tuple[list[Told], int | None]]:
    for seat in range(state.players):
        yield story(state, language, seat, state.view(seat)), seat
    yield story(state, language, None, state.view(SPECTATOR)), None
    yield story(state, language, None), None


def well_said(rules: Ruleset, language: str, told: Told) -> None:
    """A text without marks of the rules, and with names in quotes only where they have no forms."""
    text = told.text
    assert not RAW.search(text), text
    names = wording(rules, language).names
    for found in QUOTED.finditer(text):
        assert (found[1] or found[2]) not in names.declared, text
    if told.what not in ("round", "standings", "returns"):
        assert SENTENCE.fullmatch(text), text


@pytest.mark.parametrize(("spec", "language"), EACH_IN)
def test_every_game_is_told_to_everybody(spec: str, language: str) -> None:
    rules, heard = ruleset(spec), Counter[str]()
    for seed in range(tried(12, 1)):
        state = reached(rules, rules.players[seed % len(rules.players)], seed)
        for told, _ in told_to_all(state, language):
            for each in told:
                well_said(rules, language, each)
                heard.update(event.kind for event in each.events)
    print(spec, language, dict(heard))
    assert heard.total() > 20


def whom_transfers_name(state: State, told: Told, language: str) -> int:
    """The number of transfers from hands of one player to another in a unit; each names its givers and its receiver."""
    names, found = wording(state.rules, language).names, 0
    keepers = {each.where: each.keeper for each in state.game.material.places}
    for event in told.events:
        ways = list[tuple[Sequence[Where], ...]]()
        match event:
            case Moved():
                ways = [(event.sources, (event.to,))]
            case Exchanged():
                ways = [event.places, event.places[::-1]]
            case _:
                pass
        for sources, to in ways:
            givers = {where[1] for where in sources if keepers[where] is not None}
            receivers = {where[1] for where in to} - {None}
            if givers and receivers and givers | receivers != givers & receivers:
                found += 1
                for seat in givers | receivers:
                    assert seat is not None and names.seat(state.game.seat_name(seat)) in told.text, told
    return found


def raw_names(rules: Ruleset, language: str) -> re.Pattern[str] | None:
    """The names of a rule file that no text in this language has as a word."""
    sources = [source for layer in rules.composed.layers for source in layer.texts if language_of(source) == language]
    lines = [line.partition(":")[2] or line for source in sources for line in source.text.split("\n")]
    words = {word.lower() for line in lines for word in WORD.findall(line)}
    seen = [name for name in wording(rules, language).names.declared if name.lower() not in words]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, seen))})(?![\w-])") if seen else None


@pytest.mark.parametrize(("spec", "language"), EACH_IN)
def test_stories_name_givers_and_receivers_and_no_name_of_the_rule_file(spec: str, language: str) -> None:
    rules = ruleset(spec)
    raw, ends = raw_names(rules, language), 0
    for seed in range(2):
        state = reached(rules, rules.players[-1 - seed % len(rules.players)], seed, 4 * LONG)
        told = story(state, language, None)
        for each, after in zip(told, [*told[1:], None], strict=True):
            whom_transfers_name(state, each, language)
            assert raw is None or not raw.search(each.text + each.label), (raw.search(each.text + each.label), each)
            if each.what == "standings":
                assert each.name not in Bookkeeping(rules)
            elif each.what == "ends":
                ends += 1
                assert len(each.text) > 10 and after is not None, each
    print(spec, language, ends)


PURSES = """ruleset giving "Whose cards are these?"
players 3
at most 3 turns
numbers rank: 1 to 24
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone purse of player, seen by owner
set-up
    players: draw 4 from pile to own hand
    players: draw 4 from pile to own purse
turn
    {effect}
game ends never: cards in pile is 9
winners: players
"""
TRANSFERS = (
    "move own hand to hand of left of self",
    "draw 2 from hand of left of self to own hand",
    "move hand of other players to own hand",
    "move hand of left of self to purse of right of self",
    "other players: move own hand to hand of active",
    "other players: draw 1 from own purse to purse of active",
    "players: draw 2 from own hand to hand of left of self",
    "exchange own hand with hand of left of self",
    "exchange hand of left of self with hand of right of self",
    "exchange own purse with hand of left of self",
    "move hand of players to own purse",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("effect", TRANSFERS)
def test_every_transfer_names_its_givers_and_its_receiver(effect: str, language: str) -> None:
    rules = load("giving", texts={"giving": PURSES.format(effect=effect)})
    state = reached(rules, 3, 1)
    assert sum(whom_transfers_name(state, told, language) for told in story(state, language, None)) >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_forms_is_told_without_quotes(language: str) -> None:
    sentences = Counter[str]()
    for spec in some(UNNAMED, 5, start=LANGUAGES.index(language)):
        rules = ruleset(spec)
        for seed in range(tried(4, 1)):
            state = reached(rules, rules.players[seed % len(rules.players)], seed)
            for told, _ in told_to_all(state, language):
                for each in told:
                    well_said(rules, language, each)
                    assert QUOTED.search(each.text) is None, each.text
                    sentences[spec] += 1
    print(dict(sentences))
    assert sentences.total() > 50


def test_what_is_told_is_what_happened() -> None:
    """Nothing is left out but what a later event tells as well."""
    kinds = Counter[str]()
    for spec in [*OFFICIAL, *SHELVED]:
        rules = ruleset(spec)
        state = reached(rules, rules.players[0], 1)
        books = Bookkeeping(rules)
        kept = [each for each in state.log if not books.left_out(each)]
        told = [event for each in story(state, "en", None) for event in each.events]
        has_text = Story(wording(rules, "en"), state.game).has_text
        happened = Counter(event.kind for step in steps(kept, Secrets(state.game), has_text) for event in step.events)
        happened -= Counter({"round": happened["round"], "turn": happened["turn"]})
        assert Counter(event.kind for event in told) >= happened
        kinds.update(event.kind for event in told)
    print(dict(kinds))
    assert {"lapse", "choose", "draw", "move", "exchange", "show", "change", "next", "round ends", "game ends"} <= {
        *kinds
    }


@pytest.mark.parametrize(
    "spec", [*OFFICIAL, *some(("go-fish", "durak", "cribbage", "hearts", "skat", "liars-dice"), 3)]
)
def test_whoever_cannot_tell_two_worlds_apart_hears_the_same_story(spec: str) -> None:
    rules, other_worlds = ruleset(spec), 0
    for seed in range(tried(10, 2)):
        state = reached(rules, rules.players[seed % len(rules.players)], seed, 9 + seed)
        for seat in range(state.players):
            view = state.view(seat)
            try:
                other = view.sample(Random(seed))
            except WorldsError:
                continue
            other_worlds += other != state
            for language in LANGUAGES:
                one, two = (story(each, language, seat, each.view(seat)) for each in (state, other))
                assert [each.text for each in one] == [each.text for each in two]
    print(spec, other_worlds)
    assert other_worlds


# ---- word for word


def played(*answers: str, **zones: list[str]) -> State:
    """A position of the short rule sheet, and what is answered in it."""
    where = {(name[:-1], int(name[-1])): cards for name, cards in zones.items()}
    state = ruleset("ksr").at(3, where)
    for answer in answers:
        state = state.advance(answer, Random(1).random)
    return state


def said(state: State, language: str, seat: int | None) -> list[str]:
    view = None if seat is None else state.view(seat)
    return [each.text for each in story(state, language, seat, view) if each.what in ("step", "ends", "outcome")]


MUTED = """ruleset muted "A card whose effect is switched off"
players 2
at most 4 turns
word trick: fetch, pass
cards deck in pile
    6 of each trick
zone pile, shuffled
zone hand of player, seen by owner
zone table, in a row, seen by all
note barred: trick
set-up
    set barred to fetch
    players: draw 3 from pile to own hand
turn
    choose card from own hand
    move card to table
    unless trick of card is barred: perform trick of card
next turn
    choose follower from players
    follower is next
action fetch
    draw 1 from pile to own hand
action pass
    if cards in own hand is at least 4
        draw 1 from pile to own hand
game ends never: pile is empty
winners: players
"""


def told_of_turn(state: State, language: str, seat: int | None) -> list[tuple[str, str]]:
    """The steps since the last turn began, each with its rule."""
    told = story(state, language, seat, None if seat is None else state.view(seat))
    began = max(number for number, each in enumerate(told) if each.turn is not None)
    return [(each.text, each.rule) for each in told[began:]]


@pytest.mark.parametrize(
    ("language", "seat", "barred", "few"),
    [
        ("en", 0, "Fetch does nothing, as fetch is the barred.", "fewer than 4 cards in your hand."),
        ("en", 1, "Fetch does nothing, as fetch is the barred.", "fewer than 4 cards in their hand."),
        ("en", None, "Fetch does nothing, as fetch is the barred.", "fewer than 4 cards in "),
        ("de", 1, "Fetch tut nichts, weil ", "weniger als 4 Karten auf der eigenen Hand "),
    ],
)
def test_a_story_says_why_the_effect_of_a_card_was_left_out(
    language: str, seat: int | None, barred: str, few: str
) -> None:
    state = load("muted", texts={"muted": MUTED}).begin(2, 0, Random(1).random)
    for word, rule, said in (("fetch", "turn", barred), ("pass", "action pass", few)):
        assert isinstance(state.pending, Decision)
        card = next(each for each in state.pending.options if each.text.startswith(word))
        state = state.advance(card, Random(1).random)
        asked = told_of_turn(state, language, seat)
        state = state.advance("seat 0", Random(1).random)  # who is next, which is asked at once
        assert state.view(0).active == 0
        told = [each for each in story(state, language, seat, None if seat is None else state.view(seat)) if each.rule]
        _, (text, cited), (after, _) = [(each.text, each.rule) for each in told][-3:]
        assert said in text and cited == rule and "nothing" not in after
        assert seat is None or asked[-1] == (text, cited)  # a player learns it before that question


PRIVATE = """ruleset private "A hidden card decides whether an action is performed"
players 2
at most 4 turns
word trick: fetch, pass
cards deck in pile
    6 of each trick
zone pile, shuffled
zone hand of player, seen by owner
zone under of player, seen by owner
set-up
    players: draw 3 from pile to own hand
turn
    choose card from own hand
    move card to own under
    unless trick of card is pass: perform trick of card
action fetch
    add 1 to fetched
action pass: nothing
counter fetched
game ends never: pile is empty
winners: players
"""


def test_nobody_hears_that_a_hidden_card_had_no_effect() -> None:
    state = load("private", texts={"private": PRIVATE}).begin(2, 0, Random(1).random)
    assert isinstance(state.pending, Decision)
    card = next(each for each in state.pending.options if each.text.startswith("pass"))
    state = state.advance(card, Random(1).random)
    heard = {seat: " ".join(each.text for each in story(state, "en", seat, state.view(seat))) for seat in (0, 1)}
    assert "Pass does nothing" in heard[0]
    assert "does nothing" not in heard[1]


SECRETS = """ruleset secrets "Several secret answers in one block"
players 3
at most 3 turns
word sort: one, two
cards deck in pile
    20 of each sort
zone pile, shuffled
zone hand of player, seen by owner
set-up
    players: draw 3 from pile to own hand
turn
    choose wanted from sort, secretly
    may secretly
        draw 1 from pile to own hand
    choose gift from own hand
    choose kept from own hand except gift
    move gift to hand of left of active
    move own hand except kept to pile
game ends never: pile is empty
winners: players
"""


def test_every_seat_hears_of_the_same_secret_answers() -> None:
    state = load("secrets", texts={"secrets": SECRETS}).begin(3, 0, Random(1).random)
    for _ in range(4):
        assert isinstance(state.pending, Decision)
        state = state.advance(state.pending.options[0], Random(1).random)
    own, given, other = (
        " ".join(each.text for each in story(state, "en", seat, state.view(seat)) if each.rule == "turn")
        for seat in range(3)
    )
    # the gift is told by the step that gives it away, the kept card by nothing else
    assert own.startswith("You secretly choose one, say yes and draw ") and own.count(" choose ") == 2, own
    for said in (given, other):
        assert said.startswith("Player 1 has chosen in secret, draws a card ") and said.count(" chooses ") == 1, said


def test_open_or_not_what_a_story_leaves_out_is_the_same_for_every_seat() -> None:
    kept_secret = Counter[str]()
    for spec in [*OFFICIAL, *SHELVED, *UNNAMED]:
        rules = ruleset(spec)
        for seed in range(tried(10, 2)):
            state = reached(rules, rules.players[seed % len(rules.players)], seed)
            secrets, has_text = Secrets(state.game), Story(wording(rules, "en"), state.game).has_text
            kept = [
                [
                    (event.player, event.statement)
                    for step in steps(state.view(seat).log, secrets, has_text)
                    for event in step.events
                    if isinstance(event, Answered) and event.kind == "choose" and secrets.is_secret(event)
                ]
                for seat in (*range(state.players), SPECTATOR)
            ]
            assert all(each == kept[0] for each in kept), (spec, seed)
            kept_secret[spec] += len(kept[0])
    print(+kept_secret)
    assert len(+kept_secret) > 4


SWAP = played(
    *("Zauberer gelb", "gelb", "1", "Hofnarr grün", "Schatzmeister rot"),
    hand0=["Zauberer gelb", "Hofnarr grün"],
    hand1=["Schatzmeister rot", "Zofe braun 1"],
    hand2=["Zofe grün"],
)


@pytest.mark.parametrize(
    ("language", "seat", "swap"),
    [
        ("en", 0, "You give Yellow the green Hofnarr and get the red Schatzmeister."),
        ("en", 1, "Red gives you the green Hofnarr and gets the red Schatzmeister."),
        ("en", 2, "Red swaps a card with Yellow."),
        ("de", 0, "Du gibst Gelb den grünen Hofnarren und bekommst den roten Schatzmeister."),
        ("de", 1, "Rot gibt dir den grünen Hofnarren und bekommt den roten Schatzmeister."),
        ("de", 2, "Rot tauscht eine Karte mit Gelb."),
    ],
)
def test_a_swap_is_told_to_each_as_he_sees_it(language: str, seat: int, swap: str) -> None:
    plays = {"en": "{} the yellow Zauberer.", "de": "{} den gelben Zauberer."}[language]
    who = {"en": ("You play", "Red plays"), "de": ("Du spielst", "Rot spielt")}[language][seat > 0]
    after = {"en": ("Yellow is next.", "You are next."), "de": ("Gelb ist dran.", "Du bist dran.")}[language][seat == 1]
    assert said(SWAP, language, seat) == [plays.format(who), swap, after]


def test_what_is_discarded_and_drawn_is_told_in_one_sentence() -> None:
    hands = {"hand1": ["Zofe gelb", "Zofe rot"], "hand2": ["Zofe braun 1", "Wächter rot"]}
    state = played("Zofe grün", "Hofnarr rot", hand0=["Zofe grün", "Hofnarr rot"], **hands)
    assert said(state, "en", 1)[1] == "Red moves a card to the discards and draws a card from the pile."
    assert said(state, "de", 1)[1] == "Rot legt eine Karte auf die Ablage und zieht eine Karte vom Stapel."
    assert said(state, "de", 0)[1].startswith("Du legst den roten Hofnarren auf die Ablage und ziehst ")


def test_a_number_chosen_beside_somebody_is_called_one() -> None:
    state = played("Zauberer rot", "gelb", "1", hand0=["Zauberer rot", "Hofnarr rot"], hand1=["Zofe gelb", "Zofe rot"])
    assert said(state, "en", 1)[1:] == ["Red chooses you and the number 1."]
    assert said(state, "de", 2)[1:] == ["Rot wählt Gelb und die Zahl 1."]


def test_a_card_taken_back_comes_from_a_display() -> None:
    hands = {"hand1": ["Zofe gelb"], "hand2": ["Zofe braun 1"]}
    state = played("Wächter rot", "Zofe grün", hand0=["Wächter rot", "Hofnarr rot"], display0=["Zofe grün"], **hands)
    assert said(state, "en", 0)[1:] == ["You take the green Zofe from your display.", "You go again."]
    assert said(state, "de", 1)[1:] == [
        "Rot nimmt die grüne Zofe aus der eigenen Auslage.",
        "Rot ist noch einmal dran.",
    ]


@pytest.mark.parametrize(
    ("seat", "second"), [(0, "Du wählst Grün: Grün ist dran."), (2, "Rot wählt dich: Du bist dran.")]
)
def test_who_is_chosen_to_be_next_is_told_once(seat: int, second: str) -> None:
    hands = {"hand0": ["Hofnarr braun 1", "Zofe rot"], "hand1": ["Zofe gelb"], "hand2": ["Zofe grün"]}
    state = played("Hofnarr braun 1", "grün", **hands)
    first = ("Du spielst" if seat == 0 else "Rot spielt") + " einen braunen Hofnarren."
    assert said(state, "de", seat) == [first, second]
    assert said(state, "en", 1)[1] == "Red chooses Green, who is next."


def test_a_round_ends_as_it_is_written_and_those_who_score_are_told_together() -> None:
    hands = {"hand1": ["Zofe gelb"], "hand2": ["Zofe braun 1"], "display0": ["Zofe rot", "Wächter rot"]}
    state = played("Zofe grün", hand0=["Zofe grün"], **hands)
    assert said(state, "en", 0)[1:3] == [
        "Whispers in the palace! In your turn a person has come to lie twice: the round is over.",
        "Yellow and Green get 1 point each.",
    ]
    assert said(state, "de", 1)[1:3] == [
        "Palastgeflüster! Im Zug von Rot liegt auf einmal eine Person doppelt: Die Runde ist aus.",
        "Du bekommst 1 Punkt. Grün bekommt 1 Punkt.",
    ]
    looked_on = [each.text for each in story(state, "en", None, state.view(SPECTATOR))]
    assert "Whispers in the palace! In Red's turn a person has come to lie twice: the round is over." in looked_on
    told = {each.what: each for each in story(state, "de", 1, state.view(1))}
    assert (told["standings"].label, told["standings"].text) == ("Punkte", "Du 1, Grün 1, Rot 0.")


def test_the_winner_is_told_with_what_is_counted() -> None:
    state = ruleset("ksr").at(
        3,
        {("hand", 0): ["Zofe grün"], ("display", 0): ["Zofe rot"], ("hand", 1): ["Zofe gelb"]},
        {("points", 1): 5, ("points", 2): 5, ("points", 0): 4},
    )
    over = state.advance("Zofe grün", Random(1).random)
    assert isinstance(over.pending, Over)
    winners = {seat: said(over, "en", seat)[-1] for seat in range(3)}
    print(winners)
    assert set(winners.values()) <= {
        "Yellow and Green win together.",
        "You and Green win together.",
        "You and Yellow win together.",
    }


GIVING = """ruleset giving "Everybody pays whoever has the turn"
players 2
at most 3 turns
word sort: one, two
cards deck in pile
    20 of each sort
zone pile, shuffled
zone purse of player{sight}
set-up
    players: draw 1 from pile to own purse
turn
    other players: draw 1 from own purse to purse of active
game ends first after turn: pile is not empty
winners: players
"""


@pytest.mark.parametrize(
    ("sight", "language", "said"),
    [
        ("", "en", r"Player 2 moves a (?:card )?\w+ from their purse to the purse of Player 1\."),
        ("", "de", r"Spieler 2 legt eine (?:Karte )?\w+ aus der eigenen Purse zur Purse von Spieler 1\."),
        (", seen by owner", "en", r"Player 2 gives Player 1 a (?:card )?\w+\."),
        (", seen by owner", "de", r"Spieler 2 gibt Spieler 1 eine (?:Karte )?\w+\."),
    ],
)
def test_a_card_drawn_from_a_zone_of_the_giver_is_told_with_the_giver(sight: str, language: str, said: str) -> None:
    state = load("giving", texts={"giving": GIVING.format(sight=sight)}).begin(2, 0, Random(1).random)
    told = [each.text for each in story(state, language, None) if each.what == "step"]
    assert re.fullmatch(said, told[1]), told


EMPTY = """ruleset empty "Some cards or none"
players 2
at most 3 turns
word sort: one, two
cards deck in pile
    20 of each sort
zone pile, shuffled
zone hand of player, seen by owner
set-up
    players: draw 2 from pile to own hand
turn
    choose 0 to 2 cards as lot from own hand{secretly}
    move lot to pile
    {after}
game ends first after turn: pile is not empty
winners: players
"""


@pytest.mark.parametrize(
    ("secretly", "language", "own", "other"),
    [
        ("", "en", "You choose no card", "Player 1 chooses no card"),
        ("", "de", "Du wählst keine Karte", "Spieler 1 wählt keine Karte"),
        (", secretly", "en", "You secretly choose no card", "Player 1 has chosen in secret"),
        (", secretly", "de", "Du wählst verdeckt keine Karte", "Spieler 1 hat verdeckt gewählt"),
    ],
)
def test_every_seat_is_told_that_no_card_was_chosen(secretly: str, language: str, own: str, other: str) -> None:
    after = "nothing" if secretly else "draw 1 from pile to own hand\n    move last of own hand to pile"
    rules = load("empty", texts={"empty": EMPTY.format(secretly=secretly, after=after)})
    state = rules.begin(2, 0, Random(1).random).advance("(enough)", Random(1).random)
    for seat, said in enumerate((own, other)):
        told = " ".join(each.text for each in story(state, language, seat, state.view(seat)))
        assert said in told, told
