"""What each ruleset answers, row by row and ruling by ruling, and where it says so.

A row names the block that carries the rule (as `ksr` calls it) and the lines and rulings it rests on in `ksr`, `magier`
and `review`; where a text is silent, no lines of its own are named, and the rule is that of `ksr`.
"""

from collections.abc import Callable
from typing import Any

from attrs import frozen

from palast import Ruleset
from tests.library import OFFICIAL
from tests.palast import scenarios as ask

KNOWN = ("", "", "")  # what no text needs to say


@frozen
class Row:
    """A scenario, what each ruleset answers, and the citations that the block has to carry there."""

    scenario: Callable[[Ruleset], Any]
    block: str
    cites: dict[str, str]
    answers: dict[str, Any]

    @property
    def name(self) -> str:
        return self.scenario.__name__


def same(scenario: Callable[[Ruleset], Any], block: str, cites: tuple[str, str, str], answer: Any) -> Row:
    """A rule that is the same in all three."""
    return differ(scenario, block, cites, answer, answer, answer)


def differ(
    scenario: Callable[[Ruleset], Any], block: str, cites: tuple[str, str, str], ksr: Any, magier: Any, review: Any
) -> Row:
    """A rule that the texts tell differently."""
    answers = dict(zip(OFFICIAL, (ksr, magier, review), strict=True))
    return Row(scenario, block, dict(zip(OFFICIAL, cites, strict=True)), answers)


def as_in_ksr(
    scenario: Callable[[Ruleset], Any], block: str, cites: tuple[str, str, str], ksr: Any, review: Any
) -> Row:
    """A rule that `review` alone tells differently."""
    return differ(scenario, block, cites, ksr, ksr, review)


SET_UP = (
    same(ask.who_can_play, "players", ("000:88", "001:59", ""), (3, 4, 5)),
    differ(
        ask.names_of_the_persons,
        "word person",
        ("000:4", "", ""),
        "Hofmarschall, Schatzmeister, Zauberer, Zofe, Mundschenk, Wächter, Hofnarr",
        "Spion, Schatzmeister, Magier, Zofe, Kurtisane, Wächter, Hofnarr",
        "Hofmarschall, Schatzmeister, Zauberer, Zofe, Mundschenk, Wächter, Narr",
    ),
    as_in_ksr(
        ask.colours_in_the_deck,
        "cards court",
        ("000:4-5, 000:7", "", "002:5"),
        (
            "7 rot, 7 gelb, 7 grün, 14 braun",
            "7 rot, 7 gelb, 7 grün, 7 blau, 14 braun",
            "7 rot, 7 gelb, 7 grün, 7 blau, 7 violett, 14 braun",
        ),
        (
            "7 rot, 7 gelb, 7 grün, 7 grau",
            "7 rot, 7 gelb, 7 grün, 7 blau, 7 grau",
            "7 rot, 7 gelb, 7 grün, 7 blau, 7 violett, 7 grau",
        ),
    ),
    same(ask.seats_and_colours, "players have", ("000:4", "", ""), (0, 1, 2, 3, 4)),
)

PLAYING = (
    same(
        ask.playing_a_card,
        "turn",
        ("000:11-14", "001:51", "002:6"),
        (
            "rot chooses Hofnarr gelb",
            "rot moves Hofnarr gelb from own hand to own display",
            "Zofe rot",
            "Wächter rot, Hofnarr gelb",
        ),
    ),
    differ(
        ask.a_lying_person_beside_another_card,
        "value playable",
        ("000:17-19, R3", "001:53, R3", "002:7, R3"),
        ("Wächter rot",),
        ("Zofe rot", "Wächter rot"),
        ("Wächter rot",),
    ),
    same(
        ask.nothing_but_lying_persons,
        "value playable",
        ("000:17-19, R3", "001:53, R3", "002:7, R3"),
        ("Zofe rot", "Wächter rot"),
    ),
    as_in_ksr(
        ask.a_muted_jester_beside_another_card,
        "value playable",
        ("R3", "R3", "002:15, R3"),
        ("Wächter rot", "Hofnarr rot"),
        ("Wächter rot",),
    ),
    differ(
        ask.a_muted_jester_beside_a_lying_person,
        "value playable",
        ("R3", "R3", "002:7, 002:15, R3"),
        ("Hofnarr rot",),
        ("Zofe rot", "Hofnarr rot"),
        ("Zofe rot", "Hofnarr rot"),
    ),
)

DOUBLED, COMPLETE, BANNED = "round ends whisper", "round ends six", "round ends jester"

ROUND_ENDS = (
    same(
        ask.a_duplicate_in_the_display_of_another,
        "round ends whisper",
        ("000:19-21", "001:53", "002:7"),
        ((1, 0, 1), "chance"),
    ),
    same(
        ask.the_action_of_the_card_that_ends_the_round,
        "round ends six",
        ("000:27-28", "001:55", "R4"),
        (
            ("rot chooses Wächter rot", COMPLETE),
            ("rot chooses Hofmarschall rot", DOUBLED),
        ),
    ),
    as_in_ksr(
        ask.an_action_that_ends_the_round,
        "round ends whisper",
        ("R5", "R5", "R5"),
        ("Zofe rot, Zofe gelb", (0, 0, 0), "0 one another", "0 one another"),
        (
            "Zofe rot, Zofe gelb",
            "Mundschenk grün, Wächter gelb",
            "Mundschenk grün, Zofe gelb",
            (0, 1, 1),
            "chance",
            DOUBLED,
            "0 card",
        ),
    ),
    as_in_ksr(
        ask.a_muted_jester_as_sixth_person,
        "round ends jester",
        ("R12", "R12", "R12"),
        ((1, 0, 0), COMPLETE),
        ((0, 1, 1), BANNED),
    ),
    same(ask.a_muted_jester_who_is_a_duplicate, "round ends whisper", ("R14", "R14", "R14"), ((0, 1, 1), DOUBLED)),
)

