/** Scenarios and laws of the rules: tried by themselves after each change, and shown with the game that speaks against them. */

import type { Bench } from "./bench.js";
import { button, made, replace } from "./dom.js";
import { EndedError } from "./engine.js";
import type { Failed, Progress, Tried } from "./protocol.js";
import type { Written } from "./rules.js";
import { entered, type Change, type Entry } from "./tried.js";
import { say } from "./words.js";

const PAUSE = 900; // milliseconds after the rules were read until they are tried
const GAMES = 10; // random games with each number of players, in which laws are looked at
const MORE = 100; // ... where one wants to know it better
const GRACE = 5000; // milliseconds for what is left to come to an end: the same worker is needed again at once

type Being =
  | { readonly is: "unread" | "unasked" | "waiting" | "over" | "left" }
  | { readonly is: "running"; readonly progress: Progress }
  | { readonly is: "failed"; readonly failed: Pick<Failed, "message" | "remedy"> };

export class Tests {
  readonly #verdict = made("p", "verdict");
  readonly #going = made("progress", "");
  readonly #stop = button("tests-stop", "minor", "", () => this.#stopped());
  readonly #body = made("div", "");
  readonly #items = new Map<string, { item: HTMLElement; said: string }>();
  #entries = new Map<string, Entry>();
  #being: Being = { is: "unread" };
  #written: Written | null = null;
  #left = new AbortController();
  #clock: number | undefined;

  constructor(
    place: HTMLElement,
    private readonly bench: Bench,
    private readonly change: Change,
    private readonly begun: (what: "scenario" | "law") => void,
  ) {
    this.#verdict.setAttribute("role", "status");
    replace(place, [made("div", "going", this.#verdict, this.#going, this.#stop), this.#body]);
    this.draw();
  }

  /** The rules are others now: what is tried is left, and what was found is of before. */
  changed(): void {
    this.#leave();
    this.#entries = new Map([...this.#entries].map(([key, each]) => [key, { ...each, old: true }]));
    this.#now({ is: "waiting" });
  }

  /** The rules were read as a whole. They are tried where nothing is wrong, and something was chosen or written. */
  read(written: Written, fine: boolean): void {
    this.#leave();
    this.#written = fine ? written : null;
    if (!fine) {
      this.#now({ is: "unread" });
    } else if (written.rules === written.base && written.name === "") {
      this.#entries.clear();
      this.#now({ is: "unasked" });
    } else {
      this.#clock = setTimeout(() => void this.#run(GAMES), PAUSE);
    }
  }

  /** Draws it anew, as in another language. */
  draw(): void {
    this.#items.clear();
    this.#show();
  }

  /** Somebody has seen enough: what was tried stays. */
  #stopped(): void {
    this.#leave();
    this.#now({ is: "left" });
  }

  #leave(): void {
    clearTimeout(this.#clock);
    this.#left.abort();
  }

  async #run(games: number): Promise<void> {
    this.#leave();
    const written = this.#written;
    if (written === null) {
      return;
    }
    const left = (this.#left = new AbortController());
    const { rules, texts } = written;
    const found = new Set<string>();
    let another = false;
    const heard = (progress: Progress) => {
      if (this.bench.work.waited) {
        another = true; // somebody has asked for something else, and waits for it
        left.abort();
        return;
      }
      for (const tried of progress.tried) {
        found.add(keyed(tried));
        this.#entries.set(keyed(tried), { tried, texts, old: false });
      }
      this.#now({ is: "running", progress });
    };
    this.#now({ is: "waiting" });
    try {
      const failed = await this.bench.work.run({ kind: "test", rules, texts, games }, heard, left.signal, { grace: GRACE });
      if (another && this.#left === left) {
        return void this.#run(games);
      }
      if (left.signal.aborted) {
        return;
      }
      this.#entries = new Map([...this.#entries].filter(([key]) => found.has(key)));
      this.#now(failed === null ? { is: "over" } : { is: "failed", failed });
    } catch (error) {
      if (!(error instanceof EndedError)) {
        throw error;
      }
      if (!left.signal.aborted) {
        this.#now({ is: "failed", failed: { message: error.message, remedy: "" } });
      }
    }
  }

  #now(being: Being): void {
    this.#being = being;
    this.#show();
  }

  // ---- what is shown

  #show(): void {
    const being = this.#being;
    this.#going.hidden = being.is !== "running" && !(being.is === "waiting" && this.#written !== null);
    if (being.is === "running") {
      this.#going.max = Math.max(1, being.progress.of);
      this.#going.value = being.progress.done;
    } else {
      this.#going.removeAttribute("value");
    }
    this.#going.ariaLabel = say("tests-going");
    this.#stop.textContent = say("stop");
    this.#stop.hidden = this.#going.hidden;
    const said = this.#said();
    if (this.#verdict.textContent !== said) {
      this.#verdict.textContent = said;
    }
    this.#list();
  }

