// The requests of the page, and the answers of a session.
// Written by: python -m palast.web.typescript > web/src/protocol.ts

export type Language = "en" | "de";

export type Answered = "choice" | "decline" | "enough" | "yes";

export type Kind = "round" | "step" | "ends" | "standings" | "returns" | "outcome";

export type Sort = "number" | "word" | "seat";

export type Undoing = "possible" | "refused" | "nothing";

export type Code = "request" | "name" | "rules" | "refused" | "record" | "fragment" | "knowledge" | "worlds" | "stopped" | "bug";

export type Level = "error" | "warning" | "note";

export type Draftable = "layer" | "scenario" | "law" | "cards" | "person" | "action" | "end" | "numbers";

export type File = "ruleset" | "layer" | "scenarios" | "";

export type Stretch = "keyword" | "sign" | "string" | "number" | "citation" | "comment" | "space" | "text" | "zone" | "counter" | "note" | "value" | "condition" | "list" | "word" | "cards" | "action" | "choice" | "reason" | "law" | "ruling" | "source" | "reading" | "block" | "scenario" | "file" | "name";

export type Fault = "law" | "leak" | "endless" | "never" | "idle" | "single" | "rules";

export type Tested = "scenario" | "law";

/** Asks for the rule files and bots of the library. */
export interface Library {
  kind: "library";
}

/** Asks for the name of the rules with a text, which is a ruleset, or a layer on a base and other `layers`. */
export interface Lay {
  kind: "lay";
  text: string;
  base: string;
  layers?: string[];
}

/** Asks for a draft in a text on a base: its first lines, a scenario or a law, or a change of a kind that works. */
export interface Draft {
  kind: "draft";
  what: Draftable;
  text: string;
  base: string;
  layers?: string[];
}

/** Loads rules: a name, or several joined by plus; `texts` are files of the sender, by name. */
export interface Load {
  kind: "load";
  rules: string;
  texts?: Record<string, string>;
}

/** Asks for assistance with a text under its name, laid `on` rules if it is a layer, and at an offset. Other `texts` can be referred to by name. */
export interface Assist {
  kind: "assist";
  text: string;
  name: string;
  on?: string;
  offset?: number | null;
  texts?: Record<string, string>;
}

/** Asks for a block with its rulings, or what a card does, in the game on the table. */
export interface Explain {
  kind: "explain";
  words: string;
}

/** Speaks another language from now on: a game on the table goes on in it, and has to be looked at anew. */
export interface Speak {
  kind: "speak";
  language: Language;
}

/** Begins a game. `seats` has for each seat "person" or the name of a bot; by default one person at the first seat. A `seed` is a number in digits, as it may be too large for JavaScript; by default it is random. */
export interface New {
  kind: "new";
  rules: string;
  texts?: Record<string, string>;
  players?: number | null;
  first?: number;
  seats?: string[] | null;
  seed?: string | null;
}

/** Continues a recorded game, or replays it; by default with the recorded players. With `after` it is replayed from that number of moves of players and chance on, and bots repeat what was recorded. */
export interface Open {
  kind: "open";
  record: string;
  texts?: Record<string, string>;
  seats?: string[] | null;
  after?: number | null;
}

/** The table as a seat sees it, or a spectator (null), with the steps of the story from `since` on. The seats of bots can be looked at only when the game is over, or if no person plays. */
export interface Look {
  kind: "look";
  seat?: number | null;
  since?: number;
  run?: number;
}

/** Asks what can follow some clicked atoms, given by their keys in any order. */
export interface Choose {
  kind: "choose";
  seat: number;
  clicked: string[];
}

/** A person's answer, by the text of an option or a name of it; the draws that follow are made. */
export interface Answer {
  kind: "answer";
  seat: number;
  option: string;
  since?: number;
  run?: number;
}

/** Lets bots give at most this many `answers`, until a person is asked; answered by the table as a seat sees it. A bot that still thinks `within` milliseconds continues with the next request; in a `hurry` bots answer at random. */
export interface Bots {
  kind: "bots";
  answers?: number;
  within?: number | null;
  hurry?: boolean;
  seat?: number | null;
  since?: number;
  run?: number;
}

