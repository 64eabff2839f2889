/** What a name means, shown above it in the editor. */

import { StateEffect, StateField } from "@codemirror/state";
import { showTooltip, type EditorView, type Tooltip } from "@codemirror/view";

import { english, made } from "./dom.js";
import type { Hover } from "./protocol.js";

/** Shows a meaning, or takes it away. */
export const explain = StateEffect.define<Tooltip | null>();

/** The meaning that was asked for by a key, until something else is done. */
export const explained = StateField.define<Tooltip | null>({
  create: () => null,
  update(before, { docChanged, selection, effects }) {
    const now = effects.find((each) => each.is(explain));
    return now === undefined ? (docChanged || selection ? null : before) : now.value;
  },
  provide: (field) => showTooltip.from(field),
});

/** Takes it away; whether there was one. */
export function hide(view: EditorView): boolean {
  const shown = view.state.field(explained) !== null;
  if (shown) {
    view.dispatch({ effects: explain.of(null) });
  }
  return shown;
}

/** What a name means, as text: its block, its rulings, and what other rulesets say. */
export function meaning(hover: Hover): HTMLElement {
  const meant = english(made("div", "meaning"));
  const blocks = [hover.block, hover.rulings, ...hover.elsewhere.map((each) => [`${each.ruleset}:`, ...each.block])];
  meant.append(...blocks.filter((each) => each.length > 0).map((lines) => made("pre", "", lines.join("\n"))));
  return meant;
}
