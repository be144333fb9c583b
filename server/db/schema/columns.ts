import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** Our random numeric ids. */
export const id = (name: string) => bigint(name, { mode: 'number' })
/** Integer cents. */
export const cents = (name: string) => bigint(name, { mode: 'number' })
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
