// What a card does, or why it cannot be chosen: told by the question while one rests on it, by mouse, keyboard or finger.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, bench, dealt, idle, ready, speak, stretch } from "./browser.mjs";

const open = bench();

async function sat(how = {}) {
  const visit = await open(undefined, "", { ...how, kept: { base: "ksr", players: "3", ...how.kept } });
  await ready(visit.page);
  return visit;
}

// Plays until a card of one's own cannot be chosen, while others can.
async function refused(page) {
  const card = page.locator("#hand .card.refused").first();
  for (let answers = 0; answers < 200 && ((await card.count()) === 0 || (await page.isVisible("#pause"))); answers++) {
    if ((await answered(page)) === null) {
      await dealt(page);
    }
  }
  return card;
}

function tells(page, wanted) {
  return page.waitForFunction((text) => document.getElementById("tells").textContent.includes(text), wanted);
}

const nameOf = async (card) => (await card.getAttribute("data-said")).split(", ")[0];

test("whoever rests on a card with the mouse or the keyboard is told what it does, and nothing once he leaves it", async () => {
  const { page, complaints, end } = await sat();
  let told = 0;
  for (const card of await page.locator("#hand .card").all()) {
    const name = await nameOf(card);
    await page.mouse.move(2, 2);
    await page.evaluate(() => document.activeElement?.blur());
    const before = await page.textContent("#tells");
    await card.hover(await stretch(card));
    await tells(page, name);
    const sentence = await page.textContent("#tells");
    assert.ok(sentence.length > name.length + 10, sentence);
    await page.mouse.move(2, 2);
    await page.waitForFunction((text) => document.getElementById("tells").textContent === text, before);
    await card.focus();
    await tells(page, name);
    assert.equal(await page.textContent("#tells"), sentence);
    told++;
  }
  assert.ok(told >= 3, `${told} cards`);
  assert.deepEqual(complaints, []);
  await end();
});

test("a card that cannot be chosen says why, by mouse and by keyboard, in either language", async () => {
  const { page, end } = await sat();
  const card = await refused(page);
  for (const language of ["en", "de"]) {
    await speak(page, language);
    await idle(page);
    await page.mouse.move(2, 2);
    await card.hover(await stretch(card));
    await tells(page, "✕");
    const reason = await page.textContent("#tells");
    assert.ok(reason.length > 12, reason);
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => !document.getElementById("tells").textContent.includes("✕"));
    await card.focus();
    await tells(page, "✕");
    assert.equal(await page.textContent("#tells"), reason);
    await page.evaluate(() => document.activeElement.blur());
  }
  await end();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("the first tap on a card tells what it does, and the second plays it; so does the button beside what is told", async () => {
  const { page, complaints, end } = await sat(PHONE);
  let plays = 0;
  for (const by of ["card", "button"]) {
    const card = page.locator("#hand .card.offered").first();
    const [name, number] = [await nameOf(card), await card.getAttribute("data-card")];
    const steps = await page.locator("#log li").count();
    await card.tap(await stretch(card));
    await tells(page, name);
    await page.waitForTimeout(300); // in which it would have been played
    assert.equal(await page.locator("#log li").count(), steps);
    await (by === "card" ? card.tap(await stretch(card)) : page.tap("#tells button"));
    await page.waitForFunction((card) => document.querySelector(`#hand [data-card="${card}"]`) === null, number);
    await idle(page);
    plays++;
    while ((await page.getAttribute("#table", "data-is")) !== "over" && ((await page.isVisible("#pause")) || (await page.locator("#hand .card.offered").count()) < 2)) {
      await answered(page);
    }
  }
  assert.equal(plays, 2);
  assert.deepEqual(complaints, []);
  await end();
});

test("a finger that stays on a card is told of it, and plays nothing", async () => {
  const { page, end } = await sat(PHONE);
  const touch = await page.context().newCDPSession(page);
  const cards = page.locator("#hand .card");
  let told = 0;
  for (const card of (await cards.all()).slice(0, 3)) {
    const { x, y } = await card.boundingBox();
    const steps = await page.locator("#log li").count();
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + 10, y: y + 30 }] });
    await page.waitForTimeout(700);
    await tells(page, await nameOf(card));
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForTimeout(300);
    assert.equal(await page.locator("#log li").count(), steps);
    told++;
  }
  assert.equal(told, 3);
  await end();
});

test("a tap on a card that cannot be chosen says why", async () => {
  const { page, end } = await sat(PHONE);
  const card = page.locator("#hand .card.refused").first();
  for (let taps = 0; taps < 200 && ((await card.count()) === 0 || (await page.isVisible("#pause"))); taps++) {
    if ((await answered(page)) === null) {
      await dealt(page);
    }
  }
  await card.tap(await stretch(card));
  await tells(page, "✕");
  await end();
});
