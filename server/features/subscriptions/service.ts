import { limits } from '../../../contract/limits.ts'
import { decimal } from '../../../contract/money.ts'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { userById } from '../accounts/repository.ts'
import { takesSubscriptions } from './provider.ts'
import { invoicesOf, livingOf, newestOf, type SubscriptionRow } from './repository.ts'
import { settleSubscription } from './settle.ts'

export async function showSubscription({ db, config }: Ports, viewer: Viewer): Promise<Subscription> {
  const user = await userById(db, viewer.id)
  const row = await newestOf(db, viewer.id)
  const { currency } = config
  return {
    plan: user?.plan ?? 'creator',
    state: !row || row.state === 'incomplete' ? 'none' : row.state,
    currentPeriodEnd: row?.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: row?.cancelAtPeriodEnd ?? false,
    graceUntil: row?.graceUntil?.toISOString() ?? null,
    monthlyPrice: decimal(limits.proMonthlyPrice, currency),
    currency,
    invoices: (await invoicesOf(db, viewer.id)).map((invoice) => ({
      id: invoice.id,
      amount: decimal(invoice.amount, invoice.currency),
      currency: invoice.currency,
      paidAt: invoice.paidAt.toISOString(),
    })),
  }
}

/** Reads the subscription again at the provider: the page after paying asks, and whoever doubts. */
export async function refreshSubscription(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const living = await livingOf(ports.db, viewer.id)
  if (living?.providerSubscriptionId) await settleSubscription(ports, living.providerSubscriptionId)
  return showSubscription(ports, viewer)
}

/** Pro stays on until the period ends. */
export async function endPro(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const { providerId } = await paidFor(ports, viewer)
  await takesSubscriptions(ports).cancelAtPeriodEnd(providerId)
  await settleSubscription(ports, providerId)
  return showSubscription(ports, viewer)
}

export async function resumePro(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const { providerId } = await paidFor(ports, viewer)
  await takesSubscriptions(ports).resume(providerId)
  await settleSubscription(ports, providerId)
  return showSubscription(ports, viewer)
}

/** Settled first: what the provider has ended since cannot be cancelled or resumed. */
async function paidFor(ports: Ports, viewer: Viewer): Promise<{ row: SubscriptionRow; providerId: string }> {
  const living = await livingOf(ports.db, viewer.id)
  if (living?.providerSubscriptionId) await settleSubscription(ports, living.providerSubscriptionId)
  const row = await livingOf(ports.db, viewer.id)
  if (!row?.providerSubscriptionId || row.state === 'incomplete')
    throw new AppError('conflict', 'There is no Pro subscription to change.')
  return { row, providerId: row.providerSubscriptionId }
}
