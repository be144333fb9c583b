import type Stripe from 'stripe'
import type { Currency } from '../../../contract/money.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { Mode } from '../../ports/payment-provider.ts'

/** What every part of the adapter needs. */
export type StripeContext = {
  client: Stripe
  mode: Mode
  currency: Currency
  /** All currently valid webhook secrets. */
  webhookSecrets: Array<string>
  clock: Clock
  log: BasicLogger
}
