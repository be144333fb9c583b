import { sql } from 'drizzle-orm'
import { outboxEmails } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'

/** A process that still runs has sent an email by then, or stored its job. */
const minAgeMs = 30_000
/** Jobs are deleted a day after their end. Before that, an email that failed for good has one. */
const maxAgeMs = 12 * 3_600_000
const batchSize = 500

/** Stores the jobs of access emails whose process ended before it sent them. Returns how many. */
export async function enqueueLostEmails({ db, queue, clock }: Ports): Promise<number> {
  const now = clock.now().getTime()
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from ${outboxEmails} as email
      where kind = 'purchase_access' and sent_at is null
        and created_at between ${new Date(now - maxAgeMs)} and ${new Date(now - minAgeMs)}
        and not exists (
          select from pgboss.job where name = 'send-email' and data ->> 'mailId' = email.id::text
        )
      order by created_at limit ${batchSize}`)
    await queue.enqueueAll(
      tx,
      'send-email',
      rows.map(({ id }) => ({ data: { mailId: id }, singletonKey: id })),
    )
    return rows.length
  })
}
