import { z } from 'zod'
import { Search } from './admin-desk.ts'
import { ContentKind } from './content.ts'
import { Currency, MoneyInput, MoneyText } from './money.ts'
import { route } from './route.ts'
import { RefundPreview, SaleMail, SaleState } from './sales.ts'
import { Id, IdParams, Page, reasonFor, Timestamp } from './shapes.ts'

export const FoundPurchase = z.object({
  id: Id,
  title: z.string(),
  contentId: Id,
  email: z.string(),
  creatorEmail: z.string(),
  amount: MoneyText,
  currency: Currency,
  state: SaleState,
  paidAt: Timestamp,
  /** An earlier purchase of the same item with the same address, when nobody has looked at that yet. */
  doubleOf: Id.nullable(),
})
export type FoundPurchase = z.infer<typeof FoundPurchase>

export const findPurchases = route({
  method: 'GET',
  path: '/api/admin/purchases',
  access: 'admin',
  summary:
    'Purchases by order number, e-mail address or payment id, or a part of an address or title, else the newest; only the doubles of them; 50 a page.',
  query: z.object({ q: Search, only: z.enum(['all', 'doubles']).default('all'), page: Page }),
  reply: z.object({ purchases: z.array(FoundPurchase), hasMore: z.boolean(), page: z.number().int() }),
})

/** Everything there is about one purchase: what an operator, or a bank in a dispute, wants to see on one page. */
export const PurchaseRecord = z.object({
  purchase: FoundPurchase.extend({
    description: z.string(),
    kind: ContentKind,
    fileName: z.string().nullable(),
    creator: z.object({ id: Id, name: z.string().nullable(), email: z.string() }),
    fee: MoneyText,
    share: MoneyText,
    refunded: MoneyText,
    disputed: MoneyText,
    /** What could still go back, and the creator's balance. */
    refundable: MoneyText,
    balance: MoneyText,
    provider: z.string(),
    paymentId: z.string(),
    source: z.string(),
    supporterName: z.string(),
    supporterMessage: z.string(),
  }),
  access: z.object({
    state: z.enum(['open', 'closed']),
    openedAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
    revokedFor: z.string().nullable(),
    revokedReason: z.string(),
    /** A person may open it again. */
    mayReopen: z.boolean(),
  }),
  /** What happened, oldest first. */
  events: z.array(z.object({ at: Timestamp, what: z.string(), detail: z.string() })),
  mails: z.array(SaleMail),
  entries: z.array(
    z.object({
      id: z.number().int(),
      at: Timestamp,
      kind: z.string(),
      account: z.string(),
      amount: MoneyText,
    }),
  ),
  refunds: z.array(
    z.object({
      id: Id,
      amount: MoneyText,
      state: z.string(),
      reason: z.string(),
      by: z.string(),
      at: Timestamp,
    }),
  ),
  disputes: z.array(
    z.object({ id: Id, amount: MoneyText, state: z.string(), reason: z.string().nullable(), at: Timestamp }),
  ),
})
export type PurchaseRecord = z.infer<typeof PurchaseRecord>

export const getPurchaseRecord = route({
  method: 'GET',
  path: '/api/admin/purchases/:id',
  access: 'admin',
  summary: 'Everything there is about one purchase.',
  params: IdParams,
  reply: PurchaseRecord,
})

export const previewRefundAsAdmin = route({
  method: 'GET',
  path: '/api/admin/purchases/:id/refund',
  access: 'admin',
  summary: "The creator's balance after a refund of `amount`, or of all that is left.",
  params: IdParams,
  query: z.object({ amount: MoneyInput.optional() }),
  reply: RefundPreview,
})

export const refundAsAdmin = route({
  method: 'POST',
  path: '/api/admin/purchases/:id/refund',
  access: 'admin',
  summary:
    'Pays a buyer back, all that is left or `amount` of it; they read the reason. `refunded` is what had gone back when this was decided: when more has since, it is a conflict and nothing moves.',
  params: IdParams,
  body: z.object({
    amount: MoneyInput.optional(),
    refunded: MoneyInput.optional(),
    reason: reasonFor('buyer'),
  }),
  reply: PurchaseRecord,
})

export const settleDouble = route({
  method: 'POST',
  path: '/api/admin/purchases/:id/not-double',
  access: 'admin',
  summary: 'Bought twice on purpose: takes the flag away.',
  params: IdParams,
  reply: PurchaseRecord,
})

export const closeAccessAsAdmin = route({
  method: 'POST',
  path: '/api/admin/purchases/:id/close-access',
  access: 'admin',
  summary: 'Closes a buyer’s access; they read the reason.',
  params: IdParams,
  body: z.object({
    reason: reasonFor('buyer'),
  }),
  reply: PurchaseRecord,
})

export const reopenAccessAsAdmin = route({
  method: 'POST',
  path: '/api/admin/purchases/:id/reopen-access',
  access: 'admin',
  summary: 'Opens access again that a person closed, or a refund that did not arrive.',
  params: IdParams,
  reply: PurchaseRecord,
})
