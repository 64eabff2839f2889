/** The page: it starts the engine, and puts its parts together: the rule, the game on the table, and the tools. */

import { Arrival } from "./arrival.js";
import { Beginning } from "./beginning.js";
import type { Bench } from "./bench.js";
import { Check } from "./check.js";
import { button, element, made, replace, told as inEnglish } from "./dom.js";
import { Editor } from "./editor.js";
import { watchOthers } from "./elsewhere.js";
import { drawExamples, drawSources } from "./examples.js";
import { EndedError, Engine, type Being } from "./engine.js";
import { dropped } from "./files.js";
import { Impact } from "./impact.js";
import { Keeping } from "./keeping.js";
import { remark, translateNotices, withdraw } from "./notices.js";
import { Opening } from "./opening.js";
import { PACES, Play } from "./play.js";
import type { Draftable, Failed, New, Open, Problem, RuleText } from "./protocol.js";
import { Replaying } from "./replaying.js";
import { Rules, type Written } from "./rules.js";
import { Saving } from "./saving.js";
import { Setup } from "./setup.js";
import { Share } from "./share.js";
import { keep, kept, whenLosing } from "./store.js";
import { Tabs } from "./tabs.js";
import { Tests } from "./tests.js";
import { Work } from "./work.js";
import { languages, say } from "./words.js";

const PAUSE = 400; // milliseconds without a change until the rules are read as a whole

const being = element("being", HTMLElement);
const loaded = element("loaded", HTMLProgressElement);
const label = element("text-label", HTMLElement);
const problems = element("problems", HTMLElement);
const stale = element("stale", HTMLElement);
const setting = element("setup", HTMLDetailsElement);
const pace = element("pace", HTMLSelectElement);

const engine = new Engine(told);
const rules = new Rules(engine, changed);
const play = new Play(
  engine,
  (rests) => void keeping.changed(rests),
  () => void dealt().catch(lost),
);
const setup = new Setup(() => void dealt().catch(lost));
const editor = new Editor(
  element("editor", HTMLElement),
  element("verdict", HTMLElement),
  element("mistakes", HTMLElement),
  element("about", HTMLElement),
  {
    ask: (request) => engine.ask(request),
    laid: (text) => rules.written(text),
    changed: (text) => (rules.text = text),
  },
  rules.text,
  label.textContent ?? "",
);
const views = new Tabs(element("views", HTMLElement));
new Tabs(element("tools", HTMLElement));

const bench: Bench = {
  engine,
  work: new Work(new Engine(() => undefined)),
  rules,
  begin,
  show(record, texts) {
    return begin({ kind: "open", record, texts });
  },
  write: (text) => (editor.text = text),
  invite() {
    setting.open = true;
    views.show("table");
    element("deal", HTMLButtonElement).focus();
  },
  edit(offset) {
    views.show("rule");
    editor.go(offset ?? 0);
  },
};
const check = new Check(element("check", HTMLElement), bench);
const impact = new Impact(element("impact", HTMLElement), bench);

const beginning = new Beginning(
  element("begin", HTMLElement),
  rules,
  (text) => (editor.text = text),
  () => void drafted("layer").catch(lost),
);
const tests = new Tests(element("tests", HTMLElement), bench, (fix) => editor.write(fix), (what) => void drafted(what).catch(lost));
const keeping = new Keeping(engine, laid, () => [share, saving, replaying].forEach((each) => each.changed()));
const arrival = new Arrival(bench, setup);
const sharing = element("share", HTMLElement);
const [sending, files, again] = [made("div", ""), made("div", ""), made("div", "")];
sharing.append(sending, files, again);
const share = new Share(sending, bench, setup, keeping, (fragment) => arrival.receive(fragment));
const replaying = new Replaying(again, bench, keeping);
const opening = new Opening(bench, () => setup.bots);
const open = (each: readonly File[]) => void opening.opened(each).catch(lost);
const saving = new Saving(files, bench, keeping, open);
dropped(open);

function told(now: Being): void {
  document.body.dataset["engine"] = now.is;
  loaded.hidden = now.is !== "loading";
  element("base", HTMLSelectElement).disabled = now.is !== "ready";
  setup.enabled = now.is === "ready";
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
      void ready().catch(lost);
      break;
    case "over":
      bare = true;
      play.clear();
      stale.hidden = true;
      element("state", HTMLElement).textContent = say("stopped", { why: now.why });
      being.textContent = say("over");
  }
}

let bare = true; // nothing was laid on the table since the engine began

async function ready(): Promise<void> {
  await shelves();
  if (bare) {
    bare = false;
    await keeping.restore();
  }
  await arrival.look();
}

async function shelves(): Promise<void> {
  if (rules.files.length === 0) {
    const { answer, error } = await engine.ask({ kind: "library" });
    if (error !== undefined) {
      return failed(error);
    }
    setup.bots = answer.bots;
    rules.files = answer.files;
    consists = [rules.base];
    library();
  }
  changed();
}

let clock: number | undefined;
let played: string | null = null; // the rules that were dealt by, of which those that are written may differ by now

/** Other rules are chosen, or written. */
function changed(): void {
  clearTimeout(clock);
  read++;
  unread = true;
  tests.changed();
  beginning.draw();
  editor.refresh();
  share.changed();
  replaying.changed();
  clock = setTimeout(() => void room().catch(lost), PAUSE);
}

let consists: readonly string[] = []; // the files that the rules consist of, the base first

