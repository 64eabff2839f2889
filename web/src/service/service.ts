/**
 * Keeps the page in the browser, so that it opens without a network: all of its files, and of one version.
 *
 * A version is kept as a whole or not at all: while other files are being put on a server, what is fetched does not fit.
 * The next version waits until nobody has the page open, and then answers from the next load on.
 */

import { OPEN } from "../open.js";
import { isPacked, unpacked } from "../packed.js";

declare const self: ServiceWorkerGlobalScope;

/** Put here by the build: the fingerprint of each file, of what is packed in it; and one of all of them. */
declare const BUILT: { readonly version: string; readonly files: Readonly<Record<string, string>> };

const PAGE = "index.html";
const OURS = `palast ${self.registration.scope} `; // an origin can have several
const CACHE = OURS + BUILT.version;
const LOOKS = 5; // for pages that are open, before another version waits on
const BETWEEN = 60; // milliseconds

/**
 * A page that has the next version begin, and is loaded anew by it. It asks for nothing else, not even a picture: the
 * browser ends a worker that has nothing to answer, and the next one begins when it has ended.
 */
const CHANGING = `<!doctype html><link rel="icon" href="data:,"><script>
const { serviceWorker } = navigator;
const begin = ({ waiting }) => (waiting === null ? location.reload() : waiting.postMessage("begin"));
serviceWorker.addEventListener("controllerchange", () => location.reload());
serviceWorker.getRegistration().then((registration) => {
  begin(registration);
  setInterval(begin, 1000, registration);
});
</script>`;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("message", () => void self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== null) {
    event.respondWith(answered(event.request, name));
  }
});

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(BUILT.files).map(async (name) => cache.put(name, await fetched(name))));
}

async function begin(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** A file as it was built; what the browser has of it is enough, if it is that. */
async function fetched(name: string): Promise<Response> {
  for (const cache of ["default", "reload"] as const) {
    const answer = await fetch(name === PAGE ? "./" : name, { cache });
    const data = await answer.arrayBuffer();
    if (answer.ok && (await fingerprint(data)) === BUILT.files[name]) {
      const headers = new Headers(answer.headers);
      headers.delete("Content-Encoding");
      headers.set("Content-Length", String(data.byteLength));
      return new Response(data, { headers });
    }
  }
  throw new Error(`${name} is of another version`);
}

async function fingerprint(data: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", isPacked(data) ? await unpacked(data) : data);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Which file is asked for; null if it is none of the page's. */
function nameOf(request: Request): string | null {
  const [place] = request.url.split(/[?#]/);
  if (request.method !== "GET" || place === undefined || !place.startsWith(self.registration.scope)) {
    return null;
  }
  const name = place.slice(self.registration.scope.length) || PAGE;
  return name in BUILT.files ? name : null;
}

async function answered(request: Request, name: string): Promise<Response> {
  if (request.mode === "navigate" && (await givesWay())) {
    return new Response(CHANGING, { headers: { "Content-Type": "text/html" } });
  }
  return (await caches.match(name, { cacheName: CACHE })) ?? fetch(request);
}

/** Whether another version can begin: there is one, and nobody has the page open who would get files of both. */
async function givesWay(): Promise<boolean> {
  for (let look = 0; look < LOOKS && self.registration.waiting !== null; look++) {
    if (!(await navigator.locks.query()).held?.some(({ name }) => name === OPEN)) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN)); // a page that is reloaded lets go in a while
  }
  return false;
}
