// The page as a folder of files at servers that know nothing of it: at any path, with any types, whatever they compress.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";

import { folder, launched, opened, palast, ready } from "./browser.mjs";
import { serving } from "./files.mjs";

const PLACE = "some/where/bench";
const KNOWN = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

let browser;
let disk;

before(async () => {
  browser = await launched();
  disk = folder();
  await palast("web", "--out", join(disk.path, PLACE));
});

after(async () => {
  await browser?.close();
  disk?.end();
});

// Serves the folder with these headers for a file, and says where.
async function under(headers) {
  const { address, end } = await serving(disk.path, headers);
  return { address: `${address}/${PLACE}/`, end };
}

// What comes along with Python, and asks for nothing but a folder.
function plain() {
  const running = spawn(process.env.PYTHON ?? "python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", disk.path, "0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Promise((resolve, reject) => {
    running.stdout.on("data", (chunk) => {
      const port = /port (\d+)/.exec(chunk)?.[1];
      if (port !== undefined) {
        resolve({ address: `http://127.0.0.1:${port}/${PLACE}/`, end: () => running.kill() });
      }
    });
    running.on("close", (status) => reject(new Error(`http.server ended with ${status}`)));
  });
}

const SERVERS = {
  "Python's own server": plain,
  "a server that knows three types, and lets nobody guess": () =>
    under((path) => ({ ...(KNOWN[extname(path)] && { "Content-Type": KNOWN[extname(path)] }), "X-Content-Type-Options": "nosniff" })),
  "a server that takes a part of a name for an encoding": () =>
    under((path) => ({
      "Content-Type": KNOWN[extname(path)] ?? "text/plain",
      ...(path.includes(".gz.") && { "Content-Encoding": "gzip" }),
    })),
};

for (const [name, serve] of Object.entries(SERVERS)) {
  test(`the page deals at ${name}, in a folder below its root`, async () => {
    const server = await serve();
    const { page, requests, complaints, end } = await opened(browser, server.address);
    await ready(page); // it has dealt by itself
    assert.ok((await page.locator("#table .card").count()) > 5);
    assert.ok(requests.length >= 7, `${requests.length} requests`);
    assert.deepEqual(requests.filter((url) => !url.startsWith(server.address) && !url.startsWith("data:")), []);
    assert.deepEqual(complaints, []);
    await end();
    server.end();
  });
}
