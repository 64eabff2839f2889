/** A question to a seat: which cards and buttons are offered, what was clicked of them, and the answer that makes. */

import type { Offer } from "./cards.js";
import { button, made, told } from "./dom.js";
import { Hinting, type Hinter } from "./hinting.js";
import type { Asked, Atom, Chosen, Share, Table } from "./protocol.js";
import { ruled, type Explaining } from "./ruled.js";
import { say } from "./words.js";

const NUMBERS = 15; // more numbers than these are chosen from a list

/** What a question needs of the game: what may follow the clicks, and reasons, beside what a hint and a rule need. */
export interface Answering extends Explaining, Hinter {
  choose(clicked: readonly string[]): Promise<Chosen | null>;
  why(option: string | null, from: HTMLElement, clicked?: readonly string[]): void;
  tell(title: string, line: string, from: HTMLElement): void;
}

/** One question, from the first click to the answer; several atoms are clicked in any order, and confirmed. */
export class Asking {
  readonly asked: Asked;
  readonly #seat: number | null;
  readonly #cards: ReadonlyMap<number, string>; // the keys of those that can be answered with, by number
  readonly #zones: ReadonlySet<string>; // where these lie
  readonly #hinting: Hinting;
  #clicked: string[] = [];
  #chosen: Chosen | null = null;

  constructor(
    table: Table & { asked: Asked },
    private readonly game: Answering,
  ) {
    this.asked = table.asked;
    this.#seat = table.seat;
    const shares = table.shares.flatMap((share) => share.cards.map((card) => [card, lies(share)] as const));
    const lying = new Map(shares);
    const cards = table.asked.atoms.filter((atom) => atom.card !== null && lying.has(atom.card));
    this.#cards = new Map(cards.map((atom) => [atom.card as number, atom.key]));
    this.#zones = new Set([...this.#cards.keys()].flatMap((card) => lying.get(card) ?? []));
    this.#hinting = new Hinting(table.asked, game);
  }

  /** What a card that lies open is good for; one beside others that can be chosen says why it cannot. */
  offer(card: number, share: Share): Offer {
    const key = this.#cards.get(card);
    if (key !== undefined && this.#clicked.includes(key)) {
      return "picked";
    }
    if (key !== undefined && this.#next().some((atom) => atom.key === key)) {
      return "offered";
    }
    const own = share.owner !== null && share.owner === this.#seat;
    return own && this.#zones.has(lies(share)) ? "refused" : "none";
  }

