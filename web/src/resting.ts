/** What a card does, or why it cannot be chosen, said by the hand while one rests on it: with the mouse, the keyboard or a finger. */

import { made, replace } from "./dom.js";
import type { Game } from "./protocol.js";
import { say } from "./words.js";

const REST = 120; // milliseconds on a card until its reason is asked for
const PRESS = 450; // ... of a finger until it is a long press

/** What is asked while one rests on a card. */
export interface Rested {
  /** Whether the card can be answered with, cannot, or lies there only. */
  offer(card: number): "offered" | "refused" | "none";
  /** Why a card cannot be chosen, in words. */
  because(card: number): Promise<string>;
  /** What stands there while nobody rests on anything. */
  otherwise(): readonly (Node | string)[];
}

export class Resting {
  #game: Game | null = null;
  #on: number | null = null;
  #clock: number | undefined;
  #pressed = false;
  #finger = false; // whether it is by a finger that the focus goes where it goes

  constructor(
    root: HTMLElement,
    private readonly place: HTMLElement,
    private readonly rested: Rested,
  ) {
    new MutationObserver(() => this.#reach()).observe(place, { childList: true });
    new ResizeObserver(() => this.#reach()).observe(place);
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#rest(event.target));
    root.addEventListener("pointerout", (event) => event.pointerType === "mouse" && this.#rest(event.relatedTarget));
    root.addEventListener("focusin", (event) => !this.#finger && this.#rest(event.target));
    root.addEventListener("focusout", (event) => !this.#finger && this.#rest(event.relatedTarget));
    document.addEventListener("pointerdown", ({ pointerType }) => (this.#finger = pointerType === "touch"), { capture: true });
    document.addEventListener("keydown", () => (this.#finger = false), { capture: true });
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointerup", () => clearTimeout(this.#clock));
    root.addEventListener("pointercancel", () => clearTimeout(this.#clock));
    root.addEventListener("click", (event) => this.#tap(event), { capture: true });
    root.addEventListener("contextmenu", (event) => this.#pressed && event.preventDefault());
  }

  begin(game: Game | null): void {
    this.#game = game;
    this.leave();
  }

  /** Nobody rests on anything any more, as the table was drawn anew. */
  leave(): void {
    clearTimeout(this.#clock);
    this.#on = null;
    replace(this.place, []);
    this.place.append(...this.rested.otherwise());
  }

  /** What does not fit can be scrolled by the keyboard. */
  #reach(): void {
    if (this.place.scrollHeight > this.place.clientHeight + 1) {
      this.place.tabIndex = 0;
    } else {
      this.place.removeAttribute("tabindex");
    }
  }

  #rest(target: EventTarget | null): void {
    const card = cardAt(target);
    if (card === this.#on) {
      return;
    }
    this.leave();
    if (card !== null) {
      this.#say(card);
    }
  }

  #press({ pointerType, target }: PointerEvent): void {
    this.#pressed = false;
    const card = pointerType === "touch" ? cardAt(target) : null;
    if (card !== null) {
      clearTimeout(this.#clock);
      this.#clock = setTimeout(() => {
        this.#pressed = true;
        this.leave();
        this.#say(card);
      }, PRESS);
    }
  }

  /** The first tap of a finger on a card that does something tells what; the second one plays it. */
  #tap(event: MouseEvent): void {
    const card = (event as PointerEvent).pointerType === "touch" ? cardAt(event.target) : null;
    if (card === null) {
      return;
    }
    const first = this.#on !== card && this.#does(card) !== "";
    if (first || this.#pressed) {
      this.#pressed = false;
      if (this.rested.offer(card) !== "none") {
        event.preventDefault();
        event.stopPropagation();
      }
      this.leave();
      this.#say(card, event.target);
    }
  }

  #say(card: number, tapped: EventTarget | null = null): void {
    this.#on = card;
    const { said } = this.#game?.cards[card] ?? { said: "" };
    const does = this.#does(card);
    const offer = this.rested.offer(card);
    if (does !== "" || offer === "refused") {
      replace(this.place, [made("b", "", `${said}. `)]);
      this.place.append(does);
    }
    if (offer === "offered" && tapped instanceof Element) {
      const play = made("button", "main", say("take"));
      play.type = "button";
      play.addEventListener("click", () => tapped.closest<HTMLElement>("button.card")?.click());
      this.place.append(" ", play);
    }
    if (offer === "refused") {
      this.#clock = setTimeout(() => void this.#because(card), REST);
    }
  }

  async #because(card: number): Promise<void> {
    const why = await this.rested.because(card);
    if (this.#on === card && why !== "") {
      const sign = made("span", "sign", "✕ ");
      sign.ariaHidden = "true";
      replace(this.place, [sign, made("b", "", why)]);
    }
  }

  #does(card: number): string {
    return (this.#game?.cards[card]?.does ?? []).join(" ");
  }
}

function cardAt(target: EventTarget | null): number | null {
  const number = target instanceof Element ? target.closest<HTMLElement>("[data-card]")?.dataset["card"] : undefined;
  return number === undefined ? null : Number(number);
}
