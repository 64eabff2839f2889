// A reader of German meets no English: in no state of the page, but for what is marked as English.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { answered, bench, choose, deal, dealt, idle, leaf, played, ready, started, step, stretch, write } from "./browser.mjs";

const open = bench();
const GERMAN = { locale: "de-DE", viewport: { width: 1440, height: 900 } };

const book = (language) => JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url), "utf8"));
const words = (language) => {
  const said = Object.values(book(language)).flatMap((each) => (typeof each === "string" ? [each] : Object.values(each)));
  return new Set(said.join(" ").toLocaleLowerCase().replaceAll(/\{\w+\}/gu, " ").match(/\p{L}{3,}/gu));
};
const german = words("de");
const BOTH = ["hand", "name", "rest", "so", "text", "hat", "war", "bot", "brief", "not", "los", "list", "fall", "still", "gang", "arm", "gift", "rat", "tag", "wand", "kind", "art", "bad", "fast", "fest", "rot", "hut", "gut", "man", "mit", "des", "den", "will"];
const english = new Set([...words("en")].filter((word) => !german.has(word) && !BOTH.includes(word)));

// Every text that is said to be German, also what is only heard, with the English words in it.
async function foreign(page, when, seen) {
  const texts = await page.evaluate(() => {
    const all = [];
    const of = (at) => at.closest("[lang]")?.lang === "de" && at.closest("script, style, #editor, #language") === null && at.checkVisibility();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { parentElement: at, textContent } = walk.currentNode;
      if (of(at)) {
        all.push(textContent.trim());
      }
    }
    for (const at of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      if (of(at)) {
        all.push(at.ariaLabel ?? "", at.title, at.getAttribute("placeholder") ?? "");
      }
    }
    return [...all, document.title].filter((text) => text !== "");
  });
  seen.texts += texts.length;
  seen.states++;
  return texts.flatMap((text) => {
    const said = text.replaceAll(/"[^"]*"/gu, ""); // without what is quoted of the rules
    const found = (said.toLocaleLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => english.has(word));
    return found.length === 0 ? [] : [`${when}: ${text} (${found.join(", ")})`];
  });
}

test("a game of Palastgeflüster is in German from the greeting to its end", async () => {
  assert.ok(english.size > 300, `${english.size} words are English`);
  const seen = { texts: 0, states: 0 };
  const { page, complaints, end } = await open(undefined, "", { ...GERMAN, kept: { greeted: null, base: "ksr", players: "3" } });
  await ready(page);
  const wrong = await foreign(page, "greeted", seen);
  await page.click("#greeting [data-key=play]");
  wrong.push(...(await foreign(page, "asked", seen)));
  const was = { refused: false, round: false };
  for (let answers = 0; answers < 250 && (await page.getAttribute("#table", "data-is")) !== "over"; answers++) {
    if (!was.round && (await page.isVisible("#pause"))) {
      wrong.push(...(await foreign(page, "the end of a round", seen)));
      was.round = true;
    }
    const refused = page.locator("#hand .card.refused").first();
    if (!was.refused && (await page.isHidden("#pause")) && (await refused.count()) > 0) {
      await refused.hover(await stretch(refused));
      await page.waitForFunction(() => document.getElementById("tells").textContent.includes("✕"));
      wrong.push(...(await foreign(page, "a card that cannot be chosen", seen)));
      await page.mouse.move(2, 2);
      was.refused = true;
    }
    if (answers % 6 === 0 && (await page.isHidden("#pause"))) {
      const card = page.locator("#hand .card.offered").first();
      if ((await card.count()) > 0) {
        await card.hover(await stretch(card));
      }
      wrong.push(...(await foreign(page, "in the game", seen)));
    }
    await answered(page);
  }
  wrong.push(...(await foreign(page, "the end", seen)));
  await page.click("[data-key=see-table]");
  await leaf(page, "story");
  wrong.push(...(await foreign(page, "the story", seen)));
  assert.deepEqual([...new Set(wrong)], []);
  assert.deepEqual(was, { refused: true, round: true });
  assert.ok(seen.states >= 8 && seen.texts > 800, JSON.stringify(seen));
  assert.deepEqual(complaints, []);
  await end();
});

