import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'

/** Enqueues the job that emails the creator's followers about a published item, in this transaction. */
export async function enqueueFollowerNotice(tx: Tx, { queue }: Ports, contentId: number): Promise<void> {
  const data = { contentId: String(contentId) }
  await queue.enqueue(tx, { name: 'notify-followers', data }, { singletonKey: data.contentId })
}
