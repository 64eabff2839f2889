/** What is said of something that was clicked, beside it, until it is closed: a reason, a rule, a refusal. */

import { button, english, made, replace, told } from "./dom.js";
import { ruled, type Explaining } from "./ruled.js";
import { say } from "./words.js";

/** A sentence, with the rule that says so if there is one; or a line of a rule as it is `written`. */
export interface Line {
  readonly text: string;
  readonly rule?: string;
  readonly cites?: string;
  readonly written?: boolean;
}

/** Something that one can do about it. */
export interface Action {
  readonly key: string;
  readonly label: string;
  readonly act: () => void;
}

const GAP = 6; // pixels between it and what was clicked, and the edges of the window

export class Reason {
  #from: HTMLElement | null = null;

  constructor(
    private readonly box: HTMLElement,
    private readonly explaining: Explaining,
  ) {
    box.popover = "auto"; // closes by itself on Escape, and on a click elsewhere
    box.hidden = false;
    box.role = "dialog";
    box.tabIndex = -1;
    window.addEventListener("resize", () => this.hide());
  }

  /** Says it beside what was clicked. */
  show(title: string, lines: readonly Line[], from: HTMLElement | null, action: Action | null = null): void {
    const within = from !== null && this.box.contains(from); // a rule that was named there
    const close = button("close", "plain close", "✕", () => this.hide());
    close.ariaLabel = say("close");
    const body = made("div", "said", ...lines.filter(({ text }) => text.trim() !== "").map((line, index) => this.#line(line, index)));
    if (action !== null) {
      const { key, label, act } = action;
      const done = button(key, "main", label, () => {
        this.hide();
        act();
      });
      body.append(made("p", "row", done));
    }
    replace(this.box, [made("div", "head", made("strong", "", title), close), body]);
    this.box.ariaLabel = title;
    if (!within) {
      this.#from = from !== null && from.isConnected ? from : null;
    }
    this.box.showPopover();
    this.#place();
    this.box.focus({ preventScroll: true }); // closing gives the focus back to what was clicked
  }

  #line({ text, rule = "", cites = "", written = false }: Line, index: number): HTMLElement {
    const line = made("p", "", text);
    line.append(...ruled(rule, cites, this.explaining, `reason ${index}`));
    return written ? english(line) : told(line);
  }

  hide(): void {
    if (this.box.matches(":popover-open")) {
      this.box.hidePopover();
    }
    replace(this.box, []);
  }

  /** Below what it is about, or above, wherever there is more room; within the window. */
  #place(): void {
    const { clientWidth: wide, clientHeight: high } = document.documentElement;
    const at = this.#from?.getBoundingClientRect() ?? new DOMRect(wide / 2, high / 2, 0, 0);
    const { style } = this.box;
    style.maxHeight = "";
    const below = high - at.bottom - 2 * GAP;
    const above = at.top - 2 * GAP;
    const down = below >= this.box.offsetHeight || below >= above;
    style.maxHeight = `${Math.max(down ? below : above, 120)}px`;
    const height = this.box.offsetHeight;
    style.left = `${Math.max(GAP, Math.min(at.left, wide - this.box.offsetWidth - GAP))}px`;
    style.top = `${Math.max(GAP, down ? Math.min(at.bottom + GAP, high - height - GAP) : at.top - GAP - height)}px`;
  }
}
