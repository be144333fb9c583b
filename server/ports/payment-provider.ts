import type { Currency, MinorUnits } from '../../contract/money.ts'
import type { BalanceTransactionKind } from '../../contract/provider-balance.ts'
import type { PaymentFormConfig, PaymentState } from '../../contract/purchases.ts'
import { AppError } from '../../domain/errors.ts'
import type { ConnectCapability } from './connect.ts'
import type { SubscriptionCapability } from './subscriptions.ts'

export type Mode = 'test' | 'live'

export type PaymentRequest = {
  checkoutId: string
  contentId: number
  amount: MinorUnits
  currency: Currency
  /** Shown to the buyer by the provider. */
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

/** An `inquiry` or early warning moves no money. `open` withdraws the amount, `won` returns it, `lost` does not. */
export type DisputeSnapshot = {
  disputeId: string
  amount: MinorUnits
  state: 'inquiry' | 'open' | 'won' | 'lost'
  reason?: string
  /** The provider's fee for the dispute, once known. */
  providerFeeAmount?: MinorUnits
}

/** The payment's state at the provider now, which is the only source of truth; an unrecognized state is `unknown`. */
export type PaymentSnapshot = {
  paymentId: string
  state: PaymentState
  amount: MinorUnits
  amountReceived: MinorUnits
  currency: Currency
  mode: Mode
  checkoutId?: string
  contentId?: number
  buyerEmail?: string
  /**
   * The card that paid: its brand in lower case, such as `visa`, its last four digits, the country of its bank (ISO 3166-1
   * alpha-2), and the provider's name for the card, which is the same in each of its payments.
   */
  card?: { brand: string; last4: string; country?: string; fingerprint?: string }
  refunds: Array<RefundSnapshot>
  dispute?: DisputeSnapshot
  /** Further disputes of the same payment. */
  otherDisputes?: Array<DisputeSnapshot>
  /** Ids of disputes in unrecognized states: they change nothing, and raise an alert. */
  unknownDisputes?: Array<string>
  /** The provider's fee, once known. */
  providerFeeAmount?: MinorUnits
  /** Why the last card was declined; `reference` identifies the attempt. */
  failure?: { code: string; message: string; reference?: string }
}

/**
 * The object that a webhook names. Its state is always read from the provider, never from the webhook: the payment for
 * events about it, its refunds or its dispute, and the transfer for events about a payout. A platform payout goes to our
 * own bank; `balance` means that more of our balance can be transferred.
 */
export type WebhookEventRef = {
  eventId: string
  objectType:
    | 'payment'
    | 'refund'
    | 'dispute'
    | 'account'
    | 'subscription'
    | 'payout'
    | 'platform_payout'
    | 'balance'
  objectId: string
}

/** The events to list: created at `since` or later, and older than the event `after` of the previous page. */
export type EventRange = { since: Date; after?: string }
/**
 * Events from newest to oldest. `next` is the `after` of the next page; undefined on the last one. `unverified` are
 * events whose payment the provider did not return: they may belong to other business of the same account.
 */
export type EventPage = { events: Array<WebhookEventRef>; unverified?: Array<WebhookEventRef>; next?: string }

export class InvalidSignatureError extends Error {
  override name = 'InvalidSignatureError'
}
export class PaymentNotFoundError extends Error {
  override name = 'PaymentNotFoundError'
}
/** The provider rejected the refund finally. The message is the provider's reason. */
export class RefundFailedError extends Error {
  override name = 'RefundFailedError'
}

/**
 * The provider did not make the refund now, and may later. After `balance_insufficient` the same key repeats this answer, so that
 * the next attempt needs another key. After `provider_busy` the key is unused.
 */
export class RefundDeferredError extends Error {
  override name = 'RefundDeferredError'
  readonly reason: 'balance_insufficient' | 'provider_busy'

  constructor(
    message: string,
    { reason, cause }: { reason: RefundDeferredError['reason']; cause?: unknown },
  ) {
    super(message, { cause })
    this.reason = reason
  }
}

/**
 * The provider refused the request, and a retry will not change that: something has to be changed there or here first. The
 * message is the provider's reason. It stores this response for the idempotency key, so the next attempt needs a new key.
 */
export class ProviderRefusedError extends Error {
  override name = 'ProviderRefusedError'
  /** The provider's code. */
  readonly code: string

  constructor(message: string, { code, cause }: { code: string; cause?: unknown }) {
    super(message, { cause })
    this.code = code
  }
}

/** `fix` says what to do about it. */
export type ProviderFinding = { name: string; detail: string; fix?: string }

/** A change of the platform's balance at the provider. Amounts are in minor units; what leaves the balance is negative. */
export type BalanceTransaction = {
  id: string
  kind: BalanceTransactionKind
  /** The provider's word for it. */
  type: string
  description: string
  amount: MinorUnits
  /** What the provider keeps of it, positive. */
  fee: MinorUnits
  currency: Currency
  /** The payment, refund, dispute, transfer or payout that it is about. */
  sourceId?: string
  createdAt: Date
}

/** From newest to oldest. `next` is the `after` of the next page; undefined on the last one. */
export type BalanceTransactionPage = { transactions: Array<BalanceTransaction>; next?: string }

/** Hosts that the provider's card form loads from, as CSP sources. */
export type BrowserSources = Record<'scripts' | 'frames' | 'connect' | 'images', Array<string>>

/**
 * A card provider. A call with a used idempotency key has no effect and returns the first result. Ids are opaque outside
 * the adapter. Every call throws ProviderUnavailableError when the provider does not answer. Source: money-rules.md.
 */
export interface PaymentProvider {
  readonly id: 'sandbox' | 'stripe'
  readonly mode: Mode
  /** The minimum and maximum charge in minor units. */
  chargeLimits(currency: Currency): { min: MinorUnits; max: MinorUnits }
  paymentFormConfig(): PaymentFormConfig
  /** Allowed on pages with a card form only. */
  readonly cspSources?: BrowserSources
  createPayment(
    request: PaymentRequest,
    idempotencyKey: string,
  ): Promise<{ paymentId: string; clientSecret: string }>
  /** Throws PaymentNotFoundError. */
  getPayment(paymentId: string): Promise<PaymentSnapshot>
  /** Returns a paid payment unchanged. */
  cancelPayment(paymentId: string): Promise<PaymentSnapshot>
  /**
   * Removes an address from the provider's payments, if the provider is on this machine. Elsewhere the operator does it
   * (docs/operate/tax.md).
   */
  forgetBuyer?(email: string): Promise<void>
  /** Throws RefundFailedError when the refund is rejected finally, and RefundDeferredError; any other error may be temporary. */
  refund(request: RefundRequest, idempotencyKey: string): Promise<RefundSnapshot>
  /** Verifies the signature over the raw body, else throws InvalidSignatureError. */
  parseWebhook(
    rawBody: Buffer,
    headers: Record<string, string | Array<string> | undefined>,
  ): Promise<Array<WebhookEventRef>>
  /** Makes the cheapest possible call. Resolves on any response. */
  ping(): Promise<void>
  /** Throws unless the provider knows our keys: ProviderUnavailableError when it does not answer. Only for `npm run doctor`. */
  checkKeys?(): Promise<void>
  /**
   * What of the account at the provider is not as this version needs it, for `npm run doctor`; one entry for each thing that was
   * looked at. Makes and changes nothing.
   */
  inspect?(webhookUrl: string): Promise<Array<ProviderFinding>>
  /** True while the newest call was not answered. Only the circuit breaker implements it. */
  isUnavailable?(): boolean
  /** Lists events, whether or not their webhooks arrived. */
  listEvents(range: EventRange): Promise<EventPage>
  /** Lists the changes of the platform's balance. */
  listBalanceTransactions(range: EventRange): Promise<BalanceTransactionPage>
  readonly connect?: ConnectCapability
  readonly subscriptions?: SubscriptionCapability
}

/** The card provider did not answer in time, could not be reached, or reported an outage. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError'
}

/** The card provider answered that we call it too often, and did nothing. It is well, and a repetition will be answered. */
export class ProviderBusyError extends ProviderUnavailableError {
  override name = 'ProviderBusyError'
}

/** The card provider was not called, because too many calls of ours wait for their turn. */
export class TooManyCallsError extends ProviderBusyError {
  override name = 'TooManyCallsError'
}

/** The card provider was not called, because the circuit breaker is open. */
export class CircuitOpenError extends ProviderUnavailableError {
  override name = 'CircuitOpenError'
}

/**
 * For `catch`: turns an unanswered call into an AppError with the caller's message. Other errors are rethrown. Who is
 * refused by a rate limit is told so (http/errors.ts).
 */
export function rejectWhenUnavailable(message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ProviderUnavailableError && !(error instanceof ProviderBusyError))
      throw new AppError('provider_unavailable', message)
    throw error
  }
}
