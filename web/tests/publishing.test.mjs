// What `.github/workflows/pages.yml` runs, run here: in a copy of the project, in a new environment of Python, and
// without Node.js, which its extra `web` brings along. Only what is GitHub's own is left out.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { ROOT, dealt, folder, launched, opened, ready } from "./browser.mjs";
import { serving } from "./files.mjs";

const WORKFLOW = readFileSync(join(ROOT, ".github", "workflows", "pages.yml"), "utf8");
const LINES = [...WORKFLOW.matchAll(/^ +- run: (.+)$/gm)].map(([, line]) => line);
const [, SITE] = /^ +path: (\S+)$/m.exec(WORKFLOW);
const NODE = /^(node|nodejs|npm|npx|corepack)$/;
const LEFT = /[\\/](node_modules|__pycache__|dist|build|\.git|\.\w+_cache|\.venv|.*\.egg-info|.*\.so)$/; // by tools
const PLACE = "somebody/palast";

let disk;
let browser;

before(async () => {
  disk = folder();
  browser = await launched();
});
after(async () => {
  await browser?.close();
  disk?.end();
});

// The files that a clone has, as they are here.
function copied(to) {
  cpSync(ROOT, to, { recursive: true, filter: (path) => !LEFT.test(path.slice(ROOT.length)) });
}

// A folder of all programs on PATH, but Node.js.
function programs(to) {
  mkdirSync(to);
  for (const place of process.env.PATH.split(delimiter)) {
    for (const name of names(place)) {
      try {
        symlinkSync(join(place, name), join(to, name));
      } catch {
        // an earlier folder has one of that name
      }
    }
  }
}

function names(place) {
  try {
    return readdirSync(place).filter((name) => !NODE.test(name));
  } catch {
    return [];
  }
}

test("the workflow's lines make a page that deals, with nothing there but Python", { timeout: 600_000 }, async () => {
  assert.deepEqual(LINES, ["python -m pip install -e '.[web]'", `palast web --out ${SITE}`]);
  const [project, bare, environment] = ["project", "bare", "environment"].map((name) => join(disk.path, name));
  copied(project);
  programs(bare);
  execFileSync(process.env.PYTHON ?? "python3", ["-m", "venv", environment]);
  const { PYTHONPATH, PYTHON, ...others } = process.env;
  const env = { ...others, PATH: [join(environment, "bin"), bare].join(delimiter) };
  const run = (line) => promisify(execFile)("bash", ["-euo", "pipefail", "-c", line], { cwd: project, env });
  await assert.rejects(run("command -v node"));
  for (const line of LINES) {
    await run(line);
  }
  cpSync(join(project, SITE), join(disk.path, PLACE), { recursive: true });
  const server = await serving(disk.path);
  const { page, complaints, end } = await opened(browser, `${server.address}/${PLACE}/`);
  await ready(page);
  await dealt(page);
  assert.ok((await page.locator("#felt .card").count()) > 5);
  assert.deepEqual(complaints, []);
  await end();
  server.end();
});
