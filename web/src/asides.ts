/** Games that were on the table before: the last few that another one took the place of, so that none is lost. */

import type { Kept, Open } from "./protocol.js";
import { keep, kept } from "./store.js";

const MOST = 5;
const LONGEST = 500_000; // characters of all of them
const NAME = "asides";

export interface Aside {
  readonly when: number;
  readonly game: Kept;
}

/** The newest first. They are read anew each time, as another tab of the page may have added to them. */
export function asides(): Aside[] {
  try {
    const all: unknown = JSON.parse(kept(NAME) ?? "[]");
    return Array.isArray(all) ? all.filter(isAside) : [];
  } catch {
    return [];
  }
}

/** Puts a game among them. */
export function putAside(game: Kept): void {
  let left = LONGEST;
  const all = [{ when: Date.now(), game }, ...without(game)].slice(0, MOST);
  keep(NAME, JSON.stringify(all.filter(({ game }) => (left -= game.record.length) >= 0)));
}

/** Takes a game from them, which is on the table again. */
export function takeAside(game: Kept): void {
  keep(NAME, JSON.stringify(without(game)));
}

function without(game: Kept): Aside[] {
  return asides().filter((each) => deal(each.game) !== deal(game));
}

/** How it is put on the table again. */
export function opened({ record, texts, seats, after }: Kept): Open {
  return { kind: "open", record, texts, seats, after };
}

/** What a record begins with, where its seed stands: no other game has that. */
export function deal({ record }: Kept): string {
  return record.slice(0, record.indexOf("\n\n"));
}

/** Whether what was kept in the browser is a game. */
export function isKept(game: unknown): game is Kept {
  const { record, texts } = (game ?? {}) as Partial<Record<keyof Kept, unknown>>;
  return typeof record === "string" && typeof texts === "object" && texts !== null;
}

function isAside(each: unknown): each is Aside {
  const { when, game } = (each ?? {}) as Partial<Record<keyof Aside, unknown>>;
  return typeof when === "number" && isKept(game);
}
