import type Stripe from 'stripe'
import { dictionary } from '../../../contract/dictionary.ts'
import type { AccountRestriction } from '../../../contract/payouts.ts'
import {
  type AccountRequest,
  type AccountSnapshot,
  type ConnectCapability,
  OnboardingIncompleteError,
  type PlatformBalance,
  type PlatformPayoutSnapshot,
  TransferDeferredError,
  TransferFailedError,
  type TransferRejection,
  type TransferSnapshot,
} from '../../ports/connect.ts'
import { ProviderUnavailableError, TooManyCallsError } from '../../ports/payment-provider.ts'
import { createRecipient, createRecipientLink, readRecipient } from './accounts-v2.ts'
import type { StripeContext } from './client.ts'
import {
  isInvalidRequest,
  isPermissionError,
  StripeApiError,
  unwrapRefusals,
  unwrapStripeErrors,
} from './errors.ts'
import { keyWithParameters } from './idempotency.ts'

/**
 * Accounts of creators with Stripe's own onboarding and dashboard: recipients by Accounts v2, or Express accounts by the earlier
 * API where the settings say so. Accounts that were made by the earlier one go on working with either. The platform pays Stripe's
 * fees and bears losses.
 */
export function connect(context: StripeContext): ConnectCapability {
  const { client } = context
  const isV2 = context.accounts === 'v2'
  const getAccount = async (accountId: string) =>
    (isV2 && (await readRecipient(client, accountId))) ||
    accountSnapshot(await findAccount(client, accountId), accountId)
  const getTransfer = async (id: string) =>
    transferSnapshot(await unwrapStripeErrors(client.transfers.retrieve(id)))

  return {
    createAccount: (request, idempotencyKey) =>
      isV2
        ? createRecipient(client, request, idempotencyKey)
        : createExpressAccount(client, request, idempotencyKey),

    getAccount,

    async createOnboardingLink(account, { returnUrl, refreshUrl }) {
      const link = isV2 && (await createRecipientLink(client, account, { returnUrl, refreshUrl }))
      if (link) return link
      const urls = { return_url: returnUrl, refresh_url: refreshUrl }
      const { url } = await unwrapRefusals(
        client.accountLinks.create({ account, type: 'account_onboarding', ...urls }),
      )
      return { url }
    },

    async createDashboardLink(accountId) {
      const { detailsSubmitted } = await getAccount(accountId)
      if (!detailsSubmitted)
        throw new OnboardingIncompleteError('This account has no dashboard until onboarding is complete')
      const { url } = await unwrapRefusals(client.accounts.createLoginLink(accountId))
      return { url }
    },

    async createTransfer({ payoutId, runId, accountId, amount, currency }, idempotencyKey) {
      const params = {
        amount,
        currency: currency.toLowerCase(),
        destination: accountId,
        transfer_group: `run_${runId}`,
        metadata: { payout: payoutId },
      }
      const transfer = await unwrapStripeErrors(client.transfers.create(params, { idempotencyKey })).catch(
        throwTransferError,
      )
      return transferSnapshot(transfer)
    },

    getTransfer,

    async reverseTransfer(transferId, idempotencyKey) {
      await unwrapStripeErrors(client.transfers.createReversal(transferId, {}, { idempotencyKey })).catch(
        throwTransferError,
      )
      return getTransfer(transferId)
    },

    getBalance: () => getBalance(context),
    getPlatformPayout: (payoutId) => getPlatformPayout(context, payoutId),
  }
}

async function createExpressAccount(
  client: Stripe,
  { userId, email, country }: AccountRequest,
  idempotencyKey: string,
): Promise<{ accountId: string }> {
  const account = {
    email,
    country,
    controller: {
      stripe_dashboard: { type: 'express' as const },
      fees: { payer: 'application' as const },
      losses: { payments: 'application' as const },
    },
    capabilities: { transfers: { requested: true } },
    // Stripe transfers across borders only to accounts under the full agreement.
    tos_acceptance: { service_agreement: 'full' },
    metadata: { user: userId },
  }
  const { id } = await unwrapRefusals(
    client.accounts.create(account, { idempotencyKey: keyWithParameters(idempotencyKey, account) }),
  )
  return { accountId: id }
}

/** Undefined when the creator has disconnected the account. */
async function findAccount(client: Stripe, id: string): Promise<Stripe.Account | undefined> {
  return unwrapStripeErrors(client.accounts.retrieve(id)).catch((error: unknown) => {
    if (isPermissionError(error)) return undefined
    throw error
  })
}

/** A transfer has no states: it is made at once and may be reversed in parts. */
function transferSnapshot({ id, amount, amount_reversed, reversed }: Stripe.Transfer): TransferSnapshot {
  return {
    transferId: id,
    amount,
    state: reversed ? 'reversed' : 'paid',
    amountReversed: amount_reversed,
  }
}

/** An account as we read it; undefined when the creator has disconnected it. */
function accountSnapshot(account: Stripe.Account | undefined, accountId: string): AccountSnapshot {
  if (!account)
    return {
      accountId,
      detailsSubmitted: false,
      payoutsEnabled: false,
      requirementsDue: 'This account is no longer connected.',
      restriction: 'disconnected',
    }
  const { details_submitted: detailsSubmitted, default_currency: currency } = account
  const restriction = detailsSubmitted ? restrictionOf(account) : undefined
  return {
    accountId,
    detailsSubmitted,
    payoutsEnabled: detailsSubmitted && restriction === undefined,
    requirementsDue: requirementsDueText(account.requirements),
    ...(restriction && { restriction }),
    ...(currency && { payoutCurrency: currency.toUpperCase() }),
  }
}

