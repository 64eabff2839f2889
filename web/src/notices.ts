/** What the page has to say besides, at its top: each notice stays until one has done something about it. */

import { button, element, english, made, told } from "./dom.js";
import type { Failed } from "./protocol.js";
import { say } from "./words.js";

export interface Deed {
  readonly key: string;
  readonly label: string;
  readonly main?: boolean;
  readonly do: () => void;
}

export interface Notice {
  readonly content: readonly Node[];
  readonly deeds: readonly Deed[];
}

const place = element("notices", HTMLElement);
const drawn = new Map<string, () => Notice>();

/** Shows a notice under a name, in place of the one that had it; whatever one does about it takes it away. */
export function notice(name: string, draw: () => Notice): HTMLElement {
  const { content, deeds } = draw();
  const shown = made("div", "notice", ...content);
  shown.id = `notice-${name}`;
  shown.setAttribute("role", "group");
  shown.tabIndex = -1;
  const buttons = deeds.map(({ key, label, main, do: act }) =>
    button(key, main === true ? "main" : "", label, () => {
      withdraw(name);
      act();
    }),
  );
  shown.append(made("p", "buttons", ...buttons));
  withdraw(name);
  drawn.set(name, draw);
  place.append(shown);
  return shown;
}

/** Some sentences, which can be put away. */
export function remark(name: string, lines: () => readonly (string | Node)[], deeds: () => readonly Deed[] = () => []): void {
  notice(name, () => ({
    content: lines().map((line) => made("p", "", line)),
    deeds: [...deeds(), { key: "put-away", label: say("put-away"), do: () => undefined }],
  }));
}

/** What the engine refuses, with what to do about it. */
export function refusal({ code, message, remedy }: Failed): HTMLElement {
  const said = made("span", "", remedy === "" ? message : `${message}\n${remedy}`);
  return code === "refused" || code === "knowledge" ? told(said) : english(said);
}

export function withdraw(name: string): void {
  drawn.delete(name);
  document.getElementById(`notice-${name}`)?.remove();
}

/** Writes all of them anew, in another language. */
export function translateNotices(): void {
  for (const [name, draw] of [...drawn]) {
    notice(name, draw);
  }
}
