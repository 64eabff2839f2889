// What the page can ask a session, and what it is answered.
// Written by: python -m palast.web.typescript > web/src/protocol.ts

export type Language = "en" | "de";

export type Answered = "choice" | "decline" | "enough" | "yes";

export type Kind = "round" | "step" | "ends" | "meaning" | "standings" | "returns" | "outcome";

export type Sort = "number" | "word" | "seat";

export type Undoing = "possible" | "refused" | "nothing";

export type Code = "request" | "name" | "rules" | "refused" | "record" | "fragment" | "knowledge" | "worlds" | "bug";

export type Level = "error" | "warning" | "note";

export type Draftable = "layer" | "scenario" | "law";

export type File = "ruleset" | "layer" | "scenarios" | "";

export type Stretch = "keyword" | "sign" | "string" | "number" | "citation" | "comment" | "space" | "text" | "zone" | "counter" | "note" | "value" | "condition" | "list" | "word" | "cards" | "action" | "choice" | "reason" | "law" | "ruling" | "source" | "reading" | "block" | "scenario" | "file" | "name";

export type Fault = "law" | "leak" | "endless" | "never" | "idle" | "rules";

export type Tested = "scenario" | "law";

/** The rule files that there are, and bots. */
export interface Library {
  kind: "library";
}

/** How rules are called to which a text belongs: a ruleset of its own, or a layer on a base; `layers` come along. */
export interface Lay {
  kind: "lay";
  text: string;
  base: string;
  layers?: string[];
}

/** A beginning for somebody who writes a text on a base: its first lines, or an example of a scenario or a law. */
export interface Draft {
  kind: "draft";
  what: Draftable;
  text: string;
  base: string;
  layers?: string[];
}

/** Reads rules: a name, or several with a plus between them; `texts` are files of the sender, by name. */
export interface Load {
  kind: "load";
  rules: string;
  texts?: Record<string, string>;
}

/** What an editor needs to know of a text under its name, laid `on` rules if it is a layer, and at an offset of it. Other `texts` lie beside it. */
export interface Assist {
  kind: "assist";
  text: string;
  name: string;
  on?: string;
  offset?: number | null;
  texts?: Record<string, string>;
}

/** What a block says with its rulings, or what a card does, in the game on the table. */
export interface Explain {
  kind: "explain";
  words: string;
}

/** Begins a game. At each seat sits a person, or a bot by its name; without `seats` a person sits at the first. A `seed` is a number in digits, as it may be larger than a number of JavaScript; without one it is drawn. */
export interface New {
  kind: "new";
  rules: string;
  texts?: Record<string, string>;
  players?: number | null;
  first?: number;
  seats?: string[] | null;
  seed?: string | null;
}

/** Goes on with a recorded game, or shows it; without `seats` those sit there who sat there. With `after` it is shown as it was after so many moves of players and chance, and bots repeat what was recorded. */
export interface Open {
  kind: "open";
  record: string;
  texts?: Record<string, string>;
  seats?: string[] | null;
  after?: number | null;
}

/** The table as a seat sees it, or as a spectator does (no seat), with the steps of the story from `since` on. Others than persons are looked at only when the game is over, or where no person plays. */
export interface Look {
  kind: "look";
  seat?: number | null;
  since?: number;
  run?: number;
}

/** What can follow some atoms that were clicked, in any order, by their keys. */
export interface Choose {
  kind: "choose";
  seat: number;
  clicked: string[];
}

/** A person's answer, by the text of an option; all that chance decides is drawn. Answered by the table. */
export interface Answer {
  kind: "answer";
  seat: number;
  option: string;
  since?: number;
  run?: number;
}

/** Lets the bots answer, so often at most, until a person is asked; answered by the table as a seat sees it. After so many milliseconds a bot that still thinks is left at that, and thinks on with the next request; in a `hurry` it thinks no more, and answers at random. */
export interface Bots {
  kind: "bots";
  answers?: number;
  within?: number | null;
  hurry?: boolean;
  seat?: number | null;
  since?: number;
  run?: number;
}

/** Takes back the last answer of a seat, as far as knowledge allows. Answered by the table, whose run is another. */
export interface Undo {
  kind: "undo";
  seat: number;
}

