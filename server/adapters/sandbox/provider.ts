import type { Currency, MinorUnits } from '../../../contract/money.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { createPlatformPayout, setBalance } from './balance.ts'
import { listBalanceTransactions } from './balance-transactions.ts'
import { authenticate, confirmPayment } from './confirm-payment.ts'
import {
  createConnect,
  finishOnboarding,
  getAccountDashboard,
  getOnboarding,
  restrictAccount,
} from './connect.ts'
import { bindContext, type SandboxContext } from './context.ts'
import { listEvents, readEvents } from './events.ts'
import { createFaultInjection, type FaultConfig } from './faults.ts'
import { cancelPayment, chargeLimits, createPayment, forgetBuyer, getPayment } from './payments.ts'
import { changeBalanceByHand, getPayoutState, payOutPlatform } from './payout-actions.ts'
import { failRefund, refund } from './refunds.ts'
import { changeCard, confirmRenewal } from './renewals.ts'
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

export type Sandbox = ReturnType<typeof sandboxProvider>

export type SandboxOptions = {
  db: Database
  clock: Clock
  log: BasicLogger
  /** Signs webhooks: at least 16 characters. */
  secret: string
  currency: Currency
  /** The monthly price of Pro, in minor units; without it there are no subscriptions. */
  proPrice?: MinorUnits | undefined
  faults?: Partial<FaultConfig>
}

/** A card provider that moves no money, with its data in our database. Source: money-rules.md. */
export function sandboxProvider({ faults, proPrice, ...given }: SandboxOptions) {
  if (given.secret.trim().length < 16)
    throw new Error('The sandbox needs a secret of at least 16 characters to sign its webhooks')
  const context: SandboxContext = { ...given, faultInjection: createFaultInjection(faults) }
  const provider: PaymentProvider = {
    id: 'sandbox',
    mode: 'test',
    chargeLimits: () => chargeLimits,
    paymentFormConfig: () => ({ kind: 'sandbox' }),
    ping: async () => undefined,
    ...bindContext(context, {
      createPayment,
      getPayment,
      cancelPayment,
      forgetBuyer,
      refund,
      parseWebhook: readEvents,
      listEvents,
      listBalanceTransactions,
    }),
  }
  return {
    ...provider,
    connect: createConnect(context),
    ...(proPrice !== undefined && { subscriptions: subscriptions(context, proPrice) }),
    /** The creator's pages: onboarding and dashboard. */
    onboarding: bindContext(context, {
      read: getOnboarding,
      finish: finishOnboarding,
      account: getAccountDashboard,
    }),
    /** Changes without a call of ours: refunds at the provider, disputes by the bank, the passing of time. */
    simulate: bindContext(context, {
      payments: listPayments,
      deliveries: listDeliveries,
      refund: simulateRefund,
      failRefund,
      dispute: simulateDispute,
      resendWebhooks: resendWebhooksOf,
      resend: resendWebhook,
      clock: getTestClock,
      advanceClock: advanceTestClock,
      setBalance,
      platformPayout: createPlatformPayout,
      payoutState: getPayoutState,
      changeBalance: changeBalanceByHand,
      payOutPlatform,
      restrictAccount,
    }),
    /** The card form, the subscriber's bank, and the passing of time. */
    ...bindContext(context, {
      confirm: confirmPayment,
      authenticate,
      confirmRenewal,
      changeCard,
      applyDueTransitions,
      deliverDueWebhooks,
      startWebhookWorker,
    }),
  }
}
