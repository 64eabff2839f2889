/** What lies on the table: each seat with its counters and cards, and what belongs to nobody in the middle. */

import type { Asking } from "./asking.js";
import { Faces } from "./cards.js";
import { button, made } from "./dom.js";
import type { Game, Seat, Share, Table, Value } from "./protocol.js";
import { PERSON } from "./seats.js";
import { shape } from "./shapes.js";
import { say } from "./words.js";

const ROW = 24; // cards of a longer row are shown last ones first
const FEW = { middle: 5, seat: 3 }; // places that stand side by side
const VALUES = 6; // counters and notes in the middle that are seen at once
const FAN = 7; // backs of a hand that are drawn; the number beside it says how many there are
const KNOWN = 12; // cards face down in a row of which the known ones are drawn; where more lie, they are only counted
const FANNED = 10; // cards of a hand from which on they overlap
const ROWS = { narrow: 15, wide: 36, lying: 10, long: 18 }; // cards of a hand, and of what lies, from which on there are rows
const SLANT = 1.6; // degrees between two cards of a hand
const WIDEST = 9; // degrees of the outermost ones

/** How a game stands as it is drawn: what a seat sees, what it is asked, and the mark of each card that was moved. */
interface Standing {
  readonly table: Table;
  readonly asking: Asking | null;
  readonly marks: ReadonlyMap<number, string>;
}

/** Where the others sit, clockwise from one's left, by how many they are. */
const PLACES: Readonly<Record<number, readonly Place[]>> = {
  1: ["above"],
  2: ["left", "right"],
  3: ["left", "above", "right"],
  4: ["left", "above", "above", "right"],
  5: ["left", "above", "above", "above", "right"],
  6: ["left", "left", "above", "above", "right", "right"],
};

type Place = "left" | "above" | "right";

export class Felt {
  readonly faces: Faces;
  readonly #whole = new Set<string>(); // the zones of which all cards are shown
  #unfolded = false;

  constructor(
    private readonly game: Game,
    private readonly redraw: () => void,
  ) {
    this.faces = new Faces(game);
  }

