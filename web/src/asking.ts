/** A question to a seat: which cards and buttons are offered, what was clicked of them, and the answer that makes. */

import type { Offer } from "./cards.js";
import { button, made, told } from "./dom.js";
import type { Asked, Atom, Chosen, Option, Table } from "./protocol.js";
import { say } from "./words.js";

/** What a question needs of the game: what may follow the clicks, giving an answer, drawing anew, a reason. */
export interface Answering {
  choose(clicked: readonly string[]): Promise<Chosen | null>;
  answer(option: Option): void;
  redraw(): void;
  why(option: string | null): void;
}

/** One question, from the first click to the answer; several atoms are clicked in any order, and confirmed. */
export class Asking {
  readonly asked: Asked;
  readonly #seat: number | null;
  readonly #cards: ReadonlyMap<number, string>; // the keys of those that can be answered with, by number
  #clicked: string[] = [];
  #chosen: Chosen | null = null;

  constructor(
    table: Table & { asked: Asked },
    private readonly game: Answering,
  ) {
    this.asked = table.asked;
    this.#seat = table.seat;
    const seen = new Set(table.shares.flatMap((share) => share.cards));
    const cards = table.asked.atoms.filter((atom) => atom.card !== null && seen.has(atom.card));
    this.#cards = new Map(cards.map((atom) => [atom.card as number, atom.key]));
  }

  /** What a card that lies open is good for. */
  offer(card: number, owner: number | null): Offer {
    const key = this.#cards.get(card);
    if (key !== undefined && this.#clicked.includes(key)) {
      return "picked";
    }
    if (key !== undefined && this.#next().some((atom) => atom.key === key)) {
      return "offered";
    }
    return owner !== null && owner === this.#seat && this.#cards.size > 0 ? "refused" : "none";
  }

  /** A card on the table was clicked. */
  card(card: number, name: string): void {
    const key = this.#cards.get(card);
    if (key === undefined || !(this.#clicked.includes(key) || this.#next().some((atom) => atom.key === key))) {
      this.game.why(name);
    } else {
      this.#click(key);
    }
  }

  /** The question, a button for whatever is no card on the table, and all answers as a list. */
  drawn(open: boolean): HTMLElement[] {
    const whole = this.#chosen?.whole ?? null;
    const question = told(made("p", "question", this.asked.question));
    if (this.asked.rule !== "") {
      question.append(" ", made("small", "rule", this.asked.rule));
    }
    const buttons = [...this.#atoms(), ...this.#plain()];
    if (this.#clicked.length > 0) {
      if (whole !== null) {
        buttons.push(button("take", "main", say("take", { what: this.#names() }), () => this.game.answer(whole)));
      }
      buttons.push(button("clear", "", say("clear"), () => void this.#pick([])));
    }
    buttons.push(button("why", "plain", say("why"), () => this.game.why(null)));
    const hint = this.#clicked.length > 0 ? [made("p", "hint", say("pick-more"))] : [];
    return [question, ...hint, made("p", "buttons", ...buttons), this.#list(open)];
  }

  /** Those that lie on no table: seats, numbers, words, cards that nobody can see. */
  #atoms(): HTMLElement[] {
    const cards = new Set(this.#cards.values());
    const shown = this.asked.atoms.filter((atom) => !cards.has(atom.key) && atom.what !== "yes");
    const next = new Set(this.#next().map((atom) => atom.key));
    return shown.flatMap((atom) => {
      const picked = this.#clicked.includes(atom.key);
      if (!picked && !next.has(atom.key)) {
        return [];
      }
      const each = told(button(`atom ${atom.key}`, picked ? "picked" : "", atom.text, () => this.#click(atom.key)));
      each.ariaPressed = String(picked);
      return [each];
    });
  }

  /** Answers without parts: doing what one may, declining, having enough. */
  #plain(): HTMLElement[] {
    return this.asked.options.flatMap((option) => {
      const click = () => this.game.answer(option);
      switch (option.what) {
        case "choice":
          return [];
        case "yes":
          return [told(button("yes", "", option.said, click))];
        case "decline":
          return [button("decline", "", say("decline"), click)];
        case "enough":
          return [button("enough", "", say("enough"), click)];
      }
    });
  }

  #list(open: boolean): HTMLElement {
    const { options, many } = this.asked;
    const n = options.length;
    const title = n === many ? say("all-options", { n }) : say("first-options", { n, many });
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
    const names = new Map(this.asked.atoms.map((atom) => [atom.key, atom.text]));
    return this.#clicked.map((key) => names.get(key) ?? "").join(" + ");
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
