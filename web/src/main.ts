/** The page: it starts the engine, and puts its parts together: the rule, the game on the table, and the tools. */

import { Arrival } from "./arrival.js";
import { Beginning } from "./beginning.js";
import type { Bench } from "./bench.js";
import { Check } from "./check.js";
import { Dealing } from "./dealing.js";
import { button, element, english, keepPresses, made, replace } from "./dom.js";
import { Editor } from "./editor.js";
import { watchOthers } from "./elsewhere.js";
import { drawExamples, drawSources } from "./examples.js";
import { Engine, unlessEnded, type Being } from "./engine.js";
import { dropped } from "./files.js";
import { Greeting } from "./greeting.js";
import { Impact } from "./impact.js";
import { Keeping } from "./keeping.js";
import { Leaves, type Leaf } from "./leaves.js";
import { keepPage } from "./offline.js";
import { refusal, remark, translateNotices, withdraw } from "./notices.js";
import { Opening } from "./opening.js";
import { PACES, Play } from "./play.js";
import type { Draftable, Failed, Loaded, New, Open, Problem, RuleText } from "./protocol.js";
import { Reading, type Read } from "./reading.js";
import { Recipes } from "./recipes.js";
import { Replaying } from "./replaying.js";
import { Rules, type Written } from "./rules.js";
import { Saving } from "./saving.js";
import { Setup } from "./setup.js";
import { SheetLeaf } from "./sheet.js";
import { Share } from "./share.js";
import { keep, kept, whenLosing } from "./store.js";
import { Tabs } from "./tabs.js";
import { Tests } from "./tests.js";
import { Work } from "./work.js";
import { language, languages, say } from "./words.js";

const being = element("being", HTMLElement);
const loaded = element("loaded", HTMLProgressElement);
const label = element("text-label", HTMLElement);
const pace = element("pace", HTMLSelectElement);

const engine = new Engine(told, takesLong);
const long = new Engine(() => undefined, () => undefined);
const deals = () => void dealing.deal().catch(unlessEnded);
const rules = new Rules(engine, changed, deals);
const play = new Play(engine, (rests) => void keeping.changed(rests), {
  again: deals,
  others: () => leaves.show("new"),
  watch: () => void watched().catch(unlessEnded),
  story: () => leaves.read("story"),
  answered: () => ["aside", "fault"].forEach(withdraw), // one has gone on in the game that took its place, or as it was
});
const setup = new Setup(deals);
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
const leaves = new Leaves((leaf) => opened(leaf));
const steps = new Tabs(element("tools", HTMLElement));
const greeting = new Greeting({
  play: () => play.view.focus(),
  change: () => leaves.show("rule"),
  effect() {
    leaves.show("rule");
    steps.show("impact");
  },
});

const bench: Bench = {
  engine,
  work: new Work(long),
  rules,
  begin,
  show(record, texts) {
    return begin(async () => ({ kind: "open", record, texts }));
  },
  write: (text) => (editor.text = text),
  invite() {
    leaves.show("new");
    dealing.invite();
  },
  edit(offset) {
    leaves.show("rule");
    steps.show("write");
    editor.go(offset ?? 0);
  },
};
const reading = new Reading(engine, rules, heard, playable);
const dealing = new Dealing(
  bench,
  play,
  setup,
  () => reading.now(),
  () => keeping,
);
const sheet = new SheetLeaf(element("sheet", HTMLElement), bench);
const check = new Check(element("check", HTMLElement), bench);
const impact = new Impact(element("impact", HTMLElement), bench);

const beginning = new Beginning(
  element("begin", HTMLElement),
  rules,
  (text) => (editor.text = text),
  (what) => void drafted(what).catch(unlessEnded),
);
const recipes = new Recipes(element("recipes", HTMLElement), (example) => {
  editor.text = rules.text.trim() === "" || /^(?:layer|ruleset) /u.test(example) ? example : `${rules.text.trimEnd()}\n\n${example}`;
  editor.go(0);
});
const tests = new Tests(element("tests", HTMLElement), bench, (fix) => editor.write(fix), (what) => void drafted(what).catch(unlessEnded));
const keeping = new Keeping(engine, (request) => dealing.lay(async () => request), () => {
  share.changed();
  saving.draw();
  replaying.changed();
});
const arrival = new Arrival(bench, setup, () => void begun().catch(unlessEnded));
const sharing = element("share", HTMLElement);
const [sending, files, again] = [made("div", ""), made("div", ""), made("div", "")];
sharing.append(sending, files, again);
const share = new Share(sending, bench, setup, keeping, (fragment) => arrival.receive(fragment));
const replaying = new Replaying(again, bench, keeping);
const opening = new Opening(bench, () => setup.bots);
const open = (each: readonly File[]) => void opening.opened(each).catch(unlessEnded);
const saving = new Saving(files, bench, keeping, open);
dropped(open);

function told(now: Being): void {
  playing = false;
  shown();
  if (now.is === "ready") {
    void ready().catch(unlessEnded);
  } else if (now.is === "over") {
    const { why, wanted, follows } = now;
    bare = true;
    fault = wanted ? null : why;
    dealing.clear(() => say(follows ? "stopped" : "stopped-for-good", { why }));
  }
}

let fault: string | null = null; // why the engine began anew, unless somebody wanted it to

let playing = false; // whether it is known what can be dealt

