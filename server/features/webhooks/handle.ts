import type { Ports } from '../../ports/index.ts'
import type { EventPointer } from '../../ports/payment-provider.ts'
import { readAccount } from '../payouts/connect.ts'
import { readTransfer } from '../payouts/transfers.ts'
import { settlePurchase } from '../purchases/settle.ts'
import { settleSubscription } from '../subscriptions/settle.ts'
import { markHandled } from './repository.ts'

/** Reads again what an event points at, and marks the event as handled. Throws when the object cannot be read or settled. */
export async function handleEvent(ports: Ports, event: EventPointer): Promise<void> {
  if (event.about === 'payment' || event.about === 'refund' || event.about === 'dispute') {
    await settlePurchase(ports, event.objectId)
  }
  if (event.about === 'subscription') await settleSubscription(ports, event.objectId)
  if (event.about === 'account') await readAccount(ports, event.objectId)
  if (event.about === 'payout') await readTransfer(ports, event.objectId)
  await markHandled(ports.db, ports.payments.id, event.eventId, ports.clock.now())
}
