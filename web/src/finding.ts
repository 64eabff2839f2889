/** Something that is wrong with rules, as it was found: what, where, how a game came to it, and the game itself. */

import type { Bench } from "./bench.js";
import { button, english, made, told } from "./dom.js";
import type { Level, Place, Problem } from "./protocol.js";
import { say } from "./words.js";

const SIGNS: Record<Level, string> = { error: "✖", warning: "▲", note: "●" };

export interface Finding {
  /** What sort of thing it is, in the words of the page. */
  readonly title: string;
  readonly problem: Problem;
  /** The game that shows it, and what happens there. */
  readonly record: string | null;
  readonly story: readonly string[];
}

/** An entry of a list; `texts` are those by which the game is played. */
export function finding(bench: Bench, { title, problem, record, story }: Finding, texts: Record<string, string>): HTMLLIElement {
  const { level, message, remedy, place } = problem;
  const entry = made("li", `finding ${level}`);
  entry.append(
    made("p", "what", sign(level), made("strong", "", title), " ", made("span", "level", say(`level-${level}`))),
    english(made("p", "said", message)),
    ...(remedy === "" ? [] : [english(made("p", "remedy", remedy))]),
  );
  const next = made("p", "next", ...(place === null ? [] : [where(bench, place)]));
  if (record === null) {
    entry.append(next);
  } else {
    const failed = made("p", "said");
    failed.setAttribute("role", "alert");
    const shown = button("show", "", say("show-game"), () => {
      void bench.show(record, texts).then((error) => {
        failed.textContent = error === null ? "" : error.message;
      });
    });
    next.append(shown);
    entry.append(how(story), next, failed);
  }
  return entry;
}

function sign(level: Level): HTMLElement {
  const shown = made("span", "sign", SIGNS[level]);
  shown.ariaHidden = "true";
  return shown;
}

/** A place in one's own text leads there. */
export function where(bench: Bench, { file, line, sent, start }: Place): HTMLElement {
  return sent
    ? button("place", "to-place", say("line-of-yours", { line }), () => bench.edit(start))
    : made("span", "", say("line-of", { line, file }));
}

function how(story: readonly string[]): HTMLElement {
  const lines = told(made("ol", "story", ...story.map((line) => made("li", "", line))));
  return made("details", "", made("summary", "", say("how-it-went")), lines);
}
