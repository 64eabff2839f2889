/** The shape of a table before the engine is there: places and backs where the cards will lie. Nobody reads it out. */

import { made, replace } from "./dom.js";
import type { Table } from "./protocol.js";
import { keep, kept } from "./store.js";

const NAME = "outline";
const FIRST: Outline = { players: 3, seat: [true], middle: [false, false, false, true], hand: 6 };
const MOST = 12; // places or cards that are drawn of each kind

/** How many play, whether each place of a seat and of the middle is a row, and how many cards one holds. */
interface Outline {
  readonly players: number;
  readonly seat: readonly boolean[];
  readonly middle: readonly boolean[];
  readonly hand: number;
}

/** Draws the shape of the table that was there last, or of the first one. */
export function outline(felt: HTMLElement, hand: HTMLElement): void {
  const { players, seat, middle, hand: held } = remembered();
  const around = (count: number, place: string) => made("div", `around ${place}`, ...many(count, () => panel("", seat, true)));
  const others = players - 1;
  const sides = others === 1 ? 0 : Math.max(1, Math.floor(others / 3));
  felt.className = `of-${players}`;
  replace(felt, [
    around(sides, "left"),
    around(others - 2 * sides, "above"),
    around(sides, "right"),
    panel("middle", middle, false),
    panel("own", seat, true),
  ]);
  const backs = many(Math.min(held, MOST), () => made("li", "", made("span", "card back")));
  replace(hand, [made("div", "zones", made("div", "zone", made("ul", "tray", ...backs)))]);
  for (const each of [...felt.children, ...hand.children]) {
    each.ariaHidden = "true";
  }
}

/** Keeps the shape of a table for the next time. */
export function outlined(table: Table): void {
  const [other] = table.order.slice(-1);
  const laid = table.shares.filter(({ held, quiet }) => !held && !quiet);
  const own = table.shares.filter(({ held, owner }) => held && owner === table.seat);
  const shape: Outline = {
    players: table.order.length,
    seat: laid.filter(({ owner }) => owner === other).map(({ row }) => row),
    middle: laid.filter(({ owner }) => owner === null).map(({ row }) => row),
    hand: own.reduce((sum, { cards }) => sum + cards.length, 0),
  };
  keep(NAME, JSON.stringify(shape));
}

function panel(look: string, places: readonly boolean[], titled: boolean): HTMLElement {
  const zones = places.slice(0, MOST).map((row) => made("div", row ? "zone wide" : "zone", made("ul", row ? "tray row" : "tray pile")));
  return made("section", `panel ${look}`, made("div", titled ? "head" : "head unseen"), made("div", "zones few", ...zones));
}

function many(count: number, make: () => HTMLElement): HTMLElement[] {
  return Array.from({ length: Math.max(0, Math.min(count, MOST)) }, make);
}

function remembered(): Outline {
  try {
    const found: unknown = JSON.parse(kept(NAME) ?? "null");
    return isOutline(found) ? found : FIRST;
  } catch {
    return FIRST;
  }
}

function isOutline(found: unknown): found is Outline {
  const { players, seat, middle, hand } = (found ?? {}) as Partial<Outline>;
  return typeof players === "number" && Array.isArray(seat) && Array.isArray(middle) && typeof hand === "number";
}
