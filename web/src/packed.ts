/** Files that the build has compressed. */

/** Whether it came as it was built: a server that takes the name for an encoding has it unpacked on the way. */
export function isPacked(data: ArrayBuffer): boolean {
  const [first, second] = new Uint8Array(data, 0, Math.min(2, data.byteLength));
  return first === 0x1f && second === 0x8b;
}

export function unpacked(data: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
