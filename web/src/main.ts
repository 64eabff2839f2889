/** The page: it starts the engine, deals, shows the table and hands answers on. */

import { element, replace } from "./dom.js";
import { Engine, type Being } from "./engine.js";
import type { Failed, Game, Problem, RuleText, Share, Table } from "./protocol.js";
import { keep, kept } from "./store.js";

const OWN = "own"; // what the rule in the editor is called, where its text does not say
const SEAT = 0;

const being = element("being", HTMLElement);
const loaded = element("loaded", HTMLProgressElement);
const base = element("base", HTMLSelectElement);
const players = element("players", HTMLSelectElement);
const text = element("text", HTMLTextAreaElement);
const deal = element("deal", HTMLButtonElement);
const problems = element("problems", HTMLElement);
const state = element("state", HTMLElement);
const shares = element("shares", HTMLElement);
const options = element("options", HTMLElement);
const log = element("log", HTMLElement);

let game: Game | null = null;
let files: RuleText[] = [];

const engine = new Engine(told);

function told(now: Being): void {
  document.body.dataset["engine"] = now.is;
  loaded.hidden = now.is !== "loading";
  for (const each of [base, players, deal]) {
    each.disabled = now.is !== "ready";
  }
  switch (now.is) {
    case "loading":
      loaded.value = now.share;
      being.textContent = "Loading ...";
      break;
    case "starting":
      being.textContent = "Starting ...";
      break;
    case "ready":
      being.textContent = "Ready.";
      void shelves();
      break;
    case "over":
      game = null;
      clear();
      state.textContent = `The engine has stopped (${now.why}). Your rule is still here.`;
      being.textContent = "Stopped; reload the page to try again.";
  }
}

async function shelves(): Promise<void> {
  if (files.length > 0) {
    return;
  }
  const { answer, error } = await engine.ask({ kind: "library" });
  if (error !== undefined) {
    return failed(error);
  }
  files = answer.files;
  replace(
    base,
    files
      .filter((file) => file.kind === "ruleset")
      .map((file) => new Option(`${file.title || file.name} (${file.name})`, file.name)),
  );
  seated();
}

function seated(): void {
  const counts = files.find((file) => file.name === base.value)?.players ?? [];
  replace(players, counts.map((count) => new Option(String(count), String(count))));
}

/** The rules that are chosen, and the texts that they consist of beside those of the library. */
function written(): { rules: string; texts: Record<string, string> } {
  if (text.value.trim() === "") {
    return { rules: base.value, texts: {} };
  }
  const name = /^\s*(?:layer|ruleset)\s+([\w-]+)/mu.exec(text.value)?.[1] ?? OWN;
  const rules = /^\s*ruleset\s/mu.test(text.value) ? name : `${base.value}+${name}`;
  return { rules, texts: { [name]: text.value } };
}

async function dealt(): Promise<void> {
  clear();
  const count = players.value === "" ? null : Number(players.value);
  const { answer, error } = await engine.ask({ kind: "new", ...written(), players: count });
  if (error !== undefined) {
    return failed(error);
  }
  game = answer;
  await go();
}

/** Lets the bots answer until somebody is asked, and shows the table. */
async function go(): Promise<void> {
  const { answer, error } = await engine.ask({ kind: "bots", answers: 100, seat: SEAT });
  if (error !== undefined) {
    return failed(error);
  }
  show(answer);
}

async function answered(option: string): Promise<void> {
  for (const each of options.querySelectorAll("button")) {
    each.disabled = true;
  }
  const { error } = await engine.ask({ kind: "answer", seat: SEAT, option });
  return error === undefined ? go() : failed(error);
}

function show(table: Table): void {
  if (table.outcome !== null) {
    const names = table.outcome.winners.map(seat).join(", ");
    state.textContent = names === "" ? "The game is over; nobody has won." : `The game is over; won by ${names}.`;
  } else {
    state.textContent = table.asked?.question ?? `${seat(table.waits)} is to answer.`;
  }
  replace(shares, table.shares.filter((share) => !share.quiet).flatMap(described));
  replace(
    options,
    (table.asked?.options ?? []).map((option) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = option.text;
      button.addEventListener("click", () => void answered(option.text).catch(lost));
      return item(button);
    }),
  );
  replace(log, table.story.map((step) => item(step.text)).reverse());
}

function described(share: Share): HTMLElement[] {
  const name = document.createElement("dt");
  name.textContent = share.owner === null ? share.zone : `${share.zone} of ${seat(share.owner)}`;
  const held = document.createElement("dd");
  const hidden = share.hidden > 0 ? [`${share.hidden} hidden`] : [];
  held.textContent = [...share.cards.map((card) => game?.cards[card]?.name ?? ""), ...hidden].join(", ") || "nothing";
  return [name, held];
}

function seat(index: number | null): string {
  return index === null ? "Nobody" : (game?.seats[index]?.name ?? "");
}

function failed(error: Failed): void {
  state.textContent = error.message;
  replace(problems, error.problems.length > 0 ? error.problems.map(mistake) : [item(`${error.message}\n${error.remedy}`)]);
}

function mistake(problem: Problem): HTMLLIElement {
  const where = problem.place === null ? "" : `${problem.place.file}, line ${problem.place.line}: `;
  return item(`${where}${problem.message}${problem.remedy && `\n${problem.remedy}`}`);
}

function item(content: string | Node): HTMLLIElement {
  const made = document.createElement("li");
  made.append(content);
  return made;
}

function clear(): void {
  for (const each of [problems, shares, options, log]) {
    replace(each, []);
  }
}

/** The worker ended while it was asked, which `told` has said already. */
function lost(error: unknown): void {
  console.warn(String(error));
}

text.value = kept("text") ?? "";
text.addEventListener("input", () => keep("text", text.value));
base.addEventListener("change", seated);
deal.addEventListener("click", () => void dealt().catch(lost));
void engine.start();
