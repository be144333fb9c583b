import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { constants, createZstdCompress, createZstdDecompress, zstdCompress } from 'node:zlib'
import { ArchiveError } from '../archive-format.ts'
import { decrypt, encrypt } from '../encryption.ts'
import type { ReplicaPlace } from './replica-place.ts'

/** Every object is compressed with zstd, whose checksum tells a damaged one, and then encrypted if there is a key. */
const options = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
}
const compress = promisify(zstdCompress)

/** The end of the names of objects. */
export function suffix(key: string | undefined): string {
  return key ? '.zst.age' : '.zst'
}

/** A name without its end. */
export function withoutSuffix(name: string): string {
  return name.replace(/\.zst(\.age)?$/, '')
}

/** A place and what its objects are encrypted with. */
export type Replica = { place: ReplicaPlace; key: string | undefined }

/** Stores bytes under a name without its end. */
export async function putObject({ place, key }: Replica, name: string, bytes: Buffer): Promise<void> {
  const compressed = await compress(bytes, options)
  const stored = key ? await buffer(await encrypt(Readable.from([compressed]), key)) : compressed
  await place.put(`${name}${suffix(key)}`, stored)
}

/** The same for a stream. */
export async function putObjectStream(
  { place, key }: Replica,
  name: string,
  bytes: Readable,
  estimatedBytes: number,
): Promise<void> {
  // An error of the source is thrown by whoever reads the result.
  const compressed = pipeline(bytes, createZstdCompress(options), () => undefined)
  // Nor may it end the thread before someone does.
  compressed.on('error', () => undefined)
  const stored = key ? await encrypt(compressed, key) : compressed
  stored.on('error', () => undefined)
  await place.putStream(`${name}${suffix(key)}`, stored, estimatedBytes)
}

/** An object that is not in the place, or not any more. */
export class MissingObjectError extends ArchiveError {}

/**
 * Reads an object by its whole name. Throws MissingObjectError, and ArchiveError where it is damaged, or not decrypted by the key, also
 * while it is read.
 */
export async function openObject({ place, key }: Replica, name: string): Promise<AsyncGenerator<Buffer>> {
  const stored = await place.open(name)
  if (!stored) throw new MissingObjectError(`${place.name} has no ${name}.`)
  return plainBytes(place, name, await decrypted(stored, name, key))
}

async function decrypted(stored: Readable, name: string, key: string | undefined): Promise<Readable> {
  if (!name.endsWith('.age')) return stored
  if (!key) throw new ArchiveError('The replica is encrypted. Set BACKUP_KEY to the key it was made with.')
  return decrypt(stored, key)
}

async function* plainBytes(place: ReplicaPlace, name: string, stored: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of pipeline(stored, createZstdDecompress(), () => undefined)) yield chunk
  } catch (cause) {
    if (cause instanceof ArchiveError) throw cause
    throw new ArchiveError(`${name} in ${place.name} is damaged or incomplete.`, { cause })
  }
}

/** Reads a small object as a whole. */
export async function readObject(replica: Replica, name: string): Promise<Buffer> {
  return buffer(await openObject(replica, name))
}
