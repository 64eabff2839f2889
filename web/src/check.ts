/** The search for what is wrong with the rules: games are played at random, and what they show is told as it is found. */

import type { Bench } from "./bench.js";
import { button, english, made, replace } from "./dom.js";
import { unlessEnded } from "./engine.js";
import { finding, where } from "./finding.js";
import type { Cost, Failed, Fault, Found, Progress } from "./protocol.js";
import { keyOf, type Written } from "./rules.js";
import { language, say } from "./words.js";

const GAMES = [120, 500, 2000] as const; // the fewest are those of `palast check`, and take some fifteen seconds
const HAPPENED: readonly Fault[] = ["law", "leak", "endless"]; // in some game, whatever happens in others
const LONG = 3_000; // milliseconds without news after which that is said

/** What was searched, how far, and what was found. */
interface Search {
  readonly of: Written;
  readonly games: number;
  readonly seed: number;
  readonly before: number; // games that were searched before, of the same rules with other seeds
  readonly left: AbortController;
  readonly found: Found[];
  begun: boolean; // whether the engine has answered at all
  done: number;
  ends: "no" | "over" | "left" | "ended" | Failed; // "ended" with its worker
  said: string;
  costs: readonly Cost[];
  long: boolean;
}

export class Check {
  readonly #start = button("search", "main", "", () => this.#pressed());
  readonly #games = made("select", "");
  readonly #chosen = made("label", "", made("span", ""), " ", this.#games);
  readonly #bar = made("progress", "");
  readonly #far = made("p", "far");
  readonly #status = made("p", "");
  readonly #old = made("p", "old");
  readonly #list = made("ul", "findings");
  readonly #said = made("p", "quiet");
  readonly #costs = made("details", "costs");
  readonly #about = made("p", "quiet");
  #search: Search | null = null;
  #now: Written | null = null; // the rules as they are
  #asking = false;
  #clock: number | undefined;

