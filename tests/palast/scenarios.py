"""Questions put to a ruleset, each on a fixed position; the answers are plain values in the names of `ksr`.

`matrix.py` says what each ruleset has to answer, and a block deleted from a rule file has to change some answer.
"""

from collections import Counter

from palast import Ruleset
from rulespec.language.tree import declarations as d
from rulespec.language.tree.node import Cited, walk
from tests.palast.table import Table

ROW = "Hofmarschall gelb, Schatzmeister gelb, Zauberer gelb, Zofe gelb, Mundschenk gelb"  # five different persons


# ---- components and set-up


def who_can_play(rules: Ruleset) -> tuple[int, ...]:
    return tuple(rules.players)


def names_of_the_persons(rules: Ruleset) -> str:
    persons = [str(card).split()[0] for card in rules.new_game(players=3).zone("pile")]
    return ", ".join(dict.fromkeys(persons))


def colours_in_the_deck(rules: Ruleset) -> tuple[str, ...]:
    """How many cards of each colour there are, for 3, 4 and 5 players; each person equally often."""
    told = []
    for players in rules.players:
        cards = rules.new_game(players=players).zone("pile")
        kinds = Counter((card.attributes["person"], card.attributes["colour"]) for card in cards)
        colours = Counter(card.attributes["colour"] for card in cards)
        assert all(count * 7 == colours[colour] for (_, colour), count in kinds.items())
        told.append(", ".join(f"{count} {colour}" for colour, count in colours.items()))
    return tuple(told)


def seats_and_colours(rules: Ruleset) -> tuple[int, ...]:
    """Who is next after a card of each player's colour, with five players."""
    colours = ("rot", "gelb", "grün", "blau", "violett")
    hands = [", ".join(f"Hofnarr {colour}" for colour in colours), *("Zofe rot", "Zofe gelb", "Zofe grün", "Zofe blau")]
    return tuple(Table(rules, 5, hands=hands).say(f"Hofnarr {colour}").state.active for colour in colours)


# ---- playing a card


def playing_a_card(rules: Ruleset) -> tuple[str, ...]:
    table = Table(rules, hands=["Hofnarr gelb, Zofe rot", "Zofe grün"], displays=["Wächter rot"])
    table.say("Hofnarr gelb")
    return (*table.told("choose", "move", "draw"), table.zone("hand", 0), table.zone("display", 0))


def a_lying_person_beside_another_card(rules: Ruleset) -> tuple[str, ...]:
    return Table(rules, hands=["Zofe rot, Wächter rot"], displays=["Zofe gelb"]).options


def nothing_but_lying_persons(rules: Ruleset) -> tuple[str, ...]:
    return Table(rules, hands=["Zofe rot, Wächter rot"], displays=["Zofe gelb, Wächter gelb"]).options


def a_muted_jester_beside_another_card(rules: Ruleset) -> tuple[str, ...]:
    return Table(rules, hands=["Hofnarr rot, Wächter rot"], open="Hofnarr").options


def a_muted_jester_beside_a_lying_person(rules: Ruleset) -> tuple[str, ...]:
    return Table(rules, hands=["Hofnarr rot, Zofe rot"], displays=["Zofe gelb"], open="Hofnarr").options


# ---- how a round ends


def a_duplicate_in_the_display_of_another(rules: Ruleset) -> tuple[object, ...]:
    """The checks are for any display: seat 1's row was doubled before seat 0's turn."""
    table = Table(rules, hands=["Hofnarr rot"], displays=["Zofe rot", "Wächter rot, Wächter gelb"])
    return table.points, table.asked


def the_action_of_the_card_that_ends_the_round(rules: Ruleset) -> tuple[tuple[str, ...], ...]:
    """A sixth person who would act, and a duplicate that would."""
    sixth = Table(rules, hands=["Wächter rot"], displays=[ROW]).say("Wächter rot")
    double = Table(rules, hands=["Hofmarschall rot"], displays=["Hofmarschall gelb"]).say("Hofmarschall rot")
    kinds = ("choose", "draw", "show", "lapse")
    return (*sixth.told(*kinds), *sixth.ended), (*double.told(*kinds), *double.ended)


