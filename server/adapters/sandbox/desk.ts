import type { Currency } from '../../../contract/money.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/index.ts'
import type { Mishaps } from './mishaps.ts'

/** What every part of the sandbox works with. */
export type Desk = {
  db: Database
  clock: Clock
  log: Log
  /** Signs webhooks. */
  secret: string
  currency: Currency
  mishaps: Mishaps
}
