/** What a rule does to the game: random games with it and without it, for as long as one wants to wait. */

import type { Bench } from "./bench.js";
import { button, english, made, replace, told } from "./dom.js";
import { effect } from "./effect.js";
import { EndedError } from "./engine.js";
import type { Effect, Failed, Progress } from "./protocol.js";
import { keyOf, type Written } from "./rules.js";
import { language, say, type Word } from "./words.js";

const TIMES = [10, 60, 300]; // seconds

/** Games that are played: by which they are left, or told of as they are. */
interface Going {
  readonly left: AbortController;
  readonly enough: AbortController;
}

/** What was played, by the rules as they were then. */
interface Played {
  readonly texts: Record<string, string>;
  readonly rules: string; // with the texts, to be told from others
  effect: Effect;
}

export class Impact {
  readonly #base = made("select", "");
  readonly #players = made("select", "");
  readonly #seconds = made("select", "");
  readonly #begin = button("impact", "main", "", () => void this.#play());
  readonly #under = made("div", "");
  readonly #found = made("div", "");
  readonly #heading = made("h3", "");
  readonly #bar = made("progress", "");
  readonly #sofar = made("p", "");
  #written: Written | null = null;
  #counts: readonly number[] = [];
  #going: Going | null = null;
  #played: Played | null = null;
  #failed: Failed | null = null;