  constructor(
    place: HTMLElement,
    private readonly bench: Bench,
  ) {
    this.#status.setAttribute("role", "status");
    this.#old.setAttribute("role", "status");
    this.#far.ariaHidden = "true"; // each game would be read out
    this.#said.lang = "en";
    this.#games.append(...GAMES.map((games) => new Option(String(games), String(games))));
    place.append(
      this.#about,
      made("p", "row", this.#start, this.#chosen),
      this.#status,
      made("div", "row", this.#bar, this.#far),
      this.#old,
      this.#list,
      this.#said,
      this.#costs,
    );
    this.translate();
  }

  /** Writes it in the language that is chosen now. */
  translate(): void {
    this.#about.textContent = say("check-about");
    this.#chosen.firstElementChild?.replaceChildren(say("check-games"));
    this.#bar.ariaLabel = say("check-progress");
    this.#list.ariaLabel = say("check-found");
    const search = this.#search;
    replace(this.#list, search === null ? [] : search.found.map((each) => this.#entry(each, search)));
    this.#draw();
  }

  /** Other rules are chosen, or written: what was found belongs to those that were searched. */
  changed(now: Written): void {
    const search = this.#search;
    this.#old.textContent = search === null || same(now, search.of) ? "" : say("check-old");
    this.#now = now;
    this.#draw();
  }

  #pressed(): void {
    if (this.#search?.ends === "no") {
      this.#search.left.abort();
      this.#ended(this.#search, "left");
    } else if (!this.#asking) {
      this.#asking = true;
      this.bench.rules
        .written()
        .then((now) => void this.#searched(now), unlessEnded)
        .finally(() => (this.#asking = false));
    }
  }

  async #searched(now: Written): Promise<void> {
    const search = begun(now, Number(this.#games.value), this.#search);
    this.#search = search;
    this.changed(now);
    this.translate();
    this.#wait(search);
    const { games, seed, left } = search;
    const request = { kind: "check", rules: now.rules, texts: now.texts, games, seed } as const;
    try {
      const error = await this.bench.work.run(request, (progress) => this.#heard(search, progress), left.signal);
      if (error !== null) {
        this.#ended(search, error);
      }
    } catch (error) {
      unlessEnded(error);
      this.#ended(search, "ended");
    }
  }

  #heard(search: Search, { done, found, over, said, costs }: Progress): void {
    search.begun = true;
    search.done = done;
    const known = search.found.map(place);
    const others = found.filter((each) => !known.includes(place(each)));
    search.found.push(...others);
    this.#list.append(...others.map((each) => this.#entry(each, search)));
    if (over) {
      search.said = said;
      search.costs = costs;
      this.#ended(search, "over");
    } else {
      this.#wait(search);
      this.#draw();
    }
  }

  #ended(search: Search, ends: Search["ends"]): void {
    clearTimeout(this.#clock);
    search.ends = ends;
    this.#draw();
  }

  /** Says so where nothing is heard for long. */
  #wait(search: Search): void {
    clearTimeout(this.#clock);
    search.long = false;
    this.#clock = setTimeout(() => {
      search.long = true;
      this.#draw();
    }, LONG);
  }

  #entry(each: Found, { of }: Search): HTMLLIElement {
    return finding(this.bench, { ...each, title: say(`fault-${each.what}`) }, of.texts);
  }

  #draw(): void {
    const search = this.#search;
    const running = search?.ends === "no";
    const on = search !== null && this.#now !== null && same(this.#now, search.of);
    this.#start.textContent = say(running ? "check-stop" : on ? "check-on" : search === null ? "check-start" : "check-again");
    this.#games.disabled = running;
    this.#bar.hidden = this.#far.hidden = !running;
    this.#bar.max = search?.games ?? 1;
    this.#bar.value = search?.done ?? 0;
    this.#far.textContent = search === null ? "" : far(search);
    const status = search === null ? "" : told(search);
    if (this.#status.textContent !== status) {
      this.#status.textContent = status; // what is the same is not read out again
    }
    this.#said.textContent = search?.said ?? "";
    this.#costs.hidden = search === null || search.costs.length === 0;
    replace(this.#costs, [made("summary", "", say("check-costs")), ...this.#priced(search?.costs ?? [])]);
  }

  /** A table of lines and their work. */
  #priced(costs: readonly Cost[]): HTMLElement[] {
    const heads = (["costs-work", "costs-steps", "costs-line"] as const).map((word) => {
      const head = made("th", "", say(word));
      head.scope = "col";
      return head;
    });
    const rows = costs.map(({ block, place, share, per_question }) => {
      const shown = made("td", "", english(made("span", "block", block)), " ", where(this.bench, place));
      return made("tr", "", made("td", "", percent(share)), made("td", "", number(per_question)), shown);
    });
    const table = made("table", "", made("thead", "", made("tr", "", ...heads)), made("tbody", "", ...rows));
    return [made("p", "quiet", say("costs-about")), table];
  }
}

/** Another search; of the same rules it goes on with other games, and keeps what has happened in those before. */
function begun(of: Written, games: number, last: Search | null): Search {
  const on = last !== null && same(of, last.of) ? last : null;
  return {
    of,
    games,
    seed: on === null ? 0 : on.seed + 1,
    before: on === null ? 0 : on.before + on.done,
    left: new AbortController(),
    found: (on?.found ?? []).filter(({ what }) => HAPPENED.includes(what)),
    begun: false,
    done: 0,
    ends: "no",
    said: "",
    costs: [],
    long: false,
  };
}

/** What is the same where it is found twice. */
function place({ problem: { code, place, message } }: Found): string {
  return JSON.stringify([code, place === null ? message : [place.file, place.line, place.start]]);
}

function same(one: Written, other: Written): boolean {
  return keyOf(one) === keyOf(other);
}

function percent(share: number): string {
  return share.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });
}

function number(many: number): string {
  return many.toLocaleString(language(), { maximumFractionDigits: 0 });
}

/** How far it has come, for whoever sees it. */
function far({ begun, done, games, long }: Search): string {
  if (!begun) {
    return say("check-begins");
  }
  const now = done < games ? say("check-game", { number: done + 1, of: games }) : say("check-last");
  return long ? `${now} ${say("check-long")}` : now;
}

/** What has come of it so far. */
function told({ ends, found, done, before, seed }: Search): string {
  const n = before + done;
  const sum = found.length === 0 ? say("check-nothing") : say("check-many", { n: found.length });
  switch (ends) {
    case "no":
      return found.length === 0 ? say("check-running") : sum;
    case "left":
      return say("check-left", { n, sum });
    case "ended":
      return say("check-ended", { n, sum });
    case "over":
      return say("check-over", { number: n, sum, seeds: seed === 0 ? 0 : `0–${seed}` });
    default:
      return ends.code === "rules" ? say("check-unreadable") : `${ends.message} ${ends.remedy}`.trim();
  }
}
