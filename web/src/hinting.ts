/** What a search would answer in somebody's place: asked for, waited for, and taken by a click. */

import { button, made, signed } from "./dom.js";
import type { Asked, Hinted, Option } from "./protocol.js";
import { say } from "./words.js";

const SHOWN = 3; // answers, the most promising first

/** What is needed of the game: the search, which tells how far it is, and giving an answer. */
export interface Hinter {
  hint(heard: (done: number) => void, enough: AbortSignal): Promise<Hinted | null>;
  answer(option: Option): void;
  redraw(): void;
}

export class Hinting {
  #bar: HTMLProgressElement | null = null; // while it thinks
  #enough = new AbortController(); // by which one is content with what was found
  #found: Hinted | null = null;

  constructor(
    private readonly asked: Asked,
    private readonly game: Hinter,
  ) {}

  /** What the search found best, once it has. */
  get best(): Option | null {
    return this.#options()[0]?.option ?? null;
  }

  /** What asks for it, where there is something to choose. */
  button(): HTMLElement[] {
    return this.asked.many > 1 ? [signed("hint", "?", say("hint"), () => void this.#think())] : [];
  }

  /** How far the search is, or what it found. */
  drawn(): HTMLElement[] {
    if (this.#bar !== null) {
      const label = made("label", "", `${say("hint-thinks")} `, this.#bar);
      return [made("div", "hinting", label, " ", button("hint-stop", "minor", say("stop"), () => this.#enough.abort()))];
    }
    if (this.#found === null) {
      return [];
    }
    const shown = this.#options();
    if (shown.length === 0) {
      return [made("p", "hinting", say("hint-none"))];
    }
    const lines = shown.map(({ option, said }, index) => {
      const look = index === 0 ? "main minor" : "minor";
      const take = button(`hinted ${index}`, look, option.said, () => this.game.answer(option));
      return made("li", "", take, " ", made("span", "worth", said));
    });
    return [made("div", "hinting", made("p", "", say("hint-says", { n: this.#found.games })), made("ol", "", ...lines))];
  }

  async #think(): Promise<void> {
    if (this.#bar !== null) {
      return;
    }
    const bar = (this.#bar = made("progress", ""));
    bar.max = 1;
    bar.value = 0;
    this.game.redraw();
    this.#enough = new AbortController();
    this.#found = await this.game.hint((done) => (bar.value = done), this.#enough.signal);
    this.#bar = null;
    this.game.redraw();
  }

  #options(): { option: Option; said: string }[] {
    const { worths, wins } = this.#found ?? { worths: [], wins: false };
    return worths.slice(0, SHOWN).map(({ option, playouts: number, mean }) => {
      const { lang } = document.documentElement;
      const brought = wins
        ? say("hint-wins", { number, share: Math.round(mean * 100) })
        : say("hint-brings", { number, mean: mean.toLocaleString(lang, { maximumFractionDigits: 1 }) });
      return { option, said: brought };
    });
  }
}
