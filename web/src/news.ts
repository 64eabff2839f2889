/** What was just done: what has happened since whoever looks has answered, turn by turn, as far as it is worth telling. */

import { english, made, replace } from "./dom.js";
import type { Game, Step } from "./protocol.js";

const TOLD = 4; // the last turns; the log has the others
const SEEN = 3; // of which a narrow screen shows so many

/** A turn, or what has ended. */
interface Line {
  text: string;
  readonly ends: boolean;
}

export class News {
  #game: Game | null = null;
  #steps: Step[] = [];
  #cards: ReadonlySet<number> = new Set();

  constructor(private readonly list: HTMLElement) {}

  /** Begins with nothing told of another game. */
  begin(game: Game | null): void {
    this.#game = game;
    this.cover();
  }

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
    replace(this.list, this.#lines().map(({ text, ends }) => english(made("span", ends ? "ends" : "", text))));
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

  /** A line for each turn; whoever goes on is not named again. The end of a round has a line, with what comes of it. */
  #turns(): Line[] {
    const lines: Line[] = [];
    let going: string | null = null; // who does what is told last, if somebody does
    for (const { what, text, turn, passing } of this.#steps) {
      if (passing || what === "standings") {
        continue;
      }
      const last = lines.at(-1);
      const name: string | undefined = this.#game?.seats.find((seat) => text.startsWith(`${seat.name} `))?.name;
      const goesOn = turn === null && (what === "meaning" || (what === "step" && (going !== null || last?.ends === true)));
      if (last === undefined || !goesOn) {
        lines.push({ text, ends: what === "ends" });
      } else {
        last.text += (what === "meaning" ? " " : "; ") + (name !== undefined && name === going ? text.slice(name.length + 1) : text);
      }
      going = what === "step" ? (name ?? "") : null;
    }
    return lines;
  }
}
