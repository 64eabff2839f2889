/** Sending the rule to somebody: an address that holds what is chosen and written, and the game if that is wanted. */

import { addressOf, fragmentOf, isHere, place, setPlace } from "./address.js";
import type { Bench } from "./bench.js";
import { consent, consented } from "./consent.js";
import { box, button, made, redraw } from "./dom.js";
import { unlessEnded } from "./engine.js";
import type { Keeping } from "./keeping.js";
import type { Failed } from "./protocol.js";
import type { Setup } from "./setup.js";
import { say } from "./words.js";

const LONG = 2_000; // characters that any program passes on

/** An address that was made, of what is still so. */
interface Made {
  readonly fragment: string;
  readonly holds: string;
}

export class Share {
  readonly #said = made("p", "said");
  #made: Made | null = null;
  #deal = false;
  #received = "";

  constructor(
    private readonly root: HTMLElement,
    private readonly bench: Bench,
    private readonly setup: Setup,
    private readonly keeping: Keeping,
    private readonly receive: (fragment: string) => Promise<unknown>,
  ) {
    this.#said.setAttribute("role", "status");
    this.draw();
  }

  /** What would be sent has changed. */
  changed(): void {
    const { game } = this.keeping;
    this.#made = null;
    this.#deal &&= game !== null;
    this.#said.textContent = "";
    this.draw();
  }

  draw(): void {
    redraw(this.root, [
      made("h3", "", say("share-send")),
      made("p", "small-print", say("share-about")),
      ...this.#game(),
      ...(isHere() ? this.#where() : []),
      made("p", "buttons", this.#maker()),
      ...this.#address(),
      this.#said,
      ...this.#receiver(),
    ]);
  }

  /** The game comes along if it is over, or if it is meant: it shows every hand. */
  #game(): HTMLElement[] {
    const { game } = this.keeping;
    if (game === null) {
      return [];
    }
    const chosen = box("share-deal", say("share-deal"), this.#deal, (is) => {
      this.#deal = is;
      this.changed();
    });
    return [chosen, ...(this.#deal ? consent("share", game, () => this.changed()) : [])];
  }

  /** Whether the game may come along. */
  get #sure(): boolean {
    const { game } = this.keeping;
    return game !== null && consented("share", game);
  }

  /** The page lies where nobody else can open it. */
  #where(): HTMLElement[] {
    const field = made("input", "");
    field.type = "url";
    field.id = "share-place";
    field.value = place();
    field.placeholder = "https://";
    field.addEventListener("input", () => {
      setPlace(field.value);
      const address = this.root.querySelector<HTMLInputElement>("#share-address");
      if (address !== null && this.#made !== null) {
        address.value = addressOf(this.#made.fragment);
      }
    });
    return [made("p", "caution", say("share-here")), made("label", "field", say("share-place"), field)];
  }

  #maker(): HTMLButtonElement {
    const each = button("share-copy", "main", say("share-copy"), () => void this.#make().catch(unlessEnded));
    each.id = "share-copy";
    each.disabled = this.#deal && !this.#sure;
    return each;
  }

  async #make(): Promise<void> {
    const { rules, texts, name } = await this.bench.rules.written();
    const { players, seats } = this.setup;
    const { answer, error } = await this.bench.engine.ask({
      kind: "send", rules, texts, players, seats, deal: this.#deal, sure: this.#sure,
    });
    if (error !== undefined) {
      return this.#refused(error);
    }
    this.#made = { fragment: answer.fragment, holds: this.#holds(name, players) };
    this.draw();
    await this.#copy();
  }

  #holds(name: string, players: number | null): string {
    if (this.#deal) {
      return say("share-holds-game");
    }
    const { rules } = this.bench;
    const what = [say("share-holds", { base: rules.title(rules.base) })];
    what.push(...rules.layers.map((each) => rules.title(each)));
    if (name !== "") {
      what.push(say("share-holds-own", { name }));
    }
    if (players !== null) {
      what.push(say("share-holds-players", { n: players }));
    }
    return what.join(", ");
  }

  #refused(error: Failed): void {
    this.#said.textContent = [error.message, error.remedy].join("\n");
  }

  async #copy(): Promise<void> {
    if (this.#made === null) {
      return;
    }
    const { fragment, holds } = this.#made;
    const address = addressOf(fragment);
    const field = this.root.querySelector<HTMLInputElement>("#share-address");
    const size = say(address.length > LONG ? "share-long" : "share-short", { n: address.length });
    const copied = await onClipboard(address);
    if (!copied) {
      field?.focus();
      field?.select();
    }
    this.#said.textContent = [say(copied ? "share-copied" : "share-by-hand"), holds, size].join("\n");
  }

  #address(): HTMLElement[] {
    if (this.#made === null) {
      return [];
    }
    const address = addressOf(this.#made.fragment);
    const field = made("input", "");
    field.id = "share-address";
    field.readOnly = true;
    field.value = address;
    field.addEventListener("focus", () => field.select());
    const shown: HTMLElement[] = [made("label", "field", say("share-address"), field)];
    const data = { title: document.title, url: address };
    if (typeof navigator.share === "function" && navigator.canShare?.(data) === true) {
      const share = button("share-share", "", say("share-share"), () => void navigator.share(data).catch(() => undefined));
      shown.push(made("p", "buttons", share));
    }
    return shown;
  }

  /** For an address that somebody sent, where the page cannot be opened by it. */
  #receiver(): HTMLElement[] {
    const field = made("input", "");
    field.id = "share-received";
    field.autocomplete = "off";
    field.value = this.#received;
    field.addEventListener("input", () => (this.#received = field.value));
    const open = () => {
      const fragment = fragmentOf(field.value);
      if (fragment !== "") {
        void this.receive(fragment).catch(unlessEnded);
      }
    };
    field.addEventListener("keydown", (event) => event.key === "Enter" && open());
    const opens = button("share-open", "", say("share-open"), open);
    return [made("label", "field", say("share-received"), field), made("p", "buttons", opens)];
  }
}

async function onClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // it is not allowed, or there is none
  }
}
