import * as z from 'zod/mini'
import { AccessType, PartKind } from '../../../../../../contract/parts.ts'
import type { QueuedFile } from '../../upload-queue.ts'
import { type Entry, isPart, type PartEntry, type PartList } from './entries.ts'

const FileIdentity = { name: z.string(), size: z.number() }

/** An entry as this browser keeps it until the form is saved. Not its file, which has to be selected again. */
const SavedEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('section'), key: z.string(), name: z.string() }),
  z.object({
    type: z.literal('part'),
    key: z.string(),
    id: z.optional(z.number()),
    kind: PartKind,
    name: z.string(),
    url: z.string(),
    text: z.string(),
    access: z.optional(AccessType),
    file: z.optional(z.object(FileIdentity)),
    uploadId: z.optional(z.string()),
    unfinished: z.optional(
      z.object({
        ...FileIdentity,
        lastModified: z.number(),
        uploadId: z.optional(z.string()),
        loaded: z.number(),
      }),
    ),
    replacedBytes: z.optional(z.number()),
    isLost: z.optional(z.literal(true)),
    isRemoved: z.optional(z.literal(true)),
  }),
])
const SavedList = z.array(SavedEntry)

/** The list to keep, with the state of its uploads. Not what was added and removed again. */
export function toSavedList(list: PartList, uploads: ReadonlyArray<QueuedFile>): Array<Entry> {
  return list
    .filter((entry) => !(isPart(entry) && entry.isRemoved && entry.id === undefined))
    .map((entry) => (isPart(entry) ? toSavedPart(entry, uploads) : entry))
}

function toSavedPart(part: PartEntry, uploads: ReadonlyArray<QueuedFile>): PartEntry {
  const { queueKey, ...saved } = part
  const row = uploads.find(({ key }) => key === queueKey)
  if (!row) return saved
  const { name, size, lastModified, uploadId, state } = row
  if (state === 'done') return { ...saved, uploadId }
  // The server is asked how much it has, because the number changes many times a second.
  return { ...saved, unfinished: { name, size, lastModified, uploadId, loaded: 0 } }
}

/** A kept list; undefined for anything else in the browser's storage. */
export function readSavedList(stored: unknown): PartList | undefined {
  const { data } = SavedList.safeParse(stored)
  return data && data.length > 0 ? data : undefined
}

/** A kept list for an item that may have changed since: without parts that it no longer has, and with those added. */
export function onStored(saved: PartList, stored: PartList): PartList {
  const ids = new Set(stored.filter(isPart).map(({ id }) => id))
  const kept = saved.filter((entry) => !isPart(entry) || entry.id === undefined || ids.has(entry.id))
  const known = new Set(kept.filter(isPart).map(({ id }) => id))
  return [...kept, ...stored.filter(isPart).filter(({ id }) => !known.has(id))]
}
