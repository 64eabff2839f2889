/** Other tabs of the page, which keep their text in the same place as this one. */

import type { Bench } from "./bench.js";
import { notice, withdraw } from "./notices.js";
import { made } from "./dom.js";
import { keep } from "./store.js";
import { say } from "./words.js";

/** Says that another tab has written something else; what this one has can be got back whatever one does. */
export function watchOthers(bench: Bench): void {
  let told = false;
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== "palast.text" || newValue === null) {
      return;
    }
    if (newValue === bench.rules.text) {
      told = false;
      withdraw("elsewhere");
      return;
    }
    if (!told) {
      told = true;
      bench.rules.remember();
    }
    const done = (act: () => void) => () => {
      told = false;
      act();
    };
    notice("elsewhere", () => ({
      content: [made("p", "", say("elsewhere"))],
      deeds: [
        { key: "take-theirs", label: say("elsewhere-take"), do: done(() => bench.write(newValue)) },
        { key: "keep-mine", label: say("elsewhere-keep"), do: done(() => keep("text", bench.rules.text)) },
      ],
    }));
  });
}
