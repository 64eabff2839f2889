/** The first thing one sees: what this is in one line, and three things to do. The cards are dealt already. */

import { button, element, made, replace } from "./dom.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

const NAME = "greeted";

/** What each of the three things does. */
export interface Greeted {
  play(): void;
  change(): void;
  effect(): void;
}

export class Greeting {
  readonly #place = element("greeting", HTMLElement);
  readonly #asks = element("asks", HTMLElement);
  #shown = kept(NAME) === null;

  constructor(private readonly does: Greeted) {
    this.draw();
  }

  /** Puts it away, as somebody has begun to do something. */
  away(): void {
    if (this.#shown) {
      this.#shown = false;
      keep(NAME, "yes");
      this.draw();
    }
  }

  draw(): void {
    this.#place.hidden = !this.#shown;
    this.#asks.hidden = this.#shown;
    if (!this.#shown) {
      return replace(this.#place, []);
    }
    const door = (key: "play" | "change" | "effect", look: string) => {
      const each = button(key, look, "", () => {
        this.away();
        this.does[key]();
      });
      each.append(made("b", "", say(`greeting-${key}`)), made("span", "", say(`greeting-${key}-more`)));
      return each;
    };
    replace(this.#place, [
      made("p", "line", say("greeting")),
      made("div", "three", door("play", "main"), door("change", ""), door("effect", "")),
    ]);
  }
}