/** Why things are as they are; or why an option, by its text, is offered or not. A seat is told what it may know. Where an answer has several parts, the text may be that of one part, beside others that were clicked. */
export interface Why {
  kind: "why";
  seat: number;
  option?: string | null;
  clicked?: string[];
}

/** What a search in a seat's place would take, after so many games played on from what it knows. After so many milliseconds it is left at what it has done; the same request goes on with it, or ends it as `enough`. */
export interface Hint {
  kind: "hint";
  seat: number;
  playouts?: number;
  within?: number | null;
  enough?: boolean;
}

/** The game as a text, which tells all hands to whoever reads it. */
export interface Keep {
  kind: "keep";
  sure?: boolean;
}

/** What somebody's file is, by what stands in it. */
export interface Recognize {
  kind: "recognize";
  text: string;
}

/** Plays a record, or the game on the table, again by other rules, which tells what was done with hidden cards. */
export interface Replay {
  kind: "replay";
  rules: string;
  texts?: Record<string, string>;
  record?: string | null;
  sure?: boolean;
}

/** Rules, layers, players and seats as the fragment of an address. With the `deal` it is the game on the table, by the rules that it is played by. */
export interface Send {
  kind: "send";
  rules: string;
  texts?: Record<string, string>;
  players?: number | null;
  seats?: string[] | null;
  deal?: boolean;
  sure?: boolean;
}

/** What somebody has sent; nothing is begun. */
export interface Receive {
  kind: "receive";
  fragment: string;
}

/** Begins to try the scenarios and laws of rules, each a slice; `games` random ones look at the laws. */
export interface Test {
  kind: "test";
  rules: string;
  texts?: Record<string, string>;
  games?: number;
  seed?: number;
}

/** Begins a hunt for what is wrong with rules: laws, leaks, games that do not end, what never happens. */
export interface Check {
  kind: "check";
  rules: string;
  texts?: Record<string, string>;
  games?: number;
  seed?: number;
}

/** Begins to play pairs of games by a base and a variant, with the same random players and the same chance. It goes on for so many `games` or `seconds`, or until the differences are known well enough. */
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

/** The next slice of what was begun; answered by what is new. One can take long where a game is made short; whoever does not want to wait ends the worker. */
export interface More {
  kind: "more";
}

/** Leaves what was begun; answered by what a comparison has come to. */
export interface Stop {
  kind: "stop";
}

/** A rule file that comes along, under the name by which others call it; `kind` is empty where it does not say. */
export interface RuleText {
  name: string;
  title: string;
  kind: File;
  shelf: string;
  tried_on: string[];
  players: number[];
  text: string;
}

/** Rulesets first, then layers that go on them, then examples. */
export interface Shelves {
  files: RuleText[];
  bots: string[];
}

/** What is loaded as `rules`, with the text under its `name`, where there is one; `on` is what lies beneath it. */
export interface Laid {
  name: string;
  kind: File;
  on: string;
  rules: string;
}

/** A text to be `written` in place of what stands from `start` to `end`; what is `chosen` in it is to be changed. */
export interface Drafted {
  start: number;
  end: number;
  written: string;
  chosen_start: number;
  chosen_end: number;
}

/** Where something stands in a text of the sender, or in a file of the library. */
export interface Place {
  file: string;
  sent: boolean;
  line: number;
  start: number;
  end: number;
}

/** A mistake, or what deserves a second look. */
export interface Problem {
  code: string;
  level: Level;
  message: string;
  remedy: string;
  place: Place | null;
}

/** Rules that were read, from these files, the base first; where there is an error, only the problems are known. */
export interface Loaded {
  name: string;
  title: string;
  players: number[];
  seats: string[][];
  digest: string;
  files: string[];
  problems: Problem[];
}

/** A text in place of a stretch; whoever applies it has one problem less. `label` is what a button could say. */
export interface Repair {
  start: number;
  end: number;
  text: string;
  label: string;
}

/** What is wrong between two offsets, what to do about it, and which changes would do it. */
export interface Mistake {
  code: string;
  start: number;
  end: number;
  message: string;
  remedy: string;
  fixes: Repair[];
}

/** A word for the stretch from `start` to `end`, what it is, and a line about it. */
export interface Completion {
  start: number;
  end: number;
  text: string;
  kind: Stretch;
  about: string;
}

/** A block as another ruleset of the library has it. */
export interface Elsewhere {
  ruleset: string;
  block: string[];
}

