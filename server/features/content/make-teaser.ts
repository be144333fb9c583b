import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { cutTeaser, type MadePart } from './cut-teaser.ts'
import { type ContentRow, findContentById } from './repository.ts'
import { deleteMadeParts, insertTeaserPart, setTeaserState } from './teaser-repository.ts'

/** Cuts the item's teaser anew, after this transaction commits. */
export async function enqueueTeaser(tx: Tx, { queue }: Ports, contentId: number): Promise<void> {
  const data = { contentId: String(contentId) }
  await queue.enqueue(tx, { name: 'make-teaser', data }, { singletonKey: data.contentId })
}

/**
 * Makes the part of an item that everyone may see, as much as its creator chose. A file that cannot be cut is said so to
 * the creator. A store that does not answer fails the job, which is retried.
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
  const cut = await cutTeaser(ports, row)
  const parts = 'parts' in cut ? await storeParts(ports, cut.parts) : []
  const isCurrent = await ports.db.transaction(async (tx) => {
    if (!(await setTeaserState(tx, row.content, stateOf(cut)))) return false
    await deleteMadeParts(tx, row.content.id)
    for (const [position, part] of parts.entries()) await insertPart(tx, ports, { row, part, position })
    return true
  })
  if (isCurrent) return
  for (const { key } of parts) if (key) await ports.fileStore.remove(key)
}

function stateOf(cut: Awaited<ReturnType<typeof cutTeaser>>) {
  if ('error' in cut) return { teaserStatus: 'failed', teaserError: cut.error } as const
  return { teaserStatus: cut.parts.length > 0 ? 'ready' : 'none', teaserError: '' } as const
}

type StoredPart = MadePart & { key: string | null }

/** Stores the bytes of each part under a key of its own. */
async function storeParts({ fileStore }: Ports, parts: Array<MadePart>): Promise<Array<StoredPart>> {
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
  const { bytes, text = '', ...facts } = part
  return insertTeaserPart(tx, {
    ...facts,
    contentId: row.content.id,
    creatorId: row.content.creatorId,
    position,
    sizeBytes: bytes?.length ?? 0,
    text,
    createdAt: clock.now(),
  })
}
