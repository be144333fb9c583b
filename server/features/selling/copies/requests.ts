import { asc, eq, inArray, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { isForSale } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { insertIfNew } from '../../../db/rows.ts'
import { contentItems, copyRequests } from '../../../db/schema/index.ts'
import { ipPrefix, type RateLimit } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import type { JobData } from '../../../ports/queue.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { presentCopies } from '../content/present.ts'
import { type ContentRow, findContentById } from '../content/repository.ts'
import { requirePurchasableContent } from '../content/service.ts'

const hourMs = 3_600_000

/** Limits by address and by network, so that nobody fills lists with the addresses of others. */
export function copyRequestLimits(
  { config }: Ports,
  { email, ip }: { email: string; ip: string },
): Array<RateLimit> {
  return [
    ...(config.isLocal ? [] : [{ key: `copies-from/${ipPrefix(ip)}`, max: 20, windowMs: hourMs }]),
    { key: `copies/${email.toLowerCase()}`, max: 10, windowMs: hourMs },
  ]
}

/** Remembers an address for one email. The response is the same for one that waits already. */
export async function requestCopies(
  ports: Ports,
  { contentId, email }: { contentId: number; email: string },
): Promise<{ saved: true }> {
  const row = await requirePurchasableContent(ports, contentId)
  if (isAvailable(row)) throw new AppError('conflict', 'There are copies again. Reload the page to get one.')
  const waiting = await ports.db.$count(copyRequests, eq(copyRequests.contentId, contentId))
  if (waiting >= limits.maxCopyRequests)
    throw new AppError('conflict', 'Too many people wait for this item already. Look here again later.')
  const request = { contentId, email: email.toLowerCase(), createdAt: ports.clock.now() }
  await ports.db.transaction((tx) => insertIfNew(tx, copyRequests, request, ['contentId', 'email']))
  return { saved: true }
}

function isAvailable(row: ContentRow): boolean {
  const copies = presentCopies(row)
  return copies === null || copies.state === 'available'
}

const batchSize = 100

/** A copy may be back: after a refund, or because somebody did not pay. Nothing is sent where nobody waits. */
export async function offerReturnedCopy(
  tx: Tx,
  { queue }: Pick<Ports, 'queue'>,
  contentId: number,
): Promise<void> {
  const waiting = await tx
    .select({ id: copyRequests.id })
    .from(copyRequests)
    .where(eq(copyRequests.contentId, contentId))
    .limit(1)
  if (waiting.length === 0) return
  const data = { contentId: String(contentId), isReturned: true }
  await queue.enqueue(tx, { name: 'offer-copies', data }, { singletonKey: data.contentId })
}

/**
 * Emails everybody who waits for an item, once, and forgets their addresses. Nobody is told while the copy is already held by
 * somebody else; then they go on waiting.
 */
export async function offerCopies(
  ports: Ports,
  { contentId, isReturned = false }: JobData['offer-copies'],
): Promise<void> {
  const id = Number(contentId)
  const row = await findContentById(ports.db, id)
  if (!row || !isForSale(row.content, row.creator) || !isAvailable(row)) return
  // Each batch is deleted in the transaction that stores its emails, so the next one has others.
  let sentCount: number
  do {
    sentCount = await ports.db.transaction((tx) => offerToSome(tx, ports, { contentId: id, isReturned }))
  } while (sentCount === batchSize)
}

type Offered = { contentId: number; isReturned: boolean }

async function offerToSome(tx: Tx, ports: Ports, { contentId, isReturned }: Offered): Promise<number> {
  const rows = await tx
    .select()
    .from(copyRequests)
    .where(eq(copyRequests.contentId, contentId))
    .orderBy(asc(copyRequests.id))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  for (const { id, email } of rows)
    await sendEmail(tx, ports, {
      kind: 'copies_available',
      to: email,
      data: { contentId, isReturned },
      dedupeKey: `copy-request/${id}`,
    })
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(copyRequests).where(inArray(copyRequests.id, ids))
  return rows.length
}

/** Forgets who waits for the items of a creator whose account is deleted. */
export async function deleteCopyRequestsOf(tx: Tx, creatorId: string): Promise<void> {
  const isOwn = sql`select ${contentItems.id} from ${contentItems} where ${contentItems.creatorId} = ${creatorId}`
  await tx.delete(copyRequests).where(sql`${copyRequests.contentId} in (${isOwn})`)
}
