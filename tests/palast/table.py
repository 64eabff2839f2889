"""A game at a given position, laid out and told in the names of `ksr` whatever the ruleset calls its persons."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from palast import Decision, Over, Ruleset
from tests.palast.referee import NEUTRAL, NEUTRAL_COPIES, RENAMED

Cards = str  # "Zofe rot, Wächter braun": the first neutral copy needs no number


class Table:
    """One game; everything it answers is text or numbers, so that answers of different rulesets compare."""

    def __init__(
        self,
        rules: Ruleset,
        players: int = 3,
        *,
        hands: Sequence[Cards] = (),
        displays: Sequence[Cards] = (),
        discards: Cards = "",
        pile: Cards | None = None,
        open: Cards = "",
        points: Sequence[int] = (),
        noted: Sequence[int] = (),
        played: int = 0,
        active: int = 0,
    ) -> None:
        """Cards not named lie in the pile; where the pile is named, they lie in the discards."""
        self._base = rules.name.split("+")[0]
        self.rules = rules
        zones: dict[Any, list[str]] = {("hand", seat): self.cards(cards) for seat, cards in enumerate(hands)}
        zones |= {("display", seat): self.cards(cards) for seat, cards in enumerate(displays)}
        zones |= {"discards": self.cards(discards), "open": self.cards(open)}
        if pile is not None:
            zones["pile"] = self.cards(pile)
            named = {card for cards in zones.values() for card in cards}
            everything = rules.new_game(players).zone("pile")
            zones["discards"] += [str(card) for card in everything if str(card) not in named]
        counters: dict[Any, int] = {("points", seat): number for seat, number in enumerate(points)}
        counters |= {("noted", seat): number for seat, number in enumerate(noted)}
        if played:
            counters["played"] = played
        self.state = rules.at(players=players, zones=zones, counters=counters, active=active)

    @classmethod
    def new(cls, rules: Ruleset, players: int = 3, first: int = 0) -> Self:
        """A game from its very beginning."""
        table = cls(rules, players)
        table.state = rules.new_game(players=players, first=first)
        return table

    # ---- names

    def here(self, text: str) -> str:
        """A text with the names that this ruleset uses."""
        text = _with_names(text, RENAMED[self._base])
        copies = NEUTRAL_COPIES[self._base] > 1
        return re.sub(r"\bbraun(?! \d)", NEUTRAL[self._base] + (" 1" if copies else ""), text)

    def there(self, text: str) -> str:
        """A text with the names of `ksr`."""
        text = _with_names(text, {new: old for old, new in RENAMED[self._base].items()})
        return re.sub(rf"\b{NEUTRAL[self._base]}\b( 1)?", "braun", text)

    def cards(self, cards: Cards) -> list[str]:
        return [self.here(card.strip()) for card in cards.split(",") if card.strip()]

    # ---- going on

    def say(self, *answers: str) -> Self:
        """Answers one decision, or one chance, after the other."""
        for answer in answers:
            self.state = self.state.apply(self.here(answer))
        return self

    def deal(self) -> Self:
        """Lets chance decide, always for its first outcome, until somebody is asked."""
        while not isinstance(self.state.pending, Decision | Over):
            self.state = self.state.apply(self.state.pending.options[0])
        return self

    # ---- what there is

    @property
    def asked(self) -> str:
        """Who is asked for what (`0 card`), or `chance`, or `over`."""
        pending = self.state.pending
        if isinstance(pending, Decision):
            return " ".join([str(pending.player), *pending.binds])
        return "over" if isinstance(pending, Over) else "chance"

    @property
    def options(self) -> tuple[str, ...]:
        pending = self.state.pending
        return () if isinstance(pending, Over) else tuple(self.there(option.text) for option in pending.options)

    def zone(self, name: str, seat: int | None = None) -> str:
        return ", ".join(self.there(str(card)) for card in self.state.zone(name, seat))

    def each(self, name: str) -> tuple[str, ...]:
        """A zone of each player."""
        return tuple(self.zone(name, seat) for seat in range(self.state.players))

    def sizes(self, name: str) -> tuple[int, ...]:
        return tuple(len(self.state.zone(name, seat)) for seat in range(self.state.players))

    def size(self, name: str) -> int:
        return len(self.state.zone(name))

    @property
    def points(self) -> tuple[int, ...]:
        return self.numbers("points")

    @property
    def noted(self) -> tuple[int, ...]:
        return self.numbers("noted")

    def numbers(self, name: str) -> tuple[int, ...]:
        return tuple(self.state.counter(name, seat) for seat in range(self.state.players))

    @property
    def muted(self) -> str | None:
        muted = self.state.value("muted")
        return None if muted is None else self.there(muted)

    @property
    def winners(self) -> tuple[int, ...]:
        pending = self.state.pending
        assert isinstance(pending, Over)
        return pending.winners

    def told(self, *kinds: str, viewer: int | None = None) -> tuple[str, ...]:
        """What happened, as sentences: of some kinds or all, to everybody or as one player saw it."""
        log = self.state.log if viewer is None else self.state.view(viewer).log
        return tuple(self.there(str(event)) for event in log if not kinds or event.kind in kinds)

    @property
    def ended(self) -> tuple[str, ...]:
        """The reasons for which rounds, and the game, have ended."""
        return tuple(event.block for event in self.state.log if event.kind in ("round ends", "game ends"))

    def seen(self, viewer: int, name: str, seat: int | None = None) -> str | int:
        """What a player sees of a zone: its cards, or how many they are."""
        found = self.state.view(viewer).zone(name, seat)
        assert isinstance(found, int | tuple)
        return found if isinstance(found, int) else ", ".join(self.there(str(card)) for card in found)


def _with_names(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), text)


def joined(texts: Iterable[str]) -> str:
    return " | ".join(texts)
