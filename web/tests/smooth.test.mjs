// While somebody plays, the page answers at once: nothing keeps its thread busy for long, as Python has one of its own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, dealt, played, ready } from "./browser.mjs";

const LONGEST = 200; // milliseconds
const open = bench();

test(`no task of the page takes more than ${LONGEST} ms, from its start to the end of a game`, async () => {
  let long;
  for (let round = 0; round < 3; round++) { // a task that is long by itself is so each time; others waited for programs
    long = (await tasks()).filter(({ duration }) => duration > LONGEST);
    if (long.length === 0) return;
  }
  assert.deepEqual(long, []);
});

// What kept the thread of a page busy while a game was played on it.
async function tasks() {
  const { page, complaints, end } = await open((page) =>
    page.addInitScript(() => {
      window.tasks = [];
      new PerformanceObserver((list) => {
        window.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })));
      }).observe({ type: "longtask", buffered: true });
    }),
  );
  await ready(page);
  await dealt(page);
  const clicks = await played(page);
  assert.ok(clicks.all >= 10, `${clicks.all} clicks`);
  const found = await page.evaluate(() => {
    setTimeout(() => {
      const until = performance.now() + 300;
      while (performance.now() < until); // a task that has to be noticed, as all others would have been
    });
    return new Promise((resolve) => setTimeout(() => resolve(window.tasks), 1000)); // some time after it was
  });
  const noticed = found.pop();
  assert.ok(noticed?.duration >= 300, "long tasks are not noticed");
  assert.deepEqual(complaints, []);
  await end();
  return found;
}
