import { formatDecimal } from '../../../../contract/money.ts'
import type { Subscription } from '../../../../contract/subscriptions.ts'
import { AppError } from '../../../../domain/errors.ts'
import { insertRows } from '../../../db/rows.ts'
import { subscriptions as subscriptionsTable } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { ProviderRefusedError } from '../../../ports/payment-provider.ts'
import type { SubscriptionCapability } from '../../../ports/subscriptions.ts'
import { planOf } from '../../people/accounts/plan.ts'
import { findUserById, lockCreator, type UserRow, updateUser } from '../../people/accounts/repository.ts'
import { attemptKey, countRefusals, rejectWhenRefused } from '../../telling/alerts/refusals.ts'
import { listInvoices } from './documents.ts'
import {
  findCurrentSubscription,
  findLatestSubscription,
  type SubscriptionRow,
  setProviderSubscriptionId,
} from './repository.ts'
import { requireSubscriptions, syncSubscription } from './sync.ts'
import { consentText, presentWithdrawal, withdrawFromPro } from './withdrawal.ts'

export async function getSubscription(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const { db, config, settings } = ports
  const user = await findUserById(db, viewer.id)
  const row = await findLatestSubscription(db, viewer.id)
  const isPaying = row?.state === 'active' || row?.state === 'past_due'
  const price = isPaying ? (row.monthlyPrice ?? settings.proPriceAmount()) : settings.proPriceAmount()
  const currency = (isPaying && row.priceCurrency) || config.currency
  return {
    plan: user ? planOf(user) : 'creator',
    state: !row || row.state === 'incomplete' ? 'none' : row.state,
    currentPeriodEnd: row?.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: row?.cancelAtPeriodEnd ?? false,
    gracePeriodEndsAt: row?.gracePeriodEndsAt?.toISOString() ?? null,
    confirmationUrl: row?.state === 'past_due' ? row.confirmationUrl : null,
    paymentUrl: row?.state === 'past_due' ? row.paymentUrl : null,
    monthlyPrice: price === undefined ? null : formatDecimal(price, currency),
    currency,
    withdrawal: await presentWithdrawal(ports, row),
    invoices: await listInvoices(ports, viewer),
  }
}

/** Reads the subscription at the provider; the page after payment calls it. */
export async function refreshSubscription(ports: Ports, viewer: Viewer): Promise<Subscription> {
  await syncCurrent(ports, viewer.id)
  return getSubscription(ports, viewer)
}

/** Ends Pro at once, with a refund. */
export async function withdraw(ports: Ports, viewer: Viewer): Promise<Subscription> {
  await syncCurrent(ports, viewer.id)
  await withdrawFromPro(ports, viewer)
  return getSubscription(ports, viewer)
}

/** Pro stays until the period ends. */
export async function cancelSubscription(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const providerId = await requirePaidSubscription(ports, viewer)
  await change(ports, viewer, (subscriptions) => subscriptions.cancelAtPeriodEnd(providerId))
  await syncSubscription(ports, providerId)
  return getSubscription(ports, viewer)
}

export async function resumeSubscription(ports: Ports, viewer: Viewer): Promise<Subscription> {
  const providerId = await requirePaidSubscription(ports, viewer)
  await change(ports, viewer, (subscriptions) => subscriptions.resume(providerId))
  await syncSubscription(ports, providerId)
  return getSubscription(ports, viewer)
}

/** The page of the provider on which the card of the next payments is replaced. */
export async function createCardPage(ports: Ports, viewer: Viewer): Promise<{ url: string }> {
  const subscriptionId = await requirePaidSubscription(ports, viewer)
  const { providerCustomerId: customerId } = (await findUserById(ports.db, viewer.id)) ?? {}
  if (!customerId) throw new AppError('conflict', 'You don’t have a Pro subscription.')
  const returnUrl = `${ports.config.publicUrl}/settings/plan?card=changed`
  return change(ports, viewer, (subscriptions) =>
    subscriptions.createCardPage({ subscriptionId, customerId, returnUrl }),
  )
}

const refusedMessage =
  'The card provider refused this. We’ve told the operator of this site. Your plan hasn’t changed.'

function change<Result>(
  ports: Ports,
  { id: userId }: Viewer,
  call: (subscriptions: SubscriptionCapability) => Promise<Result>,
): Promise<Result> {
  const subscriptions = requireSubscriptions(ports)
  return countRefusals(ports, { userId, what: 'A change of Pro' }, () => call(subscriptions)).catch(
    rejectWhenRefused(refusedMessage),
  )
}

/** Synced first: a subscription that the provider has ended cannot be canceled or resumed. */
async function requirePaidSubscription(ports: Ports, viewer: Viewer): Promise<string> {
  await syncCurrent(ports, viewer.id)
  const row = await findCurrentSubscription(ports.db, viewer.id)
  if (!row?.providerSubscriptionId || row.state === 'incomplete')
    throw new AppError('conflict', 'You don’t have a Pro subscription.')
  return row.providerSubscriptionId
}

