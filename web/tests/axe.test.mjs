// What axe-core says of each view of the page, in both languages, light and dark, on a phone and on a large screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import axe from "axe-core";

import { answered, bench, deal, dealt, idle, played, ready, write } from "./browser.mjs";

const open = bench();

const WIDTHS = [390, 1600];
const SCHEMES = ["light", "dark"];
const LANGUAGES = ["de", "en"];
const MISTAKE = 'layer mine "Mine"\n\nreplace action Zofe\n    choose scrap from own hnad\n    move scrap to discards\n';
const LAW = `layer mine "A higher stake"

replace set-up
    players
        add 2 to own stake
        draw 1 from pile to own hand

always one-deed: deeds is less than 2
`;

// What is wrong with what is seen now, wherever the page is as wide and coloured so, in these languages.
async function looked(page, view, languages = LANGUAGES) {
  const wrong = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const language of languages) {
        if (languages.length > 1) {
          await page.selectOption("#language", language);
        }
        const { violations, passes } = await page.evaluate(() => axe.run());
        assert.ok(passes.length > 20, `${view}: ${passes.length} rules found what they are about`);
        for (const { id, nodes } of violations) {
          const places = nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}\n    ${failureSummary}`);
          wrong.push(`${view}, ${width}, ${colorScheme}, ${language}: ${id}\n  ${places.join("\n  ")}`);
        }
      }
    }
  }
  return wrong;
}

// A page with axe in it.
async function visited() {
  const visit = await open();
  await ready(visit.page);
  await visit.page.evaluate(axe.source);
  return visit;
}

// Brings a part of the page into sight that can be put away on a narrow screen.
async function turned(page, part) {
  if (await page.isVisible(`#tab-${part}`)) {
    await page.click(`#tab-${part}`);
  }
}

test("nothing is wrong with the rule: at the start, with a mistake, with a list of names, with examples", async () => {
  const { page, complaints, end } = await visited();
  const wrong = await looked(page, "start");
  for (const summary of await page.locator("#rule > details > summary").all()) {
    await summary.click();
  }
  wrong.push(...(await looked(page, "examples and layers")));
  await write(page, MISTAKE);
  await page.waitForSelector("#mistakes li");
  wrong.push(...(await looked(page, "a mistake")));
  await page.hover("#editor .cm-lintRange-error");
  await page.waitForSelector("#editor .cm-tooltip");
  wrong.push(...(await looked(page, "a mistake told on the spot", ["en"])));
  await page.click("#text");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("    move sc");
  await page.waitForSelector("#editor .cm-tooltip-autocomplete li[aria-selected]");
  wrong.push(...(await looked(page, "a list of names", ["en"])));
  await deal(page);
  await page.waitForSelector("#problems li");
  wrong.push(...(await looked(page, "rules that cannot be dealt")));
  assert.deepEqual(wrong, []);
  assert.deepEqual(complaints, []);
  await end();
});

test("nothing is wrong with the table: in a game, with a reason, when it is over, when it is covered", async () => {
  const { page, complaints, end } = await visited();
  const wrong = [];
  await page.selectOption("#base", "ksr");
  await turned(page, "table");
  await page.locator("#seats select").nth(0).selectOption("person");
  await dealt(page);
  wrong.push(...(await looked(page, "a game begins")));
  for (let many = 0; many < 6; many++) {
    await answered(page);
  }
  wrong.push(...(await looked(page, "in a game")));
  await page.locator("#table [data-key^=why]").first().click();
  await page.waitForFunction(() => !document.getElementById("reason").hidden);
  wrong.push(...(await looked(page, "a reason")));
  await played(page);
  wrong.push(...(await looked(page, "a game that is over")));
  await page.click("#setup > summary");
  for (const seat of await page.locator("#seats select").all()) {
    await seat.selectOption("person");
  }
  await dealt(page);
  wrong.push(...(await looked(page, "a covered table")));
  assert.deepEqual(wrong, []);
  assert.deepEqual(complaints, []);
  await end();
});

test("nothing is wrong with the tools, with what they have found", async () => {
  const { page, complaints, end } = await visited();
  const wrong = [];
  await page.selectOption("#base", "kuhn");
  await write(page, LAW);
  for (const tool of ["tests", "check", "impact", "share"]) {
    await page.click(`#tab-${tool}`);
    if (tool === "check") {
      await page.click("#check [data-key=search]");
      await page.waitForSelector(".finding");
      wrong.push(...(await looked(page, "a search that goes on", ["en"])));
      await page.waitForFunction(() => document.querySelector("#check [role=status]").textContent.includes("120"));
      await page.click("#check summary");
    }
    if (tool === "impact") {
      await page.click("#impact [data-key=impact]");
      await page.waitForSelector("#impact progress");
      wrong.push(...(await looked(page, "games that are played", ["en"])));
      await page.waitForSelector("#impact .picture");
      for (const summary of await page.locator("#impact summary").all()) {
        await summary.click();
      }
    }
    if (tool === "share") {
      await page.click("#share-copy");
      await page.waitForSelector("#share-address");
    }
    wrong.push(...(await looked(page, tool)));
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(complaints, []);
  await end();
});