  /** Everything but what one holds oneself, as a seat sees it. The seat itself comes last. */
  drawn(table: Table, asking: Asking | null, marks: ReadonlyMap<number, string>): HTMLElement[] {
    const standing = { table, asking, marks };
    const own = table.seat === null ? undefined : table.order[0];
    const others = own === undefined ? table.order : table.order.slice(1);
    const places = PLACES[others.length] ?? others.map(() => "above" as const);
    const around = (["left", "above", "right"] as const).map((place) => {
      const seats = others.filter((_, index) => places[index] === place);
      const shown = seats.map((seat) => this.#seat(seat, standing));
      return made("div", `around ${place}`, ...(place === "left" ? shown.reverse() : shown));
    });
    const middle = this.#panel(null, made("h3", "unseen", say("in-the-middle")), standing);
    middle.classList.add("middle");
    return [...around, middle, ...(own === undefined ? [] : [this.#seat(own, standing)])];
  }

  /** What one holds, fanned. */
  hand(table: Table, asking: Asking | null, marks: ReadonlyMap<number, string>): HTMLElement[] {
    const held = table.shares.filter((share) => isHand(share, table) && !share.quiet);
    const hands = held.length > 1 ? held.filter(({ cards }) => cards.length > 0) : held;
    const zones = hands.map((share) => this.#hand(share, hands.length > 1, { table, asking, marks }));
    return zones.length === 0 ? [] : [made("div", "zones", ...zones)];
  }

  #seat(seat: number, standing: Standing): HTMLElement {
    const { table } = standing;
    const { name, said, sits } = this.game.seats[seat] as Seat;
    const own = seat === table.seat;
    const title = made("h3", "", ...this.#sign(name), own ? say("you-are", { seat: said }) : made("span", "name", said));
    if (!own && sits === PERSON) {
      title.append(" ", made("span", "sits", say("person")));
    }
    const plays = table.outcome === null ? table.active === seat : table.outcome.winners.includes(seat);
    const waits = table.outcome === null && table.waits === seat;
    if ((plays || waits) && !(own && waits)) {
      title.append(" ", made("span", "plays", say(table.outcome !== null ? "won" : waits && !plays ? "is-asked" : "to-play")));
    }
    const panel = this.#panel(seat, title, standing);
    panel.classList.toggle("playing", (table.outcome === null ? waits : plays) && !(own && waits));
    panel.classList.toggle("active", plays);
    panel.classList.toggle("own", own);
    return panel;
  }

  /** The colour and shape of the word that a seat is called by, where cards show it as well. */
  #sign(name: string): Node[] {
    const look = this.faces.look(name);
    if (look === null || look.symbol !== "") {
      return [];
    }
    const sign = shape(look.shape);
    sign.style.setProperty("--k", look.colour);
    return [sign];
  }

  #panel(owner: number | null, title: HTMLElement, standing: Standing): HTMLElement {
    const { table } = standing;
    const head = made("div", "head", title);
    const panel = made("section", "panel", head);
    title.id = `panel-${owner ?? "middle"}`;
    panel.setAttribute("aria-labelledby", title.id);
    const there = table.values.filter((value) => value.owner === owner && !value.quiet && value.value !== null);
    const values = [...there, ...this.#score(owner, table)].map((value) => this.#value(value));
    if (values.length > 0) {
      head.append(made("dl", "values", ...values.slice(0, VALUES)));
    }
    if (values.length > VALUES) {
      head.append(this.#folded(values.slice(VALUES)));
    }
    const shares = table.shares.filter((share) => share.owner === owner && !share.quiet && !isHand(share, table));
    const held = shares.filter((share) => share.held);
    const fans = held.filter((share) => share.cards.length === 0 && (share.hidden > 0 || held.length === 1));
    head.append(...fans.map((share) => this.#fan(share)));
    const laid = shares.filter((share) => !share.held || share.cards.length > 0);
    if (laid.length > 0) {
      panel.append(made("div", laid.length <= (owner === null ? FEW.middle : FEW.seat) ? "zones few" : "zones", ...piles(laid).map((share) => this.#share(share, standing))));
    }
    return panel;
  }

  /** The score of a seat, where no counter of that name says it. */
  #score(owner: number | null, { scores, values }: Table): Pick<Value, "said" | "shown">[] {
    const { score, score_said: said } = this.game;
    const value = owner === null ? undefined : scores?.[owner];
    return value === undefined || score === "" || values.some(({ name, quiet }) => name === score && !quiet)
      ? []
      : [{ said, shown: String(value) }];
  }

  /** Counters and notes beyond the first ones, to be unfolded. */
  #folded(values: readonly HTMLElement[]): HTMLElement {
    const folded = made("details", "folded", made("summary", "", say("more-values", { n: values.length })), made("dl", "values", ...values));
    folded.open = this.#unfolded;
    folded.addEventListener("toggle", () => (this.#unfolded = folded.open));
    return folded;
  }

  #value({ said, shown }: Pick<Value, "said" | "shown">): HTMLElement {
    return made("div", "", made("dt", "", said), " ", made("dd", "", shown === "" ? say("none") : shown));
  }

  /** What somebody else holds: a small fan, and how many. */
  #fan(share: Share): HTMLElement {
    const drawn = Math.min(FAN, share.hidden);
    const faces = Array.from({ length: drawn }, (_, at) => this.#faceDown(share, share.faces[at] ?? null));
    const fan = made("span", "fan", ...faces, made("span", "number", String(share.hidden)));
    fan.dataset["place"] = share.key;
    fan.role = "img";
    const known = this.#known(share);
    const count = `${share.said}: ${share.hidden}`;
    fan.ariaLabel = known === "" ? count : `${count}. ${known}`;
    fan.title = fan.ariaLabel;
    return fan;
  }

  /** A row, in which all cards can be seen, or a pile, of which the topmost card is. */
  #share(share: Share, standing: Standing): HTMLElement {
    const offers = share.cards.map((card) => standing.asking?.offer(card) ?? "none");
    const spread = share.row || share.cards.length > 1 || offers.some((offer) => offer !== "none") || share.held;
    const pile = !isKnown(share) && (share.hidden > 0 ? share.cards.length === 0 || !spread : !spread);
    const tray = pile ? this.#pile(share, standing) : this.#row(share, standing);
    const count = share.cards.length + share.hidden;
    const title = made("h4", "", share.said, ...(pile && count > 0 ? [" ", made("b", "", String(count))] : []));
    title.id = idOf("zone", share);
    tray.setAttribute("aria-labelledby", title.id);
    tray.dataset["place"] = share.key;
    const zone = made("div", pile ? "zone" : "zone wide", tray, title);
    return zone;
  }

  #row(share: Share, { asking, marks }: Standing): HTMLElement {
    const { length } = share.cards;
    const tray = made("ul", length > ROWS.long ? "tray row many" : length > ROWS.lying ? "tray row full" : "tray row");
    const long = share.cards.length > ROW && share.cards.every((card) => (asking?.offer(card) ?? "none") === "none");
    const from = long && !this.#whole.has(share.key) ? share.cards.length - ROW + 2 : 0;
    if (isKnown(share)) {
      tray.append(...share.faces.map((card) => made("li", "", this.#faceDown(share, card))));
    } else if (share.hidden > 0) {
      tray.append(made("li", "", this.#counted(share)));
    }
    if (long) {
      const turn = button(`zone ${share.key}`, "", from > 0 ? say("earlier", { n: from }) : say("fewer"), () => this.#turn(share.key));
      tray.append(made("li", "turner", turn));
    }
    tray.append(...share.cards.slice(from).map((card) => made("li", "", this.#card(card, asking, marks))));
    if (tray.childElementCount === 0) {
      tray.append(made("li", "unseen", say("empty")));
    }
    return tray;
  }

  /** A card face down: its back, or faintly its face if the seat knows it. */
  #faceDown({ pack }: Share, card: number | null): HTMLElement {
    return card === null ? this.faces.back(pack) : this.faces.faint(card);
  }

  /** A card face down, with the number of those that lie there so. */
  #counted({ pack, hidden, said }: Share): HTMLElement {
    const back = this.faces.back(pack);
    back.append(made("span", "mark", String(hidden)));
    return made("span", "", back, made("span", "unseen", `${said}: ${say("face-down", { number: hidden })}`));
  }

  #pile(share: Share, { asking, marks }: Standing): HTMLElement {
    const { cards, hidden } = share;
    const top = cards.at(-1);
    const back = top === undefined ? share.pack : (this.game.cards[top]?.pack ?? 0);
    const beneath = cards.length + hidden - 1;
    const under = Array.from({ length: Math.min(2, Math.max(0, beneath)) }, () => made("li", "under", this.faces.back(back)));
    const said = hidden > 0 ? [made("li", "unseen", say("face-down", { number: hidden }))] : [];
    const known = share.faces.find((card) => card !== null) ?? null;
    const upper = top === undefined ? (hidden > 0 ? this.#faceDown(share, known) : null) : this.#card(top, asking, marks);
    const shown = upper === null ? made("li", "unseen", say("empty")) : made("li", "", upper);
    const tray = made("ul", "tray pile", ...under.reverse(), shown, ...said);
    tray.title = this.#known(share);
    return tray;
  }

  /** The cards face down that the seat knows. */
  #known({ faces }: Share): string {
    const cards = faces.flatMap((card) => (card === null ? [] : (this.game.cards[card]?.said ?? [])));
    return cards.length === 0 ? "" : say("known-faces", { cards: cards.join(", ") });
  }

  #hand(share: Share, several: boolean, { asking, marks }: Standing): HTMLElement {
    const { length } = share.cards;
    const tray = made("ul", length > ROWS.wide ? "tray many" : length > ROWS.narrow ? "tray fanned full" : length > FANNED ? "tray fanned" : "tray");
    const slant = Math.min(SLANT, (2 * WIDEST) / Math.max(1, length - 1));
    share.cards.forEach((card, index) => {
      const each = made("li", "", this.#card(card, asking, marks));
      each.style.setProperty("--at", String(slant * (index - (share.cards.length - 1) / 2)));
      tray.append(each);
    });
    tray.dataset["place"] = share.key;
    const title = made("h3", several ? "" : "unseen", share.said);
    title.id = idOf("hand", share);
    tray.setAttribute("aria-labelledby", title.id);
    return made("div", "zone", tray, title);
  }

  #card(card: number, asking: Asking | null, marks: ReadonlyMap<number, string>): HTMLElement {
    const offer = asking?.offer(card) ?? "none";
    const mark = asking?.hinted(card) === true ? say("hint") : (marks.get(card) ?? "");
    return this.faces.face(card, { offer, mark, click: (at) => asking?.card(card, at) });
  }

  #turn(zone: string): void {
    if (!this.#whole.delete(zone)) {
      this.#whole.add(zone);
    }
    this.redraw();
  }
}

/** Piles first, then open rows. */
function piles(shares: readonly Share[]): Share[] {
  return [...shares.filter(({ row }) => !row), ...shares.filter(({ row }) => row)];
}

/** Whether a seat holds this, as whoever sees it now. */
function isHand({ held, owner }: Share, { seat }: Table): boolean {
  return held && owner !== null && owner === seat;
}

/** Whether the cards face down of a row are drawn one by one, as the seat knows some of them. */
function isKnown({ row, faces }: Share): boolean {
  return row && faces.length > 0 && faces.length <= KNOWN;
}

/** What the label of a place is found by. */
function idOf(kind: string, { key }: Share): string {
  return `${kind}-${key.replaceAll(/[^\p{L}\p{N}_]/gu, "-")}`;
}
