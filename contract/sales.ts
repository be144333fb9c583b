import * as z from 'zod/mini'
import { AppliedDiscount } from './discounts.ts'
import { limits } from './limits.ts'
import { MessageInput, Messages } from './messages.ts'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { OrderNumber, OrderParams } from './order-number.ts'
import { defineRoute } from './route.ts'
import { Cursor, Day, Id, list, Reason, requiredReason, Timestamp, TimeZone } from './schemas.ts'
import { SearchText } from './text.ts'

/** The state of a sale's money. `disputed`: the bank holds it, or the dispute is lost. */
export const SaleState = z.enum(['paid', 'partially_refunded', 'refunded', 'disputed'])
export type SaleState = z.infer<typeof SaleState>

export const Sale = z.object({
  id: OrderNumber,
  paidAt: Timestamp,
  /** The buyer's email; empty when none was left. */
  buyerEmail: z.string(),
  supporterName: z.string(),
  message: z.string(),
  /** Name and message are visible only to the creator. */
  isSupporterPrivate: z.boolean(),
  /** The link's `utm_*` parameters. */
  source: z.string(),
  contentId: Id,
  title: z.string(),
  /** Owners of another item pay the difference for an `upgrade`. */
  soldAs: z.enum(['item', 'bundle', 'rest_of_bundle', 'upgrade']),
  /** The title of the item whose owner upgraded; null for other sales. */
  upgradedFrom: z.nullable(z.string()),
  currency: Currency,
  /** Without discount and tip, the code with what it took off, and the tip on top. */
  listAmount: DecimalString,
  discount: z.nullable(AppliedDiscount),
  /** How often the buyer has used the code up to here, by card or address, where it is more often than one buyer may; otherwise null. */
  codeUses: z.nullable(z.int()),
  tip: DecimalString,
  /** The paid amount, the tax in it, our fee, and the creator's share; then the share after refunds and disputes. */
  amount: DecimalString,
  tax: DecimalString,
  fee: DecimalString,
  creatorAmount: DecimalString,
  netAmount: DecimalString,
  state: SaleState,
  access: z.enum(['active', 'revoked']),
  /** A pending refund request. */
  pendingRefundRequestId: z.nullable(Id),
  /** `Dec 4`, while the buyer waits for the item’s release and the earnings are on hold; otherwise null. */
  heldUntil: z.nullable(z.string()),
})
export type Sale = z.infer<typeof Sale>

/** A ledger posting of the sale. Amounts may be negative. */
export const SaleLedgerEntry = z.object({
  kind: z.enum(['sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal']),
  at: Timestamp,
  /** The buyer's amount, the tax, our fee and the creator's share of it, and the creator's running total for this sale. */
  buyerAmount: DecimalString,
  tax: DecimalString,
  fee: DecimalString,
  creatorAmount: DecimalString,
  remainingAmount: DecimalString,
})
export type SaleLedgerEntry = z.infer<typeof SaleLedgerEntry>

export const SaleEmail = z.object({
  kind: z.string(),
  recipient: z.string(),
  createdAt: Timestamp,
  /** Null while it is unsent. */
  sentAt: z.nullable(Timestamp),
})

/** A change of the purchase's email address. Both addresses are masked, and empty after an erasure. */
export const EmailCorrection = z.object({
  at: Timestamp,
  by: z.enum(['buyer', 'admin']),
  from: z.string(),
  to: z.string(),
})

export const SaleDetail = z.extend(Sale, {
  entries: list(SaleLedgerEntry, limits.maxListed.entriesOfPurchase),
  /** What the creator and the buyer wrote to each other. */
  messages: Messages,
  emails: list(SaleEmail, limits.maxListed.emailsOfPurchase),
  /** Corrections of the buyer's email address, oldest first. */
  emailCorrections: list(EmailCorrection, limits.maxListed.emailCorrectionsOfPurchase),
  /** When the buyer first saw the content or downloaded its bytes. */
  firstAccessedAt: z.nullable(Timestamp),
  /** When and why access was revoked; the reason is shown to the buyer. */
  revocation: z.nullable(
    z.object({ at: Timestamp, by: z.enum(['refund', 'dispute', 'creator', 'admin']), reason: z.string() }),
  ),
  /** License keys that the buyer paid for while the creator's list was empty. Without one `until` then, the sale is refunded. */
  awaitedKeys: list(
    z.object({ contentId: Id, title: z.string(), until: Timestamp }),
    limits.maxKeptBundleItems,
  ),
  canRestoreAccess: z.boolean(),
  /** Approved refunds that the card provider has not confirmed yet. */
  refundInProgressAmount: DecimalString,
  refunded: DecimalString,
  /** The refundable amount. */
  refundableAmount: DecimalString,
})
export type SaleDetail = z.infer<typeof SaleDetail>

/** Filters of the sales list. Days are those of the time zone, both inclusive. */
export const SalesFilter = z.object({
  /** The beginning of the buyer's email, a part of the item's title, or the order number. */
  q: z.optional(SearchText),
  item: z.optional(Id),
  /** The id of a code, or of the codes that were made together. */
  discount: z.optional(Id),
  state: z.optional(z.union([SaleState, z.literal('refund_requested')])),
  from: z.optional(Day),
  to: z.optional(Day),
  /** Where the days of `from` and `to` begin and end, such as `Europe/Rome`. */
  timeZone: z._default(TimeZone, 'UTC'),
})
export type SalesFilter = z.infer<typeof SalesFilter>

