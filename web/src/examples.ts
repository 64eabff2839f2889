/** The rule files that come along: examples to begin with by a click, and the rules that are chosen, to be read. */

import { button, english, made, replace, told } from "./dom.js";
import type { RuleText } from "./protocol.js";
import { isWord, say } from "./words.js";

export type Opening = (file: RuleText) => void;

/** Shelf by shelf, each file a button with its title. */
export function drawExamples(place: HTMLElement, files: readonly RuleText[], open: Opening): void {
  const shelves = new Map<string, RuleText[]>();
  for (const file of files.filter(({ shelf }) => shelf !== "")) {
    shelves.set(file.shelf, [...(shelves.get(file.shelf) ?? []), file]);
  }
  replace(place, [...shelves].flatMap(([shelf, there]) => shown(shelf, there, open)));
}

function shown(shelf: string, files: readonly RuleText[], open: Opening): HTMLElement[] {
  const word = `shelf-${shelf}`;
  const about = `about-${shelf}`;
  return [
    made("h3", "", isWord(word) ? say(word) : shelf),
    ...(isWord(about) ? [made("p", "aside", say(about))] : []),
    made("p", "row", ...files.map((file) => titled(file, open))),
  ];
}

function titled(file: RuleText, open: Opening): HTMLButtonElement {
  const each = told(button(`example ${file.name}`, "", file.said, () => open(file)));
  each.title = file.about;
  return each;
}

/** The texts of some rules, the base first, each with a button that opens it in the editor. */
export function drawSources(place: HTMLElement, files: readonly RuleText[], open: Opening): void {
  const asked = [...place.querySelectorAll("details[open]")].map((each) => (each as HTMLElement).dataset["key"]);
  replace(
    place,
    files.map((file) => {
      const text = english(made("pre", "source", file.text));
      text.tabIndex = 0;
      text.setAttribute("role", "region");
      text.ariaLabel = file.name;
      const opening = made("p", "row", button(`source ${file.name}`, "", say("open-in-editor"), () => open(file)));
      const details = made("details", "", told(made("summary", "", `${file.said} (${file.name})`)), opening, text);
      details.dataset["key"] = file.name;
      details.open = asked.includes(file.name);
      return details;
    }),
  );
}
