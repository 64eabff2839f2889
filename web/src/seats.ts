/** Who sits at a seat: a person, or a bot by its name. */

import { made } from "./dom.js";
import { isWord, say } from "./words.js";

export const PERSON = "person";
export const RANDOM = "random"; // a bot that answers at once

/** Who sits there, in words. */
export function sitting(sits: string): string {
  const word = `sits-${sits}`;
  return isWord(word) ? say(word) : /^ismcts:\d+$/u.test(sits) ? say("sits-usual") : sits;
}

/** What a player of a record is called: as the rules say, or by his number where they do not. */
export function called(name: string, seat: number): string {
  return name === `seat ${seat}` ? say("seat", { number: seat + 1 }) : name;
}

/** A list to choose from who sits there; `heard` is told who was chosen. */
export function seating(offered: readonly string[], chosen: string, heard: (sits: string) => void): HTMLSelectElement {
  const select = made("select", "");
  select.append(...offered.map((sits) => new Option(sitting(sits), sits, false, sits === chosen)));
  select.addEventListener("change", () => heard(select.value));
  return select;
}
