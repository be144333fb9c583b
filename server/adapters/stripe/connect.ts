import type Stripe from 'stripe'
import {
  type AccountSnapshot,
  type ConnectCapability,
  OnboardingUnfinished,
  TransferRefused,
  type TransferSnapshot,
} from '../../ports/connect.ts'
import type { Desk } from './desk.ts'
import { answerOf, isForbidden, isRefusal } from './faults.ts'

/** Express accounts by their controller's properties: the platform pays Stripe's fees and bears losses. */
export function connect({ client }: Desk): ConnectCapability {
  const getAccount = async (accountId: string) =>
    accountSnapshot(await findAccount(client, accountId), accountId)
  const getTransfer = async (id: string) => transferSnapshot(await answerOf(client.transfers.retrieve(id)))

  return {
    async createAccount({ userId, email }, idempotencyKey) {
      const { id } = await answerOf(
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

    async onboardingLink(account, { returnUrl, refreshUrl }) {
      const urls = { return_url: returnUrl, refresh_url: refreshUrl }
      const { url } = await answerOf(
        client.accountLinks.create({ account, type: 'account_onboarding', ...urls }),
      )
      return { url }
    },

    async dashboardLink(accountId) {
      const { detailsSubmitted } = await getAccount(accountId)
      if (!detailsSubmitted)
        throw new OnboardingUnfinished('This account has no dashboard before it is set up')
      const { url } = await answerOf(client.accounts.createLoginLink(accountId))
      return { url }
    },

    async transfer({ payoutId, accountId, amount, currency }, idempotencyKey) {
      const order = {
        amount,
        currency: currency.toLowerCase(),
        destination: accountId,
        metadata: { payout: payoutId },
      }
      const made = await answerOf(client.transfers.create(order, { idempotencyKey })).catch(refused)
      return transferSnapshot(made)
    },

    getTransfer,

    async reverseTransfer(transferId, idempotencyKey) {
      await answerOf(client.transfers.createReversal(transferId, {}, { idempotencyKey })).catch(refused)
      return getTransfer(transferId)
    },
  }
}

/** Undefined once the creator has cut the account off from ours. */
async function findAccount(client: Stripe, id: string): Promise<Stripe.Account | undefined> {
  return answerOf(client.accounts.retrieve(id)).catch((error: unknown) => {
    if (isForbidden(error)) return undefined
    throw error
  })
}

function accountSnapshot(account: Stripe.Account | undefined, accountId: string): AccountSnapshot {
  if (!account) {
    const restricted = 'This account is no longer connected.'
    return { accountId, detailsSubmitted: false, payoutsEnabled: false, restricted }
  }
  return {
    accountId,
    detailsSubmitted: account.details_submitted,
    payoutsEnabled: account.payouts_enabled,
    restricted: restrictionOf(account.requirements),
  }
}

/** Why payouts are held, else what Stripe still asks for, in Stripe's words. */
function restrictionOf(requirements: Stripe.Account['requirements']): string | undefined {
  if (!requirements) return undefined
  const due = requirements.currently_due ?? []
  return requirements.disabled_reason ?? (due.length > 0 ? due.join(', ') : undefined)
}

/** A transfer has no states of its own: it is made at once, and may come back in parts. */
function transferSnapshot({ id, amount, amount_reversed, reversed }: Stripe.Transfer): TransferSnapshot {
  return {
    transferId: id,
    amount,
    state: reversed ? 'reversed' : 'paid',
    amountReversed: amount_reversed,
  }
}

function refused(error: unknown): never {
  if (isRefusal(error) && error instanceof Error) throw new TransferRefused(error.message)
  throw error
}
