import * as z from 'zod/mini'
import { CreatorContent } from './content.ts'
import { SaleLicense } from './licenses.ts'
import { DecimalString } from './money.ts'
import { OrderNumber } from './order-number.ts'
import { Payout } from './payouts.ts'
import type { Schema } from './route.ts'
import { Sale } from './sales.ts'
import { DisputeState, Id, Timestamp } from './schemas.ts'
import { testEventType, type WebhookEventType } from './webhook-events.ts'

/** What a receiver is told of an event: the whole state of a sale, payout or item, and what changed. */
type WebhookPayload = { summary: string; data: Schema }

const Refund = z.object({ amount: DecimalString, isFull: z.boolean() })
const Dispute = z.object({ amount: DecimalString, state: DisputeState })
const License = z.extend(SaleLicense, { saleId: OrderNumber, itemId: Id })
const By = z.enum(['creator', 'admin'])

/** The `data` of each event that is sent as JSON. */
export const webhookPayloads: Record<WebhookEventType | typeof testEventType, WebhookPayload> = {
  'sale.created': { summary: 'Someone bought an item. `data` is the sale.', data: Sale },
  'sale.refunded': {
    summary: 'A sale was refunded, all of it or a part. `refund` says how much.',
    data: z.extend(Sale, { refund: Refund }),
  },
  'sale.refund_returned': {
    summary: 'The bank of a buyer gave a refund back, so the sale counts again.',
    data: z.extend(Sale, { refund: z.pick(Refund, { amount: true }) }),
  },
  'sale.disputed': {
    summary: 'A buyer disputes a sale at the bank.',
    data: z.extend(Sale, { dispute: Dispute }),
  },
  'sale.dispute_closed': {
    summary: 'A dispute is won or lost.',
    data: z.extend(Sale, { dispute: Dispute }),
  },
  'payout.paid': { summary: 'A payout was sent. `data` is the payout.', data: Payout },
  'payout.returned': { summary: 'A payout came back, such as from a closed account.', data: Payout },
  'follower.confirmed': {
    summary: 'Someone follows you. Their address is not sent.',
    data: z.object({ id: Id }),
  },
  'item.published': { summary: 'An item can be bought. `data` is the item.', data: CreatorContent },
  'item.unpublished': { summary: 'An item can no longer be bought.', data: CreatorContent },
  'access.revoked': { summary: 'A buyer no longer has access to a sale.', data: z.extend(Sale, { by: By }) },
  'access.restored': { summary: 'A buyer has access again.', data: z.extend(Sale, { by: By }) },
  'license.issued': { summary: 'A buyer got a license key. `data` is the key.', data: License },
  'license.activated': { summary: 'A license key is used on another device.', data: License },
  [testEventType]: {
    summary: 'You sent a test from your settings. Nothing happened.',
    data: z.object({ message: z.string() }),
  },
}

/** The body of an event. `sequence` only grows, so a receiver can leave out what is older than what it has of the same thing. */
export function webhookBody(type: keyof typeof webhookPayloads) {
  return z.object({
    type: z.literal(type),
    timestamp: Timestamp,
    sequence: z.int(),
    data: webhookPayloads[type].data,
  })
}
