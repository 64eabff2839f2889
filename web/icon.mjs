// The page's icon as a picture of dots, for phones that take no other, from `icon.svg`. `npm run icon` after a change.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { launched } from "./tests/browser.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const SIZE = 512;

const browser = await launched();
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(`<style>body { margin: 0 }</style>${readFileSync(join(HERE, "icon.svg"), "utf8")}`);
await page.screenshot({ path: join(HERE, "icon.png") });
await browser.close();