/** Takes back the last answer of a seat, if knowledge allows it. Answered by the table, with a new `run`. */
export interface Undo {
  kind: "undo";
  seat: number;
}

/** Allows the game ten times as many steps, after it has stopped. Answered by the table, with a new `run`. */
export interface Continue {
  kind: "continue";
  seat?: number | null;
}

/** Asks why things are as they are, or why an option (by its text) is offered or not, by what the seat knows. If answers have several atoms, the text may be that of an atom, beside the clicked ones. */
export interface Why {
  kind: "why";
  seat: number;
  option?: string | null;
  clicked?: string[];
}

/** Asks what a search would take in a seat's place, with `playouts` simulated games. After `within` milliseconds its progress is returned; the same request continues it, or ends it with `enough`. */
export interface Hint {
  kind: "hint";
  seat: number;
  playouts?: number;
  within?: number | null;
  enough?: boolean;
}

/** Asks for the rules in words; with `against`, what is different from these other rules is marked. With `only_changes` nothing else is on it. */
export interface Sheet {
  kind: "sheet";
  rules: string;
  texts?: Record<string, string>;
  against?: string | null;
  only_changes?: boolean;
}

/** Asks for the record of the game, which reveals all hands. */
export interface Keep {
  kind: "keep";
  sure?: boolean;
}

/** Asks what a file is, by its content. */
export interface Recognize {
  kind: "recognize";
  text: string;
}

/** Plays a record, or the game on the table, by other rules, which reveals hidden cards. */
export interface Replay {
  kind: "replay";
  rules: string;
  texts?: Record<string, string>;
  record?: string | null;
  sure?: boolean;
}

/** Asks for the fragment of an address with rules, players and seats; or with the game on the table (`deal`). */
export interface Send {
  kind: "send";
  rules: string;
  texts?: Record<string, string>;
  players?: number | null;
  seats?: string[] | null;
  deal?: boolean;
  sure?: boolean;
}

/** Asks what a fragment contains; nothing is begun. */
export interface Receive {
  kind: "receive";
  fragment: string;
}

/** Begins to test the scenarios and laws of rules; laws are checked in `games` random games. */
export interface Test {
  kind: "test";
  rules: string;
  texts?: Record<string, string>;
  games?: number;
  seed?: number;
}

/** Begins a hunt for faults: broken laws, leaks, endless games, what never happens. */
export interface Check {
  kind: "check";
  rules: string;
  texts?: Record<string, string>;
  games?: number;
  seed?: number;
}

/** Begins an impact: pairs of games by a base and a variant with random players. It ends after `games` pairs or `seconds`, or when the differences are known precisely enough. */
export interface Compare {
  kind: "compare";
  base: string;
  variant: string;
  texts?: Record<string, string>;
  players?: number | null;
  games?: number | null;
  seconds?: number | null;
  seed?: number;
}

/** Asks for the next slice of the current test. A slice can take long while a game is shortened; to stop it, end the worker. */
export interface More {
  kind: "more";
}

/** Stops the current test; answered by the result so far of an impact. */
export interface Stop {
  kind: "stop";
}

/** A rule file of the library; `kind` is empty if it has no readable header. `said` is what it is called by people, and `about` what the game is about, or what is different with a layer; it is empty where nobody has written that. */
export interface RuleText {
  name: string;
  title: string;
  said: string;
  about: string;
  kind: File;
  shelf: string;
  game: string;
  tried_on: string[];
  players: number[];
  text: string;
}

/** Rulesets first, then layers that go on them, then examples, then the layers that only some game has. */
export interface Shelves {
  files: RuleText[];
  bots: string[];
}

/** The name of the `rules` to load, with the text under its `name` if there is one; `on` is what lies beneath it. */
export interface Laid {
  name: string;
  kind: File;
  on: string;
  rules: string;
}

