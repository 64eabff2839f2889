/** What was just done: what has happened since whoever looks has answered, turn by turn, as far as it is worth telling. */

import { made, replace } from "./dom.js";
import type { Step, Table } from "./protocol.js";

const TOLD = 3; // the last turns; the story has the others

/** A turn, or what has ended, with the cards that were moved in it. */
interface Line {
  text: string;
  readonly ends: boolean;
  cards: readonly number[];
}

export class News {
  #steps: Step[] = [];
  #marks: ReadonlyMap<number, string> = new Map();

  constructor(private readonly list: HTMLElement) {}

  /** The number of the line that tells of it, for each card that was moved. */
  get marks(): ReadonlyMap<number, string> {
    return this.#marks;
  }

  /** Hears how the story goes on. */
  hear({ since, story, answered, shares }: Table): void {
    this.#steps = [...this.#steps.slice(0, since), ...story];
    const lines = told(this.#steps.slice(answered)).slice(-TOLD);
    const numbered = lines.map((line, index) => [line, String(index + 1)] as const);
    const own = new Set(shares.filter(({ held }) => held).flatMap(({ cards }) => cards)); // what one holds is no news
    this.#marks = new Map(numbered.flatMap(([{ cards }, number]) => cards.filter((card) => !own.has(card)).map((card) => [card, number] as const)));
    replace(
      this.list,
      numbered.map(([{ text, ends }, number]) => {
        const sign = made("em", "", number);
        sign.ariaHidden = "true";
        return made("span", ends ? "ends" : "", sign, made("span", "", text));
      }),
    );
  }

  /** Tells nothing any more. */
  cover(): void {
    this.#steps = [];
    this.#marks = new Map();
    replace(this.list, []);
  }
}

/** A line for each turn; the end of a round has a line of its own, with what comes of it. */
function told(steps: readonly Step[]): Line[] {
  const lines: Line[] = [];
  for (const { what, text, turn, passing, cards } of steps) {
    if (passing || what === "standings" || what === "round") {
      continue;
    }
    const last = lines.at(-1);
    const goesOn = turn === null && (what === "meaning" || what === "step");
    if (last === undefined && goesOn) {
      continue; // what is dealt before anybody has the turn is seen
    }
    if (last === undefined || !goesOn) {
      lines.push({ text, ends: what === "ends", cards });
    } else {
      last.text += ` ${text}`;
      last.cards = [...last.cards, ...cards];
    }
  }
  return lines;
}
