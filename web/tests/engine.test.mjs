// What the page asks of its worker: each thing once, however long it waits.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, dealt, ready } from "./browser.mjs";

const open = bench();

test("nothing is asked twice, and everything is answered once", async () => {
  const { page, end } = await open((page) =>
    page.addInitScript(() => {
      window.said = { asked: [], answered: [] };
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message) {
        if ("id" in message) {
          window.said.asked.push(message.id);
        } else {
          this.addEventListener("message", ({ data }) => data.what === "answer" && window.said.answered.push(data.id));
        }
        postMessage.call(this, message);
      };
    }),
  );
  await ready(page);
  await dealt(page);
  const { asked, answered } = await page.evaluate(() => window.said);
  assert.ok(asked.length >= 5, `${asked.length} requests`);
  assert.deepEqual(asked, [...new Set(asked)]);
  assert.deepEqual(answered, asked.slice(0, answered.length));
  await end();
});
