/** Files that somebody opens: a rule goes into the editor, a game is told first, and put on the table if one agrees. */

import { glimpse } from "./arrival.js";
import type { Bench } from "./bench.js";
import { made } from "./dom.js";
import { earlier } from "./earlier.js";
import { unlessEnded } from "./engine.js";
import { read } from "./files.js";
import { notice, refusal, remark, type Deed } from "./notices.js";
import type { Failed, Glimpse, Open, Recognized } from "./protocol.js";
import { called, PERSON, seating } from "./seats.js";
import { say } from "./words.js";

export class Opening {
  constructor(
    private readonly bench: Bench,
    private readonly bots: () => readonly string[],
  ) {}

  /** One rule and one game of these; rules first, as the game may go by it. */
  async opened(files: readonly File[]): Promise<void> {
    const games: { record: string; game: Glimpse }[] = [];
    for (const file of files) {
      const found = await read(file);
      if ("why" in found) {
        remark("file", () => [say(found.why, { name: file.name })]);
        continue;
      }
      const { answer, error } = await this.bench.engine.ask({ kind: "recognize", text: found.text });
      if (error !== undefined) {
        remark("file", () => [refusal(error)]);
      } else if (answer.game !== null) {
        games.push({ record: found.text, game: answer.game });
      } else if (answer.file === "") {
        this.#ask(file.name, found.text, answer);
      } else {
        this.#write(file.name, found.text, answer);
      }
    }
    games.slice(-1).forEach(({ record, game }) => this.#offer(record, game));
  }

  // ---- rules

  #ask(name: string, text: string, what: Recognized): void {
    const write: Deed = { key: "open-anyway", label: say("file-anyway"), do: () => this.#write(name, text, what) };
    remark("file", () => [say("file-no-rule", { name })], () => [write]);
  }

  #write(name: string, text: string, { tried_on, file }: Recognized): void {
    const { rules } = this.bench;
    const bases = rules.files.filter(({ kind }) => kind === "ruleset").map((each) => each.name);
    const base = tried_on.find((each) => bases.includes(each));
    rules.remember();
    if (file === "layer" && base !== undefined && !tried_on.includes(rules.base)) {
      rules.choose(base, rules.layers);
    }
    this.bench.write(text);
    this.bench.edit();
    remark("file", () => [say("file-opened", { name })]);
  }

  // ---- games

  #offer(record: string, game: Glimpse): void {
    const seats = [...game.seats];
    const shown = notice("record", () => {
      const facts = made("dl", "facts", made("dt", "", say("what-to-play")), made("dd", "", game.rules || "?"));
      facts.append(made("dt", "", say("arrival-table")), made("dd", "", glimpse(game)));
      const deed = (key: string, label: string, request: Partial<Open>, main = false): Deed => ({
        key, label, main, do: () => void this.#open(record, game, request).catch(unlessEnded),
      });
      const deeds = game.finished
        ? [deed("record-end", say("record-end"), {}, true)]
        : [deed("record-on", say("record-on"), { seats }, true)];
      deeds.push(deed("record-watch", say("record-watch"), { after: 0 }));
      deeds.push({ key: "record-leave", label: say("record-leave"), do: () => undefined });
      const choices = game.finished ? [] : [made("div", "row", ...game.players.map((name, seat) => this.#seat(name, seat, seats)))];
      return { content: [made("h2", "", say("record")), facts, ...choices, made("p", "small-print", say("record-about"))], deeds };
    });
    shown.ariaLabel = say("record");
    shown.focus();
  }

  #seat(name: string, seat: number, seats: string[]): HTMLElement {
    const now = seats[seat] ?? PERSON;
    const select = seating([...new Set([PERSON, ...this.bots(), now])], now, (sits) => (seats[seat] = sits));
    return made("label", "", made("bdi", "", called(name, seat)), " ", select);
  }

  /** Opens it by the rule that is here, or by one that was here before, if it goes by a text that does not come along. */
  async #open(record: string, game: Glimpse, request: Partial<Open>): Promise<void> {
    let first: Failed | null = null;
    for (const texts of await this.#texts(game.rules)) {
      const error = await this.bench.begin(async () => ({ kind: "open", record, texts, ...request }));
      if (error === null) {
        return;
      }
      first ??= error;
    }
    remark("record", () => [say("record-refused"), ...(first === null ? [] : [refusal(first)])]);
  }

  async #texts(rules: string): Promise<Record<string, string>[]> {
    const parts = rules.split("+").map((part) => part.trim());
    const found: Record<string, string>[] = [];
    for (const text of [this.bench.rules.text, ...earlier().map((each) => each.text)]) {
      const { answer } = await this.bench.engine.ask({ kind: "recognize", text });
      const name = answer?.name ?? "";
      if (name !== "" && parts.includes(name)) {
        found.push({ [name]: text });
      }
    }
    const known = parts.every((part) => this.bench.rules.file(part, parts[0]) !== undefined);
    return known || found.length === 0 ? [{}, ...found] : found;
  }
}
