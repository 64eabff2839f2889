/** The table on the page: what lies there, what is asked, what has happened, and what else one can do. */

import { Asking, type Answering } from "./asking.js";
import { button, element, made, replace, signed } from "./dom.js";
import { Felt } from "./felt.js";
import { Flights } from "./flights.js";
import { Log } from "./log.js";
import { News } from "./news.js";
import { outline, outlined } from "./outline.js";
import { Pause, type Pausing } from "./pause.js";
import type { Ending, Game, Table } from "./protocol.js";
import { Reason, type Action, type Line } from "./reason.js";
import { Resting } from "./resting.js";
import { PERSON } from "./seats.js";
import { say } from "./words.js";

const SMALLEST = 0.72; // of the size that cards are meant to have
const SMALLEST_STRIP = 0.8; // ... where seats are strips, which can be scrolled
const STEP = 0.08;

/** What the table asks of the game that is played on it. */
export interface Played extends Omit<Answering, "redraw" | "tell" | "called">, Pausing {
  /** Why a card cannot be chosen beside those that were clicked, in words. */
  because(card: string, clicked: readonly string[]): Promise<string>;
  undo(): void;
  step(): void;
  skip(): void;
  hurry(): void;
  cover(): void;
  uncover(): void;
  look(seat: number | null): void;
}

/** Who may look: nobody before the table is uncovered for the seat that is asked, everybody when the game is over. */
export interface Looking {
  readonly covered: number | null;
  readonly next: number | null; // another person here, who is asked now
  readonly others: boolean; // whether one may look from any seat
  readonly stepping: boolean; // whether bots wait for a click
  readonly skipping: boolean; // whether bots could answer without pauses
  readonly thinking: boolean; // whether a bot thinks, who could be told to answer at once
  readonly ended: Ending | null; // a round that has ended, for which the game stops
}

interface Shown {
  readonly table: Table;
  readonly looking: Looking;
  readonly asking: Asking | null;
}

export class TableView {
  readonly #root = element("table", HTMLElement);
  readonly #question = element("question", HTMLElement);
  readonly #state = element("state", HTMLElement);
  readonly #felt = element("felt", HTMLElement);
  readonly #hand = element("hand", HTMLElement);
  readonly #ask = element("ask", HTMLElement);
  readonly #more = element("more", HTMLElement);
  readonly #pace = element("pace", HTMLSelectElement); // of a new game; at the table stands another one
  readonly #news = new News(element("happened", HTMLElement));
  readonly #reason: Reason;
  readonly #flights = new Flights(this.#root);
  readonly #log: Log;
  readonly #pause: Pause;
  readonly #resting: Resting;
  #game: Game | null = null;
  #shown: Shown | null = null;
  #felts: Felt | null = null;
  #without = () => say("nothing-dealt"); // why there is no game
  #thought: HTMLProgressElement | null = null;
  #fitting = 1;
  #outlined = -1; // the run of the game whose shape is kept

