// What a rule does to the game: random games are played in the page, told in sentences, and drawn.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, ready, step } from "./browser.mjs";

const open = bench();
const HOUSE = `layer haus "A higher stake"
replace set-up
    players
        add 2 to own stake
        draw 1 from pile to own hand
`;

// The page with a rule, and its effect to be seen.
async function shown(base, text, width = 390) {
  const opened = await open(undefined, "", { viewport: { width, height: 844 }, kept: { base, text, language: "en" } });
  await ready(opened.page);
  await step(opened.page, "impact");
  await opened.page.waitForFunction(() => document.querySelector("#impact select").options.length > 0);
  return opened;
}

test("a rule is compared with the game without it, in three sentences, pictures and numbers that say the same", async () => {
  const { page, complaints, end } = await shown("kuhn", HOUSE);
  const compared = page.locator("#impact select").first();
  assert.equal(await compared.inputValue(), "kuhn");
  assert.match(await compared.locator("option:checked").textContent(), /without my rule/);
  await page.click("[data-key=impact]");
  await page.waitForSelector("[data-key=watch]");
  assert.match(await page.textContent("#impact .compared"), /Compared: kuhn and kuhn\+haus, with 2 players/);
  assert.deepEqual(await page.locator("#impact .verdict dt").allTextContents(), ["Length", "Fairness", "Liveliness"]);
  const sentences = await page.locator("#impact .verdict dd").allTextContents();
  assert.ok(sentences.every((said) => said.startsWith("With random players ")), sentences.join("\n"));
  assert.match(sentences[1], /a player wins or loses \d/);

  const numbers = await page.locator("#impact tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent)),
  );
  const drawn = await page.locator(".picture:last-child li").evaluateAll((rows) =>
    rows.map((row) => [row.querySelector(".name").textContent, ...row.querySelector(".value").textContent.split(" → ")]),
  );
  assert.ok(drawn.length > 5);
  for (const row of drawn) {
    assert.ok(numbers.some((each) => each.join() === row.join()), `${row} is drawn, and not in the table`);
  }
  assert.equal(await page.locator("figure.picture").count(), 4);
  const narrow = await page.locator(".strip").evaluateAll((strips) => strips.filter((strip) => strip.clientWidth < 200).length);
  assert.equal(narrow, 0);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);

  await page.selectOption("#language", "de");
  assert.deepEqual(await page.locator("#impact .verdict dt").allTextContents(), ["Wie lang", "Wie gerecht", "Wie lebhaft"]);
  assert.match(await page.textContent(".picture:last-child figcaption"), /Was die Regel ändert/);

  await page.click("[data-key=watch]");
  await page.waitForFunction(() => document.querySelectorAll("#ask button").length === 2); // one step, or all of them
  assert.deepEqual(complaints, []);
  await end();
});

test("whoever has seen enough is told what was played, and whoever leaves is told nothing", async () => {
  const { page, complaints, end } = await shown("ksr", "", 1600);
  const sticking = () => page.locator("#impact select").evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth - 16).length);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await sticking(), 0); // out of a narrow page
  await page.setViewportSize({ width: 1600, height: 844 });
  await page.locator("#impact select").nth(0).selectOption("magier");
  await page.locator("#impact select").nth(2).selectOption("300");
  await page.click("[data-key=impact]");
  await page.waitForFunction(() => /So far/.test(document.querySelector("#impact").textContent));
  await page.click("[data-key=enough]");
  await page.waitForSelector("[data-key=watch]");
  await page.waitForSelector("[data-key=impact]:not(:disabled)");
  assert.match(await page.textContent("#impact .compared"), /Compared: magier and ksr/);
  await page.click("#impact details:last-child summary");
  assert.match(await page.textContent("#impact details:last-child"), /Play was interrupted/);

  await page.click("[data-key=impact]");
  await page.waitForFunction(() => /So far/.test(document.querySelector("#impact").textContent));
  await page.click("[data-key=leave]");
  await page.waitForSelector("[data-key=impact]:not(:disabled)");
  assert.ok(await page.isHidden("#impact .verdict"));
  assert.deepEqual(complaints, []);
  await end();
});

test("a rule with a mistake is told as one, and one that was mended since is said to be another", async () => {
  const { page, complaints, end } = await shown("kuhn", HOUSE);
  await page.click("[data-key=impact]");
  await page.waitForSelector("[data-key=watch]");
  await step(page, "write");
  await page.click("#editor .cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("nonsense");
  await page.waitForFunction(() => /changed since/.test(document.querySelector("#impact").textContent));
  await step(page, "impact");
  await page.click("[data-key=impact]");
  await page.waitForSelector("#impact .failed");
  assert.match(await page.textContent("#impact .failed"), /nonsense/);
  assert.deepEqual(complaints, []);
  await end();
});
