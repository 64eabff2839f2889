// What the editor does while rules are written: words, and lines beneath others.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const configuration = JSON.parse(readFileSync(new URL("../dist/rules.language.json", import.meta.url), "utf8"));

function expression({ pattern, flags }) {
  return new RegExp(pattern, flags);
}

test("a new line is indented beneath one that has to have something beneath it", () => {
  const [{ beforeText, action }] = configuration.onEnterRules;
  const opens = expression(beforeText);
  const yes = [
    "set-up", "action Zofe, Wächter    (000:62-63, R16)", "add after round tally", 'ruling R1 "Two parts: which?"', "cards court in pile",
    "    if card is in trumps", "    may openly", "    at the same time", "    when", "        otherwise",
  ];
  const no = [
    "remove action Zofe", "zone hand of player, seen by owner", "at most 500 turns", "round ends out: card is joker",
    "    if card is in trumps: draw 1 from pile to own hand", "    if card is in trumps and", "    choose card from own hand",
  ];
  assert.deepEqual(action, { indent: "indent" });
  assert.deepEqual(yes.filter((line) => !opens.test(line)), []);
  assert.deepEqual(no.filter((line) => opens.test(line)), []);
});

test("a word is a whole name, with its hyphens and umlauts", () => {
  const [word] = expression(configuration.wordPattern).exec("müde-six-each, others");
  assert.equal(word, "müde-six-each");
});
