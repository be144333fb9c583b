import { asc, getTableColumns, sql } from 'drizzle-orm'
import type { HoldChange } from '../../../../domain/payout.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { instanceSettings, payoutHoldChanges, proPrice } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

/** Processes that listen to this channel read the settings again. */
export const settingsChannel = 'instance_settings_changed'

export type SettingRow = typeof instanceSettings.$inferSelect

export function selectSettings(db: Db): Promise<Array<SettingRow>> {
  // The driver has parsed the JSON. Drizzle would parse a text in it once more: `"25.00"` to a number.
  const value = sql<unknown>`${instanceSettings.value}`
  return db.select({ ...getTableColumns(instanceSettings), value }).from(instanceSettings)
}

/** Changes of settings run one after the other, so that each audit entry has the value before it. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${instanceSettings} in share row exclusive mode`)
}

export async function upsertSetting(tx: Tx, row: SettingRow): Promise<void> {
  const { key, ...values } = row
  await tx
    .insert(instanceSettings)
    .values(row)
    .onConflictDoUpdate({ target: instanceSettings.key, set: values })
}

/** In the transaction, so that no change is missed. Settings change rarely, so commits do not wait for each other. */
export async function notifySettingsChanged(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${settingsChannel}, '')`)
}

/** Every change of the hold days, in the order of their time. */
export function selectHoldChanges(db: Db): Promise<Array<HoldChange>> {
  const { holdDays, effectiveAt, id } = payoutHoldChanges
  return db.select({ holdDays, effectiveAt }).from(payoutHoldChanges).orderBy(asc(effectiveAt), asc(id))
}

/** The price of Pro as it was last read at the provider. */
export async function findProPrice(db: Db): Promise<typeof proPrice.$inferSelect | undefined> {
  const [row] = await db.select().from(proPrice)
  return row
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
    await insertRows(tx, payoutHoldChanges, [{ holdDays, effectiveAt: clock.now() }])
    await notifySettingsChanged(tx)
  })
  await settings.reload()
}
