import type { z } from 'zod'
import type { Currency } from '../../../contract/money.ts'
import type {
  authenticateSandboxPayment,
  confirmSandboxPayment,
  SandboxOutcome,
} from '../../../contract/sandbox.ts'
import type { DisputeMove } from '../../../contract/sandbox-desk.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ConnectCapability } from '../../ports/connect.ts'
import type { Log } from '../../ports/index.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import type { SubscriptionCapability } from '../../ports/subscriptions.ts'
import { connect } from './accounts.ts'
import { disputeByHand, moveClock, readClock, refundByHand, resendAbout, resendDelivery } from './admin.ts'
import { authenticate, confirm } from './card-form.ts'
import { deliverDue, settleDue, startDeliveries } from './deliveries.ts'
import type { Desk } from './desk.ts'
import { listEvents, readEvents } from './events.ts'
import { listDeliveries, listPayments } from './lists.ts'
import { type Knobs, mishapsFrom } from './mishaps.ts'
import { finishOnboarding, readAccount, readOnboarding } from './onboarding.ts'
import { cancelPayment, chargeLimits, createPayment, getPayment } from './payments.ts'
import { failRefund, refund } from './refunds.ts'
import { subscriptions } from './subscriptions.ts'

export type Sandbox = PaymentProvider & {
  connect: ConnectCapability
  subscriptions: SubscriptionCapability
  /** What the card form sends. Throws AppError: not_found for a secret that opens nothing, invalid_input. */
  confirm(request: z.output<typeof confirmSandboxPayment.body>): Promise<SandboxOutcome>
  authenticate(request: z.output<typeof authenticateSandboxPayment.body>): Promise<SandboxOutcome>
  /** The creator's side of onboarding and of their account. */
  onboarding: ReturnType<typeof creatorsSide>
  /** What happens at a provider without a call of ours: a person there refunds, a bank disputes, days go by. */
  hand: ReturnType<typeof byHand>
  /** Does what has come due by the clock: payments, disputes, failing refunds, renewals. */
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
    ping: async () => undefined,
    listEvents: (range) => listEvents(desk, range),
    connect: connect(desk),
    subscriptions: subscriptions(desk),
    onboarding: creatorsSide(desk),
    hand: byHand(desk),
    confirm: (request) => confirm(desk, request),
    authenticate: (request) => authenticate(desk, request),
    settleDue: () => settleDue(desk),
    deliverDue: (url) => deliverDue(desk, url),
    startDeliveries: (options) => startDeliveries(desk, options),
  }
}

function creatorsSide(desk: Desk) {
  return {
    read: (userId: string, token: string) => readOnboarding(desk, { token, userId }),
    finish: (userId: string, choice: { token: string; outcome: 'complete' | 'leave' | 'restricted' }) =>
      finishOnboarding(desk, { ...choice, userId }),
    account: (userId: string) => readAccount(desk, userId),
  }
}

function byHand(desk: Desk) {
  return {
    payments: (before?: string) => listPayments(desk, before),
    deliveries: (before?: string) => listDeliveries(desk, before),
    /** Without an amount (a decimal string), all that is left. */
    refund: (paymentId: string, amount?: string) => refundByHand(desk, paymentId, amount),
    failRefund: (refundId: string) => failRefund(desk, refundId),
    dispute: (paymentId: string, move: DisputeMove) => disputeByHand(desk, paymentId, move),
    resendAbout: (paymentId: string, order: 'same' | 'reverse') => resendAbout(desk, paymentId, order),
    resend: (eventId: string) => resendDelivery(desk, eventId),
    clock: () => readClock(desk),
    moveClock: (days: number) => moveClock(desk, days),
  }
}
