import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Extract, extract } from 'tar-stream'
import { productName } from '../../contract/product.ts'
import {
  ArchiveError,
  formatVersion,
  Header,
  headerEntry,
  isObjectName,
  Manifest,
  manifestEntry,
  maxJsonBytes,
  maxSecretBytes,
  objectLine,
  Sum,
  secretsFolder,
} from './archive-format.ts'

const incompleteMessage = 'The archive is incomplete: it was cut off. Use another one.'

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never

/** An object of an archive. `bytes` may be read once, and throws ArchiveError at its end when its hash differs. */
export type ArchivedObject = { name: string; bytes(): AsyncGenerator<Buffer> }

export type OpenArchive = {
  header: Header
  /** Each object in order. One whose bytes are not read is still checked. */
  objects(): AsyncGenerator<ArchivedObject>
  /** After the last object. Throws ArchiveError when the archive is incomplete. */
  manifest(): Manifest
}

/** Reads the header of an archive. Throws ArchiveError when it is not one, or of a newer version. */
export async function openArchive(tar: Readable): Promise<OpenArchive> {
  const entries = entriesOf(tar)
  const first = await entries.next().catch((error: unknown) => {
    // A file that is no tar file looks like one that was cut off.
    throw Object(error).message === incompleteMessage ? notAnArchive() : error
  })
  if (first.done || first.value.header.name !== headerEntry) throw notAnArchive()
  const header = parseHeader(await readJson(first.value))
  let manifest: Manifest | undefined
  return {
    header,
    async *objects() {
      manifest = yield* readObjects(entries)
    },
    manifest() {
      if (!manifest) throw incomplete()
      return manifest
    },
  }
}

/** Yields the objects and returns the manifest. */
async function* readObjects(entries: AsyncGenerator<Entry>): AsyncGenerator<ArchivedObject, Manifest> {
  const all = createHash('sha256')
  let count = 0
  for (;;) {
    const entry = await nextEntry(entries)
    if (entry.header.name === manifestEntry) {
      const manifest = Manifest.parse(await readJson(entry))
      if (manifest.objectCount !== count || manifest.objectsSha256 !== all.digest('hex'))
        throw new ArchiveError('The archive is damaged: its objects differ from its manifest.')
      return manifest
    }
    const name = entry.header.name.replace(/\/00000$/, '')
    if (!isObjectName(name))
      throw new ArchiveError(
        `The archive has an object with a name that no backup has: ${JSON.stringify(name.slice(0, 200))}`,
      )
    let sum: Sum | undefined
    const bytes = async function* () {
      sum = yield* readParts(entries, { name, entry })
    }
    const object = { name, bytes }
    yield object
    // The bytes that the consumer has not read.
    if (!sum) for await (const _ of object.bytes());
    if (!sum) throw new ArchiveError(`The archive is damaged at ${name}.`)
    all.update(objectLine(name, sum))
    count++
  }
}

/** Yields the bytes of an object's parts, and returns its checked sum. */
async function* readParts(
  entries: AsyncGenerator<Entry>,
  { name, entry: first }: { name: string; entry: Entry },
): AsyncGenerator<Buffer, Sum> {
  const hash = createHash('sha256')
  const maxBytes = name.startsWith(secretsFolder) ? maxSecretBytes : Number.POSITIVE_INFINITY
  let bytes = 0
  for (let part = 0, entry = first; ; part++) {
    const entryName = entry.header.name
    if (part > 0 && entryName === `${name}/sum`) {
      const sum = Sum.parse(await readJson(entry))
      if (sum.bytes !== bytes || sum.sha256 !== hash.digest('hex'))
        throw new ArchiveError(`The archive is damaged: ${name} has another hash than when it was written.`)
      return sum
    }
    if (entryName !== `${name}/${String(part).padStart(5, '0')}`)
      throw new ArchiveError(`The archive is damaged: ${entryName} does not follow a part of ${name}.`)
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(name)
      yield chunk
    }
    entry = await nextEntry(entries)
  }
}

async function* entriesOf(tar: Readable): AsyncGenerator<Entry> {
  if (tar.errored) throw tar.errored
  const entries = extract()
  tar.on('error', (error) => entries.destroy(error))
  tar.pipe(entries as unknown as NodeJS.WritableStream)
  try {
    for await (const entry of entries) yield entry
  } catch (error) {
    throw error instanceof Error && /tar|Unexpected end|Invalid/i.test(error.message)
      ? Object.assign(incomplete(), { cause: error })
      : error
  } finally {
    tar.destroy()
  }
}

async function nextEntry(entries: AsyncGenerator<Entry>): Promise<Entry> {
  const next = await entries.next()
  if (next.done) throw incomplete()
  return next.value
}

async function readJson(entry: Entry): Promise<unknown> {
  if ((entry.header.size ?? 0) > maxJsonBytes) throw tooLarge(entry.header.name)
  const text = (await buffer(entry as AsyncIterable<Buffer>)).toString()
  try {
    return JSON.parse(text)
  } catch {
    throw new ArchiveError(`The archive is damaged at ${entry.header.name}.`)
  }
}

function tooLarge(name: string): ArchiveError {
  return new ArchiveError(`The archive is damaged at ${name}: it is too large.`)
}

function parseHeader(value: unknown): Header {
  const version = Number(Object(value).formatVersion)
  if (version > formatVersion)
    throw new ArchiveError(
      `The archive was written by a newer version of ${productName}. Restore it with that version.`,
    )
  const parsed = Header.safeParse(value)
  if (!parsed.success) throw notAnArchive()
  return parsed.data
}

function notAnArchive(): ArchiveError {
  return new ArchiveError(
    `This is not a backup of ${productName}, or it is encrypted: set BACKUP_KEY to its key.`,
  )
}

function incomplete(): ArchiveError {
  return new ArchiveError(incompleteMessage)
}
