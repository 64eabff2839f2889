// While somebody plays, the page answers at once: nothing keeps its thread busy for long, as Python has one of its own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, choose, dealt, idle, played, ready } from "./browser.mjs";

const LONGEST = 200; // milliseconds of the processor
const open = bench();

test(`no task of the page takes more than ${LONGEST} ms, from its start to the end of a game`, async () => {
  const { page, complaints, end } = await open(traced);
  await ready(page);
  await dealt(page);
  const clicks = await played(page);
  assert.ok(clicks.all >= 10, `${clicks.all} clicks`);
  assert.deepEqual(await long(page), []);
  await traced(page);
  await page.evaluate(() => { // a task that has to be noticed, as all others would have been
    let number = 1;
    for (let times = 0; times < 500_000_000; times++) number = (number * 16_807) % 2_147_483_647;
    return number;
  });
  assert.notDeepEqual(await long(page), []);
  assert.deepEqual(complaints, []);
  await end();
});

test("a click is answered in the time of a hundred decisions at most", async (context) => {
  const { page, end } = await open();
  await ready(page);
  await choose(page, "ksr");
  await dealt(page);
  await traced(page);
  let clicks = 0;
  for (; clicks < 20 && (await page.getAttribute("#table", "data-is")) === "asked"; clicks++) {
    await page.evaluate(clicked);
    await idle(page);
    if ((await page.locator("[data-key=go-on]").count()) > 0) {
      await page.click("[data-key=go-on]");
      await idle(page);
    }
  }
  const answers = answered(await tasks(page, PAGE, WORKER));
  assert.ok(clicks >= 5 && answers.length === clicks, `${clicks} clicks, ${answers.length} answers`);
  const [answer, decision] = [Math.min(...answers), await page.workers()[0].evaluate(decided)];
  context.diagnostic(`${clicks} clicks, ${answer.toFixed(1)} ms at least, ${(answer / decision).toFixed(0)} decisions`);
  assert.ok(answer <= 100 * decision, `a click takes as long as ${(answer / decision).toFixed(0)} decisions`);
  await end();
});

const [PAGE, WORKER] = ["CrRendererMain", "DedicatedWorker thread"];
const traced = (page) => page.context().browser().startTracing(page, { categories: ["toplevel", "blink.user_timing"] });

// What threads of these names did since they are traced, with the milliseconds of the processor that it took, as other
// programs can keep it waiting; and the marks that were set in the meantime.
async function tasks(page, ...names) {
  const { traceEvents: events } = JSON.parse(await page.context().browser().stopTracing());
  const threads = events.filter(({ name, args }) => name === "thread_name" && names.includes(args.name));
  const wanted = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  const found = events.filter(({ pid, tid, tdur }) => tdur !== undefined && wanted.has(`${pid} ${tid}`));
  assert.ok(found.length > 0, "no task is traced");
  const marked = (mark) => events.filter(({ name, cat }) => name === mark && cat === "blink.user_timing").map(({ ts }) => ts);
  return { all: found.map(({ name, ts, dur, tdur }) => ({ name, from: ts, to: ts + dur, took: tdur / 1000 })), marked };
}

// The tasks of pages that took too long since they are traced.
async function long(page) {
  return (await tasks(page, PAGE)).all.filter(({ took }) => took > LONGEST);
}

// How many milliseconds of the processor each click took, until the table was drawn anew.
function answered({ all, marked }) {
  const run = all.filter(({ name }) => name === "ThreadControllerImpl::RunTask"); // which has all others in it
  const drawn = marked("drawn");
  return marked("clicked").map((from, index) =>
    run.filter((task) => task.to > from && task.from < drawn[index]).reduce((sum, { took }) => sum + took, 0),
  );
}

// Clicks the first thing that is offered, and waits until the table is drawn anew.
function clicked() {
  return new Promise((resolve) => {
    const table = document.getElementById("table");
    const offered = [...table.querySelectorAll("[data-key=take], .card.offered, #ask .buttons [data-key]")];
    const plain = offered.find(({ dataset }) => !["why", "hint", "undo", "clear"].includes(dataset.key));
    const watch = new MutationObserver(() => {
      watch.disconnect();
      performance.mark("drawn");
      resolve();
    });
    watch.observe(document.getElementById("felt"), { childList: true });
    performance.mark("clicked");
    plain.click();
  });
}

// Milliseconds that a decision takes in the worker at least: bots play on, and nothing is shown.
function decided() {
  const answered = [];
  const post = self.postMessage;
  self.postMessage = (message) => answered.push(message);
  const ask = (request) => {
    const began = performance.now();
    self.dispatchEvent(new MessageEvent("message", { data: { id: -1, text: JSON.stringify(request) } }));
    return performance.now() - began;
  };
  const times = ["1", "2", "3", "4", "5"].map((seed) => {
    ask({ kind: "new", rules: "ksr", seats: ["random", "random", "random"], seed });
    const shown = ask({ kind: "look" });
    return (ask({ kind: "bots", answers: 50 }) - shown) / 50;
  });
  self.postMessage = post;
  const played = answered.length === 15 && answered.every(({ text }) => text.startsWith('{"answer"'));
  return played ? Math.min(...times) : 0;
}
