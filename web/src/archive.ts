/** A tar file's contents: what each file is called, and what is in it. */

const BLOCK = 512;
const SIZE = { start: 124, length: 12 };
const NAME = { start: 0, length: 100 };
const PREFIX = { start: 345, length: 155 };

export interface Entry {
  readonly name: string;
  readonly data: Uint8Array;
}

export function* entries(archive: Uint8Array): Generator<Entry> {
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + BLOCK);
    const size = parseInt(text(header, SIZE), 8);
    const prefix = text(header, PREFIX);
    at += BLOCK;
    yield { name: `${prefix && `${prefix}/`}${text(header, NAME)}`, data: archive.subarray(at, at + size) };
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}

function text(header: Uint8Array, field: { start: number; length: number }): string {
  const bytes = header.subarray(field.start, field.start + field.length);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
