/** The manual's recipes, to be searched: how one says something, and the lines that say it. They are in English. */

import text from "../../docs/recipes.md";
import { button, english, made, replace } from "./dom.js";
import { say } from "./words.js";

const SHOWN = 8; // of those found, the first ones

/** A recipe: what it is about, sentences on it, and its examples; `whole` if the first one is a file. */
interface Recipe {
  readonly title: string;
  readonly prose: string;
  readonly examples: readonly string[];
}

const RECIPES = read(text);

export class Recipes {
  readonly #search = made("input", "");
  readonly #found = made("div", "");

  /** `write` puts an example into the editor. */
  constructor(
    place: HTMLElement,
    private readonly write: (example: string) => void,
  ) {
    this.#search.type = "search";
    this.#search.id = "recipe-search";
    this.#search.addEventListener("input", () => this.#find());
    place.append(made("p", "field", this.#search), this.#found);
    this.draw();
  }

  draw(): void {
    this.#search.placeholder = say("recipe-search");
    this.#search.ariaLabel = say("recipe-search");
    this.#find();
  }

  #find(): void {
    const words = this.#search.value.toLocaleLowerCase().split(/\s+/u).filter((word) => word !== "");
    const ranked = RECIPES.map((recipe) => ({ recipe, worth: worth(recipe, words) })).filter(({ worth: found }) => found > 0);
    ranked.sort((one, other) => other.worth - one.worth);
    const shown = ranked.slice(0, SHOWN).map(({ recipe }) => this.#shown(recipe));
    replace(this.#found, shown.length > 0 ? shown : [made("p", "quiet", say("recipe-none"))]);
  }

  #shown({ title, prose, examples }: Recipe): HTMLElement {
    const each = english(made("details", "recipe", made("summary", "", title), made("p", "", prose)));
    examples.forEach((example, index) => {
      const use = button(`recipe ${title} ${index}`, "", say("recipe-use"), () => this.write(example));
      use.lang = document.documentElement.lang;
      const shown = made("pre", "source", example);
      shown.tabIndex = 0;
      each.append(shown, use);
    });
    return each;
  }
}

/** How well a recipe fits: all words have to be there, and in the title they count most. */
function worth({ title, prose, examples }: Recipe, words: readonly string[]): number {
  const [heading, said, written] = [title, prose, examples.join("\n")].map((part) => part.toLocaleLowerCase());
  let sum = 1;
  for (const word of words) {
    const found = heading?.includes(word) ? 9 : said?.includes(word) ? 3 : written?.includes(word) ? 1 : 0;
    if (found === 0) {
      return 0;
    }
    sum += found;
  }
  return sum;
}

/** The recipes of the manual's page, each below its heading, line by line. */
function read(page: string): Recipe[] {
  const recipes: { title: string; prose: string[]; examples: string[][] }[] = [];
  let fence = ""; // how the block of code began that a line is in
  for (const line of page.split("\n")) {
    const recipe = recipes.at(-1);
    if (line.startsWith("```")) {
      fence = fence === "" ? line : "";
      if (fence.startsWith("```rules")) {
        recipe?.examples.push([]);
      }
    } else if (fence.startsWith("```rules")) {
      recipe?.examples.at(-1)?.push(line);
    } else if (line.startsWith("### ")) {
      recipes.push({ title: line.slice("### ".length), prose: [], examples: [] });
    } else if (fence === "" && !/^[#|<]/u.test(line)) {
      recipe?.prose.push(line);
    }
  }
  return recipes
    .filter(({ examples }) => examples.length > 0)
    .map(({ title, prose, examples }) => ({ title, prose: plain(prose), examples: examples.map((lines) => lines.join("\n")) }));
}

/** What is said without the marks of the manual. */
function plain(lines: readonly string[]): string {
  const linked = lines.join(" ").split("](").map((part, index) => (index === 0 ? part : part.slice(part.indexOf(")") + 1)));
  return linked.join("").replaceAll(/[`*[]/gu, "").trim();
}