  constructor(
    place: HTMLElement,
    private readonly bench: Bench,
  ) {
    this.#heading.tabIndex = -1;
    this.#bar.max = 1;
    this.#base.addEventListener("change", () => this.#able());
    const choices = made(
      "div",
      "row choices",
      made("label", "", worded("impact-with"), this.#base),
      made("label", "", worded("players"), this.#players),
      made("label", "", worded("impact-long"), this.#seconds),
      this.#begin,
    );
    replace(place, [made("p", "", worded("impact-what")), choices, this.#under, this.#found]);
    this.translate();
  }

  /** Other rules are chosen or written. */
  changed(written: Written): void {
    this.#written = written;
    this.#choose();
    this.#show();
  }

  /** So many can play by them. */
  set room(counts: readonly number[]) {
    this.#counts = counts;
    this.#choose();
  }

  /** The page speaks another language. */
  translate(): void {
    this.#begin.textContent = say("impact-begin");
    this.#choose();
    this.#wait();
    this.#show();
  }

  // ---- what is compared

  #choose(): void {
    const base = this.#others();
    const before = this.#base.value;
    replace(this.#base, base);
    this.#base.value = base.find(({ value }) => value === before)?.value ?? base[0]?.value ?? "";
    const count = this.#players.value;
    replace(this.#players, this.#counts.map((each) => new Option(String(each), String(each), false, String(each) === count)));
    const seconds = this.#seconds.value;
    const times = TIMES.map((each) => new Option(time(each), String(each), false, String(each) === seconds));
    replace(this.#seconds, times);
    this.#able();
  }

  #able(): void {
    this.#begin.disabled = this.#going !== null || this.#base.value === "";
  }

  /** What the rules can be compared with: the same without what is one's own, without house rules, and other rulesets. */
  #others(): HTMLOptionElement[] {
    const written = this.#written;
    if (written === null) {
      return [];
    }
    const { files } = this.bench.rules;
    const found = new Map<string, HTMLOptionElement>();
    if (written.on !== "") {
      found.set(written.on, new Option(say("impact-without-own"), written.on));
    }
    if (!found.has(written.base)) {
      found.set(written.base, new Option(say("impact-bare"), written.base));
    }
    found.delete(written.rules);
    const same = found.size > 0 ? [] : [new Option(say("impact-nothing"), "")];
    for (const { name, said, kind } of files) {
      if (kind === "ruleset" && !found.has(name) && name !== written.rules) {
        found.set(name, told(new Option(said, name)));
      }
    }
    return [...same, ...found.values()];
  }

  // ---- playing

  async #play(): Promise<void> {
    const { rules, texts } = (this.#written = await this.bench.rules.written());
    const going = { left: new AbortController(), enough: new AbortController() };
    const seconds = Number(this.#seconds.value);
    let began: number | null = null; // when there was something to be heard: a worker may have to begin before
    this.#going = going;
    this.#played = this.#failed = null;
    this.#bar.removeAttribute("value");
    this.#sofar.textContent = say("working");
    this.#able();
    this.#wait();
    this.#under.querySelector("button")?.focus();
    this.#show();
    const heard = ({ effect, done, of }: Progress) => {
      if (effect !== null) {
        this.#played = { rules: keyOf({ rules, texts }), texts, effect };
        began ??= performance.now();
        this.#hear(effect, Math.max(done / of, (performance.now() - began) / 1000 / seconds));
      }
    };
    const begin = {
      kind: "compare",
      base: this.#base.value,
      variant: rules,
      texts,
      players: this.#players.value === "" ? null : Number(this.#players.value),
      seconds,
    } as const;
    try {
      this.#failed = await this.bench.work.run(begin, heard, going.left.signal, { enough: going.enough.signal });
    } catch (error) {
      if (!(error instanceof EndedError)) {
        throw error;
      }
      this.#failed = { code: "bug", message: say("stopped", { why: error.message }), remedy: "", problems: [] };
    }
    const here = this.#under.contains(document.activeElement);
    this.#going = null;
    this.#able();
    this.#wait();
    this.#show();
    if (here) {
      (this.#found.hidden ? this.#base : this.#heading).focus();
    }
  }

  #hear(effect: Effect, share: number): void {
    this.#bar.value = effect.told === null ? Math.min(share, 1) : 1;
    const said = effect.told === null ? effect.so_far[language()] : say("impact-seeking");
    this.#sofar.textContent = `${say("impact-pairs", { n: effect.pairs })} ${said}`;
    if (effect.told !== null) {
      this.#show();
    }
  }

  /** How far it has come, while games are played. */
  #wait(): void {
    const going = this.#going;
    this.#under.hidden = going === null;
    if (going === null) {
      replace(this.#under, []);
      return;
    }
    this.#bar.ariaLabel = say("impact-playing");
    const enough = button("enough", "", say("impact-enough"), () => {
      going.enough.abort();
      enough.disabled = true;
    });
    const leave = button("leave", "", say("impact-leave"), () => {
      this.#played = null;
      going.left.abort();
    });
    enough.disabled = going.enough.signal.aborted;
    replace(this.#under, [made("p", "row", this.#bar), this.#sofar, made("div", "buttons", enough, leave)]);
  }

  // ---- what was found

  #show(): void {
    const { message, remedy, problems } = this.#failed ?? { message: "", remedy: "", problems: [] };
    const played = this.#played;
    const told = played?.effect.told?.[language()];
    this.#found.hidden = message === "" && told === undefined;
    if (message !== "") {
      const lines = problems.length > 0 ? problems.map((each) => [each.message, each.remedy]) : [[message, remedy]];
      const said = lines.map((each) => english(made("p", "failed", each.filter((line) => line !== "").join(" "))));
      this.#heading.textContent = say("impact-failed");
      replace(this.#found, [this.#heading, ...said]);
    } else if (told !== undefined && played !== null) {
      const { record } = played.effect;
      const watch = record === null ? null : () => void this.#watch(record, played.texts);
      const other = this.#written !== null && keyOf(this.#written) !== played.rules;
      this.#heading.textContent = say("impact-found");
      replace(this.#found, [this.#heading, ...(other ? [made("p", "remark", say("impact-stale"))] : []), ...effect(told, watch)]);
    }
  }

  async #watch(record: string, texts: Record<string, string>): Promise<void> {
    this.#failed = await this.bench.show(record, texts);
    if (this.#failed !== null) {
      this.#show();
    }
  }
}

function time(seconds: number): string {
  return seconds < 60 ? say("impact-seconds", { n: seconds }) : say("impact-minutes", { n: seconds / 60 });
}

/** The page's own words, which change with its language. */
function worded(word: Word): HTMLElement {
  const each = made("span", "", say(word));
  each.dataset["word"] = word;
  return each;
}
