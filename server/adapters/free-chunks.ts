/**
 * Frees the memory of chunks that nobody uses any more. Otherwise it stays until V8 collects garbage, and an upload takes
 * new memory for each chunk. The memory of a chunk that is a part of it is left alone, because others may use the rest.
 */
export function freeChunks(chunks: ReadonlyArray<Buffer>): void {
  for (const { buffer, length } of chunks) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
  }
}
