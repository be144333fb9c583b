import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Extract, extract } from 'tar-stream'
import { productName } from '../../contract/site.ts'
import { formatBytes } from '../../domain/format.ts'
import {
  ArchiveError,
  type ArchiveFile,
  type ArchivePlace,
  fileListObject,
  Header,
  headerEntry,
  isObjectName,
  linkedVersion,
  Manifest,
  manifestEntry,
  maxJsonBytes,
  maxSecretBytes,
  measured,
  objectLine,
  Sum,
  secretsFolder,
} from './archive-format.ts'
import { canDecrypt, decrypt, isEncrypted } from './encryption.ts'
import { type SpooledList, spoolList } from './objects/file-list.ts'

const incompleteMessage = 'The archive is incomplete: it was cut off. Use another one.'

type Entry = Extract extends AsyncIterable<infer Source> ? Source : never

/**
 * An object of an archive. `bytes` may be read once, and throws ArchiveError at its end when its hash differs. After that
 * `rows` is the number of rows of a table.
 */
export type ArchivedObject = { name: string; bytes(): AsyncGenerator<Buffer>; rows(): number | undefined }

export type OpenArchive = {
  header: Header
  /** Each object in order. One whose bytes are not read is still checked. */
  objects(): AsyncGenerator<ArchivedObject>
  /** After the last object. Throws ArchiveError when the archive is incomplete. */
  manifest(): Manifest
  /** Ends reading before the last object. */
  close(): Promise<void>
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
    close: async () => void (await entries.return(undefined)),
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
    const object = { name, bytes, rows: () => sum?.rows }
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
  if (version > linkedVersion)
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

type Options = { place: ArchivePlace; key?: string | undefined; onProgress: (text: string) => void }

/**
 * Reads a new archive back. Throws ArchiveError unless every byte is the one that was written. With a key that can
 * decrypt, it also reads every object and compares the manifest.
 */
export async function checkArchive(
  options: Options,
  expected: { file: ArchiveFile; manifest: Manifest },
): Promise<void> {
  const { key, place } = options
  const { bytes, digest } = await openMeasured(options, expected.file.bytes)
  if (key && !canDecrypt(key)) {
    for await (const _ of bytes);
    if (digest().sha256 !== expected.file.sha256) throw differs(place)
    return
  }
  const archive = await openArchive(key ? await decrypt(bytes, key) : bytes)
  for await (const _ of archive.objects());
  if (archive.manifest().objectsSha256 !== expected.manifest.objectsSha256) throw differs(place)
}

/** A whole archive: `list` is that of the files beside it, which the caller removes; undefined when it has its files. */
export type WholeArchive = { header: Header; manifest: Manifest; list: SpooledList | undefined }

/** Reads a whole archive. Throws ArchiveError when it is not intact. */
export async function readWholeArchive(options: Options): Promise<WholeArchive> {
  const archive = await openArchiveAt(options)
  let list: SpooledList | undefined
  try {
    for await (const { name, bytes } of archive.objects()) {
      if (name !== fileListObject) continue
      await list?.remove()
      list = await spoolList(bytes())
    }
    return { header: archive.header, manifest: archive.manifest(), list }
  } catch (error) {
    await list?.remove()
    throw error
  }
}

/** Opens an archive, and decrypts it if it is encrypted. */
export async function openArchiveAt(options: Options): Promise<OpenArchive> {
  const { bytes } = await openMeasured(options)
  const start = await firstBytes(bytes)
  if (!isEncrypted(start)) return openArchive(bytes)
  const { key } = options
  if (!key) throw new ArchiveError(`${options.place.name} is encrypted. Set BACKUP_KEY to its key.`)
  if (!canDecrypt(key))
    throw new ArchiveError('BACKUP_KEY only encrypts (age1…). Set it to the secret key (AGE-SECRET-KEY-1…).')
  return openArchive(await decrypt(bytes, key))
}

async function openMeasured({ place, onProgress }: Options, totalBytes?: number) {
  const { count, digest } = measured()
  let read = 0
  async function* reported(source: AsyncIterable<Buffer>) {
    for await (const chunk of count(source)) {
      read += chunk.length
      onProgress(
        `Reading: ${formatBytes(read)}${totalBytes === undefined ? '' : ` of ${formatBytes(totalBytes)}`}`,
      )
      yield chunk
    }
  }
  const bytes = new PassThrough()
  // An error is thrown by whoever reads `bytes`.
  pipeline(await place.open(), reported, bytes).catch(() => undefined)
  return { bytes, digest }
}

/** The first chunk of a stream, which stays in it. */
async function firstBytes(bytes: Readable): Promise<Buffer> {
  for (;;) {
    // The place may have failed already, and then no event follows.
    if (bytes.errored) throw bytes.errored
    const chunk: Buffer | null = bytes.read()
    if (chunk) {
      bytes.unshift(chunk)
      return chunk
    }
    if (bytes.readableEnded) return Buffer.alloc(0)
    await new Promise((resolve, reject) => {
      bytes.once('readable', resolve).once('error', reject).once('end', resolve)
    })
  }
}

function differs({ name }: ArchivePlace): ArchiveError {
  return new ArchiveError(
    `${name} differs from what was written. Its disk or store is damaged: write it elsewhere.`,
  )
}
