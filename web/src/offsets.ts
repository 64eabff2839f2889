/**
 * Where something stands in a text: Python counts code points, a browser units of UTF-16.
 *
 * This is the only place where one becomes the other.
 */

const PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** The offsets of one text. */
export class Offsets {
  readonly #pairs: readonly number[]; // the units at which characters of two units begin, in order
  readonly #units: number;

  constructor(text: string) {
    this.#pairs = Array.from(text.matchAll(PAIR), (found) => found.index);
    this.#units = text.length;
  }

  /** So many code points as units; what lies outside of the text is its beginning or its end. */
  units(points: number): number {
    const before = this.#first((pair, index) => pair - index >= points);
    return Math.max(0, Math.min(points + before, this.#units));
  }

  /** So many units as code points; half of a character counts as before it. */
  points(units: number): number {
    const at = Math.max(0, Math.min(units, this.#units));
    return at - this.#first((pair) => pair >= at);
  }

  /** How many pairs come before the first for which this holds, as it does for all that follow it. */
  #first(holds: (pair: number, index: number) => boolean): number {
    let low = 0;
    let high = this.#pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#pairs[middle] ?? 0, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
