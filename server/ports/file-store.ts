import type { Readable } from 'node:stream'

/** A closed range of bytes, both ends included. */
export type ByteRange = { start: number; end: number }
export type StoredFile = { size: number; sha256: string }

/**
 * Where bytes are kept, by a key of our own making (`[a-z0-9/-]+`), never by a name a person gave.
 * `put` streams, keeps nothing when it fails and overwrites nothing: it throws TooLarge past `maxBytes`, StorageFull when the store has no room.
 */
export interface FileStore {
  put(key: string, bytes: Readable, limit: { maxBytes: number }): Promise<StoredFile>
  /** The bytes, or the part named by `range`; undefined when there is no such key. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>
}

export class TooLarge extends Error {
  override name = 'TooLarge'
}
export class StorageFull extends Error {
  override name = 'StorageFull'
}
