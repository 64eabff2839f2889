/** Files of one's own: the rule, the game; and the texts that were here before. */

import { asides, deal, opened, type Aside } from "./asides.js";
import type { Bench } from "./bench.js";
import { consent, consented } from "./consent.js";
import { button, made, redraw } from "./dom.js";
import { earlier, type Version } from "./earlier.js";
import { unlessEnded } from "./engine.js";
import { download } from "./files.js";
import type { Keeping } from "./keeping.js";
import { say } from "./words.js";

const SHOWN = 60; // characters of a text's first line

export class Saving {
  constructor(
    private readonly root: HTMLElement,
    private readonly bench: Bench,
    private readonly keeping: Keeping,
    private readonly opened: (files: readonly File[]) => void,
  ) {
    this.draw();
  }

  draw(): void {
    const { game } = this.keeping;
    const rule = this.#button("save-rule", () => void this.#saveRule().catch(unlessEnded));
    rule.disabled = this.bench.rules.text.trim() === "";
    const table = this.#button("save-game", () => this.#saveGame());
    table.disabled = game === null || !consented("save", game);
    redraw(this.root, [
      made("h3", "", say("files")),
      made("p", "small-print", say("files-about")),
      made("p", "buttons", rule, table, this.#opener()),
      ...(game === null ? [] : consent("save", game, () => this.draw())),
      ...(game !== null && Object.keys(game.texts).length > 0 ? [made("p", "small-print", say("save-both"))] : []),
      ...this.#before(),
      ...this.#asides(),
    ]);
  }

  #button(id: "save-rule" | "save-game" | "open-file", click: () => void): HTMLButtonElement {
    const each = button(id, "", say(id), click);
    each.id = id;
    return each;
  }

  async #saveRule(): Promise<void> {
    const { name } = await this.bench.rules.written();
    download(`${name}.rules`, this.bench.rules.text);
  }

  #saveGame(): void {
    const { game } = this.keeping;
    if (game !== null) {
      download(game.name, game.record);
    }
  }

  #opener(): HTMLElement {
    const field = made("input", "");
    field.type = "file";
    field.multiple = true;
    field.hidden = true;
    field.id = "file";
    field.addEventListener("change", () => {
      this.opened([...(field.files ?? [])]);
      field.value = ""; // so that the same file can be opened again
    });
    const opens = this.#button("open-file", () => field.click());
    return made("span", "", opens, field);
  }

  #before(): HTMLElement[] {
    const all = earlier().filter(({ text }) => text !== this.bench.rules.text);
    if (all.length === 0) {
      return [];
    }
    const list = made("ul", "versions", ...all.map((each, index) => this.#version(each, index)));
    return [made("h3", "", say("earlier-texts")), made("p", "small-print", say("earlier-about")), list];
  }

  #asides(): HTMLElement[] {
    const { game } = this.keeping;
    const all = asides().filter((each) => game === null || game.after !== null || deal(each.game) !== deal(game));
    if (all.length === 0) {
      return [];
    }
    const list = made("ul", "versions", ...all.map((each, index) => this.#aside(each, index)));
    return [made("h3", "", say("asides")), made("p", "small-print", say("asides-about")), list];
  }

  #aside({ when, game }: Aside, index: number): HTMLElement {
    const name = game.name.replace(".game", "");
    const back = button(`aside-${index}`, "", say("aside-back"), () => void this.bench.begin(async () => opened(game)).catch(unlessEnded));
    back.setAttribute("aria-label", `${say("aside-back")}: ${name}, ${timed(when)}`);
    return made("li", "", made("span", "what", made("bdi", "first", name), made("small", "", ` ${timed(when)}`)), back);
  }

  #version(version: Version, index: number): HTMLElement {
    const { when, text } = version;
    const first = text.split("\n").find((line) => line.trim() !== "") ?? "";
    const time = timed(when);
    const line = made("bdi", "first", first.slice(0, SHOWN));
    const back = button(`earlier-${index}`, "", say("earlier-back"), () => this.#back(version));
    back.setAttribute("aria-label", `${say("earlier-back")}: ${first.slice(0, SHOWN)}, ${time}`);
    return made("li", "", made("span", "what", line, made("small", "", ` ${say("earlier-lines", { time, n: text.split("\n").length })}`)), back);
  }

  #back({ base, layers, text }: Version): void {
    const { rules } = this.bench;
    rules.remember();
    rules.choose(base, layers);
    this.bench.write(text);
    this.bench.edit();
  }
}

function timed(when: number): string {
  return new Date(when).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
