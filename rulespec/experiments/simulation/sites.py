"""The places of questions and their possible answers, numbered alike in all processes."""

from collections.abc import Mapping
from functools import cached_property

from rulespec.engine.game import Game
from rulespec.engine.options import DO_IT, ENOUGH, RawAnswer
from rulespec.engine.python.program import Asking
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.plan.nodes.choices import DECLINE, NOTHING
from rulespec.plan.nodes.instructions import ReasonBegins
from rulespec.rules.material import Card

_WORKS = (d.Action, d.BeforeTurn, d.AfterTurn, d.AfterRound)
MOST_KNOWN = 50_000  # answers in the cache of `uses`


class Sites:
    """The sites of a game, which are the instructions that ask, and the words that make up its options.

    A use is the number of a pair of a site and a word. `works` are the keys of blocks that run when something calls for
    them, such as actions; `groups` has for each origin the index of its block in `works`, or -1. `fewest` says whether
    the lowest score leads.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known = dict[tuple[int, RawAnswer], tuple[int, ...]]()
        atoms = [atom.name if isinstance(atom, Card) else str(atom) for atom in game.vocabulary]
        self.words = tuple(dict.fromkeys([*atoms, *game.seat_names, DECLINE, NOTHING, ENOUGH, DO_IT]))
        self._numbers = {word: number for number, word in enumerate(self.words)}
        score = game.rules.score
        self.fewest = score is not None and score.fewest
        self.works = tuple([each.key for each in game.rules.composed.of(*_WORKS)])
        numbers = {key: number for number, key in enumerate(self.works)}
        self.groups = tuple([numbers.get(origin.block, -1) for origin in game.plan.origins])

    def shown(self, words: Mapping[str, int]) -> dict[str, dict[str, int]]:
        """Counts of cards summed by the words that they show, for each list; other things are counted as they are.

        Only for lists of which the cards show at least two words, but not each a different one.
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
        """The block and the question of each site; a choice that is asked bit by bit has its first site only."""
        origins = self.game.plan.origins
        return {
            pc: (origins[ask.site.origin].block, ask.site.query.said if ask.choose is None else show(ask.choose))
            for pc, ask in self.game.asks.items()
            if isinstance(ask, Asking) and self._whole(pc) == pc
        }

    def _whole(self, pc: int) -> int:
        """The first site of the choice that a site belongs to."""
        ask = self.game.asks[pc]
        return pc if not isinstance(ask, Asking) or ask.at is None else pc - ask.at

    @property
    def reasons(self) -> Mapping[str, str]:
        """The text of each reason to end, by its block."""
        plan = self.game.plan
        begun = [plan.origins[each.origin] for each in plan.code if isinstance(each, ReasonBegins)]
        return {origin.block: origin.text for origin in begun}

    def text(self, pc: int, raw: RawAnswer) -> str:
        """The text of the option with this raw answer."""
        return self.game.asks[pc].site.option(raw).text

    def uses(self, answer: tuple[int, RawAnswer]) -> tuple[int, ...]:
        """The uses of an answer, memoised: one for each thing chosen, or one for none."""
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
        """The site and the word of a use."""
        pc, word = divmod(use, len(self.words))
        return pc, self.words[word]
