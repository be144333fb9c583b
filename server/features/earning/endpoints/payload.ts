import { formatDecimal } from '../../../../contract/money.ts'
import { toOrderNumber } from '../../../../contract/order-number.ts'
import type { WebhookFormat } from '../../../../contract/webhook-endpoints.ts'
import { testEventType, type WebhookEventType } from '../../../../contract/webhook-events.ts'
import { formatDecimalMoney } from '../../../../domain/format.ts'
import { findRow } from '../../../db/rows.ts'
import { domainEvents } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { presentSaleLicenses } from '../../buying/licenses/sold-keys.ts'
import { presentPayout } from '../../money/payouts/present.ts'
import { findPayout } from '../../money/payouts/repository.ts'
import { presentInList } from '../../selling/content/present.ts'
import { findContentById } from '../../selling/content/repository.ts'
import type { EventData } from '../../telling/deliveries/events.ts'
import { presentSale } from '../sales/present.ts'
import { findOrder } from '../sales/repository.ts'
import { type Sentence, toMessage } from './message.ts'

/** What is sent, as text, and a line about it for the list of deliveries. */
export type EventBody = { body: string; about: string }

type Told = Sentence & {
  /** In the shapes of the contract, as they are when it is written. */
  data: object
}

type EventRow = typeof domainEvents.$inferSelect

/** The number by which a receiver knows an event, in `webhook-id`. */
export function eventIdOf({ id, eventId }: { id: number; eventId: number | null }): string {
  return `evt_${eventId ?? id}`
}

/** The body of an event. Undefined when it is of something that isn’t there anymore. */
export async function writeEvent(
  ports: Ports,
  eventId: number,
  format: WebhookFormat,
): Promise<EventBody | undefined> {
  const event = await findRow(ports.db, domainEvents, { id: eventId })
  const told = event && (await tell(ports, event))
  if (!event || !told) return undefined
  return write(format, { type: event.type, at: event.at, sequence: event.id, told })
}

export function writeTest(format: WebhookFormat, { id, now }: { id: number; now: Date }): EventBody {
  const text = 'This is a test. Nothing happened.'
  const told = { text, about: '', data: { message: text } }
  return write(format, { type: testEventType, at: now, sequence: id, told })
}

type Written = { type: string; at: Date; sequence: number; told: Told }

/** `sequence` only grows, so a receiver can leave out what is older than what it has of the same thing. */
function write(format: WebhookFormat, { type, at, sequence, told }: Written): EventBody {
  const { data, about } = told
  const body =
    format === 'json' ? { type, timestamp: at.toISOString(), sequence, data } : toMessage(format, told)
  return { body: JSON.stringify(body), about }
}

/** A row of `domain_events` has the payload of its type, because only `recordEvent` writes them. */
async function tell(ports: Ports, { type, payload, creatorId }: EventRow): Promise<Told | undefined> {
  switch (type as WebhookEventType) {
    case 'sale.created':
    case 'sale.refunded':
    case 'sale.refund_returned':
    case 'sale.disputed':
    case 'sale.dispute_closed':
    case 'access.revoked':
    case 'access.restored':
      return tellOfSale(ports, type as SaleEvent, payload as SaleFacts)
    case 'license.issued':
    case 'license.activated':
      return tellOfLicense(ports, type as LicenseEvent, payload as EventData[LicenseEvent])
    case 'payout.paid':
    case 'payout.returned':
      return tellOfPayout(
        ports,
        type as 'payout.paid' | 'payout.returned',
        payload as EventData['payout.paid'],
      )
    case 'follower.confirmed': {
      const { followerId } = payload as EventData['follower.confirmed']
      return { text: 'Someone follows you.', about: 'A follower', data: { id: followerId } }
    }
    case 'item.published':
    case 'item.unpublished':
      return tellOfItem(ports, type as 'item.published' | 'item.unpublished', {
        ...(payload as EventData['item.published']),
        creatorId,
      })
  }
}

