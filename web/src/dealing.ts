/** Dealing: a game by the rules as they are now, or why there is none; and whether they have changed since. */

import type { Bench } from "./bench.js";
import { button, element, english, made, replace } from "./dom.js";
import { unlessEnded } from "./engine.js";
import type { Keeping } from "./keeping.js";
import type { Play } from "./play.js";
import type { Failed, Kept, New, Open, Problem } from "./protocol.js";
import { keyOf, type Written } from "./rules.js";
import type { Setup } from "./setup.js";
import { say } from "./words.js";

export class Dealing {
  readonly #problems = element("problems", HTMLElement);
  readonly #stale = element("stale", HTMLElement);
  #played: string | null = null; // the rules that were dealt by

  constructor(
    private readonly bench: Bench,
    private readonly play: Play,
    private readonly setup: Setup,
    private readonly read: () => Promise<void>, // who can play is asked first, as it is dealt for so many
    private readonly keeping: () => Keeping, // the game that is there
  ) {
    element("deal-anew", HTMLButtonElement).addEventListener("click", () => void this.deal().catch(unlessEnded));
  }

  /** Deals, and brings the table into sight; or shows why nothing can be dealt, where a game is begun. */
  async deal(): Promise<void> {
    const error = await this.bench.begin(() => this.#wanted());
    if (error !== null) {
      this.failed(error);
      this.bench.invite();
    }
  }

  /** Deals without being asked to, as the page opens. */
  first(): Promise<Failed | null> {
    return this.lay(() => this.#wanted());
  }

  async #wanted(): Promise<New> {
    await this.read();
    const { rules, texts } = await this.bench.rules.written();
    const { players, seats } = this.setup;
    return { kind: "new", rules, texts, players, seats };
  }

  /** Lays a game on the table, without bringing it into sight. One can go back to the game that was there. */
  async lay(prepared: () => Promise<New | Open>): Promise<Failed | null> {
    const { begun } = this.play;
    let before: Kept | null = null;
    let request: New | Open | null = null;
    const error = await this.play.begin(async () => {
      request = await prepared();
      before = await this.keeping().now();
      return request;
    });
    if (error === null) {
      this.keeping().replaced(before, begun);
      this.#played = played(request);
      this.#stale.hidden = true;
      replace(this.#problems, []);
    }
    return error;
  }

  /** Shows where a game is dealt. */
  invite(): void {
    element("deal", HTMLButtonElement).focus();
  }

  /** The rules are these now. */
  changed(written: Written): void {
    this.#stale.hidden = this.#played === null || this.#played === keyOf(written);
  }

  /** Takes the game off the table, as the engine is gone that knew it, and says so. */
  clear(why: () => string): void {
    this.play.clear(why);
    this.#stale.hidden = true;
  }

  /** Why nothing is dealt. What is wrong with one's own text is told there already. */
  failed(error: Failed): void {
    element("state", HTMLElement).textContent = say("not-dealt");
    const own = error.problems.filter(({ place }) => place?.sent === true);
    const others = error.problems.filter(({ place }) => place?.sent !== true);
    const [first] = own;
    const items = others.map(mistake);
    if (first !== undefined) {
      const there = button("mistakes", "", say("to-mistake"), () => this.bench.edit(first.place?.start));
      items.unshift(made("li", "", `${say("own-mistakes", { n: own.length })} `, there));
    } else if (others.length === 0) {
      items.push(english(made("li", "", `${error.message}\n${error.remedy}`)));
    }
    replace(this.#problems, items);
  }
}

/** The rules that were dealt by; a game that was opened has its own. */
function played(request: New | Open | null): string | null {
  return request?.kind === "new" ? keyOf(request) : null;
}

function mistake({ place, message, remedy }: Problem): HTMLLIElement {
  const where = place === null ? "" : `${place.file}, ${say("line", { number: place.line })}: `;
  return made("li", "", where, english(made("span", "", remedy === "" ? message : `${message}\n${remedy}`)));
}
