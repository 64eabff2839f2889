/** What the parts of the page have in common. */

import type { Engine } from "./engine.js";
import type { Failed, New, Open } from "./protocol.js";
import type { Rules } from "./rules.js";
import type { Work } from "./work.js";

export interface Bench {
  /** Answers at once: the editor's questions, and the game on the table. */
  readonly engine: Engine;
  /** Takes long: tests, hunts, comparisons. */
  readonly work: Work;
  readonly rules: Rules;
  /** Puts a game on the table, once that is prepared, and shows it; why it cannot, if it cannot. */
  begin(prepared: () => Promise<New | Open>): Promise<Failed | null>;
  /** Shows a recorded game on the table as it ends; it goes on step by step, if at all. */
  show(record: string, texts: Record<string, string>): Promise<Failed | null>;
  /** Puts another text in place of the one that is there, which can be undone. */
  write(text: string): void;
  /** Shows where a new game is begun. */
  invite(): void;
  /** Shows the text, at an offset of it if one is given, which counts code points. */
  edit(offset?: number): void;
}
