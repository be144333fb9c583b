import { limits } from '../../../contract/limits.ts'
import { decimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator, type UserRow } from '../accounts/repository.ts'
import { takesSubscriptions } from './provider.ts'
import {
  attachProvider,
  insertSubscription,
  livingOf,
  newestOf,
  type SubscriptionRow,
  setCustomer,
} from './repository.ts'
import { settleSubscription } from './settle.ts'

const firstLook = 120_000

/**
 * Begins Pro, or goes on with what was begun and not paid. Our row comes first: whatever breaks off in between, the same
 * keys find the same customer and the same subscription.
 */
export async function startSubscription(ports: Ports, viewer: Viewer) {
  const { config, payments } = ports
  const subscriptions = takesSubscriptions(ports)
  await settleBegun(ports, viewer.id)
  const { row, owner } = await begin(ports, viewer.id)

  const customerId = await customerOf(ports, owner)
  const begun = await subscriptions.create({ userId: owner.id, customerId }, `sub:${owner.id}:${row.ordinal}`)
  await attachProvider(ports.db, row.id, begun.subscriptionId)
  return {
    clientSecret: begun.clientSecret,
    provider: payments.clientConfig(),
    amount: decimal(limits.proMonthlyPrice, config.currency),
    currency: config.currency,
  }
}

/** What was begun may have been paid, or have run out, since we last heard of it. */
async function settleBegun(ports: Ports, userId: string): Promise<void> {
  const living = await livingOf(ports.db, userId)
  if (living?.providerSubscriptionId) await settleSubscription(ports, living.providerSubscriptionId)
}

function begin(ports: Ports, userId: string): Promise<{ row: SubscriptionRow; owner: UserRow }> {
  const { db, clock, newId, payments } = ports
  return db.transaction(async (tx) => {
    const owner = await lockCreator(tx, userId)
    const living = await livingOf(tx, userId)
    if (living && living.state !== 'incomplete') throw new AppError('conflict', 'You are on Pro already.')
    if (living) return { row: living, owner }
    const now = clock.now()
    const row = await insertSubscription(tx, {
      id: newId(),
      userId,
      ordinal: ((await newestOf(tx, userId))?.ordinal ?? 0) + 1,
      provider: payments.id,
      state: 'incomplete',
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + firstLook),
    })
    return { row, owner }
  })
}

async function customerOf(ports: Ports, owner: UserRow): Promise<string> {
  if (owner.customerId) return owner.customerId
  const { customerId } = await takesSubscriptions(ports).createCustomer(
    { userId: owner.id, email: owner.email },
    `cus:${owner.id}`,
  )
  await setCustomer(ports.db, owner.id, customerId)
  return customerId
}
