/** The table on the page: what lies there, what is asked, what has happened, and what else one can do. */

import { Asking, type Answering } from "./asking.js";
import { button, element, made, replace, told } from "./dom.js";
import { Felt } from "./felt.js";
import { Log } from "./log.js";
import type { Chosen, Game, Option, Table } from "./protocol.js";
import { say } from "./words.js";

const TOLD = 3; // steps that are said to whoever cannot see the log

/** What the table asks of the game that is played on it. */
export interface Played extends Omit<Answering, "redraw"> {
  choose(clicked: readonly string[]): Promise<Chosen | null>;
  answer(option: Option): void;
  why(option: string | null): void;
  undo(): void;
  step(): void;
  cover(): void;
  uncover(): void;
  look(seat: number | null): void;
}

/** Who may look: nobody before the table is uncovered for the seat that is asked, everybody when the game is over. */
export interface Looking {
  readonly covered: number | null;
  readonly next: number | null; // another person here, who is asked now
  readonly others: boolean; // whether one may look from any seat
  readonly person: boolean; // whether a person sits where one looks from
  readonly stepping: boolean; // whether bots wait for a click
}

export class TableView {
  readonly #root = element("table", HTMLElement);
  readonly #state = element("state", HTMLElement);
  readonly #happened = element("happened", HTMLElement);
  readonly #felt = element("felt", HTMLElement);
  readonly #ask = element("ask", HTMLElement);
  readonly #more = element("more", HTMLElement);
  readonly #reason = element("reason", HTMLElement);
  readonly #log = new Log(element("log", HTMLElement));
  #game: Game | null = null;
  #shown: { table: Table; looking: Looking; asking: Asking | null } | null = null;
  #felts: Felt | null = null;
  #fresh: ReadonlySet<number> = new Set();

  constructor(private readonly played: Played) {}

  /** Takes everything off the table, and lays another game there. */
  begin(game: Game | null): void {
    this.#game = game;
    this.#felts = game === null ? null : new Felt(game, () => this.redraw());
    this.#shown = null;
    this.#log.clear();
    this.redraw();
  }

  /** How the game stands now. */
  show(table: Table, looking: Looking): void {
    const asked = table.asked;
    const asking = asked === null ? null : new Asking({ ...table, asked }, { ...bound(this.played), redraw: () => this.redraw() });
    if (table.story.length > 0 || table.since === 0) {
      this.#fresh = new Set(table.since === 0 ? [] : table.story.flatMap((step) => step.cards));
      const last = table.story.filter((step) => step.what !== "standings").slice(-TOLD);
      replace(this.#happened, last.map((step) => told(made("span", "", `${step.text}. `.replace(/\.\. $/u, ". ")))));
    }
    this.#log.add(table.since, table.story);
    this.#shown = { table, looking, asking };
    this.#say(null);
    this.redraw();
  }

  /** Brings the table into sight, for whoever sees it and whoever hears it. */
  focus(): void {
    this.#state.focus({ preventScroll: true });
    this.#root.scrollIntoView({ block: "start" });
  }

  /** Says why something is as it is, or what went wrong. */
  reason(lines: readonly string[]): void {
    this.#say(lines);
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
    this.#draw(open);
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
    this.#log.hide(covered !== null);
    this.#happened.hidden = covered !== null;
    if (shown === null || this.#felts === null) {
      this.#state.textContent = say("nothing-dealt");
      [this.#felt, this.#ask, this.#more, this.#happened].forEach((each) => replace(each, []));
      return;
    }
    const { table, looking, asking } = shown;
    if (covered !== null) {
      this.#state.textContent = say("covered", { seat: this.#name(covered) });
      const uncover = button("uncover", "main", say("uncover", { seat: this.#name(covered) }), () => this.played.uncover());
      replace(this.#felt, []);
      replace(this.#more, []);
      replace(this.#ask, [made("p", "buttons", uncover)]);
      return;
    }
    this.#state.textContent = this.#standing(table);
    replace(this.#felt, this.#felts.drawn(table, asking, this.#fresh));
    replace(this.#ask, asking?.drawn(open) ?? this.#waiting(looking));
    replace(this.#more, this.#controls(table, looking));
  }

  #standing(table: Table): string {
    if (table.outcome !== null) {
      const seats = table.outcome.winners.map((seat) => this.#name(seat)).join(", ");
      return seats === "" ? say("over-none") : say("over-won", { seats });
    }
    if (table.asked !== null) {
      return say("your-answer");
    }
    return table.waits === null ? say("working") : say(table.bots ? "thinks" : "waits", { seat: this.#name(table.waits) });
  }

  #waiting({ next, stepping }: Looking): HTMLElement[] {
    if (next !== null) {
      const pass = button("cover", "main", say("pass-on", { seat: this.#name(next) }), () => this.played.cover());
      return [made("p", "buttons", pass)];
    }
    return stepping ? [made("p", "buttons", button("step", "main", say("step"), () => this.played.step()))] : [];
  }

  #controls(table: Table, { others, person }: Looking): HTMLElement[] {
    const controls: HTMLElement[] = [];
    if (person) {
      controls.push(button("undo", "", say("undo"), () => this.played.undo()));
    }
    if (others) {
      const select = made("select", "");
      select.dataset["key"] = "see-as";
      const seats = (this.#game?.seats ?? []).map(({ name }, seat) => new Option(name, String(seat)));
      select.append(new Option(say("spectator"), ""), ...seats);
      select.value = String(table.seat ?? "");
      select.addEventListener("change", () => this.played.look(select.value === "" ? null : Number(select.value)));
      controls.push(made("label", "", `${say("see-as")} `, select));
    }
    return controls;
  }

  #name(seat: number): string {
    return this.#game?.seats[seat]?.name ?? "";
  }

  #say(lines: readonly string[] | null): void {
    this.#reason.hidden = lines === null;
    replace(this.#reason, (lines ?? []).map((line) => told(made("p", "", line))));
    if (lines !== null) {
      this.#reason.scrollIntoView({ block: "nearest" });
    }
  }

  /** Remembers what has the focus; it goes back there, or where the next thing can be done. */
  #focused(): () => void {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !this.#root.contains(active) || active.dataset["key"] === undefined) {
      return () => undefined;
    }
    const key = active.dataset["key"];
    return () => {
      const all = [...this.#root.querySelectorAll<HTMLElement>("[data-key]")];
      const offered = all.find((each) => each.matches(".offered, .picked, #ask .main, #ask .buttons [data-key]"));
      (all.find((each) => each.dataset["key"] === key && !each.matches(".refused")) ?? offered ?? this.#state).focus();
    };
  }
}

/** What can be done with the table now. */
function being({ outcome, asked }: Table): "over" | "asked" | "waiting" {
  return outcome !== null ? "over" : asked !== null ? "asked" : "waiting";
}

function bound(played: Played): Omit<Answering, "redraw"> {
  return {
    choose: (clicked) => played.choose(clicked),
    answer: (option) => played.answer(option),
    why: (option) => played.why(option),
  };
}
