/** Cards: faces with whole names, which can be clicked where they are offered, and backs with their number. */

import { button, made } from "./dom.js";
import type { Card, Game } from "./protocol.js";
import { colour, isColour, legible, shape } from "./shapes.js";
import { suit } from "./suits.js";
import { say } from "./words.js";

const SHORT = 2; // letters of a rank that stands in a corner as it is
const INITIALS = 2; // letters of a name that are shown where a card is tiny
/** Between syllables, where a consonant or several begin one, as in German and in English. */
const BREAK =
  /([a-zäöüß][aeiouyäöü][b-df-hj-np-tv-xzß]*?)(?<=[a-zäöüß]{3})(?=(?:sch|[cpt]h|ck|qu|[bfgkp]l|[bcdfgkpt]r|[b-df-hj-np-tv-xz])[aeiouyäöü][a-zäöüß]{2})/giu;

/** What a card is good for now: nothing, an answer, taken back, or the reason why it is none. */
export type Offer = "none" | "offered" | "picked" | "refused";

/** How a face is drawn: `mark` is a word at its corner. */
export interface Drawn {
  readonly offer: Offer;
  readonly mark: string;
  readonly click: (at: HTMLElement) => void;
}

/** How a word looks: its colour, and a symbol or the shape of a number. */
interface Look {
  readonly colour: string;
  readonly symbol: string;
  readonly shape: number;
  readonly declared: boolean; // whether the colour is the word's own: the rules' texts name it, or it is a suit
}

/** The faces of a game's cards. Those that share a word of the last list have its colour and shape. */
export class Faces {
  readonly #looks = new Map<string, Look>();
  readonly #ranks: ReadonlyMap<string, string>;

  constructor(private readonly game: Game) {
    const seats = game.seats.map(({ name }) => name).filter((name) => isColour(game.words[name]?.colour ?? ""));
    for (const word of [...seats, ...game.cards.flatMap((card) => field(card, game) ?? [])]) {
      if (!this.#looks.has(word)) {
        this.#looks.set(word, this.#look(word, this.#looks.size));
      }
    }
    const kinds = new Set(game.cards.map((card) => kindOf(card, field(card, game))));
    this.#ranks = corners([...kinds].map((word) => [word, game.words[word]?.symbol || this.#said(word)]));
  }

  /** How a word looks, such as the colour that a seat plays; null if no card and no seat has it. */
  look(word: string): Look | null {
    return this.#looks.get(word) ?? null;
  }

