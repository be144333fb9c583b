import * as z from 'zod/mini'
import { PublicContent } from './content.ts'
import { SignedFileParams, SignedFileQuery } from './purchases.ts'
import { defineRoute } from './route.ts'
import { IdParams } from './schemas.ts'

export const getTestPurchasePreview = defineRoute({
  method: 'GET',
  path: '/api/content/:id/test-purchase',
  auth: 'creator',
  summary: "The creator's own item as a buyer sees it, also a draft, for a test purchase.",
  params: IdParams,
  response: PublicContent,
})

const FormField = z._default(z.string().check(z.maxLength(2_000)), '')

export const createTestPurchaseForm = defineRoute({
  method: 'POST',
  path: '/p/:id/try',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    "A test purchase of one's own item, from the tip page's form: no card, nothing booked or counted. Leads to a buyer's page marked TEST, or back.",
  params: IdParams,
  body: z.object({
    amount: FormField,
    /** The selected suggestion, when no amount was typed. */
    suggestedAmount: FormField,
  }),
})

export const getTestPurchaseFile = defineRoute({
  method: 'GET',
  path: '/files/test/:orderNumber/:fileName',
  auth: 'buyer',
  transport: 'file',
  summary: 'The bytes of a test purchase behind a signed address, as a buyer gets them.',
  params: SignedFileParams,
  query: SignedFileQuery,
})
