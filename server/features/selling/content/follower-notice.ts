import type { ContentStatus } from '../../../../contract/content.ts'
import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordEvent } from '../../telling/deliveries/events.ts'

/** Enqueues the job that emails the creator's followers about a published item, in this transaction. */
export async function enqueueFollowerNotice(tx: Tx, { queue }: Ports, contentId: number): Promise<void> {
  const data = { contentId: String(contentId) }
  await queue.enqueue(tx, { name: 'notify-followers', data }, { singletonKey: data.contentId })
}

/** The event of an item that was published, or is a draft again or deleted. */
export async function recordItemEvent(
  tx: Tx,
  ports: Ports,
  { creatorId, contentId, status }: { creatorId: string; contentId: number; status: ContentStatus },
): Promise<void> {
  await recordEvent(tx, ports, {
    type: status === 'published' ? 'item.published' : 'item.unpublished',
    creatorId,
    subject: `content/${contentId}`,
    payload: { contentId },
  })
}
