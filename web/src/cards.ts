/** Cards: faces with whole names, which can be clicked where they are offered, and backs with their number. */

import { button, made } from "./dom.js";
import type { Card, Game } from "./protocol.js";
import { say } from "./words.js";

const SHAPES = "●■▲◆★✚▼⬟◐▬✖"; // told apart without colour

/** What a card is good for now: nothing, an answer, taken back, or the reason why it is none. */
export type Offer = "none" | "offered" | "picked" | "refused";

export interface Clickable {
  readonly offer: Offer;
  readonly fresh: boolean;
  readonly click: () => void;
}

/** The shape of each word in the last list of a game's cards, as a suit or a colour: cards that share it look alike. */
export class Faces {
  readonly #shapes = new Map<string, string>();

  constructor(game: Game) {
    for (const card of game.cards) {
      const word = suit(card);
      if (word !== null && !this.#shapes.has(word)) {
        this.#shapes.set(word, SHAPES[this.#shapes.size % SHAPES.length] ?? "");
      }
    }
  }

  /** A card that lies open. */
  face(card: Card, key: string, { offer, fresh, click }: Clickable): HTMLElement {
    const word = suit(card);
    const [first, rest] = halves(card);
    const shape = made("span", "shape", (word !== null && this.#shapes.get(word)) || "");
    shape.ariaHidden = "true";
    const inside = [made("span", "kind", first), " ", made("span", "suit", shape, rest)];
    if (fresh) {
      inside.push(" ", made("span", "fresh", say("just-moved")));
    }
    if (offer === "none") {
      return made("span", "card", ...inside);
    }
    const each = button(key, `card ${offer}`, "", click);
    each.append(...inside);
    if (offer === "picked") {
      each.append(" ", made("span", "fresh", say("picked")));
    }
    if (offer === "refused") {
      each.ariaLabel = say("why-not", { card: card.name });
    } else {
      each.ariaPressed = String(offer === "picked");
    }
    return each;
  }
}

/** So many cards face down. */
export function backs(count: number): HTMLElement {
  const pattern = made("span", "pattern");
  pattern.ariaHidden = "true";
  return made("span", "card back", pattern, made("span", "count", say("face-down", { n: count })));
}

/** The word that a card shares with others of other kinds, where cards have two lists or more. */
function suit(card: Card): string | null {
  const words = Object.values(card.shows);
  return words.length < 2 ? null : (words.at(-1) ?? null);
}

/** A name in two lines: what kind it is, and the rest. */
function halves(card: Card): [string, string] {
  const kind = Object.values(card.shows)[0] ?? "";
  return kind !== "" && card.name.startsWith(`${kind} `) ? [kind, card.name.slice(kind.length + 1)] : [card.name, ""];
}