/** A text to be `written` in place of a range; the part from `chosen_start` to `chosen_end` is to be selected. */
export interface Drafted {
  start: number;
  end: number;
  written: string;
  chosen_start: number;
  chosen_end: number;
}

/** A place in a text of the sender, or in a file of the library. */
export interface Place {
  file: string;
  sent: boolean;
  line: number;
  start: number;
  end: number;
}

/** A problem of rules. */
export interface Problem {
  code: string;
  level: Level;
  message: string;
  remedy: string;
  place: Place | null;
}

/** Loaded rules with their files, the base first; if there are errors, only the problems are filled in. The title is in the language of the session, and `called` what the `seats` are called in it. */
export interface Loaded {
  name: string;
  title: string;
  players: number[];
  seats: string[][];
  called: string[][];
  digest: string;
  files: string[];
  problems: Problem[];
}

/** A text in place of a range, which solves a problem; `label` is for a button. */
export interface Repair {
  start: number;
  end: number;
  text: string;
  label: string;
}

/** A problem between two offsets, with its remedy in words and as changes. */
export interface Mistake {
  code: string;
  start: number;
  end: number;
  message: string;
  remedy: string;
  fixes: Repair[];
}

/** A word to be put in place of a range, its kind, and a line about it. */
export interface Completion {
  start: number;
  end: number;
  text: string;
  kind: Stretch;
  about: string;
}

/** A block in another ruleset of the library. */
export interface Elsewhere {
  ruleset: string;
  block: string[];
}

/** What a name between two offsets means: the lines of its block after all layers, and of the rulings it cites. `key` is that of the block. `elsewhere` has the block in related rulesets that have another version of it. */
export interface Hover {
  start: number;
  end: number;
  name: string;
  kind: Stretch;
  key: string;
  block: string[];
  rulings: string[];
  elsewhere: Elsewhere[];
}

/** Problems with their fixes; tokens; completions and the hover at the offset. Tokens cover the text without gaps: each has an end and a kind. */
export interface Assisted {
  problems: Mistake[];
  ends: number[];
  kinds: Stretch[];
  completions: Completion[];
  hover: Hover | null;
}

/** What a block says, in words if there is something to say, and line by line as it stands in the rules. */
export interface Explained {
  said: string[];
  lines: string[];
}

/** A seat: the name of the player as in the rules, what he is called, and "person" or the name of a bot. */
export interface Seat {
  name: string;
  said: string;
  sits: string;
}

/** A card; its number is its index in `cards` of the game. `shows` has a word for each list. `said` is what it is called, and `does` what it does, in a paragraph for each word that it shows. Cards that show words of the same lists are a `pack`, and have one back. */
export interface Card {
  name: string;
  shows: Record<string, string>;
  said: string;
  does: string[];
  pack: number;
}

/** How a word of the rules is called, and how it looks: a colour such as #c8102e and a symbol, empty for none. */
export interface Word {
  said: string;
  colour: string;
  symbol: string;
}

/** What does not change during a game. `run` changes with each new game, and each time an answer is taken back. `about` says what the game is about, and `aim` how one wins; they are empty where nobody has written it. `words` are those of all lists and seats, and `lists` what the lists are called, both by their names in the rules. */
export interface Game {
  run: number;
  rules: string;
  name: string;
  language: Language;
  title: string;
  about: string;
  aim: string;
  seats: Seat[];
  cards: Card[];
  words: Record<string, Word>;
  lists: Record<string, string>;
  score: string;
  score_said: string;
}

/** The language, and the game on the table in its words; null if there is none. */
export interface Spoken {
  language: Language;
  game: Game | null;
}

/** A zone, or a player's share of it: the visible `cards`, and the number of `hidden` ones. A `row` is ordered, oldest first; its visible cards are the last ones. `held`: only the owner sees the cards, as those of a hand. `faces`: the hidden cards, in order if it is a row, each null unless the seat knows it; empty if it knows none. `pack`: that of the cards that begin there, or else the first. `quiet`: for bookkeeping. Where there is one for each word of a list, `zone` says for which, as the rules do, and `said` as people do; `key` tells it from all others. */
export interface Share {
  key: string;
  zone: string;
  said: string;
  owner: number | null;
  row: boolean;
  held: boolean;
  pack: number;
  cards: number[];
  hidden: number;
  faces: (number | null)[];
  quiet: boolean;
}