/** What a name between two offsets means: the block after all layers, and what it rests on, line by line. `elsewhere` has those rulesets on the same ground that say it otherwise. */
export interface Hover {
  start: number;
  end: number;
  name: string;
  kind: Stretch;
  block: string[];
  rulings: string[];
  elsewhere: Elsewhere[];
}

/** What is wrong, with changes that mend it; what each stretch of the text is; what may stand, or stands, there. Stretches follow each other from the beginning of the text to its end: each has an end and a kind. */
export interface Assisted {
  problems: Mistake[];
  ends: number[];
  kinds: Stretch[];
  completions: Completion[];
  hover: Hover | null;
}

/** A text, line by line. */
export interface Lines {
  lines: string[];
}

/** A player: what he is called, and who sits there. */
export interface Seat {
  name: string;
  sits: string;
}

/** A card, whose number is its place in `cards` of the game; `shows` has the word of each list. */
export interface Card {
  name: string;
  shows: Record<string, string>;
}

/** What stays the same while a game is played. Where `run` is another, it is another game, or was taken back. */
export interface Game {
  run: number;
  rules: string;
  name: string;
  title: string;
  seats: Seat[];
  cards: Card[];
  score: string;
}

/** What lies in a zone, or in a player's share of it: the cards whose faces can be seen, and how many others. A `row` has an order, the oldest first; faces that can be seen lie last in it. What is `held` its owner alone sees, as a hand. `quiet` is what is for bookkeeping. */
export interface Share {
  zone: string;
  owner: number | null;
  row: boolean;
  held: boolean;
  cards: number[];
  hidden: number;
  quiet: boolean;
}

/** A counter or a note: a number, a word, or for a note of a player his seat; nothing stands on it if it is null. */
export interface Value {
  name: string;
  owner: number | null;
  what: Sort;
  value: number | string | null;
  quiet: boolean;
}

/** A part of an answer. `key` is how it is called when it is clicked; `text` is what it is called by people. `yes` is doing what one may. */
export interface Atom {
  key: string;
  what: "card" | "seat" | "number" | "word" | "yes";
  text: string;
  card: number | null;
}

/** An answer that can be given, by its `text`; `said` is a sentence. One without atoms declines, or has enough. */
export interface Option {
  text: string;
  said: string;
  what: Answered;
  atoms: string[];
}

/** What a player is asked: `question` in plain words, `rule` which block asks. `atoms` are all that occur in an option, `fewest` and `most` how many make an answer, where it is not declined. Of very many options only the first ones are listed; whoever clicks one atom after the other comes to each of them. */
export interface Asked {
  question: string;
  rule: string;
  cites: string;
  atoms: Atom[];
  fewest: number;
  most: number;
  options: Option[];
  many: number;
}

/** How the game has ended: what each seat gets is a number, or a fraction such as 1/2. */
export interface Outcome {
  winners: number[];
  returns: string[];
}

/** A step of the story: what one rule made happen, as a seat heard it; `rule` is that rule, `cites` what it goes by. `turn` is the number of the turn if this is the first that is told of it, and `player` whose turn it is; else who did it. A round, an end, how the players stand, and the outcome have steps of their own. `passing` is a step that only says whose turn it is. */
export interface Step {
  what: Kind;
  text: string;
  rule: string;
  cites: string;
  passing: boolean;
  turn: number | null;
  player: number | null;
  cards: number[];
}

/** How the game stands, as one seat sees it. `story` begins with step number `since`. `waits` is the seat that is asked; `asked` what, if it is this one. `bots` says whether a bot has to answer next, `thought` how far it has thought, if it does, which takes as many steps however many options it has. `undo` says whether this seat's last answer can be taken back: it may have answered `nothing` yet. */
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
}

/** What can be clicked next; the answer that has just these atoms, if it is one; and how many answers have them. */
export interface Chosen {
  next: Atom[];
  whole: Option | null;
  many: number;
}

/** An option, in how many games it was tried, and what these brought in the mean. */
export interface Worth {
  option: Option;
  playouts: number;
  mean: number;
}

/** How much of the search is `done`; when all is, the options that were tried, the most promising first. In so many `games` they were. Where `wins` is true, whoever wins alone gets 1; else the rules say what one gets. */
export interface Hinted {
  done: number;
  worths: Worth[];
  games: number;
  wins: boolean;
}

