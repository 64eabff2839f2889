/** The end of a round, for which the game stops: why it ended, who scores, how everybody stands. The end of a game, too. */

import { button, element, made, replace } from "./dom.js";
import type { Faces } from "./cards.js";
import type { Ending, Game, Outcome, Tally } from "./protocol.js";
import { shape } from "./shapes.js";
import { say } from "./words.js";

const DOTS = 12; // of more than so many there is only the number

/** What one can do there. */
export interface Pausing {
  goOn(): void;
  again(): void;
  others(): void;
  watch(): void;
  story(): void;
}

export class Pause {
  readonly #box = element("pause", HTMLElement);

  constructor(private readonly does: Pausing) {}

  get shown(): boolean {
    return !this.#box.hidden;
  }

  hide(): void {
    this.#box.hidden = true;
    replace(this.#box, []);
  }

  /** A round has ended, and the next one has begun. */
  round(game: Game, faces: Faces, ending: Ending, own: number | null): void {
    const next = button("go-on", "main", say("next-round"), () => this.does.goOn());
    const look = button("look-back", "", say("look-back"), () => this.does.story());
    this.#show(game, faces, say("round-over"), ending, own, [next, look]);
  }

  /** The game is over. */
  over(game: Game, faces: Faces, outcome: Outcome, ending: Ending | undefined, own: number | null): void {
    const acts = [
      button("again", "main", say("deal-again"), () => this.does.again()),
      button("others", "", say("other-seats"), () => this.does.others()),
      button("watch", "", say("watch-again"), () => this.does.watch()),
    ];
    const close = button("see-table", "", say("see-table"), () => this.hide());
    const why = [outcome.said, outcome.why || (ending?.why ?? "")].filter((text) => text !== "").join(" ");
    const won = own !== null && outcome.winners.includes(own);
    const title = say(won ? "you-won" : "game-over");
    this.#show(game, faces, title, { ...(ending ?? NOTHING), why, then: [] }, own, [...acts, close]);
  }

  #show(game: Game, faces: Faces, title: string, ending: Ending, own: number | null, acts: HTMLElement[]): void {
    const heading = made("h2", "", title);
    heading.id = "pause-title";
    const lead = [ending.why, ...ending.then].filter((text) => text !== "");
    replace(this.#box, [
      heading,
      ...lead.map((text, index) => made("p", index === 0 ? "lead" : "", text)),
      ...ending.tally.map((tally) => standing(game, faces, tally, own, ending.tally.length > 1)),
      made("div", "acts", ...acts),
    ]);
    this.#box.hidden = false;
  }
}

const NOTHING: Ending = { step: 0, why: "", rule: "", cites: "", seats: [], cards: [], then: [], tally: [] };

/** How everybody stands, the first one on top. */
function standing(game: Game, faces: Faces, { said, values, gained }: Tally, own: number | null, named: boolean): HTMLElement {
  const order = values.map((_, seat) => seat).sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0));
  const most = Math.max(...values);
  const rows = order.map((seat) => {
    const { name, said: called } = game.seats[seat] ?? { name: "", said: "" };
    const look = faces.look(name);
    const sign = look === null || look.symbol !== "" ? [] : [shape(look.shape)];
    sign.forEach((each) => each.style.setProperty("--k", look?.colour ?? ""));
    const who = made("th", "", ...sign, seat === own ? say("you-are", { seat: called }) : called);
    who.scope = "row";
    const value = values[seat] ?? 0;
    const more = gained[seat] ?? 0;
    const dots = most <= DOTS && Math.min(...values) >= 0 ? [made("td", "dots", ...dotted(value, more))] : [];
    return made("tr", "", who, ...dots, made("td", "sum", String(value)), made("td", "more", told(more)));
  });
  const table = made("table", "tally", ...(named ? [made("caption", "", said)] : []), made("tbody", "", ...rows));
  table.ariaLabel = said;
  return table;
}

function dotted(value: number, more: number): HTMLElement[] {
  return Array.from({ length: value }, (_, index) => {
    const dot = made("i", index >= value - more ? "fresh" : "full");
    dot.ariaHidden = "true";
    return dot;
  });
}

function told(more: number): string {
  return more === 0 ? "" : more > 0 ? `+ ${more}` : `− ${-more}`;
}
