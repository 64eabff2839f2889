/** The page's own words, in the language that was chosen. What rules and the engine say stays as it is. */

import de from "./words/de.json";
import en from "./words/en.json";
import { keep, kept } from "./store.js";

type Book = typeof en;
export type Language = "en" | "de";
/** Those that count something, in as many forms as the language has for numbers. */
type Counting = { [W in keyof Book]: Book[W] extends string ? never : W }[keyof Book];
export type Word = Exclude<keyof Book, Counting>;

const BOOKS: Record<Language, Record<Word, string> & Record<Counting, Readonly<Record<string, string>>>> = { en, de };
const NAMES: Record<Language, string> = { en: "English", de: "Deutsch" };

let chosen: Language = first();

type Gaps = Readonly<Record<string, string | number>>;

/** A word or a sentence, with what stands in its gaps; what counts something counts `n`. */
export function say(word: Word, gaps?: Gaps): string;
export function say(word: Counting, gaps: Gaps & { readonly n: number }): string;
export function say(word: keyof Book, gaps: Gaps = {}): string {
  const said = BOOKS[chosen][word];
  const text = typeof said === "string" ? said : (said[new Intl.PluralRules(chosen).select(Number(gaps["n"]))] ?? "");
  return text.replace(/\{(\w+)\}/gu, (gap, name: string) => (gaps[name] ?? gap).toLocaleString(chosen));
}

/** The language that was chosen. */
export function language(): Language {
  return chosen;
}

/** Whether there is such a word, as for a bot that this page may not know. */
export function isWord(word: string): word is Word {
  return Object.hasOwn(en, word);
}

/** Lets one choose the language; all that is marked with `data-word` changes in place, and who `heard` draws again. */
export function languages(select: HTMLSelectElement, heard: () => void): void {
  select.replaceChildren(
    ...Object.entries(NAMES).map(([language, name]) => {
      const option = new Option(name, language, false, language === chosen);
      option.lang = language;
      return option;
    }),
  );
  select.addEventListener("change", () => {
    chosen = isLanguage(select.value) ? select.value : "en";
    keep("language", chosen);
    mark();
    heard();
  });
  mark();
}

function mark(): void {
  document.documentElement.lang = chosen;
  for (const each of document.querySelectorAll<HTMLElement>("[data-word]")) {
    const word = each.dataset["word"] ?? "";
    if (isWord(word)) {
      each.textContent = say(word);
    }
  }
}

function first(): Language {
  const wanted = [kept("language"), ...navigator.languages.map((each) => each.slice(0, 2))];
  return wanted.find(isLanguage) ?? "en";
}

function isLanguage(name: string | null): name is Language {
  return name !== null && Object.hasOwn(BOOKS, name);
}
