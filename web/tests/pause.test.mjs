// The end of a round, for which the game stops, and the end of a game, with what one can do then.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, bench, idle, played, ready } from "./browser.mjs";

const open = bench();

async function sat(kept, seed = 1) {
  const visit = await open(undefined, "", { seed, viewport: { width: 1440, height: 900 }, kept });
  await ready(visit.page);
  return visit;
}

const KSR = { base: "ksr", players: "3" };

// How everybody stands, as the panel says it and as the table does: each seat with its points.
function standings(page) {
  return page.evaluate(() => {
    const bare = (text) => text.replace(/^You, /u, "").trim();
    const told = [...document.querySelectorAll("#pause .tally tr")].map((row) => ({
      who: bare(row.querySelector("th").textContent),
      sum: Number(row.querySelector(".sum").textContent),
      more: Number(row.querySelector(".more").textContent.replaceAll(" ", "").replace("−", "-") || 0),
    }));
    const shown = [...document.querySelectorAll("#felt .panel:not(.middle)")].map((panel) => ({
      who: bare(panel.querySelector("h3").firstChild.nodeType === 3 ? panel.querySelector("h3").firstChild.textContent : (panel.querySelector("h3 .name") ?? panel.querySelector("h3")).textContent),
      points: Number([...panel.querySelectorAll(".values div")].find((each) => each.querySelector("dt").textContent === "Points")?.querySelector("dd").textContent),
    }));
    return { told, shown };
  });
}

test("the end of a round stops the bots until one goes on, and its tally adds up to the points at the seats", async () => {
  const { page, complaints, end } = await sat(KSR);
  const before = new Map();
  let rounds = 0;
  for (let answers = 0; answers < 200 && rounds < 3 && (await page.getAttribute("#table", "data-is")) !== "over"; answers++) {
    if (!(await page.isVisible("#pause"))) {
      await answered(page);
      continue;
    }
    const story = await page.locator("#log li").count();
    const { told, shown } = await standings(page);
    assert.equal(told.length, 3);
    assert.deepEqual(told.map(({ sum }) => sum), told.map(({ sum }) => sum).sort((one, other) => other - one), "the first is on top");
    for (const { who, sum, more } of told) {
      assert.equal(shown.find((each) => each.who === who)?.points, sum, who);
      assert.equal((before.get(who) ?? 0) + more, sum, who);
      before.set(who, sum);
    }
    await page.waitForTimeout(400); // in which bots would have answered
    assert.equal(await page.locator("#log li").count(), story);
    rounds++;
    await page.click("[data-key=go-on]");
    await page.waitForFunction((before) => document.getElementById("table").dataset.is === "asked" || document.querySelectorAll("#log li").length > before, story);
    await idle(page);
  }
  assert.ok(rounds >= 2, `${rounds} rounds`);
  assert.deepEqual(complaints, []);
  await end();
});

test("how a round came about is read in the story, and the panel stays until one goes on", async () => {
  const { page, end } = await sat(KSR);
  for (let answers = 0; answers < 200 && !(await page.isVisible("[data-key=look-back]")); answers++) {
    await answered(page);
  }
  await page.click("[data-key=look-back]");
  assert.ok(await page.isVisible("#story #log .ends"));
  assert.ok(await page.isVisible("[data-key=go-on]"));
  await page.keyboard.press("Escape");
  assert.ok(await page.isHidden("#story"));
  const told = await page.textContent("#pause");
  await page.click("[data-key=go-on]");
  await idle(page);
  assert.notEqual(await page.textContent("#pause"), told);
  await end();
});

test("a game that is over is dealt again, with others at its seats, or watched from its beginning", async () => {
  const { page, complaints, end } = await sat({ base: "kuhn", players: "2" });
  await played(page);
  assert.ok(await page.isVisible("#pause h2"));
  await page.click("[data-key=see-table]");
  assert.ok(await page.isHidden("#pause"));
  assert.equal(await page.getAttribute("#table", "data-is"), "over");
  await page.click("#ask [data-key=again]");
  await page.waitForFunction(() => document.getElementById("table").dataset.is !== "over");
  await idle(page);
  assert.equal(await page.locator("#notice-aside").count(), 0, "nothing was broken off");

  await played(page);
  await page.click("#pause [data-key=others]");
  assert.ok(await page.isVisible("#new #seats"));
  await page.locator("#seats select").nth(0).selectOption("random");
  await page.click("#deal");
  await page.waitForFunction(() => document.querySelector("#felt .own") === null);
  await idle(page);
  assert.equal(await page.getAttribute("#table", "data-is"), "over");

  const story = await page.locator("#log li").allTextContents();
  await page.click("#pause [data-key=watch]");
  await page.waitForSelector("[data-key=step]");
  assert.ok((await page.locator("#log li").count()) < story.length);
  let steps = 0;
  for (; (await page.locator("[data-key=step]").count()) > 0; steps++) {
    await page.click("[data-key=step]");
    await idle(page);
  }
  assert.ok(steps >= 2, `${steps} steps`);
  assert.deepEqual(await page.locator("#log li").allTextContents(), story, "it is the same game");
  const begun = page.evaluate(hides, "#pause"); // for a moment, as bots play on at once
  await page.click("#pause [data-key=again]");
  await begun;
  assert.deepEqual(complaints, []);
  await end();
});

// Waits until an element is hidden, however soon it is shown again.
function hides(selector) {
  return new Promise((resolve) => {
    const watch = new MutationObserver((changes) => {
      if (changes.every(({ oldValue }) => oldValue !== null)) return; // it was hidden, and is so no more
      watch.disconnect();
      resolve();
    });
    watch.observe(document.querySelector(selector), { attributes: true, attributeFilter: ["hidden"], attributeOldValue: true });
  });
}