/** The text of a record, what a file of it is called, and what `open` needs besides to have the game as it was. */
export interface Kept {
  record: string;
  finished: boolean;
  name: string;
  texts: Record<string, string>;
  seats: string[] | null;
  after: number | null;
}

/** What a record says of itself; whether it is true is known when it is opened. */
export interface Glimpse {
  rules: string;
  players: string[];
  seats: string[];
  turns: number;
  finished: boolean;
}

/** A record, which a game can be glimpsed of; else a rule, if it says how it is called and what it goes on. */
export interface Recognized {
  game: Glimpse | null;
  name: string;
  file: File;
  tried_on: string[];
}

/** Where: after which heading, at which answer, after how many moves; what either rules say there. */
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

/** What stands behind the # of the address. */
export interface Sent {
  fragment: string;
}

/** What there was in a fragment, as the page would have it; nothing is loaded yet. The `text` is a ruleset where there is no `base`. It `replaces` rules that come along if it is called as they are; what is `lacking` is neither sent nor does it come along. */
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

/** A scenario or a law of the rules: whether it holds, how often it was tried, in `all` ways that there are or not, and the game that shows that it does not, as a record that can be opened and as a story. `says` is the title of a scenario, or the condition of a law. One that is `changed` has to hold no longer. A fix says in the text on top that it is meant so. */
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

/** What a hunt found; what happened in a game is shown by it. A law that is broken, something told that somebody cannot know, games that need not end, what never happens, what makes no difference; or what deserves a second look without any game. */
export interface Found {
  what: Fault;
  problem: Problem;
  record: string | null;
  story: string[];
}

/** A text, and what it is about. */
export interface Said {
  about: string;
  text: string;
}

/** A line of a panel: what is written above it, left and right, and what is drawn in it. */
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

/** A place of an axis, and what is written there. */
export interface Tick {
  at: number;
  text: string;
}

/** What there is room for from left to right. */
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

/** How often there is how much of something, on both sides: a grey hill, and the outline of another. */
export interface Shape {
  title: string;
  edges: number[];
  base: number[];
  variant: number[];
  axis: Axis;
}

/** What is seen of an impact, with the names of both sides where both are seen, and a note on how to read it. */
export interface Picture {
  title: string;
  panels: (Panel | Shape)[];
  sides: string[] | null;
  note: string;
}

/** A line of the table of all measures, as it is written. */
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

/** Where the rule mattered: after which turn, what is the case there by each of the rules, and why. */
export interface Noticed {
  after: string;
  sides: Said[];
  because: string;
}

/** What the games came to, in one language; `heads` are those of the columns of `lines`. */
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

/** How many pairs of games were played, and in how many something was not the same; in each language what they come to so far, and `told` when all are played. At last the game in which the rule mattered, as a record. */
export interface Effect {
  pairs: number;
  differing: number;
  so_far: Record<Language, string>;
  told: Record<Language, Told> | null;
  record: string | null;
}

/** What is new since the last slice. `done` of about `of` slices; `said` sums up where it is over. */
export interface Progress {
  done: number;
  of: number;
  over: boolean;
  tried: Tried[];
  found: Found[];
  effect: Effect | null;
  said: string;
}

/** Why there is no answer: what is wrong with the request, the rules, the record or the fragment, and what to do. `code` says whose mistake it is: "request" and "name" are the page's, "rules" the author's, with all `problems`, "refused" a player's, "record" and "fragment" the sender's, "knowledge" what nobody may look at, "worlds" what would take too long, "bug" ours. */
export interface Failed {
  code: Code;
  message: string;
  remedy: string;
  problems: Problem[];
}

/** What each request is answered by. */
export interface Answers {
  library: Shelves;
  lay: Laid;
  draft: Drafted;
  load: Loaded;
  assist: Assisted;
  explain: Lines;
  new: Game;
  open: Game;
  look: Table;
  choose: Chosen;
  answer: Table;
  bots: Table;
  undo: Table;
  why: Lines;
  hint: Hinted;
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

export type Request = Library | Lay | Draft | Load | Assist | Explain | New | Open | Look | Choose | Answer | Bots | Undo | Why | Hint | Keep | Recognize | Replay | Send | Receive | Test | Check | Compare | More | Stop;

export type Reply<A> = { answer: A; error?: undefined } | { answer?: undefined; error: Failed };
