import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { ObjectPlace } from './objects/place.ts'

/**
 * The format of an archive: a tar file (POSIX pax), optionally encrypted as a whole with age. docs/operate/backup.md
 * describes it. Its entries, in order:
 * - `header.json`
 * - for each object its bytes in parts `NAME/00000`, `NAME/00001`, …, then `NAME/sum` with their size and hash. Objects
 *   are `database/SCHEMA.TABLE` (COPY in text format, compressed with zstd), `queue/jobs` (the same), `secrets/NAME` and
 *   the keys of the file store (`files/…`).
 *   An archive in a place has the object `objects/list` instead of most files: a line for each with its key, its size and
 *   the name of its object, which is beside the archive.
 * - `manifest.json`, which an incomplete archive does not have
 */
export const completeVersion = 1
/** Of an archive whose files are beside it. */
export const linkedVersion = 2

export const headerEntry = 'header.json'
export const manifestEntry = 'manifest.json'
export const tableFolder = 'database/'
export const jobsObject = 'queue/jobs'
export const secretsFolder = 'secrets/'
export const fileListObject = 'objects/list'

const objectName =
  /^(database\/[A-Za-z0-9_]+\.[A-Za-z0-9_]+|queue\/jobs|secrets\/[a-z0-9-]+|(?!database|queue|secrets)[a-z0-9-]+(\/[a-z0-9-]+)+)$/
const maxNameLength = 200

/** Whether an archive may have an object of this name. A restore uses names as paths, so none leads elsewhere. */
export function isObjectName(name: string): boolean {
  return name.length <= maxNameLength && objectName.test(name)
}

/** Maximum size of an archive's JSON, which is read as a whole: header, manifest and sums. */
export const maxJsonBytes = 16 * 1024 ** 2
/** Maximum size of a secret, which is read as a whole too. */
export const maxSecretBytes = 64 * 1024

/** Applied migrations of a folder, oldest first. `when` identifies a migration: milliseconds of its creation. */
const Migrations = z.array(z.object({ when: z.number(), hash: z.string() }))
const Table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
const Sequence = z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })

export const Header = z.object({
  format: z.literal('tipdrop-backup'),
  formatVersion: z.number().int(),
  id: z.string(),
  /** Everything committed before this time is in the archive. */
  snapshotAt: z.iso.datetime(),
  postgresVersion: z.string(),
  mode: z.string(),
  currency: z.string(),
  /** The folder of its files, beside the archive. Without one they are in the archive. */
  objects: z
    .string()
    .regex(/^tipdrop-files\/[a-z0-9][a-z0-9.-]*$/)
    .optional(),
  /** The size of the database, as PostgreSQL says. */
  databaseBytes: z.number().int().optional(),
  /** The size of the files that the database knows. */
  fileBytes: z.number().int().optional(),
  migrations: z.object({ main: Migrations, sandbox: Migrations }),
  tables: z.array(Table),
  sequences: z.array(Sequence),
  /** The columns of the queue's jobs with their types. */
  jobColumns: z.array(z.object({ name: z.string(), type: z.string() })),
})
export type Header = z.infer<typeof Header>
export type ArchivedTable = z.infer<typeof Table>
export type ArchivedSequence = z.infer<typeof Sequence>

/** Of the bytes of an object as they are in the archive. */
export const Sum = z.object({
  bytes: z.number().int(),
  sha256: z.string(),
  /** The number of rows of a table. */
  rows: z.number().int().optional(),
})
export type Sum = z.infer<typeof Sum>

export const Manifest = z.object({
  objectCount: z.number().int(),
  /** The SHA-256 hash of a line for each object in order: name, bytes and hash, separated by tabs. */
  objectsSha256: z.string(),
  rowCount: z.number().int(),
  fileCount: z.number().int(),
  fileBytes: z.number().int(),
  /** Keys of files that the store did not have, and of those that differ from the hash in the database. */
  missingFiles: z.array(z.string()),
  damagedFiles: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** An archive is damaged, incomplete or not ours. The message is for the operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** What `objectsSha256` hashes for an object. */
export function objectLine(name: string, { bytes, sha256 }: Sum): string {
  return `${name}\t${bytes}\t${sha256}\n`
}

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
  /** What is stored beside the archives, such as the files that several of them refer to. */
  objects(): ObjectPlace
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

/** The SHA-256 hash of bytes as hex. */
export async function sha256Of(bytes: AsyncIterable<Buffer>): Promise<string> {
  const { count, digest } = measured()
  for await (const _ of count(bytes));
  return digest().sha256
}
