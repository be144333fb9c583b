import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Day, Id, IdParams, list, PageNumber, pageFields, TimeZone } from './schemas.ts'
import { SingleLine } from './text.ts'

/** A code as a buyer types it. The domain brings it into the form that is stored. */
export const TypedCode = z
  .string()
  .check(z.trim(), z.maxLength(limits.maxTypedCodeLength, 'This code is too long'))

export const DiscountState = z.enum(['active', 'scheduled', 'paused', 'used_up', 'ended'])
export type DiscountState = z.infer<typeof DiscountState>

/** What a code takes off: basis points of the price, or an amount. */
const ruleFields = {
  kind: z.enum(['percent', 'amount']),
  percentBps: z.nullable(z.int()),
  amount: z.nullable(DecimalString),
}

/** An item with a code, as the tip page shows it. */
export const DiscountOffer = z.object({
  code: z.string(),
  /** What it takes off and until when: `20% off until Dec 1`. */
  label: z.string(),
  /** The price without the code. */
  listAmount: DecimalString,
  /** The price with the code, or the minimum with pay what you want. */
  minimumChargeAmount: DecimalString,
  /** The lowest price of the last 30 days, when it is higher than the one with the code; otherwise null. */
  struckAmount: z.nullable(DecimalString),
})
export type DiscountOffer = z.infer<typeof DiscountOffer>

/** Why a code is not applied, as a sentence. */
export const OfferResult = z.object({ offer: z.nullable(DiscountOffer), refusal: z.nullable(z.string()) })
export type OfferResult = z.infer<typeof OfferResult>

export const getDiscountOffer = defineRoute({
  method: 'GET',
  path: '/api/content/:id/discount',
  auth: 'public',
  summary:
    'Returns an item’s price with a code, or the sentence that says why the code does not work. Ten unknown codes in ten minutes are the limit of a browser and of a network.',
  params: IdParams,
  query: z.object({ code: TypedCode }),
  response: OfferResult,
})

/** A code, or all codes that were made together. */
export const Discount = z.object({
  id: Id,
  /** Of a batch the first one. */
  code: z.string(),
  ...ruleFields,
  currency: Currency,
  appliesTo: z.enum(['all', 'chosen']),
  /** The chosen items that still exist. */
  items: list(z.object({ id: Id, title: z.string(), tipAddress: z.string() }), limits.maxDiscountItems),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  timeZone: z.string(),
  /** Of all codes of a batch together; null for no limit. */
  maxUses: z.nullable(z.int()),
  /** How often one buyer may use it; null for no limit. */
  maxPerBuyer: z.nullable(z.int()),
  firstPurchaseOnly: z.boolean(),
  used: z.int(),
  /** Held by payments that have started. */
  reserved: z.int(),
  /** What the sales with it were paid, without those that were refunded in full. */
  soldAmount: DecimalString,
  state: DiscountState,
  isPaused: z.boolean(),
  /** Null for a single code. */
  batch: z.nullable(z.object({ label: z.string(), count: z.int() })),
})
export type Discount = z.infer<typeof Discount>

export const listDiscounts = defineRoute({
  method: 'GET',
  path: '/api/discounts',
  auth: 'creator',
  scope: 'discounts:read',
  summary: 'Lists the creator’s codes, 20 per page: those that have ended last, otherwise newest first.',
  query: z.object({ page: PageNumber }),
  response: z.object({
    discounts: list(Discount),
    ...pageFields,
    activeCount: z.int(),
    endedCount: z.int(),
  }),
})

const WholeNumber = (max: number, message: string) =>
  z.int(message).check(z.gte(1, message), z.lte(max, message))

const usesMessage = 'Enter a number of uses from 1 to 1,000,000'

