import * as z from 'zod/mini'
import { Currency, DecimalString } from './money.ts'
import { AccessToken, PurchaseState } from './purchases.ts'
import { defineRoute } from './route.ts'
import { Id, Timestamp } from './schemas.ts'

const TokenParams = z.object({ token: AccessToken })

/** A paid order on paper. It stays readable when access has ended. */
export const Receipt = z.object({
  /** The order number. */
  id: Id,
  paidAt: Timestamp,
  title: z.string(),
  /** The creator's name, as on the tip page; null where there is none to print. */
  seller: z.nullable(z.string()),
  email: z.string(),
  amount: DecimalString,
  refundedAmount: DecimalString,
  /** What remains paid. */
  netAmount: DecimalString,
  currency: Currency,
  state: PurchaseState,
  /** No money moved. */
  isTest: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

export const getReceipt = defineRoute({
  method: 'GET',
  path: '/api/access/:token/receipt',
  auth: 'buyer',
  summary: 'The receipt of a purchase. Reading it opens nothing.',
  params: TokenParams,
  response: Receipt,
})

export const getReceiptPdf = defineRoute({
  method: 'GET',
  path: '/access/:token/receipt.pdf',
  auth: 'buyer',
  transport: 'file',
  summary: 'The same as a PDF of one page.',
  params: TokenParams,
})
