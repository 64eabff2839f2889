/**
 * The large files of the page, each loaded once: they lie beside it, or in it, where the page is a single file.
 *
 * They are compressed by the build, so what a host makes of them does not change how much there is to load.
 */

import { isPacked, unpacked } from "./packed.js";

export interface Python {
  readonly wasm: ArrayBuffer;
  readonly library: ArrayBuffer;
  readonly site: ArrayBuffer;
}

export type Loading = (share: number) => void;

/** Everything that a worker needs for Python; tells now and then how much of it is there. */
export async function python(loading: Loading): Promise<Python> {
  const names = ["python.wasm", "library.zip", "site.tar"];
  const shares = names.map(() => 0);
  const [wasm, library, site] = await Promise.all(
    names.map((name, index) =>
      part(name, (share) => {
        shares[index] = share;
        loading(shares.reduce((sum, each) => sum + each, 0) / names.length);
      }),
    ),
  );
  return { wasm: wasm!, library: library!, site: site! };
}

/** Where the worker's script is: beside the page, or embedded in the page, where workers must not have a file. */
export async function script(): Promise<string> {
  if (embedded("worker.js") === null) {
    return "worker.js";
  }
  const text = new TextDecoder().decode(await part("worker.js", () => undefined));
  return `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;
}

async function part(name: string, loading: Loading): Promise<ArrayBuffer> {
  const within = embedded(name);
  const sent = within === null ? await fetched(`${name}.gz.bin`, loading) : decoded(within);
  const data = await new Response(sent).arrayBuffer();
  loading(1);
  return isPacked(data) ? await unpacked(data) : data;
}

/** The text of a file that is in the page, where the page is a single file. */
export function embedded(name: string): string | null {
  return document.querySelector(`script[data-part="${name}"]`)?.textContent ?? null;
}

function decoded(base64: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    bytes[at] = text.charCodeAt(at);
  }
  return new Blob([bytes]).stream();
}

async function fetched(name: string, loading: Loading): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await fetch(name);
  if (!answer.ok || answer.body === null) {
    throw new Error(`${name} is not there (${answer.status})`);
  }
  const all = Number(answer.headers.get("Content-Length"));
  let there = 0;
  return answer.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        there += chunk.length;
        loading(all > 0 ? Math.min(1, there / all) : 0);
        controller.enqueue(chunk);
      },
    }),
  );
}
