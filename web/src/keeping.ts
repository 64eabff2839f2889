/** The game on the table, kept in the browser: it is there again after a reload, and when the engine had to begin anew. */

import { deal, isKept, opened, putAside, takeAside } from "./asides.js";
import { withdrawConsent } from "./consent.js";
import { unlessEnded, type Engine } from "./engine.js";
import { refusal, remark } from "./notices.js";
import type { Failed, Kept, Open } from "./protocol.js";
import { keep, keepHere, kept, keptHere } from "./store.js";
import { say } from "./words.js";

const SHARE = 5; // while bots play, a game is kept so seldom that it takes a sixth of the time
const NAME = "game";

export class Keeping {
  /** The game as it was kept last. */
  game: Kept | null = null;
  #asking = false;
  #again = false;
  #rests = true;
  #wake: () => void = () => undefined;
  #offers = false;
  #opened = ""; // the record that was opened last without being asked to, until it is known that the engine lives on

  constructor(
    private readonly engine: Engine,
    private readonly open: (request: Open) => Promise<Failed | null>,
    private readonly heard: () => void, // another game is on the table, or it is over
  ) {}

  /** Something was answered, or another game begun; whether nothing goes on by itself now. */
  async changed(rests: boolean): Promise<void> {
    this.#again = true;
    this.#rests = rests;
    if (rests) {
      this.#opened = "";
      this.#wake();
    }
    if (this.#asking) {
      return;
    }
    this.#asking = true;
    while (this.#again) {
      this.#again = false;
      const began = performance.now();
      await this.#keep();
      if (!this.#rests) {
        await this.#pause(SHARE * (performance.now() - began));
      }
    }
    this.#asking = false;
  }

  #pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, time);
    });
  }

  /** The game as it lies on the table now, if there is one. */
  async now(): Promise<Kept | null> {
    const { answer } = await this.engine.ask({ kind: "keep", sure: true });
    return answer ?? null;
  }

  /** Another game has taken the place of this one; it is put aside, and one can go back to it. It is told if it was begun. */
  replaced(before: Kept | null, begun: boolean): void {
    if (before === null || before.after !== null) {
      return; // a game that was only shown is still where it came from
    }
    putAside(before);
    if (begun && !before.finished) {
      remark("aside", () => [say("aside")], () => [
        { key: "aside-back", label: say("aside-back"), do: () => void this.#open(opened(before)).catch(unlessEnded) },
      ]);
    }
  }

  /** Whether a game that was kept waits for somebody to put it on the table. */
  get offers(): boolean {
    return this.#offers;
  }

  /** Puts the game that was kept on the table. One that the engine died of is only offered. */
  async restore(): Promise<void> {
    const game = stored();
    if (game === null) {
      return;
    }
    const request = opened(game);
    if (request.record !== this.#opened) {
      this.#opened = request.record;
      await this.#open(request);
    } else {
      this.#offers = true;
      remark("game", () => [say("game-stopped")], () => [
        { key: "restore", label: say("game-restore"), main: true, do: () => void this.#open(request).catch(unlessEnded) },
      ]);
    }
  }

  async #open(request: Open): Promise<void> {
    const error = await this.open(request);
    if (error !== null) {
      remark("game", () => [say("game-unrestored"), refusal(error)]);
    }
  }

  async #keep(): Promise<void> {
    try {
      const answer = await this.now();
      if (answer !== null) {
        const news = this.game === null || about(this.game) !== about(answer);
        if (this.game === null || deal(this.game) !== deal(answer)) {
          withdrawConsent();
          takeAside(answer);
        }
        this.game = answer;
        store(answer);
        if (news) {
          this.heard();
        }
      }
    } catch {
      // the worker has ended, and whoever holds the engine says so; what was kept before is there
    }
  }
}

/** What others go by: which game it is, and whether it is over. */
function about(game: Kept): string {
  return JSON.stringify([deal(game), game.finished, Object.keys(game.texts)]);
}

/** For this tab, and for whoever opens the page when all tabs are closed. */
function store(game: Kept): void {
  const text = JSON.stringify(game);
  keepHere(NAME, text);
  keep(NAME, text);
}

function stored(): Kept | null {
  try {
    const game: unknown = JSON.parse(keptHere(NAME) ?? kept(NAME) ?? "null");
    return isKept(game) ? game : null;
  } catch {
    return null;
  }
}
