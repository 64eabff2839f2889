// The page as somebody opens it: from a server and from a disk, asking nobody for anything, and not to be broken.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import {
  choose, deal, dealt, DIST, ending, folder, idle, launched, leaf, opened, palast, played, ready, served, step, write, written,
} from "./browser.mjs";

const LATER = ["icon.png", "palast.webmanifest", "service.js"]; // for whoever installs the page, or has no network
const MEGABYTE = 1_000_000;

let browser;
let server;
let disk;
let single;

before(async () => {
  server = await served();
  browser = await launched();
  disk = folder();
  single = join(disk.path, "bench.html");
  await palast("web", "--single", single);
});

after(async () => {
  await browser?.close();
  server?.end();
  disk?.end();
});

test("a whole game is played by clicking, and nothing is requested but the page's own files", async () => {
  const { page, requests, complaints, end } = await opened(browser, server.address);
  await ready(page);
  await choose(page, "kuhn");
  await dealt(page);
  const loaded = requests.length;
  assert.ok((await played(page)).all >= 1);
  assert.match(await page.textContent("#state"), /The game is over/);
  assert.equal(requests.length, loaded);
  assert.deepEqual(requests.filter((url) => !url.startsWith(server.address) && !url.startsWith("data:")), []);
  const files = readdirSync(DIST).filter((name) => !LATER.includes(name)).length;
  assert.ok(loaded >= files && loaded <= files + 1, `${loaded} requests for ${files} files`);
  assert.deepEqual(complaints, []);
  await end();
});

