/** A game that is played here: who looks, who is asked, when bots answer. */

import { unlessEnded, type Engine } from "./engine.js";
import type { Pausing } from "./pause.js";
import type { Answers, Chosen, Ending, Failed, Game, Hinted, New, Open, Option, Request, Table } from "./protocol.js";
import type { Line } from "./reason.js";
import { PERSON, RANDOM } from "./seats.js";
import { TableView, type Played } from "./table.js";
import { say } from "./words.js";

export const PACES = ["once", "brisk", "slow", "step"] as const;
type Pace = (typeof PACES)[number];

const AT_ONCE = 20; // answers in one go of bots that do not think
const PAUSES: Readonly<Record<Pace, number>> = { once: 0, brisk: 900, slow: 2000, step: 0 }; // milliseconds before each answer of a bot
const SLICE = 200; // ... in which a bot thinks before others are heard
const PLAYOUTS = 150; // games that a search plays on for a hint

/** What is done beside the table: as a game is over, and as somebody answers. */
interface Beside extends Pick<Pausing, "again" | "others" | "watch" | "story"> {
  answered(): void;
}

export class Play implements Played {
  readonly view = new TableView(this);
  #chosen: Pace = "brisk";
  #game: Game | null = null;
  #table: Table | null = null;
  #seat: number | null = null;
  #covered: number | null = null;
  #busy = false; // with something that somebody here has asked for
  #asked = 0; // how often that was
  #untold = false; // whether all is to be told anew as soon as it is not busy
  #steps = 0; // answers of bots that were asked for, one by one
  #skips = false; // whether bots answer without pauses until a person is asked
  #hurries = false; // ... and without thinking
  #still = false; // where a record is shown that only bots play, which stands until somebody goes on
  #clock: number | undefined;
  #ended: Ending | null = null; // a round that has ended, for which the game stops
  #told = -1; // the step of the story at which the last one ended that was told
  #begun = false;

  constructor(
    private readonly engine: Engine,
    private readonly heard: (rests: boolean) => void,
    private readonly beside: Beside,
  ) {}

  /** Whether a game is on the table. */
  get lies(): boolean {
    return this.#game !== null;
  }

