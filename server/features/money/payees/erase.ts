import { sql } from 'drizzle-orm'
import { deleteBatch } from '../../../db/delete-batch.ts'
import { payees, selfBillingAgreements } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

const batchSize = 1_000

/**
 * Deletes payee details that were replaced, or whose account is closed, once the books of the last payout with them need not
 * be kept anymore: `payeeRetentionYears` after the end of its year. Returns how many rows.
 */
export async function eraseOldPayees({ db, settings, clock, log }: Ports): Promise<number> {
  const { payeeRetentionYears: years } = settings.current()
  const before = new Date(Date.UTC(clock.now().getUTCFullYear() - years, 0))
  const ended = await deleteBatch(db, {
    table: payees,
    isExpired: sql`${payees.replacedAt} < ${before}::timestamptz and not exists (
      select from payouts p where p.payee_id = ${payees.id} and p.created_at >= ${before}::timestamptz)`,
    limit: batchSize,
  })
  const agreements = await deleteBatch(db, {
    table: selfBillingAgreements,
    isExpired: sql`${selfBillingAgreements.endedAt} < ${before}::timestamptz`,
    limit: batchSize,
  })
  if (ended + agreements > 0) log.info({ payees: ended, agreements }, 'deleted payee details')
  return ended
}
