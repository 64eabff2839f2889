/** The page: it starts the engine, deals, shows the table and hands answers on. */

import { element, replace } from "./dom.js";
import { Editor } from "./editor.js";
import { Engine, type Being } from "./engine.js";
import { PACES, Play } from "./play.js";
import type { Failed, Problem, RuleText } from "./protocol.js";
import { Seating } from "./seating.js";
import { keep, kept } from "./store.js";
import { languages, say } from "./words.js";

const OWN = "own"; // what the rule in the editor is called, where its text does not say

const being = element("being", HTMLElement);
const loaded = element("loaded", HTMLProgressElement);
const base = element("base", HTMLSelectElement);
const players = element("players", HTMLSelectElement);
const label = element("text-label", HTMLElement);
const deal = element("deal", HTMLButtonElement);
const problems = element("problems", HTMLElement);
const seats = element("seats", HTMLElement);
const pace = element("pace", HTMLSelectElement);

let files: RuleText[] = [];
let seating: Seating | null = null;

const engine = new Engine(told);
const play = new Play(engine);
const editor = new Editor(
  element("editor", HTMLElement),
  element("verdict", HTMLElement),
  element("mistakes", HTMLElement),
  { ask: (request) => engine.ask(request), laid, changed: (text) => keep("text", text) },
  kept("text") ?? "",
  label.textContent ?? "",
);

function told(now: Being): void {
  document.body.dataset["engine"] = now.is;
  loaded.hidden = now.is !== "loading";
  for (const each of [base, players, deal]) {
    each.disabled = now.is !== "ready";
  }
  switch (now.is) {
    case "loading":
      loaded.value = now.share;
      being.textContent = say("loading");
      break;
    case "starting":
      being.textContent = say("starting");
      break;
    case "ready":
      being.textContent = say("ready");
      void shelves();
      break;
    case "over":
      play.clear();
      element("state", HTMLElement).textContent = say("stopped", { why: now.why });
      being.textContent = say("over");
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
  seating = new Seating(seats, answer.bots);
  seated();
  editor.refresh();
}

function seated(): void {
  const counts = files.find((file) => file.name === base.value)?.players ?? [];
  replace(players, counts.map((count) => new Option(String(count), String(count))));
  seating?.draw(counts[0] ?? 0);
}

/** On which rules a text lies, and what it is called. */
function laid(text: string): { on: string; name: string } {
  const name = /^\s*(?:layer|ruleset)\s+([\w-]+)/mu.exec(text)?.[1] ?? OWN;
  return { on: /^\s*ruleset\s/mu.test(text) ? "" : base.value, name };
}

/** The rules that are chosen, and the texts that they consist of beside those of the library. */
function written(): { rules: string; texts: Record<string, string> } {
  const { text } = editor;
  if (text.trim() === "") {
    return { rules: base.value, texts: {} };
  }
  const { on, name } = laid(text);
  return { rules: on === "" ? name : `${on}+${name}`, texts: { [name]: text } };
}

async function dealt(): Promise<void> {
  replace(problems, []);
  const count = players.value === "" ? null : Number(players.value);
  const seats = count === null ? null : (seating?.seats ?? null);
  const error = await play.begin({ kind: "new", ...written(), players: count, seats });
  if (error !== null) {
    return failed(error);
  }
  play.view.focus();
}

function failed(error: Failed): void {
  element("state", HTMLElement).textContent = error.message;
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

/** The worker ended while it was asked, which `told` has said already. */
function lost(error: unknown): void {
  console.warn(String(error));
}

base.addEventListener("change", () => {
  seated();
  editor.refresh();
});
deal.addEventListener("click", () => void dealt().catch(lost));
players.addEventListener("change", () => seating?.draw(Number(players.value)));
pace.addEventListener("change", () => play.paced(PACES.find((each) => each === pace.value) ?? "once"));
languages(element("language", HTMLSelectElement), () => {
  told(engine.being);
  seating?.draw();
  play.view.translate();
  editor.label = label.textContent ?? "";
});
void engine.start();
