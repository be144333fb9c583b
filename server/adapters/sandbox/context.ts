import type { Currency } from '../../../contract/money.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { FaultInjection } from './fault-injection.ts'

/** What every part of the sandbox needs. */
export type SandboxContext = {
  db: Database
  clock: Clock
  log: BasicLogger
  /** Signs webhooks. */
  secret: string
  currency: Currency
  faultInjection: FaultInjection
}
