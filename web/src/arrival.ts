/** What comes in from outside, by an address: it is told first, and used when somebody agrees. */

import { taken } from "./address.js";
import type { Bench } from "./bench.js";
import { made, told } from "./dom.js";
import { unlessEnded } from "./engine.js";
import { notice, refusal, remark, withdraw } from "./notices.js";
import type { Glimpse, Received } from "./protocol.js";
import { called, sitting } from "./seats.js";
import type { Setup } from "./setup.js";
import { keepHere, keptHere } from "./store.js";
import { say } from "./words.js";

const NAME = "arrived"; // under which it is kept

export class Arrival {
  #given = taken(); // what has come, and was not read yet
  #asked = ""; // the fragment that is being told, or was told last

  constructor(
    private readonly bench: Bench,
    private readonly setup: Setup,
    private readonly left: () => void, // what was offered is not wanted
  ) {
    window.addEventListener("hashchange", () => {
      this.#given = taken() || this.#given;
      void this.look().catch(unlessEnded);
    });
    const before = keptHere(NAME);
    if (this.#given === "" && before !== null) {
      remark("arrival", () => [say("arrival-before")], () => [
        { key: "arrival-again", label: say("share-open"), do: () => void this.receive(before).catch(unlessEnded) },
      ]);
    }
  }

  /** Tells what the page was opened with, if that was not done; whether something is offered. It has to be able to ask. */
  async look(): Promise<boolean> {
    const fragment = this.#given;
    if (fragment === "" || this.bench.engine.being.is !== "ready") {
      return false;
    }
    this.#given = "";
    return this.receive(fragment);
  }

  /** Offers what is in a fragment, if it can be read. That stays with this tab until one has taken it over, or left it. */
  async receive(fragment: string): Promise<boolean> {
    this.#asked = fragment;
    keepHere(NAME, null);
    let answered;
    try {
      answered = await this.bench.engine.ask({ kind: "receive", fragment });
    } catch (error) {
      unlessEnded(error);
      remark("arrival", () => [say("arrival-bad"), say("arrival-ended")]);
      return false;
    }
    const { answer, error } = answered;
    if (this.#asked !== fragment) {
      return true; // another one came in the meantime
    }
    withdraw("arrival");
    if (error !== undefined) {
      remark("arrival", () => [say("arrival-bad"), refusal(error)]);
    } else {
      keepHere(NAME, fragment);
      this.#offer(answer);
    }
    return error === undefined;
  }

  #offer(what: Received): void {
    const shown = notice("arrival", () => ({
      content: [
        made("h2", "", say("arrival")),
        this.#told(what),
        ...warnings(what),
        ...text(what),
        made("p", "small-print", say(what.game === null ? "arrival-safe" : "arrival-safe-game")),
      ],
      deeds: [
        { key: "take-over", label: say("take-over"), main: true, do: () => void this.#take(what).catch(unlessEnded) },
        {
          key: "leave",
          label: say("leave"),
          do: () => {
            keepHere(NAME, null);
            this.left();
          },
        },
      ],
    }));
    shown.ariaLabel = say("arrival");
    shown.focus();
  }

  #told({ rules: all, base, layers, name, title, players, seats, game }: Received): HTMLElement {
    const { rules } = this.bench;
    const list = made("dl", "facts");
    const fact = (word: string, ...what: (Node | string)[]) => list.append(made("dt", "", word), made("dd", "", ...what));
    if (base !== "") {
      fact(say("what-to-play"), told(made("span", "", rules.title(base))));
    }
    if (layers.some((each) => each !== name)) {
      const others = layers.filter((each) => each !== name).map((each) => rules.title(each, all.split("+")[0]));
      fact(say("layers"), told(made("span", "", others.join(", "))));
    }
    if (name !== "") {
      fact(say(base === "" ? "arrival-game-rule" : "arrival-rule"), title === "" ? name : `${title} (${name})`);
    }
    if (players !== null || seats !== null) {
      const sits = (seats ?? []).map(sitting).join(" · ");
      fact(say("players"), [players ?? seats?.length ?? "", sits].filter((part) => part !== "").join(": "));
    }
    if (game !== null) {
      fact(say("arrival-table"), glimpse(game));
    }
    return list;
  }

  async #take(what: Received): Promise<void> {
    const { rules } = this.bench;
    keepHere(NAME, null);
    rules.remember();
    rules.choose(what.base, what.layers);
    this.setup.seat(what.players, what.seats);
    this.bench.write(what.text);
    const dropped = what.layers.filter((name) => name !== what.name && !rules.layers.includes(name));
    const lost = () => (dropped.length === 0 ? [] : [say("arrival-left-out", { layers: dropped.join(", ") })]);
    const { record, seats } = what;
    if (record !== null) {
      const texts = what.name === "" ? {} : { [what.name]: what.text };
      const error = await this.bench.begin(async () => ({ kind: "open", record, texts, seats }));
      if (error === null) {
        return;
      }
      remark("arrival", () => [say("arrival-no-game"), refusal(error), ...lost()]);
    } else {
      remark("arrival", () => [say("arrival-taken"), ...lost()]);
    }
    this.bench.invite();
  }
}

export function glimpse({ players, turns, finished }: Glimpse): string {
  return say(finished ? "glimpse-over" : "glimpse", { players: players.map(called).join(", "), n: turns });
}

function warnings({ replaces, lacking, name }: Received): HTMLElement[] {
  const said: string[] = [];
  if (replaces) {
    said.push(say("arrival-replaces", { name }));
  }
  if (lacking.length > 0) {
    said.push(say("arrival-lacking", { names: lacking.join(", ") }));
  }
  return said.map((line) => made("p", "caution", line));
}

/** The rule to be read, folded. */
function text({ text, shown }: Received): HTMLElement[] {
  if (text === "") {
    return [];
  }
  const lines = shown.split("\n").length;
  return [made("details", "", made("summary", "", say("arrival-read", { n: lines })), made("pre", "reading", shown))];
}
