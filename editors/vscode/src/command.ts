// Where the command `palast` is, and what to do where it is not. Nothing here knows of the editor.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const INSIDE = process.platform === "win32" ? ["Scripts", "palast.exe"] : ["bin", "palast"];
export const SERVER = ["lsp"];

// As it is set, else in an environment of one of the open folders, else wherever PATH leads.
export function commandOf(setting: string, folders: readonly string[]): string {
  if (setting.trim() !== "") {
    return setting.trim();
  }
  return folders.map((folder) => join(folder, ".venv", ...INSIDE)).find((path) => existsSync(path)) ?? "palast";
}

// Why the language server cannot start, and what helps; nothing if it can.
export function trouble(command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, [...SERVER, "--help"], (error, _, told) => {
      resolve(error === null ? undefined : remedy(command, error.code, told));
    });
  });
}

function remedy(command: string, code: unknown, told: string): string {
  if (code === "ENOENT") {
    return `There is no ${command}. Install palast, or say in the setting palast.command where it is.`;
  }
  if (typeof code !== "number") {
    return `${command} cannot be started (${code}). Say in the setting palast.command where palast is.`;
  }
  const last = told.trim().split("\n").at(-1) ?? "";
  return `${command} has no language server: “${last}”. Install a newer palast, or say in the setting palast.command where one is.`;
}
