import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { existingPayoutKeys } from '../adapters/local-secret.ts'
import type { Config } from '../config.ts'
import { findUnreadableDetails } from '../features/money/payout-methods/encrypt-details.ts'

/** What the instance's keys cannot read of the stored payout details, as sentences for the operator. */
export async function unreadablePayoutDetails(config: Config, client: pg.Client): Promise<Array<string>> {
  const payoutKeys = await existingPayoutKeys(config)
  const unreadable = await findUnreadableDetails({ db: drizzle(client), payoutKeys })
  return unreadable.map(({ message, rows }) => `${message} (${rows} stored)`)
}
