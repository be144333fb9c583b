import * as z from 'zod/mini'
import { Currency, DecimalString } from './money.ts'
import { AccessToken, PurchaseState } from './purchases.ts'
import { defineRoute } from './route.ts'
import { Id, Timestamp } from './schemas.ts'

const TokenParams = z.object({ token: AccessToken })

/** The receipt of an order. It stays readable when access has ended. */
export const Receipt = z.object({
  /** The order number. */
  id: Id,
  paidAt: Timestamp,
  title: z.string(),
  /** The creator's name, as on the tip page; null when there is none. */
  seller: z.nullable(z.string()),
  email: z.string(),
  amount: DecimalString,
  refundedAmount: DecimalString,
  /** The paid amount less refunds. */
  netAmount: DecimalString,
  currency: Currency,
  state: PurchaseState,
  /** The card that paid, such as `Visa ••4242`; null where it is not known. */
  card: z.nullable(z.string()),
  /** A test purchase without money. */
  isTest: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

export const getReceipt = defineRoute({
  method: 'GET',
  path: '/api/access/:token/receipt',
  auth: 'buyer',
  summary: 'Returns a purchase’s receipt. Viewing it doesn’t count as opening the item.',
  params: TokenParams,
  response: Receipt,
})

export const getReceiptPdf = defineRoute({
  method: 'GET',
  path: '/access/:token/receipt.pdf',
  auth: 'buyer',
  transport: 'file',
  summary: 'Returns the receipt as a one-page PDF.',
  params: TokenParams,
})
