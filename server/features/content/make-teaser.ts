import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { removeStoredObjects } from '../storage/remove-stored-objects.ts'
import { cutTeaser, type GeneratedPart } from './cut-teaser.ts'
import { type ContentRow, findContentById } from './repository.ts'
import { deleteGeneratedParts, insertTeaserPart, setTeaserState } from './teaser-repository.ts'

/** How long a store that does not answer is asked again. Then the creator is told, and may try again. */
const maxTryingMs = 15 * 60_000
const giveUpMessage = 'We couldn’t read this file to cut a preview from it. Please try again.'

/** Enqueues the job that makes the item's teaser, in this transaction. */
export async function enqueueTeaser(
  tx: Tx,
  { queue, clock }: Ports,
  { id, creatorId }: { id: number; creatorId: string },
): Promise<void> {
  const data = { contentId: String(id), since: clock.now().toISOString() }
  await queue.enqueue(tx, { name: 'make-teaser', data }, { singletonKey: data.contentId, owner: creatorId })
}

/**
 * Makes an item's teaser with the options that its creator chose. When the file cannot be cut, the creator gets an
 * error message. When the store does not answer, the job fails and is retried, but not for hours.
 */
export async function makeTeaser(
  ports: Ports,
  { contentId, since }: { contentId: string; since?: string },
): Promise<void> {
  const row = await findContentById(ports.db, Number(contentId))
  if (!row?.content.teaserOptions || row.content.deletedAt) return
  if (!(await setTeaserState(ports.db, row.content, { teaserStatus: 'making', teaserError: '' }))) return
  try {
    await replaceTeaser(ports, row)
  } catch (error) {
    const startedAt = since ? Date.parse(since) : 0
    const isOver = ports.clock.now().getTime() - startedAt > maxTryingMs
    const state = isOver
      ? ({ teaserStatus: 'failed', teaserError: giveUpMessage } as const)
      : ({ teaserStatus: 'pending', teaserError: '' } as const)
    await setTeaserState(ports.db, row.content, state)
    if (!isOver) throw error
    ports.log.error({ err: error, contentId }, 'no preview could be cut')
  }
}

async function replaceTeaser(ports: Ports, row: ContentRow): Promise<void> {
  const result = await cutTeaser(ports, row)
  const stored: Array<string> = []
  let isCurrent = false
  try {
    const parts = 'parts' in result ? await storeParts(ports, result.parts, stored) : []
    isCurrent = await ports.db.transaction(async (tx) => {
      if (!(await setTeaserState(tx, row.content, stateOf(result)))) return false
      await deleteGeneratedParts(tx, row.content.id)
      for (const [position, part] of parts.entries()) await insertPart(tx, ports, { row, part, position })
      return true
    })
  } finally {
    if (!isCurrent) await removeStoredObjects(ports, stored)
  }
}

function stateOf(result: Awaited<ReturnType<typeof cutTeaser>>) {
  if ('error' in result) return { teaserStatus: 'failed', teaserError: result.error } as const
  return { teaserStatus: result.parts.length > 0 ? 'ready' : 'none', teaserError: '' } as const
}

type StoredPart = GeneratedPart & { key: string | null }

/** Stores the bytes of each part under a key of its own, which is added to `keys` first. */
async function storeParts(
  { fileStore }: Ports,
  parts: Array<GeneratedPart>,
  keys: Array<string>,
): Promise<Array<StoredPart>> {
  const stored: Array<StoredPart> = []
  for (const part of parts) {
    const key = part.bytes ? `teasers/${randomUUID()}` : null
    if (key && part.bytes) {
      keys.push(key)
      await fileStore.put(key, Readable.from([Buffer.from(part.bytes)]), { maxBytes: part.bytes.length })
    }
    stored.push({ ...part, key })
  }
  return stored
}

function insertPart(
  tx: Tx,
  { clock }: Ports,
  { row, part, position }: { row: ContentRow; part: StoredPart; position: number },
): Promise<void> {
  const { bytes, text = '', ...columns } = part
  return insertTeaserPart(tx, {
    ...columns,
    contentId: row.content.id,
    creatorId: row.content.creatorId,
    position,
    sizeBytes: bytes?.length ?? 0,
    text,
    createdAt: clock.now(),
  })
}
