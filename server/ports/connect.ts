import type { Currency, MinorUnits } from '../../contract/money.ts'

/** How far a creator's account at the provider has come. `restricted` says what the provider still asks for. */
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
  /** `reversed` once all of it came back. */
  state: 'paid' | 'failed' | 'reversed' | 'unknown'
  amountReversed: MinorUnits
}

export class OnboardingIncompleteError extends Error {
  override name = 'OnboardingUnfinished'
}

/** The provider said no for good: nothing moved, and the same key again will not move it. */
export class TransferFailedError extends Error {
  override name = 'TransferRefused'
}

/** Pays creators through the provider: charge on the platform's account, transfer at payout. Same key, same answer. */
export interface ConnectCapability {
  createAccount(
    request: { userId: string; email: string },
    idempotencyKey: string,
  ): Promise<{ accountId: string }>
  getAccount(accountId: string): Promise<AccountSnapshot>
  /** A single-use address; `refreshUrl` is ours and asks for the next one. */
  createOnboardingLink(
    accountId: string,
    urls: { returnUrl: string; refreshUrl: string },
  ): Promise<{ url: string }>
  /** Throws OnboardingUnfinished. */
  createDashboardLink(accountId: string): Promise<{ url: string }>
  /** Throws TransferRefused; after any other fault the same key asks again. */
  createTransfer(request: TransferRequest, idempotencyKey: string): Promise<TransferSnapshot>
  getTransfer(transferId: string): Promise<TransferSnapshot>
  /** Takes back all of it. Throws TransferRefused. */
  reverseTransfer(transferId: string, idempotencyKey: string): Promise<TransferSnapshot>
}
