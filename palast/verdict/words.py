"""The phrases of verdicts and pictures in all languages."""

from enum import Enum
from typing import Literal, get_args

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Say(Enum):
    """A phrase in English and German; calling it fills in the names in braces."""

    # who plays, where a sentence begins; a claim goes on from there
    RANDOM = "with random players", "bei Zufallsspielern"
    SEARCHING = "with players who search ({name})", "bei Spielern, die suchen ({name}),"
    TRYING = "with players who try things out ({name})", "bei Spielern, die ausprobieren ({name}),"
    OTHERS = "with players of the kind {name}", "bei Spielern der Art {name}"
    MIXED = "with {names} at one table", "mit {names} an einem Tisch"
    WHOEVER = "with all these players", "bei allen diesen Spielern"

    # claims: of games that do not come to their end
    CUT_OFF = (
        "games are cut off at the limit of turns, and nobody knows how they would have ended",
        "werden Partien an der Zuggrenze abgebrochen, und niemand weiß, wie sie geendet hätten",
    )
    NOT_CUT_OFF = "no game is cut off at the limit of turns", "wird keine Partie an der Zuggrenze abgebrochen"

    # claims: how long
    LONGER = "the game becomes longer", "wird das Spiel länger"
    SHORTER = "the game becomes shorter", "wird das Spiel kürzer"
    LENGTH_OPEN = (
        "it stays open whether the game becomes longer or shorter",
        "bleibt offen, ob das Spiel länger oder kürzer wird",
    )
    LENGTH_SAME = "no game became longer or shorter", "wurde keine Partie länger oder kürzer"
    LENGTH_RARE = (
        "too few games became longer or shorter to tell more",
        "wurden zu wenige Partien länger oder kürzer, um mehr zu sagen",
    )
    LENGTH_FEW = (
        "these games are too few to tell whether the game becomes longer or shorter",
        "sind diese Partien zu wenige, um zu sagen, ob das Spiel länger oder kürzer wird",
    )
    LENGTH_CUT_OFF = (
        "it stays open whether the game becomes longer or shorter, as games are cut off",
        "bleibt offen, ob das Spiel länger oder kürzer wird, weil Partien abgebrochen werden",
    )
    LENGTH_NONE = "nothing can be told of the length", "lässt sich über die Länge nichts sagen"

    # claims: how fair
    FAIRER = "the game becomes fairer", "wird das Spiel gerechter"
    LESS_FAIR = "the game becomes less fair", "wird das Spiel ungerechter"
    BEGINS_MORE = "whoever begins wins more often", "gewinnt öfter, wer beginnt"
    BEGINS_LESS = "whoever begins wins less often", "gewinnt seltener, wer beginnt"
    ALL_WIN_MORE = (
        "everybody wins more often, and it stays open whether the game becomes fairer",
        "gewinnt jeder öfter, und ob das Spiel gerechter wird, bleibt offen",
    )
    ALL_WIN_LESS = (
        "everybody wins less often, and it stays open whether the game becomes fairer",
        "gewinnt jeder seltener, und ob das Spiel gerechter wird, bleibt offen",
    )
    FAIR_OPEN = "it stays open whether the game becomes fairer", "bleibt offen, ob das Spiel gerechter wird"
    BEGINS_OPEN = (
        "it stays open whether whoever begins wins more or less often",
        "bleibt offen, ob öfter oder seltener gewinnt, wer beginnt",
    )
    FAIR_SAME = "each game has the same winners by both rules", "hat jede Partie nach beiden Regeln dieselben Sieger"
    FAIR_CUT_OFF = (
        "it stays open whether the game becomes fairer, as games are cut off",
        "bleibt offen, ob das Spiel gerechter wird, weil Partien abgebrochen werden",
    )
    FAIR_NONE = "nothing can be told of how fair the game is", "lässt sich nicht sagen, wie gerecht das Spiel ist"
    NOBODY_WINS = "nobody won a single game", "gewann niemand auch nur eine Partie"

    # claims: how dull
    DULLER = "the game becomes duller", "wird das Spiel eintöniger"
    LIVELIER = "the game becomes livelier", "wird das Spiel lebhafter"
    BOTH_WAYS = "the game becomes livelier in one way, duller in another", "wird manches lebhafter, anderes eintöniger"
    DULL_OPEN = (
        "it stays open whether the game becomes duller or livelier",
        "bleibt offen, ob das Spiel eintöniger oder lebhafter wird",
    )
    DULL_SAME = "no game became duller or livelier", "wurde keine Partie eintöniger oder lebhafter"
    DULL_CUT_OFF = (
        "it stays open whether the game becomes duller or livelier, as games are cut off",
        "bleibt offen, ob das Spiel eintöniger oder lebhafter wird, weil Partien abgebrochen werden",
    )
    DULL_NONE = "nothing can be told of how dull the game is", "lässt sich nicht sagen, wie eintönig das Spiel ist"

    # what was found
    TURNS = "{variant} turns on average instead of {base}", "im Mittel {variant} Züge statt {base}"
    TURNS_ALIKE = "{base} turns on average by both rules", "im Mittel {base} Züge nach beiden Regeln"
    SHARE_CUT_OFF = "{variant} of them instead of {base}", "{variant} von ihnen statt {base}"
    SHARE_CUT_OFF_ALIKE = "{base} of them by both rules", "{base} von ihnen nach beiden Regeln"
    BEGINS = (
        "whoever begins wins {variant} of the games instead of {base}",
        "wer beginnt, gewinnt {variant} der Partien statt {base}",
    )
    BEGINS_ALIKE = (
        "whoever begins wins {base} of the games by both rules",
        "wer beginnt, gewinnt {base} der Partien nach beiden Regeln",
    )
    EQUAL_SHARE = "with equal chances it would be {fair}", "bei gleichen Aussichten wären es {fair}"
    EQUAL_SHARES = (
        "with equal chances it would be {variant} instead of {base}",
        "bei gleichen Aussichten wären es {variant} statt {base}",
    )
    SEVERAL_WIN = "{share}, as several can win", "{share}, weil auch mehrere gewinnen können"
    STAKES = (
        "a player wins or loses {variant} on average instead of {base}",
        "ein Spieler gewinnt oder verliert im Mittel {variant} statt {base}",
    )
    PLACE_WINS = (
        "number {place} in turn wins {variant} instead of {base}",
        "wer als Nr. {place} in der Reihe sitzt, gewinnt {variant} statt {base}",
    )
    SEAT_WINS = "{seat} wins {variant} instead of {base}", "{seat} gewinnt {variant} statt {base}"
    FORCED = (
        "{variant} of the decisions leave no choice instead of {base}",
        "{variant} der Entscheidungen lassen keine Wahl statt {base}",
    )
    LEAD_CHANGES = (
        "the lead changes {variant} times in 100 turns instead of {base}",
        "die Führung wechselt {variant}-mal in 100 Zügen statt {base}-mal",
    )
    LED_SINCE = (
        "the winner leads for good once {variant} of the turns are over instead of {base}",
        "wer gewinnt, führt endgültig nach {variant} der Züge statt nach {base}",
    )
    ROUNDS_END = (
        "a round ends by “{reason}” {variant} times a game instead of {base}",
        "eine Runde endet durch „{reason}“ {variant}-mal je Partie statt {base}-mal",
    )
    GAMES_END = (
        "{variant} of the games end by “{reason}” instead of {base}",
        "{variant} der Partien enden durch „{reason}“ statt {base}",
    )
    NEW_END = "“{reason}” is a new way to end", "„{reason}“ kommt als Ende neu hinzu"
    NO_END = "“{reason}” is no way to end any more", "„{reason}“ fällt als Ende weg"
    MORE = "{span} more", "{span} mehr"
    FEWER = "{span} fewer", "{span} weniger"
    BY_AT_LEAST = "by at least {least} turns on average", "im Mittel um mindestens {least} Züge"
    POINTS_MORE = "{span} percentage points more", "{span} Prozentpunkte mehr"
    POINTS_FEWER = "{span} percentage points less", "{span} Prozentpunkte weniger"
    SPAN = "{low} to {high}", "{low} bis {high}"
    WITHIN = "in truth at most {fewer} fewer or {more} more", "in Wahrheit höchstens {fewer} weniger oder {more} mehr"
    POINTS_WITHIN = (
        "in truth at most {fewer} percentage points less or {more} more",
        "in Wahrheit höchstens {fewer} Prozentpunkte weniger oder {more} mehr",
    )
    AT_MOST = (
        "in truth it is otherwise in at most {share} of the games",
        "in Wahrheit ist es in höchstens {share} der Partien anders",
    )
    CHANGED = "in {differing} of {pairs} games", "in {differing} von {pairs} Partien"
    UNTOLD = "untold: {what}", "offen: {what}"
    UNTOLD_OF = "{what} (at most {fewer} fewer or {more} more)", "{what} (höchstens {fewer} weniger oder {more} mehr)"
    UNTOLD_POINTS = (
        "{what} (at most {fewer} percentage points less or {more} more)",
        "{what} (höchstens {fewer} Prozentpunkte weniger oder {more} mehr)",
    )
    UNTOLD_RARE = (
        "{what} (another in {differing} of {pairs} games)",
        "{what} (anders in {differing} von {pairs} Partien)",
    )
    NO_SCORE = (
        "the rules declare no score, so nothing is told of the lead",
        "die Regeln nennen keinen Punktestand, also ist über die Führung nichts zu sagen",
    )

    # while games are played
    SO_FAR = "so far {found}", "bisher {found}"

    # pictures
    LENGTHS = "How long a game is", "Wie lang eine Partie ist"
    WINS = "Who wins", "Wer gewinnt"
    ENDS = "How it ends", "Wie es endet"
    DIFFERENCES = "What the rule changes", "Was die Regel ändert"
    HOW_LENGTHS = (
        "Dot: mean of all games. Thick line: most of them. Thin line: the shortest to the longest.",
        "Punkt: Mittel aller Partien. Dicke Linie: die meisten. Dünne Linie: kürzeste bis längste.",
    )
    HOW_SIDES = (
        "A bar that does not touch the ring: the difference can be told.",
        "Ein Balken, der den Ring nicht berührt: Der Unterschied steht fest.",
    )
    HOW_DIFFERENCES = (
        "A bar that does not touch the line of 0 (filled square): the difference can be told.",
        "Ein Balken, der die Linie bei 0 nicht berührt (volles Quadrat): Der Unterschied steht fest.",
    )
    SO_MANY_TURNS = "how many games take so many turns", "wie viele Partien so viele Züge dauern"
    FAIR = "equal share {fair}", "gleicher Anteil {fair}"
    ON_AVERAGE = "{mean} on average", "im Mittel {mean}"
    NOTHING = "There is nothing of this to be seen in these games.", "Davon ist in diesen Partien nichts zu sehen."
    LEFT_OUT = "… and {left} more in the table", "… und {left} weitere in der Tabelle"
    OF_GAMES = "share of the games", "Anteil der Partien"
    ROUNDS_OF_A_GAME = "rounds of a game", "Runden einer Partie"
    IN_POINTS = "percentage points", "Prozentpunkte"
    IN_STAKES = "what each gets", "was jeder bekommt"
    IN_PERCENT = "percent of what it was before", "Prozent des bisherigen Werts"
    ONLY = "only in {rules}", "nur in {rules}"
    TOO_RARE = "too few pairs differ to tell", "zu wenige Paare sind verschieden"
    UNCHANGED = "the same in every pair", "in jedem Paar gleich"

    # the page
    TITLE = "{base} and {variant}: what the rule changes", "{base} und {variant}: was die Regel ändert"
    HEADING = "What the rule does to the game", "Was die Regel mit dem Spiel macht"
    COMPARED = (
        "Compared: {base} and {variant}, with {players} players.",
        "Verglichen: {base} und {variant}, mit {players} Spielern.",
    )
    VERDICT = "In short", "Kurz gesagt"
    EQUAL = "The rules", "Die Regeln"
    TO_THE_END = "To the end", "Bis zum Ende"
    LENGTH = "How long", "Wie lang"
    FAIRNESS = "How fair", "Wie gerecht"
    DULLNESS = "How lively", "Wie lebhaft"
    ONLY_RANDOM = (
        "Random players take any option that the rules allow. They show what the rules do by themselves; people who "
        "want to win may see it differently.",
        "Zufallsspieler wählen irgendetwas, was die Regeln erlauben. Sie zeigen, was die Regeln von sich aus tun; wer "
        "gewinnen will, erlebt es vielleicht anders.",
    )
    SAME_RULES = (
        "The rules of both are the same, block by block: each game stays as it is.",
        "Die Regeln beider sind dieselben, Block für Block: Jede Partie bleibt, wie sie ist.",
    )
    PICTURES = "Pictures {players}", "Bilder {players}"
    DESCRIBED = (
        "{title}: {base} and {variant}. The numbers are in the table.",
        "{title}: {base} und {variant}. Die Zahlen stehen in der Tabelle.",
    )
    ALL_NUMBERS = "All numbers {players}", "Alle Zahlen {players}"
    MEASURE = "each game", "je Partie"
    DIFFERENCE = "difference", "Unterschied"
    TRUTH = "the truth lies", "die Wahrheit liegt"
    TOLD = "what the games tell", "was die Partien sagen"
    CORRELATION = "alike", "Gleichlauf"
    TOLD_MORE = "more", "mehr"
    TOLD_LESS = "less", "weniger"
    TOLD_SAME = "the same in every game", "in jeder Partie gleich"
    TOLD_UNCLEAR = "cannot tell", "offen"
    TOLD_RARE = "too few differ ({differing} of {pairs})", "zu wenige anders ({differing} von {pairs})"
    HOW = "How it was measured", "Wie gemessen wurde"
    HOW_PAIRS = (
        "{games} pairs of games were played {players}: in each pair by both rules, with the same chance and the same "
        "players as far as the rules let it be; in {differing} of them something was different.",
        "Gespielt wurden {games} Paare von Partien {players}: je eine nach beiden Regeln, mit demselben Zufall und "
        "denselben Spielern, soweit die Regeln es zulassen; in {differing} von ihnen war etwas anders.",
    )
    UNTIL_PRECISION = (
        "It went on until the intervals were as narrow as asked for.",
        "Gespielt wurde, bis die Spannen so schmal waren wie verlangt.",
    )
    UNTIL_GAMES = "That is as many as were asked for.", "Das sind so viele wie verlangt."
    UNTIL_SECONDS = "It went on until the time was over.", "Gespielt wurde, bis die Zeit um war."
    UNTIL_INTERRUPTED = "It was interrupted.", "Dann wurde unterbrochen."
    HOW_LEVEL = (
        "All intervals of this page hold at once in {level} of 100 such runs, and a difference is told where "
        "its interval leaves out 0; “alike” says how much the games of a pair go the same way (1: entirely, 0: not at "
        "all).",
        "Alle Spannen dieser Seite stimmen zugleich in {level} von 100 solchen Läufen, und ein Unterschied wird "
        "behauptet, wo seine Spanne die 0 auslässt; „Gleichlauf“ sagt, wie sehr die Partien eines Paars einander "
        "folgen (1: ganz, 0: gar nicht).",
    )
    MATTERED = "A game in which it matters", "Eine Partie, in der es darauf ankommt"
    MATTERED_AFTER = (
        "In pair {game}, after turn {turn} of the game by {rules}:",
        "Im Paar {game}, nach dem {turn}. Zug der Partie nach {rules}:",
    )
    MATTERED_BEFORE = (
        "In pair {game}, before the first turn of the game by {rules}:",
        "Im Paar {game}, vor dem ersten Zug der Partie nach {rules}:",
    )
    BY_RULES = "By {rules}", "Nach {rules}"
    BECAUSE = "It is these blocks that say it differently:", "Diese Blöcke sagen es verschieden:"
    REPLAY = "To see it again:", "So ist sie noch einmal zu sehen:"
    NEVER_MATTERED = (
        "No game was another one by the variant than by its base.",
        "Keine Partie verlief nach der Variante anders als nach ihrer Grundlage.",
    )

    def __call__(self, language: Language, **named: str) -> str:
        text: str = self.value[LANGUAGES.index(language)]
        return text.format(**named) if named else text