  /** Whether a search would take this card. */
  hinted(card: number): boolean {
    const key = this.#cards.get(card);
    return key !== undefined && (this.#hinting.best?.atoms.includes(key) ?? false);
  }

  /** A card on the table was clicked. */
  card(card: number, name: string, at: HTMLElement): void {
    const key = this.#cards.get(card);
    if (key === undefined || !(this.#clicked.includes(key) || this.#next().some((atom) => atom.key === key))) {
      this.#refuse(name, at);
    } else {
      this.#click(key);
    }
  }

  /** Says why a card cannot be chosen: there are enough already, or what the rule says of it. */
  #refuse(name: string, at: HTMLElement): void {
    const { most } = this.asked;
    if (this.#clicked.length >= most) {
      this.game.tell(say("why"), say("enough-picked", { n: most }), at);
    } else {
      this.game.why(name, at, this.#clicked);
    }
  }

  /** How far the answer has come, while it is made of several. */
  get progress(): string {
    const { fewest, most } = this.asked;
    const number = this.#clicked.length;
    if (number === 0) {
      return "";
    }
    return fewest === most ? say("picked-of", { number, most }) : say("picked-some", { number, fewest, most });
  }

  /** The question, a button for whatever is no card on the table, and all answers as a list; `others` stand beside. */
  drawn(open: boolean, others: readonly HTMLElement[]): HTMLElement[] {
    const whole = this.#chosen?.whole ?? null;
    const { question, rule, cites } = this.asked;
    const said = told(made("p", "question", question));
    said.append(...ruled(rule, cites, this.game, "asks"));
    const drawn: HTMLElement[] = [said];
    const answers = [...this.#atoms(), ...this.#plain()];
    if (this.#clicked.length > 0) {
      const names = told(made("span", "", this.#names()));
      drawn.push(made("p", "picking", `${this.progress}: `, names));
      answers.push(button("clear", "minor", say("clear"), () => void this.#pick([])));
      if (whole !== null) {
        answers.unshift(button("take", "main", say("take"), () => this.game.answer(whole)));
      }
    }
    if (answers.length > 0) {
      drawn.push(made("div", "buttons", ...answers));
    }
    drawn.push(...this.#hinting.drawn());
    const why = button("why", "minor", say("why"), () => this.game.why(null, why));
    drawn.push(made("div", "beside", why, ...this.#hinting.button(), ...others, this.#list(open)));
    return drawn;
  }

  /** Those that lie on no table: seats, numbers, words, cards that nobody can see. */
  #atoms(): HTMLElement[] {
    const cards = new Set(this.#cards.values());
    const next = new Set(this.#next().map((atom) => atom.key));
    const shown = this.asked.atoms.filter(
      (atom) => !cards.has(atom.key) && atom.what !== "yes" && (this.#clicked.includes(atom.key) || next.has(atom.key)),
    );
    const numbers = shown.filter((atom) => atom.what === "number" && !this.#clicked.includes(atom.key));
    const long = numbers.length > NUMBERS;
    const single = (long ? shown.filter((atom) => !numbers.includes(atom)) : shown).map((atom) => {
      const picked = this.#clicked.includes(atom.key);
      const each = button(`atom ${atom.key}`, picked ? "picked" : "", "", () => this.#click(atom.key));
      each.append(told(made("span", "", atom.said)));
      each.ariaPressed = String(picked);
      return each;
    });
    return long ? [...this.#numbers(numbers), ...single] : single;
  }

  /** Many numbers, of which one is chosen from a list. */
  #numbers(numbers: readonly Atom[]): HTMLElement[] {
    const select = made("select", "");
    select.ariaLabel = this.asked.question;
    select.append(...numbers.map((atom) => new Option(atom.said, atom.key)));
    const take = button("number", "main", say("take"), () => this.#click(select.value));
    return [made("span", "number", select, take)];
  }

  /** Answers without parts: doing what one may, declining, having enough. */
  #plain(): HTMLElement[] {
    if (this.#clicked.length > 0) {
      return [];
    }
    return this.asked.options.flatMap((option) => {
      const click = () => this.game.answer(option);
      switch (option.what) {
        case "choice":
          return [];
        case "yes":
        case "decline":
        case "enough":
          return [told(button(option.what, "", option.said, click))];
      }
    });
  }

  #list(open: boolean): HTMLElement {
    const { options, many } = this.asked;
    const number = options.length;
    const title = number === many ? say("all-options", { number }) : say("first-options", { number, many });
    const buttons = options.map((option, index) =>
      made("li", "", told(button(`option ${index}`, "option", option.said, () => this.game.answer(option)))),
    );
    const list = made("ul", "options", ...buttons);
    list.id = "options";
    const each = made("details", "list", made("summary", "", title), list);
    each.open = open;
    return each;
  }

  #next(): readonly Atom[] {
    return this.#chosen === null ? this.asked.atoms : this.#chosen.next;
  }

  #names(): string {
    const names = new Map(this.asked.atoms.map((atom) => [atom.key, atom.said]));
    return this.#clicked.map((key) => names.get(key) ?? "").join(", ");
  }

  #click(key: string): void {
    const again = this.#clicked.includes(key) && !this.#next().some((atom) => atom.key === key);
    void this.#pick(again ? this.#clicked.filter((each) => each !== key) : [...this.#clicked, key]);
  }

  /** One click that makes the only answer is that answer; whatever takes more clicks is confirmed. */
  async #pick(clicked: string[]): Promise<void> {
    const chosen = clicked.length === 0 ? null : await this.game.choose(clicked);
    if (chosen === null && clicked.length > 0) {
      return;
    }
    if (clicked.length === 1 && chosen?.whole && chosen.many === 1) {
      return this.game.answer(chosen.whole);
    }
    this.#clicked = clicked;
    this.#chosen = chosen;
    this.game.redraw();
  }
}

function lies({ zone, owner }: Share): string {
  return `${zone} ${owner ?? ""}`;
}
