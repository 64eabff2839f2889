/** Movements that show what went where: a card flies from where it was to where it lies, unless one wants none. */

import type { Share, Table } from "./protocol.js";

const FLIGHT = 260; // milliseconds
const TURNING = 180;
const EASE = "ease-out";

/** Where cards and places were before the table is drawn anew. */
export class Flights {
  #cards = new Map<string, DOMRect>();
  #places = new Map<string, DOMRect>();
  #shares: readonly Share[] = [];

  constructor(private readonly root: HTMLElement) {}

  /** Remembers where everything lies. */
  before(): void {
    this.#cards = rects(this.root, "card");
    this.#places = rects(this.root, "place");
  }

  /** Lets what has moved fly there; what comes from a place where nobody saw it comes from there. */
  after(table: Table): void {
    const earlier = this.#shares;
    this.#shares = table.shares;
    if (earlier.length === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return;
    }
    const left = new Set(changed(earlier, table.shares, (before, now) => now < before));
    for (const each of this.root.querySelectorAll<HTMLElement>("[data-card]")) {
      const to = each.getBoundingClientRect();
      const before = this.#cards.get(each.dataset["card"] ?? "");
      const from = before ?? this.#source(each, left);
      if (from !== undefined && (Math.abs(from.left - to.left) > 2 || Math.abs(from.top - to.top) > 2)) {
        const ratio = Math.min(from.width / Math.max(1, to.width), from.height / Math.max(1, to.height));
        fly(each, from, to, before === undefined ? Math.min(1, ratio) : ratio); // a place can be larger than a card
      }
    }
    this.#unseen(changed(earlier, table.shares, (before, now) => now > before));
  }

  /** Forgets what lay there, as another game is on the table. */
  forget(): void {
    this.#shares = [];
    this.#cards.clear();
    this.#places.clear();
  }

  /** The one place of which fewer cards are seen to lie there than before, other than where the card lies now. */
  #source(card: HTMLElement, left: ReadonlySet<string>): DOMRect | undefined {
    const here = card.closest<HTMLElement>("[data-place]")?.dataset["place"];
    const sources = [...left].filter((place) => place !== here);
    return sources.length === 1 ? this.#places.get(sources[0] ?? "") : undefined;
  }

  /** A place where more cards lie face down than before is seen to have got some. */
  #unseen(grown: readonly string[]): void {
    for (const place of grown) {
      const each = [...this.root.querySelectorAll<HTMLElement>("[data-place]")].find((one) => one.dataset["place"] === place);
      each?.animate([{ scale: "1.04" }, { scale: "1" }], { duration: TURNING, easing: EASE });
    }
  }
}

function rects(root: HTMLElement, name: "card" | "place"): Map<string, DOMRect> {
  const all = [...root.querySelectorAll<HTMLElement>(`[data-${name}]`)];
  return new Map(all.map((each) => [each.dataset[name] ?? "", each.getBoundingClientRect()]));
}

/** The places whose number of cards has changed so. */
function changed(earlier: readonly Share[], now: readonly Share[], so: (before: number, now: number) => boolean): string[] {
  const before = new Map(earlier.map((share) => [share.key, count(share)]));
  return now.filter((share) => so(before.get(share.key) ?? 0, count(share))).map(({ key }) => key);
}

function count({ cards, hidden }: Share): number {
  return cards.length + hidden;
}

/** A copy flies over everything, as the places of a table hide what is not within them; the card is there when it lands. */
function fly(each: HTMLElement, from: DOMRect, to: DOMRect, ratio: number): void {
  const flying = each.cloneNode(true) as HTMLElement;
  delete flying.dataset["card"];
  delete flying.dataset["key"];
  flying.classList.add("flying");
  flying.ariaHidden = "true";
  flying.tabIndex = -1;
  const { style } = flying;
  style.left = `${to.left}px`;
  style.top = `${to.top}px`;
  style.setProperty("--w", `${to.width}px`);
  const shift = `${from.left + from.width / 2 - to.left - to.width / 2}px ${from.top + from.height / 2 - to.top - to.height / 2}px`;
  const scale = String(Math.max(0.1, ratio));
  document.body.append(flying);
  each.style.visibility = "hidden";
  const flight = flying.animate([{ translate: shift, scale }, { translate: "0 0", scale: "1" }], { duration: FLIGHT, easing: EASE });
  const landed = () => {
    flying.remove();
    each.style.visibility = "";
  };
  flight.finished.then(landed, landed);
}
