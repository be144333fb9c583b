import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { removeStoredObjects } from '../storage/remove-stored-objects.ts'
import { cutTeaser, type GeneratedPart } from './cut-teaser.ts'
import { type ContentRow, findContentById } from './repository.ts'
import { deleteGeneratedParts, insertTeaserPart, setTeaserState } from './teaser-repository.ts'

/** Enqueues the job that makes the item's teaser, in this transaction. */
export async function enqueueTeaser(tx: Tx, { queue }: Ports, contentId: number): Promise<void> {
  const data = { contentId: String(contentId) }
  await queue.enqueue(tx, { name: 'make-teaser', data }, { singletonKey: data.contentId })
}

/**
 * Makes an item's teaser with the options that its creator chose. When the file cannot be cut, the creator gets an
 * error message. When the store does not answer, the job fails and is retried.
 */
export async function makeTeaser(ports: Ports, { contentId }: { contentId: string }): Promise<void> {
  const row = await findContentById(ports.db, Number(contentId))
  if (!row?.content.teaserOptions || row.content.deletedAt) return
  if (!(await setTeaserState(ports.db, row.content, { teaserStatus: 'making', teaserError: '' }))) return
  try {
    await replaceTeaser(ports, row)
  } catch (error) {
    await setTeaserState(ports.db, row.content, { teaserStatus: 'pending', teaserError: '' })
    throw error
  }
}

async function replaceTeaser(ports: Ports, row: ContentRow): Promise<void> {
  const result = await cutTeaser(ports, row)
  const parts = 'parts' in result ? await storeParts(ports, result.parts) : []
  const isCurrent = await ports.db.transaction(async (tx) => {
    if (!(await setTeaserState(tx, row.content, stateOf(result)))) return false
    await deleteGeneratedParts(tx, row.content.id)
    for (const [position, part] of parts.entries()) await insertPart(tx, ports, { row, part, position })
    return true
  })
  if (isCurrent) return
  await removeStoredObjects(
    ports,
    parts.map(({ key }) => key),
  )
}

function stateOf(result: Awaited<ReturnType<typeof cutTeaser>>) {
  if ('error' in result) return { teaserStatus: 'failed', teaserError: result.error } as const
  return { teaserStatus: result.parts.length > 0 ? 'ready' : 'none', teaserError: '' } as const
}

type StoredPart = GeneratedPart & { key: string | null }

/** Stores the bytes of each part under a key of its own. */
async function storeParts({ fileStore }: Ports, parts: Array<GeneratedPart>): Promise<Array<StoredPart>> {
  const stored: Array<StoredPart> = []
  for (const part of parts) {
    const key = part.bytes ? `teasers/${randomUUID()}` : null
    if (key && part.bytes)
      await fileStore.put(key, Readable.from([Buffer.from(part.bytes)]), { maxBytes: part.bytes.length })
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
