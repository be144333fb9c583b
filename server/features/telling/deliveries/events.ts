import type { Tx } from '../../../db/database.ts'
import { connectionOf } from '../../../db/prepared-query.ts'
import type { Ports } from '../../../ports/index.ts'

type Sale = { purchaseId: number; orderNumber: number; contentId: number }
/** Of the item that has keys, which may be in a bundle. */
type License = Sale & { licenseId: number }
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
  /** Also a new key in the place of an old one. */
  'license.issued': License
  /** A device of its own, not a repeated call. */
  'license.activated': License
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

/** What waits for creators' endpoints has lanes of its own: the second one is for those where nothing arrives. */
export const endpointLanes = { usual: 3, failing: 4 } as const

/**
 * The columns of a delivery of an event to an endpoint. `data` has what is needed to find it when a buyer is forgotten; what
 * it says is read at the first try.
 */
export const toldToEndpoints = `insert into deliveries
    (endpoint_id, channel, kind, target, data, dedupe_key, event_id, lane, next_at, created_at)
  select endpoint.id, 'webhook', event.type, endpoint.id::text,
    jsonb_strip_nulls(jsonb_build_object('purchaseId', event.payload -> 'purchaseId')), event.id || '/' || endpoint.id,
    event.id, case when endpoint.failing_since is null then ${endpointLanes.usual} else ${endpointLanes.failing} end`

/** One statement for both, so that a sale of a creator without an endpoint takes no more than the event. */
const storeEvent = `with event as (
    insert into domain_events (type, creator_id, subject, payload, at) values ($1, $2, $3, $4, $5) returning *
  ), told as (
    ${toldToEndpoints}, event.at, event.at
    from event join webhook_endpoints endpoint on endpoint.creator_id = event.creator_id
    where endpoint.turned_off_at is null and event.type = any(endpoint.types)
  )
  select id from event`

/**
 * Stores what happened, in the transaction of the change, with a delivery to each endpoint of the creator that asks for it.
 * Returns the event's id.
 */
export async function recordEvent(
  tx: Tx,
  { clock }: Pick<Ports, 'clock'>,
  { type, creatorId, subject, payload }: NewEvent,
): Promise<number> {
  const values = [type, creatorId, subject, JSON.stringify(payload), clock.now().toISOString()]
  const query = { name: 'store_event', text: storeEvent, values }
  const { rows } = await connectionOf(tx).query<{ id: string }>(query)
  return Number(rows[0]?.id)
}
