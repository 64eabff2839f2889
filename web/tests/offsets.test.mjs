// Offsets of Python and of the browser, against what a walk through the text says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const source = fileURLToPath(new URL("../src/offsets.ts", import.meta.url));
const { outputFiles } = await build({ entryPoints: [source], write: false, format: "esm" });
const { Offsets } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const SIGNS = ["a", "ü", " ", "\n", "🂡", "𝔸", "e\u0301", "\u200b", "中", "\ud83c", "\udca1"]; // the last two are half a sign each

function texts(many) {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  return Array.from({ length: many }, () =>
    Array.from({ length: Math.floor(random() * 12) }, () => SIGNS[Math.floor(random() * SIGNS.length)]).join(""),
  );
}

test("code points and units of UTF-16 become each other", () => {
  let beyond = 0;
  for (const text of ["", ...texts(3000)]) {
    const offsets = new Offsets(text);
    let units = 0;
    [...text].forEach((sign, points) => {
      assert.equal(offsets.units(points), units);
      assert.equal(offsets.points(units), points);
      if (sign.length === 2) {
        beyond++;
        assert.equal(offsets.points(units + 1), points, "half of a sign is before it");
      }
      units += sign.length;
    });
    const whole = [...text].length;
    assert.equal(offsets.units(whole), text.length);
    assert.equal(offsets.points(text.length), whole);
    assert.equal(offsets.units(whole + 7), text.length);
    assert.equal(offsets.points(text.length + 7), whole);
    assert.equal(offsets.units(-3), 0);
  }
  assert.ok(beyond > 1000, `${beyond} signs of two units`);
});
