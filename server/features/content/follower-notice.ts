import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'

/** Writes to the creator's followers about a published item, after this transaction commits. */
export async function enqueueFollowerNotice(tx: Tx, { queue }: Ports, contentId: number): Promise<void> {
  const data = { contentId: String(contentId) }
  await queue.enqueue(tx, { name: 'notify-followers', data }, { singletonKey: data.contentId })
}
