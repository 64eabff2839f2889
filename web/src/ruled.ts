/** The rule that something comes from: its name, quietly; a click tells what it says. */

import { button, english } from "./dom.js";
import { say } from "./words.js";

/** Who tells what a rule says, beside what was clicked. */
export interface Explaining {
  explain(rule: string, cites: string, from: HTMLElement): void;
}

/** The name of a rule as a button, if there is one; `key` tells it from others. */
export function ruled(rule: string, cites: string, game: Explaining, key: string): (Node | string)[] {
  if (rule === "") {
    return [];
  }
  const each = english(button(`rule ${key}`, "rule", rule, () => game.explain(rule, cites, each)));
  each.title = cites === "" ? say("rule") : `${say("rule")}: ${cites}`;
  return [" ", each];
}
