/** Which stretch of a text is what, as the editor colours it. */

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

import type { Offsets } from "./offsets.js";
import type { Assisted } from "./protocol.js";

/** Colours a text anew. */
export const colour = StateEffect.define<DecorationSet>();

/** The colours, which go with their text while it is changed. */
export const coloured = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects }) =>
    effects.find((each) => each.is(colour))?.value ?? before.map(changes),
  provide: (field) => EditorView.decorations.from(field),
});

/** What is coloured of an answer. */
export function colours({ ends, kinds }: Assisted, offsets: Offsets): DecorationSet {
  const all = kinds.map((kind, index) => ({ kind, start: ends[index - 1] ?? 0, end: ends[index] ?? 0 }));
  const shown = all.filter(({ kind }) => kind !== "space" && kind !== "text");
  return Decoration.set(
    shown.map(({ start, end, kind }) =>
      Decoration.mark({ class: `is-${kind}` }).range(offsets.units(start), offsets.units(end)),
    ),
  );
}
