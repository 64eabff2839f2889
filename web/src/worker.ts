/** Python in a worker. It answers requests by `palast.web.session`, and asks nobody for anything. */

import { loadPyodide, type PyodideAPI } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

import { entries } from "./archive.js";
import type { FromWorker, ToWorker } from "./messages.js";
import type { Python } from "./parts.js";

const INSIDE = "https://inside.invalid/"; // where Pyodide thinks that its files are; nothing is loaded from there
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" },
  packages: {},
};

const BEGIN = `
import sys
sys.dont_write_bytecode = False  # so that the grammar's table is read, which the build has kept
import methods
methods.use()  # before any class is made
from palast.web.session import Session
Session()
`;

let asking: ((text: string) => string) | null = null;

self.addEventListener("message", (event: MessageEvent<ToWorker>) => {
  void told(event.data);
});

async function told(message: ToWorker): Promise<void> {
  try {
    if ("python" in message) {
      asking = await started(message.python);
      say({ what: "ready" });
    } else if (asking !== null) {
      say({ what: "answer", id: message.id, text: asking(message.text) });
    }
  } catch (error) {
    say({ what: "dead", why: String(error) });
  }
}

async function started(python: Python): Promise<(text: string) => string> {
  const files: Record<string, [ArrayBuffer, string]> = {
    [`${INSIDE}pyodide.asm.wasm`]: [python.wasm, "application/wasm"],
    [`${INSIDE}python_stdlib.zip`]: [python.library, "application/zip"],
  };
  self.fetch = (wanted) => {
    const [data, type] = files[String(wanted)] ?? [];
    return data === undefined || type === undefined
      ? Promise.reject(new TypeError("nothing is loaded from elsewhere"))
      : Promise.resolve(new Response(data, { headers: { "Content-Type": type } }));
  };
  const pyodide = await loadPyodide({
    indexURL: INSIDE,
    packageBaseUrl: INSIDE,
    lockFileContents: NO_PACKAGES as never,
    createPyodideModule,
    fsInit: (system, { sitePackages }) => {
      unpack(system, sitePackages, new Uint8Array(python.site));
      return Promise.resolve();
    },
  });
  const session = pyodide.runPython(BEGIN);
  return (text) => session.ask(text) as string;
}

function unpack(system: PyodideAPI["FS"], folder: string, archive: Uint8Array): void {
  const made = new Set<string>();
  for (const { name, data } of entries(archive)) {
    const parent = `${folder}/${name}`.replace(/\/[^/]*$/, "");
    if (!made.has(parent)) {
      system.mkdirTree(parent);
      made.add(parent);
    }
    system.writeFile(`${folder}/${name}`, data, { canOwn: true });
  }
}

function say(message: FromWorker): void {
  self.postMessage(message);
}
