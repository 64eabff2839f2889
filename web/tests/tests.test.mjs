// Scenarios and laws as somebody meets them who writes a rule: they are tried by themselves, and shown on the table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, choose, ready, step, write, written } from "./browser.mjs";

const open = bench();

async function begun(base) {
  const there = await open();
  await ready(there.page);
  await choose(there.page, base);
  await step(there.page, "holds");
  return there;
}

// Waits until all was tried, and says what came of each.
async function tried(page) {
  await page.waitForFunction(() => {
    const panel = document.getElementById("tests");
    return panel.querySelector("progress").hidden && panel.querySelector("li") !== null && panel.querySelector(".before") === null;
  });
  return page.locator("#tests .claim").allTextContents();
}

test("a scenario and a law that are begun by a click hold, and one that is broken is shown at its line and on the table", async () => {
  const { page, complaints, end } = await begun("mau-mau");
  await page.click("#tests [data-key=law]");
  assert.match((await tried(page)).join(), /^✓ holds: every player/);
  await page.click("#tests .beginning summary");
  await page.click("#tests [data-key=scenario]");
  await page.waitForSelector("#tests .holds:not(.before):has-text('holds: example')");
  const text = await written(page);
  assert.match(text, /^layer house-rule .*\n# .*\ntried on mau-mau\n\nalways .*\n\nscenario example\n/);
  await write(page, text.replace(/asked: seat (\d)/, (_, seat) => `asked: seat ${1 - seat}`));
  await step(page, "holds");
  await page.waitForSelector("#tests .broken:not(.before) [data-key=show]");
  assert.match((await tried(page)).join(), /^✗ does not hold: example,✓ holds: every/);
  await page.click("#tests .broken [data-key^=place]");
  await page.keyboard.press("End");
  await page.keyboard.type(" # here");
  assert.match(await written(page), /asked: seat . # here\n/);
  await step(page, "holds");
  await page.waitForSelector("#tests .broken:not(.before) [data-key=show]");
  await page.click("#tests [data-key=show]");
  await page.waitForSelector("#felt .card");
  await page.waitForTimeout(500); // in which nobody plays on
  assert.equal(await page.locator("#felt .panel.playing").count(), 1);
  assert.deepEqual(complaints.filter((each) => !each.includes("inline style")), [], "but for what Chromium would keep of a text that is replaced");
  await end();
});

test("what a rule breaks of its base is told, and a click says that it is meant", async () => {
  const { page, end } = await begun("ksr");
  await write(page, 'layer mine "Mine"\ntried on ksr\n\nreplace action Zofe\n    choose scrap from own hand\n    move scrap to discards\n');
  await step(page, "holds");
  await page.waitForSelector("#tests .broken:not(.before)");
  await tried(page);
  assert.match(await page.textContent("#tests .verdict"), /^✗ 2 of \d\d do not hold/);
  for (const named of ["changes zofe", "remove always six-each"]) {
    await page.click(`#tests .broken:not(.before) button:has-text("${named}")`);
    await tried(page);
  }
  assert.match(await page.textContent("#tests .verdict"), /^✓ All \d\d hold/);
  assert.match((await tried(page))[0], /changed, as it is meant to be: A hand card is put aside/);
  await end();
});

test("what is tried is left when somebody writes on, and what he writes is what is tried at last", async () => {
  const { page, end } = await begun("ksr");
  for (let round = 0; round < 6; round++) {
    await write(page, `layer mine "Mine"\nalways most: every player where cards in own hand is at most ${round}\n`);
    await page.waitForTimeout(500 * round); // before it is begun, and in the middle of it
  }
  await write(page, 'layer mine "Mine"\nalways most: every player where cards in own hand is at most 6\n');
  assert.match((await tried(page))[0], /^✓ holds: .* at most 6$/);
  await write(page, 'layer mine "Mine"\nalways most: every player where crads in own hand is at most 6\n');
  await page.waitForSelector("#mistakes li");
  await page.waitForTimeout(2000); // in which it would have been tried
  assert.equal(await page.locator("#tests li:not(.before)").count(), 0);
  await end();
});