/** Transfers need the capability. Payouts of the account to its bank are checked too, or the money would stay there. */
function restrictionOf(account: Stripe.Account): AccountRestriction | undefined {
  const isReceiving = account.capabilities?.transfers === 'active'
  if (isReceiving && account.payouts_enabled) return undefined
  const { disabled_reason: reason, currently_due: due } = account.requirements ?? {}
  if (reason?.startsWith('rejected.') || reason === 'listed') return 'rejected'
  if (due?.length === 1 && due[0] === 'external_account') return 'bank_account_missing'
  if (due && due.length > 0) return 'details_missing'
  if (reason === 'requirements.pending_verification') return 'in_review'
  if (!isReceiving && account.capabilities?.transfers !== 'pending') return 'transfers_inactive'
  return 'in_review'
}

/** Why payouts are disabled, or else what Stripe still requires, in Stripe's terms. */
function requirementsDueText(requirements: Stripe.Account['requirements']): string | undefined {
  if (!requirements) return undefined
  const due = requirements.currently_due ?? []
  return requirements.disabled_reason ?? (due.length > 0 ? due.join(', ') : undefined)
}

/** Transfers are made from the available balance in their own currency. Stripe converts no other balance for them. */
async function getBalance({ client, currency }: StripeContext): Promise<PlatformBalance> {
  const { available, pending } = await unwrapStripeErrors(client.balance.retrieve())
  const code = currency.toLowerCase()
  const amountIn = (sums: Array<{ currency: string; amount: number }>) =>
    sums.find((sum) => sum.currency === code)?.amount ?? 0
  return {
    available: amountIn(available),
    pending: amountIn(pending),
    otherCurrencies: available
      .filter((sum) => sum.currency !== code && sum.amount > 0)
      .map((sum) => sum.currency.toUpperCase()),
  }
}

async function getPlatformPayout(
  { client }: StripeContext,
  payoutId: string,
): Promise<PlatformPayoutSnapshot> {
  const payout = await unwrapStripeErrors(client.payouts.retrieve(payoutId))
  const { id, amount, currency, status, failure_code: code, failure_message: message } = payout
  const failure = code ? { code, message: message ?? 'The bank gave no reason.' } : undefined
  return {
    payoutId: id,
    amount,
    currency: currency.toUpperCase(),
    state: payoutState(status),
    ...(failure && { failure }),
  }
}

function payoutState(status: Stripe.Payout['status']): PlatformPayoutSnapshot['state'] {
  switch (status) {
    case 'paid':
    case 'failed':
      return status
    // A person at Stripe canceled it, so nothing failed.
    case 'canceled':
    case 'in_transit':
    case 'pending':
      return 'pending'
    default:
      return 'unknown'
  }
}

/**
 * For `catch` of a transfer: throws TransferDeferredError when Stripe may make it later, TransferFailedError when it
 * never will, and any other error unchanged. Stripe repeats a stored answer for a used key. It stores `no`, also for a
 * balance that is too small, but nothing for a request that it limited or that met another one.
 */
function throwTransferError(error: unknown): never {
  if (error instanceof TooManyCallsError)
    throw new TransferDeferredError(error.message, { reason: 'provider_busy', code: error.name })
  const stripeError = error instanceof ProviderUnavailableError ? error.cause : error
  if (!(stripeError instanceof StripeApiError)) throw error
  const { type, code, status, message } = stripeError
  if (code === 'balance_insufficient') throw deferred(stripeError, 'balance_insufficient')
  if (status === 429 || code === 'lock_timeout' || code === 'idempotency_key_in_use')
    throw deferred(stripeError, 'provider_busy')
  if (code === 'account_invalid') throw new TransferFailedError(message, { rejection: 'disconnected', code })
  // Our key is wrong or may not transfer, which an operator can change.
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError')
    throw deferred(stripeError, 'provider_unavailable')
  if (isInvalidRequest(stripeError))
    throw new TransferFailedError(message, { rejection: rejectionOf(stripeError), code: code ?? type })
  throw error
}

function deferred(
  { message, code, type }: StripeApiError,
  reason: TransferDeferredError['reason'],
): TransferDeferredError {
  return new TransferDeferredError(message, { reason, code: code ?? type })
}

const rejectionByCode: Record<string, TransferRejection> = dictionary({
  insufficient_capabilities_for_transfer: 'transfers_inactive',
  capability_not_active: 'transfers_inactive',
  storer_capability_not_active: 'transfers_inactive',
  account_closed: 'account_restricted',
  payouts_not_allowed: 'account_restricted',
  resource_missing: 'disconnected',
  country_unsupported: 'country',
  country_code_invalid: 'country',
})

/** Stripe has no code for a transfer across a border that it does not serve, only a sentence. */
const countryPattern = /accounts located in|different (country|region)|cross-border/i

function rejectionOf({ code = '', param, message }: StripeApiError): TransferRejection {
  const byCode = Object.hasOwn(rejectionByCode, code) ? rejectionByCode[code] : undefined
  if (byCode) return byCode
  if (countryPattern.test(message)) return 'country'
  return param === 'currency' ? 'currency' : 'other'
}
