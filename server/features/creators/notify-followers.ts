import type { Ports } from '../../ports/index.ts'
import { findContentById } from '../content/repository.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { selectConfirmedFollowers } from './repository.ts'
import { addItemToUpdates, assignWaitingItems, lockDueFollowers, markUpdated } from './updates-repository.ts'

const batchSize = 200

/**
 * Adds an item to the next email of each confirmed follower of its creator, once, also when the job is repeated or the
 * item is published again. Who got no email in the last 24 hours gets one now.
 */
export async function notifyFollowers(ports: Ports, { contentId }: { contentId: string }): Promise<void> {
  const row = await findContentById(ports.db, Number(contentId))
  if (!row) return
  const { creatorId, id } = row.content
  let afterId = 0
  for (;;) {
    const batch = await selectConfirmedFollowers(ports.db, { creatorId, afterId, limit: batchSize })
    const followerIds = batch.map((follower) => follower.id)
    await addItemToUpdates(ports.db, { contentId: id, followerIds, now: ports.clock.now() })
    const last = batch.at(-1)
    if (batch.length < batchSize || !last) break
    afterId = last.id
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
        const emailId = await enqueueEmail(tx, ports, {
          kind: 'follower_update',
          dedupeKey: `follower/${id}/${now.getTime()}`,
          recipient: email,
          data: { followerId: id },
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
