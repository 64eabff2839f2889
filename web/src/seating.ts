/** Who sits where: a person or a bot at each seat, before a game is dealt. */

import { made, replace } from "./dom.js";
import { sitting } from "./felt.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

const PERSON = "person";
const BOT = "random";

export class Seating {
  #sits: string[] = (kept("seats") ?? PERSON).split(",");
  #players = 0;

  constructor(
    private readonly list: HTMLElement,
    private readonly bots: readonly string[],
  ) {}

  /** Who sits there; what it was set to before stays. */
  get seats(): string[] {
    const there = [PERSON, ...this.bots];
    return Array.from({ length: this.#players }, (_, seat) => {
      const sits = this.#sits[seat] ?? BOT;
      return there.includes(sits) ? sits : BOT;
    });
  }

  /** Draws it for so many players. */
  draw(players = this.#players): void {
    this.#players = players;
    replace(this.list, this.seats.map((sits, seat) => this.#choice(sits, seat)));
  }

  #choice(chosen: string, seat: number): HTMLElement {
    const select = made("select", "");
    select.append(...[PERSON, ...this.bots].map((sits) => new Option(sitting(sits), sits, false, sits === chosen)));
    select.addEventListener("change", () => {
      this.#sits = this.seats.map((each, at) => (at === seat ? select.value : each));
      keep("seats", this.#sits.join(","));
    });
    return made("label", "", `${say("seat", { n: seat })} `, select);
  }
}
