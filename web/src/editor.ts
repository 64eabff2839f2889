/**
 * The editor of a rule. All that it knows of the language comes from Python: which stretch is what, what is wrong and
 * which change would mend it, what may stand at the cursor, and what a name means.
 */

import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { ChangeSet, Compartment, EditorState, type ChangeDesc, type Extension, type Text } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, lineNumbers, type Command, type Tooltip, type ViewUpdate } from "@codemirror/view";
import { minimalSetup } from "codemirror";

import { button, english, made, replace } from "./dom.js";
import { look } from "./look.js";
import { explain, explained, hide, meaning } from "./meaning.js";
import { Offsets } from "./offsets.js";
import type { Assist, Assisted, Mistake, Repair, Reply } from "./protocol.js";
import { colour, coloured, colours } from "./stretches.js";
import { say } from "./words.js";

const MIDWORD = /[\p{L}\p{N}_-]+/u;
const WORD = /^[\p{L}\p{N}_-]*$/u;
const NOTHING: Assisted = { problems: [], ends: [], kinds: [], completions: [], hover: null };
const NAMELESS = new Set(["keyword", "sign", "string", "number", "citation", "comment", "space", "text", "name"]);
const BEST = 99; // of what CodeMirror lets a completion be ranked by

/** What the editor needs of the page. */
export interface Desk {
  /** Asks Python; fails where the worker has ended. */
  ask(request: Assist): Promise<Reply<Assisted>>;
  /** On which rules a text lies, and what it is called. */
  laid(text: string): Promise<{ on: string; name: string }>;
  /** The text was changed. */
  changed(text: string): void;
}

interface Answered {
  readonly doc: Text;
  readonly offsets: Offsets;
  readonly answer: Assisted;
}

/** A text that is being written, what is wrong with it, and a list of that below it. */
export class Editor {
  readonly #view: EditorView;
  #asked = 0; // the number of the last question about the whole text
  readonly #about = button("about", "", "", () => this.#explainHere(this.#view));
  readonly #heard = made("span", "unseen"); // what is told of a name, for who cannot see it above its line
  #answering: Promise<unknown> = Promise.resolve();
  #told: Answered | null = null; // the last answer that is shown
  readonly #phrases = new Compartment();
  #since: ChangeDesc; // what was changed since the text was answered

