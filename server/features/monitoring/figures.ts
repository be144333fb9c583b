import { sum } from 'drizzle-orm'
import type { Waiting } from '../../../contract/admin-health.ts'
import { waitingKinds } from '../../../contract/admin-health.ts'
import type { Db } from '../../db/database.ts'
import { creatorStorage } from '../../db/schema/index.ts'
import type { StateFigure } from './state-figures.ts'

/** The maximum time that we promise between two steps of a sale (product.md, promise 1). */
export const maxWaitSeconds = 120

/** The metrics of each kind of work: how many wait, and how long the oldest has. */
const metricsOf: Record<(typeof waitingKinds)[number], { count: string; lag: string }> = {
  payments: { count: 'tipdrop_checkouts_due', lag: 'tipdrop_settle_lag_seconds' },
  deliveries: { count: 'tipdrop_deliveries_pending', lag: 'tipdrop_delivery_lag_seconds' },
  webhooks: { count: 'tipdrop_webhook_events_pending', lag: 'tipdrop_webhook_lag_seconds' },
  emails: { count: 'tipdrop_emails_pending', lag: 'tipdrop_email_lag_seconds' },
  jobs: { count: 'tipdrop_queue_jobs', lag: 'tipdrop_queue_lag_seconds' },
}

/** What waits, by kind. */
export function waitingOf(figures: ReadonlyArray<StateFigure>): Array<Waiting> {
  const values = (name: string) => figures.filter((figure) => figure.name === name).map(({ value }) => value)
  return waitingKinds.map((kind) => {
    const { count, lag } = metricsOf[kind]
    const oldestSeconds = Math.floor(Math.max(0, ...values(lag)))
    return {
      kind,
      count: values(count).reduce((total, value) => total + value, 0),
      oldestSeconds,
      isLate: oldestSeconds > maxWaitSeconds,
    }
  })
}

/** The value of a figure without labels; 0 when it was not read. */
export function figureOf(figures: ReadonlyArray<StateFigure>, name: string): number {
  return Math.floor(figures.find((figure) => figure.name === name)?.value ?? 0)
}

/** Bytes of all files in the store. */
export async function sumStoredBytes(db: Db): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(creatorStorage.storedBytes).mapWith(Number) })
    .from(creatorStorage)
  return row?.bytes ?? 0
}
