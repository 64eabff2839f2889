// A browser for the tests: the system's Chromium, or what CHROMIUM names; and the page, served by `palast web`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PYTHON = process.env.PYTHON ?? "python3";

export const DIST = join(ROOT, "web", "dist");
export const PATIENCE = Number(process.env.PATIENCE ?? 120_000); // milliseconds

// The first lines of the worker, in which Python runs: its source of chance is seeded, so each run deals the same games.
// CHANCE=2 tries others.
const seeded = (seed) => `{
  let drawn = ${Number(process.env.CHANCE ?? seed)};
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < bytes.length; index++) {
      drawn = (drawn * 48_271) % 2_147_483_647;
      bytes[index] = drawn >> 8;
    }
    return array;
  };
}
`;

export function launched() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
}

// `palast` with some arguments: what it printed, once it has ended well.
export function palast(...words) {
  return new Promise((resolve, reject) => {
    const running = spawned(words);
    let told = "";
    running.stdout.on("data", (chunk) => (told += chunk));
    running.on("close", (status) => (status === 0 ? resolve(told) : reject(new Error(`palast ended with ${status}`))));
  });
}

// The page, served: its address, and what ends it.
export async function served() {
  const running = spawned(["web", "--no-browser", "--port", String(await free())]);
  return new Promise((resolve, reject) => {
    running.stdout.on("data", (chunk) => {
      const address = /http:\S+/.exec(chunk)?.[0];
      if (address !== undefined) {
        resolve({ address, end: () => running.kill() });
      }
    });
    running.on("close", (status) => reject(new Error(`palast web ended with ${status}`)));
  });
}

function free() {
  return new Promise((resolve) => {
    const asked = createServer().listen(0, "127.0.0.1", () => {
      const { port } = asked.address();
      asked.close(() => resolve(port));
    });
  });
}

