import type Stripe from 'stripe'
import type { AccountRestriction } from '../../../contract/payouts.ts'
import type { AccountRequest, AccountSnapshot } from '../../ports/connect.ts'
import { isPermissionError, StripeApiError, unwrapRefusals, unwrapStripeErrors } from './errors.ts'
import { keyWithParameters } from './idempotency.ts'

type Account = Stripe.V2.Core.Account

/**
 * Recipients by Stripe's Accounts v2: they get transfers, and the platform pays Stripe's fees and bears losses. Source:
 * docs.stripe.com/connect/accounts-v2 and the types of stripe 23.1.
 */
export async function createRecipient(
  client: Stripe,
  { userId, email, country }: AccountRequest,
  idempotencyKey: string,
): Promise<{ accountId: string }> {
  const account = {
    contact_email: email,
    dashboard: 'express' as const,
    identity: { country },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: {
      responsibilities: { fees_collector: 'application' as const, losses_collector: 'application' as const },
    },
    metadata: { user: userId },
  }
  const { id } = await unwrapRefusals(
    client.v2.core.accounts.create(account, { idempotencyKey: keyWithParameters(idempotencyKey, account) }),
  )
  return { accountId: id }
}

/** Undefined for an account of the earlier kind, which is read by the earlier API. */
export async function readRecipient(client: Stripe, accountId: string): Promise<AccountSnapshot | undefined> {
  try {
    const account = await unwrapStripeErrors(
      client.v2.core.accounts.retrieve(accountId, {
        include: ['configuration.recipient', 'defaults', 'identity', 'requirements'],
      }),
    )
    return account.closed ? disconnected(accountId) : snapshotOf(account)
  } catch (error) {
    if (isEarlierAccount(error)) return undefined
    if (isPermissionError(error) || codeOf(error) === 'v2_account_disconnected_from_platform')
      return disconnected(accountId)
    throw error
  }
}

type Urls = { returnUrl: string; refreshUrl: string }

/** Undefined for an account of the earlier kind. */
export async function createRecipientLink(
  client: Stripe,
  account: string,
  { returnUrl, refreshUrl }: Urls,
): Promise<{ url: string } | undefined> {
  const onboarding = {
    configurations: ['recipient' as const],
    return_url: returnUrl,
    refresh_url: refreshUrl,
  }
  try {
    const { url } = await unwrapRefusals(
      client.v2.core.accountLinks.create({
        account,
        use_case: { type: 'account_onboarding', account_onboarding: onboarding },
      }),
    )
    return { url }
  } catch (error) {
    if (isEarlierAccount(error instanceof Error ? error.cause : error)) return undefined
    throw error
  }
}

/** Stripe's codes for an account that was made by the earlier API. */
const earlierAccountCodes = ['v1_account_instead_of_v2_account', 'account_not_yet_compatible_with_v2']

function isEarlierAccount(error: unknown): boolean {
  return earlierAccountCodes.includes(codeOf(error) ?? '')
}

function codeOf(error: unknown): string | undefined {
  return error instanceof StripeApiError ? error.code : undefined
}

function disconnected(accountId: string): AccountSnapshot {
  return {
    accountId,
    detailsSubmitted: false,
    payoutsEnabled: false,
    requirementsDue: 'This account is no longer connected.',
    restriction: 'disconnected',
  }
}

/** Who has finished onboarding has accepted Stripe's terms; there is no field that says so. */
function snapshotOf(account: Account): AccountSnapshot {
  const { stripe_transfers: transfers } = balanceOf(account) ?? {}
  const hasAccepted = Boolean(account.identity?.attestations?.terms_of_service?.account?.date)
  const detailsSubmitted = hasAccepted || transfers?.status === 'active'
  const restriction = detailsSubmitted ? restrictionOf(account) : undefined
  const due = dueFrom(account)
  const currency = account.defaults?.currency
  return {
    accountId: account.id,
    detailsSubmitted,
    payoutsEnabled: detailsSubmitted && restriction === undefined,
    requirementsDue: due.length > 0 ? due.join(', ') : reasonsOf(account).join(', ') || undefined,
    ...(restriction && { restriction }),
    ...(currency && { payoutCurrency: currency.toUpperCase() }),
  }
}

function balanceOf({ configuration }: Account) {
  return configuration?.recipient?.capabilities?.stripe_balance
}

/** What the creator has to provide now, in Stripe's terms. */
function dueFrom({ requirements }: Account): Array<string> {
  const entries = requirements?.entries ?? []
  return entries
    .filter((entry) => entry.awaiting_action_from === 'user')
    .filter(({ minimum_deadline: { status } }) => status === 'currently_due' || status === 'past_due')
    .map(({ description }) => description)
}

/** Why transfers or payouts of the account to its bank are not active. */
function reasonsOf(account: Account): Array<string> {
  const { stripe_transfers: transfers, payouts } = balanceOf(account) ?? {}
  return [...(transfers?.status_details ?? []), ...(payouts?.status_details ?? [])].map(({ code }) => code)
}

const bankPattern = /external_account|payout_method|outbound_destination/

/** Payouts of the account to its bank are checked too, or the money would stay there. */
function restrictionOf(account: Account): AccountRestriction | undefined {
  const { stripe_transfers: transfers, payouts } = balanceOf(account) ?? {}
  const isReceiving = transfers?.status === 'active'
  if (isReceiving && (payouts === undefined || payouts.status === 'active')) return undefined
  const reasons = reasonsOf(account)
  if (reasons.some((code) => code.startsWith('rejected_'))) return 'rejected'
  const due = dueFrom(account)
  if (due.length > 0)
    return due.every((one) => bankPattern.test(one)) ? 'bank_account_missing' : 'details_missing'
  if (reasons.includes('requirements_past_due')) return 'details_missing'
  const isUnsupported = transfers === undefined || transfers.status === 'unsupported'
  return isUnsupported ? 'transfers_inactive' : 'in_review'
}
