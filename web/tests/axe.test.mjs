// What axe-core says of each state of the page: in three sizes, light and dark, in both languages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import axe from "axe-core";

import { answered, bench, choose, deal, dealt, idle, leaf, played, ready, seat, speak, started, step, write } from "./browser.mjs";

const open = bench();

const SIZES = [[390, 844], [1024, 768], [1440, 900]];
// Each size is looked at light and dark, and in both languages.
const LOOKS = [["light", "de"], ["dark", "en"]];
const MISTAKE = 'layer mine "Mine"\n\nreplace action Zofe\n    choose scrap from own hnad\n    move scrap to discards\n';
const LAW = `layer mine "A higher stake"

replace set-up
    players
        add 2 to own stake
        draw 1 from pile to own hand

always one-deed: deeds is less than 2
`;

// What is wrong with what is seen now, wherever the page is as large and coloured so; in one language where it says so.
async function looked(page, view, only = null) {
  const wrong = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const [colorScheme, other] of LOOKS) {
      await page.emulateMedia({ colorScheme });
      const language = only ?? other;
      await speak(page, language);
      const { violations, passes } = await page.evaluate(() => axe.run());
      assert.ok(passes.length > 20, `${view}: ${passes.length} rules found what they are about`);
      for (const { id, nodes } of violations) {
        const places = nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}\n    ${failureSummary}`);
        wrong.push(`${view}, ${width}, ${colorScheme}, ${language}: ${id}\n  ${places.slice(0, 3).join("\n  ")}`);
      }
    }
  }
  return wrong;
}

// A page with axe in it.
async function visited(address = "", how = {}) {
  const visit = await open(undefined, address, how);
  await (address === "" ? ready : started)(visit.page);
  await visit.page.evaluate(axe.source);
  return visit;
}

test("nothing is wrong with the rule: at the start, with a mistake, with a list of names, with examples", async () => {
  const { page, complaints, end } = await visited();
  const wrong = await looked(page, "start");
  await leaf(page, "rule");
  for (const summary of await page.locator("#write > details > summary").all()) {
    await summary.click();
  }
  wrong.push(...(await looked(page, "examples and layers")));
  await write(page, MISTAKE);
  await page.waitForSelector("#mistakes li");
  wrong.push(...(await looked(page, "a mistake")));
  await page.hover("#editor .cm-lintRange-error");
  await page.waitForSelector("#editor .cm-tooltip");
  wrong.push(...(await looked(page, "a mistake told on the spot", "en")));
  await page.click("#text");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("    move sc");
  await page.waitForSelector("#editor .cm-tooltip-autocomplete li[aria-selected]");
  wrong.push(...(await looked(page, "a list of names", "en")));
  await deal(page);
  await page.waitForSelector("#problems li");
  wrong.push(...(await looked(page, "rules that cannot be dealt")));
  assert.deepEqual(wrong, []);
  assert.deepEqual(complaints, []);
  await end();
});

test("nothing is wrong with the table: greeted, asked, with a reason, at the end of a round and of a game, covered", async () => {
  const { page, complaints, end } = await visited("", { kept: { greeted: null, base: "ksr", players: "3" } });
  const wrong = await looked(page, "greeted");
  await page.click("#greeting [data-key=play]");
  wrong.push(...(await looked(page, "asked")));
  const seen = { round: false, refused: false };
  while ((await page.getAttribute("#table", "data-is")) !== "over") {
    if (!seen.round && (await page.isVisible("#pause"))) {
      seen.round = true;
      wrong.push(...(await looked(page, "the end of a round")));
    }
    const refused = page.locator("#hand .card.refused").first();
    if (!seen.refused && (await page.isHidden("#pause")) && (await refused.count()) > 0) {
      seen.refused = true;
      await page.setViewportSize({ width: 1440, height: 900 });
      await refused.focus();
      await page.waitForFunction(() => document.getElementById("tells").textContent.includes("✕"));
      wrong.push(...(await looked(page, "a card that cannot be chosen")));
      await page.locator("#table [data-key=why]").first().click();
      await page.waitForFunction(() => !document.getElementById("reason").hidden);
      wrong.push(...(await looked(page, "a reason")));
      await page.keyboard.press("Escape");
    }
    await answered(page);
  }
  wrong.push(...(await looked(page, "a game that is over")));
  assert.deepEqual(seen, { round: true, refused: true });
  await page.click("[data-key=see-table]");
  for (const name of ["rules", "story", "new"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await leaf(page, name);
    wrong.push(...(await looked(page, name)));
  }
  for (let number = 0; number < (await page.locator("#seats select").count()); number++) {
    await seat(page, number, "person");
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await dealt(page);
  wrong.push(...(await looked(page, "a covered table")));
  assert.deepEqual(wrong, []);
  assert.deepEqual(complaints, []);
  await end();
});

test("nothing is wrong with what is said over the table", async () => {
  const all = { version: 1, rules: "ksr+kurz", texts: { kurz: 'layer kurz "Short game"\n' }, players: 3, seats: null, record: null };
  const { page, complaints, end } = await visited(`#${deflateRawSync(Buffer.from(JSON.stringify(all))).toString("base64url")}`);
  await page.waitForSelector("#notice-arrival");
  const wrong = await looked(page, "an address");
  await page.click("[data-key=take-over]");
  wrong.push(...(await looked(page, "an address that was taken over")));
  await page.click("#notice-arrival [data-key=put-away]");
  await dealt(page);
  await answered(page);
  await dealt(page);
  await page.waitForSelector("#notice-aside");
  wrong.push(...(await looked(page, "a game that was put aside")));
  assert.deepEqual(wrong, []);
  assert.deepEqual(complaints, []);
  await end();
});

test("nothing is wrong with the tools, with what they have found", async () => {
  const { page, complaints, end } = await visited();
  const wrong = [];
  await choose(page, "kuhn");
  await write(page, LAW);
  for (const tool of ["holds", "impact", "share"]) {
    await step(page, tool);
    if (tool === "holds") {
      await page.click("#check [data-key=search]");
      await page.waitForSelector(".finding");
      wrong.push(...(await looked(page, "a search that goes on", "en")));
      await page.waitForFunction(() => document.querySelector("#check [role=status]").textContent.includes("120"));
      await page.click("#check summary");
    }
    if (tool === "impact") {
      await page.click("#impact [data-key=impact]");
      await page.waitForSelector("#impact progress");
      wrong.push(...(await looked(page, "games that are played", "en")));
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
