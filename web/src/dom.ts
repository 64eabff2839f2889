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
