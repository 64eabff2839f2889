/** What was just done: what has happened since whoever looks has answered, turn by turn, as far as it is worth telling. */

import { made, replace } from "./dom.js";
import type { Step, Table } from "./protocol.js";

const TOLD = 3; // the last turns; the story has the others

/** What was done in a turn, or by one player outside of turns, or what has ended; with the cards that were moved. */
interface Line {
  readonly from: number; // the step that it begins with
  text: string;
  readonly idle: string; // what is told of a turn in which nothing else happens
  readonly of: number | null; // who does it, outside of turns
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
    const lines = told(this.#steps, answered).slice(-TOLD);
    const numbered = lines.map((line, index) => [line, String(index + 1)] as const);
    const own = new Set(shares.filter(({ held }) => held).flatMap(({ cards }) => cards)); // what one holds is no news
    this.#marks = new Map(numbered.flatMap(([{ cards }, number]) => cards.filter((card) => !own.has(card)).map((card) => [card, number] as const)));
    this.#draw(numbered);
  }

  /** Keeps the lines that are there already, so that only new ones are announced. */
  #draw(lines: readonly (readonly [Line, string])[]): void {
    const before = new Map([...this.list.children].map((each) => [(each as HTMLElement).dataset["from"], each]));
    const drawn = lines.map(([{ from, text, ends }, number]) => {
      const [sign, said] = [made("em", "", number), made("span", "", text)];
      sign.ariaHidden = "true";
      const old = before.get(String(from));
      if (old?.lastElementChild?.textContent === text) {
        old.firstElementChild?.replaceWith(sign);
        return old;
      }
      const line = made("span", ends ? "ends" : "", sign, said);
      line.dataset["from"] = String(from);
      return line;
    });
    [...before.values()].filter((each) => !drawn.includes(each)).forEach((each) => each.remove());
    drawn.forEach((each, index) => this.list.children[index] === each || this.list.insertBefore(each, this.list.children[index] ?? null));
  }

  /** Tells nothing any more. */
  cover(): void {
    this.#steps = [];
    this.#marks = new Map();
    replace(this.list, []);
  }
}

/**
 * A line for each turn, and for each player who does something outside of turns, behind step `answered`. The end of a
 * round has a line of its own, with what comes of it. One sees for oneself what is dealt.
 */
function told(steps: readonly Step[], answered: number): Line[] {
  const lines: Line[] = [];
  const begin = (line: Line) => {
    const last = lines.at(-1);
    if (last !== undefined) {
      last.text ||= last.idle;
    }
    lines.push(line);
  };
  let deals = answered === 0;
  steps.slice(answered).forEach(({ what, text, turn, passing, player, cards }, index) => {
    const from = answered + index;
    const last = lines.at(-1);
    const goesOn = turn === null && what === "step";
    if (what === "standings" || what === "round") {
      deals ||= what === "round";
    } else if (!goesOn) {
      deals = false;
      begin({ from, text: passing ? "" : text, idle: text, of: null, ends: what === "ends", cards });
    } else if (passing || deals) {
      return;
    } else if (last === undefined || (last.of !== null && last.of !== player)) {
      begin({ from, text, idle: text, of: player, ends: false, cards });
    } else {
      last.text = `${last.text} ${text}`.trim();
      last.cards = [...last.cards, ...cards];
    }
  });
  return lines.filter(({ text }) => text !== "");
}
