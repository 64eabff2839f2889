/** What is said of something that was clicked, beside it, until it is closed: a reason, a rule, a refusal. */

import { button, english, made, replace } from "./dom.js";
import { say } from "./words.js";

const GAP = 6; // pixels between it and what was clicked, and the edges of the window

export class Reason {
  #from: HTMLElement | null = null;

  constructor(private readonly box: HTMLElement) {
    box.popover = "auto"; // closes by itself on Escape, and on a click elsewhere
    box.hidden = false;
    box.role = "dialog";
    box.tabIndex = -1;
    window.addEventListener("resize", () => this.hide());
  }

  /** Says it beside what was clicked. */
  show(title: string, lines: readonly string[], from: HTMLElement | null): void {
    const close = button("close", "plain close", "✕", () => this.hide());
    close.ariaLabel = say("close");
    const body = made("div", "said", ...lines.filter((line) => line.trim() !== "").map((line) => english(made("p", "", line))));
    replace(this.box, [made("div", "head", made("strong", "", title), close), body]);
    this.box.ariaLabel = title;
    this.#from = from !== null && from.isConnected ? from : null;
    this.box.showPopover();
    this.#place();
    this.box.focus({ preventScroll: true }); // closing gives the focus back to what was clicked
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
