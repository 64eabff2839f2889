// Builds the page into dist/: a folder of files that any server of files can serve. `npm run build` after `npm ci`.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

import { build } from "esbuild";
import { loadPyodide } from "pyodide";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);
const DIST = join(HERE, "dist");
const BUILD = join(HERE, "build");
const WHEELS = join(BUILD, "wheels");
const PROJECT = join(BUILD, "project");
const PYODIDE = join(HERE, "node_modules", "pyodide");
const PYTHON = process.env.PYTHON ?? "python3";
const UNWANTED = /__pycache__|\/examples\/.*\.py$|\.(so|pyd|c|h)$/;
const ELSEWHERE = new Set([
  // what needs a terminal, processes, a compiler or other frameworks
  ...["adapters", "batch.py", "experiments/mutation", "experiments/simulation/file.py", "experiments/workers/processes.py", "editing/highlighting", "editing/languageserver", "editing/pygments.py", "engine/native/building.py", "engine/native/headers.py", "experiments/testing", "openspiel.py", "pettingzoo.py", "testing.py"].map((name) => `rulespec/${name}`),
  ...["__main__.py", "annotations.py", "answers.py", "beginning.py", "checking.py", "commandline.py", "commands", "completion.py", "figures.py", "games.py", "hint.py", "human.py", "keeping.py", "keyboard.py", "layering.py", "manual", "mutation.py", "newfiles.py", "page.py", "plots", "reports", "serving", "sheets/printed.py", "sitting.py", "streams.py", "suites.py", "table.py", "telling.py", "web/typescript.py", "webpage", "workers.py"].map((name) => `palast/${name}`),
]);
const PARTS = {
  "python.wasm": join(PYODIDE, "pyodide.asm.wasm"),
  "library.zip": join(BUILD, "library.zip"),
  "site.tar": join(BUILD, "site.tar"),
};
const PLAIN = ["index.html", "palast.webmanifest", "icon.svg", "icon.png"];
const BESIDE = { cards: "palast/cards", examples: "palast/examples" }; // as in the wheel

// What the project needs: wheels as they were locked, loaded once.
function needed() {
  const locked = join(HERE, "python.txt");
  if (existsSync(WHEELS) && statSync(WHEELS).mtimeMs > statSync(locked).mtimeMs) {
    return;
  }
  rmSync(WHEELS, { recursive: true, force: true });
  execFileSync(
    PYTHON,
    ["-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:",
      "--require-hashes", "-r", locked, "-d", WHEELS],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
}

function project() {
  for (const name of ["rulespec", "palast"]) {
    cpSync(join(ROOT, name), join(PROJECT, name), { recursive: true, filter: wanted });
  }
  for (const [from, to] of Object.entries(BESIDE)) {
    cpSync(join(ROOT, from), join(PROJECT, to), { recursive: true, filter: wanted });
  }
}

function wanted(path) {
  return !UNWANTED.test(path) && !ELSEWHERE.has(relative(ROOT, path).replaceAll("\\", "/"));
}

// What Python needs, packed by the same Python that the page has.
async function packed() {
  rmSync(PROJECT, { recursive: true, force: true });
  needed();
  project();
  const whole = await loadPyodide({ indexURL: PYODIDE, env: { HOME: "/", PYTHONNODEBUGRANGES: "1" } }); // no columns in what is compiled
  mount(whole);
  whole.runPython("import sys; sys.path.append('/web'); import pack; pack.pack(pack.Path('/build'))");
}

// Imports everything that was packed, where nothing else is, so that no page finds out what is missing.
async function tried() {
  const bare = await loadPyodide({ indexURL: PYODIDE, stdLibURL: join(BUILD, "library.zip") });
  mount(bare);
  bare.runPython("import sys; sys.path.append('/web'); import pack; pack.tried(pack.Path('/build'))");
}

function mount(pyodide) {
  for (const [place, folder] of [["/build", BUILD], ["/web", HERE]]) {
    pyodide.FS.mkdirTree(place);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, place);
  }
}

function bundled(entry, options) {
  return build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    loader: { ".md": "text" }, // pages of the manual
    logLevel: "warning",
    absWorkingDir: HERE,
    outdir: DIST,
    ...options,
  });
}

// The fingerprints of the files that there are, of what is packed in them, and one of all of them.
function built() {
  const files = {};
  for (const name of readdirSync(DIST)) {
    const data = readFileSync(join(DIST, name));
    files[name] = fingerprint(name.endsWith(".gz.bin") ? gunzipSync(data) : data);
  }
  return { version: fingerprint(JSON.stringify(files)).slice(0, 16), files };
}

function fingerprint(data) {
  return createHash("sha256").update(data).digest("hex");
}

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
try {
  await packed();
  await tried();
} catch (error) {
  console.error(error.message); // not what Node.js would print besides: a whole file of one line
  process.exit(1);
}
await bundled("src/main.ts");
await bundled("style/style.css");
await bundled("src/worker.ts", { external: ["node:*", "ws"] });
for (const [name, from] of Object.entries(PARTS)) {
  writeFileSync(join(DIST, `${name}.gz.bin`), gzipSync(readFileSync(from), { level: 9 }));
}
for (const name of PLAIN) {
  cpSync(join(HERE, name), join(DIST, name));
}
await bundled("src/service/service.ts", { format: "iife", define: { BUILT: JSON.stringify(built()) } }); // the last: it knows the others
for (const name of readdirSync(DIST)) {
  console.log(`${statSync(join(DIST, name)).size.toLocaleString("en").padStart(12)}  ${name}`);
}
