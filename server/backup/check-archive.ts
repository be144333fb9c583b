import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatBytes } from '../../domain/bytes-text.ts'
import { type ArchiveFile, type ArchivePlace, measured } from './archive-bytes.ts'
import { ArchiveError, type Header, type Manifest } from './archive-format.ts'
import { type OpenArchive, openArchive } from './archive-reader.ts'
import { canDecrypt, decrypt, isEncrypted } from './encryption.ts'

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

/** Reads a whole archive, and returns its header and manifest. Throws ArchiveError when it is not intact. */
export async function readWholeArchive(options: Options): Promise<{ header: Header; manifest: Manifest }> {
  const archive = await openArchiveAt(options)
  for await (const _ of archive.objects());
  return { header: archive.header, manifest: archive.manifest() }
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
