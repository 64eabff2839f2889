/** Cards: faces with whole names, which can be clicked where they are offered, and backs with their number. */

import { button, made } from "./dom.js";
import type { Card, Game } from "./protocol.js";
import { say } from "./words.js";

const SHAPES = "●■▲◆★✚▼⬟◐▬✖"; // told apart without colour

/** The suits of common cards, by what they are called in English, German, French, Italian, Spanish and Dutch. */
const SUITS: Readonly<Record<string, string>> = {
  "♠": "spade spades pik schippen pique piques picca picche pica picas schoppen",
  "♥": "heart hearts herz herzen coeur coeurs cœur cœurs cuore cuori corazón corazones harten",
  "♦": "diamond diamonds karo ecken carreau carreaux quadro quadri diamante diamantes ruiten",
  "♣": "club clubs kreuz treff trèfle trèfles fiore fiori trébol tréboles klaveren",
};

/** What a card is good for now: nothing, an answer, taken back, or the reason why it is none. */
export type Offer = "none" | "offered" | "picked" | "refused";

/** How a face is drawn: `large` in a hand of one's own; `mark` is a word in its corner. */
export interface Drawn {
  readonly offer: Offer;
  readonly large: boolean;
  readonly mark: string;
  readonly click: (at: HTMLElement) => void;
}

/** The shape of each word in the last list of a game's cards, as a suit or a colour: cards that share it look alike. */
export class Faces {
  readonly #shapes = new Map<string, string>();

  constructor(private readonly game: Game) {
    for (const card of game.cards) {
      const word = suit(card);
      if (word !== null && !this.#shapes.has(word)) {
        this.#shapes.set(word, sign(word) ?? SHAPES[this.#shapes.size % SHAPES.length] ?? "");
      }
    }
  }

  /** A card that lies open. */
  face(card: Card, key: string, { offer, large, mark, click }: Drawn): HTMLElement {
    const look = `card ${large ? "large" : "small"}${offer === "none" ? "" : ` ${offer}`}`;
    const inside = this.#inside(card, offer === "picked" ? say("picked") : mark);
    const does = card.does.join("\n");
    if (offer === "none") {
      const lies = made("span", look, ...inside);
      lies.title = does;
      return lies;
    }
    const each = button(key, look, "", () => click(each));
    each.title = does;
    each.append(...inside);
    if (offer === "refused") {
      each.append(ours("unseen", `: ${say("why-not")}`));
    } else {
      each.ariaPressed = String(offer === "picked");
    }
    return each;
  }

  #inside(card: Card, mark: string): (Node | string)[] {
    const [first, rest] = halves(card, this.game);
    const inside: (Node | string)[] = [made("span", "kind", first)];
    const word = suit(card);
    if (rest !== "" || word !== null) {
      const shape = made("span", "shape", (word !== null && this.#shapes.get(word)) || "");
      shape.ariaHidden = "true";
      inside.push(" ", made("span", "suit", shape, rest));
    }
    return mark === "" ? inside : [...inside, " ", ours("mark", mark)];
  }
}

/** A word of the page on a card, whose name is in the language of the rules. */
function ours(look: string, word: string): HTMLElement {
  const each = made("span", look, word);
  each.lang = document.documentElement.lang;
  return each;
}

/** So many cards face down. */
export function backs(count: number): HTMLElement {
  const pattern = made("span", "pattern");
  pattern.ariaHidden = "true";
  const said = say("face-down", { number: count });
  const number = made("span", "", String(count));
  number.ariaHidden = "true";
  const each = made("span", "card small back", pattern, number, made("span", "unseen", said));
  each.title = said;
  return each;
}

/** The word that a card shares with others of other kinds, where cards have two lists or more; a number tells itself. */
function suit(card: Card): string | null {
  const [first = "", ...words] = Object.values(card.shows);
  return [first, ...words].find((word) => sign(word) !== null) ?? words.filter((word) => !/^\d+$/u.test(word)).at(-1) ?? null;
}

/** The sign of a suit by its name, which is text, and no picture in colours of its own. */
function sign(word: string): string | null {
  const found = Object.entries(SUITS).find(([, names]) => names.split(" ").includes(word.toLocaleLowerCase()));
  return found === undefined ? null : `${found[0]}\ufe0e`;
}

/** What a card is called in two lines: what kind it is, and the rest; of several alike with the number that it has. */
function halves({ shows, said }: Card, { words }: Game): [string, string] {
  const [kind, ...others] = Object.values(shows).map((word) => words[word]?.said ?? word);
  const number = / \((?<number>[^()]+)\)$/u.exec(said)?.groups?.["number"] ?? "";
  return kind === undefined ? [said, ""] : [kind, [...others, number].filter((part) => part !== "").join(" ")];
}
