import { eq, sql } from 'drizzle-orm'
import { isRecording } from '../../../../domain/file-type.ts'
import { visibleParts } from '../../../../domain/parts.ts'
import type { Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { contentItems, files } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { SampleError } from '../../../ports/sample-maker.ts'
import type { PartFiles, PartRow } from './parts.ts'
import { findContentById } from './repository.ts'
import { storedFileReader } from './stored-file-reader.ts'

type Item = { id: number; creatorId: string; stored?: ReadonlyArray<PartRow>; partFiles: PartFiles }

/** Enqueues the job that measures the recordings of an item, in this transaction, when one is not measured yet. */
export async function enqueueMeasuring(
  tx: Tx,
  { queue }: Ports,
  { id, creatorId, stored = [], partFiles }: Item,
): Promise<void> {
  const isNew = [...partFiles.values()].some(({ mimeType }) => isRecording(mimeType))
  if (!isNew && unmeasuredFiles(stored).length === 0) return
  const data = { contentId: String(id) }
  await queue.enqueue(
    tx,
    { name: 'measure-recordings', data },
    { singletonKey: data.contentId, owner: creatorId },
  )
}

function unmeasuredFiles(parts: ReadonlyArray<PartRow>): Array<NonNullable<PartRow['file']>> {
  return visibleParts(parts).flatMap(({ file }) =>
    file && isRecording(file.mimeType) && file.durationMs === null && file.missingSince === null ? file : [],
  )
}

/** Stores how long each recording of an item is, and its waveform. A file that cannot be read stays as it is. */
export async function measureRecordings(ports: Ports, { contentId }: { contentId: string }): Promise<void> {
  const { db, samples, log } = ports
  const row = await findContentById(db, Number(contentId))
  if (!row || row.content.deletedAt) return
  for (const file of unmeasuredFiles(row.parts)) {
    try {
      const source = { owner: row.content.creatorId, file: storedFileReader(ports, file) }
      await updateRow(db, files, { id: file.id }, await samples.measureRecording(source))
    } catch (error) {
      if (!(error instanceof SampleError)) throw error
      log.info({ fault: error.fault, contentId }, 'a recording could not be measured')
    }
  }
  // An update without changes evicts the cached page.
  await db
    .update(contentItems)
    .set({ teaserError: sql`${contentItems.teaserError}` })
    .where(eq(contentItems.id, row.content.id))
}