type SaleEvent = Extract<WebhookEventType, `sale.${string}` | `access.${string}`>
type SaleFacts = { orderNumber: number; amount?: number; isFull?: boolean; state?: string; by?: string }

const saleSentences: Record<SaleEvent, (item: string, amount: string) => string> = {
  'sale.created': (item, amount) => `${item} sold for ${amount}.`,
  'sale.refunded': (item, amount) => `${amount} refunded for ${item}.`,
  'sale.refund_returned': (item, amount) => `The bank returned a refund of ${amount} for ${item}.`,
  'sale.disputed': (item, amount) => `A buyer of ${item} disputes ${amount}.`,
  'sale.dispute_closed': (item, amount) => `The dispute about ${amount} for ${item} is closed.`,
  'access.revoked': (item) => `A buyer’s access to ${item} was revoked.`,
  'access.restored': (item) => `A buyer’s access to ${item} was restored.`,
}

/** The sale as the call for it gives it, and what of it changed. */
async function tellOfSale(
  { db, clock }: Ports,
  type: SaleEvent,
  { orderNumber, amount, isFull, state, by }: SaleFacts,
): Promise<Told | undefined> {
  const row = await findOrder(db, toOrderNumber(String(orderNumber)))
  if (!row) return undefined
  const sale = presentSale(row, { now: clock.now(), codeUses: undefined })
  const changed = amount === undefined ? sale.amount : formatDecimal(amount, sale.currency)
  const shown = formatDecimalMoney(changed, sale.currency)
  const isAccess = type.startsWith('access.')
  return {
    text: saleSentences[type](sale.title, shown),
    about: isAccess ? sale.title : `${sale.title}, ${shown}`,
    data: {
      ...sale,
      ...(isFull !== undefined && { refund: { amount: changed, isFull } }),
      ...(type === 'sale.refund_returned' && { refund: { amount: changed } }),
      ...(state !== undefined && { dispute: { amount: changed, state } }),
      ...(by !== undefined && { by }),
    },
  }
}

type LicenseEvent = Extract<WebhookEventType, `license.${string}`>

/** The key as the call for those of a sale gives it, with the order and the item. */
async function tellOfLicense(
  { db }: Ports,
  type: LicenseEvent,
  { purchaseId, orderNumber, contentId, licenseId }: EventData[LicenseEvent],
): Promise<Told | undefined> {
  const license = (await presentSaleLicenses(db, purchaseId)).find(({ id }) => id === licenseId)
  if (!license) return undefined
  const { title } = license
  return {
    text:
      type === 'license.issued'
        ? `A buyer of ${title} got a license key.`
        : `A license key of ${title} is used on another device.`,
    about: title,
    data: { ...license, saleId: toOrderNumber(String(orderNumber)), itemId: contentId },
  }
}

async function tellOfPayout(
  { db }: Ports,
  type: 'payout.paid' | 'payout.returned',
  { payoutId }: EventData['payout.paid'],
): Promise<Told | undefined> {
  const found = await findPayout(db, payoutId)
  if (!found) return undefined
  const payout = presentPayout(found.payout)
  const amount = formatDecimalMoney(payout.amount, payout.currency)
  return {
    text: type === 'payout.paid' ? `A payout of ${amount} was sent.` : `A payout of ${amount} came back.`,
    about: amount,
    data: payout,
  }
}

async function tellOfItem(
  { db, clock }: Ports,
  type: 'item.published' | 'item.unpublished',
  { contentId, creatorId }: { contentId: number; creatorId: string | null },
): Promise<Told | undefined> {
  const row = await findContentById(db, contentId)
  if (row?.content.creatorId !== creatorId) return undefined
  const item = presentInList(row, clock.now())
  const what = type === 'item.published' ? 'was published' : 'is no longer published'
  return { text: `${item.title} ${what}.`, about: item.title, data: item }
}