  /** Whether somebody here has answered in the game that is on the table. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Deals, or opens a record, once that is prepared; says why it cannot, and leaves what is on the table there. */
  async begin(prepared: () => Promise<New | Open>): Promise<Failed | null> {
    clearTimeout(this.#clock);
    this.#asked++;
    this.#wait(true);
    const request = await prepared();
    const { answer: game, error } = await this.engine.ask(request);
    this.#wait(false);
    if (error !== undefined) {
      this.#schedule(); // the game that is there goes on
      return error;
    }
    this.clear();
    this.#game = game;
    this.view.begin(game);
    const persons = this.#persons();
    this.#still = request.kind === "open" && persons.length === 0;
    this.#seat = persons.length === 1 ? (persons[0] ?? null) : null; // of several, nobody before the table is theirs
    const { answer: table, error: unseen } = await this.engine.ask({ kind: "look", seat: null });
    if (unseen !== undefined) {
      return unseen;
    }
    if (persons.length > 1 && table.waits !== null && persons.includes(table.waits)) {
      this.#covered = table.waits;
      this.#show({ ...table, story: [] });
    } else {
      await this.#look(this.#seat);
    }
    return null;
  }

  /** Goes on in another language, in which the engine tells everything anew. */
  async translate(game: Game | null): Promise<void> {
    if (game === null || this.#game?.run !== game.run) {
      return;
    }
    this.#game = game;
    this.view.spoken(game);
    if (this.#covered !== null) {
      this.#again();
    } else if (this.#busy) {
      this.#untold = true;
    } else {
      await this.#look(this.#seat);
    }
  }

  /** Leaves the game, as when the engine has begun anew, and says why there is none. */
  clear(why = () => say("nothing-dealt")): void {
    clearTimeout(this.#clock);
    this.#game = this.#table = this.#seat = this.#covered = null;
    this.#steps = 0;
    this.#ended = null;
    this.#told = -1;
    this.#begun = this.#skips = this.#hurries = false;
    this.#asked++;
    this.#wait(false);
    this.view.begin(null, why);
  }

  /** Bots answer faster or more slowly from now on. */
  paced(pace: Pace): void {
    this.#chosen = pace;
    this.#still = false;
    if (this.#table?.bots) {
      this.#again();
    }
  }

  async choose(clicked: readonly string[]): Promise<Chosen | null> {
    return this.#seat === null ? null : this.#ask({ kind: "choose", seat: this.#seat, clicked: [...clicked] });
  }

  answer(option: Option): void {
    if (this.#seat !== null) {
      this.#begun = true;
      this.beside.answered();
      void this.#tell({ kind: "answer", seat: this.#seat, option: option.text, ...this.#since() });
    }
  }

  again(): void {
    this.beside.again();
  }

  others(): void {
    this.beside.others();
  }

  watch(): void {
    this.beside.watch();
  }

  story(): void {
    this.beside.story();
  }

  /** The end of a round was read, and the next one goes on. */
  goOn(): void {
    this.#ended = null;
    this.#again();
  }

  undo(): void {
    if (this.#seat !== null) {
      void this.#tell({ kind: "undo", seat: this.#seat });
    }
  }

  step(): void {
    this.#steps = 1;
    this.#again();
  }

  skip(): void {
    this.#skips = true;
    this.#again();
  }

  hurry(): void {
    this.#skips = this.#hurries = true;
    this.#again();
  }

  look(seat: number | null): void {
    void this.#look(seat);
  }

  cover(): void {
    this.#covered = this.#table?.waits ?? null;
    this.#again();
  }

  uncover(): void {
    const seat = this.#covered;
    this.#covered = null;
    void this.#look(seat);
  }

  why(option: string | null, from: HTMLElement, clicked: readonly string[] = []): void {
    if (this.#seat !== null) {
      void this.#why(this.#seat, option, clicked, from);
    }
  }

  async #why(seat: number, option: string | null, clicked: readonly string[], from: HTMLElement): Promise<void> {
    const table = this.#table;
    const answer = await this.#ask({ kind: "why", seat, option, clicked: [...clicked] });
    if (answer !== null && this.#table === table) {
      this.view.reason(say("why"), answer.reasons, from);
    }
  }

  /** Why a card cannot be chosen, in words; empty where that is not known now. */
  async because(card: string, clicked: readonly string[]): Promise<string> {
    const seat = this.#seat;
    if (seat === null || this.#busy) {
      return "";
    }
    const { answer } = await this.engine.ask({ kind: "why", seat, option: card, clicked: [...clicked] });
    return (answer?.reasons ?? []).map(({ text }) => text).join(" ");
  }

  explain(rule: string, cites: string, from: HTMLElement): void {
    void this.#explain(rule, cites === "" ? say("rule") : `${say("rule")} (${cites})`, from);
  }

  /** Says what a rule says in words, and as it is written. */
  async #explain(rule: string, title: string, from: HTMLElement): Promise<void> {
    const table = this.#table;
    const answer = await this.#ask({ kind: "explain", words: rule });
    if (answer !== null && this.#table === table) {
      const written: Line[] = answer.lines.map((text) => ({ text, written: true }));
      this.view.reason(title, [...answer.said.map((text) => ({ text })), ...written], from);
    }
  }

  /** A search in slices, between which others are heard, or it is left at what it found; null without the question. */
  async hint(heard: (done: number) => void, left: AbortSignal): Promise<Hinted | null> {
    const table = this.#table;
    const seat = this.#seat;
    while (table !== null && seat !== null) {
      const found = await this.#slice({ kind: "hint", seat, playouts: PLAYOUTS, within: SLICE, enough: left.aborted });
      if (found === null || this.#table !== table) {
        return null;
      }
      if (found.done >= 1) {
        return found;
      }
      heard(found.done);
    }
    return null;
  }

