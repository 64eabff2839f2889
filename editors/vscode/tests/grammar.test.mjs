// The grammars beside the language's own reading of all rule files and texts of the project.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const PYTHON = process.env.PYTHON ?? "python3";
const MOST = 0.005; // of all words
const CLASSES = [
  ["keyword", /^(storage|keyword)\./],
  ["name", /^(entity|variable)\./],
  ["number", /^constant\.numeric\./],
  ["string", /^string\./],
  ["citation", /^constant\.other\.citation\./],
  ["comment", /^comment\./],
  ["sign", /^punctuation\./],
];
// What the language calls the names that these blocks declare.
const KINDS = { word: "list", numbers: "list", call: "condition", "round-ends": "reason", "game-ends": "reason", always: "law" };
for (const kind of ["zone", "counter", "note", "value", "cards", "action", "ruling", "source", "scenario"]) {
  KINDS[kind] = kind;
}
for (const kind of ["ruleset", "layer", "scenarios"]) {
  KINDS[kind] = "file";
}
for (const kind of ["before-turn", "after-turn", "after-round"]) {
  KINDS[kind] = "block";
}

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const files = JSON.parse(execFileSync(PYTHON, [here("../../words.py")], { encoding: "utf8", maxBuffer: 1 << 28 }));
const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => JSON.parse(readFileSync(here(`../dist/${scope.replace("source.", "")}.tmLanguage.json`), "utf8")),
});

// The innermost scope of every character of a text.
function scopes(grammar, text) {
  const found = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    for (const { startIndex, endIndex, scopes } of tokens) {
      const many = Math.min(endIndex, line.length) - startIndex;
      found.push(...Array(Math.max(0, many)).fill(scopes.at(-1)));
    }
    found.push("");
    stack = ruleStack;
  }
  return found;
}

// Files of one sort, each with its words and with the scopes of its characters.
async function coloured(sort) {
  const grammar = await registry.loadGrammar(`source.${sort}`);
  return files.filter(({ file }) => file.endsWith(`.${sort}`)).map(({ file, text, words }) => {
    assert.ok(!/[\u{10000}-\u{10ffff}]/u.test(text), `${file}: Python counts other characters`);
    return { file, text, words, found: scopes(grammar, text) };
  });
}

function classOf(scope) {
  return CLASSES.find(([, pattern]) => pattern.test(scope))?.[0] ?? scope;
}

test("a word of a rule file is what the language reads it as, but for a few", async (t) => {
  let all = 0;
  const wrong = {};
  const kinds = {};
  for (const { file, text, words, found } of await coloured("rules")) {
    for (const [start, end, kind] of words) {
      all += 1;
      const said = new Set(found.slice(start, end).map(classOf));
      const [expected] = kind.split(" ");
      if (said.size !== 1 || !said.has(expected)) {
        const line = text.slice(0, start).split("\n").length;
        (wrong[`${text.slice(start, end)}: ${[...said]} for ${kind}`] ??= []).push(`${file}:${line}`);
      }
      const declared = /^entity\.name\.type\.([\w-]+)\./.exec(found[start])?.[1];
      if (declared !== undefined && KINDS[declared] !== kind.slice("name ".length)) {
        (wrong[`${text.slice(start, end)}: declared as ${declared}, a ${kind}`] ??= []).push(file);
      }
      kinds[declared ?? expected] = (kinds[declared ?? expected] ?? 0) + 1;
    }
  }
  const many = Object.values(wrong).reduce((sum, places) => sum + places.length, 0);
  const most = Object.entries(wrong).sort(([, one], [, other]) => other.length - one.length);
  t.diagnostic(`${many} of ${all} words differ, ${((100 * many) / all).toFixed(2)} %`);
  for (const [what, places] of most.slice(0, 20)) {
    t.diagnostic(`${what} (${places.length}): ${places.slice(0, 2)}`);
  }
  assert.ok(all > 50_000 && Object.keys(kinds).length > 15, `${all} words of ${Object.keys(kinds)}`);
  assert.ok(many <= MOST * all);
});

test("keys, labels and names in texts are what they are read as", async () => {
  const expected = { key: "storage.type.texts", label: "entity.name.tag.texts" };
  const seen = { key: 0, label: 0 };
  for (const { file, text, words, found } of await coloured("texts")) {
    const marked = new Map();
    for (const [start, end, what] of words) {
      seen[what] += 1;
      for (let at = start; at < end; at += 1) {
        marked.set(at, expected[what]);
      }
    }
    const first = text.search(/^(?!#)./m); // `texts en`, which is no block
    const header = text.indexOf("\n", first);
    for (let at = header; at < text.length; at += 1) {
      const should = marked.get(at);
      const is = Object.values(expected).includes(found[at]) ? found[at] : undefined;
      assert.equal(is, should, `${file}:${text.slice(0, at).split("\n").length}: ${text.slice(at, at + 40)}`);
    }
  }
  assert.ok(seen.key > 200 && seen.label > 500, JSON.stringify(seen));
});