  #said(): string {
    const being = this.#being;
    switch (being.is) {
      case "unread":
        return say("tests-unread");
      case "unasked":
        return say("tests-unasked");
      case "waiting":
      case "running":
        return say("tests-going");
      case "left":
        return say("tests-left");
      case "failed":
        return `${being.failed.message}. ${being.failed.remedy}`;
      case "over":
        return this.#summed();
    }
  }

  #summed(): string {
    const all = [...this.#entries.values()].map(({ tried }) => tried);
    if (all.length === 0) {
      return say("tests-none");
    }
    const broken = all.filter(({ holds }) => !holds).length;
    return broken === 0 ? say("tests-all-hold", { n: all.length }) : say("tests-broken", { n: broken, all: all.length });
  }

  /** Elements stay where they are as long as nothing about them changes, so that nothing flickers and no focus is lost. */
  #list(): void {
    const all = [...this.#entries].map(([key, entry]) => ({ key, entry, tried: entry.tried }));
    const own = all.filter(({ tried }) => tried.place?.sent === true);
    const others = all.filter(({ tried }) => tried.place?.sent !== true);
    const broken = others.filter(({ tried }) => !tried.holds);
    const holding = others.filter(({ tried }) => tried.holds);
    const mine = [...own.filter(({ tried }) => !tried.holds), ...own.filter(({ tried }) => tried.holds)];
    const parts = [
      ...this.#part("tests-own", mine),
      ...this.#part("tests-below", broken),
      ...(holding.length === 0 ? [] : [this.#folded(holding)]),
      ...this.#beginning(own.length === 0),
      ...this.#asking(),
    ];
    set(this.#body, parts);
  }

  #part(title: "tests-own" | "tests-below", there: readonly { key: string; entry: Entry }[]): HTMLElement[] {
    if (there.length === 0) {
      return [];
    }
    const list = this.#kept(`list ${title}`, "", () => made("ul", "tried"));
    set(list, there.map(({ key, entry }) => this.#item(key, entry)));
    return [this.#kept(title, "", () => made("h3", "", say(title))), list];
  }

  #folded(there: readonly { key: string; entry: Entry }[]): HTMLElement {
    const folded = this.#kept("folded", "", () => made("details", "", made("summary", ""), made("ul", "tried")));
    const [summary, list] = folded.children as unknown as [HTMLElement, HTMLElement];
    const said = `✓ ${say("tests-hold-below", { n: there.length })}`;
    if (summary.textContent !== said) {
      summary.textContent = said;
    }
    set(list, there.map(({ key, entry }) => this.#item(key, entry)));
    return folded;
  }

  /** What a scenario or a law is, and how to begin one; folded where somebody has one already. */
  #beginning(first: boolean): HTMLElement[] {
    const buttons = made(
      "p",
      "row",
      button("scenario", "", say("begin-scenario"), () => this.begun("scenario")),
      button("law", "", say("begin-law"), () => this.begun("law")),
    );
    const what = [made("p", "", say("scenario-is")), made("p", "", say("law-is")), buttons];
    return [
      first
        ? this.#kept("beginning", "open", () => made("div", "beginning", ...what))
        : this.#kept("beginning", "folded", () => made("details", "beginning", made("summary", "", say("begin-another")), ...what)),
    ];
  }

  #asking(): HTMLElement[] {
    const { is } = this.#being;
    if (is === "unasked") {
      return [this.#again("ask", say("tests-ask"), GAMES)];
    }
    if (is === "failed" || is === "left") {
      return [this.#again("again", say("again"), GAMES)];
    }
    const laws = [...this.#entries.values()].some(({ tried }) => tried.what === "law");
    return is === "over" && laws ? [this.#again("more", say("tests-more", { n: MORE }), MORE)] : [];
  }

  #again(key: string, label: string, games: number): HTMLElement {
    return this.#kept(key, label, () => made("p", "row", button(`tests-${key}`, "", label, () => void this.#run(games))));
  }

  #item(key: string, entry: Entry): HTMLElement {
    return this.#kept(key, JSON.stringify([entry.tried, entry.old]), () =>
      entered(entry, this.bench, this.change, (failed) => this.#now({ is: "failed", failed })),
    );
  }

  /** The element of a key, made anew only where what it says has changed. */
  #kept<T extends HTMLElement>(key: string, said: string, make: () => T): T {
    const there = this.#items.get(key);
    if (there?.said === said) {
      return there.item as T;
    }
    const item = make();
    this.#items.set(key, { item, said });
    return item;
  }
}

function keyed({ what, name }: Tried): string {
  return `${what} ${name}`;
}

/** Puts these where others were, and touches nothing that is there already. */
function set(parent: HTMLElement, children: readonly HTMLElement[]): void {
  if (parent.children.length !== children.length || children.some((each, at) => parent.children[at] !== each)) {
    replace(parent, children);
  }
}