  constructor(
    place: HTMLElement,
    private readonly verdict: HTMLElement,
    private readonly list: HTMLElement,
    about: HTMLElement,
    private readonly desk: Desk,
    text: string,
    label: string,
  ) {
    const root = place.attachShadow({ mode: "open" }); // where styles need no exception from the content policy
    this.#view = new EditorView({
      doc: text,
      parent: root,
      root,
      extensions: [
        keymap.of([
          { key: "Mod-.", run: this.#mendHere },
          { key: "F1", run: this.#explainHere },
          { key: "Escape", run: hide },
          ...lintKeymap.filter((each) => each.key === "F8"),
        ]),
        minimalSetup,
        lineNumbers(),
        lintGutter(),
        EditorView.lineWrapping,
        overwriting,
        EditorView.contentAttributes.of({ id: "text", "aria-label": label, autocapitalize: "off" }),
        EditorView.updateListener.of((update) => this.#updated(update)),
        autocompletion({ override: [(context) => this.#completed(context)], icons: false }),
        hoverTooltip((_, offset) => this.#explained(offset)),
        coloured,
        explained,
        this.#phrases.of(phrases()),
        look,
      ],
    });
    this.#since = ChangeSet.empty(this.#view.state.doc.length);
    this.#heard.setAttribute("role", "status");
    this.#about.hidden = true;
    about.append(this.#about, english(this.#heard));
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Puts another text in place of this one, which can be undone. */
  set text(text: string) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  set label(label: string) {
    this.#view.contentDOM.ariaLabel = label;
  }

  /** Says what it says itself in another language. */
  translate(): void {
    this.#view.dispatch({ effects: this.#phrases.reconfigure(phrases()) });
    if (this.#told !== null && this.#told.doc === this.#view.state.doc) {
      this.#show(this.#told);
    }
  }

  /** Asks about the text anew, as when it lies on other rules, or when the engine is there at last. */
  refresh(): void {
    void this.#ask();
  }

  /** Puts the cursor at an offset, in code points, and the focus there. */
  go(offset: number): void {
    const anchor = new Offsets(this.text).units(offset);
    this.#view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.#view.focus();
  }

  /** Makes a change, at offsets in code points, and shows it; `chosen` is then to be written over. */
  write({ start, end, text }: Pick<Repair, "start" | "end" | "text">, chosen?: readonly [number, number]): void {
    const offsets = new Offsets(this.text);
    const from = offsets.units(start);
    this.#view.dispatch({ changes: { from, to: offsets.units(end), insert: text } });
    const after = new Offsets(this.text);
    const [anchor, head] = chosen?.map((at) => after.units(at)) ?? [from + text.length, from + text.length];
    const shown = EditorView.scrollIntoView(from, { y: "start", yMargin: 40 });
    this.#view.dispatch({ selection: { anchor: anchor ?? from, head: head ?? from }, effects: shown });
    this.#view.focus();
  }

  #updated(update: ViewUpdate): void {
    if (update.docChanged || update.selectionSet) {
      this.#name();
    }
    if (!update.docChanged) {
      return;
    }
    this.#since = this.#since.composeDesc(update.changes.desc);
    this.#asked++; // an answer that is on its way is about another text
    this.desk.changed(this.text);
    this.refresh(); // at once, as Python needs less time than a pause would
  }

  async #ask(): Promise<void> {
    const number = ++this.#asked;
    const answered = await this.#assisted(null, () => number === this.#asked);
    if (number !== this.#asked || answered === null) {
      return;
    }
    this.#since = ChangeSet.empty(answered.doc.length);
    this.#told = answered;
    this.#show(answered);
  }

  #show(answered: Answered): void {
    const { answer, offsets } = answered;
    const diagnostics = answer.problems.map((each) => this.#diagnostic(each, answered));
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics), { effects: colour.of(colours(answer, offsets)) });
    this.#tell(answer.problems, answered);
    this.#name();
  }

  /** Offers to tell what the name at the cursor means, which a key and the mouse do as well. */
  #name(): void {
    const { doc, selection } = this.#view.state;
    const answered = this.#told;
    let name = "";
    if (answered !== null && answered.doc === doc && selection.main.empty) {
      const { ends, kinds } = answered.answer;
      const at = answered.offsets.points(selection.main.head);
      const here = ends.findIndex((end) => at < end);
      const next = here < 0 ? ends.length : here;
      const found = [next, next - 1].find((index) => !NAMELESS.has(kinds[index] ?? "space") && at <= (ends[index] ?? 0));
      if (found !== undefined) {
        name = doc.sliceString(answered.offsets.units(ends[found - 1] ?? 0), answered.offsets.units(ends[found] ?? 0));
      }
    }
    this.#heard.textContent = "";
    this.#about.hidden = name === "";
    if (name !== "") {
      this.#about.textContent = say("what-is", { name });
    }
  }

  /**
   * What Python says of a text; nothing where nobody is there to say it. It is asked one thing after the
   * other, and not at all for what nobody waits for any more, as somebody who types fast would wait for all of it.
   */
  async #assisted(at: number | null, wanted: () => boolean, doc = this.#view.state.doc): Promise<Answered | null> {
    const before = this.#answering;
    const answered = before.then(() => (wanted() ? this.#answer(at, doc) : null));
    this.#answering = answered.catch(() => undefined);
    return answered;
  }

  async #answer(at: number | null, doc: Text): Promise<Answered | null> {
    const text = doc.toString();
    const offsets = new Offsets(text);
    if (text.trim() === "") {
      return { doc, offsets, answer: NOTHING };
    }
    const offset = at === null ? null : offsets.points(at);
    try {
      const { on, name } = await this.desk.laid(text);
      const { answer, error } = await this.desk.ask({ kind: "assist", text, on, name, offset });
      return { doc, offsets, answer: answer ?? refused(error.code, error.message, error.remedy) };
    } catch {
      return null; // the worker has ended, and whoever holds the engine says so; the text is still here
    }
  }

  // ---- mistakes

  #diagnostic(mistake: Mistake, { doc, offsets }: Answered): Diagnostic {
    return {
      from: offsets.units(mistake.start),
      to: offsets.units(mistake.end),
      severity: "error",
      source: mistake.code,
      message: mistake.message,
      renderMessage: () => said(mistake),
      actions: mistake.fixes.map((fix) => ({ name: mending(fix, doc, offsets), apply: () => this.#mend(fix, offsets) })),
    };
  }

  #mend(fix: Repair, offsets: Offsets): void {
    const from = offsets.units(fix.start);
    const to = offsets.units(fix.end);
    if (this.#since.touchesRange(from, to) !== false) {
      return; // it was written over in the meantime; what is there now is asked about already
    }
    const begin = this.#since.mapPos(from);
    const changes = { from: begin, to: this.#since.mapPos(to), insert: fix.text };
    this.#view.dispatch({ changes, selection: { anchor: begin + fix.text.length }, scrollIntoView: true });
    this.#view.focus();
    this.refresh();
  }

  #mendHere: Command = (view) => {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    const here = this.#mistakes.filter(({ from, to }) => from <= line.to && to >= line.from);
    const [near] = here.filter(({ from, to }) => from <= head && head <= to).concat(here);
    near?.mend?.();
    return near?.mend !== undefined;
  };

  #mistakes: { from: number; to: number; mend: (() => void) | undefined }[] = [];

  #tell(problems: readonly Mistake[], { doc, offsets }: Answered): void {
    this.#mistakes = problems.map((each) => {
      const [fix] = each.fixes;
      const mend = fix === undefined ? undefined : () => this.#mend(fix, offsets);
      return { from: offsets.units(each.start), to: offsets.units(each.end), mend };
    });
    const lines = [...new Set(this.#mistakes.map(({ from }) => doc.lineAt(from).number))];
    this.verdict.textContent = judged(doc, problems.length, lines);
    replace(this.list, problems.map((each) => this.#item(each, doc, offsets)));
  }

  #item(mistake: Mistake, doc: Text, offsets: Offsets): HTMLElement {
    const from = offsets.units(mistake.start);
    const there = button("line", "", say("line", { number: doc.lineAt(from).number }), () => {
      this.#view.dispatch({ selection: { anchor: this.#since.mapPos(from) }, scrollIntoView: true });
      this.#view.focus();
    });
    const fixes = mistake.fixes.map((fix) => button("mend", "", mending(fix, doc, offsets), () => this.#mend(fix, offsets)));
    return made("li", "", there, said(mistake), ...fixes);
  }

  // ---- completions and meanings

  async #completed(context: CompletionContext): Promise<CompletionResult | null> {
    if (!context.explicit && context.matchBefore(MIDWORD) === null) {
      return null;
    }
    const answered = await this.#assisted(context.pos, () => !context.aborted, context.state.doc);
    const [first] = answered?.answer.completions ?? [];
    if (answered === null || first === undefined || context.aborted) {
      return null;
    }
    const { answer, offsets } = answered;
    const words = new Set(answer.completions.map(({ text }) => text));
    if (!context.explicit && words.has(context.state.sliceDoc(offsets.units(first.start), context.pos))) {
      return null; // it is written already, and Enter has to begin a line
    }
    return {
      from: offsets.units(first.start),
      to: offsets.units(first.end),
      validFor: (text) => WORD.test(text) && !words.has(text),
      options: answer.completions.map((each, index) => ({
        label: each.text,
        detail: each.about || each.kind,
        boost: Math.max(BEST - index, -BEST),
      })),
    };
  }

  async #explained(offset: number): Promise<Tooltip | null> {
    const { doc } = this.#view.state;
    const answered = await this.#assisted(offset, () => this.#view.state.doc === doc);
    const hover = answered?.answer.hover;
    if (answered === null || !hover || this.#view.state.doc !== doc) {
      return null;
    }
    const { offsets } = answered;
    const [pos, end] = [offsets.units(hover.start), offsets.units(hover.end)];
    return { pos, end, above: true, create: () => ({ dom: meaning(hover) }) };
  }

  #explainHere: Command = (view) => {
    void this.#explained(view.state.selection.main.head).then((tooltip) => {
      view.dispatch({ effects: explain.of(tooltip) });
      this.#heard.textContent = tooltip === null ? say("no-meaning") : tooltip.create(view).dom.textContent;
    });
    return true;
  };
}