/** What can be changed later, for later checkouts. */
const termFields = {
  kind: z.enum(['percent', 'amount']),
  /** For `percent`: 2000 is 20%. */
  percentBps: z.optional(WholeNumber(10_000, 'Enter a percentage from 0.01 to 100')),
  amount: z.optional(AmountInput),
  appliesTo: z._default(z.enum(['all', 'chosen']), 'all'),
  contentIds: z._default(z.array(Id).check(z.maxLength(limits.maxDiscountItems)), []),
  startsOn: z.optional(z.nullable(Day)),
  /** Its last day, in the time zone. */
  endsOn: z.optional(z.nullable(Day)),
  timeZone: z._default(TimeZone, 'UTC'),
}

export const DiscountInput = z.object({
  code: TypedCode,
  ...termFields,
  maxUses: z.optional(z.nullable(WholeNumber(1_000_000, usesMessage))),
  /** By browser, address and card. */
  maxPerBuyer: z.optional(z.nullable(WholeNumber(100, 'Enter a number from 1 to 100'))),
  /** Only for a browser that has bought nothing of the creator yet. */
  firstPurchaseOnly: z._default(z.boolean(), false),
})
export type DiscountInput = z.infer<typeof DiscountInput>

export const createDiscount = defineRoute({
  method: 'POST',
  path: '/api/discounts',
  auth: 'creator',
  scope: 'discounts:write',
  summary: 'Creates a code. One that takes off all of a price makes it free.',
  body: DiscountInput,
  response: Discount,
})

export const getLowestPrice = defineRoute({
  method: 'GET',
  path: '/api/content/:id/lowest-price',
  auth: 'creator',
  scope: 'discounts:read',
  summary:
    'Returns the lowest price of an own item in the last 30 days, beside which a reduced price may be struck; null where none is known.',
  params: IdParams,
  response: z.object({ amount: z.nullable(DecimalString) }),
})

export const readDiscount = defineRoute({
  method: 'GET',
  path: '/api/discounts/:id',
  auth: 'creator',
  scope: 'discounts:read',
  summary: 'Returns one code, or a batch.',
  params: IdParams,
  response: Discount,
})

export const updateDiscount = defineRoute({
  method: 'PATCH',
  path: '/api/discounts/:id',
  auth: 'creator',
  scope: 'discounts:write',
  summary: 'Changes a code, for later checkouts. The limit can’t go below what is used or being paid for.',
  params: IdParams,
  body: DiscountInput,
  response: Discount,
})

export const pauseDiscount = defineRoute({
  method: 'POST',
  path: '/api/discounts/:id/pause',
  auth: 'creator',
  scope: 'discounts:write',
  summary: 'Pauses a code or a batch, or lets it work again. Payments that have started keep their price.',
  params: IdParams,
  body: z.object({ isPaused: z.boolean() }),
  response: Discount,
})

export const deleteDiscount = defineRoute({
  method: 'DELETE',
  path: '/api/discounts/:id',
  auth: 'creator',
  scope: 'discounts:write',
  summary: 'Deletes a code or a batch. Its sales keep it, and payments that have started keep their price.',
  params: IdParams,
  response: z.object({ deleted: z.literal(true) }),
})

export const DiscountBatchInput = z.object({
  ...termFields,
  count: WholeNumber(10_000, 'Enter a number of codes from 1 to 10,000'),
  prefix: z._default(TypedCode, ''),
  label: SingleLine(limits.maxBatchLabelLength).check(z.minLength(1, 'Enter a name for this list')),
})
export type DiscountBatchInput = z.infer<typeof DiscountBatchInput>

export const createDiscountBatch = defineRoute({
  method: 'POST',
  path: '/api/discounts/batches',
  auth: 'creator',
  scope: 'discounts:write',
  summary: 'Creates up to 10,000 codes for one use each.',
  body: DiscountBatchInput,
  response: Discount,
})

export const exportDiscountBatch = defineRoute({
  method: 'GET',
  path: '/api/discounts/:id/codes',
  auth: 'creator',
  scope: 'discounts:read',
  transport: 'file',
  summary: 'Returns the codes of a batch as CSV, with when they were used.',
  params: IdParams,
})

/** A code on a sale or checkout: what it took off. */
export const AppliedDiscount = z.object({ code: z.string(), amount: DecimalString })
export type AppliedDiscount = z.infer<typeof AppliedDiscount>
