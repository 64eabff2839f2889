// The table, as somebody plays at it: by clicking cards, in both languages, alone or with others at one device.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, bench, dealt, idle, played, ready } from "./browser.mjs";

const open = bench();

async function sat(rules, players, persons = 1) {
  const visit = await open();
  await ready(visit.page);
  await visit.page.selectOption("#base", rules);
  await visit.page.selectOption("#players", String(players));
  for (let seat = 0; seat < players; seat++) {
    await visit.page.locator("#seats select").nth(seat).selectOption(seat < persons ? "person" : "random");
  }
  await dealt(visit.page);
  return visit;
}

for (const [rules, players] of [
  ["kuhn", 2],
  ["maumau", 3],
  ["ksr", 3],
]) {
  test(`a whole game of ${rules} is played by clicking, and its story is told`, async () => {
    const { page, complaints, end } = await sat(rules, players);
    const clicks = await played(page);
    for (let deals = 1; rules === "ksr" && clicks.several === 0 && deals < 6; deals++) {
      await dealt(page);
      clicks.several += (await played(page)).several;
    }
    assert.ok(clicks.all >= 1);
    assert.ok(rules === "kuhn" || clicks.cards >= 1, `${clicks.cards} cards were clicked`);
    assert.ok(rules !== "ksr" || clicks.several >= 1, "no answer had several cards");
    assert.match(await page.textContent("#state"), /The game is over/);
    assert.match(await page.locator("#log li").last().textContent(), /wins|win|nobody/i);
    assert.equal(await page.locator("#felt .panel h3 .name").count(), players);
    const [scrolled, there] = await page.evaluate("[log.scrollTop + log.clientHeight, log.scrollHeight]");
    assert.ok(there - scrolled <= 1, "the newest is in sight");
    assert.deepEqual(complaints, []);
    await end();
  });
}

test("the page's words change in place, the game goes on, and the choice is kept", async () => {
  const { page, end } = await sat("ksr", 3);
  const story = await page.locator("#log li").count();
  const cards = await page.locator("#felt .card .kind").allTextContents();
  await page.selectOption("#language", "de");
  assert.equal(await page.textContent("#table-title"), "Der Tisch");
  assert.equal(await page.getAttribute("html", "lang"), "de");
  assert.deepEqual(await page.locator("#felt .card .kind").allTextContents(), cards);
  assert.equal(await page.locator("#log li").count(), story);
  assert.ok((await answered(page)) !== null);
  await page.reload();
  assert.equal(await page.textContent("#table-title"), "Der Tisch");
  await end();
});

test("whoever plays by keyboard keeps the focus on something that can be done", async () => {
  const { page, end } = await sat("ksr", 3);
  for (let answers = 0; answers < 4; answers++) {
    await page.locator("#felt .offered, #ask .buttons button").first().focus();
    await page.keyboard.press("Enter");
    await idle(page);
    const focused = await page.evaluate(() => document.activeElement?.closest("#table") !== null && document.activeElement !== document.body);
    assert.ok(focused, `after ${answers + 1} answers`);
  }
  await end();
});

test("of several people at one device, each sees the table once the others have passed it on", async () => {
  const { page, end } = await sat("ksr", 3, 3);
  const seen = new Set();
  for (let answers = 0; answers < 12; answers++) {
    const is = await page.getAttribute("#table", "data-is");
    if (is === "covered") {
      assert.equal(await page.locator("#felt .card").count(), 0);
      assert.ok(await page.locator("#log").isHidden());
      await page.click("[data-key=uncover]");
    } else if (is === "waiting") {
      await page.click("[data-key=cover]");
    } else {
      seen.add(await page.textContent("#felt .own .name"));
      await answered(page);
    }
    await idle(page);
  }
  assert.ok(seen.size >= 2, [...seen].join(" "));
  await end();
});

test("bots alone are watched step by step", async () => {
  const { page, end } = await open();
  await ready(page);
  await page.selectOption("#base", "kuhn");
  await page.locator("#seats select").first().selectOption("random");
  await page.selectOption("#pace", "step");
  await dealt(page);
  let steps = 0;
  for (; (await page.locator("[data-key=step]").count()) > 0; steps++) {
    await page.click("[data-key=step]");
    await idle(page);
  }
  assert.ok(steps >= 2, `${steps} steps`);
  assert.match(await page.textContent("#state"), /The game is over/);
  await end();
});
