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

const STEPS = new Set(["set-up", "turn"]);
const TABLES = new Set(["material", "actions", "meaning"]);

/** A section as on a printed rule card: steps are numbered, components, actions and terms form tables. */
function sectioned({ name, heading, entries }: Section): HTMLElement[] {
  const small = name === "small print" || name === "sources" ? "small" : "";
  const head = made("h3", "", heading);
  const items = entries.flatMap((entry) => steps(entry).map((step) => marked(made("li", "", ...step), entry)));
  if (STEPS.has(name) && items.length > 1) {
    return [head, made("ol", "", ...items)];
  }
  if (TABLES.has(name)) {
    const rows = entries.map((entry) => {
      const said = made("td", "", ...steps(entry).flat());
      said.colSpan = entry.label === "" ? 2 : 1;
      return marked(made("tr", "", ...(entry.label === "" ? [] : [made("th", "", entry.label)]), said), entry);
    });
    return [head, made("table", "", ...rows)];
  }
  const lines = entries.map((entry) => {
    const label = entry.label === "" ? [] : [made("b", "", `${entry.label}: `)];
    return marked(made("p", small, ...label, ...steps(entry).flat()), entry);
  });
  return [head, ...lines];
}

/** The sentences of an entry, one step for each at the margin, with a list of those under it; a written text is one. */
function steps({ written, text, worked_out: worked }: Section["entries"][number]): (string | Node)[][] {
  if (written) {
    return [[text]];
  }
  const found: (string | Node)[][] = [];
  const lists: HTMLElement[] = [];
  for (const sentence of worked) {
    lists.length = Math.min(lists.length, sentence.depth);
    if (sentence.depth === 0 || found.length === 0) {
      found.push([`${sentence.text} `]);
      continue;
    }
    while (lists.length < sentence.depth) {
      const list = made("ul", "");
      (lists.at(-1)?.lastElementChild ?? lists.at(-1))?.append(list);
      if (lists.length === 0) {
        found.at(-1)?.push(list);
      }
      lists.push(list);
    }
    lists.at(-1)?.append(made("li", "", sentence.text));
  }
  return found;
}

/** A line with its citations, and with a mark if the rules it is compared with differ. */
function marked<T extends HTMLElement>(line: T, { changed, cites }: Section["entries"][number]): T {
  line.title = cites.join(", ");
  if (changed) {
    line.classList.add("changed");
    const place = line instanceof HTMLTableRowElement ? line.cells[0] : line;
    place?.prepend(made("span", "unseen", `${say("sheet-changed")} `));
  }
  return line;
}
