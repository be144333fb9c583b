import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { IdParams } from './schemas.ts'
import { Subscription } from './subscriptions.ts'

// What only the pages of a plan call, apart from what the dashboard loads.

export const agreeToPro = defineRoute({
  method: 'POST',
  path: '/api/subscription/consent',
  auth: 'creator',
  summary: 'Stores that a creator agreed to the words about withdrawal, before paying for Pro.',
  body: z.object({ agreed: z.literal(true, { error: 'Agree to this to continue' }) }),
  response: z.object({ saved: z.literal(true) }),
})

export const getProDocument = defineRoute({
  method: 'GET',
  path: '/api/subscription/documents/:number',
  auth: 'creator',
  transport: 'file',
  summary: 'Returns an invoice of Pro, or a credit note for it, as a PDF.',
  params: z.object({ number: z.string().check(z.maxLength(20)) }),
})

export const replaceProInvoice = defineRoute({
  method: 'POST',
  path: '/api/subscription/invoices/:id/replace',
  auth: 'creator',
  summary:
    'Issues an invoice of Pro again with the payee details of now, once and within 30 days of paying: a credit note cancels the first one. The amount and its tax stay.',
  params: IdParams,
  response: Subscription,
})

export const withdrawFromPro = defineRoute({
  method: 'POST',
  path: '/api/subscription/withdraw',
  auth: 'creator',
  summary: 'Ends Pro at once and refunds its first payment, within 14 days of it.',
  response: Subscription,
})

export const changeCard = defineRoute({
  method: 'POST',
  path: '/api/subscription/card',
  auth: 'creator',
  summary: 'Returns the page of the card provider on which the card that pays for Pro is replaced.',
  response: z.object({ url: z.string() }),
})