def an_action_that_ends_the_round(rules: Ruleset) -> tuple[object, ...]:
    """Which exchanges are offered, and what comes of the one that doubles a person in the own row."""
    hands, displays = ["Mundschenk grün", "Zofe grün"], ["Zofe rot", "Wächter gelb, Zofe gelb"]
    table = Table(rules, hands=hands, displays=displays, played=2).say("Mundschenk grün")
    options = table.options
    if "Mundschenk grün, Zofe gelb" in options:
        table.say("Mundschenk grün, Zofe gelb")
    return (*options, table.points, table.asked, *table.ended, table.deal().asked)


def a_muted_jester_as_sixth_person(rules: Ruleset) -> tuple[object, ...]:
    table = Table(rules, hands=["Hofnarr rot"], displays=[ROW], open="Hofnarr").say("Hofnarr rot")
    return table.points, *table.ended


def a_muted_jester_who_is_a_duplicate(rules: Ruleset) -> tuple[object, ...]:
    table = Table(rules, hands=["Hofnarr rot"], displays=["Hofnarr gelb"], open="Hofnarr").say("Hofnarr rot")
    return table.points, *table.ended


# ---- who is next


# ---- between rounds


def the_deal_of_a_new_round(rules: Ruleset) -> tuple[object, ...]:
    """After a duplicate and after a muted jester, seat 2 being the one who ended the round."""
    told: list[object] = []
    for card, display, open in (("Zofe rot", "Zofe gelb", ""), ("Hofnarr rot", "Wächter gelb", "Hofnarr")):
        table = Table(rules, hands=["", "", card], displays=["", "", display], open=open, active=2).say(card)
        seats = [line.split()[0] for line in (*table.deal().told("draw"),)]
        told += [table.sizes("hand"), ", ".join(dict.fromkeys(seats)), table.asked]
    return tuple(told)


# ---- the end of the game


def tied_with_displays_of_different_length(rules: Ruleset) -> tuple[int, ...]:
    """Seats 1 and 2 reach six points at once; seat 2 has more cards, seat 1 has noted more (where anybody notes)."""
    displays = ["Zofe gelb", "Hofnarr gelb", "Zofe grün, Hofnarr grün"]
    return _double(rules, displays=displays, points=[0, 5, 5], noted=[0, 9, 5]).winners


def what_the_winners_share(rules: Ruleset) -> tuple[str, ...]:
    """One point shared by two winners."""
    pending = _double(rules, displays=["Zofe gelb"], points=[0, 5, 5], noted=[0, 9, 9]).state.pending
    return tuple(str(share) for share in getattr(pending, "returns", ()))


def _double(rules: Ruleset, displays: list[str], points: list[int], noted: list[int] | None = None) -> Table:
    """Seat 0 plays a duplicate, the others score."""
    noted = noted if noted and "noted" in rules.resolved.names.counters else []
    table = Table(rules, hands=["Zofe rot", "Zauberer gelb"], displays=displays, points=points, noted=noted)
    return table.say("Zofe rot")


# ---- the variant `wertung`


def noted_after_six_persons(rules: Ruleset) -> tuple[int, ...]:
    """Everybody notes his cards on top of what he noted before."""
    hands, displays = ["Wächter rot"], [ROW, "Zofe rot, Hofnarr rot"]
    return Table(rules, hands=hands, displays=displays, noted=[1, 2, 3]).say("Wächter rot").noted


def noted_after_a_muted_jester_who_is_a_duplicate(rules: Ruleset) -> tuple[int, ...]:
    hands, displays = ["Hofnarr rot"], ["Hofnarr gelb", "Zofe rot"]
    return Table(rules, hands=hands, displays=displays, open="Hofnarr").say("Hofnarr rot").noted


def noted_cards_break_a_tie(rules: Ruleset) -> tuple[int, ...]:
    """Seat 0 has the most points, seats 1 and 2 would have more cards and more notes."""
    table = Table(
        rules,
        hands=["Wächter rot", "Wächter gelb"],
        displays=[ROW, "Zofe rot, Hofnarr rot"],
        points=[5, 5, 4],
        noted=[0, 20, 30],
    )
    return table.say("Wächter rot").winners


# ---- the persons


def a_hand_is_shown(rules: Ruleset) -> tuple[str, ...]:
    """What seat 1, who cannot look into the hand, is told."""
    table = Table(rules, hands=["Schatzmeister rot, Zofe gelb, Wächter rot"]).say("Schatzmeister rot")
    return table.told("show", viewer=1)


