/** The rules of the game that is chosen, as one would print them; what house rules and one's own change is marked. */

import type { Bench } from "./bench.js";
import { button, made, replace } from "./dom.js";
import { refusal } from "./notices.js";
import type { RuleSheet, Section } from "./protocol.js";
import { say } from "./words.js";

export class SheetLeaf {
  #asked = 0;
  #only = false;

  constructor(
    private readonly place: HTMLElement,
    private readonly bench: Bench,
  ) {}

  /** Asks for it anew, and shows it. */
  async show(): Promise<void> {
    const asked = ++this.#asked;
    const { rules, texts, base } = await this.bench.rules.written();
    const against = rules === base ? null : base;
    const only = this.#only && against !== null;
    const { answer, error } = await this.bench.engine.ask({ kind: "sheet", rules, texts, against, only_changes: only });
    if (asked === this.#asked) {
      replace(this.place, error === undefined ? this.#drawn(answer, against !== null) : [refusal(error)]);
    }
  }

  #drawn({ title, against, sections, gone }: RuleSheet, compared: boolean): HTMLElement[] {
    const drawn: HTMLElement[] = [made("h3", "title", title)];
    if (compared) {
      const turn = button("only-changes", "", say(this.#only ? "whole-sheet" : "only-changes"), () => {
        this.#only = !this.#only;
        void this.show();
      });
      drawn.push(made("p", "small", `${say("sheet-against", { base: against })} `), turn);
    }
    drawn.push(...sections.flatMap(sectioned));
    if (gone.length > 0) {
      drawn.push(made("h3", "", say("sheet-gone")), ...gone.map((text) => made("p", "gone", text)));
    }
    return drawn;
  }
}

function sectioned({ name, heading, entries }: Section): HTMLElement[] {
  const small = name === "rulings" ? "small" : "";
  const lines = entries.map(({ label, text, worked_out: worked, written, cites, changed }) => {
    const looks = [small, changed ? "changed" : ""].filter((look) => look !== "").join(" ");
    const sentences = written ? [text] : worked.map((each) => each.text);
    const [first = "", ...rest] = sentences;
    const line = made("p", looks, ...(label === "" ? [] : [made("b", "", label), " "]), first);
    line.title = cites.join(", ");
    if (changed) {
      line.prepend(made("span", "unseen", `${say("sheet-changed")} `));
    }
    return [line, ...rest.map((each) => made("p", looks, each))];
  });
  return [made("h3", "", heading), ...lines.flat()];
}
