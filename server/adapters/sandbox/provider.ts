import type { z } from 'zod'
import type { Currency, MinorUnits } from '../../../contract/money.ts'
import type { AccountRestriction } from '../../../contract/payouts.ts'
import type {
  authenticateSandboxPayment,
  ConfirmationResult,
  confirmSandboxPayment,
  DisputeAction,
} from '../../../contract/sandbox.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ConnectCapability } from '../../ports/connect.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import type { SubscriptionCapability } from '../../ports/subscriptions.ts'
import { createPlatformPayout, setBalance } from './balance.ts'
import { authenticate, confirmPayment } from './confirm-payment.ts'
import { createConnect, finishOnboarding, getAccountDashboard, getOnboarding } from './connect.ts'
import type { SandboxContext } from './context.ts'
import { listEvents, readEvents } from './events.ts'
import { createFaultInjection, type FaultConfig } from './faults.ts'
import { cancelPayment, chargeLimits, createPayment, forgetBuyer, getPayment } from './payments.ts'
import {
  changeBalanceByHand,
  getPayoutState,
  payOutPlatform,
  restrictAccountByHand,
} from './payout-actions.ts'
import { failRefund, refund } from './refunds.ts'
import { confirmRenewal } from './renewals.ts'
import { restrictAccount } from './restrict-account.ts'
import {
  advanceTestClock,
  getTestClock,
  listDeliveries,
  listPayments,
  resendWebhook,
  resendWebhooksOf,
  simulateDispute,
  simulateRefund,
} from './simulate.ts'
import { subscriptions } from './subscriptions.ts'
import { applyDueTransitions, deliverDueWebhooks, startWebhookWorker } from './webhook-delivery.ts'

export type Sandbox = PaymentProvider & {
  connect: ConnectCapability
  subscriptions: SubscriptionCapability
  /** Handles the card form. Throws AppError: not_found for an unknown secret, invalid_input. */
  confirm(request: z.output<typeof confirmSandboxPayment.body>): Promise<ConfirmationResult>
  authenticate(request: z.output<typeof authenticateSandboxPayment.body>): Promise<ConfirmationResult>
  /** The subscriber's bank: approves or refuses a renewal. Throws AppError not_found or conflict. */
  confirmRenewal(request: { id: string; userId: string; isApproved: boolean }): Promise<void>
  /** The creator's pages: onboarding and dashboard. */
  onboarding: ReturnType<typeof onboardingActions>
  /** Changes without a call of ours: refunds at the provider, disputes by the bank, the passing of time. */
  simulate: ReturnType<typeof simulateActions>
  /** Applies what is due by the clock: payments, disputes, failing refunds, renewals. */
  applyDueTransitions(): Promise<void>
  /** Sends due webhooks to `url`; returns how many. */
  deliverDueWebhooks(url: string): Promise<number>
  /** Does both until the returned function is called, which waits for running work. */
  startWebhookWorker(options: { url: string; intervalMs: number }): () => Promise<void>
}

export type SandboxOptions = {
  db: Database
  clock: Clock
  log: BasicLogger
  /** Signs webhooks: at least 16 characters. */
  secret: string
  currency: Currency
  faults?: Partial<FaultConfig>
}

/** A card provider that moves no money, with its data in our database. Source: money-rules.md. */
export function sandboxProvider({ faults, ...given }: SandboxOptions): Sandbox {
  if (given.secret.trim().length < 16)
    throw new Error('The sandbox needs a secret of at least 16 characters to sign its webhooks')
  const context: SandboxContext = { ...given, faultInjection: createFaultInjection(faults) }

  return {
    id: 'sandbox',
    mode: 'test',
    chargeLimits: () => chargeLimits,
    paymentFormConfig: () => ({ kind: 'sandbox' }),
    createPayment: (request, key) => createPayment(context, request, key),
    getPayment: (paymentId) => getPayment(context, paymentId),
    cancelPayment: (paymentId) => cancelPayment(context, paymentId),
    forgetBuyer: (email) => forgetBuyer(context, email),
    refund: (request, key) => refund(context, request, key),
    parseWebhook: (rawBody, headers) => readEvents(context, rawBody, headers),
    ping: async () => undefined,
    listEvents: (range) => listEvents(context, range),
    connect: createConnect(context),
    subscriptions: subscriptions(context),
    onboarding: onboardingActions(context),
    simulate: simulateActions(context),
    confirm: (request) => confirmPayment(context, request),
    authenticate: (request) => authenticate(context, request),
    confirmRenewal: (request) => confirmRenewal(context, request),
    applyDueTransitions: () => applyDueTransitions(context),
    deliverDueWebhooks: (url) => deliverDueWebhooks(context, url),
    startWebhookWorker: (options) => startWebhookWorker(context, options),
  }
}

function onboardingActions(context: SandboxContext) {
  return {
    read: (userId: string, token: string) => getOnboarding(context, { token, userId }),
    finish: (userId: string, choice: { token: string; outcome: 'complete' | 'abandon' | 'restricted' }) =>
      finishOnboarding(context, { ...choice, userId }),
    account: (userId: string) => getAccountDashboard(context, userId),
  }
}

function simulateActions(context: SandboxContext) {
  return {
    payments: (before?: string) => listPayments(context, before),
    deliveries: (before?: string) => listDeliveries(context, before),
    /** Without an amount (a decimal string), refunds all that is refundable. */
    refund: (paymentId: string, amount?: string) => simulateRefund(context, paymentId, amount),
    failRefund: (refundId: string) => failRefund(context, refundId),
    dispute: (paymentId: string, action: DisputeAction) => simulateDispute(context, paymentId, action),
    resendWebhooks: (paymentId: string, order: 'original' | 'reverse') =>
      resendWebhooksOf(context, paymentId, order),
    resend: (eventId: string) => resendWebhook(context, eventId),
    clock: () => getTestClock(context),
    advanceClock: (days: number) => advanceTestClock(context, days),
    /** What the platform can transfer, in minor units; null covers every transfer. */
    setBalance: (available: MinorUnits | null) => setBalance(context, available),
    /** A payout to the platform's own bank. */
    platformPayout: (payout: { amount: MinorUnits; state: 'paid' | 'failed' }) =>
      createPlatformPayout(context, payout),
    payoutState: () => getPayoutState(context),
    changeBalance: (body: Parameters<typeof changeBalanceByHand>[1]) => changeBalanceByHand(context, body),
    payOutPlatform: (body: Parameters<typeof payOutPlatform>[1]) => payOutPlatform(context, body),
    changeRestriction: (id: string, body: Parameters<typeof restrictAccountByHand>[2]) =>
      restrictAccountByHand(context, id, body),
    /** Restricts a connected account, or lifts the restriction with null. */
    restrictAccount: (accountId: string, restriction: AccountRestriction | null) =>
      restrictAccount(context, accountId, restriction),
  }
}
