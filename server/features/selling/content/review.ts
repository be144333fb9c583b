import { sql } from 'drizzle-orm'
import { AppError } from '../../../../domain/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { contentReviews } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { notificationRecipients } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'

/**
 * Whether what this creator publishes must be reviewed first: the site moderates, and no item of theirs was approved or
 * is published. Items that were taken down don't count. Throws AppError `forbidden` for who can't publish at all.
 */
export async function needsReview(
  db: Db,
  { settings }: Ports,
  viewer: Pick<Viewer, 'id' | 'isAdmin'>,
): Promise<boolean> {
  await requireMaySell(db, { settings }, viewer.id)
  if (settings.current().moderation === 'off' || viewer.isAdmin) return false
  const { rows } = await db.execute<{ isKnown: boolean }>(sql`
    select exists (
      select from content_items c left join content_reviews r on r.content_id = c.id
      where c.creator_id = ${viewer.id} and c.taken_down_at is null
        and (r.state = 'approved' or (c.status = 'published' and c.deleted_at is null))
    ) as "isKnown"`)
  return rows[0]?.isKnown !== true
}

/** Where the owner is the only creator, no one else publishes: what they earned could not be paid to them. */
export async function requireMaySell(
  db: Db,
  { settings }: Pick<Ports, 'settings'>,
  creatorId: string,
): Promise<void> {
  if (!settings.current().soloMode || (await findUserById(db, creatorId))?.isOwner) return
  throw new AppError(
    'forbidden',
    'Only the owner of this site sells here, so no one else’s items are published.',
  )
}

type ReviewRequest = { contentId: number; notifyFollowers: boolean }

/**
 * Puts an item into the admin's queue and emails those who decide. An item that already waits keeps its place, and its
 * followers are emailed if any of its requests asked for it.
 */
export async function requestReview(tx: Tx, ports: Ports, { contentId, notifyFollowers }: ReviewRequest) {
  const requestedAt = ports.clock.now()
  const pending = {
    state: 'pending' as const,
    message: '',
    notifyFollowers,
    requestedAt,
    decidedAt: null,
    decidedByEmail: null,
  }
  const requested = await tx
    .insert(contentReviews)
    .values({ contentId, ...pending })
    .onConflictDoUpdate({
      target: contentReviews.contentId,
      set: pending,
      setWhere: sql`${contentReviews.state} <> 'pending'`,
    })
    .returning({ id: contentReviews.contentId })
  if (requested.length === 0) {
    if (!notifyFollowers) return
    await updateRow(tx, contentReviews, { contentId }, { notifyFollowers })
    return
  }
  for (const recipient of notificationRecipients(ports))
    await sendEmail(tx, ports, {
      kind: 'review_requested',
      dedupeKey: `content/${contentId}/${requestedAt.getTime()}/${recipient}`,
      to: recipient,
      data: { contentId },
    })
}
