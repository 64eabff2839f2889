/** What lies on the table: each seat with its counters and cards, and what belongs to nobody in the middle. */

import type { Asking } from "./asking.js";
import { backs, Faces } from "./cards.js";
import { button, made, told } from "./dom.js";
import type { Game, Seat, Share, Table, Value } from "./protocol.js";
import { PERSON } from "./seats.js";
import { say } from "./words.js";

const ROW = 8; // cards of a longer row are shown last ones first
const HAND = 12; // cards of a larger hand are small ones

/** How a game stands as it is drawn: what a seat sees, what it is asked, the cards that were moved last. */
interface Standing {
  readonly table: Table;
  readonly asking: Asking | null;
  readonly fresh: ReadonlySet<number>;
}

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
    const standing = { table, asking, fresh };
    const [first, ...others] = table.order;
    const seats = table.seat === null ? table.order : others;
    const felt: HTMLElement[] = [made("div", "seats", ...seats.map((seat) => this.#seat(seat, standing)))];
    const middle = this.#panel(null, made("h3", "", say("in-the-middle")), standing);
    if (middle.childElementCount > 1) {
      middle.classList.add("middle");
      felt.push(middle);
    }
    if (table.seat !== null && first !== undefined) {
      felt.push(this.#seat(first, standing));
    }
    return felt;
  }

  #seat(seat: number, standing: Standing): HTMLElement {
    const { table } = standing;
    const { said, sits } = this.game.seats[seat] as Seat;
    const title = made("h3", "", told(made("span", "name", said)));
    title.append(" ", made("span", "sits", seat === table.seat ? say("you") : say(sits === PERSON ? "person" : "bot")));
    const plays = table.outcome === null ? table.active === seat : table.outcome.winners.includes(seat);
    const waits = table.outcome === null && table.waits === seat;
    if (plays || waits) {
      const word = table.outcome !== null ? "won" : plays ? "to-play" : "is-asked";
      title.append(" ", made("strong", "plays", `▶ ${say(word)}`));
    }
    const panel = this.#panel(seat, title, standing);
    panel.classList.toggle("playing", table.outcome === null ? waits : plays);
    panel.classList.toggle("own", seat === table.seat);
    return panel;
  }

  #panel(owner: number | null, title: HTMLElement, standing: Standing): HTMLElement {
    const { table } = standing;
    const head = made("div", "head", title);
    const panel = made("section", "panel", head);
    title.id = `panel-${owner ?? "middle"}`;
    panel.setAttribute("aria-labelledby", title.id);
    const values = [...table.values.filter((value) => value.owner === owner && !value.quiet), ...this.#score(owner, table)];
    if (values.length > 0) {
      head.append(made("dl", "values", ...values.map((value) => this.#value(value))));
    }
    const shares = table.shares.filter((share) => share.owner === owner && !share.quiet);
    const held = shares.filter((share) => isHand(share, table));
    const zones = [...shares.filter((share) => !held.includes(share)), ...held].map((share) => this.#share(share, standing));
    if (zones.length > 0) {
      panel.append(made("div", "zones", ...zones));
    } else if (owner === null && values.length > 0) {
      panel.append(made("div", "zones"));
    }
    return panel;
  }

  /** The score of a seat, where no counter of that name says it. */
  #score(owner: number | null, { scores, values }: Table): Value[] {
    const { score, score_said } = this.game;
    const value = owner === null ? undefined : scores?.[owner];
    return value === undefined || score === "" || values.some(({ name, quiet }) => name === score && !quiet)
      ? []
      : [{ key: `score ${owner}`, name: score, said: score_said, owner, what: "number", value, shown: String(value), quiet: false }];
  }

  #value({ said, value, shown }: Value): HTMLElement {
    const held = value === null ? say("none") : told(made("span", "", shown));
    return made("div", "", told(made("dt", "", said)), " ", made("dd", "", held));
  }

  #share(share: Share, { table, asking, fresh }: Standing): HTMLElement {
    const zone = `${share.zone} ${share.owner ?? ""}`;
    const hand = isHand(share, table);
    const several = table.shares.filter((each) => isHand(each, table) && !each.quiet).length > 1;
    const cards = made("ul", share.row ? "cards in-row" : "cards");
    const add = (...cell: HTMLElement[]) => cards.append(made("li", "", ...cell));
    if (share.hidden > 0) {
      add(backs(share.hidden));
    }
    const offers = share.cards.map((card) => asking?.offer(card, share) ?? "none");
    const long = !hand && share.cards.length > ROW && offers.every((offer) => offer === "none");
    const from = long && !this.#whole.has(zone) ? share.cards.length - ROW + 2 : 0;
    if (long) {
      add(button(`zone ${zone}`, "plain", from > 0 ? say("earlier", { n: from }) : say("fewer"), () => this.#turn(zone)));
    }
    const news = share.cards.filter((card) => fresh.has(card)).length;
    const dealt = news > 2 && 2 * news > share.cards.length; // where most are new, none stands out
    share.cards.forEach((number, index) => {
      const card = this.game.cards[number];
      if (index >= from && card !== undefined) {
        const hinted = asking?.hinted(number) ?? false;
        const mark = hinted ? say("hint") : fresh.has(number) && !dealt ? say("just-moved") : "";
        const click = (at: HTMLElement) => asking?.card(number, card.name, at);
        const large = hand && share.cards.length <= HAND;
        add(told(this.#faces.face(card, `card ${number}`, { offer: offers[index] ?? "none", large, mark, click })));
      }
    });
    if (cards.childElementCount === 0) {
      add(made("span", "empty", say("empty")));
    }
    const title = told(made("h4", hand && !several && share.cards.length > 0 ? "unseen" : "", share.said));
    title.id = `zone-${zone.replaceAll(" ", "-")}`;
    cards.setAttribute("aria-labelledby", title.id);
    return made("div", hand ? "zone hand" : "zone", title, cards);
  }

  #turn(zone: string): void {
    if (!this.#whole.delete(zone)) {
      this.#whole.add(zone);
    }
    this.redraw();
  }
}

/** Whether a seat holds this, as whoever sees it now. */
function isHand({ held, owner }: Share, { seat }: Table): boolean {
  return held && owner !== null && owner === seat;
}
