/** The rules as they are chosen and written, read as a whole: some time after each change, or at once. */

import { unlessEnded, type Engine } from "./engine.js";
import type { Failed, Loaded } from "./protocol.js";
import type { Rules, Written } from "./rules.js";

const PAUSE = 400; // milliseconds without a change until they are read

/** What was heard of the rules: what is wrong with them; `fine` is whether they can be played. */
export interface Read {
  readonly written: Written;
  readonly loaded: Loaded | undefined;
  readonly error: Failed | undefined; // why there is nothing to be heard of them
  readonly fine: boolean;
}

export class Reading {
  #clock: number | undefined;
  #number = 0; // of the last reading that began
  #unread = true;

  constructor(
    private readonly engine: Engine,
    private readonly rules: Rules,
    private readonly heard: (read: Read) => void,
    private readonly playable: (written: Written, loaded: Loaded) => void, // by the rules, or by those beneath
  ) {}

  /** Other rules are chosen, or written. */
  changed(): void {
    clearTimeout(this.#clock);
    this.#number++;
    this.#unread = true;
    this.#clock = setTimeout(() => void this.#read().catch(unlessEnded), PAUSE);
  }

  /** Reads them now, unless that is done. */
  async now(): Promise<void> {
    if (this.#unread) {
      clearTimeout(this.#clock);
      await this.#read();
    }
  }

  /** What can be played is the same, in another language. */
  async translate(): Promise<void> {
    const number = this.#number;
    for (const text of [this.rules.text, ""]) {
      const written = await this.rules.written(text);
      const { answer: loaded } = await this.engine.ask({ kind: "load", rules: written.rules, texts: written.texts });
      if (number !== this.#number) {
        return; // they are read anew
      }
      if (loaded !== undefined && loaded.players.length > 0) {
        return this.playable(written, loaded);
      }
    }
  }

  /** What can be played is the rules as they are, or those beneath where the text cannot be read. */
  async #read(): Promise<void> {
    const number = ++this.#number;
    this.#unread = false;
    for (const text of [this.rules.text, ""]) {
      const written = await this.rules.written(text);
      const { answer: loaded, error } = await this.engine.ask({ kind: "load", rules: written.rules, texts: written.texts });
      if (number !== this.#number) {
        return; // they have changed in the meantime
      }
      const fine = loaded !== undefined && loaded.players.length > 0;
      if (text === this.rules.text) {
        this.heard({ written, loaded, error, fine });
      }
      if (fine) {
        return this.playable(written, loaded);
      }
    }
  }
}
