// Builds the extension into dist/: the grammars, as the language itself makes them, and all of its code in one file.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..");
const DIST = join(HERE, "dist");
const PYTHON = process.env.PYTHON ?? "python3";
const MADE = {
  "rules.tmLanguage.json": "textmate-rules",
  "texts.tmLanguage.json": "textmate-texts",
  "rules.language.json": "vscode-rules",
};

function made(format) {
  try {
    return execFileSync(PYTHON, ["-m", "rulespec.editing.highlighting", format], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  } catch {
    console.error(`${PYTHON} makes no grammar: PYTHON has to name a Python in which the project is installed`);
    process.exit(1);
  }
}

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
for (const [name, format] of Object.entries(MADE)) {
  writeFileSync(join(DIST, name), made(format));
}
cpSync(join(ROOT, "LICENSE"), join(DIST, "LICENSE"));
await build({
  entryPoints: ["src/extension.ts"],
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"], // which the editor brings along
  logLevel: "warning",
  absWorkingDir: HERE,
  outdir: DIST,
});
