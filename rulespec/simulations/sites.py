"""Where players are asked, and what they can answer there, by numbers that are the same wherever a game is played."""

from collections.abc import Mapping
from functools import cached_property

from attrs import define, field

from rulespec.game import Game
from rulespec.language.printer import show
from rulespec.material import Card
from rulespec.plan.nodes.choices import DECLINE, NOTHING
from rulespec.plan.nodes.instructions import ReasonBegins
from rulespec.plan.options import DO_IT, ENOUGH, RawAnswer
from rulespec.run.program import Asking
from rulespec.tree import declarations as d

_WORKS = (d.Action, d.BeforeTurn, d.AfterTurn, d.AfterRound)
MOST_KNOWN = 50_000  # answers that are remembered


@define(eq=False)
class Sites:
    """The places of a game where somebody is asked, and the words of which its options are made.

    A use is a place with such a word, as one number.
    """

    game: Game
    words: tuple[str, ...] = field(init=False)
    _numbers: dict[str, int] = field(init=False)
    known: dict[tuple[int, RawAnswer], tuple[int, ...]] = field(init=False, factory=dict)  # see `uses`
    fewest: bool = field(init=False)  # whether who has the fewest leads
    works: tuple[str, ...] = field(init=False)  # blocks that are done whenever something calls for them
    groups: tuple[int, ...] = field(init=False)  # of each origin the number of its block among these, or -1

    def __attrs_post_init__(self) -> None:
        atoms = [atom.name if isinstance(atom, Card) else str(atom) for atom in self.game.vocabulary]
        self.words = tuple(dict.fromkeys([*atoms, *self.game.seat_names, DECLINE, NOTHING, ENOUGH, DO_IT]))
        self._numbers = {word: number for number, word in enumerate(self.words)}
        score = self.game.rules.score
        self.fewest = score is not None and score.fewest
        self.works = tuple([each.key for each in self.game.rules.composed.of(*_WORKS)])
        numbers = {key: number for number, key in enumerate(self.works)}
        self.groups = tuple([numbers.get(origin.block, -1) for origin in self.game.plan.origins])

    def shown(self, words: Mapping[str, int]) -> dict[str, dict[str, int]]:
        """How often cards were meant with each word of a list, and what is no card; of lists that tell them apart.

        A list does if the cards show several of its words, but not each another one.
        """
        cards = {atom.name: atom for atom in self.game.vocabulary if isinstance(atom, Card) and atom.name in words}
        others = {word: times for word, times in words.items() if word not in cards}
        by = dict[str, dict[str, int]]()
        for card in cards.values():
            for of, shown in card.shown:
                counts = by.setdefault(of, {})
                counts[str(shown)] = counts.get(str(shown), 0) + words[card.name]
        return {of: {**counts, **others} for of, counts in by.items() if 1 < len(counts) < len(cards)}

    @cached_property
    def asked(self) -> Mapping[int, tuple[str, str]]:
        """Of each place the block that asks there, and what; a choice that is asked bit by bit has its first one."""
        origins = self.game.plan.origins
        return {
            pc: (origins[ask.site.origin].block, ask.site.query.said if ask.choose is None else show(ask.choose))
            for pc, ask in self.game.asks.items()
            if isinstance(ask, Asking) and self._whole(pc) == pc
        }

    def _whole(self, pc: int) -> int:
        """Where the choice begins to be asked of which a place asks a part."""
        ask = self.game.asks[pc]
        return pc if not isinstance(ask, Asking) or ask.bit is None else pc - ask.bit.at

    @property
    def reasons(self) -> Mapping[str, str]:
        """By its block, what each reason says that ends a round or the game."""
        plan = self.game.plan
        begun = [plan.origins[each.origin] for each in plan.code if isinstance(each, ReasonBegins)]
        return {origin.block: origin.text for origin in begun}

    def text(self, pc: int, raw: RawAnswer) -> str:
        """An answer as an option says it."""
        return self.game.asks[pc].site.option(raw).text

    def uses(self, answer: tuple[int, RawAnswer]) -> tuple[int, ...]:
        """The uses of an answer at a place: one for each thing that was chosen, or one that says that nothing was."""
        found = self.known.get(answer)
        if found is None:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            pc, raw = answer
            said = self.text(pc, raw).split(", ")
            place = self._whole(pc) * len(self.words)
            found = self.known[answer] = tuple([place + self._numbers[word] for word in said])
        return found

    def used(self, use: int) -> tuple[int, str]:
        """Of a use its place, and the word that was said there."""
        pc, word = divmod(use, len(self.words))
        return pc, self.words[word]