  /** A card that lies open. */
  face(number: number, { offer, mark, click }: Drawn): HTMLElement {
    const card = this.game.cards[number] as Card;
    const word = field(card, this.game);
    const look = word === null ? null : this.look(word);
    const style = look === null ? "plain" : this.#isSuited(card, look) ? "suited" : "";
    const classes = ["card", style, offer === "none" ? "" : offer].filter((each) => each !== "").join(" ");
    const each =
      offer === "none" ? made("span", classes) : button(`card ${number}`, classes, "", () => click(each));
    each.dataset["card"] = String(number);
    const said = [card.said, offer === "refused" ? say("why-not") : "", mark].filter((part) => part !== "").join(", ");
    each.dataset["said"] = said;
    if (offer === "none") {
      each.role = "img";
      each.ariaLabel = said;
    } else if (offer !== "refused") {
      each.ariaPressed = String(offer === "picked");
    }
    each.append(...this.#inside(card, look, word));
    if (look !== null) {
      const { ground, on } = legible(look.colour);
      each.style.setProperty("--k", style === "suited" ? look.colour : ground);
      each.style.setProperty("--on", on);
    }
    if (mark !== "") {
      each.append(made("span", "mark", mark));
    }
    for (const inside of each.children) {
      inside.ariaHidden = "true"; // all of it is said in words
    }
    if (offer !== "none") {
      each.append(made("span", "unseen", said));
    }
    return each;
  }

  /** A card face down, of a pack. */
  back(pack: number): HTMLElement {
    const each = made("span", pack === 0 ? "card back" : `card back pack-${((pack - 1) % 2) + 1}`);
    each.ariaHidden = "true";
    return each;
  }

  /** A card face down that the seat knows: its face, faint. */
  faint(number: number): HTMLElement {
    const each = this.face(number, { offer: "none", mark: "", click: () => undefined });
    const said = say("known-face", { card: this.game.cards[number]?.said ?? "" });
    each.classList.add("faint");
    each.dataset["said"] = said;
    each.ariaLabel = said;
    each.title = said;
    return each;
  }

  #inside(card: Card, look: Look | null, word: string | null): Node[] {
    const kind = kindOf(card, word);
    const name = this.#said(kind) || card.said;
    if (look === null || word === null) {
      return [named(name.length <= SHORT + 1 ? "kind short" : "kind", name)];
    }
    const symbol = `${look.symbol}\ufe0e`; // as text, and no picture in colours of its own
    if (this.#isSuited(card, look)) {
      const rank = this.#ranks.get(kind) ?? name;
      const corner = (place: string) => made("span", place, rank, made("span", "pip", symbol));
      const large = made("span", "large", /\d/u.test(rank) ? symbol : rank);
      return [corner("corner"), large, corner("corner below")];
    }
    const others = Object.values(card.shows).filter((each) => each !== kind && each !== word);
    const full = [name, ...others.map((each) => this.#said(each))].join(" ");
    const sign = look.symbol === "" ? shape(look.shape) : made("span", "shape", symbol);
    const shown = [this.#said(word), ...numbered(card, others)].join(" ");
    return [named("kind", full), made("span", "suit", sign, made("span", "word", shown))];
  }

  /** Whether it has a rank that is so short that it stands in a corner, and a symbol. */
  #isSuited(card: Card, look: Look): boolean {
    const kind = kindOf(card, field(card, this.game));
    return look.declared && look.symbol !== "" && (this.#ranks.get(kind)?.length ?? SHORT + 1) <= SHORT;
  }

  #look(word: string, number: number): Look {
    const { colour: named = "", symbol = "" } = this.game.words[word] ?? {};
    const known = suit(word);
    const declared = isColour(named);
    return {
      colour: declared ? named : (known?.colour ?? colour(number)),
      symbol: symbol || (known?.symbol ?? ""),
      shape: number,
      declared: declared || known !== null,
    };
  }

  #said(word: string): string {
    return this.game.words[word]?.said ?? word;
  }
}

/** The word of a card that others of other kinds share, whose colour the card has; null if it shows only its kind. */
function field(card: Card, { words }: Game): string | null {
  const shown = Object.values(card.shows);
  const symbol = shown.find((word) => suit(word) !== null || ((words[word]?.symbol ?? "") !== "" && words[word]?.colour !== ""));
  return symbol ?? shown.slice(1).filter((word) => !/^\d+$/u.test(word)).at(-1) ?? null;
}

/** The number of a card that there is several times, unless a word of it is that number. */
function numbered(card: Card, others: readonly string[]): string[] {
  const number = /(?<= )\d+$/u.exec(card.name)?.[0];
  return number === undefined || others.includes(number) ? [] : [number];
}

/** The first word of a card beside that of its field. */
function kindOf(card: Card, field: string | null): string {
  const shown = Object.values(card.shows);
  return shown.find((word) => word !== field) ?? shown[0] ?? "";
}

/** What stands in the corner for each rank: a number, or the first letter, where no other rank begins with that. */
function corners(ranks: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const letters = ranks.map(([, said]) => (said.length <= SHORT ? said : said.slice(0, 1).toLocaleUpperCase()));
  const twice = new Set(letters.filter((letter, index) => letters.indexOf(letter) !== index));
  return new Map(ranks.map(([word, said], index) => [word, twice.has(letters[index] ?? "") ? said : (letters[index] ?? said)]));
}

/** A name with soft hyphens where it may break, as not every browser knows how the words of a language do. */
function syllables(name: string): string {
  return name.replace(BREAK, "$1\u00ad");
}

/** A name, set so that its longest word fits, or breaks between syllables. */
function named(look: string, name: string): HTMLElement {
  const each = made("span", look, syllables(name));
  each.style.setProperty("--letters", String(Math.max(...name.split(/[\s-]+/u).map(({ length }) => length))));
  each.dataset["initials"] = name.slice(0, INITIALS);
  return each;
}
