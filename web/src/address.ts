/** Addresses that hold a rule: where the page is, and behind a # what was sent. */

import { keep, kept } from "./store.js";

const OWN_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** What stands behind the # of an address, or of the one that the page was opened by. */
export function fragmentOf(address: string): string {
  const at = address.indexOf("#");
  return (at < 0 ? address : address.slice(at + 1)).trim();
}

/** What the page was opened with, if anything. It is out of the address before anybody reads it: no reload meets it. */
export function taken(): string {
  const fragment = fragmentOf(`#${location.hash.slice(1)}`);
  if (fragment !== "") {
    history.replaceState(null, "", location.pathname + location.search);
  }
  return fragment;
}

/** Whether nobody else can open the page where it is now: a file on a disk, or a server on this machine. */
export function isHere(): boolean {
  return location.protocol === "file:" || OWN_MACHINE.test(location.hostname);
}

/** Where others have the page, as far as that is known. */
export function place(): string {
  return isHere() ? (kept("place") ?? "") : location.origin + location.pathname;
}

export function setPlace(place: string): void {
  keep("place", place.trim());
}

/** The whole address; without a place of others it is that of this page, and for a file there is only what was sent. */
export function addressOf(fragment: string): string {
  const where = place() || (location.protocol === "file:" ? "" : location.origin + location.pathname);
  return `${where.replace(/#.*$/su, "")}#${fragment}`;
}
