/** What was written here before: the last few texts that were replaced by something else, so that none is lost. */

import { keep, kept } from "./store.js";

const MOST = 10;
const LONGEST = 500_000; // characters of all of them

export interface Version {
  readonly when: number;
  readonly base: string;
  readonly layers: readonly string[];
  readonly text: string;
}

/** The newest first. They are read anew each time, as another tab of the page may have added to them. */
export function earlier(): Version[] {
  try {
    const all: unknown = JSON.parse(kept("earlier") ?? "[]");
    return Array.isArray(all) ? all.filter(isVersion) : [];
  } catch {
    return [];
  }
}

export function remember(base: string, layers: readonly string[], text: string): void {
  if (text.trim() === "") {
    return;
  }
  const others = earlier().filter((each) => each.text !== text);
  let left = LONGEST;
  const all = [{ when: Date.now(), base, layers, text }, ...others].slice(0, MOST);
  keep("earlier", JSON.stringify(all.filter((each) => (left -= each.text.length) >= 0)));
}

/** Whether so little is left of a text that it was replaced, rather than written on. */
export function isReplaced(before: string, now: string): boolean {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) {
    start++;
  }
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === now[now.length - 1 - end]) {
    end++;
  }
  return start + end < before.length / 2;
}

function isVersion(each: unknown): each is Version {
  const { when, base, layers, text } = (each ?? {}) as Partial<Record<keyof Version, unknown>>;
  return typeof when === "number" && typeof base === "string" && typeof text === "string" && Array.isArray(layers) && layers.every((one) => typeof one === "string");
}
