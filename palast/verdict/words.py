"""The phrases of verdicts and pictures, from a file for each language."""

from enum import Enum
from pathlib import Path
from typing import Literal, get_args

from rulespec.rules.texts.grammar.template import Template, phrases

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
FOLDER = Path(__file__).parent


class Say(Enum):
    """A phrase; its key in the files is its name in small letters. Calling it fills in the names in braces."""

    (
        RANDOM, SEARCHING, TRYING, OTHERS, MIXED, WHOEVER, CUT_OFF, NOT_CUT_OFF, LONGER, SHORTER, LENGTH_OPEN,
        LENGTH_SAME, LENGTH_RARE, LENGTH_FEW, LENGTH_CUT_OFF, LENGTH_NONE, FAIRER, LESS_FAIR, BEGINS_MORE,
        BEGINS_LESS, ALL_WIN_MORE, ALL_WIN_LESS, FAIR_OPEN, BEGINS_OPEN, FAIR_SAME, FAIR_CUT_OFF, FAIR_NONE,
        NOBODY_WINS, DULLER, LIVELIER, BOTH_WAYS, DULL_OPEN, DULL_SAME, DULL_CUT_OFF, DULL_NONE, TURNS,
        TURNS_ALIKE, SHARE_CUT_OFF, SHARE_CUT_OFF_ALIKE, BEGINS, BEGINS_ALIKE, EQUAL_SHARE, EQUAL_SHARES,
        SEVERAL_WIN, STAKES, PLACE_WINS, SEAT_WINS, FORCED, LEAD_CHANGES, LED_SINCE, ROUNDS_END, GAMES_END,
        NEW_END, NO_END, MORE, FEWER, BY_AT_LEAST, POINTS_MORE, POINTS_FEWER, SPAN, WITHIN, POINTS_WITHIN,
        AT_MOST, CHANGED, UNTOLD, UNTOLD_OF, UNTOLD_POINTS, UNTOLD_RARE, NO_SCORE, SO_FAR, LENGTHS, WINS, ENDS,
        DIFFERENCES, HOW_LENGTHS, HOW_SIDES, HOW_DIFFERENCES, SO_MANY_TURNS, FAIR, ON_AVERAGE, NOTHING,
        LEFT_OUT, OF_GAMES, ROUNDS_OF_A_GAME, IN_POINTS, IN_STAKES, IN_PERCENT, ONLY, TOO_RARE, UNCHANGED,
        TITLE, HEADING, COMPARED, VERDICT, EQUAL, TO_THE_END, LENGTH, FAIRNESS, DULLNESS, ONLY_RANDOM,
        SAME_RULES, PICTURES, DESCRIBED, ALL_NUMBERS, MEASURE, DIFFERENCE, TRUTH, CONCLUSION, CORRELATION,
        CONCLUSION_MORE, CONCLUSION_LESS, CONCLUSION_SAME, CONCLUSION_UNCLEAR, CONCLUSION_RARE, HOW, HOW_PAIRS,
        UNTIL_PRECISION, UNTIL_GAMES, UNTIL_SECONDS, UNTIL_INTERRUPTED, HOW_LEVEL, MATTERED, MATTERED_AFTER,
        MATTERED_BEFORE, BY_RULES,
        BECAUSE, REPLAY, NEVER_MATTERED,
    ) = range(128)  # fmt: skip

    @property
    def key(self) -> str:
        """The key of the phrase in the files."""
        return self.name.lower().replace("_", " ")

    def __call__(self, language: Language, **named: str) -> str:
        return Template(phrases(language, FOLDER)[self.key]).clause(named)
