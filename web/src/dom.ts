/** Elements of the page. Whatever is shown is text: nothing that a rule says is ever read as HTML. */

export function element<T extends HTMLElement>(id: string, type: { new (): T; prototype: T }): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) {
    throw new Error(`the page has no ${type.name} '${id}'`);
  }
  return found;
}

export function replace(parent: Element, children: readonly Node[]): void {
  parent.replaceChildren(...children);
}

/** The same, with the focus where it was, if what had it has an id. */
export function redraw(parent: Element, children: readonly Node[]): void {
  const focus = document.activeElement?.id ?? "";
  replace(parent, children);
  if (focus !== "") {
    parent.querySelector<HTMLElement>(`#${CSS.escape(focus)}`)?.focus();
  }
}

/** A new element of a class, with what stands in it. */
export function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  look: string,
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const each = document.createElement(tag);
  if (look !== "") {
    each.className = look;
  }
  each.append(...inside);
  return each;
}

/** A button; by its `key` it is found again when the table was drawn anew. */
export function button(key: string, look: string, label: string, click: () => void): HTMLButtonElement {
  const each = made("button", look, label);
  each.type = "button";
  each.dataset["key"] = key;
  each.addEventListener("click", click);
  return each;
}

/** A button with a sign before its label, which is all that is seen of it where there is little room. */
export function signed(key: string, sign: string, label: string, click: () => void): HTMLButtonElement {
  const each = button(key, "signed", "", click);
  const drawn = made("span", "sign", sign);
  drawn.ariaHidden = "true";
  each.append(drawn, " ", made("span", "label", label));
  return each;
}

/**
 * A button that is drawn anew while it is pressed is clicked all the same: what leaving a field changes comes between a
 * press and its release, and so does an answer of the engine.
 */
export function keepPresses(): void {
  let pressed: HTMLElement | null = null;
  document.addEventListener("pointerdown", ({ target }) => (pressed = keyed(target)));
  document.addEventListener("pointerup", ({ clientX, clientY }) => {
    const there = keyed(document.elementFromPoint(clientX, clientY));
    if (pressed !== null && !pressed.isConnected && there?.dataset["key"] === pressed.dataset["key"]) {
      there?.click();
    }
    pressed = null;
  });
}

function keyed(at: EventTarget | null): HTMLElement | null {
  return at instanceof Element ? at.closest<HTMLElement>("[data-key]") : null;
}

/** Something that one says yes or no to. */
export function box(id: string, label: string, is: boolean, chosen: (is: boolean) => void): HTMLElement {
  const each = made("input", "");
  each.type = "checkbox";
  each.id = id;
  each.checked = is;
  each.addEventListener("change", () => chosen(each.checked));
  return made("label", "layer", each, " ", label);
}

/** What is said of a game, in the language of the page as it was told. */
export function told<T extends HTMLElement>(each: T): T {
  each.lang = document.documentElement.lang;
  each.dataset["told"] = "";
  return each;
}

/** What the engine says of the rule language, which is English in every language of the page. */
export function english<T extends HTMLElement>(each: T): T {
  each.lang = "en";
  return each;
}