function spawned(words) {
  return spawn(PYTHON, ["-m", "palast", ...words], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
}

// A browser and a server for all tests of a file: what opens the page there, or at an address, which may be relative.
export function bench() {
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
  return (prepared, address = "", how = {}) => opened(browser, new URL(address, server.address).href, prepared, how);
}

export function folder() {
  const made = mkdtempSync(join(tmpdir(), "bench-"));
  return { path: made, end: () => rmSync(made, { recursive: true }) };
}

// What the page finds kept: it has greeted already, bots answer at once, and beside one person all of them at random.
const KEPT = { greeted: "yes", pace: "once", seats: ["person", ...Array(9).fill("random")].join(",") };

// A page that was opened, with all that it requested and all that it complained of. `kept` is what it finds kept beside
// that, or in its place; a null is not kept. The rest is of the browser: the size of its window, its language, motion.
export async function opened(browser, address, prepared = () => undefined, { seed = 1, kept = {}, ...browsing } = {}) {
  const context = await browser.newContext({ serviceWorkers: "block", reducedMotion: "reduce", ...browsing }); // which is not what most tests are about
  const page = await context.newPage();
  const requests = [];
  const complaints = [];
  page.setDefaultTimeout(PATIENCE);
  await context.route("**", async (route) => {
    const url = route.request().url();
    requests.push(url);
    if (!/\/worker\.js$/.test(url)) {
      return route.continue();
    }
    const response = await route.fetch();
    return route.fulfill({ response, body: seeded(seed) + (await response.text()) });
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await context.addInitScript((all) => {
    for (const [name, value] of Object.entries(all)) {
      if (value !== null && localStorage.getItem(`palast.${name}`) === null) {
        localStorage.setItem(`palast.${name}`, value);
      }
    }
  }, { ...KEPT, ...kept });
  await prepared(page);
  await page.goto(address);
  return { page, requests, complaints, end: () => context.close() };
}

// The engine can be asked, and all that it plays can be chosen.
export async function started(page) {
  await page.waitForSelector("body[data-engine=ready]");
  await page.waitForSelector("#base option", { state: "attached" });
}

// ... and a game lies on the table, as it does unless the page was opened with an address, or with a rule that is wrong.
export async function ready(page) {
  await started(page);
  await idle(page);
}

// Opens a leaf: `rules`, `rule`, `new`, or `story`.
export async function leaf(page, name) {
  if (!(await page.isVisible(`#${name}`))) {
    await page.click(`#doors [aria-controls=${name}]`);
    await page.waitForSelector(`#${name}`, { state: "visible" });
  }
}

// Puts away the leaf that is open, if one is.
export async function shut(page) {
  const open = page.locator(".leaf:not([hidden]) > .head .close");
  if ((await open.count()) > 0) {
    await open.click();
  }
}

// Opens a step of the leaf of the rule: `write`, `holds`, `impact`, or `share`.
export async function step(page, name) {
  await leaf(page, "rule");
  await page.click(`#tab-${name}`);
}

// Chooses what to play.
export async function choose(page, rules) {
  await leaf(page, "new");
  await page.selectOption("#game", rules);
}

// Chooses who sits at a seat.
export async function seat(page, number, who) {
  await leaf(page, "new");
  await page.locator("#seats select").nth(number).selectOption(who);
}

// Clicks what deals, which may have to be looked for first.
export async function deal(page) {
  await leaf(page, "new");
  await page.click("#deal");
}

// Deals, with nothing open beside the table afterwards.
export async function dealt(page) {
  await deal(page);
  await idle(page);
  await shut(page);
}

// Waits until somebody here can do something, or nothing can be done any more.
export function idle(page) {
  return page.waitForFunction(() => {
    const table = document.getElementById("table");
    const { is } = table.dataset;
    const step = is === "waiting" && table.querySelector("[data-key=step], [data-key=cover], [data-key=go-on]") !== null;
    return table.ariaBusy === "false" && (step || ["asked", "covered", "over"].includes(is));
  });
}

// Changes the language, and waits until a game that lies there is told in it: the page's own words change at once, and
// all is drawn once more as soon as the engine has said the others.
export async function speak(page, language) {
  if ((await page.getAttribute("html", "lang")) !== language) {
    await page.selectOption("#language", language);
    await page.waitForFunction((wanted) => {
      const { is, speaks } = document.getElementById("table").dataset;
      return is === "empty" || speaks === wanted;
    }, language);
    await page.waitForSelector("#table:not([aria-busy=true])");
  }
}

// Waits until the game is kept as it stands where somebody is asked: the engine answers one thing after the other, and
// what was under way may have been of before.
export async function kept(page) {
  for (let asked = 0; asked < 2; asked++) {
    await page.click("#ask [data-key=why]");
    await page.waitForSelector("#reason:popover-open");
    await page.keyboard.press("Escape");
  }
}

// What can be clicked in a game, the first that is there: the end of a round, an answer of several, a card, a button.
const CLICKS = ["[data-key=go-on]", "[data-key=take]", "#table .card.offered", "#ask .buttons [data-key]:not([data-key=clear], [data-key=again])"];

// Where a card can be hit: cards of a hand are slanted, and overlap.
export async function stretch(card) {
  const position = await card.evaluate(async (each) => {
    each.scrollIntoView({ block: "nearest", inline: "nearest" });
    const place = () => Object.values(each.getBoundingClientRect().toJSON()).join();
    for (let before = ""; before !== place(); ) { // until it lies still
      before = place();
      await new Promise((go) => requestAnimationFrame(go));
    }
    const { left, top, width, height } = each.getBoundingClientRect();
    for (const y of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      const hit = [];
      for (let x = 1; x < width; x++) {
        if (each.contains(document.elementFromPoint(left + x, top + y * height))) {
          hit.push(x);
        } else if (hit.length > 0) {
          break;
        }
      }
      if (hit.length >= 8) {
        return { x: hit[Math.floor(hit.length / 2)], y: y * height };
      }
    }
    return null;
  });
  return { position };
}

// Clicks one thing that the game offers, a card where there is one; says what it was.
export async function answered(page) {
  for (const what of CLICKS) {
    const found = page.locator(what);
    if ((await found.count()) > 0) {
      const [first] = await found.all();
      await first.click(what.includes(".card") ? await stretch(first) : {});
      await idle(page);
      return what;
    }
  }
  return null;
}

// Plays until the game is over; how often something was clicked, a card, an answer of several, and the end of a round.
export async function played(page) {
  const clicks = { all: 0, cards: 0, several: 0, rounds: 0 };
  for (let what = await answered(page); what !== null; what = await answered(page)) {
    clicks.all++;
    clicks.cards += what === "#table .card.offered" ? 1 : 0;
    clicks.several += what === "[data-key=take]" ? 1 : 0;
    clicks.rounds += what === "[data-key=go-on]" ? 1 : 0;
  }
  return clicks;
}

// When a worker has ended, which the browser tells some time after the page has made another.
export function ending(worker) {
  return new Promise((resolve) => void worker.once("close", resolve));
}

// Writes a text in place of what is in the editor, by its own keys: `fill` selects behind its back, which it may undo.
export async function write(page, text) {
  await step(page, "write");
  await page.waitForSelector("#text");
  await page.press("#text", "Control+a");
  await (text === "" ? page.keyboard.press("Delete") : page.keyboard.insertText(text));
}

// The text in the editor: what the page keeps of it, which is what it shows.
export async function written(page) {
  const text = await page.evaluate(() => localStorage.getItem("palast.text"));
  const shown = await page.locator("#editor .cm-line").allTextContents();
  assert.equal(shown.join("\n"), text);
  return text;
}