  constructor(private readonly played: Played) {
    this.#log = new Log(element("log", HTMLElement), played);
    this.#reason = new Reason(element("reason", HTMLElement), played);
    this.#pause = new Pause(played);
    this.#resting = new Resting(this.#root, element("tells", HTMLElement), {
      offer: (card) => this.#offer(card),
      because: (card) => this.#because(card),
      otherwise: () => this.#otherwise(),
    });
    new ResizeObserver(() => this.#unfit()).observe(this.#root);
  }

  /** Takes everything off the table, and lays another game there, or says why there is none. */
  begin(game: Game | null, without = this.#without): void {
    this.#game = game;
    this.#without = without;
    entitled(game);
    this.#felts = game === null ? null : new Felt(game, () => this.redraw());
    this.#shown = null;
    this.#log.begin(game);
    this.#news.cover();
    this.#resting.begin(game);
    this.#flights.forget();
    this.#reason.hide();
    this.#pause.hide();
    this.#unfit();
    this.redraw();
  }

  /** The game is told in other words from now on; it goes on as it stands. */
  spoken(game: Game): void {
    this.#game = game;
    entitled(game);
    this.#felts = new Felt(game, () => this.redraw());
    this.#log.begin(game);
    this.#news.cover();
    this.#resting.begin(game);
  }

  /** How the game stands now. */
  show(table: Table, looking: Looking): void {
    const { asked } = table;
    const answering: Answering = {
      ...bound(this.played),
      redraw: () => this.redraw(),
      called: (card) => this.#game?.cards[card]?.name ?? "",
      tell: (title, line, from) => this.reason(title, [{ text: line }], from),
    };
    const asking = asked === null ? null : new Asking({ ...table, asked }, answering);
    this.#reason.hide();
    if (looking.covered === null) {
      this.#news.hear(table);
      this.#log.add(table.since, table.story);
    } else {
      this.#news.cover();
      this.#log.cover();
    }
    const over = table.outcome !== null && this.#shown?.table.outcome === null;
    this.#shown = { table, looking, asking };
    this.#root.dataset["speaks"] = this.#game?.language; // which the page may have changed since
    const paused = this.#pause.shown;
    this.#flights.before();
    this.redraw();
    this.#flights.after(table);
    this.#pauses(table, looking, over);
    if (paused && document.activeElement === document.body) {
      this.#next().focus(); // what had the focus was in the panel
    }
  }

  /** Brings the newest of the story into sight, as it is opened. */
  newest(): void {
    this.#log.settle();
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
  }

  /** Says why something is as it is, or what went wrong, beside what was clicked. */
  reason(title: string, lines: readonly Line[], from: HTMLElement | null, action: Action | null = null): void {
    this.#reason.show(title, lines, from, action);
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
    this.#resting.leave();
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
    replace(this.#question, []);
    if (shown === null || this.#felts === null || covered !== null) {
      [this.#felt, this.#hand, this.#ask, this.#more].forEach((each) => replace(each, []));
      if (shown === null) {
        outline(this.#felt, this.#hand);
      }
      this.#state.textContent = covered === null ? this.#without() : say("covered", { seat: this.#name(covered) });
      if (covered !== null) {
        const uncover = button("uncover", "main", say("uncover", { seat: this.#name(covered) }), () => this.played.uncover());
        replace(this.#ask, [made("div", "buttons", uncover)]);
      }
      return;
    }
    const { table, looking, asking } = shown;
    this.#state.textContent = this.#standing(table, looking, asking);
    this.#felt.className = `of-${table.order.length}`;
    replace(this.#felt, this.#felts.drawn(table, asking, this.#news.marks));
    replace(this.#hand, this.#felts.hand(table, asking, this.#news.marks));
    if (asking !== null) {
      this.#question.append(asking.asked.question);
    }
    const undo = this.#undo(table);
    replace(this.#ask, asking?.drawn(open) ?? this.#waiting(table, looking));
    replace(this.#more, [...(asking?.hinting() ?? []), ...undo, ...this.#paces(table), ...this.#looks(table, looking)]);
    this.#fit();
    if (table.outcome === null && table.seat !== null && this.#outlined !== table.run) {
      this.#outlined = table.run;
      outlined(table);
    }
  }

  /** Makes what lies smaller until all of it is in sight, but never larger again, so that it does not jump. */
  #fit(): void {
    const { style, scrollHeight: high, clientHeight: room } = this.#felt;
    const least = getComputedStyle(this.#felt).display === "flex" ? SMALLEST_STRIP : SMALLEST;
    if (high > room + 1 && this.#fitting > least) {
      this.#fitting = Math.max(least, this.#fitting - STEP);
      style.setProperty("--fit", String(this.#fitting));
      this.#fit();
    } else if (high > room + 1) {
      this.#felt.tabIndex = 0; // so that it can be scrolled by the keyboard
    } else {
      this.#felt.removeAttribute("tabindex");
    }
  }

  /** Lets everything be as large as it was meant, in a window of another size, or in another game. */
  #unfit(): void {
    this.#fitting = 1;
    this.#felt.style.removeProperty("--fit");
    this.#fit();
  }

  /** The end of a round, or of the game, has a panel over the table. */
  #pauses({ outcome, endings, seat }: Table, { ended, covered }: Looking, over: boolean): void {
    const game = this.#game;
    const faces = this.#felts?.faces;
    if (game === null || faces === undefined || covered !== null) {
      this.#pause.hide();
    } else if (ended !== null) {
      this.#pause.round(game, faces, ended, seat);
    } else if (outcome !== null && over) {
      this.#pause.over(game, faces, outcome, endings.at(-1), seat);
    } else if (outcome === null) {
      this.#pause.hide();
    }
  }

  /** Whose turn it is, and what is waited for. */
  #standing(table: Table, { stepping }: Looking, asking: Asking | null): string {
    if (table.outcome !== null) {
      return `${say("game-over")} ${table.outcome.said}`;
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

  #waiting(table: Table, { next, stepping, skipping, thinking }: Looking): HTMLElement[] {
    if (table.outcome !== null) {
      return [made("div", "buttons", button("again", "main", say("deal-again"), () => this.played.again()))];
    }
    if (next !== null) {
      const pass = button("cover", "main", say("pass-on", { seat: this.#name(next) }), () => this.played.cover());
      return [made("div", "buttons", pass)];
    }
    const step = stepping ? [made("div", "buttons", button("step", "main", say("step"), () => this.played.step()))] : [];
    const beside: HTMLElement[] = [];
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
    const each = signed("undo", "↶", say("undo"), () => this.played.undo());
    if (undo === "refused") {
      each.classList.add("refused");
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
    select.ariaLabel = say("pace");
    return [select];
  }

  #looks(table: Table, { others }: Looking): HTMLElement[] {
    if (!others) {
      return [];
    }
    const select = made("select", "");
    select.dataset["key"] = "see-as";
    const seats = (this.#game?.seats ?? []).map(({ said }, seat) => new Option(said, String(seat)));
    select.append(new Option(say("spectator"), ""), ...seats);
    select.value = String(table.seat ?? "");
    select.addEventListener("change", () => this.played.look(select.value === "" ? null : Number(select.value)));
    return [made("label", "", `${say("see-as")} `, select)];
  }

  #name(seat: number): string {
    return this.#game?.seats[seat]?.said ?? "";
  }

  /** What a card is good for, wherever it lies. */
  #offer(card: number): "offered" | "refused" | "none" {
    const { asking } = this.#shown ?? {};
    const offer = asking?.offer(card) ?? "none";
    return offer === "picked" ? "offered" : offer;
  }

  /** What stands by the hand while one rests on nothing: what one has picked, and before the first answer the aim. */
  #otherwise(): (Node | string)[] {
    const { table, asking } = this.#shown ?? {};
    const picked = asking?.picked() ?? [];
    const begins = table !== undefined && table.undo === "nothing" && asking !== null;
    return picked.length === 0 && begins ? [this.#game?.aim ?? ""] : picked;
  }

  async #because(card: number): Promise<string> {
    const asking = this.#shown?.asking ?? null;
    return asking === null ? "" : asking.because(card, (name, clicked) => this.played.because(name, clicked));
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
      const before = all.find((each) => each.dataset["key"] === key && !each.matches(".card.refused"));
      (before ?? this.#next()).focus();
    };
  }

  /** Where the next thing can be done. */
  #next(): HTMLElement {
    const all = [...this.#root.querySelectorAll<HTMLElement>("[data-key]")];
    return all.find((each) => each.matches(".offered, .picked, #ask .main, #ask .buttons [data-key]")) ?? this.#state;
  }
}

/** What can be done with the table now. */
function being({ outcome, asked }: Table): "over" | "asked" | "waiting" {
  return outcome !== null ? "over" : asked !== null ? "asked" : "waiting";
}

function bound(played: Played): Omit<Answering, "redraw" | "tell" | "called"> {
  return {
    choose: (clicked) => played.choose(clicked),
    hint: (heard, enough) => played.hint(heard, enough),
    answer: (option) => played.answer(option),
    why: (option, from, clicked) => played.why(option, from, clicked),
    explain: (rule, cites, from) => played.explain(rule, cites, from),
  };
}

/** Says at the top of the page what is played: its name, and which of several tellings of it. */
function entitled(game: Game | null): void {
  const [name = "palast", ...rest] = (game?.title ?? "palast").split(", ");
  element("title", HTMLElement).textContent = name;
  element("subtitle", HTMLElement).textContent = rest.join(", ");
  document.title = game === null ? "palast" : game.title;
}
