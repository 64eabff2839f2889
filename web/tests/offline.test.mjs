// The page without a network, once it was loaded; and that it is never made of files of two versions.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";

import { DIST, PATIENCE, dealt, folder, launched, palast, ready } from "./browser.mjs";
import { TYPES, serving } from "./files.mjs";

let browser;
let disk;
let server;
let address;
let context;

before(async () => {
  browser = await launched();
});
after(() => browser?.close());

beforeEach(async () => {
  disk = folder();
  cpSync(DIST, join(disk.path, "bench"), { recursive: true });
  server = await serving(disk.path, (path) => ({ "Content-Type": TYPES[extname(path)] ?? "text/plain", "Cache-Control": "max-age=600" }));
  address = `${server.address}/bench/`;
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  server.end();
  disk.end();
});

async function opened(place = address) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(place);
  return page;
}

const inControl = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
const waiting = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update(); // as the browser does some time after each load
    while (registration.waiting === null) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
const caches = (page) => page.evaluate(() => caches.keys());

// Puts another version where the page is, of which one can tell by its style; `whole` is whether all of it is there yet.
function put(width, whole = true) {
  const path = (name) => join(disk.path, "bench", name);
  const style = readFileSync(path("style.css"), "utf8");
  const other = `${style}\n:root { --version: ${width}; }\n`;
  const of = (text) => createHash("sha256").update(text).digest("hex");
  const service = readFileSync(path("service.js"), "utf8");
  assert.ok(service.includes(of(style)));
  const changed = service.replace(of(style), of(other)).replace(/version:"\w+"/, `version:"${width}"`);
  assert.notEqual(changed, service.replace(of(style), of(other)));
  writeFileSync(path("service.js"), changed);
  if (whole) {
    writeFileSync(path("style.css"), other);
  }
}

const version = (page) => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--version"));

test("once loaded, the page deals without a server, when it is reloaded and when it is opened anew", async () => {
  const page = await opened();
  await ready(page);
  await inControl(page);
  server.end();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  for (const again of [() => page.reload(), () => page.goto(`${address}?somewhere#else`)]) {
    await again();
    await ready(page);
    await dealt(page);
    assert.ok((await page.locator("#felt .card").count()) > 5);
  }
  assert.deepEqual(complaints, []);
  const other = await opened();
  await ready(other);
});

test("another version is taken on the next load, whole, and the one before is removed", async () => {
  const page = await opened();
  await ready(page);
  await inControl(page);
  const before = await caches(page);
  put(2);
  await page.reload();
  await ready(page);
  assert.equal(await version(page), "");
  await waiting(page);
  await page.reload();
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue("--version") === "2");
  await ready(page);
  await dealt(page);
  const after = await caches(page);
  assert.equal(after.length, 1);
  assert.notDeepEqual(after, before);
});

test("another version waits as long as a second page is open", async () => {
  const [page, other] = [await opened(), await opened()];
  await Promise.all([ready(page), ready(other)]);
  await Promise.all([inControl(page), inControl(other)]);
  put(2);
  await page.reload();
  await waiting(page);
  await page.reload();
  await ready(page);
  assert.equal(await version(page), "");
  await other.close();
  await page.waitForFunction(() => navigator.locks.query().then(({ held }) => held.length === 1)); // it is closed in a while
  await page.reload();
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue("--version") === "2");
});

test("a version that is not there as a whole is not taken", async () => {
  const page = await opened();
  await ready(page);
  await inControl(page);
  put(2, false);
  const failed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => undefined);
    const { installing } = registration;
    return new Promise((resolve) => {
      const look = () => installing.state === "redundant" && resolve(true);
      installing.addEventListener("statechange", look);
      look();
    });
  });
  assert.ok(failed);
  await page.reload();
  await ready(page);
  assert.equal(await version(page), "");
});

test("a browser can install the page", async () => {
  const page = await opened();
  await ready(page);
  const devtools = await context.newCDPSession(page);
  const { errors, data, url } = await devtools.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(url, `${address}palast.webmanifest`);
  const { icons, display } = JSON.parse(data);
  assert.equal(display, "standalone");
  for (const { src, type } of icons) {
    assert.match(readFileSync(join(DIST, src)).subarray(0, 8).toString("latin1"), type === "image/png" ? /PNG/ : /<svg/);
  }
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
});

test("the page as one file keeps nothing of the kind, not even at an address", async () => {
  await palast("web", "--single", join(disk.path, "bench", "single.html"));
  const page = await opened(`${address}single.html`);
  await ready(page);
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.deepEqual(await caches(page), []);
});
