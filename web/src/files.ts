/** Files that leave the page, and files that somebody opens in it. */

import type { Word } from "./words.js";

const LONGEST = 1_000_000; // bytes; a record can have so many characters

/** Lets the browser save a text under a name. */
export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // once it is saved, whenever the browser does that
}

/** The text of a file, or the word that says why there is none. */
export async function read(file: File): Promise<{ text: string } | { why: Word }> {
  if (file.size > LONGEST) {
    return { why: "file-long" };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.includes("\0") ? { why: "file-no-text" } : { text };
  } catch {
    return { why: "file-no-text" };
  }
}

/** Calls `opened` with files that are dropped anywhere on the page. */
export function dropped(opened: (files: readonly File[]) => void): void {
  const over = (is: boolean) => document.body.classList.toggle("dropping", is);
  for (const what of ["dragover", "drop"] as const) {
    // before the editor hears of it, which would put the text of any file where the mouse is
    document.addEventListener(what, (event) => heard(event), { capture: true });
  }
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));

  function heard(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    over(event.type === "dragover");
    if (event.type === "drop") {
      opened([...event.dataTransfer.files]);
    }
  }
}
