import { and, asc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import type * as contract from '../../../../contract/moderation.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { contentItems, contentReviews, users } from '../../../db/schema/index.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireBoughtPart } from '../../buying/access/active-access.ts'
import { partDownload } from '../../buying/access/download.ts'
import { enqueueFollowerNotice, recordItemEvent } from '../../selling/content/follower-notice.ts'
import { contentNotFoundError } from '../../selling/content/guards.ts'
import { type ContentRow, findContentById, updateContentRow } from '../../selling/content/repository.ts'
import { requireMaySell } from '../../selling/content/review.ts'
import { toEditable } from '../../selling/content/update-content.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'

/** The items that wait for review, oldest first. */
export async function listPendingReviews(
  ports: Ports,
): Promise<z.input<typeof contract.listPendingReviews.response>> {
  const { db } = ports
  const pending = await selectPendingReviews(db, limits.maxListed.pendingReviews)
  const rows = await Promise.all(pending.map(({ review }) => findContentById(db, review.contentId)))
  const items = await Promise.all(rows.map((row) => row && toEditable(ports, row)))
  const reviews = pending.flatMap(({ review, creator }, index) => {
    const item = items[index]
    if (!item) return []
    return {
      item,
      creator: { ...creator, id: Number(creator.id) },
      requestedAt: review.requestedAt.toISOString(),
    }
  })
  return { total: await countPendingReviews(db), reviews }
}

/** One item that waits, as the list has it. */
export async function pendingReview(ports: Ports, id: number): Promise<contract.PendingReview | undefined> {
  const [pending] = await pendingReviews(ports.db).where(and(isWaiting, eq(contentReviews.contentId, id)))
  const row = pending && (await findContentById(ports.db, id))
  if (!row) return undefined
  const { review, creator } = pending
  return {
    item: await toEditable(ports, row),
    creator: { ...creator, id: Number(creator.id) },
    requestedAt: review.requestedAt.toISOString(),
  }
}

/** The file or text of a waiting item, as its buyers would download it: of this part, or the first. */
export async function getReviewedFile(ports: Ports, id: number, partId?: number): Promise<FileResponse> {
  const row = await findContentById(ports.db, id)
  if (row?.review?.state !== 'pending' || row.content.deletedAt) throw contentNotFoundError()
  const part = requireBoughtPart(row, { paidAt: ports.clock.now(), id: partId })
  return partDownload(ports, { row, part }, 'attachment')
}

/** Publishes a waiting item and emails its creator. Throws AppError when it was decided or changed since. */
export async function approveContent(
  ports: Ports,
  viewer: Viewer,
  { id, version }: { id: number; version: number },
) {
  const decision = { id, version, state: 'approved', message: '' } as const
  await decide(ports, viewer, decision, async (tx, { notifyFollowers }, creatorId) => {
    await requireMaySell(tx, ports, creatorId)
    await updateContentRow(tx, id, { status: 'published', updatedAt: ports.clock.now() })
    await recordItemEvent(tx, ports, { creatorId, contentId: id, status: 'published' })
    if (notifyFollowers) await enqueueFollowerNotice(tx, ports, id)
  })
  return { approved: true as const }
}

/** Leaves the item a draft and emails its creator the reason. Throws AppError as for an approval. */
export async function rejectContent(
  ports: Ports,
  viewer: Viewer,
  { id, version, reason }: { id: number; version: number; reason: string },
) {
  await decide(ports, viewer, { id, version, state: 'rejected', message: reason })
  return { rejected: true as const }
}

type Decision = { id: number; version: number; state: 'approved' | 'rejected'; message: string }

async function decide(
  ports: Ports,
  viewer: Viewer,
  { id, version, state, message }: Decision,
  apply?: (tx: Tx, review: ReviewRow, creatorId: string) => Promise<void>,
): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const locked = await lockReview(tx, id)
    const row = locked && (await findContentById(tx, id))
    if (!row) throw contentNotFoundError()
    assertDecidable(row, version)
    const decidedAt = ports.clock.now()
    const decision = { state, message, decidedAt, decidedByEmail: viewer.email }
    await updateRow(tx, contentReviews, { contentId: id }, decision)
    await apply?.(tx, locked.review, row.content.creatorId)
    await recordAuditEntry(tx, ports, viewer, {
      action: state === 'approved' ? 'approveContent' : 'rejectContent',
      target: `content/${id}`,
      before: { title: row.content.title, review: 'pending' },
      after: { review: state, ...(message && { reason: message }) },
    })
    const email = {
      dedupeKey: `content/${id}/${locked.review.requestedAt.getTime()}`,
      to: locked.creator.email,
    }
    await sendEmail(
      tx,
      ports,
      state === 'approved'
        ? { ...email, kind: 'content_approved', data: { contentId: id } }
        : { ...email, kind: 'content_rejected', data: { contentId: id, reason: message } },
    )
  })
}

function assertDecidable({ content, review }: ContentRow, version: number): void {
  if (review?.state !== 'pending')
    throw new AppError('conflict', 'This item is no longer waiting for review.')
  if (content.version !== version)
    throw new AppError('conflict', 'The creator has changed this item. Look at it again before you decide.')
}

type ReviewRow = typeof contentReviews.$inferSelect

/** Items of suspended creators and deleted items need no decision. */
const isWaiting = and(
  eq(contentReviews.state, 'pending'),
  isNull(contentItems.deletedAt),
  isNull(contentItems.takenDownAt),
  isNull(users.suspendedAt),
)

function pendingReviews(db: Db) {
  return db
    .select({ review: contentReviews, creator: { id: users.id, name: users.firstName, email: users.email } })
    .from(contentReviews)
    .innerJoin(contentItems, eq(contentItems.id, contentReviews.contentId))
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .$dynamic()
}

/** Oldest first. */
async function selectPendingReviews(db: Db, limit: number) {
  return pendingReviews(db)
    .where(isWaiting)
    .orderBy(asc(contentReviews.requestedAt), asc(contentReviews.contentId))
    .limit(limit)
}

async function countPendingReviews(db: Db): Promise<number> {
  return db.$count(pendingReviews(db).where(isWaiting).as('waiting'))
}

/** The review and its item, locked until the transaction ends, so that one admin decides. */
async function lockReview(tx: Tx, contentId: number) {
  const [row] = await pendingReviews(tx)
    .where(and(eq(contentReviews.contentId, contentId), isNull(contentItems.deletedAt)))
    .for('update', { of: [contentItems, contentReviews] })
  return row
}
