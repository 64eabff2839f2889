/** What is kept in this browser, where it lets a page keep anything. */

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`palast.${name}`);
  } catch {
    return null; // a browser that keeps nothing for this page
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`palast.${name}`, value);
  } catch {
    // the same, or there is no room left: the page goes on without
  }
}
