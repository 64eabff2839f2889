/** What a rule does to the game, as it was found: sentences, pictures, a game in which it matters, all numbers. */

import { button, made } from "./dom.js";
import { figure } from "./pictures.js";
import type { Line, Noticed, Said, Told } from "./protocol.js";
import { say } from "./words.js";

/** All of it; `watch` shows the game in which the rule mattered, where there is one. */
export function effect(told: Told, watch: (() => void) | null): HTMLElement[] {
  return [
    made("p", "compared", told.compared),
    made("dl", "verdict", ...told.verdict.flatMap(defined)),
    ...told.remarks.map((remark) => made("p", "remark", remark)),
    ...(told.noticed === null ? [] : noticed(told.noticed, watch)),
    ...(told.method.length === 0 ? [] : measured(told)),
  ];
}

/** What there is where games were played. */
function measured(told: Told): HTMLElement[] {
  return [
    made("div", "pictures", ...told.pictures.map(figure)),
    made("details", "", made("summary", "", say("impact-numbers")), numbers(told)),
    made("details", "", made("summary", "", say("impact-method")), ...told.method.map((text) => made("p", "", text))),
  ];
}

function defined({ about, text }: Said): HTMLElement[] {
  return [made("dt", "", about), made("dd", "", text)];
}

function noticed({ after, sides, because }: Noticed, watch: (() => void) | null): HTMLElement[] {
  const texts = sides.flatMap(({ about, text }) => [made("dt", "", about), made("dd", "", text)]);
  return [
    made("h4", "", say("impact-first")),
    made("p", "", after),
    made("dl", "", ...texts),
    ...(because === "" ? [] : [made("p", "", because)]),
    ...(watch === null ? [] : [button("watch", "", say("impact-watch"), watch)]),
  ];
}

function numbers({ heads, lines }: Told): HTMLElement {
  const head = made("tr", "", ...heads.map((text) => scoped(text, "col")));
  const table = made("table", "", made("thead", "", head), made("tbody", "", ...lines.map(line)));
  const around = made("div", "wide", table);
  around.tabIndex = 0;
  around.setAttribute("role", "region");
  around.ariaLabel = say("impact-numbers");
  return around;
}

function line(each: Line): HTMLElement {
  const cells = [each.base, each.variant, each.difference, each.interval, each.correlation, each.told];
  return made("tr", each.sure ? "sure" : "", scoped(each.name, "row"), ...cells.map((text) => made("td", "", text)));
}

function scoped(text: string, scope: string): HTMLElement {
  const cell = made("th", "", text);
  cell.scope = scope;
  return cell;
}
