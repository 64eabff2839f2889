/** What lies on the table: each seat with its counters and cards, and what belongs to nobody in the middle. */

import type { Asking } from "./asking.js";
import { backs, Faces } from "./cards.js";
import { button, made, told } from "./dom.js";
import type { Game, Seat, Share, Table, Value } from "./protocol.js";
import { isWord, say } from "./words.js";

const ROW = 8; // cards of a longer row in the middle are shown last ones first

export class Felt {
  readonly #faces: Faces;
  readonly #whole = new Set<string>(); // the zones of which all cards are shown

  constructor(
    private readonly game: Game,
    private readonly redraw: () => void,
  ) {
    this.#faces = new Faces(game);
  }

  /** Everything, as a seat sees it; `fresh` are the cards that were moved last. The seat itself comes last. */
  drawn(table: Table, asking: Asking | null, fresh: ReadonlySet<number>): HTMLElement[] {
    const [first, ...others] = table.order;
    const seats = table.seat === null ? table.order : others;
    const panels = seats.map((seat) => this.#seat(seat, table, asking, fresh));
    const felt: HTMLElement[] = [made("div", "seats", ...panels)];
    const middle = this.#panel(null, made("h3", "", say("in-the-middle")), table, asking, fresh);
    if (middle.childElementCount > 1) {
      felt.push(middle);
    }
    if (table.seat !== null && first !== undefined) {
      felt.push(this.#seat(first, table, asking, fresh));
    }
    return felt;
  }

  #seat(seat: number, table: Table, asking: Asking | null, fresh: ReadonlySet<number>): HTMLElement {
    const { name, sits } = this.game.seats[seat] as Seat;
    const title = made("h3", "", told(made("span", "name", name)));
    title.append(" ", made("span", "sits", seat === table.seat ? say("you") : sitting(sits)));
    const plays = table.outcome === null ? table.waits === seat : table.outcome.winners.includes(seat);
    if (plays) {
      title.append(" ", made("strong", "plays", `▶ ${say(table.outcome === null ? "to-play" : "won")}`));
    }
    const panel = this.#panel(seat, title, table, asking, fresh);
    panel.classList.toggle("playing", plays);
    panel.classList.toggle("own", seat === table.seat);
    return panel;
  }

  #panel(
    owner: number | null,
    title: HTMLElement,
    table: Table,
    asking: Asking | null,
    fresh: ReadonlySet<number>,
  ): HTMLElement {
    const panel = made("section", "panel", title);
    title.id = `panel-${owner ?? "middle"}`;
    panel.setAttribute("aria-labelledby", title.id);
    const values = table.values.filter((value) => value.owner === owner && !value.quiet);
    if (values.length > 0) {
      panel.append(made("dl", "values", ...values.map((value) => this.#value(value))));
    }
    const shares = table.shares.filter((share) => share.owner === owner && !share.quiet);
    if (shares.length > 0) {
      panel.append(made("div", "zones", ...shares.map((share) => this.#share(share, asking, fresh))));
    }
    return panel;
  }

  #value({ name, what, value }: Value): HTMLElement {
    const shown = what === "seat" && typeof value === "number" ? this.game.seats[value]?.name : value;
    return told(made("div", "", made("dt", "", name), " ", made("dd", "", String(shown ?? say("none")))));
  }

  #share(share: Share, asking: Asking | null, fresh: ReadonlySet<number>): HTMLElement {
    const zone = `${share.zone} ${share.owner ?? ""}`;
    const cards = made("ul", share.row ? "cards in-row" : "cards");
    const add = (...cell: HTMLElement[]) => cards.append(made("li", "", ...cell));
    if (share.hidden > 0) {
      add(backs(share.hidden));
    }
    const offers = share.cards.map((card) => asking?.offer(card, share.owner) ?? "none");
    const long = share.owner === null && share.cards.length > ROW && offers.every((offer) => offer === "none");
    const from = long && !this.#whole.has(zone) ? share.cards.length - ROW + 2 : 0;
    if (long) {
      add(button(`zone ${zone}`, "plain", from > 0 ? say("earlier", { n: from }) : say("fewer"), () => this.#turn(zone)));
    }
    share.cards.forEach((number, index) => {
      const card = this.game.cards[number];
      if (index >= from && card !== undefined) {
        const click = () => asking?.card(number, card.name);
        const offer = offers[index] ?? "none";
        add(told(this.#faces.face(card, `card ${number}`, { offer, fresh: fresh.has(number), click })));
      }
    });
    if (cards.childElementCount === 0) {
      add(made("span", "empty", say("empty")));
    }
    const title = told(made("h4", "", share.zone));
    title.id = `zone-${zone.replaceAll(" ", "-")}`;
    cards.setAttribute("aria-labelledby", title.id);
    return made("div", "zone", title, cards);
  }

  #turn(zone: string): void {
    if (!this.#whole.delete(zone)) {
      this.#whole.add(zone);
    }
    this.redraw();
  }
}

/** Who sits at a seat, in words. */
export function sitting(sits: string): string {
  const word = `sits-${sits}`;
  return isWord(word) ? say(word) : sits;
}
