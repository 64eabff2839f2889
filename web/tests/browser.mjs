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
export const PATIENCE = 60_000;

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
    const running = started(words);
    let told = "";
    running.stdout.on("data", (chunk) => (told += chunk));
    running.on("close", (status) => (status === 0 ? resolve(told) : reject(new Error(`palast ended with ${status}`))));
  });
}

// The page, served: its address, and what ends it.
export async function served() {
  const running = started(["web", "--no-browser", "--port", String(await free())]);
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

function started(words) {
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
  return (prepared, address = "", seed = 1) => opened(browser, new URL(address, server.address).href, prepared, seed);
}

export function folder() {
  const made = mkdtempSync(join(tmpdir(), "bench-"));
  return { path: made, end: () => rmSync(made, { recursive: true }) };
}

// A page that was opened, with all that it requested and all that it complained of.
export async function opened(browser, address, prepared = () => undefined, seed = 1) {
  const context = await browser.newContext({ serviceWorkers: "block" }); // which is not what most tests are about
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
  await prepared(page);
  await page.goto(address);
  return { page, requests, complaints, end: () => context.close() };
}

export async function ready(page) {
  await page.waitForSelector("body[data-engine=ready]");
  await page.waitForSelector("#base option", { state: "attached" });
}

// Clicks what deals, which may have to be looked for first.
export async function deal(page) {
  if (await page.isVisible("#tab-table")) {
    await page.click("#tab-table");
  }
  if (!(await page.isVisible("#deal"))) {
    await page.click("#setup > summary");
  }
  await page.click("#deal");
}

export async function dealt(page) {
  await deal(page);
  await idle(page);
}

// Waits until somebody here can do something, or nothing can be done any more.
export function idle(page) {
  return page.waitForFunction(() => {
    const table = document.getElementById("table");
    const { is } = table.dataset;
    const step = is === "waiting" && table.querySelector("[data-key=step], [data-key=cover]") !== null;
    return table.ariaBusy === "false" && (step || ["asked", "covered", "over"].includes(is));
  });
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

// Clicks one thing that the game offers, a card where there is one; says what it was.
export async function answered(page) {
  for (const what of ["[data-key=take]", "#felt .offered", "#ask .buttons [data-key]:not([data-key=clear])"]) {
    const found = page.locator(what);
    if ((await found.count()) > 0) {
      await found.first().click();
      await idle(page);
      return what;
    }
  }
  return null;
}

// Plays until the game is over; how often something was clicked, a card, and an answer of several.
export async function played(page) {
  const clicks = { all: 0, cards: 0, several: 0 };
  for (let what = await answered(page); what !== null; what = await answered(page)) {
    clicks.all++;
    clicks.cards += what === "#felt .offered" ? 1 : 0;
    clicks.several += what === "[data-key=take]" ? 1 : 0;
  }
  return clicks;
}

// When a worker has ended, which the browser tells some time after the page has made another.
export function ending(worker) {
  return new Promise((resolve) => void worker.once("close", resolve));
}

// Writes a text in place of what is in the editor, by its own keys: `fill` selects behind its back, which it may undo.
export async function write(page, text) {
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
