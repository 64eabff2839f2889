/** The story of a game: steps are appended as they are told, the newest in sight. */

import { made, told } from "./dom.js";
import type { Step } from "./protocol.js";
import { say } from "./words.js";

export class Log {
  #steps: Step[] = [];

  constructor(private readonly list: HTMLElement) {}

  /** Adds what is new since step number `since`; a story that begins anew replaces what was told. */
  add(since: number, story: readonly Step[]): void {
    if (since < this.#steps.length) {
      this.#steps.length = since;
      this.list.replaceChildren(...this.#steps.flatMap(lines));
    }
    for (const old of this.list.querySelectorAll(".new")) {
      old.classList.remove("new");
    }
    this.#steps.push(...story);
    const added = story.flatMap(lines);
    for (const each of added) {
      each.classList.add("new");
    }
    this.list.append(...added);
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Writes it anew, in another language. */
  redraw(): void {
    this.list.replaceChildren(...this.#steps.flatMap(lines));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Covers it, as it tells what one seat was shown. */
  hide(hidden: boolean): void {
    this.list.hidden = hidden;
  }

  clear(): void {
    this.add(0, []);
  }
}

function lines(step: Step): HTMLElement[] {
  const line = told(made("li", step.what, step.text));
  if (step.rule !== "") {
    line.append(" ", made("small", "rule", step.rule));
  }
  return step.turn === null ? [line] : [made("li", "turn", say("turn", { n: step.turn })), line];
}
