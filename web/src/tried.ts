/** A scenario or a law as it was tried: whether it holds, where it stands, the game that speaks against it. */

import type { Bench } from "./bench.js";
import { button, english, made, told } from "./dom.js";
import { unlessEnded } from "./engine.js";
import type { Failed, Place, Tried } from "./protocol.js";
import { say } from "./words.js";

/** What is known of it; `old` is what was found before the last change. */
export interface Entry {
  readonly tried: Tried;
  readonly texts: Record<string, string>;
  readonly old: boolean;
}

/** What a change does that somebody clicks, in the text of one's own. */
export type Change = (fix: Tried["fixes"][number]) => void;

/** An entry of a list; `refused` hears why the game cannot be shown. */
export function entered({ tried, texts, old }: Entry, bench: Bench, change: Change, refused: (failed: Failed) => void): HTMLLIElement {
  const mark = made("span", "sign", tried.holds ? "✓" : "✗");
  mark.ariaHidden = "true";
  const word = made("strong", "", say(tried.holds ? (tried.changed ? "changed-as-meant" : "holds") : "is-broken"));
  const claim = made("p", "claim", mark, " ", word, " ", english(made("span", "", tried.says || tried.name)));
  const name = tried.says === "" ? [] : [" ", english(made("span", "", tried.name))];
  const where = made("p", "aside", say(tried.what), ...name, often(tried), old ? ` (${say("before-change")})` : "");
  const item = made("li", `${tried.holds ? "holds" : "broken"}${old ? " before" : ""}`, claim, where);
  if (tried.problem !== null) {
    item.append(english(made("p", "said", tried.problem.message, tried.problem.remedy && `\n${tried.problem.remedy}`)));
  }
  const place = old ? [] : places(tried, bench);
  if (tried.holds) {
    where.append(" ", ...place);
    return item;
  }
  const buttons = old ? [] : [...place, ...shows(tried, texts, bench, refused), ...fixes(tried, change)];
  if (buttons.length > 0) {
    item.append(made("p", "row", ...buttons));
  }
  if (tried.story.length > 0) {
    const story = told(made("pre", "course", tried.story.join("\n")));
    item.append(made("details", "", made("summary", "", say("story")), story));
  }
  return item;
}

function often({ holds, what, times, all }: Tried): string {
  if (!holds) {
    return "";
  }
  if (what === "law") {
    return ` · ${say("looked-at", { n: times })}`;
  }
  return times === 0 ? "" : ` · ${say(all ? "tried-all" : "tried-some", { number: times })}`;
}

function places({ place, problem }: Tried, bench: Bench): HTMLElement[] {
  const there: Place | null = problem?.place ?? place;
  if (there === null) {
    return [];
  }
  const said = say("line", { number: there.line });
  return there.sent
    ? [button(`place ${there.start}`, "", said, () => bench.edit(there.start))]
    : problem === null
      ? []
      : [made("span", "aside", `${there.file}, ${said}`)];
}

function shows({ record }: Tried, texts: Record<string, string>, bench: Bench, refused: (failed: Failed) => void): HTMLElement[] {
  if (record === null) {
    return [];
  }
  const show = async () => {
    const failed = await bench.show(record, texts);
    if (failed !== null) {
      refused(failed);
    }
  };
  return [button("show", "", say("show-on-table"), () => void show().catch(unlessEnded))];
}

function fixes({ fixes }: Tried, change: Change): HTMLElement[] {
  return fixes.map((fix) => button(`fix ${fix.start}`, "", say("meant-so", { text: fix.text.trim() }), () => change(fix)));
}
