import type { Currency, MinorUnits } from '../../contract/money.ts'
import type { AccountRestriction } from '../../contract/payouts.ts'

/** The state of a connected account. `requirementsDue` describes what the provider still requires. */
export type AccountSnapshot = {
  accountId: string
  detailsSubmitted: boolean
  /** Whether it accepts transfers and its bank is paid. */
  payoutsEnabled: boolean
  requirementsDue?: string
  /** Why payouts are not enabled, once details were submitted. */
  restriction?: AccountRestriction
  /** The currency in which its bank is paid: the provider converts transfers in another one. */
  payoutCurrency?: Currency
}

/** `country` is an ISO 3166 code and cannot be changed later. */
export type AccountRequest = { userId: string; email: string; country: string }

/** `runId` groups the transfers of a run at the provider. */
export type TransferRequest = {
  payoutId: string
  runId: string
  accountId: string
  amount: MinorUnits
  currency: Currency
}

export type TransferSnapshot = {
  transferId: string
  amount: MinorUnits
  /** `reversed` once the whole amount was returned. */
  state: 'paid' | 'failed' | 'reversed' | 'unknown'
  amountReversed: MinorUnits
}

/** What can be transferred now, and what settles later. `otherCurrencies` are balances that transfers cannot use. */
export type PlatformBalance = {
  available: MinorUnits
  pending: MinorUnits
  otherCurrencies: Array<Currency>
}

/** A payout from the platform's balance to its own bank. */
export type PlatformPayoutSnapshot = {
  payoutId: string
  amount: MinorUnits
  currency: Currency
  state: 'pending' | 'paid' | 'failed' | 'unknown'
  /** The provider's code and sentence for a failure. */
  failure?: { code: string; message: string }
}

/** The connected account has no dashboard before onboarding is complete. */
export class OnboardingIncompleteError extends Error {
  override name = 'OnboardingIncompleteError'
}

/** Why a transfer was rejected; `other` when the account is not the cause. */
export type TransferRejection =
  | 'account_restricted'
  | 'transfers_inactive'
  | 'disconnected'
  | 'country'
  | 'currency'
  | 'other'

/** The provider rejected the transfer finally: no money moved, and a retry with the same key moves none. */
export class TransferFailedError extends Error {
  override name = 'TransferFailedError'
  readonly rejection: TransferRejection
  /** The provider's code. */
  readonly code: string | undefined

  constructor(
    message: string,
    { rejection = 'other', code }: { rejection?: TransferRejection; code?: string } = {},
  ) {
    super(message)
    this.rejection = rejection
    this.code = code
  }
}

/**
 * The provider did not make the transfer now, and may later. After `balance_insufficient` the same key repeats this
 * answer, so that the next attempt needs another key. After `provider_busy` the key is unused.
 */
export class TransferDeferredError extends Error {
  override name = 'TransferDeferredError'
  readonly reason: 'balance_insufficient' | 'provider_busy' | 'provider_unavailable'
  /** The provider's code. */
  readonly code: string

  constructor(message: string, { reason, code }: Pick<TransferDeferredError, 'reason' | 'code'>) {
    super(message)
    this.reason = reason
    this.code = code
  }
}

/**
 * Pays creators through the provider: charges on the platform's account, transfers at payout. The same idempotency
 * key returns the same result.
 */
export interface ConnectCapability {
  createAccount(request: AccountRequest, idempotencyKey: string): Promise<{ accountId: string }>
  getAccount(accountId: string): Promise<AccountSnapshot>
  /** Returns a single-use URL; `refreshUrl` is our page that creates the next one. */
  createOnboardingLink(
    accountId: string,
    urls: { returnUrl: string; refreshUrl: string },
  ): Promise<{ url: string }>
  /** Throws OnboardingIncompleteError. */
  createDashboardLink(accountId: string): Promise<{ url: string }>
  /**
   * Throws TransferFailedError, or TransferDeferredError; after any other error the call can be repeated with the same
   * key.
   */
  createTransfer(request: TransferRequest, idempotencyKey: string): Promise<TransferSnapshot>
  getTransfer(transferId: string): Promise<TransferSnapshot>
  /** Reverses the whole amount. Throws TransferFailedError. */
  reverseTransfer(transferId: string, idempotencyKey: string): Promise<TransferSnapshot>
  /** Undefined when the provider does not limit transfers. */
  getBalance(): Promise<PlatformBalance | undefined>
  getPlatformPayout(payoutId: string): Promise<PlatformPayoutSnapshot>
}
