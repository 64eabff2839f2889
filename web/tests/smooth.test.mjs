// While somebody plays, the page answers at once: nothing keeps its thread busy for long, as Python has one of its own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, dealt, played, ready } from "./browser.mjs";

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
    for (let times = 0; times < 100_000_000; times++) number = (number * 16_807) % 2_147_483_647;
    return number;
  });
  assert.notDeepEqual(await long(page), []);
  assert.deepEqual(complaints, []);
  await end();
});

const traced = (page) => page.context().browser().startTracing(page, { categories: ["toplevel"] });

// The tasks of pages that took too long since they are traced, by the processor's time: other programs can keep them waiting.
async function long(page) {
  const events = JSON.parse(await page.context().browser().stopTracing()).traceEvents;
  const pages = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const threads = new Set(pages.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = events.filter(({ pid, tid, tdur }) => tdur !== undefined && threads.has(`${pid} ${tid}`));
  assert.ok(tasks.length > 0, "no task is traced");
  return tasks.map(({ name, tdur }) => ({ name, took: tdur / 1000 })).filter(({ took }) => took > LONGEST);
}