BETWEEN_ROUNDS = (
    same(
        ask.the_deal_of_a_new_round,
        "round",
        ("000:31, 000:33, R15", "001:55-56, R15", "R15"),
        ((6, 6, 6), "grün, rot, gelb", "2 card", (6, 6, 6), "grün, rot, gelb", "2 card"),
    ),
)

GAME_ENDS = (
    same(ask.bound_of_a_game, "limit", KNOWN, True),
    same(ask.tied_with_displays_of_different_length, "winners", ("000:89-90", "001:59", ""), (2,)),
    same(ask.what_counts_as_the_score, "score", KNOWN, ((2, 5, 5), False)),
    same(ask.what_the_winners_share, "winners", ("R6", "R6", "R6"), ("0", "1/2", "1/2")),
)

NOTED = ("000:92-94",) * 3
WITH_WERTUNG = (
    same(ask.noted_after_six_persons, "after round noting", NOTED, (7, 4, 3)),
    same(ask.noted_after_a_muted_jester_who_is_a_duplicate, "after round noting", NOTED, (0, 1, 0)),
    same(ask.noted_cards_break_a_tie, "winners", ("000:95-97",) * 3, (0,)),
    same(ask.tied_with_displays_of_different_length, "winners", ("000:95-97",) * 3, (1,)),
)


PERSONS = (
    same(
        ask.a_hand_is_shown,
        "action Schatzmeister",
        ("000:53-54", "001:3", "002:11"),
        ("rot shows Zofe gelb, Wächter rot from own hand to all",),
    ),
    same(
        ask.with_whom_hands_can_be_swapped,
        "action Zauberer",
        ("000:56-60, R16", "001:29, R16", "002:14, R16"),
        ("0 partner", ("gelb", "blau")),
    ),
    same(ask.a_swap_with_an_empty_hand, "action Zauberer", ("R16", "R16", "R16"), "1 card"),
    differ(
        ask.what_the_partner_has_seen,
        "action Zauberer",
        ("000:59-60", "R8", "002:14"),
        ("rot chooses 1", "rot has committed"),
        ("rot chooses 1", "rot chooses 1 card", "rot shows Zofe gelb from own hand to gelb"),
        ("rot chooses 1 card",),
    ),
    same(ask.hands_during_a_swap, "action Zauberer", ("000:59-60", "R8", "R9"), (2, 2, 0)),
    same(ask.nothing_to_discard, "action Zofe", ("R16", "R16", "R16"), "1 card"),
    same(ask.nothing_to_draw, "action Zofe", ("R16", "R16", "R16"), ("Hofnarr rot", "0 card")),
    as_in_ksr(
        ask.an_exchange_counts_cards_played,
        "action Mundschenk",
        ("R13", "R13", "R10"),
        ("0 one another", "0 card"),
        ("0 mine theirs",) * 2,
    ),
    same(
        ask.a_jester_is_played,
        "action Hofnarr",
        ("000:83", "001:21", "002:9"),
        (
            "rot has the turn",
            "rot chooses Hofnarr rot",
            "rot moves Hofnarr rot from own hand to own display",
            "played is 1",
            "rot is next",
            "rot has the turn",
        ),
    ),
    same(
        ask.single_options,
        "next turn",
        ("R17", "R17", "R17"),
        ("0 card", ("Hofnarr rot",), "0 back", ("Zofe rot",), "0 partner", ("gelb",)),
    ),
)

KNOWLEDGE = (
    same(
        ask.what_is_open_to_whom,
        "zone display",
        KNOWN,
        (
            ("hand", "Zofe rot, Zofe gelb", 2),
            ("display", "Wächter rot", "Wächter rot"),
            ("pile", 1, 1),
            ("closed", 5, 5),
            ("open", "Zofe", "Zofe"),
            True,
        ),
    ),
    same(ask.order_that_nobody_knows, "zone pile", ("000:8", "", ""), ("pile", "closed")),
    as_in_ksr(
        ask.what_is_learned_of_a_swap,
        "action Zauberer",
        KNOWN,
        (
            ("rot exchanges Zofe gelb from own hand with Wächter rot from hand of gelb",),
            ("rot exchanges Zofe gelb from own hand with Wächter rot from hand of gelb",),
            ("rot exchanges 1 card from own hand with 1 card from hand of gelb",),
        ),
        (
            (
                "rot draws Wächter rot from hand of gelb to own hand",
                "rot moves Zofe gelb from own hand to hand of gelb",
            ),
            (
                "rot draws Wächter rot from hand of gelb to own hand",
                "rot moves Zofe gelb from own hand to hand of gelb",
            ),
            ("rot draws 1 card from hand of gelb to own hand", "rot moves 1 card from own hand to hand of gelb"),
        ),
    ),
    same(
        ask.what_is_learned_of_a_discard,
        "action Zofe",
        KNOWN,
        (
            (
                "rot chooses Wächter rot",
                "rot moves Wächter rot from own hand to the discards",
                "rot draws Zofe gelb from the pile to own hand",
            ),
            (
                "rot chooses 1 card",
                "rot moves 1 card from own hand to the discards",
                "rot draws 1 card from the pile to own hand",
            ),
        ),
    ),
)

ROWS = (*SET_UP, *PLAYING, *ROUND_ENDS, *BETWEEN_ROUNDS, *GAME_ENDS, *PERSONS, *KNOWLEDGE)