def with_whom_hands_can_be_swapped(rules: Ruleset) -> tuple[object, ...]:
    """Seat 2 of four has no hand card."""
    table = Table(rules, 4, hands=["Zauberer rot, Zofe rot", "Hofnarr rot", "", "Hofnarr gelb"]).say("Zauberer rot")
    return table.asked, table.options


def a_swap_with_an_empty_hand(rules: Ruleset) -> str:
    """The last hand card was the one that swaps: nothing is asked, seat 1 is next."""
    return Table(rules, hands=["Zauberer gelb", "Hofnarr rot"]).say("Zauberer gelb").asked


def what_the_partner_has_seen(rules: Ruleset) -> tuple[str, ...]:
    """What seat 1 was told of the swap, when the cards of seat 0 are chosen."""
    table = Table(rules, hands=["Zauberer rot, Zofe rot, Zofe gelb", "Wächter rot, Wächter gelb"])
    table.say("Zauberer rot", "gelb").say("1" if "1" in table.options else "Zofe gelb")
    if table.asked == "0 mine":
        table.say("Zofe gelb")
    return table.told(viewer=1)[5:]


def hands_during_a_swap(rules: Ruleset) -> tuple[int, ...]:
    """Sizes of the hands while seat 1, or chance, has yet to answer: what is offered is still the giver's."""
    table = Table(rules, hands=["Zauberer rot, Zofe rot, Zofe gelb", "Wächter rot, Wächter gelb"])
    table.say("Zauberer rot", "gelb").say(*(answer for answer in ["1"] if answer in table.options), "Zofe gelb")
    return table.sizes("hand")


def what_is_learned_of_a_swap(rules: Ruleset) -> tuple[tuple[str, ...], ...]:
    """What each of the two, and seat 2 who looks on, is told of the cards that move."""
    table = Table(rules, hands=["Zauberer rot, Zofe rot, Zofe gelb", "Wächter rot, Wächter gelb"])
    table.say("Zauberer rot", "gelb")
    for answer in ("1", "Zofe gelb", "Wächter rot"):
        if table.asked != "0 card" and answer in table.options:
            table.say(answer)
    return tuple(table.told("exchange", "draw", "move", viewer=seat)[1:] for seat in range(3))


def what_is_learned_of_a_discard(rules: Ruleset) -> tuple[tuple[str, ...], ...]:
    """What seats 0 and 1 are told when seat 0 discards and draws."""
    hands, pile = ["Zofe rot, Wächter rot, Hofnarr rot"], "Zofe grün, Zofe gelb"
    table = Table(rules, hands=hands, pile=pile).say("Zofe rot", "Wächter rot", "Zofe gelb")
    return tuple(table.told("choose", "draw", "move", viewer=seat)[2:] for seat in (0, 1))


def nothing_to_discard(rules: Ruleset) -> str:
    return Table(rules, hands=["Zofe gelb", "Hofnarr rot"]).say("Zofe gelb").asked


def nothing_to_draw(rules: Ruleset) -> tuple[object, ...]:
    table = Table(rules, hands=["Zofe rot, Wächter rot, Hofnarr rot"], pile="").say("Zofe rot", "Wächter rot")
    return table.zone("hand", 0), table.asked


def an_exchange_counts_cards_played(rules: Ruleset) -> tuple[str, str]:
    """Third card played while two lie, since a guard took one back; second card played while four lie."""
    hands = ["Wächter rot, Mundschenk rot, Schatzmeister rot", "Hofnarr rot"]
    table = Table(rules, hands=hands, displays=["", "Zofe grün"])
    taken = table.say("Schatzmeister rot", "Wächter rot", "Schatzmeister rot", "Mundschenk rot").asked
    hands, displays = ["Mundschenk rot, Hofnarr rot"], ["Zofe rot", "Zofe gelb, Wächter gelb"]
    lying = Table(rules, hands=hands, displays=displays, played=1)
    return taken, lying.say("Mundschenk rot").asked


def a_jester_is_played(rules: Ruleset) -> tuple[str, ...]:
    return Table(rules, hands=["Hofnarr rot, Zofe rot"], displays=["Wächter rot"]).say("Hofnarr rot").told()


