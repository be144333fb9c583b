import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { deliveries, users } from '../../../db/schema/index.ts'

/**
 * Erases an address from the emails it got. The rows stay, so that none is sent twice, and say to which purchase they
 * belong. An email that an account still waits for is sent first, because its address is stored with the account.
 */
export async function eraseRecipient(tx: Tx, email: string): Promise<void> {
  const address = email.toLowerCase()
  const hasNoAccount = sql`not exists (select from ${users} where lower(${users.email}) = ${address})`
  await tx
    .update(deliveries)
    .set({
      target: '',
      error: '',
      data: sql`case when ${deliveries.data} ? 'purchaseId'
        then jsonb_build_object('purchaseId', ${deliveries.data} -> 'purchaseId') else '{}'::jsonb end`,
      dedupeKey: sql`case when position(${address} in lower(${deliveries.dedupeKey})) > 0
        then 'erased/' || ${deliveries.id} else ${deliveries.dedupeKey} end`,
      state: sql`case when ${deliveries.state} = 'waiting' then 'dropped' else ${deliveries.state} end`,
    })
    .where(
      and(
        eq(deliveries.channel, 'email'),
        eq(sql`lower(${deliveries.target})`, address),
        or(ne(deliveries.state, 'waiting'), hasNoAccount),
      ),
    )
}
