/** How one begins: what an empty editor tells, and the way back to what was there before an example was opened. */

import { button, made, replace } from "./dom.js";
import type { RuleText } from "./protocol.js";
import type { Rules } from "./rules.js";
import { say } from "./words.js";

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
    private readonly begin: () => void,
  ) {}

  /** Opens a file that comes along, on a base that it goes on. What was there can be got back. */
  open({ text, name, tried_on: on }: RuleText): void {
    const { base, layers } = this.rules;
    if (this.rules.text.trim() !== "" && this.rules.text !== this.#opened) {
      this.#before = { base, layers, text: this.rules.text };
    }
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
    const parts: HTMLElement[] = [];
    if (this.rules.text.trim() === "") {
      parts.push(made("p", "", say("empty-editor")), button("begin", "main", say("begin-rule"), this.begin));
    }
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
}
