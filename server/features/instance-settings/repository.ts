import { eq, sql } from 'drizzle-orm'
import type { SettingKey } from '../../../contract/instance-settings.ts'
import type { Db, Tx } from '../../db/database.ts'
import { instanceSettings } from '../../db/schema/index.ts'

/** Processes that listen to this channel read the settings again. */
export const settingsChannel = 'instance_settings_changed'

export type SettingRow = typeof instanceSettings.$inferSelect

export function selectSettings(db: Db): Promise<Array<SettingRow>> {
  return db.select().from(instanceSettings)
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

export async function deleteSetting(tx: Tx, key: SettingKey): Promise<void> {
  await tx.delete(instanceSettings).where(eq(instanceSettings.key, key))
}

/** In the transaction, so that no change is missed. Settings change rarely, so commits do not wait for each other. */
export async function notifySettingsChanged(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${settingsChannel}, '')`)
}
