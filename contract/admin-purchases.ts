import * as z from 'zod/mini'
import { documentTypes } from './admin-documents.ts'
import { SearchQuery } from './admin-overview.ts'
import { AppliedDiscount } from './discounts.ts'
import { limits } from './limits.ts'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { OrderNumber, OrderParams } from './order-number.ts'
import { PartCounts, PartKind } from './parts.ts'
import { CompanyDetails } from './receipts.ts'
import { defineRoute } from './route.ts'
import { RefundPreview, SaleEmail, SaleState } from './sales.ts'
import { Email, Id, list, PageNumber, requiredReason, Timestamp } from './schemas.ts'
import { taxTreatments } from './tax.ts'

export const PurchaseSummary = z.object({
  id: OrderNumber,
  title: z.string(),
  contentId: Id,
  email: z.string(),
  creatorEmail: z.string(),
  creatorName: z.nullable(z.string()),
  amount: DecimalString,
  currency: Currency,
  state: SaleState,
  paidAt: Timestamp,
  /** An earlier purchase of the same item with the same email, unless dismissed. */
  duplicateOf: z.nullable(OrderNumber),
})
export type PurchaseSummary = z.infer<typeof PurchaseSummary>

export const searchPurchases = defineRoute({
  method: 'GET',
  path: '/api/admin/purchases',
  auth: 'admin',
  summary:
    'Searches purchases by order number, email address, payment ID, or part of an address or title; newest first without a search. Can be limited to possible duplicates. 50 per page.',
  query: z.object({
    q: SearchQuery,
    filter: z._default(z.enum(['all', 'duplicates']), 'all'),
    page: PageNumber,
  }),
  response: z.object({
    purchases: list(PurchaseSummary),
    hasMore: z.boolean(),
    page: z.int(),
    /** A search by one or two characters compares only so many of the newest purchases; null when all were compared. */
    onlyNewest: z.nullable(z.int()),
  }),
})

/** Everything about a purchase, for support and disputes. */
export const PurchaseDetail = z.object({
  purchase: z.extend(PurchaseSummary, {
    /** Its place among the paid purchases of the item; null for what was free. */
    number: z.nullable(z.int()),
    description: z.string(),
    kind: PartKind,
    fileName: z.nullable(z.string()),
    partCounts: PartCounts,
    creator: z.object({ id: Id, name: z.nullable(z.string()), email: z.string() }),
    /** Without discount and tip, the code with what it took off, and the tip on top. */
    listAmount: DecimalString,
    discount: z.nullable(AppliedDiscount),
    tip: DecimalString,
    tax: DecimalString,
    fee: DecimalString,
    creatorAmount: DecimalString,
    refunded: DecimalString,
    disputed: DecimalString,
    /** The refundable amount, and the creator's balance. */
    refundableAmount: DecimalString,
    balance: DecimalString,
    provider: z.string(),
    paymentId: z.string(),
    source: z.string(),
    supporterName: z.string(),
    supporterMessage: z.string(),
  }),
  access: z.object({
    state: z.enum(['active', 'revoked']),
    firstAccessedAt: z.nullable(Timestamp),
    revokedAt: z.nullable(Timestamp),
    revocationReason: z.nullable(z.string()),
    revocationMessage: z.string(),
    /** Whether the admin may restore access. */
    canRestoreAccess: z.boolean(),
  }),
  /** Every document as it was issued, in the order of their numbers. */
  documents: z.array(
    z.object({
      id: Id,
      number: z.string(),
      type: z.enum(documentTypes),
      issuedAt: Timestamp,
      amount: DecimalString,
    }),
  ),
  /** What decided the tax: where the buyer is, what says so, and who they are if they are a business. */
  taxCase: z.object({
    country: z.nullable(z.string()),
    region: z.string(),
    evidence: z.array(z.object({ source: z.enum(['stated', 'card', 'answer']), country: z.string() })),
    treatment: z.enum(taxTreatments),
    businessName: z.string(),
    businessAddress: z.string(),
    vatId: z.string(),
    vatIdVerifiedAt: z.nullable(Timestamp),
  }),
  /** Events, oldest first. */
  events: z.array(z.object({ at: Timestamp, type: z.string(), detail: z.string() })),
  emails: list(SaleEmail, limits.maxListed.emailsOfPurchase),
  entries: list(
    z.object({
      id: z.int(),
      at: Timestamp,
      kind: z.string(),
      account: z.string(),
      amount: DecimalString,
    }),
    limits.maxListed.entriesOfPurchase,
  ),
  refunds: z.array(
    z.object({
      id: Id,
      amount: DecimalString,
      state: z.string(),
      reason: z.string(),
      by: z.string(),
      at: Timestamp,
    }),
  ),
  disputes: z.array(
    z.object({
      id: Id,
      amount: DecimalString,
      state: z.string(),
      reason: z.nullable(z.string()),
      at: Timestamp,
    }),
  ),
})
export type PurchaseDetail = z.infer<typeof PurchaseDetail>