/** A counter or a note, also for which word: its value is a number, a word or a seat, or null for an empty note. `said` is what it is called, and `shown` its value for people, which is empty where there is none. */
export interface Value {
  key: string;
  name: string;
  said: string;
  owner: number | null;
  what: Sort;
  value: number | string | null;
  shown: string;
  quiet: boolean;
}

/** An atom of an answer. `key` identifies it in requests. `text` is how the rules write it, and `said` its name for people. `yes` accepts what one may do. */
export interface Atom {
  key: string;
  what: "card" | "seat" | "number" | "word" | "yes";
  text: string;
  said: string;
  card: number | null;
}

/** A possible answer, identified by its `text`; `said` is what it is called. Without atoms it declines or ends a choice. `names` are short and long names that mean it, and no other option. */
export interface Option {
  text: string;
  said: string;
  names: string[];
  what: Answered;
  atoms: string[];
}

/** A decision: the `question` in plain words, and the block that asks as `rule`. `atoms` are those of all options, `fewest` and `most` the numbers of atoms in an answer that does not decline. Of `many` options only the first ones are listed, and sets that are too many to list are not; all can be reached by clicking atoms. `left_out` are the cards that cannot be chosen, though others beside them can; `why` says the reason of each. */
export interface Asked {
  question: string;
  rule: string;
  cites: string;
  atoms: Atom[];
  fewest: number;
  most: number;
  options: Option[];
  many: number;
  left_out: number[];
}

/** The result of a game: the winning seats, and what each seat gets as a number or a fraction such as 1/2. `said` says who wins, and `why` how the game ended; both are also in the story. */
export interface Outcome {
  winners: number[];
  returns: string[];
  said: string;
  why: string;
}

/** A step of the story: what one rule did, as a seat heard it, with the `rule` and its citations. The first step of a turn has the number of the `turn`, and the `player` whose turn it is; others have the player who did it. Rounds, ends, standings and the outcome are steps, too. `passing`: the step only says whose turn is next. `places` are the keys of the zones that cards came to or from. */
export interface Step {
  what: Kind;
  text: string;
  rule: string;
  cites: string;
  passing: boolean;
  turn: number | null;
  player: number | null;
  cards: number[];
  places: string[];
}

/** How much of a counter or of the score each seat has, and how much of it is new since it was told before. */
export interface Tally {
  name: string;
  said: string;
  values: number[];
  gained: number[];
}

/** The end of a round, or of the game, told from `step` on: why it ended, what came of it, and how everybody stands. `seats` and `cards` are those that the reason is about. The tally of a round is there as soon as the next one begins, or the game is over. */
export interface Ending {
  step: number;
  why: string;
  rule: string;
  cites: string;
  seats: number[];
  cards: number[];
  then: string[];
  tally: Tally[];
}

/** The game as one seat sees it. `story` begins with step number `since`. `waits` is the seat that is asked, `asked` the decision if it is this seat's. `bots` says whether a bot has to answer next, and `thought` is its progress, which does not depend on the number of its options. `undo` says whether this seat's last answer can be taken back; it may have answered `nothing` yet. Behind step `answered` of the story is what has happened since this seat answered. Of the `endings` those are here whose steps are, and the last one. */
export interface Table {
  run: number;
  seat: number | null;
  active: number;
  order: number[];
  shares: Share[];
  values: Value[];
  scores: number[] | null;
  waits: number | null;
  bots: boolean;
  thought: number | null;
  asked: Asked | null;
  undo: Undoing;
  outcome: Outcome | null;
  since: number;
  story: Step[];
  answered: number;
  endings: Ending[];
}

/** What can be clicked next, the answer with exactly the clicked atoms if there is one, and the number with them. If the sets are too many to list, `many` counts the cards that can be clicked next instead of the sets with them. */
export interface Chosen {
  next: Atom[];
  whole: Option | null;
  many: number;
}

