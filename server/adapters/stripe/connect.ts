import type Stripe from 'stripe'
import {
  type AccountSnapshot,
  type ConnectCapability,
  OnboardingIncompleteError,
  TransferFailedError,
  type TransferSnapshot,
} from '../../ports/connect.ts'
import type { StripeContext } from './context.ts'
import { isInvalidRequest, isPermissionError, unwrapStripeErrors } from './errors.ts'

/** Express accounts by controller properties: the platform pays Stripe's fees and bears losses. */
export function connect({ client }: StripeContext): ConnectCapability {
  const getAccount = async (accountId: string) =>
    accountSnapshot(await findAccount(client, accountId), accountId)
  const getTransfer = async (id: string) =>
    transferSnapshot(await unwrapStripeErrors(client.transfers.retrieve(id)))

  return {
    async createAccount({ userId, email }, idempotencyKey) {
      const { id } = await unwrapStripeErrors(
        client.accounts.create(
          {
            email,
            controller: {
              stripe_dashboard: { type: 'express' },
              fees: { payer: 'application' },
              losses: { payments: 'application' },
            },
            capabilities: { transfers: { requested: true } },
            metadata: { user: userId },
          },
          { idempotencyKey },
        ),
      )
      return { accountId: id }
    },

    getAccount,

    async createOnboardingLink(account, { returnUrl, refreshUrl }) {
      const urls = { return_url: returnUrl, refresh_url: refreshUrl }
      const { url } = await unwrapStripeErrors(
        client.accountLinks.create({ account, type: 'account_onboarding', ...urls }),
      )
      return { url }
    },

    async createDashboardLink(accountId) {
      const { detailsSubmitted } = await getAccount(accountId)
      if (!detailsSubmitted)
        throw new OnboardingIncompleteError('This account has no dashboard until onboarding is complete')
      const { url } = await unwrapStripeErrors(client.accounts.createLoginLink(accountId))
      return { url }
    },

    async createTransfer({ payoutId, accountId, amount, currency }, idempotencyKey) {
      const params = {
        amount,
        currency: currency.toLowerCase(),
        destination: accountId,
        metadata: { payout: payoutId },
      }
      const transfer = await unwrapStripeErrors(client.transfers.create(params, { idempotencyKey })).catch(
        throwTransferFailed,
      )
      return transferSnapshot(transfer)
    },

    getTransfer,

    async reverseTransfer(transferId, idempotencyKey) {
      await unwrapStripeErrors(client.transfers.createReversal(transferId, {}, { idempotencyKey })).catch(
        throwTransferFailed,
      )
      return getTransfer(transferId)
    },
  }
}

/** Undefined when the creator has disconnected the account. */
async function findAccount(client: Stripe, id: string): Promise<Stripe.Account | undefined> {
  return unwrapStripeErrors(client.accounts.retrieve(id)).catch((error: unknown) => {
    if (isPermissionError(error)) return undefined
    throw error
  })
}

function accountSnapshot(account: Stripe.Account | undefined, accountId: string): AccountSnapshot {
  if (!account) {
    const requirementsDue = 'This account is no longer connected.'
    return { accountId, detailsSubmitted: false, payoutsEnabled: false, requirementsDue }
  }
  return {
    accountId,
    detailsSubmitted: account.details_submitted,
    payoutsEnabled: account.payouts_enabled,
    requirementsDue: requirementsDueText(account.requirements),
  }
}

/** Why payouts are disabled, or else what Stripe still requires, in Stripe's terms. */
function requirementsDueText(requirements: Stripe.Account['requirements']): string | undefined {
  if (!requirements) return undefined
  const due = requirements.currently_due ?? []
  return requirements.disabled_reason ?? (due.length > 0 ? due.join(', ') : undefined)
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

function throwTransferFailed(error: unknown): never {
  if (isInvalidRequest(error) && error instanceof Error) throw new TransferFailedError(error.message)
  throw error
}
