import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { domainEvents } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'

type Sale = { purchaseId: number; orderNumber: number; contentId: number }
type Refund = Sale & { refundId: number; amount: number }
type Dispute = Sale & { disputeId: number; amount: number }

/**
 * What each event says. Amounts are in minor units of the site's currency. Events are kept for ever, also when a person's
 * data is erased, so a payload has numbers, booleans and fixed words only: never an address, a name or a message.
 */
export type EventData = {
  'sale.created': Sale & { amount: number }
  'sale.refunded': Refund & { isFull: boolean }
  'sale.refund_returned': Refund
  'sale.disputed': Dispute & { state: 'inquiry' | 'open' }
  'sale.dispute_closed': Dispute & { state: 'won' | 'lost' }
  'access.revoked': Sale & { by: 'creator' | 'admin' }
  'access.restored': Sale & { by: 'creator' | 'admin' }
  'payout.paid': { payoutId: number; amount: number }
  'payout.returned': { payoutId: number; amount: number }
  'follower.confirmed': { followerId: number }
  'item.published': { contentId: number }
  'item.unpublished': { contentId: number }
}

export type NewEvent = {
  [Type in keyof EventData]: {
    type: Type
    creatorId: string
    /** Like `purchase/123`. */
    subject: string
    payload: OnlyFacts<EventData[Type]>
  }
}[keyof EventData]

/** A field whose text is not fixed becomes `never`, so that the event can't be written. */
type OnlyFacts<Payload> = {
  [Field in keyof Payload]: string extends Payload[Field] ? never : Payload[Field]
}

export function saleFacts({
  id,
  orderNumber,
  contentId,
}: {
  id: number
  orderNumber: number
  contentId: number
}): Sale {
  return { purchaseId: id, orderNumber, contentId }
}

/** Stores what happened, in the transaction of the change. Returns the event's id. */
export async function recordEvent(
  tx: Tx,
  { clock }: Pick<Ports, 'clock'>,
  { type, creatorId, subject, payload }: NewEvent,
): Promise<number> {
  const [{ id }] = await insertRows(tx, domainEvents, [
    { type, creatorId, subject, payload, at: clock.now() },
  ])
  return id
}
