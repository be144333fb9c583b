import type { Ports } from '../../ports/index.ts'
import { findContentById } from '../content/repository.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { selectConfirmedFollowers } from './repository.ts'

const batchSize = 200

/**
 * Queues one email about an item for each confirmed follower of its creator. The dedupe key is the same for a
 * repeated job and for a second publication, so no one gets two emails.
 */
export async function notifyFollowers(ports: Ports, { contentId }: { contentId: string }): Promise<void> {
  const row = await findContentById(ports.db, Number(contentId))
  if (!row) return
  const { creatorId, id } = row.content
  let afterId = 0
  for (;;) {
    const batch = await selectConfirmedFollowers(ports.db, { creatorId, afterId, limit: batchSize })
    await ports.db.transaction(async (tx) => {
      for (const follower of batch)
        await enqueueEmail(tx, ports, {
          kind: 'follower_update',
          dedupeKey: `content/${id}/follower/${follower.id}`,
          recipient: follower.email,
          data: { contentId: id, followerId: follower.id },
        })
    })
    const last = batch.at(-1)
    if (batch.length < batchSize || !last) return
    afterId = last.id
  }
}
