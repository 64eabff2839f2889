/** Shapes that are told apart without their colour, and the colours that go with them where the rules name none. */

const SPACE = "http://www.w3.org/2000/svg";

/** Each fills a square of 24 by 24. */
const PATHS = [
  "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z", // disc
  "M3 3h18v18h-18z", // square
  "M12 2l11 20h-22z", // triangle
  "M8 2h8v6h6v8h-6v6h-8v-6h-6v-8h6z", // cross
  "M12 1l3.1 7.2 7.9.7-6 5.2 1.8 7.7-6.8-4.1-6.8 4.1 1.8-7.7-6-5.2 7.9-.7z", // star
  "M12 1l9 11-9 11-9-11z", // diamond
  "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20zM12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8z", // ring
  "M7 3h10l5 9-5 9h-10l-5-9z", // hexagon
  "M2 12a10 10 0 0 1 20 0z", // half disc
  "M2 7h20v10h-20z", // bar
  "M2 3l10 6 10-6v12l-10 6-10-6z", // arrow
] as const;

const COLOURS = ["#b3322b", "#e3ae1d", "#2c7450", "#2a609f", "#77469b", "#7a6450"] as const;

/** The shape of a number, which begins again after the last one. */
export function shape(number: number): SVGSVGElement {
  const drawn = document.createElementNS(SPACE, "svg");
  drawn.setAttribute("class", "shape");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", PATHS[number % PATHS.length] ?? PATHS[0]);
  path.setAttribute("fill-rule", "evenodd");
  drawn.append(path);
  return drawn;
}

/** The colour of a number. */
export function colour(number: number): string {
  return COLOURS[number % COLOURS.length] ?? COLOURS[0];
}

const INK = "#1a2023";
const WHITE = "#ffffff";
const LEGIBLE = 4.6; // times as light as what it is read on, or as dark
const DARKER = 0.95;

/** What is read best on a colour such as #c8102e, black or white; and the colour, darker where neither can be read on it. */
export function legible(colour: string): { readonly ground: string; readonly on: string } {
  let ground = colour;
  while (contrast(ground, WHITE) < LEGIBLE && contrast(ground, INK) < LEGIBLE) {
    ground = `#${parts(ground).map((part) => Math.floor(part * DARKER).toString(16).padStart(2, "0")).join("")}`;
  }
  return { ground, on: contrast(ground, WHITE) < LEGIBLE ? INK : WHITE };
}

/** How many times as light one colour is as the other, as one sees it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [lightness(one), lightness(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = parts(colour).map((part) => linear(part / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parts(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Whether a colour is written so that it can be used. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/iu.test(text);
}