test("the one file opens from a disk, deals, and requests nothing", async () => {
  const { page, requests, complaints, end } = await opened(browser, pathToFileURL(single).href);
  await ready(page);
  await dealt(page);
  assert.ok((await page.locator("#table .card.offered, #ask .buttons [data-key]").count()) > 1);
  assert.deepEqual(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")), []);
  assert.deepEqual(complaints, []);
  await end();
});

test("a mistake in a rule is told with its line, and the rule is still there in the next visit", async () => {
  const { page, end } = await opened(browser, server.address);
  await ready(page);
  const rule = 'layer mine "Mine"\n\nadd word suit: <img src=x onerror=alert(1)>\n';
  await write(page, rule);
  await page.waitForSelector("#mistakes li");
  await deal(page);
  await page.waitForSelector("#problems li");
  assert.match(await page.textContent("#verdict"), /line 3/);
  assert.equal(await page.locator("#problems img, #mistakes img").count(), 0);
  await page.reload();
  assert.equal(await written(page), rule);
  await end();
});

test("a game goes on by the rule that it was dealt by, and the page says when that is another by now", async () => {
  const { page, end } = await opened(browser, server.address);
  await ready(page);
  await choose(page, "kuhn");
  await dealt(page);
  assert.ok(await page.isHidden("#stale"));
  await write(page, 'layer mine "Mine"\n');
  await page.waitForSelector("#stale", { state: "visible" });
  await deal(page);
  await page.waitForSelector("#stale", { state: "hidden" });
  await end();
});

test("a worker that dies is followed by another, which is said, and the rule and the game are still there", async () => {
  const { page, end } = await opened(browser, server.address);
  await ready(page);
  await page.waitForFunction(() => sessionStorage.getItem("palast.game") !== null);
  const felt = await page.textContent("#felt");
  await write(page, 'layer mine "Mine"\n');
  const [first] = page.workers();
  const ended = ending(first);
  await first.evaluate(() => self.postMessage({ what: "dead", why: "out of stack" }));
  await page.waitForFunction(() => document.getElementById("state").textContent.includes("out of stack"));
  await page.setViewportSize({ width: 1100, height: 800 }); // by which the table is drawn anew
  assert.match(await page.textContent("#state"), /out of stack.* nothing is lost/);
  await ready(page);
  await page.waitForSelector("#notice-fault");
  assert.match(await page.textContent("#notice-fault"), /out of stack.* Nothing is lost/);
  assert.equal(await page.textContent("#felt"), felt);
  assert.equal(await written(page), 'layer mine "Mine"\n');
  await ended;
  await write(page, "");
  await dealt(page);
  await end();
});

test("a worker that hangs is ended and followed by another, and the rule is still there", async () => {
  const { page, end } = await opened(browser, server.address, (fresh) => fresh.clock.install());
  await ready(page);
  await write(page, 'layer mine "Mine"\n');
  const [first] = page.workers();
  const ended = ending(first);
  await first.evaluate(() => void setTimeout(() => { for (;;); }, 0));
  await deal(page);
  await page.clock.fastForward(61_000);
  await page.waitForFunction(() => document.getElementById("state").textContent.includes("it took too long"));
  await ready(page);
  assert.equal(await written(page), 'layer mine "Mine"\n');
  await ended;
  await end();
});

test("it is said to be ready as soon as something can be dealt, and not before", async () => {
  const { page, end } = await opened(browser, server.address, (fresh) =>
    fresh.addInitScript(() => {
      const look = () => {
        const said = document.getElementById("being")?.textContent;
        if (said === "Ready." && window.readyWith === undefined) {
          window.readyWith = [document.getElementById("deal").disabled, document.getElementById("players").options.length];
        }
      };
      new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
    }),
  );
  await ready(page);
  assert.deepEqual(await page.evaluate(() => window.readyWith), [false, 3]);
  await dealt(page);
  await end();
});

test("what takes long can be stopped from its first second on, and the rule and the game are there again", async () => {
  const { page, end } = await opened(browser, server.address, (fresh) => fresh.clock.install());
  await ready(page);
  await choose(page, "kuhn");
  await dealt(page);
  await page.waitForFunction(() => sessionStorage.getItem("palast.game") !== null);
  const felt = await page.textContent("#felt");
  await write(page, 'layer mine "Mine"\n');
  const [first] = page.workers();
  await first.evaluate(() => void setTimeout(() => { for (;;); }, 0));
  assert.ok(await page.isHidden("#halt"));
  await page.click("[data-key=why]");
  await page.clock.fastForward(999);
  await page.waitForSelector("#halt", { state: "visible" });
  await page.click("#halt");
  await page.waitForFunction(() => document.getElementById("state").textContent.includes("you have stopped it"));
  await page.clock.resume();
  await ready(page);
  await idle(page);
  assert.equal(await page.textContent("#felt"), felt);
  assert.equal(await written(page), 'layer mine "Mine"\n');
  assert.ok(await page.isHidden("#halt"));
  await end();
});

test("a hint in a long game with many players is found, and the engine goes on", async () => {
  const kept = { base: "hearts", players: "4", seats: "person,random,random,random" };
  const { page, complaints, end } = await opened(browser, server.address, undefined, { kept });
  await ready(page);
  await page.click("[data-key=hint]");
  await page.locator('[data-key="hinted 0"]').waitFor();
  assert.equal(await page.locator("#hand .card:has(.mark)", { hasText: "Hint" }).count(), 3);
  await page.click('[data-key="hinted 0"]');
  await idle(page);
  assert.equal(await page.locator("#hand .card").count(), 13);
  assert.deepEqual(complaints, []);
  await end();
});

test("a hint and the tests are stopped by a button of theirs, and what was found until then stays", async () => {
  const { page, end } = await opened(browser, server.address);
  await ready(page);
  await choose(page, "ksr");
  await dealt(page);
  await page.click("[data-key=hint]");
  await page.waitForFunction(() => {
    const begun = document.querySelector(".hinting progress")?.value > 0.1;
    if (begun) {
      document.querySelector("[data-key=hint-stop]").click(); // at once: a fast search would end before a click from outside
    }
    return begun;
  });
  await page.waitForSelector(".hinting ol li");
  assert.ok(Number(/Played on (\d+) times/.exec(await page.textContent(".hinting"))[1]) < 150);
  await write(page, 'layer mine "Mine"\n');
  await step(page, "holds");
  await page.waitForFunction(() => document.querySelector("#tests progress").value > 2);
  await page.click("[data-key=tests-stop]");
  await page.waitForSelector("#tests >> text=Stopped.");
  assert.ok((await page.locator("#tests .tried li").count()) >= 2);
  await page.click("[data-key=tests-again]");
  await page.waitForSelector("#tests >> text=/All \\d+ hold/");
  await end();
});

const NESTED = {
  brackets: (n) => `value deep: ${"(".repeat(n)}1${")".repeat(n)}\n`,
  "open brackets": (n) => `value deep: ${"(".repeat(n)}1${")".repeat(n - 1)}\n`,
  "words in a row": (n) => `value deep: ${"first of ".repeat(n)}players\n`,
  denials: (n) => `call game deep if ${"not ".repeat(n)}pile is empty\n`,
  conditions: (n) => `call game deep if ${"every player where ".repeat(n)}pile is empty\n`,
  blocks: (n) => `after turn deep\n${nested(n)}${" ".repeat(n + 1)}nothing\n`,
  "blocks around a slip": (n) => `after turn deep\n${nested(n)}${" ".repeat(n + 1)}nothng\n`,
};

function nested(n) {
  return Array.from({ length: n }, (_, at) => `${" ".repeat(at + 1)}if pile is empty\n`).join("");
}

test("no text is nested so deep that the worker dies of it: it is read, or refused at its place", async () => {
  const { page, end } = await opened(browser, server.address);
  await ready(page);
  const [first] = page.workers();
  let refused = 0;
  for (const [kind, text] of Object.entries(NESTED)) {
    for (const depth of [30, 90, 600, 2_000].filter((each) => text(each).length < 200_000)) {
      await page.evaluate(() => document.getElementById("problems").replaceChildren());
      const rule = `layer mine "Mine"\n\nadd ${text(depth)}`;
      await write(page, rule);
      await page.waitForFunction((wanted) => localStorage.getItem("palast.text") === wanted, rule);
      await deal(page);
      await page.waitForFunction(() => document.getElementById("table").ariaBusy === "false");
      if (depth > 100) {
        await leaf(page, "rule");
        const told = page.locator("#mistakes li", { hasText: "too many levels of nesting: 101 (limit 100)" });
        await told.waitFor().catch(() => assert.fail(`${kind}, ${depth}`));
        assert.match(await told.textContent(), /line \d+/i);
        refused++;
      }
      assert.equal(page.workers()[0], first, `${kind}, ${depth}`);
    }
  }
  assert.ok(refused >= 12, `${refused} were refused`);
  await end();
});

test("what is sent and how long the first deal takes is within budget", async (context) => {
  const sizes = readdirSync(DIST).map((name) => {
    const data = readFileSync(join(DIST, name));
    return name.endsWith(".bin") ? data.length : gzipSync(data).length;
  });
  const sent = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(sent <= 8 * MEGABYTE, `${sent} bytes are sent`);
  const whole = statSync(single).size;
  assert.ok(whole <= 10.5 * MEGABYTE, `the one file has ${whole} bytes`);

  const python = process.env.PYTHON ?? "python3";
  const imports = [];
  const deals = [];
  for (let round = 0; round < 3; round++) {
    let began = performance.now();
    execFileSync(python, ["-c", "from palast import load, play"]); // by which the engine is imported
    imports.push(performance.now() - began);
    began = performance.now();
    const { page, end } = await opened(browser, server.address);
    await ready(page); // it has dealt by itself
    deals.push(performance.now() - began);
    await end();
  }
  const ratio = Math.min(...deals) / Math.min(...imports);
  context.diagnostic(`${sent} bytes sent, one file of ${whole}; first deal ${Math.round(Math.min(...deals))} ms, ${ratio.toFixed(1)} times an import of palast`);
  assert.ok(ratio <= 15, `the first deal takes ${ratio.toFixed(1)} times an import`);
});
