import { createHmac, randomUUID } from 'node:crypto'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { pagesByKey } from '../../../db/pages-by-key.ts'
import { updateRow } from '../../../db/rows.ts'
import { followers } from '../../../db/schema/index.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { ipPrefix, type RateLimit } from '../../../http/rate-limit.ts'
import { timingSafeEquals } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { recordEvent } from '../../telling/deliveries/events.ts'
import { findContentById } from '../content/repository.ts'
import { type FollowerRow, findFollower, selectConfirmedFollowers, upsertFollower } from './repository.ts'
import { creatorName, requireCreator } from './service.ts'
import {
  addItemToUpdates,
  assignWaitingItems,
  deleteWaitingItems,
  lockDueFollowers,
  markUpdated,
} from './updates-repository.ts'

const hourMs = 3_600_000

/** Limits by address, so that no one gets many confirmation emails, and by network. */
export function followLimits(
  { config }: Ports,
  { email, ip }: { email: string; ip: string },
): Array<RateLimit> {
  return [
    ...(config.isLocal ? [] : [{ key: `follow-from/${ipPrefix(ip)}`, max: 30, windowMs: hourMs }]),
    { key: `follow/${email.toLowerCase()}`, max: 5, windowMs: hourMs },
  ]
}

/**
 * Asks the address to confirm. The response is the same for an address that follows already, which gets no further
 * email.
 */
export async function followCreator(
  ports: Ports,
  { handle, email }: { handle: string; email: string },
): Promise<{ sent: true }> {
  const creator = await requireCreator(ports, handle)
  const now = ports.clock.now()
  await ports.db.transaction(async (tx) => {
    const row = await upsertFollower(tx, { creatorId: creator.id, email: email.toLowerCase(), now })
    if (followerState(row) === 'following') return
    // An address that unsubscribed must confirm again. Unconfirmed addresses are deleted after a while.
    const unconfirmed = { confirmedAt: null, unsubscribedAt: null, createdAt: now }
    await updateRow(tx, followers, { id: row.id }, unconfirmed)
    await sendEmail(tx, ports, {
      kind: 'follow_confirmation',
      dedupeKey: `follower/${row.id}/${randomUUID()}`,
      to: row.email,
      data: { followerId: row.id },
      lane: 0,
    })
  })
  return { sent: true }
}

export async function getFollower(ports: Ports, token: string) {
  const { follower, creator } = await requireFollower(ports, token)
  return { name: creatorName(creator), handle: creator.handle, state: followerState(follower) }
}

/** Follows a creator by an address that is confirmed already, in the transaction of what confirmed it. */
export async function followConfirmed(
  tx: Tx,
  ports: Ports,
  { creatorId, email }: { creatorId: string; email: string },
): Promise<void> {
  const row = await upsertFollower(tx, { creatorId, email: email.toLowerCase(), now: ports.clock.now() })
  if (followerState(row) !== 'following') await confirm(tx, ports, row)
}

/** Idempotent: a second confirmation changes nothing. */
export async function confirmFollower(ports: Ports, token: string): Promise<void> {
  const { follower } = await requireFollower(ports, token)
  if (followerState(follower) === 'following') return
  await ports.db.transaction((tx) => confirm(tx, ports, follower))
}

async function confirm(tx: Tx, ports: Ports, { id, creatorId }: FollowerRow): Promise<void> {
  const confirmed = { confirmedAt: ports.clock.now(), unsubscribedAt: null }
  await updateRow(tx, followers, { id }, confirmed)
  await recordEvent(tx, ports, {
    type: 'follower.confirmed',
    creatorId,
    subject: `follower/${id}`,
    payload: { followerId: id },
  })
}

/**
 * Idempotent: a second unsubscription does not change the time of the first, and a follower whom we have forgotten is
 * unsubscribed too.
 */
export async function unfollow(ports: Ports, token: string): Promise<void> {
  const follower = (await findFollower(ports.db, requireFollowerId(ports, token)))?.follower
  if (!follower || follower.unsubscribedAt) return
  await ports.db.transaction(async (tx) => {
    const unsubscribed = { unsubscribedAt: ports.clock.now(), nextUpdateAt: null }
    await updateRow(tx, followers, { id: follower.id }, unsubscribed)
    await deleteWaitingItems(tx, follower.id)
  })
}

/** The token of a follower's emails: its id, signed. */
export function followerToken({ secret }: Pick<Ports, 'secret'>, id: number): string {
  return `${id}.${createHmac('sha256', secret).update(`follower ${id}`).digest('base64url')}`
}

async function requireFollower(ports: Ports, token: string) {
  const row = await findFollower(ports.db, requireFollowerId(ports, token))
  if (!row) throw linkWithoutFollower()
  return row
}

function requireFollowerId(ports: Ports, token: string): number {
  const id = Number(token.split('.')[0])
  if (!acceptedSecrets(ports).some((secret) => timingSafeEquals(followerToken({ secret }, id), token)))
    throw linkWithoutFollower()
  return id
}

function linkWithoutFollower(): AppError {
  return new AppError('not_found', 'This link doesn’t work anymore. You can follow the creator again.')
}

export function followerState({
  confirmedAt,
  unsubscribedAt,
}: Pick<FollowerRow, 'confirmedAt' | 'unsubscribedAt'>): 'unconfirmed' | 'following' | 'unsubscribed' {
  if (unsubscribedAt) return 'unsubscribed'
  return confirmedAt ? 'following' : 'unconfirmed'
}

const batchSize = 200

/**
 * Adds an item to the next email of each confirmed follower of its creator, once, also when the job is repeated or the
 * item is published again. Who got no email in the last 24 hours gets one now.
 */
export async function notifyFollowers(ports: Ports, { contentId }: { contentId: string }): Promise<void> {
  const row = await findContentById(ports.db, Number(contentId))
  if (!row) return
  const { creatorId, id } = row.content
  const batches = pagesByKey(
    (after: number | undefined, limit) =>
      selectConfirmedFollowers(ports.db, { creatorId, afterId: after ?? 0, limit }),
    { keyOf: (follower) => follower.id, pageSize: batchSize },
  )
  for await (const batch of batches) {
    const followerIds = batch.map((follower) => follower.id)
    await addItemToUpdates(ports.db, { contentId: id, followerIds, now: ports.clock.now() })
  }
  await enqueueFollowerUpdates(ports)
}

/** Enqueues the email of each follower whose items have waited until a day after the last one. */
export async function enqueueFollowerUpdates(ports: Ports): Promise<void> {
  const now = ports.clock.now()
  for (;;) {
    const count = await ports.db.transaction(async (tx) => {
      const due = await lockDueFollowers(tx, now, batchSize)
      for (const { id, email } of due) {
        const emailId = await sendEmail(tx, ports, {
          kind: 'follower_update',
          dedupeKey: `follower/${id}/${now.getTime()}`,
          to: email,
          data: { followerId: id },
          lane: 2,
        })
        if (emailId !== undefined) await assignWaitingItems(tx, id, emailId)
      }
      await markUpdated(
        tx,
        due.map(({ id }) => id),
        now,
      )
      return due.length
    })
    if (count < batchSize) return
  }
}
