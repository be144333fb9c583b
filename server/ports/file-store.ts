import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** A byte range, both ends included. */
export type ByteRange = { start: number; end: number }
/** A range to read. `sizeBytes` is the size that the whole file must have, where it is known. */
export type ReadRange = ByteRange & { sizeBytes?: number }
/** The SHA-256 of a file in hex, and the CRC-32 that a ZIP archive has of it. */
export type FileSums = { sha256: string; crc32: number }
export type StoredFile = FileSums & { size: number }

/** An unfinished upload: its final key, and the store's own state (empty at first). */
export type PartialUpload = { key: string; storeState: string }

/** With `ownsChunks` nobody else uses the memory of the stream's chunks, so that a store may free it at once. */
type ChunkOwnership = { ownsChunks?: boolean }

export type PutOptions = ChunkOwnership & { maxBytes: number }

export type AppendOptions = ChunkOwnership & {
  /** Bytes stored before these, as returned by `uploadedBytes`. */
  offset: number
  /** The size of the whole file. */
  size: number
  /** Called with the bytes in order, once a crash of this process cannot lose them. */
  onStored(bytes: Buffer): void
  /** Saves the store's newest state. When it throws, another request has taken over and nothing more is written. */
  saveState(state: string): Promise<void>
}

/** Options of a presigned URL: the file name and MIME type of the response, and how long the URL is valid. */
export type PresignOptions = { name: string; type: string; expiresInSeconds: number; sizeBytes?: number }
export type StoredObject = { key: string; lastModified: Date }

/** Free and total bytes of the volume with the files. */
export type FreeSpace = { freeBytes: number; totalBytes: number }

/**
 * Stores bytes by a key that we generate (`[a-z0-9/-]+`), never by a user's file name. `put` streams, leaves nothing
 * when it fails and never overwrites: it throws FileTooLargeError past `maxBytes` and StorageFullError when the store
 * is full. Every method throws StoreUnavailableError when the store does not answer in time or denies access. Methods
 * with `sizeBytes` throw DamagedFileError when the stored file has another size.
 */
export interface FileStore {
  put(key: string, bytes: Readable, options: PutOptions): Promise<StoredFile>
  /**
   * The bytes, or the given range; undefined for an unknown key. Throws DamagedFileError when the file ends before the
   * range does. The stream has exactly the bytes that were asked for, or fails with DamagedFileError.
   */
  open(key: string, range?: ReadRange): Promise<Readable | undefined>
  /** Idempotent. */
  remove(key: string): Promise<void>

  /** Bytes that are stored, or the file's size when it is complete. */
  uploadedBytes(upload: PartialUpload): Promise<number>
  /**
   * Appends bytes and returns how many are stored in total. A stream that breaks is not an error: the stored bytes are
   * kept. Throws StorageFullError when the store is full.
   */
  append(upload: PartialUpload, bytes: Readable, options: AppendOptions): Promise<number>
  /** Makes the complete file available under its key. Idempotent. */
  complete(upload: PartialUpload): Promise<void>
  /** Deletes an unfinished upload. */
  abort(upload: PartialUpload): Promise<void>

  /** Complete files with this key prefix, such as `files/`, or all for an empty one. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Deletes unfinished uploads without activity since a time, such as after a crash. Returns how many. */
  abortStaleUploads(inactiveSince: Date): Promise<number>
  /** For stores with public URLs: a URL that downloads the file; undefined when it does not exist. */
  presignedUrl?(key: string, options: PresignOptions): Promise<string | undefined>
  /** For stores behind a proxy that sends files: the proxy's internal path; undefined when the file does not exist. */
  internalPath?(key: string, options?: { sizeBytes: number }): Promise<string | undefined>
  /** The ETag with which the store or its proxy sends the file for us; undefined when the file does not exist. */
  sentEtag?(key: string): Promise<string | undefined>
  /** For stores on a limited volume: the free space. */
  freeSpace?(): Promise<FreeSpace>
}

/** Sums up bytes that are added one after the other. */
export function createFileSums() {
  const hash = createHash('sha256')
  let crc = 0
  return {
    add(bytes: Uint8Array): void {
      hash.update(bytes)
      crc = crc32(bytes, crc)
    },
    result: (): FileSums => ({ sha256: hash.digest('hex'), crc32: crc }),
  }
}

/** The range of a whole file of this size. */
export function wholeFile(sizeBytes: number): Required<ReadRange> {
  return { start: 0, end: sizeBytes - 1, sizeBytes }
}

export class FileTooLargeError extends Error {
  override name = 'FileTooLargeError'
}
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}
/** The store has other bytes than were stored: the file is cut, longer or unreadable. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}
/** The store does not answer or denies access: the file's state is unknown, and a retry may succeed. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
}
