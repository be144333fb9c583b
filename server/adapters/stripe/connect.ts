import type Stripe from 'stripe'
import {
  type ConnectCapability,
  OnboardingIncompleteError,
  type TransferSnapshot,
} from '../../ports/connect.ts'
import { accountSnapshot } from './account-snapshot.ts'
import type { StripeContext } from './context.ts'
import { isPermissionError, unwrapStripeErrors } from './errors.ts'
import { getBalance, getPlatformPayout } from './platform-balance.ts'
import { throwTransferError } from './transfer-errors.ts'

/** Express accounts by controller properties: the platform pays Stripe's fees and bears losses. */
export function connect(context: StripeContext): ConnectCapability {
  const { client } = context
  const getAccount = async (accountId: string) =>
    accountSnapshot(await findAccount(client, accountId), accountId)
  const getTransfer = async (id: string) =>
    transferSnapshot(await unwrapStripeErrors(client.transfers.retrieve(id)))

  return {
    async createAccount({ userId, email, country }, idempotencyKey) {
      const { id } = await unwrapStripeErrors(
        client.accounts.create(
          {
            email,
            country,
            controller: {
              stripe_dashboard: { type: 'express' },
              fees: { payer: 'application' },
              losses: { payments: 'application' },
            },
            capabilities: { transfers: { requested: true } },
            // Stripe transfers across borders only to accounts under the full agreement.
            tos_acceptance: { service_agreement: 'full' },
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
