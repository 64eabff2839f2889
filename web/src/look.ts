/** How the editor looks. What a stretch is can be read without colours; a mistake has a wavy line and a mark beside it. */

import { EditorView } from "@codemirror/view";

const COLOURS = {
  keyword: ["#6d28a8", "#cfaaf8"],
  string: ["#1f6d2f", "#9bd38d"],
  number: ["#8a4b00", "#e8b26a"],
  comment: ["#595954", "#b3b1aa"],
  held: ["#00558c", "#84c4f4"],
  done: ["#006363", "#6fd3cd"],
  called: ["#8a1f4c", "#f2a0c0"],
  mistake: ["#b3001b", "#ff9a9a"],
} as const;

const KINDS: Record<Exclude<keyof typeof COLOURS, "mistake">, string> = {
  keyword: "keyword",
  string: "string",
  number: "number citation",
  comment: "comment",
  held: "zone counter note value condition list word cards",
  done: "action choice reason",
  called: "law ruling source reading block scenario file",
};

function colour(name: keyof typeof COLOURS): string {
  return `light-dark(${COLOURS[name].join(", ")})`;
}

const stretches = Object.entries(KINDS).map(([name, kinds]) => [
  kinds.replaceAll(/(\S+)\s*/g, ".is-$1, ").replace(/, $/, ""),
  { color: colour(name as keyof typeof KINDS) },
]);

export const look = EditorView.theme({
  ...Object.fromEntries(stretches),
  ".is-keyword": { color: colour("keyword"), fontWeight: "600" },
  ".is-comment": { color: colour("comment"), fontStyle: "italic" },
  "&": {
    background: "var(--paper)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "0.3rem",
    fontSize: "0.9rem",
  },
  "&.cm-focused": { outline: "3px solid var(--ink)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", minHeight: "14rem", maxHeight: "60vh", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "light-dark(#cfe0f5, #263a52)",
  },
  ".cm-gutters": { background: "var(--floor)", color: "var(--quiet)", borderRight: "1px solid var(--line)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: `underline wavy ${colour("mistake")} 2px`,
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
  },
  ".cm-lintPoint-error::after": { borderBottomColor: colour("mistake") },
  ".cm-tooltip": {
    background: "var(--paper)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "0.3rem",
    maxWidth: "min(40rem, 92vw)",
    maxHeight: "60vh",
    overflow: "auto",
  },
  ".cm-diagnostic": { padding: "0.4rem 0.6rem", whiteSpace: "pre-wrap", borderLeftColor: colour("mistake") },
  ".cm-diagnosticAction": {
    background: "var(--ink)",
    color: "var(--on-ink)",
    font: "inherit",
    padding: "0.3rem 0.6rem",
    minHeight: "2rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxWidth: "92vw" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.25rem 0.5rem", textOverflow: "ellipsis" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--ink)", color: "var(--on-ink)" },
  ".cm-completionDetail": { fontStyle: "normal", fontFamily: "system-ui, sans-serif" },
  ".meaning": { padding: "0.2rem 0.6rem" },
  ".meaning pre": { margin: "0.4rem 0", whiteSpace: "pre-wrap", fontFamily: "var(--mono)" },
});
