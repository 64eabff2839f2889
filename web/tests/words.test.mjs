// The page's own words, which are the same in each language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const book = (language) => JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url), "utf8"));
const gaps = (text) => [...text.matchAll(/\{\w+\}/gu)].map(String).sort();

test("each language has the same words with the same gaps, and the page asks for no other", () => {
  const [en, de] = [book("en"), book("de")];
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
  for (const word of Object.keys(en)) {
    assert.deepEqual(gaps(de[word]), gaps(en[word]), word);
  }
  const page = readFileSync(new URL("../index.html", import.meta.url), "utf8");
  const asked = [...page.matchAll(/data-word="([^"]+)"/gu)].map(([, word]) => word);
  assert.ok(asked.length >= 10, `${asked.length} words`);
  assert.deepEqual(asked.filter((word) => !Object.hasOwn(en, word)), []);
});
