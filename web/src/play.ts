/** A game that is played here: who looks, who is asked, when bots answer. */

import type { Engine } from "./engine.js";
import type { Answers, Chosen, Failed, Game, New, Open, Option, Request, Table } from "./protocol.js";
import { TableView, type Played } from "./table.js";

export const PACES = ["once", "slow", "step"] as const;
export type Pace = (typeof PACES)[number];

const PERSON = "person";
const QUICK = "random"; // a bot that answers at once, so that many answers can be waited for
const AT_ONCE = 20; // answers of such bots in one go
const PAUSE = 1200; // milliseconds after each answer of a bot, where they answer slowly
const PATIENCE = 600_000; // ... for a bot that searches

export class Play implements Played {
  readonly view = new TableView(this);
  pace: Pace = "once";
  #game: Game | null = null;
  #table: Table | null = null;
  #seat: number | null = null;
  #covered: number | null = null;
  #busy = false;
  #clock: number | undefined;

  constructor(private readonly engine: Engine) {}

  /** Deals, or opens a record; says why it cannot, and leaves what is on the table there. */
  async begin(request: New | Open): Promise<Failed | null> {
    clearTimeout(this.#clock);
    this.#wait(true);
    const { answer: game, error } = await this.engine.ask(request);
    this.#wait(false);
    if (error !== undefined) {
      this.paced(this.pace); // the game that is there goes on
      return error;
    }
    this.clear();
    this.#game = game;
    this.view.begin(game);
    const persons = this.#persons();
    this.#seat = persons[0] ?? null;
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

  /** Leaves the game, as when the engine has begun anew. */
  clear(): void {
    clearTimeout(this.#clock);
    this.#game = this.#table = this.#seat = this.#covered = null;
    this.#wait(false);
    this.view.begin(null);
  }

  /** Bots answer faster or more slowly from now on. */
  paced(pace: Pace): void {
    this.pace = pace;
    if (this.#table !== null && !this.#busy) {
      this.#show({ ...this.#table, since: this.#heard(), story: [] });
    }
  }

  async choose(clicked: readonly string[]): Promise<Chosen | null> {
    return this.#seat === null ? null : this.#ask({ kind: "choose", seat: this.#seat, clicked: [...clicked] });
  }

  answer(option: Option): void {
    if (this.#seat !== null) {
      void this.#tell({ kind: "answer", seat: this.#seat, option: option.text, ...this.#since() });
    }
  }

  undo(): void {
    if (this.#seat !== null) {
      void this.#tell({ kind: "undo", seat: this.#seat });
    }
  }

  step(): void {
    void this.#tell({ kind: "bots", answers: 1, seat: this.#seat, ...this.#since() });
  }

  look(seat: number | null): void {
    void this.#look(seat);
  }

  cover(): void {
    this.#covered = this.#table?.waits ?? null;
    if (this.#table !== null) {
      this.#show({ ...this.#table, since: this.#heard(), story: [] });
    }
  }

  uncover(): void {
    const seat = this.#covered;
    this.#covered = null;
    void this.#look(seat);
  }

  why(option: string | null): void {
    if (this.#seat !== null) {
      void this.#ask({ kind: "why", seat: this.#seat, option }).then((lines) => lines && this.view.reason(lines.lines));
    }
  }

  async #look(seat: number | null): Promise<void> {
    this.#seat = seat;
    await this.#tell({ kind: "look", seat });
  }

  /** Asks for something that is answered by the table, and shows it. */
  async #tell(request: Request & { kind: "look" | "answer" | "bots" | "undo" }): Promise<void> {
    clearTimeout(this.#clock);
    const table = await this.#ask(request);
    if (table !== null) {
      this.#show(table);
    }
  }

  /** Asks the engine, one thing at a time; what it refuses is shown. */
  async #ask<R extends Request>(request: R): Promise<Answers[R["kind"]] | null> {
    if (this.#busy) {
      return null;
    }
    const game = this.#game;
    this.#wait(true);
    try {
      const { answer, error } = await this.engine.ask(request, PATIENCE);
      if (this.#game !== game) {
        return null; // another game was begun in the meantime
      }
      if (error !== undefined) {
        this.view.reason([error.message, error.remedy].filter((line) => line !== ""));
        return null;
      }
      return answer;
    } catch (error) {
      console.warn(String(error)); // the worker ended, which the page has said
      return null;
    } finally {
      if (this.#game === game) {
        this.#wait(false);
      }
    }
  }

  #show(table: Table): void {
    clearTimeout(this.#clock);
    this.#table = table;
    const over = table.outcome !== null;
    const persons = this.#persons();
    const bots = table.bots && !over;
    const waits = !over && !table.bots && table.waits !== this.#seat ? table.waits : null;
    this.view.show(table, {
      covered: this.#covered,
      next: waits,
      others: over || persons.length === 0,
      person: this.#seat !== null && persons.includes(this.#seat),
      stepping: bots && this.pace === "step",
    });
    if (bots && this.pace !== "step") {
      this.#clock = setTimeout(() => void this.#bots(), this.pace === "slow" ? PAUSE : 0);
    }
  }

  async #bots(): Promise<void> {
    const quick = this.#game?.seats.every(({ sits }) => sits === PERSON || sits === QUICK) ?? false;
    const answers = quick && this.pace === "once" ? AT_ONCE : 1;
    await this.#tell({ kind: "bots", answers, seat: this.#seat, ...this.#since() });
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
