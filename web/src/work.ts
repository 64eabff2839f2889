/** Long work in a worker of its own, in slices: it is told how far it has come, and can be left at any time. */

import { EndedError, type Engine } from "./engine.js";
import type { Check, Compare, Failed, More, Progress, Stop, Test } from "./protocol.js";

const SLICE = 600_000; // milliseconds that a slice may take, as where a game is made short
const GRACE = 500; // ... that one which is left may still take before its worker is ended

/** How one leaves it: how long a slice may still take then, and by which signal one hears what it has come to. */
interface Leaving {
  readonly grace?: number;
  readonly enough?: AbortSignal;
}

/** Begins one thing after the other, in the order in which they were asked for. */
export class Work {
  #last: Promise<unknown> = Promise.resolve();
  #asked = 0;

  constructor(private readonly engine: Engine) {}

  /** Whether somebody waits for what is done now to be over. */
  get waited(): boolean {
    return this.#asked > 1;
  }

  /**
   * Does it, and tells of each slice; why it could not be done, if it could not. Whoever asked leaves it by the signal.
   */
  run(
    begin: Test | Check | Compare,
    heard: (progress: Progress) => void,
    left: AbortSignal,
    { grace = GRACE, enough }: Leaving = {},
  ): Promise<Failed | null> {
    this.#asked++;
    const done = this.#last
      .then(() => (left.aborted ? null : this.#done(begin, heard, left, grace, enough)))
      .finally(() => this.#asked--);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #done(
    begin: Test | Check | Compare,
    heard: (progress: Progress) => void,
    left: AbortSignal,
    grace: number,
    enough?: AbortSignal,
  ): Promise<Failed | null> {
    const end = () => setTimeout(() => this.engine.restart("it was left"), grace);
    let clock: number | undefined;
    const leave = () => (clock = end());
    left.addEventListener("abort", leave);
    try {
      let stopped = false;
      for (let ask: Test | Check | Compare | More | Stop = begin; !left.aborted; ) {
        const { answer, error } = await this.engine.ask(ask, SLICE);
        if (error !== undefined) {
          return error;
        }
        if (!left.aborted) {
          heard(answer);
        }
        if (answer.over) {
          return null;
        }
        ask = { kind: enough?.aborted === true && !stopped ? "stop" : "more" };
        stopped = ask.kind === "stop" || stopped;
      }
      await this.engine.ask({ kind: "stop" });
      return null;
    } catch (error) {
      if (left.aborted && error instanceof EndedError) {
        return null;
      }
      throw error;
    } finally {
      left.removeEventListener("abort", leave);
      clearTimeout(clock);
    }
  }
}
