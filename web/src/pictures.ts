/** Pictures of what a rule does, drawn as they are told: rows and hills on axes, with their texts beside them. */

import { made } from "./dom.js";
import type { Axis, Panel, Picture, Row, Shape } from "./protocol.js";

const SVG = "http://www.w3.org/2000/svg";
const HIGH = 20; // pixels of what is drawn of a row
const MIDDLE = HIGH / 2;
const HILL = 90; // ... and of a hill
const FINE = 1000; // steps of a hill from left to right, as its numbers go
const EDGE = 0.06; // of the width, near which a text stands on one side of its tick

export function figure(picture: Picture): HTMLElement {
  const { title, panels, sides, note } = picture;
  const signs = (sides ?? []).map((name, side) => made("li", "", legend(side === 0), " ", name));
  return made(
    "figure",
    "picture",
    made("figcaption", "", title),
    ...(signs.length > 0 ? [made("ul", "signs", ...signs)] : []),
    ...panels.map((panel) => ("rows" in panel ? ofRows(panel) : ofHills(panel))),
    made("p", "how", note),
  );
}

function ofRows(panel: Panel): HTMLElement {
  const rows = panel.rows.map((row) =>
    made("li", "", made("span", "name", row.name), " ", made("span", "value", row.value), row.note === "" ? strip(panel, row) : made("em", "", row.note)),
  );
  return made("div", "panel-of", made("h4", "", panel.title), made("ul", "", ...rows), written(panel.axis), ...panel.notes.map((note) => made("p", "how", note)));
}

function ofHills(shape: Shape): HTMLElement {
  const { axis, edges } = shape;
  const top = 1.08 * Math.max(...shape.base, ...shape.variant);
  const path = (heights: readonly number[], closed: boolean) => {
    const points = heights.flatMap((height, step) => [step, step + 1].map((edge) => [edges[edge] ?? 0, 1 - height / top] as const));
    const ends = closed ? ([[edges[0] ?? 0, 1], ...points, [edges.at(-1) ?? 0, 1]] as const) : points;
    return `M${ends.map(([at, y]) => `${(share(axis, at) * FINE).toFixed(1)},${(y * HILL).toFixed(1)}`).join("L")}`;
  };
  const hills = drawn(
    "svg",
    { class: "strip", height: HILL, viewBox: `0 0 ${FINE} ${HILL}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("path", { class: "hill", d: path(shape.base, true) }),
    drawn("path", { class: "ridge", d: path(shape.base, false), "vector-effect": "non-scaling-stroke" }),
    drawn("path", { class: "outline", d: path(shape.variant, true), "vector-effect": "non-scaling-stroke" }),
  );
  return made("div", "panel-of", made("h4", "", shape.title), hills, written(axis));
}

/** What is drawn of a row; what is beyond the axis ends in an arrow at its end. */
function strip({ axis, line }: Panel, row: Row): SVGElement {
  const inside: SVGElement[] = axis.ticks.map(({ at }) => upright(axis, at, "grid"));
  if (line !== null) {
    inside.push(upright(axis, line, "line"));
  }
  if (row.reach !== null) {
    inside.push(across(axis, row.reach[0] ?? 0, row.reach[1] ?? 0, "reach"));
  }
  if (row.low !== null && row.high !== null) {
    const ends = [row.low, row.high].map((end) => Math.min(Math.max(end, axis.low), axis.high)) as [number, number];
    inside.push(across(axis, ...ends, `bar${row.variant === null ? " of-base" : ""}${row.reach === null ? "" : " wide"}`));
    [row.low, row.high].forEach((end, side) => {
      const shown = ends[side] ?? end;
      if (shown !== end) {
        inside.push(arrow(axis, shown, side === 0));
      } else if (row.reach === null) {
        inside.push(upright(axis, end, "end", 4));
      }
    });
  }
  if (row.variant !== null && axis.low <= row.variant && row.variant <= axis.high) {
    inside.push(square(at(axis, row.variant), row.filled && row.reach === null));
  }
  if (row.base !== null) {
    inside.push(ring(at(axis, row.base)));
  }
  return drawn("svg", { class: "strip", height: HIGH, "aria-hidden": "true" }, ...inside);
}

/** The axis itself, with its numbers. */
function written(axis: Axis): SVGElement {
  const ticks = axis.ticks.flatMap((tick) => {
    const where = share(axis, tick.at);
    const anchor = where < EDGE ? "start" : where > 1 - EDGE ? "end" : "middle";
    return [
      drawn("line", { class: "axis", x1: at(axis, tick.at), x2: at(axis, tick.at), y1: 0, y2: 4 }),
      drawn("text", { x: at(axis, tick.at), y: 17, "text-anchor": anchor }, tick.text),
    ];
  });
  const along = drawn("line", { class: "axis", x1: "0%", x2: "100%", y1: 0.5, y2: 0.5 });
  return drawn("svg", { class: "strip", height: 22, "aria-hidden": "true" }, along, ...ticks);
}

function legend(base: boolean): SVGElement {
  return drawn("svg", { width: HIGH, height: HIGH, "aria-hidden": "true" }, base ? ring("50%") : square("50%", true));
}

function ring(x: string): SVGElement {
  return drawn("circle", { class: "ring", cx: x, cy: MIDDLE, r: 4.5 });
}

function square(x: string, filled: boolean): SVGElement {
  const size = { width: 8, height: 8, transform: "translate(-4 -4)" };
  return drawn("rect", { class: filled ? "square filled" : "square", x, y: MIDDLE, ...size });
}

function arrow(axis: Axis, end: number, left: boolean): SVGElement {
  const tip = drawn("path", { class: "arrow", d: left ? "M0,0l8,-4v8z" : "M0,0l-8,-4v8z" });
  return drawn("svg", { x: at(axis, end), y: MIDDLE, overflow: "visible" }, tip);
}

function across(axis: Axis, from: number, to: number, look: string): SVGElement {
  return drawn("line", { class: look, x1: at(axis, from), x2: at(axis, to), y1: MIDDLE, y2: MIDDLE });
}

function upright(axis: Axis, where: number, look: string, high = MIDDLE): SVGElement {
  return drawn("line", { class: look, x1: at(axis, where), x2: at(axis, where), y1: MIDDLE - high, y2: MIDDLE + high });
}

function at(axis: Axis, value: number): string {
  return `${(100 * share(axis, value)).toFixed(2)}%`;
}

function share({ low, high }: Axis, value: number): number {
  return (value - low) / (high - low);
}

function drawn(tag: string, attributes: Readonly<Record<string, string | number>>, ...inside: readonly (Node | string)[]): SVGElement {
  const each = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) {
    each.setAttribute(name, String(value));
  }
  each.append(...inside);
  return each;
}
