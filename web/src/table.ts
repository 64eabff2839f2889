/** The table on the page: what lies there, what is asked, what has happened, and what else one can do. */

import { Asking, type Answering } from "./asking.js";
import { button, element, made, replace, told } from "./dom.js";
import { Felt } from "./felt.js";
import { Log } from "./log.js";
import { News } from "./news.js";
import type { Game, Table } from "./protocol.js";
import { Reason, type Line } from "./reason.js";
import { PERSON } from "./seats.js";
import { listed, say } from "./words.js";

/** What the table asks of the game that is played on it. */
export interface Played extends Omit<Answering, "redraw" | "tell"> {
  undo(): void;
  step(): void;
  skip(): void;
  hurry(): void;
  cover(): void;
  uncover(): void;
  look(seat: number | null): void;
  again(): void;
}

/** Who may look: nobody before the table is uncovered for the seat that is asked, everybody when the game is over. */
export interface Looking {
  readonly covered: number | null;
  readonly next: number | null; // another person here, who is asked now
  readonly others: boolean; // whether one may look from any seat
  readonly stepping: boolean; // whether bots wait for a click
  readonly skipping: boolean; // whether bots could answer without pauses
  readonly thinking: boolean; // whether a bot thinks, who could be told to answer at once
}

export class TableView {
  readonly #root = element("table", HTMLElement);
  readonly #state = element("state", HTMLElement);
  readonly #felt = element("felt", HTMLElement);
  readonly #ask = element("ask", HTMLElement);
  readonly #more = element("more", HTMLElement);
  readonly #pace = element("pace", HTMLSelectElement); // of a new game; at the table stands another one
  readonly #news = new News(element("happened", HTMLElement));
  readonly #reason: Reason;
  readonly #log: Log;
  #game: Game | null = null;
  #shown: { table: Table; looking: Looking; asking: Asking | null } | null = null;
  #felts: Felt | null = null;
  #thought: HTMLProgressElement | null = null;