  async #look(seat: number | null): Promise<void> {
    this.#seat = seat;
    await this.#tell({ kind: "look", seat });
  }

  /** Asks for something that is answered by the table, and shows it. */
  async #tell(request: Request & { kind: "look" | "answer" | "undo" | "continue" }): Promise<void> {
    clearTimeout(this.#clock);
    const table = await this.#ask(request);
    if (table !== null) {
      this.#show(table);
    }
  }

  /** Asks the engine for somebody here, one thing at a time; what it refuses is shown. */
  async #ask<R extends Request>(request: R): Promise<Answers[R["kind"]] | null> {
    if (this.#busy) {
      return null;
    }
    const game = this.#game;
    const at = document.activeElement;
    this.#asked++;
    this.#wait(true);
    try {
      const { answer, error } = await this.engine.ask(request);
      if (this.#game !== game) {
        return null; // another game was begun in the meantime
      }
      if (error !== undefined) {
        this.#refused(error, at instanceof HTMLElement && at !== document.body ? at : null, request);
        return null;
      }
      return answer;
    } catch (error) {
      return unlessEnded(error);
    } finally {
      if (this.#game === game) {
        this.#wait(false);
        this.#schedule(); // bots go on
        if (this.#untold) {
          this.#untold = false;
          void this.#look(this.#seat);
        }
      }
    }
  }

  /** Says why the engine refuses; a game that takes too many steps can go on with more, and is asked again. */
  #refused(error: Failed, from: HTMLElement | null, request?: Request): void {
    const { code, message, remedy } = error;
    const act = () => void this.#continue(request);
    const more = code === "stopped" ? { key: "continue", label: say("continue"), act } : null;
    this.view.reason(say(more === null ? "refused" : "too-many-steps"), [message, remedy].map((text) => ({ text })), from, more);
  }

  async #continue(request?: Request): Promise<void> {
    await this.#tell({ kind: "continue", seat: this.#seat });
    if (request?.kind === "answer" || request?.kind === "undo" || request?.kind === "look") {
      await this.#tell(request);
    }
  }

  /** Asks the engine for a slice of something long, in which nobody here is kept from asking for something else. */
  async #slice<R extends Request>(request: R): Promise<Answers[R["kind"]] | null> {
    try {
      const { answer, error } = await this.engine.ask(request);
      if (error !== undefined) {
        this.#refused(error, null);
        return null;
      }
      return answer;
    } catch (error) {
      return unlessEnded(error);
    }
  }

  get #pace(): Pace {
    return this.#still ? "step" : this.#chosen;
  }

  #again(): void {
    if (this.#table !== null) {
      this.#show({ ...this.#table, since: this.#heard(), story: [] });
    }
  }

  #show(table: Table): void {
    this.#table = table;
    this.#begun ||= table.undo !== "nothing";
    this.#stops(table);
    const over = table.outcome !== null;
    const bots = table.bots && !over;
    this.heard(!bots);
    if (!bots) {
      this.#steps = 0;
      this.#skips = this.#hurries = false;
    }
    const waits = this.#pace === "step" && !this.#skips && this.#steps === 0;
    const thinks = table.waits !== null && this.#game?.seats[table.waits]?.sits !== RANDOM;
    this.view.show(table, {
      covered: this.#covered,
      next: !over && !table.bots && table.waits !== this.#seat ? table.waits : null,
      others: over || this.#persons().length === 0,
      stepping: bots && waits,
      skipping: bots && this.#pace !== "once" && !this.#skips,
      thinking: bots && thinks && !waits && !this.#hurries,
      ended: this.#ended,
    });
    this.#schedule();
  }

  /** Whether a round has ended that was not told, for which the game stops, unless bots are to answer at once. */
  #stops({ endings, outcome, since }: Table): void {
    const last = endings.filter(({ tally }) => tally.length > 0).at(-1);
    if (outcome !== null || last === undefined) {
      this.#ended = null;
    } else if (last.step > this.#told) {
      const seen = since === 0 && this.#told < 0; // of a game that was opened, what was before is no news
      this.#ended = seen || this.#skips ? null : last;
      this.#told = last.step;
    }
  }

  /** Lets bots answer, at once or after a pause, if it is their turn and nobody wants to click first. */
  #schedule(): void {
    clearTimeout(this.#clock);
    const table = this.#table;
    if (!table?.bots || table.outcome !== null || this.#covered !== null || this.#ended !== null) {
      return;
    }
    const asked = this.#skips || this.#steps > 0;
    if (asked || this.#pace !== "step") {
      const pause = asked || table.thought !== null ? 0 : PAUSES[this.#pace];
      this.#clock = setTimeout(() => void this.#bots(), pause);
    }
  }

  /** Answers of bots, or a slice of what one of them thinks. */
  async #bots(): Promise<void> {
    const quick = this.#game?.seats.every(({ sits }) => sits === RANDOM) ?? false; // a person sees the end of each round
    const together = (quick && this.#pace === "once") || this.#skips;
    const asked = this.#asked;
    const table = await this.#slice({
      kind: "bots",
      answers: together && this.#steps === 0 ? AT_ONCE : 1,
      within: SLICE,
      hurry: this.#hurries,
      seat: this.#seat,
      ...this.#since(),
    });
    if (table === null || this.#asked !== asked) {
      if (!this.#busy && table !== null) {
        this.#schedule(); // somebody has asked for something else, and was answered
      }
      return;
    }
    if (table.thought === null) {
      this.#steps = 0;
    }
    if (table.thought !== null && table.story.length === 0) {
      this.#table = { ...table, since: this.#heard() };
      this.view.thinking(table.thought);
      this.#schedule();
    } else {
      this.#show(table);
    }
  }

  #since(): { since: number; run: number } {
    return { since: this.#heard(), run: this.#table?.run ?? 0 };
  }

  #heard(): number {
    return this.#table === null ? 0 : this.#table.since + this.#table.story.length;
  }

  #persons(): number[] {
    return (this.#game?.seats ?? []).flatMap(({ sits }, seat) => (sits === PERSON ? [seat] : []));
  }

  #wait(is: boolean): void {
    this.#busy = is;
    this.view.busy(is);
  }
}
