import type { Currency, MinorUnits } from '../../contract/money.ts'
import type { PaymentFormConfig, PaymentState } from '../../contract/purchases.ts'
import type { ConnectCapability } from './connect.ts'
import type { SubscriptionCapability } from './subscriptions.ts'

export type Mode = 'test' | 'live'

export type PaymentRequest = {
  attemptId: string
  contentId: number
  amount: MinorUnits
  currency: Currency
  /** What the buyer reads on the provider's side. */
  description: string
  buyerEmail?: string
}

export type RefundRequest = {
  paymentId: string
  amount: MinorUnits
  reason: 'requested' | 'undeliverable' | 'duplicate'
}
export type RefundSnapshot = {
  refundId: string
  paymentId: string
  amount: MinorUnits
  state: 'pending' | 'succeeded' | 'failed'
}

/** An `inquiry` or early warning moves no money; `open` has taken it, `won` gives it back, `lost` keeps it. */
export type DisputeSnapshot = {
  disputeId: string
  amount: MinorUnits
  state: 'inquiry' | 'open' | 'won' | 'lost'
  reason?: string
  /** What the provider charges us for it, once it has. */
  providerFeeAmount?: MinorUnits
}

/** What the provider says of a payment now. The only source of truth; an unknown state of the provider is `unknown`. */
export type PaymentSnapshot = {
  paymentId: string
  state: PaymentState
  amount: MinorUnits
  amountReceived: MinorUnits
  currency: Currency
  mode: Mode
  attemptId?: string
  contentId?: number
  buyerEmail?: string
  refunds: Array<RefundSnapshot>
  dispute?: DisputeSnapshot
  /** More disputes of the same payment, where the provider has several. */
  otherDisputes?: Array<DisputeSnapshot>
  /** Ids of disputes in states we do not know: nothing moves on them, a person looks. */
  unknownDisputes?: Array<string>
  /** What the provider kept for itself, once it has said so. */
  providerFeeAmount?: MinorUnits
  /** Why the last card was not charged; `reference` is the same as long as it is the same try. */
  failure?: { code: string; message: string; reference?: string }
}

/**
 * A webhook says only where to look: the object is always read again. About a payment, its refunds or its dispute that
 * is the payment; about a payout, its transfer.
 */
export type WebhookEventRef = {
  eventId: string
  objectType: 'payment' | 'refund' | 'dispute' | 'account' | 'subscription' | 'payout'
  objectId: string
}

/** Which events to list: those written at `since` or later, and older than the event `after` of the page before. */
export type EventRange = { since: Date; after?: string }
/**
 * Events from newest to oldest. `next` is what `after` must be for the next page; undefined on the last one. `unverified` are
 * events whose payment the provider did not answer for: they may be about other business of the same account.
 */
export type EventPage = { events: Array<WebhookEventRef>; unverified?: Array<WebhookEventRef>; next?: string }

export class InvalidSignatureError extends Error {
  override name = 'InvalidSignature'
}
export class PaymentNotFoundError extends Error {
  override name = 'UnknownPayment'
}
/** The provider will not make this refund, however often it is asked. The message says why. */
export class RefundFailedError extends Error {
  override name = 'RefundRefused'
}

/** Hosts that the provider's card form needs, as a Content-Security-Policy names them. */
export type BrowserSources = Record<'scripts' | 'frames' | 'connect' | 'images', Array<string>>

/**
 * A card provider. The same `key` never does a thing twice and answers as the first time.
 * Ids are opaque outside the adapter. Any call throws ProviderAway when it is not answered. Source: money-rules.md.
 */
export interface PaymentProvider {
  readonly id: 'sandbox' | 'stripe'
  readonly mode: Mode
  /** The smallest and largest charge, in the currency's smallest unit. */
  chargeLimits(currency: Currency): { min: MinorUnits; max: MinorUnits }
  paymentFormConfig(): PaymentFormConfig
  /** Allowed on the pages with a card form, and nowhere else. */
  readonly cspSources?: BrowserSources
  createPayment(
    request: PaymentRequest,
    idempotencyKey: string,
  ): Promise<{ paymentId: string; clientSecret: string }>
  /** Throws UnknownPayment. */
  getPayment(paymentId: string): Promise<PaymentSnapshot>
  /** A payment already paid stays paid and says so. */
  cancelPayment(paymentId: string): Promise<PaymentSnapshot>
  /** Throws RefundRefused when it never will; any other fault may pass. */
  refund(request: RefundRequest, idempotencyKey: string): Promise<RefundSnapshot>
  /** Verifies the signature over the raw body, else throws InvalidSignature. */
  parseWebhook(
    rawBody: Buffer,
    headers: Record<string, string | Array<string> | undefined>,
  ): Promise<Array<WebhookEventRef>>
  /** Asks for as little as possible. Resolves when the provider answers at all, whatever it says. */
  ping(): Promise<void>
  /** True while the newest call went unanswered; only the circuit breaker around a provider knows. */
  isAway?(): boolean
  /** Lists what webhooks were written about, whether or not they arrived. */
  listEvents(range: EventRange): Promise<EventPage>
  readonly connect?: ConnectCapability
  readonly subscriptions?: SubscriptionCapability
}
