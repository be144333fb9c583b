import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pack } from 'tar-stream'
import {
  type Header,
  headerEntry,
  type Manifest,
  manifestEntry,
  measured,
  objectLine,
  type Sum,
} from './archive-format.ts'

/** The size of a part. One is in memory. */
const partBytes = 4 * 1024 ** 2

export type ArchiveWriter = ReturnType<typeof createArchiveWriter>

/** Writes an archive as a stream of tar bytes, which must be read while objects are written. */
export function createArchiveWriter() {
  const tar = pack()
  const objects = createHash('sha256')
  let objectCount = 0

  /** Waits until the reader has taken the bytes, unlike an entry that is given its bytes at once. */
  const writeEntry = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ name, size: bytes.length, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      )
      entry.end(bytes)
    })
  const writeJson = (name: string, value: unknown) =>
    writeEntry(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`))

  return {
    /** The bytes of the archive. Ends after `finish`, and fails after `abort`. */
    bytes: Readable.from(tar, { objectMode: false }),

    writeHeader: (header: Header) => writeJson(headerEntry, header),

    /** Writes an object. `rowCount` is called after the last byte. */
    async writeObject(
      name: string,
      bytes: AsyncIterable<Buffer>,
      { rowCount }: { rowCount?: () => number } = {},
    ): Promise<Sum> {
      const { count, digest } = measured()
      let part = 0
      for await (const block of count(partsOf(bytes)))
        await writeEntry(`${name}/${String(part++).padStart(5, '0')}`, block)
      const sum: Sum = { ...digest(), ...(rowCount && { rows: rowCount() }) }
      await writeJson(`${name}/sum`, sum)
      objects.update(objectLine(name, sum))
      objectCount++
      return sum
    },

    async finish(totals: Omit<Manifest, 'objectCount' | 'objectsSha256'>): Promise<Manifest> {
      const manifest = { objectCount, objectsSha256: objects.digest('hex'), ...totals }
      await writeJson(manifestEntry, manifest)
      tar.finalize()
      return manifest
    },

    abort: () => tar.destroy(),
  }
}

/** Groups chunks to parts of equal size; the last one may be shorter, and is empty for no bytes. */
async function* partsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of bytes) {
    let rest = chunk
    while (length + rest.length >= partBytes) {
      const end = partBytes - length
      yield Buffer.concat([...chunks, rest.subarray(0, end)])
      rest = rest.subarray(end)
      chunks = []
      length = 0
    }
    if (rest.length > 0) chunks.push(rest)
    length += rest.length
  }
  yield Buffer.concat(chunks)
}