export const getPurchaseDetail = defineRoute({
  method: 'GET',
  path: '/api/admin/purchases/:id',
  auth: 'admin',
  summary: 'Returns the full record of one purchase.',
  params: OrderParams,
  response: PurchaseDetail,
})

export const previewRefundAsAdmin = defineRoute({
  method: 'GET',
  path: '/api/admin/purchases/:id/refund',
  auth: 'admin',
  summary: 'Returns the creator’s balance after a refund of `amount`, or of everything left.',
  params: OrderParams,
  query: z.object({ amount: z.optional(AmountInput) }),
  response: RefundPreview,
})

export const AdminRefundInput = z.object({
  amount: z.optional(AmountInput),
  refunded: z.optional(AmountInput),
  reason: requiredReason('buyer'),
})

export const refundAsAdmin = defineRoute({
  method: 'POST',
  path: '/api/admin/purchases/:id/refund',
  auth: 'admin',
  summary:
    'Refunds a buyer in full or by `amount`. The buyer sees the reason. `refunded` is the total already refunded when this was decided; if it has grown since, the call is a conflict and no money moves.',
  params: OrderParams,
  body: AdminRefundInput,
  response: PurchaseDetail,
})

export const AdminCompanyInput = z.extend(CompanyDetails, { reason: requiredReason('audit log') })

export const replaceReceiptAsAdmin = defineRoute({
  method: 'POST',
  path: '/api/admin/purchases/:id/replace-receipt',
  auth: 'admin',
  summary:
    'Cancels the receipt by a credit note and issues a new one with a company’s details. The tax stays as it is and no money moves.',
  params: OrderParams,
  body: AdminCompanyInput,
  response: PurchaseDetail,
})

export const dismissDuplicate = defineRoute({
  method: 'POST',
  path: '/api/admin/purchases/:id/dismiss-duplicate',
  auth: 'admin',
  summary: 'Clears a possible-duplicate flag.',
  params: OrderParams,
  response: PurchaseDetail,
})

export const AdminRevocationInput = z.object({
  reason: requiredReason('buyer'),
})

export const revokeAccessAsAdmin = defineRoute({
  method: 'POST',
  path: '/api/admin/purchases/:id/revoke-access',
  auth: 'admin',
  summary: 'Revokes a buyer’s access. The buyer sees the reason.',
  params: OrderParams,
  body: AdminRevocationInput,
  response: PurchaseDetail,
})

export const restoreAccessAsAdmin = defineRoute({
  method: 'POST',
  path: '/api/admin/purchases/:id/restore-access',
  auth: 'admin',
  summary: 'Restores access that was revoked manually, or by a refund that was returned.',
  params: OrderParams,
  response: PurchaseDetail,
})

export const resendAccessAsAdmin = defineRoute({
  method: 'POST',
  path: '/api/admin/purchases/:id/resend-access',
  auth: 'admin',
  summary: 'Emails the buyer the access link again: once a minute, five times a day.',
  params: OrderParams,
  response: PurchaseDetail,
})

export const AdminEmailCorrectionInput = z.object({ email: Email, reason: requiredReason('audit log') })

export const correctPurchaseEmailAsAdmin = defineRoute({
  method: 'POST',
  path: '/api/admin/purchases/:id/correct-email',
  auth: 'admin',
  summary:
    'Corrects the email address of a purchase, with a recent sign-in. Earlier access links stop working, and both addresses get an email.',
  params: OrderParams,
  body: AdminEmailCorrectionInput,
  response: PurchaseDetail,
})
