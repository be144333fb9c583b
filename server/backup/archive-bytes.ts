import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The size and hash of a whole archive, encrypted or not. */
export type ArchiveFile = { bytes: number; sha256: string }

/** Where an archive is: a file, or an object of an S3-compatible store. */
export type ArchivePlace = {
  /** A path, or `s3://bucket/key`. */
  name: string
  exists(): Promise<boolean>
  /** Writes an archive that is not in its place until `keep`. `estimatedBytes` may be too low by a tenth. */
  write(archive: Readable, estimatedBytes: number): Promise<ArchiveFile>
  /** Reads the archive back, also before `keep`. */
  open(): Promise<Readable>
  keep(): Promise<void>
  /** Removes what `write` has written. */
  discard(): Promise<void>
  /** The names of all archives beside this one, and the removal of one of them. */
  siblings(): Promise<Array<string>>
  removeSibling(name: string): Promise<void>
}

/** Counts and hashes the bytes that go through `count`. */
export function measured() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *count(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    digest: (): ArchiveFile => ({ bytes, sha256: hash.digest('hex') }),
  }
}
