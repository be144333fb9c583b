import * as z from 'zod/mini'
import { PublicContent } from './content.ts'
import { SignedFileParams, SignedFileQuery } from './purchases.ts'
import { defineRoute } from './route.ts'
import { IdParams } from './schemas.ts'

export const getTestPurchasePreview = defineRoute({
  method: 'GET',
  path: '/api/content/:id/test-purchase',
  auth: 'creator',
  scope: 'items:read',
  summary: 'Returns the creator’s own item as a buyer sees it, drafts included, for a test purchase.',
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
    'Makes a test purchase of the creator’s own item, for the tip page’s form: no card, nothing booked or counted. Redirects to a buyer page marked TEST, or back.',
  params: IdParams,
  body: z.object({
    amount: FormField,
    /** The selected suggestion, when no amount was typed. */
    suggestedAmount: FormField,
  }),
})

export const getTestPurchaseFile = defineRoute({
  method: 'GET',
  path: '/files/test/:orderNumber/:part/:fileName',
  auth: 'buyer',
  transport: 'file',
  summary: 'Serves a test purchase’s file behind a signed URL, as a buyer would get it.',
  params: SignedFileParams,
  query: SignedFileQuery,
})
