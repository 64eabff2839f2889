/** What was just done: all that has happened since whoever looks has answered, as far as it is worth telling. */

import { made, replace, told } from "./dom.js";
import type { Step } from "./protocol.js";

const TOLD = 4; // the last steps; the log has the others

export class News {
  #steps: Step[] = [];
  #cards: ReadonlySet<number> = new Set();

  constructor(private readonly list: HTMLElement) {}

  /** The cards that were moved last. */
  get cards(): ReadonlySet<number> {
    return this.#cards;
  }

  /** Hears what is new since step number `since`; `anew` is what follows an answer of one's own. */
  hear(since: number, story: readonly Step[], anew: boolean): void {
    if (story.length === 0 && since > 0) {
      return;
    }
    this.#steps = since === 0 || anew ? [...story] : [...this.#steps, ...story];
    this.#cards = new Set(since === 0 ? [] : story.flatMap((step) => step.cards));
    const worth = this.#steps.filter((step) => !step.passing && step.what !== "standings").slice(-TOLD);
    replace(this.list, worth.map((step) => told(made("span", step.what, step.text))));
  }

  clear(): void {
    this.#steps = [];
    this.#cards = new Set();
    replace(this.list, []);
  }
}