const firstCheckDelayMs = 120_000

/**
 * Starts Pro, or resumes an unpaid subscription. Our row is inserted first: after any interruption the same
 * idempotency keys find the same customer and subscription.
 */
export async function startSubscription(ports: Ports, viewer: Viewer) {
  const { config, paymentProvider, settings } = ports
  const subscriptions = requireSubscriptions(ports)
  await endAttemptAtOtherPrice(ports, viewer.id)
  await syncCurrent(ports, viewer.id)
  const current = await findCurrentSubscription(ports.db, viewer.id)
  if (settings.proPriceAmount() === undefined && (!current || current.state === 'incomplete'))
    throw new AppError('not_found', 'Pro isn’t available on this site right now.')
  const { row, owner } = await findOrCreatePending(ports, viewer.id)

  const created = await countRefusals(
    ports,
    { userId: owner.id, what: 'A subscription to Pro' },
    async () => {
      const customerId = await ensureCustomer(ports, owner)
      const key = attemptKey(`sub:${owner.id}:${row.sequenceNumber}`, owner)
      return subscriptions.create({ userId: owner.id, customerId }, key)
    },
  )
    .catch(async (error: unknown) => {
      // A customer of another account at the provider, or a deleted one. The next attempt makes a new one.
      if (error instanceof ProviderRefusedError && error.code === 'resource_missing')
        await updateUser(ports.db, owner.id, { providerCustomerId: null })
      throw error
    })
    .catch(rejectWhenRefused(refusedMessage))
  const { subscriptionId, clientSecret, amount, currency } = created
  await setProviderSubscriptionId(ports.db, row.id, {
    providerSubscriptionId: subscriptionId,
    priceSource: config.proPriceSource ?? null,
    monthlyPrice: amount,
    priceCurrency: currency,
  })
  return {
    clientSecret,
    provider: paymentProvider.paymentFormConfig(),
    amount: formatDecimal(amount, currency),
    currency,
    consent: await consentText(ports, viewer.id),
  }
}

/**
 * The operator has set another price since an attempt that was not paid. That one is ended at the provider, so that it can't
 * be paid in another tab, and the next one begins at today's price.
 */
async function endAttemptAtOtherPrice(ports: Ports, userId: string): Promise<void> {
  const current = await findCurrentSubscription(ports.db, userId)
  if (current?.state !== 'incomplete' || !current.providerSubscriptionId) return
  if (current.priceSource === ports.config.proPriceSource) return
  const { providerSubscriptionId } = current
  // It may have been paid a moment ago.
  await syncSubscription(ports, providerSubscriptionId)
  const read = await findCurrentSubscription(ports.db, userId)
  if (read?.state !== 'incomplete' || read.providerSubscriptionId !== providerSubscriptionId) return
  await requireSubscriptions(ports).cancelNow(providerSubscriptionId)
  await syncSubscription(ports, providerSubscriptionId)
}

/** It may have been paid or have expired since the last read. */
async function syncCurrent(ports: Ports, userId: string): Promise<void> {
  const current = await findCurrentSubscription(ports.db, userId)
  if (current?.providerSubscriptionId) await syncSubscription(ports, current.providerSubscriptionId)
}

function findOrCreatePending(
  ports: Ports,
  userId: string,
): Promise<{ row: SubscriptionRow; owner: UserRow }> {
  const { db, clock, paymentProvider } = ports
  return db.transaction(async (tx) => {
    const owner = await lockCreator(tx, userId)
    const current = await findCurrentSubscription(tx, userId)
    if (current && current.state !== 'incomplete') throw new AppError('conflict', 'You’re already on Pro.')
    if (current) return { row: current, owner }
    const now = clock.now()
    const newest = await findLatestSubscription(tx, userId)
    const [row] = await insertRows(tx, subscriptionsTable, [
      {
        userId,
        sequenceNumber: (newest?.sequenceNumber ?? 0) + 1,
        provider: paymentProvider.id,
        state: 'incomplete',
        createdAt: now,
        nextCheckAt: new Date(now.getTime() + firstCheckDelayMs),
      },
    ])
    return { row, owner }
  })
}

async function ensureCustomer(ports: Ports, owner: UserRow): Promise<string> {
  if (owner.providerCustomerId) return owner.providerCustomerId
  const { customerId } = await requireSubscriptions(ports).createCustomer(
    { userId: owner.id, email: owner.email },
    attemptKey(`cus:${owner.id}`, owner),
  )
  await updateUser(ports.db, owner.id, { providerCustomerId: customerId })
  return customerId
}
