/** The story of a game: steps are appended as they are told, the newest in sight. */

import { made, told } from "./dom.js";
import type { Game, Step } from "./protocol.js";
import { ruled, type Explaining } from "./ruled.js";
import { say } from "./words.js";

export class Log {
  #steps: Step[] = [];
  #game: Game | null = null;

  constructor(
    private readonly list: HTMLElement,
    private readonly explaining: Explaining,
  ) {
    list.addEventListener("keydown", (event) => this.#move(event));
  }

  /** Begins with nothing told of another game. */
  begin(game: Game | null): void {
    this.#game = game;
    this.add(0, []);
  }

  /** The same game in another language, in which it is told anew. */
  rename(game: Game): void {
    this.#game = game;
  }

  /** Adds what is new since step number `since`; a story that begins anew replaces what was told. */
  add(since: number, story: readonly Step[]): void {
    const kept = Math.min(since, this.#steps.length);
    if (kept < this.#steps.length || this.list.childElementCount === 0) {
      this.#steps.length = kept;
      this.redraw();
    }
    for (const old of this.list.querySelectorAll(".new")) {
      old.classList.remove("new");
    }
    const added = story.flatMap((step, index) => this.#lines(step, kept + index));
    this.#steps.push(...story);
    for (const each of added) {
      each.classList.add("new");
    }
    this.list.append(...added);
    this.settle();
  }

  /** Writes it anew, in another language. */
  redraw(): void {
    this.list.replaceChildren(...this.#steps.flatMap((step, index) => this.#lines(step, index)));
    this.settle();
  }

  /** Tells nothing, as it is for one seat, and somebody else may look; who looks next is told from the beginning. */
  cover(): void {
    this.#steps = [];
    this.list.replaceChildren();
  }

  #lines(step: Step, index: number): HTMLElement[] {
    const line = told(made("li", step.passing ? "passing" : step.what, step.text));
    line.append(...ruled(step.rule, step.cites, this.explaining, `log ${index}`));
    if (step.turn === null) {
      return [line];
    }
    const turn = made("li", "turn", say("turn", { number: step.turn }));
    const seat = step.player === null ? undefined : this.#game?.seats[step.player];
    if (step.player !== null && seat !== undefined) {
      turn.append(": ", told(made("span", "name", seat.said)));
    }
    return step.passing && step.rule === "" ? [turn] : [turn, line]; // which says no more than its heading
  }

  /** The newest is in sight, and the last rule is where the keyboard begins. */
  settle(): void {
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
    const rules = this.#rules();
    rules.forEach((each, index) => (each.tabIndex = index === rules.length - 1 ? 0 : -1));
  }

  /** Arrows go from rule to rule, so that a long story is one stop of the keyboard. */
  #move(event: KeyboardEvent): void {
    const rules = this.#rules();
    const at = rules.findIndex((each) => each === event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rules.length - 1 }[event.key];
    const next = at < 0 || to === undefined ? undefined : rules[to];
    if (next !== undefined) {
      event.preventDefault();
      rules.forEach((each) => (each.tabIndex = each === next ? 0 : -1));
      next.focus();
    }
  }

  #rules(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>(".rule")];
  }
}
