// How the page opens: with a game that is dealt, in the reader's language, and with what an address holds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { answered, bench, dealt, idle, kept, ready, started, step, stretch, write, written } from "./browser.mjs";

const open = bench();

const RULE = 'layer kurz "Short game"\n\n# a note\n';
const NEW = { kept: { greeted: null, pace: null, seats: null } }; // nothing is kept in this browser yet

function fragment(what) {
  const all = { version: 1, texts: {}, players: null, seats: null, record: null, ...what };
  return deflateRawSync(Buffer.from(JSON.stringify(all))).toString("base64url");
}

for (const [locale, title, play] of [["en-GB", "Palastgeflüster", "Play"], ["de-AT", "Palastgeflüster", "Mitspielen"], ["fr-FR", "Palastgeflüster", "Play"]]) {
  test(`it opens on a dealt game in the language of a reader of ${locale}, and the first card is played by two clicks`, async () => {
    const { page, complaints, end } = await open(undefined, "", { ...NEW, locale });
    await ready(page);
    assert.equal(await page.getAttribute("html", "lang"), locale.startsWith("de") ? "de" : "en");
    assert.equal(await page.textContent("#title"), title);
    assert.ok(await page.isVisible("#greeting"));
    assert.equal(await page.locator("#greeting button").count(), 3);
    assert.equal(await page.textContent("#greeting [data-key=play] b"), play);
    assert.ok((await page.locator("#hand .card").count()) >= 3);
    const cards = await page.locator("#hand .card").count();
    await page.click("#greeting [data-key=play]");
    assert.ok(await page.isVisible("#question"));
    const card = page.locator("#hand .card.offered").first();
    await card.click(await stretch(card));
    await page.waitForFunction((before) => document.querySelectorAll("#hand .card").length < before, cards);
    assert.deepEqual(complaints, []);
    await end();
  });
}

test("each of the three things that one is greeted with leads there, and one is greeted once", async () => {
  for (const [key, shown] of [["play", "#question"], ["change", "#write"], ["effect", "#impact"]]) {
    const { page, end } = await open(undefined, "", NEW);
    await ready(page);
    await page.click(`#greeting [data-key=${key}]`);
    assert.ok(await page.isVisible(shown), shown);
    assert.ok(await page.isHidden("#greeting"));
    await page.reload();
    await ready(page);
    assert.ok(await page.isHidden("#greeting"));
    await end();
  }
});

test("an address opens on what it holds, and leaves one's own game as it was until one takes it over", async () => {
  const { page, complaints, end } = await open(undefined, `#${fragment({ rules: "kuhn+kurz", texts: { kurz: RULE }, players: 2 })}`);
  await started(page);
  await page.waitForSelector("#notice-arrival");
  assert.match(await page.textContent("#notice-arrival"), /Kuhn.*Short game \(kurz\)/s);
  await page.click("[data-key=take-over]");
  await page.waitForSelector("#notice-arrival >> text=It is yours now");
  assert.equal(await written(page), RULE);
  assert.ok(await page.isVisible("#deal"));
  await page.click("#deal");
  await idle(page);
  assert.match(await page.textContent("#title"), /Kuhn/);
  assert.deepEqual(complaints, []);
  await end();
});

test("whoever leaves what an address holds has a game on the table all the same", async () => {
  const { page, end } = await open(undefined, `#${fragment({ rules: "kuhn" })}`);
  await started(page);
  await page.click("#notice-arrival [data-key=leave]");
  await idle(page);
  assert.ok((await page.locator("#hand .card").count()) > 0);
  await end();
});

// What lies on the table, but for the marks of what was moved last.
function lying(page) {
  return page.evaluate(() => [...document.querySelectorAll("#table [data-card]")].map(({ dataset }) => dataset.card).sort().join(" "));
}

test("a game that another one takes the place of, a new deal or one that is shown, can be taken back", async () => {
  const { page, complaints, end } = await open(undefined, "", { kept: { base: "kuhn", text: 'layer haus "A higher stake"\nreplace set-up\n    players\n        add 2 to own stake\n        draw 1 from pile to own hand\n' } });
  await ready(page);
  await page.selectOption("#more [data-key=pace]", "step"); // so that it is not over by one answer
  if ((await page.getAttribute("#table", "data-is")) === "waiting") {
    await page.click("[data-key=step]");
    await idle(page);
  }
  await answered(page);
  const mine = await lying(page);
  let back = 0;
  await dealt(page);
  await page.click("#notice-aside [data-key=aside-back]");
  await idle(page);
  assert.equal(await lying(page), mine);
  back++;

  await step(page, "impact");
  await page.locator("#impact select").nth(2).selectOption("10");
  await page.click("[data-key=impact]");
  await page.click("[data-key=watch]");
  await page.waitForFunction(() => document.querySelector("#felt .own") === null && document.querySelector("#felt .panel") !== null);
  await page.click("#notice-aside [data-key=aside-back]");
  await page.waitForSelector("#felt .own");
  await idle(page);
  assert.equal(await lying(page), mine);
  back++;
  assert.equal(back, 2);
  assert.deepEqual(complaints, []);
  await end();
});

test("a rule that another one takes the place of can be taken back: at once, by undo, and in another visit", async () => {
  const { page, end } = await open();
  await ready(page);
  await write(page, RULE);
  await page.click("#shelves > summary");
  await page.locator("#shelves [data-key^='example ']").first().click();
  assert.doesNotMatch(await page.evaluate(() => localStorage.getItem("palast.text")), /kurz/);
  await page.click("#begin [data-key=back]");
  assert.equal(await written(page), RULE);
  await write(page, 'layer other "Another one altogether"\n');
  await page.reload();
  await ready(page);
  await kept(page);
  await step(page, "share");
  await page.click("#share .versions li:has-text('kurz') button");
  assert.equal(await written(page), RULE);
  await end();
});
