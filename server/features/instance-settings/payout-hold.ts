import { asc, sql } from 'drizzle-orm'
import type { HoldChange } from '../../../domain/payout-hold.ts'
import type { Db, Tx } from '../../db/database.ts'
import { payoutHoldChanges } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { notifySettingsChanged } from './repository.ts'

/** Every change of the hold days, in the order of their time. */
export function selectHoldChanges(db: Db): Promise<Array<HoldChange>> {
  const { holdDays, effectiveAt, id } = payoutHoldChanges
  return db.select({ holdDays, effectiveAt }).from(payoutHoldChanges).orderBy(asc(effectiveAt), asc(id))
}

export async function insertHoldChange(tx: Tx, change: HoldChange): Promise<void> {
  await tx.insert(payoutHoldChanges).values(change)
}

/**
 * Records the hold days in effect at a start, if the environment has changed them since the last one. Without it, more
 * days in PAYOUT_HOLD_DAYS would postpone what creators have already sold.
 */
export async function recordHoldAtStart({ db, settings, clock }: Ports): Promise<void> {
  const { payoutHoldDays: holdDays } = settings.current()
  if (settings.holdChanges().at(-1)?.holdDays === holdDays) return
  await db.transaction(async (tx) => {
    // Processes that start together record it once.
    await tx.execute(sql`lock table ${payoutHoldChanges} in share row exclusive mode`)
    const changes = await selectHoldChanges(tx)
    if (changes.at(-1)?.holdDays === holdDays) return
    await insertHoldChange(tx, { holdDays, effectiveAt: clock.now() })
    await notifySettingsChanged(tx)
  })
  await settings.reload()
}