  constructor(private readonly played: Played) {
    this.#log = new Log(element("log", HTMLElement), played);
    this.#reason = new Reason(element("reason", HTMLElement), played);
    new ResizeObserver(() => this.#measure()).observe(this.#ask);
  }

  /** Takes everything off the table, and lays another game there. */
  begin(game: Game | null): void {
    this.#game = game;
    this.#felts = game === null ? null : new Felt(game, () => this.redraw());
    this.#shown = null;
    this.#log.begin(game);
    this.#news.cover();
    this.#reason.hide();
    this.redraw();
  }

  /** The same game, in another language; what lies there and what was told follows. */
  rename(game: Game): void {
    this.#game = game;
    this.#felts = new Felt(game, () => this.redraw());
    this.#log.rename(game);
    this.#reason.hide();
  }

  /** How the game stands now. */
  show(table: Table, looking: Looking): void {
    const { asked } = table;
    const answering: Answering = {
      ...bound(this.played),
      redraw: () => this.redraw(),
      tell: (title, line, from) => this.reason(title, [{ text: line }], from),
    };
    const asking = asked === null ? null : new Asking({ ...table, asked }, answering);
    this.#reason.hide();
    if (looking.covered === null) {
      this.#news.hear(table.since, table.story, this.#shown?.asking !== null);
      this.#log.add(table.since, table.story);
    } else {
      this.#news.cover();
      this.#log.cover();
    }
    this.#shown = { table, looking, asking };
    this.redraw();
  }

  /** How far the bot has thought that is to answer. */
  thinking(share: number): void {
    if (this.#thought !== null) {
      this.#thought.value = share;
    }
  }

  /** Brings the table into sight, for whoever sees it and whoever hears it. */
  focus(): void {
    this.#state.focus({ preventScroll: true });
    (this.#state.parentElement ?? this.#root).scrollIntoView({ block: "start" });
  }

  /** Says why something is as it is, or what went wrong, beside what was clicked. */
  reason(title: string, lines: readonly Line[], from: HTMLElement | null): void {
    this.#reason.show(title, lines, from);
  }

  /** Nothing can be clicked while an answer is under way. */
  busy(is: boolean): void {
    this.#root.ariaBusy = String(is);
    this.#root.classList.toggle("busy", is);
  }

  /** Draws it anew, with the focus where it was. */
  redraw(): void {
    const focus = this.#focused();
    const open = this.#ask.querySelector("details")?.open ?? false;
    const seen = this.#covered() <= 0;
    this.#draw(open);
    this.#measure();
    if (seen) {
      scrollBy({ top: Math.max(0, this.#covered()), behavior: "instant" }); // the question has grown over one's hand
    }
    focus();
  }

  /** Writes it anew in another language. */
  translate(): void {
    this.#log.redraw();
    this.redraw();
  }

  #draw(open: boolean): void {
    const shown = this.#shown;
    const covered = shown?.looking.covered ?? null;
    this.#root.dataset["is"] = shown === null ? "empty" : covered !== null ? "covered" : being(shown.table);
    this.#thought = null;
    if (shown === null || this.#felts === null) {
      this.#state.textContent = say("nothing-dealt");
      [this.#felt, this.#ask, this.#more].forEach((each) => replace(each, []));
      return;
    }
    const { table, looking, asking } = shown;
    if (covered !== null) {
      this.#state.textContent = say("covered", { seat: this.#name(covered) });
      const uncover = button("uncover", "main", say("uncover", { seat: this.#name(covered) }), () => this.played.uncover());
      replace(this.#felt, []);
      replace(this.#more, []);
      replace(this.#ask, [made("div", "buttons", uncover)]);
      return;
    }
    this.#state.textContent = this.#standing(table, looking, asking);
    replace(this.#felt, this.#felts.drawn(table, asking, this.#news.cards));
    const undo = this.#undo(table);
    replace(this.#ask, asking?.drawn(open, undo) ?? this.#waiting(table, looking, undo));
    replace(this.#more, [...this.#paces(table), ...this.#looks(table, looking)]);
  }

  /** Whose turn it is, and what is waited for. */
  #standing(table: Table, { stepping }: Looking, asking: Asking | null): string {
    if (table.outcome !== null) {
      const seats = table.outcome.winners.map((seat) => this.#name(seat));
      return seats.length === 0 ? say("over-none") : say("over-won", { seats: listed(seats) });
    }
    if (asking !== null) {
      const active = table.active === table.seat;
      return asking.progress || (active ? say("your-turn") : say("your-answer", { seat: this.#name(table.active) }));
    }
    if (table.waits === null) {
      return say("working");
    }
    return say(stepping ? "steps" : table.bots ? "thinks" : "waits", { seat: this.#name(table.waits) });
  }

  #waiting(table: Table, { next, stepping, skipping, thinking }: Looking, undo: HTMLElement[]): HTMLElement[] {
    if (table.outcome !== null) {
      const again = button("again", "main", say("deal-again"), () => this.played.again());
      return [made("div", "beside", again, ...(table.undo === "possible" ? undo : []))];
    }
    if (next !== null) {
      const pass = button("cover", "main", say("pass-on", { seat: this.#name(next) }), () => this.played.cover());
      return [made("div", "buttons", pass), made("div", "beside", ...undo)];
    }
    const step = stepping ? [made("div", "buttons", button("step", "main", say("step"), () => this.played.step()))] : [];
    const beside = [...undo];
    if (thinking) {
      this.#thought = made("progress", "");
      this.#thought.ariaLabel = this.#state.textContent;
      this.#thought.value = table.thought ?? 0;
      beside.push(this.#thought);
      beside.push(button("hurry", "minor", say("hurry"), () => this.played.hurry()));
    }
    if (skipping) {
      beside.push(button("skip", "minor", say("skip"), () => this.played.skip()));
    }
    return beside.length > 0 ? [...step, made("div", "beside", ...beside)] : step;
  }

  /** Taking back, where there is something; where it is not possible, a click says why. */
  #undo({ undo }: Table): HTMLElement[] {
    if (undo === "nothing") {
      return [];
    }
    const each = button("undo", undo === "refused" ? "minor refused" : "minor", say("undo"), () => this.played.undo());
    if (undo === "refused") {
      each.ariaLabel = say("undo-refused");
      each.title = say("undo-refused");
    }
    return [each];
  }

  /** How fast bots answer, where there are some. */
  #paces({ outcome }: Table): HTMLElement[] {
    if (outcome !== null || !this.#game?.seats.some(({ sits }) => sits !== PERSON)) {
      return [];
    }
    const select = made("select", "");
    select.dataset["key"] = "pace";
    select.append(...[...this.#pace.options].map(({ text, value }) => new Option(text, value)));
    select.value = this.#pace.value;
    select.addEventListener("change", () => {
      this.#pace.value = select.value;
      this.#pace.dispatchEvent(new Event("change"));
    });
    return [made("label", "", `${say("pace")} `, select)];
  }

  #looks(table: Table, { others }: Looking): HTMLElement[] {
    if (!others) {
      return [];
    }
    const select = made("select", "");
    select.dataset["key"] = "see-as";
    const seats = (this.#game?.seats ?? []).map(({ said }, seat) => told(new Option(said, String(seat))));
    select.append(new Option(say("spectator"), ""), ...seats);
    select.value = String(table.seat ?? "");
    select.addEventListener("change", () => this.played.look(select.value === "" ? null : Number(select.value)));
    return [made("label", "", `${say("see-as")} `, select)];
  }

  #name(seat: number): string {
    return this.#game?.seats[seat]?.said ?? "";
  }

  /** How high what stays in sight at the bottom is, so that nothing is behind it that was scrolled to. */
  #measure(): void {
    const asks = staying(this.#ask);
    const own = staying(this.#felt.querySelector<HTMLElement>(".own"));
    const { style } = document.documentElement;
    style.setProperty("--asks", `${asks}px`);
    style.setProperty("--stays", `${asks + own}px`);
  }

  /** By how many pixels the question, where it stays in sight, covers one's own cards. */
  #covered(): number {
    const own = this.#felt.querySelector(".own")?.getBoundingClientRect().bottom ?? 0;
    const asks = staying(this.#ask);
    return asks === 0 ? 0 : own - (innerHeight - asks);
  }

  /** Remembers what has the focus; it goes back there, or where the next thing can be done. */
  #focused(): () => void {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !this.#root.contains(active) || active.dataset["key"] === undefined) {
      return () => undefined;
    }
    const key = active.dataset["key"];
    return () => {
      if (active.isConnected) {
        return; // it was not drawn anew
      }
      const all = [...this.#root.querySelectorAll<HTMLElement>("[data-key]")];
      const offered = all.find((each) => each.matches(".offered, .picked, #ask .main, #ask .buttons [data-key]"));
      (all.find((each) => each.dataset["key"] === key && !each.matches(".card.refused")) ?? offered ?? this.#state).focus();
    };
  }
}

/** What can be done with the table now. */
function being({ outcome, asked }: Table): "over" | "asked" | "waiting" {
  return outcome !== null ? "over" : asked !== null ? "asked" : "waiting";
}

/** How high something is that stays in sight; in a low window nothing does. */
function staying(each: HTMLElement | null): number {
  return each !== null && getComputedStyle(each).position === "sticky" ? each.offsetHeight : 0;
}

function bound(played: Played): Omit<Answering, "redraw" | "tell"> {
  return {
    choose: (clicked) => played.choose(clicked),
    hint: (heard, enough) => played.hint(heard, enough),
    answer: (option) => played.answer(option),
    why: (option, from, clicked) => played.why(option, from, clicked),
    explain: (rule, cites, from) => played.explain(rule, cites, from),
  };
}
