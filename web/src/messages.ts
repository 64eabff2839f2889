/** What the page and its worker say to each other. */

import type { Python } from "./parts.js";

/** To the worker: Python, once; then requests, as JSON, by number. */
export type ToWorker = { readonly python: Python } | { readonly id: number; readonly text: string };

/** From the worker: that it is ready; what a request is answered, as JSON; that it can do no more, and why. */
export type FromWorker =
  | { readonly what: "ready" }
  | { readonly what: "answer"; readonly id: number; readonly text: string }
  | { readonly what: "dead"; readonly why: string };
