import { buffer } from 'node:stream/consumers'
import { DamagedFileError } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { type RangeReader, SampleError } from '../../../ports/sample-maker.ts'

/** Reads a stored file by ranges, for the process that makes samples. Throws SampleError when the file is gone or damaged. */
export function storedFileReader(
  { fileStore }: Ports,
  { key, sizeBytes }: { key: string; sizeBytes: number },
): RangeReader {
  return {
    sizeBytes,
    async read(start, end) {
      try {
        const bytes = await fileStore.open(key, { start, end: end - 1, sizeBytes })
        if (bytes) return await buffer(bytes)
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error
      }
      throw new SampleError('damaged')
    },
  }
}
