import type { ContentVersion } from '../../../../contract/item-updates.ts'
import { versionLimits } from '../../../../contract/version-limits.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import { emailedTodaySentence, nextEmailAt } from '../../../../domain/item-updates.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows, updateRow } from '../../../db/rows.ts'
import { contentVersions } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentNotFoundError } from './guards.ts'
import { type ContentRow, lockContent } from './repository.ts'
import { stateOf } from './shown.ts'
import {
  countVersionsSince,
  findLastEmailedAt,
  findNewestVersion,
  presentVersion,
  type VersionRow,
} from './versions-repository.ts'

export type NewVersion = { number: string; notes: string; emailBuyers: boolean }

/** Adds a note to an own item, without changing the item. */
export async function addVersion(
  ports: Ports,
  viewer: Viewer,
  { id, ...version }: NewVersion & { id: number },
): Promise<ContentVersion> {
  return ports.db.transaction(async (tx) => {
    const row = await lockContent(tx, { id, creatorId: viewer.id })
    if (!row) throw contentNotFoundError()
    return presentVersion(await writeVersion(tx, ports, row, version))
  })
}

/**
 * Adds a note to an item whose row the caller has locked, and enqueues the emails about it. The newest note again, which is a
 * repeated request, only gets its emails if it had none. Throws AppError when buyers were emailed in the last 24 hours.
 */
export async function writeVersion(
  tx: Tx,
  ports: Ports,
  row: ContentRow,
  { number, notes, emailBuyers }: NewVersion,
): Promise<VersionRow> {
  const contentId = row.content.id
  const now = ports.clock.now()
  const newest = await findNewestVersion(tx, contentId)
  const isRepeated = newest?.notes === notes && newest.number === number
  if (isRepeated && (newest.emailedAt || !emailBuyers)) return newest
  if (emailBuyers) await assertMayEmail(tx, row, now)
  const emailedAt = emailBuyers ? now : null
  if (isRepeated) await updateRow(tx, contentVersions, { id: newest.id }, { emailedAt })
  else await assertFewVersions(tx, contentId, now)
  const version = isRepeated
    ? { ...newest, emailedAt }
    : (await insertRows(tx, contentVersions, [{ contentId, number, notes, createdAt: now, emailedAt }]))[0]
  if (emailBuyers) {
    const data = { versionId: String(version.id) }
    await ports.queue.enqueue(tx, { name: 'notify-buyers', data }, { singletonKey: data.versionId })
  }
  return version
}

async function assertMayEmail(tx: Tx, row: ContentRow, now: Date): Promise<void> {
  if (!mayBeShown(stateOf(row), 'own'))
    throw refusal('This item was taken down, so its buyers can’t be emailed.')
  const lastEmailedAt = await findLastEmailedAt(tx, row.content.id)
  const nextAt = nextEmailAt(lastEmailedAt, now)
  if (!lastEmailedAt || !nextAt) return
  const timeZone = row.creator.timeZone ?? 'UTC'
  throw refusal(emailedTodaySentence({ lastEmailedAt, nextAt, now, timeZone }))
}

function refusal(message: string): AppError {
  return new AppError('conflict', message, { emailBuyers: message })
}

async function assertFewVersions(tx: Tx, contentId: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - versionLimits.emailIntervalMs)
  if ((await countVersionsSince(tx, contentId, since)) < versionLimits.maxVersionsPerInterval) return
  const message = `You added ${versionLimits.maxVersionsPerInterval} notes to this item today. Add the next one tomorrow.`
  throw new AppError('rate_limited', message, { versionNotes: message })
}
