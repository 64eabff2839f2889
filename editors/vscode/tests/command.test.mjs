// Where the command is looked for, what is said where it is not, and that the server which is there can do what is shown.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const POSIX = process.platform !== "win32";

// A module of the extension, by itself.
async function module(name) {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, "..", "src", `${name}.ts`)], bundle: true, write: false, platform: "node", format: "esm",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const { SERVER, commandOf, trouble } = await module("command");
const { titleOf } = await module("titles");

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "palast-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

// A program that says something and ends so.
function program(path, said, status) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "${said}" >&2\nexit ${status}\n`);
  chmodSync(path, 0o755);
  return path;
}

test("the command is the one that is set, else that of an open folder, else the one on PATH", { skip: !POSIX }, (t) => {
  const [bare, project] = [folder(t), folder(t)];
  const own = program(join(project, ".venv", "bin", "palast"), "", 0);
  assert.equal(commandOf("", []), "palast");
  assert.equal(commandOf(" ", [bare]), "palast");
  assert.equal(commandOf("", [bare, project]), own);
  assert.equal(commandOf("/opt/palast", [project]), "/opt/palast");
});

test("what is wrong with a command is said with what helps, and nothing where it works", { skip: !POSIX }, async (t) => {
  const inside = folder(t);
  const missing = await trouble(join(inside, "palast"));
  assert.match(missing, /There is no .*palast\. Install palast, or say in the setting palast\.command where it is\./);
  const old = await trouble(program(join(inside, "old"), "palast: there is no command 'lsp'", 2));
  assert.match(old, /old has no language server: “palast: there is no command 'lsp'”\. Install a newer palast/);
  writeFileSync(join(inside, "letter"), "");
  assert.match(await trouble(join(inside, "letter")), /letter cannot be started \(EACCES\)\. Say in the setting/);
  assert.equal(await trouble(program(join(inside, "new"), "usage: palast lsp", 0)), undefined);
});

test("a title names what was asked, of what, and the file", () => {
  const uri = "file:///home/me/lese%20mich/ksr%2Bm%C3%BCde.rules";
  assert.equal(titleOf("palast.showGame", [uri]), "A game · ksr+müde.rules");
  assert.equal(titleOf("palast.runScenario", [uri, "either/or"]), "Scenario · either-or · ksr+müde.rules");
  assert.equal(titleOf("palast.new", []), "palast.new");
});

test("the server of the project carries out the commands of the lenses", async (t) => {
  const command = process.env.PYTHON ? join(dirname(process.env.PYTHON), "palast") : "palast";
  assert.equal(await trouble(command), undefined);
  const server = spawn(command, SERVER, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => server.kill());
  const asked = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(asked)}\r\n\r\n${asked}`);
  let said = "";
  for await (const part of server.stdout) {
    said += part;
    const [head, body] = said.split("\r\n\r\n");
    if (body !== undefined && Buffer.byteLength(body) >= Number(/Content-Length: (\d+)/i.exec(head)[1])) {
      break;
    }
  }
  const { result } = JSON.parse(said.split("\r\n\r\n")[1]);
  const { contributes } = JSON.parse(readFileSync(join(HERE, "..", "package.json"), "utf8"));
  const listed = contributes.commands.map(({ command }) => command).filter((name) => name !== "palast.restart");
  for (const name of ["palast.runScenario", ...listed]) {
    assert.ok(result.capabilities.executeCommandProvider.commands.includes(name), name);
  }
});
