/** What was just done: what has happened since whoever looks has answered, turn by turn, as far as it is worth telling. */

import { made, replace, told } from "./dom.js";
import type { Step } from "./protocol.js";

const TOLD = 4; // the last turns; the log has the others
const SEEN = 3; // of which a narrow screen shows so many

/** A turn, or what has ended. */
interface Line {
  text: string;
  readonly ends: boolean;
}

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
    replace(this.list, this.#lines().map(({ text, ends }) => told(made("span", ends ? "ends" : "", text))));
  }

  /** Tells nothing any more. */
  cover(): void {
    this.#steps = [];
    this.#cards = new Set();
    replace(this.list, []);
  }

  /** The last lines; where a round has ended before them, that is told with the turn that ended it. */
  #lines(): Line[] {
    const lines = this.#turns();
    const end = lines.map(({ ends }) => ends).lastIndexOf(true);
    if (end < 0 || end >= lines.length - SEEN) {
      return lines.slice(-TOLD);
    }
    return [...lines.slice(Math.max(0, end - 1), end + 1), ...lines.slice(1 - SEEN)];
  }

  /** A line for each turn. The end of a round has a line, with what comes of it. */
  #turns(): Line[] {
    const lines: Line[] = [];
    let going = false; // whether what is told last is what somebody does
    for (const { what, text, turn, passing } of this.#steps) {
      if (passing || what === "standings") {
        continue;
      }
      const last = lines.at(-1);
      const goesOn = turn === null && (what === "meaning" || (what === "step" && (going || last?.ends === true)));
      if (last === undefined || !goesOn) {
        lines.push({ text, ends: what === "ends" });
      } else {
        last.text += ` ${text}`;
      }
      going = what === "step";
    }
    return lines;
  }
}