/** Shows the files that come along, and those of the rules that are chosen. */
function library(): void {
  const open = (file: RuleText) => {
    element("shelves", HTMLDetailsElement).open = false;
    beginning.open(file);
    editor.go(0);
  };
  drawExamples(element("examples", HTMLElement), rules.files, open);
  const chosen = consists.flatMap((name) => rules.files.filter((file) => file.name === name));
  drawSources(element("sources", HTMLElement), chosen, open);
}

let read = 0; // how often the rules were read as a whole
let unread = true;

/** Who can play by the rules as they are now, or by those beneath where the text cannot be read. */
async function room(): Promise<void> {
  saving.changed();
  const number = ++read;
  unread = false;
  for (const text of [rules.text, ""]) {
    const written = await rules.written(text);
    const { answer } = await engine.ask({ kind: "load", rules: written.rules, texts: written.texts });
    if (number !== read) {
      return; // they have changed in the meantime
    }
    const fine = answer !== undefined && answer.players.length > 0;
    if (text === rules.text) {
      lies = written;
      labelled();
      warned(answer?.problems ?? []);
      stale.hidden = played === null || played === said(written);
      check.changed(written);
      tests.read(written, fine);
      impact.changed(written);
    }
    if (fine) {
      consists = answer.files.filter((name) => !(name in written.texts));
      library();
      setup.room = answer;
      impact.room = answer.players;
      return;
    }
  }
}

let lies: Written | null = null;

/** Says what the text is: a layer on what is chosen, or a game of its own. */
function labelled(): void {
  const { name = "", on = "" } = lies ?? {};
  label.textContent = name === "" ? say("own-rule") : on === "" ? say("own-game", { name }) : say("own-layer", { name, on });
  editor.label = label.textContent;
}

/** What deserves a second look, and is no mistake. */
function warned(found: readonly Problem[]): void {
  const there = found.filter(({ level, place }) => level !== "error" && place?.sent === true);
  replace(
    element("warnings", HTMLElement),
    there.map(({ message, remedy, place }) => {
      const said = inEnglish(made("span", "said", remedy === "" ? message : `${message}\n${remedy}`));
      const line = say("line", { n: place?.line ?? 1 });
      return made("li", "", `${say("second-look")} `, button(`warning ${place?.start}`, "", line, () => bench.edit(place?.start)), said);
    }),
  );
}

/** Writes a beginning, or an example, which one then changes. */
async function drafted(what: Draftable): Promise<void> {
  const { text, base, layers } = rules;
  const { answer } = await engine.ask({ kind: "draft", what, text, base, layers });
  if (answer !== undefined && text === rules.text) {
    editor.write({ ...answer, text: answer.written }, [answer.chosen_start, answer.chosen_end]);
  }
}

async function dealt(): Promise<void> {
  if (unread) {
    clearTimeout(clock); // who can play is asked now, as it is dealt for so many
    await room();
  }
  const { rules: named, texts } = await rules.written();
  const error = await begin({ kind: "new", rules: named, texts, players: setup.players, seats: setup.seats });
  if (error !== null) {
    failed(error);
  }
}

async function begin(request: New | Open): Promise<Failed | null> {
  const error = await laid(request);
  if (error === null) {
    ["arrival", "file", "record", "game"].forEach(withdraw); // what they said has been done
    views.show("table");
    play.view.focus();
  }
  return error;
}

/** Lays a game on the table, without bringing it into sight. */
async function laid(request: New | Open): Promise<Failed | null> {
  const error = await play.begin(request);
  if (error === null) {
    played = request.kind === "new" ? said(request) : null;
    stale.hidden = true;
    replace(problems, []);
    setting.open = false;
  }
  return error;
}

function said({ rules, texts = {} }: { rules: string; texts?: Record<string, string> }): string {
  return JSON.stringify([rules, texts]);
}

/** Why nothing is dealt. What is wrong with one's own text is told there already. */
function failed(error: Failed): void {
  element("state", HTMLElement).textContent = say("not-dealt");
  const own = error.problems.filter(({ place }) => place?.sent === true);
  const others = error.problems.filter(({ place }) => place?.sent !== true);
  const [first] = own;
  const items = others.map(mistake);
  if (first !== undefined) {
    const there = button("mistakes", "", say("to-mistake"), () => bench.edit(first.place?.start));
    items.unshift(made("li", "", `${say("own-mistakes", { n: own.length })} `, there));
  } else if (others.length === 0) {
    items.push(inEnglish(made("li", "", `${error.message}\n${error.remedy}`)));
  }
  replace(problems, items);
}

function mistake({ place, message, remedy }: Problem): HTMLLIElement {
  const where = place === null ? "" : `${place.file}, ${say("line", { n: place.line })}: `;
  return made("li", "", where, inEnglish(made("span", "", remedy === "" ? message : `${message}\n${remedy}`)));
}

/** The worker ended while it was asked, which `told` has said already. */
function lost(error: unknown): void {
  if (!(error instanceof EndedError)) {
    throw error;
  }
}

function paced(): void {
  play.paced(PACES.find((each) => each === pace.value) ?? "once");
  keep("pace", pace.value);
}

pace.value = PACES.find((each) => each === kept("pace")) ?? "once";
paced();
pace.addEventListener("change", paced);
watchOthers(bench);
whenLosing(() => remark("losing", () => [say("losing")]));
languages(element("language", HTMLSelectElement), () => {
  told(engine.being);
  setup.draw();
  play.view.translate();
  check.translate();
  tests.draw();
  share.draw();
  saving.draw();
  replaying.draw();
  translateNotices();
  impact.translate();
  beginning.draw();
  library();
  editor.translate();
  labelled();
});
play.clear();
void engine.start();
