import { limits } from '../../../contract/limits.ts'
import { formatDecimal } from '../../../contract/money.ts'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { findUserById } from '../accounts/repository.ts'
import {
  findCurrentSubscription,
  findLatestSubscription,
  type SubscriptionRow,
  selectInvoices,
} from './repository.ts'
import { requireSubscriptions } from './require-subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

export async function getSubscription({ db, config }: Ports, viewer: Viewer): Promise<Subscription> {
  const user = await findUserById(db, viewer.id)
  const row = await findLatestSubscription(db, viewer.id)
  const { currency } = config
  return {
    plan: user?.plan ?? 'creator',
    state: !row || row.state === 'incomplete' ? 'none' : row.state,
    currentPeriodEnd: row?.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: row?.cancelAtPeriodEnd ?? false,
    gracePeriodEndsAt: row?.gracePeriodEndsAt?.toISOString() ?? null,
    confirmationUrl: row?.state === 'past_due' ? row.confirmationUrl : null,
    monthlyPrice: formatDecimal(limits.proMonthlyPriceAmount, currency),
    currency,
    invoices: (await selectInvoices(db, viewer.id)).map((invoice) => ({
      id: invoice.id,
      amount: formatDecimal(invoice.amount, invoice.currency),
      currency: invoice.currency,
      paidAt: invoice.paidAt.toISOString(),
    })),
  }
}

/** Reads the subscription at the provider; the page after payment calls it. */
export async function refreshSubscription(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const current = await findCurrentSubscription(ports.db, viewer.id)
  if (current?.providerSubscriptionId) await syncSubscription(ports, current.providerSubscriptionId)
  return getSubscription(ports, viewer)
}

/** Pro stays until the period ends. */
export async function cancelSubscription(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const { providerId } = await requirePaidSubscription(ports, viewer)
  await requireSubscriptions(ports).cancelAtPeriodEnd(providerId)
  await syncSubscription(ports, providerId)
  return getSubscription(ports, viewer)
}

export async function resumeSubscription(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const { providerId } = await requirePaidSubscription(ports, viewer)
  await requireSubscriptions(ports).resume(providerId)
  await syncSubscription(ports, providerId)
  return getSubscription(ports, viewer)
}

/** Synced first: a subscription that the provider has ended cannot be canceled or resumed. */
async function requirePaidSubscription(
  ports: Ports,
  viewer: Viewer,
): Promise<{ row: SubscriptionRow; providerId: string }> {
  const current = await findCurrentSubscription(ports.db, viewer.id)
  if (current?.providerSubscriptionId) await syncSubscription(ports, current.providerSubscriptionId)
  const row = await findCurrentSubscription(ports.db, viewer.id)
  if (!row?.providerSubscriptionId || row.state === 'incomplete')
    throw new AppError('conflict', 'You don’t have a Pro subscription.')
  return { row, providerId: row.providerSubscriptionId }
}
