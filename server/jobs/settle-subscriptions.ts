import { takesSubscriptions } from '../features/subscriptions/provider.ts'
import { claimDue, ownerless, type SubscriptionRow } from '../features/subscriptions/repository.ts'
import { settleSubscription } from '../features/subscriptions/settle.ts'
import type { Ports } from '../ports/index.ts'

const batch = 50

/** Reads subscriptions again that nobody told us of, and cancels those whose account was deleted. */
export async function settleSubscriptions(ports: Ports): Promise<void> {
  const { db, payments, clock } = ports
  if (!payments.subscriptions) return
  for (const row of await claimDue(db, clock.now(), batch)) await look(ports, row)
  for (const row of await ownerless(db)) await cancel(ports, row)
}

async function look(ports: Ports, { id, providerSubscriptionId }: SubscriptionRow): Promise<void> {
  if (!providerSubscriptionId) return
  await settleSubscription(ports, providerSubscriptionId).catch((error: unknown) => {
    ports.log.error({ err: error, subscriptionId: id }, 'a subscription could not be read; it is read again')
  })
}

async function cancel(ports: Ports, { id, providerSubscriptionId }: SubscriptionRow): Promise<void> {
  if (!providerSubscriptionId) return
  try {
    await takesSubscriptions(ports).cancelAtPeriodEnd(providerSubscriptionId)
    await settleSubscription(ports, providerSubscriptionId)
  } catch (error) {
    ports.log.error({ err: error, subscriptionId: id }, 'a subscription without an owner could not be ended')
  }
}
