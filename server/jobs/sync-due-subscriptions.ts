import {
  claimDueSubscriptions,
  type SubscriptionRow,
  selectOrphanedSubscriptions,
} from '../features/subscriptions/repository.ts'
import { requireSubscriptions } from '../features/subscriptions/require-subscriptions.ts'
import { syncSubscription } from '../features/subscriptions/sync-subscription.ts'
import type { Ports } from '../ports/index.ts'

const batchSize = 50

/** Reads subscriptions without recent webhooks again, and cancels those of deleted accounts. */
export async function syncDueSubscriptions(ports: Ports): Promise<void> {
  const { db, paymentProvider, clock } = ports
  if (!paymentProvider.subscriptions) return
  for (const row of await claimDueSubscriptions(db, clock.now(), batchSize)) await syncOrLog(ports, row)
  for (const row of await selectOrphanedSubscriptions(db)) await cancelOrphaned(ports, row)
}

async function syncOrLog(ports: Ports, { id, providerSubscriptionId }: SubscriptionRow): Promise<void> {
  if (!providerSubscriptionId) return
  await syncSubscription(ports, providerSubscriptionId).catch((error: unknown) => {
    ports.log.error({ err: error, subscriptionId: id }, 'subscription could not be synced, will retry')
  })
}

async function cancelOrphaned(ports: Ports, { id, providerSubscriptionId }: SubscriptionRow): Promise<void> {
  if (!providerSubscriptionId) return
  try {
    await requireSubscriptions(ports).cancelAtPeriodEnd(providerSubscriptionId)
    await syncSubscription(ports, providerSubscriptionId)
  } catch (error) {
    ports.log.error(
      { err: error, subscriptionId: id },
      'subscription of a deleted account could not be canceled',
    )
  }
}
