/** The game on the table, played again by the rules that are written now: where it goes differently. */

import type { Bench } from "./bench.js";
import { consent, consented } from "./consent.js";
import { button, english, made, redraw, told } from "./dom.js";
import { unlessEnded } from "./engine.js";
import type { Keeping } from "./keeping.js";
import type { Difference, Failed, Kept, Replayed } from "./protocol.js";
import { say, type Word } from "./words.js";

export class Replaying {
  #found: { game: Kept; answer: Replayed } | { error: Failed } | null = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly bench: Bench,
    private readonly keeping: Keeping,
  ) {
    root.setAttribute("role", "group");
    this.draw();
  }

  /** The rules are others: what was found is no longer so. */
  changed(): void {
    this.#found = null;
    this.draw();
  }

  draw(): void {
    const { game } = this.keeping;
    this.root.hidden = game === null;
    const go = button("replay", "", say("replay"), () => void this.#go().catch(unlessEnded));
    go.id = "replay";
    go.disabled = game === null || !consented("replay", game);
    redraw(this.root, [
      made("h3", "", say("replay-title")),
      made("p", "small-print", say("replay-about")),
      ...(game === null ? [] : consent("replay", game, () => this.draw())),
      made("p", "buttons", go),
      made("div", "", ...this.#result()),
    ]);
    this.root.lastElementChild?.setAttribute("role", "status");
  }

  async #go(): Promise<void> {
    const { game } = this.keeping;
    if (game === null) {
      return;
    }
    const { rules, texts } = await this.bench.rules.written();
    const { answer, error } = await this.bench.engine.ask({ kind: "replay", rules, texts, sure: consented("replay", game) });
    this.#found = error === undefined ? { game, answer } : { error };
    this.draw();
  }

  #result(): HTMLElement[] {
    if (this.#found === null) {
      return [];
    }
    if ("error" in this.#found) {
      const { message, remedy } = this.#found.error;
      return [english(made("p", "said", [message, remedy].filter((line) => line !== "").join("\n")))];
    }
    const { game, answer } = this.#found;
    const { different, illegal } = answer;
    if (different === null) {
      return [made("p", "", say("replay-same"))];
    }
    const apart = illegal !== null && (illegal.after !== different.after || illegal.other !== different.other);
    return [
      ...this.#told(game, answer, different, "replay-different"),
      ...(illegal === null ? [made("p", "", say("replay-legal"))] : apart ? this.#told(game, answer, illegal, "replay-illegal") : []),
    ];
  }

  #told(game: Kept, { recorded, other }: Replayed, { heading, answer, recorded: was, other: is, after }: Difference, word: Word): HTMLElement[] {
    const names = recorded === other ? [say("replay-then"), say("replay-now")] : [recorded, other];
    const facts = made("dl", "facts");
    [was, is].forEach((line, index) => facts.append(made("dt", "", names[index] ?? ""), told(made("dd", "", line))));
    const place = told(made("p", "said", answer === "" ? heading : `${heading}\n${answer}`));
    const { record, texts } = game;
    const show = button(`show-${word}`, "", say("replay-show"), () => void this.bench.begin(async () => ({ kind: "open", record, texts, after })).catch(unlessEnded));
    return [made("p", "", say(word)), place, facts, made("p", "buttons", show)];
  }
}
