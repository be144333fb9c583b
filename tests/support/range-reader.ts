import type { RangeReader } from '../../server/ports/sample-maker.ts'

/** A file in memory. */
export function fileOf(bytes: Uint8Array): RangeReader {
  return { sizeBytes: bytes.length, read: async (start, end) => bytes.slice(start, end) }
}
