import type { z } from 'zod'
import type * as contract from '../../../contract/content-reviews.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { FileResponse } from '../../http/file-response.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { itemDownload } from '../access/item-download.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { presentEditable } from '../content/edit-form.ts'
import { updateContentRow } from '../content/edit-repository.ts'
import { enqueueFollowerNotice } from '../content/follower-notice.ts'
import { type ContentRow, findContentById } from '../content/repository.ts'
import { contentNotFoundError } from '../content/require-own-content.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import {
  countPendingReviews,
  lockReview,
  type ReviewRow,
  selectPendingReviews,
  updateReview,
} from './repository.ts'

/** The items that wait for review, oldest first. */
export async function listPendingReviews({
  db,
}: Ports): Promise<z.input<typeof contract.listPendingReviews.response>> {
  const pending = await selectPendingReviews(db, limits.maxListed.pendingReviews)
  const rows = await Promise.all(pending.map(({ review }) => findContentById(db, review.contentId)))
  const reviews = pending.flatMap(({ review, creator }, index) => {
    const row = rows[index]
    if (!row) return []
    return {
      item: presentEditable(row),
      creator: { ...creator, id: Number(creator.id) },
      requestedAt: review.requestedAt.toISOString(),
    }
  })
  return { total: await countPendingReviews(db), reviews }
}

/** The file or text of a waiting item, as its buyers would download it. */
export async function getReviewedFile(ports: Ports, id: number): Promise<FileResponse> {
  const row = await findContentById(ports.db, id)
  if (row?.review?.state !== 'pending' || row.content.deletedAt) throw contentNotFoundError()
  return itemDownload(ports, row, 'attachment')
}

/** Publishes a waiting item and emails its creator. Throws AppError when it was decided or changed since. */
export async function approveContent(
  ports: Ports,
  viewer: Viewer,
  { id, version }: { id: number; version: number },
) {
  const decision = { id, version, state: 'approved', message: '' } as const
  await decide(ports, viewer, decision, async (tx, { notifyFollowers }) => {
    await updateContentRow(tx, id, { status: 'published', updatedAt: ports.clock.now() })
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
  apply?: (tx: Tx, review: ReviewRow) => Promise<void>,
): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const locked = await lockReview(tx, id)
    const row = locked && (await findContentById(tx, id))
    if (!row) throw contentNotFoundError()
    assertDecidable(row, version)
    const decidedAt = ports.clock.now()
    await updateReview(tx, id, { state, message, decidedAt, decidedByEmail: viewer.email })
    await apply?.(tx, locked.review)
    await recordAuditEntry(tx, ports, viewer, {
      action: state === 'approved' ? 'approveContent' : 'rejectContent',
      target: `content/${id}`,
      before: { title: row.content.title, review: 'pending' },
      after: { review: state, ...(message && { reason: message }) },
    })
    await enqueueEmail(tx, ports, {
      kind: state === 'approved' ? 'content_approved' : 'content_rejected',
      dedupeKey: `content/${id}/${locked.review.requestedAt.getTime()}`,
      recipient: locked.creator.email,
      data: { contentId: id, ...(message && { message }) },
    })
  })
}

function assertDecidable({ content, review }: ContentRow, version: number): void {
  if (review?.state !== 'pending')
    throw new AppError('conflict', 'This item is no longer waiting for review.')
  if (content.version !== version)
    throw new AppError('conflict', 'The creator has changed this item. Look at it again before you decide.')
}
