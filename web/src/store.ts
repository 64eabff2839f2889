/** What is kept in this browser, where it lets a page keep anything. */

let losing = false;
let heard: () => void = () => undefined;

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`palast.${name}`);
  } catch {
    return lose(); // a browser that keeps nothing for this page
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`palast.${name}`, value);
  } catch {
    lose(); // the same, or there is no room left: the page goes on without
  }
}

/** What this tab has kept, which a reload leaves there. */
export function keptHere(name: string): string | null {
  try {
    return sessionStorage.getItem(`palast.${name}`);
  } catch {
    return lose();
  }
}

/** Keeps something for this tab, or no longer. */
export function keepHere(name: string, value: string | null): void {
  try {
    if (value === null) {
      sessionStorage.removeItem(`palast.${name}`);
    } else {
      sessionStorage.setItem(`palast.${name}`, value);
    }
  } catch {
    lose();
  }
}

/** Tells whoever listens, once, that what is written here is not kept. */
export function whenLosing(told: () => void): void {
  heard = told;
  if (losing) {
    told();
  }
}

function lose(): null {
  if (!losing) {
    losing = true;
    heard();
  }
  return null;
}