/** Why something is so, and the block that says so with its citations, which are empty where no single one does. */
export interface Reason {
  text: string;
  rule: string;
  cites: string;
}

/** Reasons, one after the other. */
export interface Reasons {
  reasons: Reason[];
}

/** An option, the number of its simulated games, and their mean return. */
export interface Worth {
  option: Option;
  playouts: number;
  mean: number;
}

/** The progress of a search as `done`, up to 1; then the options that were tried in `games`, the best first. If `wins`, a sole winner gets 1; else the rules declare the returns. */
export interface Hinted {
  done: number;
  worths: Worth[];
  games: number;
  wins: boolean;
}

/** A sentence; one that belongs under another is deeper. */
export interface Sentence {
  text: string;
  depth: number;
}

/** What a sheet says of a block, by its `key`; the label is the word whose action it is, if it is one. `written`: somebody has written the text; else it is what is `worked_out` from the rules. `block`: the key is that of a block of the rules. `changed`: the other rules say something else. */
export interface Entry {
  key: string;
  label: string;
  text: string;
  worked_out: Sentence[];
  cites: string[];
  written: boolean;
  block: boolean;
  changed: boolean;
}

/** A part of a sheet: `name` is its kind, such as "actions", and `heading` what stands above it. */
export interface Section {
  name: string;
  heading: string;
  entries: Entry[];
}

/** A sheet; `against` is the title of the other rules, and `gone` what is said of blocks that only those have. */
export interface RuleSheet {
  title: string;
  against: string;
  sections: Section[];
  gone: string[];
}

/** The text of a record, a name for its file, and what `open` needs besides to restore the game. */
export interface Kept {
  record: string;
  finished: boolean;
  name: string;
  texts: Record<string, string>;
  seats: string[] | null;
  after: number | null;
}

/** What a record claims; it is verified when it is opened. */
export interface Glimpse {
  rules: string;
  players: string[];
  seats: string[];
  turns: number;
  finished: boolean;
}

/** A record, described by `game`; else a rule file with its name, kind and bases, if it has a header. */
export interface Recognized {
  game: Glimpse | null;
  name: string;
  file: File;
  tried_on: string[];
}

/** A difference: after which heading, at which answer, after how many moves; what happens by either rules. */
export interface Difference {
  heading: string;
  answer: string;
  recorded: string;
  other: string;
  after: number;
}

/** Where the game first goes differently, and the first answer that becomes illegal, if there are any. */
export interface Replayed {
  recorded: string;
  other: string;
  different: Difference | null;
  illegal: Difference | null;
}

/** The part of the address after the #. */
export interface Sent {
  fragment: string;
}

/** The content of a fragment; nothing is loaded yet. Without a `base` the `text` is a ruleset. It `replaces` rules of the library with its name; `lacking` are names of layers that are neither sent nor in the library. */
export interface Received {
  rules: string;
  base: string;
  layers: string[];
  name: string;
  title: string;
  text: string;
  shown: string;
  replaces: boolean;
  lacking: string[];
  players: number | null;
  seats: string[] | null;
  record: string | null;
  game: Glimpse | null;
}

/** The result of a scenario or a law: whether it holds, how often it was tried, whether in `all` possible ways, and the game of a failure, as a record and as a story. `says` is the title of a scenario, or the condition of a law. A `changed` scenario has to fail. A fix accepts the failure in the text on top. */
export interface Tried {
  name: string;
  says: string;
  what: Tested;
  holds: boolean;
  times: number;
  all: boolean;
  changed: boolean;
  place: Place | null;
  problem: Problem | null;
  fixes: Repair[];
  record: string | null;
  story: string[];
}

/** A finding of a hunt, with the game that shows it if there is one. `what`: a broken law, a leak, an endless game, a rule that never happens, one that makes no difference, a question that mostly has a single answer; or a warning about the rules' text. */
export interface Found {
  what: Fault;
  problem: Problem;
  record: string | null;
  story: string[];
}