/** How the engine is, for whoever sees it: it is ready as soon as something can be dealt. */
function shown(): void {
  const now = engine.being;
  const is = now.is === "ready" && !playing ? "starting" : now.is;
  document.body.dataset["engine"] = is;
  being.textContent = say(is);
  loaded.hidden = is !== "loading";
  loaded.value = now.is === "loading" ? now.share : 0;
  for (const id of ["base", "game"]) {
    element(id, HTMLSelectElement).disabled = is !== "ready";
  }
  setup.enabled = is === "ready";
}

/** Something takes long, and can be stopped; what was written and the game on the table are there again then. */
function takesLong(is: boolean): void {
  element("long", HTMLElement).hidden = !is;
}

let bare = true; // nothing was laid on the table since the engine began

/** What the engine says of games is said anew in the language of the page; the game on the table goes on. */
async function spoken(): Promise<void> {
  const [now] = await Promise.all([engine.speak(), long.speak()]);
  if (now === null || now.language !== language()) {
    return; // it begins in this language, or another one was chosen since
  }
  await play.translate(now.game);
  await shelved();
  library();
  await reading.translate();
}

async function ready(): Promise<void> {
  await shelves();
  await reading.now();
  playing = true;
  shown();
  if (bare) {
    bare = false;
    await keeping.restore();
    if (fault !== null && play.lies) {
      const why = fault;
      remark("fault", () => [say("started-again", { why })]);
    }
    fault = null;
  }
  if (!(await arrival.look())) {
    await begun();
  }
}

/** Deals where nothing lies on the table, and no game waits for somebody to put it there. */
async function begun(): Promise<void> {
  if (play.lies || keeping.offers) {
    return;
  }
  const before = rules.text.trim() !== "" || rules.layers.length > 0;
  const error = await dealing.first();
  if (error !== null && !before) {
    dealing.failed(error);
  }
}

/** A leaf was opened; what it shows is asked for only then. */
function opened(leaf: Leaf): void {
  greeting.away();
  if (leaf === "rules") {
    void sheet.show().catch(unlessEnded);
  } else if (leaf === "story") {
    play.view.newest();
  }
}

/** Shows the game that is over from its beginning. */
async function watched(): Promise<void> {
  const { game } = keeping;
  if (game !== null) {
    await begin(async () => ({ kind: "open", record: game.record, texts: game.texts, after: 0 }));
  }
}

async function shelves(): Promise<void> {
  if (rules.files.length === 0) {
    await shelved();
    consists = [rules.base];
    library();
  }
  changed();
}

/** What comes along, as it is called in the language of the page. */
async function shelved(): Promise<void> {
  const { answer, error } = await engine.ask({ kind: "library" });
  if (error !== undefined) {
    return dealing.failed(error);
  }
  setup.bots = answer.bots;
  rules.files = answer.files;
}

/** Other rules are chosen, or written. */
function changed(): void {
  reading.changed();
  tests.changed();
  beginning.draw();
  editor.refresh();
  share.changed();
  replaying.changed();
  if (leaves.open === "rules") {
    void sheet.show().catch(unlessEnded);
  }
}

let consists: readonly string[] = []; // the files that the rules consist of, the base first

/** Shows the files that come along, and those of the rules that are chosen. */
function library(): void {
  const open = (file: RuleText) => {
    element("shelves", HTMLDetailsElement).open = false;
    beginning.open(file);
    bench.edit(0);
  };
  drawExamples(element("examples", HTMLElement), rules.files, open);
  const chosen = consists.flatMap((name) => rules.file(name) ?? []);
  drawSources(element("sources", HTMLElement), chosen, open);
}

/** What is known of the rules as they are chosen and written. */
function heard({ written, loaded, error, fine }: Read): void {
  if (error?.code === "worlds") {
    remark("unread", () => [refusal(error)]);
  } else {
    withdraw("unread");
  }
  lies = written;
  labelled();
  warned(loaded?.problems ?? []);
  saving.draw();
  dealing.changed(written);
  check.changed(written);
  tests.read(written, fine);
  impact.changed(written);
}

/** What can be dealt. */
function playable(written: Written, loaded: Loaded): void {
  consists = loaded.files.filter((name) => !(name in written.texts));
  library();
  setup.room = loaded;
  impact.room = loaded.players;
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
      const said = english(made("span", "said", remedy === "" ? message : `${message}\n${remedy}`));
      const line = say("line", { number: place?.line ?? 1 });
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

async function begin(prepared: () => Promise<New | Open>): Promise<Failed | null> {
  const error = await dealing.lay(prepared);
  if (error === null) {
    ["arrival", "file", "record", "game"].forEach(withdraw); // what they said has been done
    leaves.uncover();
    play.view.focus();
  }
  return error;
}

function paced(): void {
  play.paced(PACES.find((each) => each === pace.value) ?? "brisk");
  keep("pace", pace.value);
}

pace.value = PACES.find((each) => each === kept("pace")) ?? "brisk";
paced();
pace.addEventListener("change", paced);
watchOthers(bench);
whenLosing(() => remark("losing", () => [say("losing")]));
languages(element("language", HTMLSelectElement), () => {
  shown();
  setup.draw();
  greeting.draw();
  leaves.translate();
  play.view.translate();
  check.translate();
  tests.draw();
  share.draw();
  saving.draw();
  replaying.draw();
  translateNotices();
  impact.translate();
  beginning.draw();
  recipes.draw();
  library();
  editor.translate();
  labelled();
  void spoken().catch(unlessEnded);
});
element("halt", HTMLButtonElement).addEventListener("click", () => engine.halt());
for (const id of ["felt", "hand"]) {
  element(id, HTMLElement).addEventListener("click", () => greeting.away());
}
keepPresses();
play.clear();
void engine.start();
keepPage();
