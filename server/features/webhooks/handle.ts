import type { Ports } from '../../ports/index.ts'
import type { WebhookEventRef } from '../../ports/payment-provider.ts'
import { syncConnectAccount } from '../payouts/connect-account.ts'
import { sendWaitingTransfers } from '../payouts/retry-transfers.ts'
import { syncTransfer } from '../payouts/send-transfer.ts'
import { syncPlatformPayout } from '../payouts/sync-platform-payout.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'
import { syncSubscription } from '../subscriptions/sync-subscription.ts'
import { markProcessed } from './repository.ts'

/**
 * Reads the object of an event again, and marks the event as processed. Throws when the object cannot be read or
 * settled.
 */
export async function handleEvent(ports: Ports, event: WebhookEventRef): Promise<void> {
  if (event.objectType === 'payment' || event.objectType === 'refund' || event.objectType === 'dispute') {
    await settlePurchase(ports, event.objectId)
  }
  if (event.objectType === 'subscription') await syncSubscription(ports, event.objectId)
  if (event.objectType === 'account') await syncConnectAccount(ports, event.objectId)
  if (event.objectType === 'payout') await syncTransfer(ports, event.objectId)
  if (event.objectType === 'platform_payout') await syncPlatformPayout(ports, event.objectId)
  if (event.objectType === 'balance') await sendWaitingTransfers(ports)
  await markProcessed(ports.db, ports.paymentProvider.id, event.eventId, ports.clock.now())
}
