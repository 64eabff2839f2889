// What is sent to others, what comes from them, and what is kept.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { dealt, idle, launched, opened, ready, served, written } from "./browser.mjs";

const RULE = 'layer kurz "Short game"\n\n# a note\n';

let browser;
let server;

before(async () => {
  server = await served();
  browser = await launched();
});

after(async () => {
  await browser?.close();
  server?.end();
});

async function bench(address = server.address, prepared = undefined) {
  const there = await opened(browser, address, prepared);
  await ready(there.page);
  return there;
}

// What an address would say, whatever that is.
function fragment(what, said = JSON.stringify({ version: 1, texts: {}, players: null, seats: null, record: null, ...what })) {
  return deflateRawSync(Buffer.from(said)).toString("base64url");
}

// The address that the page makes of what it has.
async function address(page) {
  await page.click("#tab-share");
  await page.click("#share-copy");
  await page.waitForSelector("#share-address");
  return page.inputValue("#share-address");
}

test("a rule is sent by an address and taken over by somebody else, who loses nothing", async () => {
  const mine = await bench();
  await mine.page.selectOption("#base", "magier");
  await mine.page.fill("#text", RULE);
  await mine.page.waitForFunction(() => document.querySelectorAll("#players option").length > 1);
  await mine.page.selectOption("#players", "4");
  const sent = await address(mine.page);
  assert.match(await mine.page.textContent("#share .said"), /your rule 'kurz', 4 players\n\d+ characters long/);
  await mine.page.fill("#text", `${RULE}# more\n`);
  await mine.page.waitForSelector("#share-address", { state: "detached" }); // it would say what is no longer there
  await mine.end();

  const theirs = await bench();
  await theirs.page.fill("#text", 'layer other "Other"\n');
  await theirs.page.evaluate((hash) => (location.hash = hash), new URL(sent).hash);
  await theirs.page.waitForSelector("#notice-arrival");
  assert.match(await theirs.page.textContent("#notice-arrival"), /Short game \(kurz\)/);
  assert.equal(await theirs.page.evaluate(() => document.activeElement.id), "notice-arrival");
  assert.equal(await written(theirs.page), 'layer other "Other"\n');
  await theirs.page.click("[data-key=take-over]");
  await theirs.page.waitForFunction((rule) => localStorage.getItem("palast.text") === rule, RULE);
  assert.equal(await written(theirs.page), RULE);
  assert.equal(await theirs.page.inputValue("#base"), "magier");
  assert.equal(new URL(theirs.page.url()).hash, "");
  await dealt(theirs.page);
  assert.equal(await theirs.page.locator("#seats select").count(), 4);

  await theirs.page.click("#tab-share");
  await theirs.page.click("#share .versions button");
  assert.equal(await written(theirs.page), 'layer other "Other"\n');
  assert.deepEqual(theirs.complaints, []);
  await theirs.end();
});

test("what is not wanted is left, and an address that says nothing is told once", async () => {
  const hash = fragment({ rules: "ksr+kurz", texts: { kurz: RULE }, seats: ["person", "random", "random"] });
  const { page, complaints, end } = await bench(`${server.address}#${hash}`);
  await page.click("[data-key=leave]");
  assert.equal(await page.locator(".notice").count(), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem("palast.text")), null);
  assert.equal(new URL(page.url()).hash, "");
  await page.evaluate(() => (location.hash = "#nonsense"));
  await page.waitForSelector("#notice-arrival");
  assert.match(await page.textContent("#notice-arrival"), /cannot be opened.*says nothing that can be played/s);
  assert.equal(new URL(page.url()).hash, "");
  await page.reload();
  await ready(page);
  assert.equal(await page.locator(".notice").count(), 0);
  assert.deepEqual(complaints, []);
  await end();
});

test("the game on the table is sent when it is over, or when it is meant", async () => {
  const { page, end } = await bench();
  await page.selectOption("#base", "kuhn");
  await dealt(page);
  await page.click("#tab-share");
  await page.check("#share-deal");
  assert.match(await page.textContent("#share"), /whoever gets it can see every hand/);
  assert.ok(await page.isDisabled("#share-copy"));
  await page.check("#share-sure");
  const sent = await address(page);
  const before = await page.textContent("#felt");
  await end();

  const theirs = await bench(sent);
  assert.match(await theirs.page.textContent("#notice-arrival"), /seat 0, seat 1; \d+ turns so far/);
  assert.equal(await theirs.page.locator("#felt .card").count(), 0);
  await theirs.page.click("[data-key=take-over]");
  await theirs.page.waitForSelector("#felt .card");
  await idle(theirs.page);
  assert.equal(await theirs.page.textContent("#felt"), before);
  await theirs.end();
});

test("the game on the table is there again after a reload, and when the engine had to begin anew", async () => {
  const { page, complaints, end } = await bench();
  await page.selectOption("#base", "ksr");
  await dealt(page);
  const kept = () => page.evaluate(() => sessionStorage.getItem("palast.game"));
  const begun = await kept();
  await page.click("#felt .offered >> nth=0");
  await idle(page);
  const look = () => page.evaluate(() => {
    const shown = ["felt", "ask"].map((id) => document.getElementById(id).cloneNode(true));
    shown.forEach((each) => each.querySelectorAll(".fresh, .just, .mark").forEach((mark) => mark.remove())); // what was moved last
    return shown.map((each) => each.textContent.replaceAll(" ", "")).join("\n");
  });
  const before = await look();
  await page.waitForFunction((begun) => sessionStorage.getItem("palast.game") !== begun, begun);
  await page.waitForTimeout(500);
  await page.reload();
  await page.waitForSelector("#felt .card");
  await idle(page);
  assert.equal(await look(), before);
  const [worker] = page.workers();
  await worker.evaluate(() => self.postMessage({ what: "dead", why: "out of stack" }));
  await page.waitForSelector("#felt .card", { state: "detached" });
  await page.waitForSelector("#felt .card");
  await idle(page);
  assert.equal(await look(), before);
  assert.deepEqual(complaints, []);
  await end();
});
