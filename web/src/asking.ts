/** A question to a seat: which cards and buttons are offered, what was clicked of them, and the answer that makes. */

import type { Offer } from "./cards.js";
import { button, made } from "./dom.js";
import { Hinting, type Hinter } from "./hinting.js";
import type { Asked, Atom, Chosen, Table } from "./protocol.js";
import type { Explaining } from "./ruled.js";
import { say } from "./words.js";

const NUMBERS = 15; // more numbers than these are chosen from a list

/** What a question needs of the game: what may follow the clicks, and reasons, beside what a hint and a rule need. */
export interface Answering extends Explaining, Hinter {
  choose(clicked: readonly string[]): Promise<Chosen | null>;
  why(option: string | null, from: HTMLElement, clicked?: readonly string[]): void;
  /** What the rules call a card. */
  called(card: number): string;
  tell(title: string, line: string, from: HTMLElement): void;
}

/** One question, from the first click to the answer; several atoms are clicked in any order, and confirmed. */
export class Asking {
  readonly asked: Asked;
  readonly #cards: ReadonlyMap<number, string>; // the keys of those that can be answered with, by number
  readonly #reasons = new Map<string, string>(); // why cards cannot be chosen, as far as that was asked
  readonly #hinting: Hinting;
  #clicked: string[] = [];
  #chosen: Chosen | null = null;

  constructor(
    table: Table & { asked: Asked },
    private readonly game: Answering,
  ) {
    this.asked = table.asked;
    const lying = new Set(table.shares.flatMap((share) => share.cards));
    const cards = table.asked.atoms.filter((atom) => atom.card !== null && lying.has(atom.card));
    this.#cards = new Map(cards.map((atom) => [atom.card as number, atom.key]));
    this.#hinting = new Hinting(table.asked, game);
  }

  /** What a card that lies open is good for; one beside others that can be chosen says why it cannot. */
  offer(card: number): Offer {
    const key = this.#cards.get(card);
    if (key !== undefined && this.#clicked.includes(key)) {
      return "picked";
    }
    if (key !== undefined && this.#next().some((atom) => atom.key === key)) {
      return "offered";
    }
    return key !== undefined || this.asked.left_out.includes(card) ? "refused" : "none";
  }

  /** Why a card cannot be chosen now; it is asked for once. */
  async because(card: number, ask: (name: string, clicked: readonly string[]) => Promise<string>): Promise<string> {
    const { most } = this.asked;
    if (this.#clicked.length >= most) {
      return say("enough-picked", { n: most });
    }
    const name = this.game.called(card);
    const key = `${name} ${this.#clicked.join(" ")}`;
    const why = this.#reasons.get(key) ?? (await ask(name, this.#clicked));
    this.#reasons.set(key, why);
    return why;
  }

  /** Whether a search would take this card. */
  hinted(card: number): boolean {
    const key = this.#cards.get(card);
    return key !== undefined && (this.#hinting.best?.atoms.includes(key) ?? false);
  }

  /** A card on the table was clicked. */
  card(card: number, at: HTMLElement): void {
    const key = this.#cards.get(card);
    if (key === undefined || !(this.#clicked.includes(key) || this.#next().some((atom) => atom.key === key))) {
      this.#refuse(this.game.called(card), at);
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

  /** A button for whatever is no card on the table, and all answers as a list. */
  drawn(open: boolean): HTMLElement[] {
    const whole = this.#chosen?.whole ?? null;
    const drawn: HTMLElement[] = [];
    const answers = [...this.#atoms(), ...this.#plain()];
    if (this.#clicked.length > 0) {
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
    const { most, many, options } = this.asked;
    const several = (most > 1 || many > options.length) && options.some(({ what }) => what === "choice");
    drawn.push(several ? made("div", "beside several", why, this.#list(open)) : made("div", "beside", why));
    return drawn;
  }

  /** What was picked so far, in words. */
  picked(): (Node | string)[] {
    return this.#clicked.length === 0 ? [] : [`${this.progress}: `, made("b", "", this.#names())];
  }

  /** What asks for a hint. */
  hinting(): HTMLElement[] {
    return this.#hinting.button();
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
      const each = button(`atom ${atom.key}`, picked ? "picked" : "", atom.said, () => this.#click(atom.key));
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
          return [button("yes", "", option.said, click)];
        case "decline":
          return [button("decline", "", option.said, click)];
        case "enough":
          return [button("enough", "", option.said, click)];
      }
    });
  }

  #list(open: boolean): HTMLElement {
    const { options, many } = this.asked;
    const number = options.length;
    const title = number === many ? say("all-options", { number }) : say("first-options", { number, many });
    const buttons = options.map((option, index) =>
      made("li", "", button(`option ${index}`, "option", option.said, () => this.game.answer(option))),
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