/** A text with its subject. */
export interface Said {
  about: string;
  text: string;
}

/** A row of a panel: the texts above it, left and right, and what is drawn. */
export interface Row {
  name: string;
  value: string;
  low: number | null;
  high: number | null;
  base: number | null;
  variant: number | null;
  filled: boolean;
  reach: number[] | null;
  note: string;
}

/** A tick of an axis, with its label. */
export interface Tick {
  at: number;
  text: string;
}

/** An axis with its limits. */
export interface Axis {
  low: number;
  high: number;
  ticks: Tick[];
}

/** Rows on one axis. */
export interface Panel {
  title: string;
  rows: Row[];
  axis: Axis;
  line: number | null;
  notes: string[];
}

/** Histograms of both sides: a grey area, and an outline. */
export interface Shape {
  title: string;
  edges: number[];
  base: number[];
  variant: number[];
  axis: Axis;
}

/** A picture with the names of both sides, if both are in it, and a note on how to read it. */
export interface Picture {
  title: string;
  panels: (Panel | Shape)[];
  sides: string[] | null;
  note: string;
}

/** A line of the table, as texts; `sure` if the difference is significant. */
export interface Line {
  name: string;
  base: string;
  variant: string;
  difference: string;
  interval: string;
  correlation: string;
  told: string;
  sure: boolean;
}

/** Where the rule mattered: after which turn, what happens there by each of the rules, and why. */
export interface Noticed {
  after: string;
  sides: Said[];
  because: string;
}

/** The result in one language; `heads` are the headings of the columns of `lines`. */
export interface Told {
  compared: string;
  verdict: Said[];
  remarks: string[];
  pictures: Picture[];
  heads: string[];
  lines: Line[];
  method: string[];
  noticed: Noticed | null;
}

/** How many pairs of games were played, and how many of them differ; in each language the means so far, and when all are played the result as `told`. At last the record of a game in which the rule mattered. */
export interface Effect {
  pairs: number;
  differing: number;
  so_far: Record<Language, string>;
  told: Record<Language, Told> | null;
  record: string | null;
}

/** What one line of rules cost in a few games: its share of all steps, and its steps per question. */
export interface Cost {
  block: string;
  place: Place;
  share: number;
  per_question: number;
}

/** What is new since the last slice; `done` of about `of` slices. `said` is a summary at the end. The last slice of a hunt has the `costs` of the most expensive lines. */
export interface Progress {
  done: number;
  of: number;
  over: boolean;
  tried: Tried[];
  found: Found[];
  effect: Effect | null;
  said: string;
  costs: Cost[];
}

/** Why there is no answer, and what to do. `code` says whose mistake it is: "request" and "name" the page's, "rules" the author's, with all `problems`, "refused" a player's, "record" and "fragment" the sender's, "bug" ours. "knowledge" is what nobody may see, "worlds" what would take too long. "stopped" is a question that takes too many steps: `Continue` allows more. */
export interface Failed {
  code: Code;
  message: string;
  remedy: string;
  problems: Problem[];
}

/** The answer to each request. */
export interface Answers {
  library: Shelves;
  lay: Laid;
  draft: Drafted;
  load: Loaded;
  assist: Assisted;
  explain: Explained;
  speak: Spoken;
  new: Game;
  open: Game;
  look: Table;
  choose: Chosen;
  answer: Table;
  bots: Table;
  undo: Table;
  continue: Table;
  why: Reasons;
  hint: Hinted;
  sheet: RuleSheet;
  keep: Kept;
  recognize: Recognized;
  replay: Replayed;
  send: Sent;
  receive: Received;
  test: Progress;
  check: Progress;
  compare: Progress;
  more: Progress;
  stop: Progress;
}

export type Request = Library | Lay | Draft | Load | Assist | Explain | Speak | New | Open | Look | Choose | Answer | Bots | Undo | Continue | Why | Hint | Sheet | Keep | Recognize | Replay | Send | Receive | Test | Check | Compare | More | Stop;

export type Reply<A> = { answer: A; error?: undefined } | { answer?: undefined; error: Failed };