# ---- single options and copies


def single_options(rules: Ruleset) -> tuple[object, ...]:
    """One hand card to play, one card to take back, one other to swap with."""
    last = Table(rules, hands=["Hofnarr rot"])
    guard = Table(rules, hands=["Wächter rot"], displays=["Zofe rot"]).say("Wächter rot")
    swap = Table(rules, hands=["Zauberer rot, Zofe rot", "Hofnarr rot"]).say("Zauberer rot")
    return last.asked, last.options, guard.asked, guard.options, swap.asked, swap.options


# ---- who knows what


def what_is_open_to_whom(rules: Ruleset) -> tuple[object, ...]:
    """Each zone as its owner, or seat 0, sees it and as seat 1 does: cards, or how many."""
    table = Table(
        rules,
        hands=["Zofe rot, Zofe gelb", "Zofe grün"],
        displays=["Wächter rot"],
        discards="Hofnarr rot",
        pile="Hofnarr gelb",
        open="Zofe",
    )
    zones = (("hand", 0), ("display", 0), ("pile", None), ("closed", None), ("open", None))
    seen = tuple((name, table.seen(0, name, seat), table.seen(1, name, seat)) for name, seat in zones)
    return *seen, isinstance(table.seen(0, "discards"), int)


def order_that_nobody_knows(rules: Ruleset) -> tuple[str, ...]:
    """The zones whose order is declared to be shuffled."""
    return tuple(zone.name for zone in rules.resolved.of(d.Zone) if zone.shuffled)


# ---- where the rules come from


def sources(rules: Ruleset) -> tuple[str, ...]:
    texts = rules.composed.of(d.SourceText)
    return tuple(f"{text.name} {text.title} {text.lines}" for text in texts)


def rulings(rules: Ruleset) -> dict[str, str]:
    """Each ruling: who decides it, whether he says why, and the other readings."""
    told = {}
    for entry in rules.composed.entries.values():
        ruling = entry.declaration
        if isinstance(ruling, d.Ruling):
            why = ["why"] if ruling.reason else []
            told[ruling.name] = " ".join([entry.changes[-1].layer, *why, *(each.name for each in ruling.readings)])
    return told


def what_counts_as_the_score(rules: Ruleset) -> tuple[tuple[int, ...], bool]:
    """Each player's score, and whether the fewest lead."""
    state = rules.at(3, counters={("points", 0): 2, ("points", 1): 5, ("points", 2): 5, "played": 3})
    assert rules.score is not None
    return tuple(map(state.score, range(3))), rules.score.fewest


def citations(rules: Ruleset) -> dict[str, str]:
    """What each block is cited from, and after a bar what is cited inside it."""
    told = {}
    for key, entry in rules.composed.entries.items():
        if isinstance(entry.declaration, d.Always | d.Scenario):  # decides nothing in play
            continue
        inside = [node.cites for node in walk(entry.declaration) if isinstance(node, Cited)][1:]
        parts = [", ".join(map(str, entry.cites)), *(", ".join(map(str, cites)) for cites in inside if cites)]
        if any(parts):
            told[key] = " | ".join(parts)
    return told


def renamings(rules: Ruleset) -> dict[str, str]:
    """What is called otherwise than in the base, and the citation of that."""
    renamed = rules.composed.renamed.items()
    return {old: " ".join([new, *map(str, item.cites)]) for old, (new, item) in renamed}


def order_of_reasons(rules: Ruleset) -> tuple[str, ...]:
    """The reasons for a round to end, in order, with the citations of those that a layer put elsewhere."""
    told = []
    for entry in rules.composed.entries.values():
        if isinstance(entry.declaration, d.RoundEnds):
            put = [str(cite) for change in entry.changes if change.what == "put" for cite in change.cites]
            told.append(" ".join([entry.declaration.name, *put]))
    return tuple(told)


def bound_of_a_game(rules: Ruleset) -> bool:
    """Whether the longest game that the rules allow fits: n * (target - 1) + 1 rounds of 6n + 1 turns."""
    target = {3: 6, 4: 5, 5: 4}
    longest = max((n * (target[n] - 1) + 1) * (6 * n + 1) for n in rules.players)
    return rules.composed.the(d.Limit).turns >= longest
