// The page's own words, which are the same in each language.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const book = (language) => JSON.parse(readFileSync(new URL(`../src/words/${language}.json`, import.meta.url), "utf8"));
const gaps = (text) => [...new Set([...text.matchAll(/\{\w+\}/gu)].map(String))].sort();
const forms = (said) => (typeof said === "string" ? [said] : Object.values(said));

test("each language has the same words with the same gaps, and the page asks for no other", () => {
  const [en, de] = [book("en"), book("de")];
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
  for (const word of Object.keys(en)) {
    for (const each of [...forms(en[word]), ...forms(de[word])]) {
      assert.deepEqual(gaps(each), gaps(forms(en[word])[0]), word);
    }
  }
  const page = readFileSync(new URL("../index.html", import.meta.url), "utf8");
  const asked = [...page.matchAll(/data-word="([^"]+)"/gu)].map(([, word]) => word);
  assert.ok(asked.length >= 10, `${asked.length} words`);
  assert.deepEqual(asked.filter((word) => !Object.hasOwn(en, word)), []);
});

test("whatever counts something has all the forms that its language has for numbers", () => {
  let counting = 0;
  for (const language of ["en", "de"]) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [word, said] of Object.entries(book(language))) {
      const counts = forms(said).some((text) => text.includes("{n}"));
      assert.deepEqual(counts ? Object.keys(said).sort() : typeof said, counts ? pluralCategories.sort() : "string", word);
      counting += counts ? 1 : 0;
    }
  }
  assert.ok(counting >= 40, `${counting} words count something`);
});

test("a place that the page names by its heading has that heading", () => {
  const page = readFileSync(new URL("../index.html", import.meta.url), "utf8");
  const headings = [...page.matchAll(/data-word="([^"]+)"/gu)].map(([, word]) => word);
  for (const [language, quoted] of [["en", /'(?<name>[A-Z][^'{}]*)'/gu], ["de", /„(?<name>[^“{}]*)“/gu]]) {
    const words = book(language);
    const named = Object.values(words).flatMap(forms).flatMap((text) => [...text.matchAll(quoted)].map(({ groups }) => groups.name));
    assert.ok(named.length >= 4, `${named.length} names`);
    assert.deepEqual(named.filter((name) => !headings.some((word) => words[word] === name)), []);
  }
});
