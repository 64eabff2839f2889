// How long the page takes to deal a game when the browser has its files, and how long Pyodide alone takes to begin:
// `npm run starting` after a build. Each entrant starts once in each round, so that the machine is the same for all.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { DIST, launched } from "./tests/browser.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const PYODIDE = join(HERE, "node_modules", "pyodide");
const ROUNDS = Number(process.argv[2] ?? 5);
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

// What the page's Python imports of the standard library, without what Pyodide has imported by itself.
const IMPORTED = `
import sys
began = set(sys.modules)
import tarfile
with tarfile.open("/build/site.tar") as archive:
    archive.extractall("/lib/site", filter="data")
sys.path.append("/lib/site")
from palast.web.session import Session
Session().ask('{"kind": "new", "rules": "ksr", "texts": {}, "players": 4, "seats": null}')
" ".join(name for name in sys.modules if name.split(".")[0] in sys.stdlib_module_names and name not in began)
`;

const BARE = `
import { loadPyodide } from "pyodide";
addEventListener("message", async ({ data: { place, library, names } }) => {
  const pyodide = await loadPyodide({ indexURL: place, stdLibURL: library });
  pyodide.runPython("import " + names.split(" ").join(", "));
  postMessage(performance.timeOrigin + performance.now());
});
`;

async function imported() {
  const { loadPyodide } = await import("pyodide");
  const pyodide = await loadPyodide({ indexURL: PYODIDE, stdLibURL: join(HERE, "build", "library.zip") });
  pyodide.FS.mkdirTree("/build");
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: join(HERE, "build") }, "/build");
  return pyodide.runPython(IMPORTED);
}

async function served() {
  const bare = await build({
    stdin: { contents: BARE, resolveDir: HERE }, bundle: true, format: "esm", write: false, external: ["node:*", "ws"],
  });
  const made = { "/bare.html": "<!doctype html><title>bare</title>", "/bare.js": bare.outputFiles[0].text };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const [, first, ...rest] = name.split("/");
    const folder = { page: DIST, pyodide: PYODIDE, build: join(HERE, "build") }[first];
    try {
      const data = made[name] ?? readFileSync(join(folder, ...rest));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream", "Cache-Control": "max-age=3600" });
      response.end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, end: () => server.close() };
}

const { address, end } = await served();
const names = await imported();
const browser = await launched();
const context = await browser.newContext();
await context.addInitScript(() => {
  if (location.pathname === "/page/") {
    localStorage.clear();
    const marks = (window.marks = {});
    const look = () => {
      const deal = document.getElementById("deal");
      if (deal !== null && !deal.disabled && marks.ready === undefined) {
        marks.ready = performance.now();
        deal.click();
      }
      if (document.querySelector("#felt .card") !== null) {
        marks.dealt ??= performance.now();
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  }
});

async function dealt() {
  const page = await context.newPage();
  await page.goto(`${address}/page/`);
  await page.waitForFunction(() => window.marks.dealt !== undefined);
  const { ready, dealt } = await page.evaluate(() => window.marks);
  await page.close();
  return { ready, dealt };
}

async function bare(library) {
  const page = await context.newPage();
  await page.goto(`${address}/bare.html`);
  const took = await page.evaluate(
    ([place, library, names]) =>
      new Promise((resolve) => {
        const began = performance.timeOrigin + performance.now();
        const worker = new Worker("/bare.js", { type: "module" });
        worker.addEventListener("message", ({ data }) => resolve(data - began));
        worker.postMessage({ place, library, names });
      }),
    [`${address}/pyodide/`, `${address}/${library}`, names],
  );
  await page.close();
  return took;
}

const PUBLISHED = "pyodide/python_stdlib.zip"; // as it is loaded by everybody
const PACKED = "build/library.zip"; // as the page has it: fewer modules, compiled
await dealt();
const rounds = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({ ...(await dealt()), published: await bare(PUBLISHED), packed: await bare(PACKED) });
}
const median = (of) => rounds.map(of).sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
const told = (what, of, as = (each) => `${Math.round(each)} ms`) => console.log(`${as(median(of)).padStart(10)}  ${what}`);
told("Pyodide as it is published, with the modules of the standard library that the page imports", ({ published }) => published);
told("the same with the page's own packing of the standard library", ({ packed }) => packed);
told("the page, until a game can be dealt", ({ ready }) => ready);
told("the page, until a game is dealt", ({ dealt }) => dealt);
told("a game dealt, to Pyodide as it is published", ({ dealt, published }) => dealt / published, (each) => each.toFixed(2));
told("a game dealt, to Pyodide with the page's own packing", ({ dealt, packed }) => dealt / packed, (each) => each.toFixed(2));
await browser.close();
end();