export const listSales = defineRoute({
  method: 'GET',
  path: '/api/sales',
  auth: 'creator',
  scope: 'sales:read',
  summary: 'Lists the creator’s own sales, newest first. `next` is the cursor for the next page.',
  query: z.extend(SalesFilter, {
    cursor: z.optional(Cursor),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  }),
  response: z.object({
    sales: list(Sale),
    next: z.nullable(z.string()),
    /** The number of all sales, whatever the filter. */
    total: z.int(),
  }),
})

export const exportSales = defineRoute({
  method: 'GET',
  path: '/api/sales/export',
  auth: 'creator',
  scope: 'sales:read',
  transport: 'file',
  summary:
    'Returns all matching sales as CSV with a totals row. With Pro, also who bought: address, name and message.',
  query: SalesFilter,
})

export const getSale = defineRoute({
  method: 'GET',
  path: '/api/sales/:id',
  auth: 'creator',
  scope: 'sales:read',
  summary: 'Returns one sale with its ledger entries, emails and access. 404 for another creator’s sale.',
  params: OrderParams,
  response: SaleDetail,
})

export const RefundPreview = z.object({
  currency: Currency,
  amount: DecimalString,
  refundableAmount: DecimalString,
  balance: DecimalString,
  /** May be negative: then the next sales cover it. */
  balanceAfter: DecimalString,
  /** The platform fee that this refund returns. */
  feeReturned: DecimalString,
  revokesAccess: z.boolean(),
})
export type RefundPreview = z.infer<typeof RefundPreview>

export const previewRefund = defineRoute({
  method: 'GET',
  path: '/api/sales/:id/refund',
  auth: 'creator',
  summary: 'Returns the balance after a refund of `amount`, or of everything left.',
  params: OrderParams,
  query: z.object({ amount: z.optional(AmountInput) }),
  response: RefundPreview,
})

export const SaleRefundInput = z.object({
  amount: z.optional(AmountInput),
  refunded: AmountInput,
  reason: Reason,
})

export const refundSale = defineRoute({
  method: 'POST',
  path: '/api/sales/:id/refund',
  auth: 'creator',
  summary:
    'Refunds a sale in full or by `amount`. `refunded` is the total already refunded when this was decided; if it has grown since, the call is a conflict and no money moves, so a double click never refunds twice.',
  params: OrderParams,
  body: SaleRefundInput,
  response: SaleDetail,
})

export const writeToBuyer = defineRoute({
  method: 'POST',
  path: '/api/sales/:id/messages',
  auth: 'creator',
  scope: 'sales:write',
  summary:
    'Writes to the buyer of a sale: on their page, and by email where they gave an address. At most 20 a day for each sale.',
  params: OrderParams,
  body: MessageInput,
  response: SaleDetail,
})

export const resendAccessEmail = defineRoute({
  method: 'POST',
  path: '/api/sales/:id/resend-access-email',
  auth: 'creator',
  scope: 'sales:write',
  summary: 'Resends the buyer’s access link, only to the email address on the purchase.',
  params: OrderParams,
  response: SaleDetail,
})

export const AccessRevocationInput = z.object({
  reason: requiredReason('buyer'),
})

export const revokeAccess = defineRoute({
  method: 'POST',
  path: '/api/sales/:id/revoke-access',
  auth: 'creator',
  scope: 'sales:write',
  summary:
    'Revokes the buyer’s access. They see the reason on their page and in an email, and can request a refund.',
  params: OrderParams,
  body: AccessRevocationInput,
  response: SaleDetail,
})

export const restoreAccess = defineRoute({
  method: 'POST',
  path: '/api/sales/:id/restore-access',
  auth: 'creator',
  scope: 'sales:write',
  summary: 'Restores access that was revoked manually, or by a refund the bank returned.',
  params: OrderParams,
  response: SaleDetail,
})

/**
 * Live events of a creator's sales. `connected` comes first, with the newest sale. After a lost connection, or after
 * `resync`, clients reload their data.
 */
export const SaleEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), latestSaleId: z.nullable(OrderNumber) }),
  z.object({ type: z.literal('resync') }),
  z.object({
    type: z.literal('sale_created'),
    id: OrderNumber,
    amount: DecimalString,
    /** The creator's share of it. */
    earned: DecimalString,
    currency: Currency,
    title: z.string(),
    /** The number of this sale among the creator's, where it is a milestone: 1, 10, 100 or 1,000. */
    milestone: z.nullable(z.int()),
  }),
  z.object({ type: z.literal('sale_updated'), id: OrderNumber }),
])
export type SaleEvent = z.infer<typeof SaleEvent>
export type NewSale = Extract<SaleEvent, { type: 'sale_created' }>

export const streamSaleEvents = defineRoute({
  method: 'GET',
  path: '/api/events',
  auth: 'creator',
  transport: 'sse',
  summary: 'Streams new and changed sales as server-sent events until the session ends.',
  response: SaleEvent,
})
