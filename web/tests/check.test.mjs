// The search for faults: it tells of what it finds as it comes, leads to its place and to its game, and can be left.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, choose, ending, ready, step, write } from "./browser.mjs";

const open = bench();

const RULE = `layer mine "One deed"

always one-deed: deeds is less than 2
`;

async function begun(page, text = RULE) {
  await ready(page);
  await choose(page, "kuhn");
  await write(page, text);
  await step(page, "holds");
  await page.click("#check [data-key=search]");
}

function status(page, words) {
  return page.waitForFunction((text) => document.querySelector("#check [role=status]").textContent.includes(text), words);
}

test("a law that does not hold is found, with its place in the text and its game on the table", async () => {
  const { page, complaints, end } = await open();
  await begun(page);
  await status(page, "Games played: 120");
  const law = page.locator(".finding", { hasText: "'always one-deed' is violated" });
  assert.equal(await law.count(), 1);
  assert.match(await law.innerText(), /A law does not hold/);
  await law.locator("[data-key=place]").click();
  assert.ok(await page.isVisible("#editor"));
  const line = await page.evaluate(() => {
    const { anchorNode: at } = document.getElementById("editor").shadowRoot.getSelection();
    return (at instanceof Element ? at : at.parentElement).closest(".cm-line").textContent;
  });
  assert.equal(line, "always one-deed: deeds is less than 2");
  await step(page, "holds");
  await page.click("#check .costs summary");
  const rows = page.locator("#check .costs tbody tr");
  assert.ok((await rows.count()) > 3);
  assert.match(await rows.first().innerText(), /^\d+%\s+\d+\s+\S.* Line \d+ of kuhn/u);
  await law.locator("[data-key=show]").click();
  await page.waitForFunction(() => document.getElementById("log").textContent.includes("Turn 2"));

  await step(page, "write");
  await page.click("#editor .cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("#");
  await page.waitForFunction(() => document.querySelector("#check .old").textContent.includes("changed since"));
  await page.keyboard.press("Control+Z");
  await page.waitForFunction(() => document.querySelector("#check .old").textContent === "");
  await step(page, "holds");
  await page.click("#check [data-key=search]");
  await page.waitForFunction(() => {
    const { value, hidden } = document.querySelector("#check progress");
    return !hidden && value > 2 && value < 120; // of this search, and not of the one before
  });
  await page.click("#check [data-key=search]");
  await status(page, "Stopped after");
  assert.ok(Number(/\d+/u.exec(await page.textContent("#check [role=status]"))) > 120, "other games are played in addition");
  assert.equal(await law.count(), 1, "what was found before is told once");
  assert.deepEqual(complaints, []);
  await end();
});

test("a search is left at will, even where one slice takes for ever, and another one begins", async () => {
  const { page, complaints, end } = await open();
  await begun(page, "");
  await page.waitForFunction(() => document.querySelector("#check progress").value > 2);
  const [first, second] = page.workers();
  const ended = ending(second);
  await second.evaluate(() => void setTimeout(() => { for (;;); }, 0));
  await page.click("#check [data-key=search]");
  await status(page, "Stopped after");
  await page.click("#check [data-key=search]");
  await status(page, "Games played:");
  await ended;
  assert.ok(page.workers().length === 2 && page.workers().includes(first));
  assert.deepEqual(complaints, []);
  await end();
});

test("rules that cannot be read are not searched, and it is said in both languages", async () => {
  const { page, end } = await open();
  await begun(page, 'layer mine "Mine"\n\nreplace turn\n    move crad\n');
  await status(page, "cannot be read yet");
  await page.selectOption("#language", "de");
  await status(page, "noch nicht lesbar");
  assert.equal(await page.textContent("#check [data-key=search]"), "In anderen Partien suchen");
  await end();
});
