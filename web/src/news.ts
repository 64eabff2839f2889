/** What was just done: what has happened since whoever looks has answered, turn by turn, as far as it is worth telling. */

import { english, made, replace } from "./dom.js";
import type { Game, Step } from "./protocol.js";

const TOLD = 4; // the last turns; the log has the others

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
    const lines = this.#turns().slice(-TOLD);
    replace(this.list, lines.map((line) => english(made("span", "", line))));
  }

  /** Tells nothing any more. */
  cover(): void {
    this.#steps = [];
    this.#cards = new Set();
    replace(this.list, []);
  }

  /** A line for each turn; whoever goes on is not named again. */
  #turns(): string[] {
    const lines: string[] = [];
    let going: string | null = null;
    for (const { what, text, turn, passing } of this.#steps) {
      if (turn !== null || what !== "step") {
        going = null;
      }
      if (passing || what === "standings") {
        continue;
      }
      const name: string | undefined = this.#game?.seats.find((seat) => text.startsWith(`${seat.name} `))?.name;
      if (going === null) {
        lines.push(text);
      } else {
        lines.push(`${lines.pop()}; ${name === going ? text.slice(name.length + 1) : text}`);
      }
      going = what === "step" ? (name ?? "") : null;
    }
    return lines;
  }
}