/**
 * What is typed over a selection. A browser left to itself writes it with an inline style like that of the coloured text
 * that was there, which the content policy refuses.
 */
const overwriting = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, cancelable } = event;
    const chosen = selected(view);
    if (inputType !== "insertText" || data === null || !cancelable || view.composing || chosen === null) {
      return false;
    }
    const [from, to] = chosen;
    const insert = view.state.toText(data);
    const selection = { anchor: from + insert.length };
    view.dispatch({ changes: { from, to, insert }, selection, userEvent: "input.type", scrollIntoView: true });
    return true; // which keeps the browser from doing it
  },
});

/** What is selected in the page, of which the editor may not have heard yet; a browser that cannot tell asks the editor. */
function selected(view: EditorView): readonly [number, number] | null {
  const { root } = view as { root: DocumentOrShadowRoot & { getSelection?(): Selection | null } };
  const found = root.getSelection?.() ?? null;
  const { from, to } = view.state.selection.main;
  if (found === null || found.rangeCount === 0 || !view.contentDOM.contains(found.anchorNode)) {
    return from === to ? null : [from, to];
  }
  const range = found.getRangeAt(0);
  const ends = [view.posAtDOM(range.startContainer, range.startOffset), view.posAtDOM(range.endContainer, range.endOffset)] as const;
  return ends[0] === ends[1] ? null : ends;
}

// ---- what is said of it

/** A refusal as what is wrong at the beginning of the text. */
function refused(code: string, message: string, remedy: string): Assisted {
  return { ...NOTHING, problems: [{ code, start: 0, end: 0, message, remedy, fixes: [] }] };
}

function judged(doc: Text, mistakes: number, lines: readonly number[]): string {
  if (doc.length === 0) {
    return "";
  }
  const where = lines.join(", ");
  return mistakes === 0 ? say("nothing-wrong") : say("mistakes", { n: mistakes, where });
}

/** What a change does, by what it writes and what stands there. */
function mending({ start, end, text }: Repair, doc: Text, offsets: Offsets): string {
  const there = doc.sliceString(offsets.units(start), offsets.units(end));
  return text.trim() === "" ? say("leave-out", { text: there.trim() }) : say("write", { text: text.trim() });
}

function phrases(): Extension {
  return EditorState.phrases.of({
    Completions: say("completions"),
    "Control character": say("control-character"),
    Diagnostics: say("diagnostics"),
    "No diagnostics": say("nothing-wrong"),
    close: say("close"),
  });
}

function said({ message, remedy }: Mistake): HTMLElement {
  return english(made("span", "said", remedy === "" ? message : `${message}\n${remedy}`));
}
