/** Has the browser keep the page, so that it opens without a network; where it does not, nothing is different. */

import { OPEN } from "./open.js";
import { embedded } from "./parts.js";

const SERVICE = "service.js";

/** From when Python is there, which is loaded first. */
export function keepPage(): void {
  if (!location.protocol.startsWith("http") || embedded("worker.js") !== null || !("serviceWorker" in navigator)) {
    return;
  }
  hold();
  const { body } = document;
  const watching = new MutationObserver(() => {
    if (body.dataset["engine"] === "ready") {
      watching.disconnect();
      navigator.serviceWorker.register(SERVICE).catch(() => undefined);
    }
  });
  watching.observe(body, { attributeFilter: ["data-engine"] });
}

/** Says to all versions that the page is open, until it is left, which is before the next one is asked for. */
function hold(): void {
  const left = new Promise<void>((resolve) => addEventListener("beforeunload", () => resolve(), { once: true }));
  navigator.locks.request(OPEN, { mode: "shared" }, () => left).catch(() => undefined);
  addEventListener("pageshow", ({ persisted }) => persisted && hold(), { once: true });
}
