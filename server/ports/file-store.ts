import type { Readable } from 'node:stream'

/** A closed range of bytes, both ends included. */
export type ByteRange = { start: number; end: number }
export type StoredFile = { size: number; sha256: string }

/** A file that comes in pieces: where it will be kept, and the store's own note of what it has of it. Empty at first. */
export type PartialUpload = { key: string; note: string }

export type AppendOptions = {
  /** Bytes that came before these: what `arrived` says. */
  offset: number
  /** Bytes of the whole file. */
  size: number
  /** Told of bytes in their order, once they are safe from a crash of this process. */
  onStored(bytes: Buffer): void
  /** Keeps the store's newest note. When this throws, somebody else has taken over: nothing more is written. */
  saveState(state: string): Promise<void>
}

/** How a store hands a file to a browser by itself. `seconds` is how long the address is good. */
export type PresignOptions = { name: string; type: string; seconds: number }
export type StoredObject = { key: string; lastModified: Date }

/** Bytes of the volume that files are on: those that we may still write, and all. */
export type FreeSpace = { freeBytes: number; totalBytes: number }

/**
 * Where bytes are kept, by a key of our own making (`[a-z0-9/-]+`), never by a name a person gave.
 * `put` streams, keeps nothing when it fails and overwrites nothing: it throws TooLarge past `maxBytes`, StorageFull when the store has no room.
 * Every verb throws StoreAway when the store does not answer in time or refuses us.
 */
export interface FileStore {
  put(key: string, bytes: Readable, limit: { maxBytes: number }): Promise<StoredFile>
  /** The bytes, or the part named by `range`; undefined when there is no such key. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>

  /** Bytes of it that are safe, or of the whole file when it has come to its end. */
  uploadedBytes(arrival: PartialUpload): Promise<number>
  /**
   * Adds bytes, and answers how many are safe now. A stream that breaks off is no error: what came stays. Throws StorageFull when
   * there is no room.
   */
  append(arrival: PartialUpload, bytes: Readable, appending: AppendOptions): Promise<number>
  /** The file stands under its key from here, whole. Doing it twice is no error. */
  complete(arrival: PartialUpload): Promise<void>
  /** Forgets what has come of it. */
  abort(arrival: PartialUpload): Promise<void>

  /** Whole files whose key begins with this folder, `files/`. */
  list(folder: string): AsyncIterable<StoredObject>
  /** Removes what a crash left of files that were never whole, when nobody has touched it since; answers how many. */
  abortStaleUploads(untouchedSince: Date): Promise<number>
  /** A store with an address of its own lets a browser fetch a file there, always as a download; undefined when it is not there. */
  presignedUrl?(key: string, presignOptions: PresignOptions): Promise<string | undefined>
  /** A store on a volume of limited size says how much of it is free. */
  freeSpace?(): Promise<FreeSpace>
}

export class FileTooLargeError extends Error {
  override name = 'TooLarge'
}
export class StorageFullError extends Error {
  override name = 'StorageFull'
}
/** The store does not answer, or refuses us: nothing is known of the file, and a later try may succeed. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}
