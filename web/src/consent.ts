/** What shows every hand of a game that goes on: it is done when a person has said so, of this game and of no other. */

import { box, made } from "./dom.js";
import type { Kept } from "./protocol.js";
import { say } from "./words.js";

export type Disclosure = "share" | "save" | "replay";

const given = new Set<Disclosure>();

/** Another game is on the table, of which nobody has said anything. */
export function withdrawConsent(): void {
  given.clear();
}

/** Whether this may be done with a game: one that is over, or is only shown again, hides nothing. */
export function consented(what: Disclosure, game: Kept): boolean {
  return game.finished || game.after !== null || given.has(what);
}

/** What it would show, and the box that says that it is meant; nothing where nothing is hidden. */
export function consent(what: Disclosure, game: Kept, heard: () => void): HTMLElement[] {
  if (game.finished || game.after !== null) {
    return [];
  }
  const asked = box(`${what}-sure`, say(`${what}-sure`), given.has(what), (is) => {
    given[is ? "add" : "delete"](what);
    heard();
  });
  return [made("p", "caution", say(`${what}-shows`)), asked];
}
