import type { Currency, MinorUnits } from '../../contract/money.ts'

/** The state of a connected account. `requirementsDue` describes what the provider still requires. */
export type AccountSnapshot = {
  accountId: string
  detailsSubmitted: boolean
  payoutsEnabled: boolean
  requirementsDue?: string
}

export type TransferRequest = { payoutId: string; accountId: string; amount: MinorUnits; currency: Currency }

export type TransferSnapshot = {
  transferId: string
  amount: MinorUnits
  /** `reversed` once the whole amount was returned. */
  state: 'paid' | 'failed' | 'reversed' | 'unknown'
  amountReversed: MinorUnits
}

/** The connected account has no dashboard before onboarding is complete. */
export class OnboardingIncompleteError extends Error {
  override name = 'OnboardingIncompleteError'
}

/** The provider rejected the transfer finally: no money moved, and a retry with the same key moves none. */
export class TransferFailedError extends Error {
  override name = 'TransferFailedError'
}

/**
 * Pays creators through the provider: charges on the platform's account, transfers at payout. The same idempotency
 * key returns the same result.
 */
export interface ConnectCapability {
  createAccount(
    request: { userId: string; email: string },
    idempotencyKey: string,
  ): Promise<{ accountId: string }>
  getAccount(accountId: string): Promise<AccountSnapshot>
  /** Returns a single-use URL; `refreshUrl` is our page that creates the next one. */
  createOnboardingLink(
    accountId: string,
    urls: { returnUrl: string; refreshUrl: string },
  ): Promise<{ url: string }>
  /** Throws OnboardingIncompleteError. */
  createDashboardLink(accountId: string): Promise<{ url: string }>
  /** Throws TransferFailedError; after any other error the call can be repeated with the same key. */
  createTransfer(request: TransferRequest, idempotencyKey: string): Promise<TransferSnapshot>
  getTransfer(transferId: string): Promise<TransferSnapshot>
  /** Reverses the whole amount. Throws TransferFailedError. */
  reverseTransfer(transferId: string, idempotencyKey: string): Promise<TransferSnapshot>
}
