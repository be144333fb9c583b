import { limits } from '../../../contract/limits.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator, type UserRow } from '../accounts/repository.ts'
import {
  findCurrentSubscription,
  findLatestSubscription,
  insertSubscription,
  type SubscriptionRow,
  setCustomer,
  setProviderSubscriptionId,
} from './repository.ts'
import { requireSubscriptions } from './require-subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

const firstCheckDelayMs = 120_000

/**
 * Starts Pro, or resumes an unpaid subscription. Our row is inserted first: after any interruption the same
 * idempotency keys find the same customer and subscription.
 */
export async function startSubscription(ports: Ports, viewer: Viewer) {
  const { config, paymentProvider } = ports
  const subscriptions = requireSubscriptions(ports)
  await syncPending(ports, viewer.id)
  const { row, owner } = await findOrCreatePending(ports, viewer.id)

  const customerId = await ensureCustomer(ports, owner)
  const created = await subscriptions.create(
    { userId: owner.id, customerId },
    `sub:${owner.id}:${row.sequenceNumber}`,
  )
  await setProviderSubscriptionId(ports.db, row.id, created.subscriptionId)
  return {
    clientSecret: created.clientSecret,
    provider: paymentProvider.paymentFormConfig(),
    amount: formatDecimal(limits.proMonthlyPriceAmount, config.currency),
    currency: config.currency,
  }
}

/** The pending subscription may have been paid or have expired since the last read. */
async function syncPending(ports: Ports, userId: string): Promise<void> {
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
    const row = await insertSubscription(tx, {
      userId,
      sequenceNumber: ((await findLatestSubscription(tx, userId))?.sequenceNumber ?? 0) + 1,
      provider: paymentProvider.id,
      state: 'incomplete',
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + firstCheckDelayMs),
    })
    return { row, owner }
  })
}

async function ensureCustomer(ports: Ports, owner: UserRow): Promise<string> {
  if (owner.providerCustomerId) return owner.providerCustomerId
  const { customerId } = await requireSubscriptions(ports).createCustomer(
    { userId: owner.id, email: owner.email },
    `cus:${owner.id}`,
  )
  await setCustomer(ports.db, owner.id, customerId)
  return customerId
}
