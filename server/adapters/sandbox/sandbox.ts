import type { z } from 'zod'
import type { Currency } from '../../../contract/money.ts'
import type {
  authenticateSandboxPayment,
  confirmSandboxPayment,
  SandboxOutcome,
} from '../../../contract/sandbox.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/index.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { authenticate, confirm } from './card-form.ts'
import { deliverDue, settleDue, startDeliveries } from './deliveries.ts'
import type { Desk } from './desk.ts'
import { readEvents } from './events.ts'
import { type Knobs, mishapsFrom } from './mishaps.ts'
import { cancelPayment, chargeLimits, createPayment, getPayment, refund } from './payments.ts'

export type Sandbox = PaymentProvider & {
  /** What the card form sends. Throws AppError: not_found for a secret that opens nothing, invalid_input. */
  confirm(request: z.output<typeof confirmSandboxPayment.body>): Promise<SandboxOutcome>
  authenticate(request: z.output<typeof authenticateSandboxPayment.body>): Promise<SandboxOutcome>
  /** Pays what has been in processing for long enough, by the clock. */
  settleDue(): Promise<void>
  /** Posts the webhooks that are due to `url`; returns how many were. */
  deliverDue(url: string): Promise<number>
  /** Does both until the returned function is called, which waits for what is in hand. */
  startDeliveries(options: { url: string; intervalMs: number }): () => Promise<void>
}

export type SandboxOptions = {
  db: Database
  clock: Clock
  log: Log
  /** Signs webhooks: 16 characters or more. */
  secret: string
  currency: Currency
  knobs?: Partial<Knobs>
}

/** A card provider that moves no money, with its books in our database. Source: money-rules.md. */
export function sandboxProvider({ knobs, ...given }: SandboxOptions): Sandbox {
  if (given.secret.trim().length < 16)
    throw new Error('The sandbox needs a secret of 16 characters or more to sign its webhooks')
  const desk: Desk = { ...given, mishaps: mishapsFrom(knobs) }

  return {
    id: 'sandbox',
    mode: 'test',
    limits: () => chargeLimits,
    clientConfig: () => ({ kind: 'sandbox' }),
    createPayment: (request, key) => createPayment(desk, request, key),
    getPayment: (paymentId) => getPayment(desk, paymentId),
    cancelPayment: (paymentId) => cancelPayment(desk, paymentId),
    refund: (request, key) => refund(desk, request, key),
    readEvents: (rawBody, headers) => readEvents(desk, rawBody, headers),
    confirm: (request) => confirm(desk, request),
    authenticate: (request) => authenticate(desk, request),
    settleDue: () => settleDue(desk),
    deliverDue: (url) => deliverDue(desk, url),
    startDeliveries: (options) => startDeliveries(desk, options),
  }
}
