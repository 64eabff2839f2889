/** How one begins a rule: from a few lines that work already, each kind of change a click; and the way back to what was there. */

import { button, made, replace } from "./dom.js";
import type { Draftable, RuleText } from "./protocol.js";
import type { Rules } from "./rules.js";
import { say } from "./words.js";

const CHANGES = ["cards", "person", "action", "end", "numbers", "layer"] as const satisfies readonly Draftable[];

interface Before {
  readonly base: string;
  readonly layers: readonly string[];
  readonly text: string;
}

export class Beginning {
  #before: Before | null = null;
  #opened = "";

  constructor(
    private readonly place: HTMLElement,
    private readonly rules: Rules,
    private readonly write: (text: string) => void,
    private readonly begin: (what: Draftable) => void,
  ) {}

  /** Opens a file that comes along, on a base that it goes on. What was there can be got back. */
  open({ text, name, tried_on: on }: RuleText): void {
    this.#remember();
    const { base, layers } = this.rules;
    this.#opened = text;
    const [first] = on;
    if (first !== undefined && !on.includes(base)) {
      const [wanted = base, ...beneath] = first.split("+");
      this.rules.choose(wanted, beneath);
    } else if (layers.includes(name)) {
      this.rules.choose(base, layers.filter((each) => each !== name));
    }
    this.write(text);
    this.draw();
  }

  draw(): void {
    const kinds = CHANGES.map((what) =>
      button(`begin ${what}`, "chip", say(`begin-${what}`), () => {
        this.#remember();
        this.begin(what);
      }),
    );
    const parts: HTMLElement[] = [made("p", "small-print", say("begin-about")), made("div", "chips", ...kinds)];
    const before = this.#before;
    if (before !== null) {
      parts.push(
        button("back", "", say("back"), () => {
          this.#before = null;
          this.rules.choose(before.base, before.layers);
          this.write(before.text);
          this.draw();
        }),
      );
    }
    replace(this.place, parts);
  }

  #remember(): void {
    const { base, layers, text } = this.rules;
    if (text.trim() !== "" && text !== this.#opened) {
      this.#before = { base, layers, text };
    }
  }
}
