/** Leaves beside the table, or over it where there is no room: the rules, a rule to be changed, a new game, the story. */

import { button, element } from "./dom.js";
import { say } from "./words.js";

export type Leaf = "rules" | "rule" | "new" | "story";

export class Leaves {
  readonly #doors = [...element("doors", HTMLElement).querySelectorAll<HTMLButtonElement>("[aria-controls]")];
  #open: Leaf | null = null;

  /** `heard` is told which leaf was opened. */
  constructor(private readonly heard: (leaf: Leaf) => void) {
    for (const door of this.#doors) {
      door.addEventListener("click", () => this.turn(leafOf(door)));
    }
    for (const leaf of this.#doors.map(leafOf)) {
      const close = button(`close ${leaf}`, "close", "✕", () => this.close());
      close.ariaLabel = say("close");
      const paper = element(leaf, HTMLElement);
      paper.querySelector(".head")?.append(close);
      paper.addEventListener("keydown", (event) => {
        const writes = event.target instanceof Element && event.target.id === "editor"; // where it closes lists
        if (event.key === "Escape" && !event.defaultPrevented && !writes) {
          this.close();
        }
      });
    }
  }

  get open(): Leaf | null {
    return this.#open;
  }

  /** Opens one, and puts the others away. */
  show(leaf: Leaf): void {
    this.#show(leaf);
    this.heard(leaf);
  }

  turn(leaf: Leaf): void {
    if (this.#open === leaf) {
      this.close();
    } else {
      this.read(leaf);
    }
  }

  /** Opens one, and goes there. */
  read(leaf: Leaf): void {
    this.show(leaf);
    element(leaf, HTMLElement).querySelector<HTMLElement>(".close")?.focus({ preventScroll: true });
  }

  /** Puts all away; the focus goes back to the door. */
  close(): void {
    const door = this.#doors.find((each) => leafOf(each) === this.#open);
    const within = this.#open !== null && element(this.#open, HTMLElement).contains(document.activeElement);
    this.#show(null);
    if (within) {
      door?.focus();
    }
  }

  /** Puts away what lies over the table, so that the table is seen. */
  uncover(): void {
    if (this.#open !== null && getComputedStyle(element(this.#open, HTMLElement)).position === "absolute") {
      this.#show(null);
    }
  }

  translate(): void {
    for (const close of document.querySelectorAll<HTMLElement>(".leaf > .head .close")) {
      close.ariaLabel = say("close");
    }
  }

  #show(leaf: Leaf | null): void {
    this.#open = leaf;
    for (const door of this.#doors) {
      const is = leafOf(door) === leaf;
      door.ariaExpanded = String(is);
      element(leafOf(door), HTMLElement).hidden = !is;
    }
  }
}

function leafOf(door: HTMLElement): Leaf {
  return (door.getAttribute("aria-controls") ?? "") as Leaf;
}