test("every game that comes along is in German: its table, its question, a reason and its rules", async () => {
  const seen = { texts: 0, states: 0 };
  const { page, end } = await open(undefined, "", GERMAN);
  await ready(page);
  const wrong = [];
  await leaf(page, "new");
  const games = await page.locator("#game option").evaluateAll((all) => all.map(({ value }) => value));
  for (const game of games) {
    await choose(page, game);
    await deal(page);
    await idle(page);
    for (let answers = 0; answers < 4; answers++) {
      await answered(page);
    }
    wrong.push(...(await foreign(page, game, seen)));
    await leaf(page, "rules");
    await page.waitForFunction((title) => document.querySelector("#sheet .title")?.textContent === title, await page.title());
    wrong.push(...(await foreign(page, `${game}, its rules`, seen)));
  }
  assert.deepEqual([...new Set(wrong)], []);
  assert.ok(games.length >= 16 && seen.states === 2 * games.length, JSON.stringify(seen));
  await end();
});

test("the leaves are in German, and so is each step of a rule with what it found", async () => {
  const seen = { texts: 0, states: 0 };
  const { page, end } = await open(undefined, "", { ...GERMAN, kept: { base: "kuhn" } });
  await ready(page);
  const wrong = [];
  for (const name of ["rules", "new", "story", "rule"]) {
    await leaf(page, name);
    await page.evaluate(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
    wrong.push(...(await foreign(page, name, seen)));
  }
  await write(page, 'layer mine "Mine"\n\nalways one-deed: deeds is less than 2\n');
  for (const name of ["write", "holds", "impact", "share"]) {
    await step(page, name);
    if (name === "holds") {
      await page.waitForFunction(() => document.querySelector("#tests progress").hidden && document.querySelector("#tests li") !== null);
      await page.click("#check [data-key=search]");
      await page.waitForSelector(".finding");
      await page.waitForFunction(() => document.querySelector("#check progress").hidden);
    } else if (name === "impact") {
      await page.locator("#impact select").nth(2).selectOption("10");
      await page.click("[data-key=impact]");
      await page.waitForSelector("#impact .verdict dd");
      await page.evaluate(() => document.querySelectorAll("#impact details").forEach((each) => (each.open = true)));
    } else if (name === "share") {
      await page.click("#share-copy");
      await page.waitForSelector("#share-address");
    }
    wrong.push(...(await foreign(page, name, seen)));
  }
  assert.deepEqual([...new Set(wrong)], []);
  assert.equal(seen.states, 8);
  await end();
});

test("seats without names are numbered in German, and so is what an address, a file and a refusal say", async () => {
  const seen = { texts: 0, states: 0 };
  const all = { version: 1, rules: "kuhn", texts: {}, players: 2, seats: ["person", "random"], record: null };
  const { page, end } = await open(undefined, `#${deflateRawSync(Buffer.from(JSON.stringify(all))).toString("base64url")}`, GERMAN);
  await started(page);
  await page.waitForSelector("#notice-arrival");
  const wrong = await foreign(page, "an address", seen);
  await page.click("[data-key=take-over]");
  wrong.push(...(await foreign(page, "taken over", seen)));
  await page.click("#notice-arrival [data-key=put-away]");
  await dealt(page);
  assert.match(await page.textContent("#felt"), /Spieler 1.*Spieler 2|Spieler 2.*Spieler 1/s);
  await played(page);
  assert.match(await page.textContent("#state"), /^Das Spiel ist aus\./);
  await step(page, "share");
  await page.setInputFiles("#file", { name: "diary.txt", mimeType: "", buffer: Buffer.from("Liebes Tagebuch") });
  await page.waitForSelector("#notice-file");
  wrong.push(...(await foreign(page, "a file that is no rule", seen)));
  assert.deepEqual([...new Set(wrong)], []);
  assert.equal(seen.states, 3);
  await end();
});
