/** Tabs: one of several panels is shown, chosen by mouse, touch, or arrow keys. */

/** Makes tabs of a list of buttons, each of which controls a panel. */
export class Tabs {
  readonly #tabs: HTMLElement[];

  constructor(list: HTMLElement) {
    this.#tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
    this.#tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.show(panel(tab)));
      tab.addEventListener("keydown", (event) => this.#moved(event, index));
    });
    this.show(panel(this.#tabs.find((tab) => tab.ariaSelected === "true") ?? this.#tabs[0]));
  }

  show(name: string): void {
    for (const tab of this.#tabs) {
      const is = panel(tab) === name;
      tab.ariaSelected = String(is);
      tab.tabIndex = is ? 0 : -1;
      document.getElementById(panel(tab))?.classList.toggle("put-away", !is);
    }
  }

  #moved(event: KeyboardEvent, index: number): void {
    const last = this.#tabs.length - 1;
    const to = { ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1, Home: 0, End: last }[event.key];
    const tab = to === undefined ? undefined : this.#tabs[to];
    if (tab !== undefined) {
      event.preventDefault();
      tab.focus();
      this.show(panel(tab));
    }
  }
}

function panel(tab: HTMLElement | undefined): string {
  return tab?.getAttribute("aria-controls") ?? "";
}
