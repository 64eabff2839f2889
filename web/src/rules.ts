/** The rules that are chosen and written: a base, layers of the library on it, and a text of one's own. */

import { button, element, made, replace } from "./dom.js";
import { isReplaced, remember } from "./earlier.js";
import type { Engine } from "./engine.js";
import type { RuleText } from "./protocol.js";
import { keep, kept } from "./store.js";
import { say } from "./words.js";

/** Rules as the engine loads them: what they are called, and the texts that they consist of beside the library's. */
export interface Written {
  readonly rules: string;
  readonly texts: Record<string, string>;
  /** The same without the text of one's own and without layers; the text itself, where it is a ruleset. */
  readonly base: string;
  /** What the text lies on, and what it is called, which are empty where there is none. */
  readonly on: string;
  readonly name: string;
}

/** By what rules are told from others. */
export function keyOf({ rules, texts = {} }: Partial<Written> & { readonly rules: string }): string {
  return JSON.stringify([rules, texts]);
}

/** By what a layer is told from one of the same name that another game has. */
function placed({ game, name }: Pick<RuleText, "game" | "name">): string {
  return game === "" ? name : `${game}/${name}`;
}

export class Rules {
  readonly #base = element("base", HTMLSelectElement);
  readonly #game = element("game", HTMLSelectElement); // the same choice, where a new game is begun
  readonly #layers = element("layers", HTMLElement);
  #files: readonly RuleText[] = [];
  #chosen: string[] = (kept("layers") ?? "").split("+").filter((name) => name !== "");
  #text = kept("text") ?? "";

  constructor(
    private readonly engine: Engine,
    private readonly changed: () => void,
    private readonly play: () => void, // deals by them
  ) {
    for (const select of [this.#base, this.#game]) {
      select.addEventListener("change", () => {
        this.#base.value = select.value;
        keep("base", select.value);
        this.draw();
        this.changed();
      });
    }
  }

  /** The files that can be chosen of. */
  set files(files: readonly RuleText[]) {
    this.#files = files;
    const rulesets = files.filter(({ kind }) => kind === "ruleset");
    replace(this.#base, rulesets.map((file) => new Option(file.said, file.name)));
    replace(this.#game, rulesets.map((file) => new Option(file.said, file.name)));
    this.#base.value = rulesets.find(({ name }) => name === kept("base"))?.name ?? rulesets[0]?.name ?? "";
    this.draw();
  }

  get files(): readonly RuleText[] {
    return this.#files;
  }

  /** What a file that can be chosen is called by people. */
  title(name: string, base = this.base): string {
    return this.file(name, base)?.said || name;
  }

  /** The file that is meant by a name among the rules of a base, which can have layers of its own. */
  file(name: string, base = this.base): RuleText | undefined {
    const named = this.#files.filter((file) => file.name === name);
    return named.find(({ game }) => game === base) ?? named.find(({ game }) => game === "");
  }

  get base(): string {
    return this.#base.value;
  }

  /** The layers that are chosen, without those that do not go on the base. */
  get layers(): string[] {
    const there = new Map(this.#fitting().map((file) => [placed(file), file.name]));
    return this.#chosen.flatMap((key) => there.get(key) ?? []);
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (text !== this.#text) {
      if (isReplaced(this.#text, text)) {
        this.remember();
      }
      this.#text = text;
      keep("text", text);
      this.changed();
    }
  }

  /** Keeps the text as it is now among those that can be got back. */
  remember(): void {
    remember(this.base, this.layers, this.#text);
  }

  /** Chooses all of it at once, as when somebody has sent it. What is no base leaves the base as it is. */
  choose(wanted: string, layers: readonly string[]): void {
    const base = [...this.#base.options].some(({ value }) => value === wanted) ? wanted : this.base;
    this.#base.value = base;
    this.#chosen = layers.map((name) => placed(this.file(name) ?? { name, game: "" }));
    keep("base", base);
    keep("layers", this.#chosen.join("+"));
    this.draw();
    this.changed();
  }

  /** What the engine makes of it; fails where the worker has ended. */
  async written(text = this.#text): Promise<Written> {
    const { base } = this;
    const { answer } = await this.engine.ask({ kind: "lay", text, base, layers: this.layers });
    if (answer === undefined) {
      return { rules: base, texts: {}, base, on: base, name: "" };
    }
    const { rules, name, on, kind } = answer;
    return { rules, texts: name === "" ? {} : { [name]: text }, base: kind === "ruleset" ? name : base, on, name };
  }

  /** Draws the layers that go on the base. */
  draw(): void {
    this.#game.value = this.base;
    const chosen = this.layers;
    replace(this.#layers, this.#fitting().map((file) => this.#layer(file, chosen.includes(file.name))));
    this.#layers.hidden = this.#fitting().length === 0;
  }

  #fitting(): RuleText[] {
    const base = this.base;
    return this.#files.filter(({ kind, game, tried_on }) => kind === "layer" && (game === "" ? tried_on.includes(base) : game === base));
  }

  /** A house rule as a card: what it is called, what is different, and playing with it. */
  #layer({ name, said, about }: RuleText, chosen: boolean): HTMLElement {
    const others = () => this.layers.filter((each) => each !== name);
    const box = made("input", "");
    box.type = "checkbox";
    box.checked = chosen;
    box.addEventListener("change", () => {
      this.choose(this.base, box.checked ? [...others(), name] : others());
      document.getElementById(box.id)?.focus();
    });
    box.id = `layer-${name}`;
    const play = button(`play-with ${name}`, "", say("play-with"), () => {
      if (!chosen) {
        this.choose(this.base, [...others(), name]);
      }
      this.play();
    });
    play.ariaLabel = `${said}: ${say("play-with")}`;
    return made("div", chosen ? "slip on" : "slip", made("label", "layer", box, " ", made("b", "", said)), made("span", "", about), play);
  }
}
